// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/recorders/sampled_recorder.h"

#include "engine/state/clock.h"

namespace lightsout {

void SampledRecorder::begin(const Recorded& run) {
  period_steps_ = run.clock.steps_in(options_.every * 1000);
  quantities_.begin(run);
  start(run);
  sample(run);
}

void SampledRecorder::sample(const Recorded& run) {
  quantities_.follow(run);
  quantities_.look();
  if (run.clock.step() % period_steps_ == 0) write(run);
}

void SampledRecorder::end(const Recorded& run) {
  // The state that ended a diverged run is what its reader looks for.
  if (run.diverged && run.clock.step() != last_step_) write(run);
  finish();
}

void SampledRecorder::write(const Recorded& run) {
  last_step_ = run.clock.step();
  if (failure().empty()) write_sample(run);
  quantities_.forget_gathered();
}

}  // namespace lightsout
