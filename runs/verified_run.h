// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Runs a world again and again, each in fresh state, and holds every state against the first run's.
#pragma once

#include "runs/stages/one_run.h"

namespace lightsout {

// RunSettings::repeat times. The verdict is that of the first run, or names the first difference.
Verdict run_and_verify(const RunSettings& settings, RunConditions conditions);

}  // namespace lightsout
