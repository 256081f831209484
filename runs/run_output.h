// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The folder of a run (-o DIR): all that it writes by relative names, what its controllers leave, and
//   verdict.json            how it ended
//   log                     what was said
//   metrics.<robot>.json    what its controller has measured (run_room.h)
// The runs of a batch have each a folder of this kind.
#pragma once

#include <expected>
#include <string>

#include "runs/settings/run_settings.h"

namespace lightsout {

// The settings with all that is written by relative names in the folder; the same where none is named. The error names
// an output that would leave it.
std::expected<RunSettings, std::string> settle_outputs(RunSettings settings);

// Its verdict, where no other place is named for it.
std::string verdict_in(const std::string& folder);

// An output whose name does not start at the folder of a run, and would be the same one for many runs, or is that of
// a file that a batch leaves there; "" if there is none.
std::string output_for_many(const RunSettings& settings);

// Why the folder cannot be that of a new run, "" if it can: it holds something.
std::string output_in_the_way(const RunSettings& settings);

}  // namespace lightsout
