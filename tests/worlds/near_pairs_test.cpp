// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What touches is found from a list of what is near, which is kept from step to step. Whatever happens to the world in
// between, a run with it is the one in which all pairs are looked for at each step: what a physics plugin that wants to
// see them makes of it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "engine/bodies/solid.h"
#include "engine/contact/contacts.h"
#include "engine/robots/devices/motor.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/shapes/shape.h"
#include "engine/simulation.h"
#include "engine/simulation_options.h"
#include "engine/stage/hooks.h"
#include "tests/support/alone.h"
#include "tests/support/simulated.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

struct LooksAtAll final : Hooks {
  bool wants_collisions() const override { return true; }
};

// Kinematic robots, one of them with a trailer, among walls, on a plane; bodies of all forms that fall asleep and are
// run into, also on a grid; a door, a slide and a beam that turns, without bodies.
std::string world_text() {
  std::string text = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 16 physicsDisableTime 0.3 }
Solid { name "arena" boundingObject Group { children [
  Plane { size 4 4 }
  Pose { translation 1.5 0 0.1 children [ Box { size 0.1 3 0.2 } ] }
  Pose { translation -1.5 0 0.1 children [ Box { size 0.1 3 0.2 } ] }
  Pose { translation 0 1.5 0.1 children [ Box { size 3 0.1 0.2 } ] }
  Pose { translation 0 -1.5 0.1 children [ Box { size 3 0.1 0.2 } ] } ] } }
DEF BLOCK Solid { name "block" translation 0.3 0.9 0.1 boundingObject Box { size 0.2 0.2 0.2 } }
DEF GRID Solid { name "grid" translation 2 2 0 boundingObject
  ElevationGrid { xDimension 3 yDimension 3 xSpacing 0.5 ySpacing 0.5 height [ 0 0.1 0 0.1 0.2 0.1 0 0.1 0 ] } }
DEF DOOR_FRAME Robot { name "frame" translation -0.8 0.8 0 controller "<none>" children [
  HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 anchor 0.2 0 0 }
    device RotationalMotor { name "door" }
    endPoint DEF DOOR Solid { name "door" boundingObject Pose { translation 0 0 0.1 children [ Box { size 0.4 0.03 0.2 } ] } } } ] }
DEF PRESS Robot { name "press" translation -0.3 0.1 0.06 controller "<none>" children [
  SliderJoint { jointParameters JointParameters { axis 1 0 0 }
    device LinearMotor { name "slide" }
    endPoint DEF RAM Solid { name "ram" translation 0 0.1 0 boundingObject Capsule { radius 0.05 height 0.1 } children [
      HingeJoint { jointParameters HingeJointParameters { axis 1 0 0 anchor 0 0.1 0 }
        device RotationalMotor { name "turns" }
        endPoint Solid { name "arm" translation 0 0.2 0 boundingObject DEF WEDGE IndexedFaceSet {
          coord Coordinate { point [ -0.1 0 0, 0.1 0 0, 0 0.2 0, 0 0 0.2 ] }
          coordIndex [ 0 2 1 -1 0 1 3 -1 1 2 3 -1 2 0 3 -1 ] } } } ] } } ] }
