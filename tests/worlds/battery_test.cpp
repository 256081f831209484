// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Energy: what chargers give to robots, and what the tree says of it.
#include <catch2/catch.hpp>
#include <cmath>

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/robots/device.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/shapes/shape.h"
#include "engine/stage/parts.h"
#include "tests/support/simulated.h"

using namespace lightsout;

namespace {

constexpr double dt = 0.032;

Simulated world(const std::string& charger, const std::string& robots) {
  return Simulated::from_text("#VRML_SIM R2025a utf8\nWorldInfo { }\nCharger { battery [ " + charger +
                              " ] radius 0.5 }\n" + robots);
}

std::string robot(const std::string& name, double x, const std::string& battery) {
  return "DEF " + name + " Robot { name \"" + name + "\" controller \"<none>\" translation " + std::to_string(x) +
         " 0 0 battery [ " + battery + " ] cpuConsumption 0 }\n";
}

double energy(Simulated& world, std::size_t index) {
  return world.simulation().scene().robots()[index]->battery()->energy();
}

double charge(Simulated& world) {
  world.simulation().scene().write_to_tree();
  return world.simulation().world().nodes()[1]->get<MFFloat>("battery")[0];
}

void steps(Simulated& world, int count) {
  for (int i = 0; i < count; ++i) world.step();
}

}  // namespace

// Manual, Charger: "a charger ... is a battery itself: it accumulates energy with time ... the robot ... can't get more
// than the charger has presently accumulated. Note that only one robot can be charged at a time. Additionally, if a
// robot is connected, the charger cannot recharge itself." It need not be full, and a robot that is full takes nothing
// (WbCharger.cpp since R2023b).
TEST_CASE("a robot near a charger takes what it can, and no more than the charger has") {
  // The robot takes 10 W, the charger holds 5 J: they last for 15 full steps and a part.
  for (const char* charger : {"5 5 2", "5 500 2"}) {
    auto near = world(charger, robot("A", 0.4, "50 100 10"));
    steps(near, 15);
    CHECK(energy(near, 0) == Approx(50 + 15 * dt * 10));
    steps(near, 85);
    CHECK(energy(near, 0) == Approx(55));
  }
  auto far = world("5 5 2", robot("A", 0.6, "50 100 10"));
  steps(far, 10);
  CHECK(energy(far, 0) == 50);
  // A battery is not filled beyond its size.
  auto full = world("50 50 2", robot("A", 0, "99.9 100 10"));
  steps(full, 50);
  CHECK(energy(full, 0) == 100);
}

TEST_CASE("a charger with a robot beside it does not fill, and one without does") {
  auto beside = world("4 50 100", robot("A", 0, "100 100 10"));
  steps(beside, 10);
  CHECK(charge(beside) == 4);
  auto alone = world("4 50 100", robot("A", 2, "100 100 10"));
  steps(alone, 10);
  CHECK(charge(alone) == Approx(4 + 10 * dt * 100));
  steps(alone, 10);
  CHECK(charge(alone) == 50);
  // A robot without a battery takes no place.
  auto without = world("4 50 100", robot("A", 0, "") + robot("B", 0.1, "10 100 10"));
  steps(without, 1);
  CHECK(energy(without, 1) == Approx(10 + dt * 10));
}

TEST_CASE("a charger serves one robot at a time") {
  auto both = world("50 50 0", robot("A", 0.1, "99.5 100 10") + robot("B", -0.1, "10 100 10"));
  steps(both, 2);  // 0.32 J a step: the first is full in the second one
  CHECK(energy(both, 0) == 100);
  steps(both, 10);
  CHECK(energy(both, 1) == 10);
}

TEST_CASE("a robot that is served may go a little farther, and when it leaves, what is left stays") {
  auto leaving = world("50 60 100", robot("A", 0.45, "10 100 10"));
  steps(leaving, 1);
  Simulation& simulation = leaving.simulation();
  const auto move_to = [&](double x) {
    Node& node = simulation.scene().robots()[0]->node();
    simulation.world().set(node, node.type().find("translation"), Value(Vec3{x, 0, 0}));
  };
  move_to(0.54);  // within 1.1 radius
  steps(leaving, 1);
  CHECK(energy(leaving, 0) == Approx(10 + 2 * dt * 10));
  move_to(0.6);
  steps(leaving, 1);
  CHECK(energy(leaving, 0) == Approx(10 + 2 * dt * 10));
  CHECK(charge(leaving) == Approx(50 - 2 * dt * 10 + dt * 100));
  move_to(0.54);  // it has to come within the radius again
  steps(leaving, 1);
  CHECK(energy(leaving, 0) == Approx(10 + 2 * dt * 10));
  move_to(0);
  steps(leaving, 1);
  CHECK(energy(leaving, 0) == Approx(10 + 3 * dt * 10));
}

