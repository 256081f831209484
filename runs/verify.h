// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Whether a run has the same bits in each circumstance that must make no difference: it is made in each, as a process
// of its own, and held against the first one's states.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "runs/reports/outcome.h"
#include "runs/settings/run_settings.h"

namespace lightsout {

struct VerifiedRow {
  enum class Result : std::uint8_t { Equal, Different, DoesNotApply, Failed };
  std::string circumstance;  // "repeat", "in process", ...
  Result result = Result::Equal;
  std::string text;  // the first difference, why it does not apply, or what failed; in a sentence
};
// "equal", "different", "does not apply", "failed"
std::string_view name_of(VerifiedRow::Result result);

struct VerifiedWorld {
  std::string world;
  Ending first{Outcome::Done, {}};  // of the run that the others are held against
  std::int64_t states = 0;          // so many are compared
  std::vector<VerifiedRow> rows;
};

// `settings`: of the run; what it would write is not written. `tell`: gets each row when it is known. Where the first
// run has no end that others could be held against, there are no rows.
VerifiedWorld verify_world(const RunSettings& settings, const std::atomic<bool>& interrupted,
                           const std::function<void(const VerifiedRow&)>& tell);

}  // namespace lightsout
