// A picture of two series over time, as SVG.
#pragma once

#include <string>

#include "runs/series/series.h"

namespace lightsout {

// What was expected against what came, one line each for every number of the quantity. False if it cannot be written.
bool write_plot(const SeriesQuantity& expected, const Series& golden, const SeriesQuantity& actual, const Series& run,
                const std::string& file);

}  // namespace lightsout
