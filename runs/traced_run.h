// A run whose states go into a trace file, or are held against one that an earlier run wrote.
#pragma once

#include <atomic>
#include <string>

#include "runs/one_run.h"

namespace lightsout {

// `trace`: the file to write, `against`: the file to compare with; "" for none. A difference, or another number of
// steps, ends in Outcome::NotReproducible.
Verdict run_traced(const RunSettings& settings, const std::string& trace, const std::string& against, RunLog& log,
                   const std::atomic<bool>& interrupted);

}  // namespace lightsout