// Manual, Charger: the first child has its own colour when the charger is empty, `emissiveColor` when it is full, and
// with `gradual` what is in between by the level of charge. Lights and all that is in a Group, too.
TEST_CASE("the first child of a charger shows how full it is") {
  const auto world = [](const std::string& gradual) {
    return Simulated::from_text(
        "#VRML_SIM R2025a utf8\nWorldInfo { }\n"
        "Charger { battery [ 2 8 62.5 ] emissiveColor 0 1 0.5 gradual " +
        gradual +
        " children [\n"
        "  Group { children [\n"
        "    Shape { appearance Appearance { material DEF M Material { emissiveColor 0.5 0 0.5 } } }\n"
        "    Shape { appearance DEF P PBRAppearance { } }\n"
        "    DEF L PointLight { color 1 1 1 } ] }\n"
        "  Shape { appearance DEF OTHER PBRAppearance { } } ] }\n");
  };
  const auto color = [](Simulated& shown, const char* def, const char* field) {
    return shown.simulation().world().find_def(def)->get<Color>(field);
  };
  auto gradual = world("TRUE");
  steps(gradual, 1);  // 2 J a step: half full
  CHECK(color(gradual, "M", "emissiveColor") == Color{0.25, 0.5, 0.5});
  CHECK(color(gradual, "P", "emissiveColor") == Color{0, 0.5, 0.25});
  CHECK(color(gradual, "L", "color") == Color{0.5, 1, 0.75});
  CHECK(color(gradual, "OTHER", "emissiveColor") == Color{0, 0, 0});
  steps(gradual, 2);
  CHECK(color(gradual, "M", "emissiveColor") == Color{0, 1, 0.5});
  auto sudden = world("FALSE");
  steps(sudden, 2);
  CHECK(color(sudden, "M", "emissiveColor") == Color{0.5, 0, 0.5});
  steps(sudden, 1);
  CHECK(color(sudden, "M", "emissiveColor") == Color{0, 1, 0.5});
  // An edit that has the scene built anew does not take the colour that is shown for its own.
  auto edited = world("TRUE");
  steps(edited, 1);
  Simulation& simulation = edited.simulation();
  Node& charger = *simulation.world().nodes()[1];
  simulation.world().set(charger, charger.type().find("name"), Value(std::string("renamed")));
  simulation.world().set(charger, charger.type().find("battery"), Value(MFFloat{0, 8, 0}));
  steps(edited, 1);
  CHECK(color(edited, "M", "emissiveColor") == Color{0.5, 0, 0.5});
}

TEST_CASE("the tree shows the energy, and setting it fills the battery") {
  auto draining = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { }\nDEF R Robot { controller \"<none>\" battery [ 1 9 1 ] cpuConsumption 5 "
      "}\n");
  steps(draining, 5);
  Simulation& simulation = draining.simulation();
  simulation.scene().write_to_tree();
  Node& node = simulation.scene().robots()[0]->node();
  CHECK(node.get<MFFloat>("battery")[0] == Approx(1 - 5 * 5 * dt));
  CHECK(node.get<MFFloat>("battery")[1] == 9);
  steps(draining, 5);
  CHECK(simulation.scene().robots()[0]->is_off());
  CHECK(draining.take_warnings().size() == 1);
  simulation.world().set(node, node.type().find("battery"), Value(MFFloat{4, 9, 1}));
  steps(draining, 1);
  CHECK_FALSE(simulation.scene().robots()[0]->is_off());
  CHECK(energy(draining, 0) == Approx(4 - 5 * dt));
}

TEST_CASE("Damping takes its part of the speed each second") {
  auto damped = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 10 gravity 0 physicsDisableTime 0 }\n"
      "DEF S Solid { linearVelocity 3 0 0 angularVelocity 0 0 2 boundingObject Sphere { radius 1 } physics Physics { "
      "damping Damping { linear 0.2 angular 0.5 } } }\n");
  damped.run(2);
  CHECK(damped.solid("S").linear_velocity().x() == Approx(3 * 0.8 * 0.8));
  CHECK(damped.solid("S").angular_velocity().z() == Approx(2 * 0.5 * 0.5));
}

// Reference manual, Damping: the values of a body made of several parts "are averaged over the volumes". A part without
// a Damping of its own adds nothing to that, and the default of the world is for bodies none of whose parts has one
// (WbSolidMerger.cpp, setOdeDamping).
TEST_CASE("Parts of one body without a Damping add nothing to the mean, the default is for bodies without any") {
  const auto slows_to = [](const std::string& one, const std::string& other) {
    auto world = Simulated::from_text(
        "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 10 gravity 0 defaultDamping Damping { linear 0.9 angular 0.9 "
        "} "
        "}\nDEF BODY Solid { linearVelocity 1 0 0 boundingObject Box { size 1 1 1 } physics Physics { " +
        one + " } children [ Solid { translation 0 0 2 boundingObject Box { size 1 1 3 } physics Physics { " + other +
        " } } ] }\n");
    return world.run(1).solid("BODY").linear_velocity().x();
  };
  // Volumes 1 and 3.
  CHECK(slows_to("damping Damping { linear 0.4 }", "damping Damping { linear 0.8 }") == Approx(1 - 0.7));
  CHECK(slows_to("damping Damping { linear 0.4 }", "") == Approx(1 - 0.1));
  CHECK(slows_to("", "damping Damping { linear 0.4 }") == Approx(1 - 0.3));
  CHECK(slows_to("", "") == Approx(1 - 0.9));
}

TEST_CASE("a brake slows a joint as its damping constant says") {
  // I dw/dt = -d w: after t the rest is exp(-d t / I); implicit steps of h give (1 + d h / I)^-n.
  auto plain = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 10 gravity 0 physicsDisableTime 0 }\nRobot { controller "
      "\"<none>\" children [ HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 dampingConstant 2 } device "
      "Brake { } endPoint DEF S Solid { angularVelocity 0 0 3 boundingObject Sphere { radius 0.5 } physics Physics { "
      "density -1 mass 10 } } } ] }\n");
  plain.run(0.5);
  const double inertia = 0.4 * 10 * 0.25;
  CHECK(plain.simulation().scene().joints()[0]->axes()[0].velocity ==
        Approx(3 * std::pow(1 + 2 * 0.01 / inertia, -50)).epsilon(1e-4));
}