DEF BEAM Solid { name "beam" translation 0 0 0.15 angularVelocity 0 0 0.4 boundingObject Box { size 0.8 0.03 0.03 } }
)";
  for (int i = 0; i < 7; ++i)
    text +=
        fmt::format(R"(DEF R{} Robot {{ name "r{}" translation {} {} 0 rotation 0 0 1 {} controller "<none>" children [
  HingeJoint {{ jointParameters HingeJointParameters {{ axis 0 1 0 anchor 0 0 0.02 }} device RotationalMotor {{ name "left" }}
    endPoint Solid {{ name "w1" translation 0 0.026 0.02 boundingObject DEF WHEEL{} Pose {{ rotation 1 0 0 -1.5707963267948966
      children [ Cylinder {{ radius 0.02 height 0.005 }} ] }} }} }}
  HingeJoint {{ jointParameters HingeJointParameters {{ axis 0 1 0 anchor 0 0 0.02 }} device RotationalMotor {{ name "right" }}
    endPoint Solid {{ name "w2" translation 0 -0.026 0.02 boundingObject USE WHEEL{} }} }}
  Solid {{ name "mast" translation 0 0 0.06 boundingObject Cone {{ bottomRadius 0.02 height 0.05 }} }} ]
  boundingObject Pose {{ translation 0 0 0.025 children [ Cylinder {{ radius 0.037 height 0.045 }} ] }} }}
)",
                    i, i, -0.9 + 0.3 * i, 0.3 * (i % 3) - 0.5, i, i, i);
  const char* forms[] = {"Box { size 0.1 0.1 0.1 }",
                         "Sphere { radius 0.05 }",
                         "Cylinder { radius 0.05 height 0.1 }",
                         "Capsule { radius 0.04 height 0.08 }",
                         "Cone { bottomRadius 0.06 height 0.12 }",
                         "Group { children [ Box { size 0.1 0.1 0.02 } Pose { translation 0 0 0.06 children [ Sphere { "
                         "radius 0.03 } ] } ] }",
                         "USE WEDGE"};
  for (int i = 0; i < 14; ++i)
    text += fmt::format(
        "DEF B{} Solid {{ name \"b{}\" translation {} {} {} rotation 1 0 0 {} boundingObject {} physics Physics {{ }} "
        "}}\n",
        i, i, i < 3 ? 2.4 + 0.1 * i : 0.15 * (i % 5) - 0.3, i < 3 ? 2.4 : 0.15 * (i / 5) - 0.2, 0.3 + 0.05 * i, 0.3 * i,
        forms[std::size_t(i) % std::size(forms)]);
  return text;
}

// A run of that world, and what is done to it.
class Watched {
 public:
  Watched(std::unique_ptr<Hooks> hooks, int passes) : hooks_(std::move(hooks)) {
    auto world = load_world_text(world_text(), "/nowhere/worlds/text", {.allow_outside = true}, diagnostics_);
    REQUIRE(world);
    SimulationOptions options;
    options.passes = passes;
    options.snapshots = true;
    simulation_ = std::make_unique<Simulation>(std::move(world), options, host_, *hooks_, log_);
    REQUIRE(simulation_->start(diagnostics_));
  }
  Simulation& simulation() { return *simulation_; }

  // Of bodies, and what is told of contacts.
  std::vector<double> state() {
    std::vector<double> state{double(simulation_->state_hash() >> 32), double(simulation_->state_hash() & 0xffffffff)};
    for (const ContactPoint& point : simulation_->scene().contacts().points())
      for (const double number : {double(point.first->order), double(point.second->order), point.position.x(),
                                  point.position.y(), point.position.z(), point.depth})
        state.push_back(number);
    return state;
  }

  void set(const std::string& def, std::string_view field, Value value) {
    World& tree = simulation_->world();
    if (Node* node = tree.find_def(def)) tree.set(*node, node->type().find(field), std::move(value));
  }
  void insert(const std::string& text) {
    World& tree = simulation_->world();
    Diagnostics diagnostics;
    MFNode nodes = load_nodes(text, tree, nullptr, no_field, diagnostics);
    REQUIRE(nodes.size() == 1);
    tree.insert(nullptr, no_field, -1, Value(std::move(nodes.front())));
  }
  void remove(const std::string& def) {
    World& tree = simulation_->world();
    for (std::size_t i = 0; i < tree.nodes().size(); ++i)
      if (tree.nodes()[i]->def() == def) return tree.remove(nullptr, no_field, int(i));
  }
  void give_velocity(const std::string& def, const Vector3d& linear, const Vector3d& angular) {
    Scene& scene = simulation_->scene();
    if (Solid* solid = scene.find_solid(def)) scene.set_velocity(*solid, linear, angular);
  }
  void drive(const std::string& robot, std::string_view motor, double speed) {
    for (const auto& each : simulation_->scene().robots()) {
      auto* device = each->node().def() == robot ? dynamic_cast<Motor*>(each->find_device(motor)) : nullptr;
      if (!device) continue;
      device->set_position(std::numeric_limits<double>::infinity());
      device->set_velocity(speed);
    }
  }
  void keep() {
    auto kept = simulation_->snapshot();
    REQUIRE(kept.has_value());
    kept_ = std::move(*kept);
  }
  void restore() {
    if (kept_.empty()) return;
    Diagnostics diagnostics;
    REQUIRE(simulation_->restore(kept_, {}, diagnostics).has_value());
  }

