// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include <webots/utils/motion.h>

#include "controllers/wire/motor.h"
#include "tests/controllers/lib/fake_engine.h"
#include "tests/fuzz/target.h"
#include "world_format/motion_file.h"
#include "world_format/text/diagnostic.h"

namespace lightsout::fuzz {

void fuzz_motion(std::string_view bytes) {
  const auto source = std::make_shared<const Source>("m.motion", std::string(bytes));
  Diagnostics diagnostics;
  (void)read_motion(*source, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.sorted()) (void)render(diagnostic, false);

  testing::FakeEngine engine(
      {{LO_DEVICE_MOTOR, "left", sizeof(lo_motor_state)}, {LO_DEVICE_MOTOR, "right", sizeof(lo_motor_state)}});
  const std::string file = write_file("m.motion", bytes);
  const WbMotionRef motion = wbu_motion_new(file.c_str());
  if (!motion) return;
  const int duration = wbu_motion_get_duration(motion);
  for (const int time : {-1, 0, duration / 2, duration}) wbu_motion_set_time(motion, time);
  wbu_motion_set_reverse(motion, true);
  wbu_motion_play(motion);
  wbu_motion_delete(motion);
}

}  // namespace lightsout::fuzz
