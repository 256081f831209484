// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A picture of two series over time, as SVG.
#pragma once

#include <string>

#include "runs/series/series.h"

namespace lightsout {

struct Plotted {
  const SeriesQuantity& quantity;
  const Series& series;
};

// What was expected against what came, one line each for every number of the quantity; of many numbers for the one in
// `column` alone. False if it cannot be written.
bool write_plot(const Plotted& expected, const Plotted& actual, std::size_t column, const std::string& file);

}  // namespace lightsout