 private:
  NoControllers host_;
  std::unique_ptr<Hooks> hooks_;
  WarningLog log_;
  Diagnostics diagnostics_;
  std::unique_ptr<Simulation> simulation_;
  std::vector<std::uint8_t> kept_;
};

}  // namespace

TEST_CASE("Pairs of shapes from a list that is kept are those that are found anew at each step") {
  for (const int passes : {1, 5}) {
    CAPTURE(passes);
    std::array<Watched, 2> runs{Watched(std::make_unique<Hooks>(), passes),
                                Watched(std::make_unique<LooksAtAll>(), passes)};
    std::mt19937 random{std::uint32_t(passes)};
    const auto number = [&](double low, double high) { return low + (high - low) * double(random()) / 4294967296.0; };
    const auto any = [&](int count) { return int(random() % std::uint32_t(count)); };
    const auto place = [&](double high) { return Vec3{number(-1.4, 1.4), number(-1.4, 1.4), number(0, high)}; };
    int inserted = 0;
    std::size_t met = 0;
    for (int step = 0; step < 1200; ++step) {
      CAPTURE(step);
      const auto act = [&](auto action) {
        for (Watched& run : runs) action(run);
      };
      const std::string robot = fmt::format("R{}", any(7)), body = fmt::format("B{}", any(14));
      int what = any(36);
      // For some time nothing is put elsewhere.
      if (step % 300 >= 150 && (what < 8 || (what > 10 && what < 16))) what = 35;
      CAPTURE(what);
      const Vec3 at = place(0.4), level = {at.x, at.y, 0};
      const double speed = number(-6, 6), other_speed = number(-6, 6), angle = number(-3, 3);
      const Vector3d velocity(number(-1, 1), number(-1, 1), number(-0.2, 0.4)), spin(0, 0, number(-2, 2));
      switch (what) {
        case 0:
          act([&](Watched& run) { run.set(robot, "translation", Value(level)); });
          break;
        case 1:
          act([&](Watched& run) { run.set(robot, "rotation", Value(Rotation{0, 0, 1, angle})); });
          break;
        case 2:
          act([&](Watched& run) { run.set(body, "translation", Value(at)); });
          break;
        case 3:
          act([&](Watched& run) { run.set("BLOCK", "translation", Value(at)); });
          break;
        case 4:
          act([&](Watched& run) { run.give_velocity(body, 3 * velocity, spin); });
          break;
        case 5:
          act([&](Watched& run) { run.give_velocity("BLOCK", velocity, spin); });
          break;
        case 6:
          act([&](Watched& run) { run.give_velocity("BLOCK", Vector3d::Zero(), Vector3d::Zero()); });
          break;
        case 7:
          act([&](Watched& run) { run.give_velocity("BEAM", Vector3d::Zero(), 3 * spin); });
          break;
        case 8:
          act([&](Watched& run) { run.drive("DOOR_FRAME", "door", speed); });
          break;
        case 9:
        case 29:
        case 30:
          act([&](Watched& run) { run.drive("PRESS", "slide", 0.2 * speed); });
          break;
        case 10:
          act([&](Watched& run) { run.drive("PRESS", "turns", speed); });
          break;
        case 11:
          ++inserted;
          act([&](Watched& run) {
            run.insert(
                fmt::format("DEF NEW{0} Solid {{ name \"new{0}\" translation {1} {2} {3} boundingObject Sphere {{ "
                            "radius 0.06 }}{4} }}",
                            inserted, at.x, at.y, at.z, inserted % 2 ? " physics Physics { }" : ""));
          });
          break;
        case 12:
          act([&](Watched& run) { run.remove(fmt::format("NEW{}", inserted)); });
          break;
        case 13:
          act([&](Watched& run) { run.keep(); });
          break;
        case 14:
          act([&](Watched& run) {
            if (step % 3 == 0) run.restore();
          });
          break;
        case 15:
          act([&](Watched& run) {
            if (step % 5 == 0) run.simulation().request_reset();
          });
          break;
        default:
          if (what < 28)
            act([&](Watched& run) {
              run.drive(robot, "left", speed);
              run.drive(robot, "right", what < 24 ? speed : other_speed);
            });
      }
      for (Watched& run : runs) run.simulation().step();
      const auto expected = runs[1].state();
      REQUIRE(runs[0].state() == expected);
      met = std::max(met, expected.size());
    }
    CHECK(met > 100);
  }
}
