// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Looks at the worlds of a sweep before any run is made: what their runs are made of, as a digest, and what each of
// them reads anew.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "batches/plans/plan.h"
#include "batches/sweeps/sweep.h"

namespace lightsout {

// Each world of the sweep, in its order. The digest is that of the world's file, of the PROTOs and files that it names,
// and of the sources of its controllers and of its physics plugin (program_sources.h). Worlds are read in processes of
// their own: call it while there is one thread. One that the machine could not read is `unread`. The error is a
// sentence.
std::expected<std::vector<SurveyedWorld>, std::string> survey(const Sweep& sweep);

// A controller that a point gives to a robot of the world, by its name: the same digest for each that is not there.
SurveyedController survey_controller(const std::string& world, const RunSettings& run, const std::string& name);

}  // namespace lightsout
