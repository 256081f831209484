// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which parts of robots touch each other: selfCollision, and robots in robots.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "engine/contact/contacts.h"
#include "engine/scene/scene.h"
#include "engine/stage/parts.h"
#include "tests/support/simulated.h"

using namespace lightsout;

namespace {

std::string part(const std::string& type, const std::string& name, const std::string& more) {
  return fmt::format("{} {{ name \"{}\" physics Physics {{ density -1 mass 1 }} {} }}\n", type, name, more);
}

std::string robot(const std::string& name, bool self_collision, const std::string& children,
                  const std::string& more = "") {
  return part("Robot", name,
              fmt::format("controller \"<none>\" selfCollision {} boundingObject Box {{ size 0.1 0.1 0.1 }} children [ "
                          "{} ] {}",
                          self_collision ? "TRUE" : "FALSE", children, more));
}

// A ball of 0.1 m radius that slides along x above its robot from `x`, towards the middle: two of them meet after
// 0.2 s.
std::string ball(double x, const std::string& type = "Solid") {
  return fmt::format("SliderJoint {{ jointParameters JointParameters {{ axis 1 0 0 }} endPoint {} }}\n",
                     part(type, fmt::format("ball at {}", x),
                          fmt::format("translation {} 0 1 linearVelocity {} 0 0 boundingObject Sphere {{ radius 0.1 }}",
                                      x, x < 0 ? 1 : -1)));
}

// Whether anything touches anything within 0.4 s.
bool meets(const std::string& robots, const std::string& version = "R2025a") {
  auto world = Simulated::from_text("#VRML_SIM " + version +
                                    " utf8\nWorldInfo { gravity 0 basicTimeStep 4 physicsDisableTime 0 }\n" + robots);
  while (world.time() < 0.4) {
    world.step();
    if (!world.simulation().scene().contacts().points().empty()) return true;
  }
  return false;
}

}  // namespace

// Reference manual, Robot: with selfCollision FALSE parts of a robot do not collide with each other. A part belongs to
// the nearest Robot that it stands in, which may be itself (webots WbNodeUtilities::findRobotAncestor, and
// WbSimulationCluster::odeNearCallback, which compares the robots of both parts): the word of the robot around that one
// counts for nothing, and parts of two robots always collide.
TEST_CASE("Parts of one robot touch if its selfCollision says so, parts of two robots always") {
  const bool outer = GENERATE(false, true), inner = GENERATE(false, true);
  CAPTURE(outer, inner);
  // Both in the outer robot.
  CHECK(meets(robot("outer", outer, ball(-0.3) + ball(0.3))) == outer);
  // Both in a robot on it.
  CHECK(meets(robot("outer", outer, robot("inner", inner, ball(-0.3) + ball(0.3)))) == inner);
  // One in each; in two robots on it; one that is a robot itself.
  CHECK(meets(robot("outer", outer, ball(-0.3) + robot("inner", inner, ball(0.3)))));
  CHECK(meets(robot("outer", outer, robot("inner", inner, ball(-0.3)) + robot("other", inner, ball(0.3)))));
  CHECK(meets(robot("outer", outer, ball(-0.3) + ball(0.3, "Robot"))));
}

// Reference manual, Robot: "consecutive" parts, those that a joint connects, never collide.
TEST_CASE("What a joint connects does not touch, whatever selfCollision says") {
  const std::string type = GENERATE("Solid", "Robot");
  const std::string arm = part(type, "arm", "boundingObject Box { size 0.2 0.05 0.05 }");
  CHECK_FALSE(meets(
      robot("outer", true, "HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 } endPoint " + arm + " }")));
  CHECK(meets(robot("outer", true, "") + arm));
}

// Webots change log of R2021b: "Altered the collision detection logic for Robot.selfCollision to ignore chains of
// joints if the intermediary joints all share the same anchor point".
TEST_CASE("Parts that several hinges with one anchor part touch in worlds from before R2021b alone") {
  const auto chain = [](const std::string& anchor) {
    const auto hinge = [](const std::string& parameters, const std::string& end) {
      return "HingeJoint { jointParameters HingeJointParameters { " + parameters + " } endPoint " + end + " }\n";
    };
    // The last part stands where the robot does.
    const std::string last = part("Solid", "last", "translation 0 0 -1 boundingObject Box { size 0.1 0.1 0.1 }");
    const std::string middle =
        part("Solid", "middle",
             "translation 0 0 1 boundingObject Box { size 0.1 0.1 0.1 } children [ " + hinge(anchor, last) + " ]");
    return robot("chain", true, hinge("", middle));
  };
  CHECK(meets(chain(""), "R2021a"));
  CHECK(!meets(chain(""), "R2021b"));
  CHECK(!meets(chain(""), "R2025a"));
  CHECK(meets(chain("anchor 0.01 0 0"), "R2025a"));
}
