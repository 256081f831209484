// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A run whose states go into a trace file, or are held against one that an earlier run wrote.
#pragma once

#include "runs/stages/one_run.h"

namespace lightsout {

// Into RunSettings::trace, against RunSettings::against. A difference, or another number of steps, ends in
// Outcome::NotReproducible.
Verdict run_traced(const RunSettings& settings, RunConditions conditions);

}  // namespace lightsout
