// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/state/sampling.h"

#include <algorithm>
#include <limits>

#include "engine/state/clock.h"
#include "engine/state/state.h"

namespace lightsout {

bool Sampling::set_period(std::uint32_t period_ms, const Clock& clock, bool again) {
  if (period_ms == period_ms_ && !again) return false;
  period_ms_ = period_ms;
  constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
  period_steps_ = period_ms ? std::uint32_t(std::min(most, clock.steps_in(period_ms))) : 0;
  last_step_ = std::uint32_t(clock.step());
  return true;
}

void Sampling::visit_state(StateVisitor& state) {
  state.field("period", period_ms_);
  state.field("period in steps", period_steps_);
  state.field("last sample", last_step_);
}

}  // namespace lightsout
