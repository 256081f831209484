// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Motors and brakes as a controller commands them: its program (tests/controllers/couples) checks every number itself.
#include <catch2/catch.hpp>

#include "tests/support/program.h"

using namespace lightsout;

TEST_CASE("coupled motors, torque feedback and brakes by a controller") {
  const std::filesystem::path path = std::filesystem::path(LIGHTSOUT_BUILD_DIR) / "tests/project/worlds/couples.wbt";
  write_file(path, R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 10 }
Robot {
  controller "couples"
  children [
    SliderJoint {
      jointParameters JointParameters { axis 1 0 0 }
      device [
        LinearMotor { name "finger::left" maxPosition 0.05 maxVelocity 0.2 }
        PositionSensor { name "left sensor" }
      ]
      endPoint Solid { name "left" }
    }
    SliderJoint {
      jointParameters JointParameters { axis 1 0 0 }
      device [
        LinearMotor { name "finger::right" minPosition -0.05 maxVelocity 0.2 multiplier -1 }
        PositionSensor { name "right sensor" }
      ]
      endPoint Solid { name "right" }
    }
    HingeJoint {
      jointParameters HingeJointParameters { axis 0 1 0 }
      device [
        RotationalMotor { name "wrist" maxTorque 20 }
        PositionSensor { name "angle" }
        Brake { }
      ]
      endPoint Solid {
        translation 0.5 0 0
        name "hand"
        boundingObject Sphere { radius 0.05 }
        physics Physics { density -1 mass 1 }
      }
    }
  ]
}
)");
  const ProgramResult result = run_lightsout({"run", path.string(), "--duration", "20s"});
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("coupled") != std::string::npos);
}
