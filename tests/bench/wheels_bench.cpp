// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Robot-seconds simulated per second of processor time: a thousand two-wheeled robots without Physics, driven by motors
// whose speeds were set once, apart from each other and in a crowd that pushes.
#include <fmt/format.h>

#include <ctime>
#include <limits>
#include <string>

#include "engine/robots/devices/motor.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/simulation.h"
#include "engine/simulation_options.h"
#include "engine/stage/hooks.h"
#include "tests/support/alone.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

std::string robots(int count, double distance) {
  std::string text =
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 32 }\nSolid { boundingObject Plane { size 1000 1000 } }\n";
  const auto wheel = [](const char* side, double y) {
    return fmt::format(
        "HingeJoint {{ jointParameters HingeJointParameters {{ axis 0 1 0 anchor 0 {1} 0.02 }} device RotationalMotor "
        "{{ name "
        "\"{0} motor\" }} endPoint Solid {{ name \"{0} wheel\" translation 0 {1} 0.02 rotation 1 0 0 -1.5708 "
        "boundingObject "
        "Cylinder {{ radius 0.02 height 0.005 }} }} }}\n",
        side, y);
  };
  for (int i = 0; i < count; ++i)
    text += fmt::format(
        "Robot {{ name \"robot{}\" translation {} {} 0 controller \"<none>\" children [ {} {} ] boundingObject Pose {{ "
        "translation 0 0 0.03 children Cylinder {{ radius 0.037 height 0.045 }} }} }}\n",
        i, (i % 32) * distance, (i / 32) * distance, wheel("left", 0.026), wheel("right", -0.026));
  return text;
}

void measure(const char* name, int count, double distance, int steps) {
  Diagnostics diagnostics;
  NoControllers host;
  Hooks hooks;
  SilentLog log;
  Simulation simulation(load_world_text(robots(count, distance), name, {}, diagnostics), {}, host, hooks, log);
  if (!simulation.start(diagnostics)) return;
  for (const auto& robot : simulation.scene().robots()) {
    for (std::size_t i = 0; i < 2; ++i) {
      auto& motor = dynamic_cast<Motor&>(*robot->devices()[i]);
      motor.set_position(std::numeric_limits<double>::infinity());
      motor.set_velocity(i == 0 ? 3 : 2);
    }
  }
  for (int i = 0; i < 20; ++i) simulation.step();
  const std::clock_t begin = std::clock();
  for (int i = 0; i < steps; ++i) simulation.step();
  const double seconds = double(std::clock() - begin) / CLOCKS_PER_SEC;
  fmt::print("{:<36} {:>12.1f} {:>16.0f}\n", name, seconds / steps * 1e6, count * steps * 0.032 / seconds);
}

}  // namespace

int main() {
  fmt::print("{:<36} {:>12} {:>16}\n", "scene, 32 ms steps", "us a step", "robot-s per cpu-s");
  measure("1000 kinematic robots apart", 1000, 0.5, 1000);
  measure("1000 kinematic robots in a crowd", 1000, 0.08, 1000);
  return 0;
}
