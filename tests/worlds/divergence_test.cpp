// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What cannot be simulated ends as a diverged run or is refused, and never ends the process.
#include <algorithm>
#include <catch2/catch.hpp>

#include "engine/bodies/solid.h"
#include "engine/ode/islands.h"
#include "engine/programs/sanitizers.h"
#include "engine/scene/scene.h"
#include "engine/shapes/shape.h"
#include "engine/simulation.h"
#include "engine/simulation_options.h"
#include "engine/stage/hooks.h"
#include "engine/state/state_hash.h"
#include "tests/support/alone.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

#if LIGHTSOUT_ADDRESS_SANITIZER()
#include <sanitizer/lsan_interface.h>
#endif

using namespace lightsout;

namespace {

std::string ball(const std::string& radius, const std::string& physics = "") {
  return "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n"
         "Solid { boundingObject Sphere { radius " +
         radius + " } physics Physics { " + physics + " } }\n";
}

// The square of such a speed is no number: ODE's check of the body's quaternion fails in the middle of a step.
struct Spinner final : Hooks {
  void before_physics(Simulation& simulation) override {
    if (simulation.clock().step() == 2) dBodySetAngularVel(simulation.scene().bodies()[0]->body(), 1e200, 0, 0);
  }
};

}  // namespace

TEST_CASE("A step that ODE gives up ends the run as diverged") {
  Diagnostics diagnostics;
  NoControllers host;
  SilentLog log;
  Spinner spinner;
  Simulation simulation(load_world_text(ball("0.1"), "ball.wbt", {}, diagnostics), {}, host, spinner, log);
  REQUIRE(simulation.start(diagnostics));
  {
#if LIGHTSOUT_ADDRESS_SANITIZER()
    const __lsan::ScopedDisabler ode_loses_a_job;
#endif
    for (int i = 0; i < 5; ++i) simulation.step();
  }
  REQUIRE(simulation.stop());
  CHECK(simulation.stop()->kind == Stop::Kind::Diverged);
  CHECK(simulation.stop()->message.starts_with("step 3: ODE could not go on: "));
  CHECK(simulation.stop()->message.find("the motion of solid diverged: ") != std::string::npos);
  CHECK(simulation.clock().step() == 2);
}

TEST_CASE("Lengths and masses that ODE cannot compute with are refused at their place") {
  // The inertia of a ball is 2/5 m r^2. That of 1e11 m and 1e38 kg/m^3 is 1.7e93 kg m^2: its cube is a number still.
  const auto [radius, physics, refused] =
      GENERATE(table<std::string, std::string, bool>({{"1e9", "density 1e38", false},
                                                      {"1e11", "density 1e38", false},
                                                      {"0.1", "mass 1e-38 density -1", false},
                                                      {"1e38", "", true},
                                                      {"1e12", "", true},
                                                      {"1e-9", "", true}}));
  CAPTURE(radius, physics);
  Diagnostics diagnostics;
  NoControllers host;
  SilentLog log;
  Hooks hooks;
  Simulation simulation(load_world_text(ball(radius, physics), "ball.wbt", {}, diagnostics), {}, host, hooks, log);
  CHECK(simulation.start(diagnostics) == !refused);
  if (!refused) {
    simulation.step();
    CHECK_FALSE(simulation.stop());
    return;
  }
  REQUIRE(diagnostics.errors() == 1);
  const Diagnostic error = diagnostics.sorted().front();
  CHECK(error.kind == DiagnosticKind::PhysicalValue);
  CHECK(error.message.find("radius of Sphere must be greater than 1e-09 and less than 1e+12 m") == 0);
}

namespace {

// Starts and steps the world; the stop if there is one, and what was found at the start.
struct Tried {
  explicit Tried(const std::string& text, int steps = 10) {
    auto world =
        load_world_text("#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n" + text, "odd.wbt", {}, diagnostics);
    REQUIRE(world);
    simulation = std::make_unique<Simulation>(std::move(world), SimulationOptions{}, host, hooks, log);
    if (!(started = simulation->start(diagnostics))) return;
#if LIGHTSOUT_ADDRESS_SANITIZER()
    const __lsan::ScopedDisabler ode_loses_a_job;
#endif
    for (int i = 0; i < steps; ++i) simulation->step();
  }
  Diagnostics diagnostics;
  NoControllers host;
  SilentLog log;
  Hooks hooks;
  std::unique_ptr<Simulation> simulation;
  bool started = false;
};

std::string box(const std::string& name, const std::string& physics, const std::string& more = "") {
  return "DEF " + name + " Solid { name \"" + name +
         "\" boundingObject Box { size .1 .1 .1 } physics Physics { density -1 " + physics + " } " + more + " }\n";
}

}  // namespace

TEST_CASE("Parallel axes of a Hinge2Joint are x and z") {
  const std::string joint =
      "DEF HIP Robot { boundingObject Box { } physics Physics { } children [ DEF KNEE Hinge2Joint {"
      "jointParameters HingeJointParameters { axis 0 1 0 } jointParameters2 DEF SECOND JointParameters { axis $ }"
      "endPoint Solid { name \"shin\" boundingObject Box { size .1 .2 .3 } physics Physics { } } } ] }\n";
  const auto with = [&](const std::string& axis) { return std::string(joint).replace(joint.find('$'), 1, axis); };
  Tried parallel(with("0 -3 0"));
  REQUIRE(parallel.started);
  CHECK_FALSE(parallel.simulation->stop());
  REQUIRE(parallel.diagnostics.warnings() == 1);
  CHECK(parallel.diagnostics.sorted().front().kind == DiagnosticKind::ParallelAxes);
  // ODE's joint is that of axes x and z, given as such.
  const std::string given = std::string(with("0 0 1")).replace(with("0 0 1").find("axis 0 1 0"), 10, "axis 1 0 0");
  Tried meant(given);
  CHECK(meant.diagnostics.empty());
  CHECK(parallel.simulation->state_hash() == meant.simulation->state_hash());

  // The same by an edit.
  Tried edited(with("0 0 1"));
  World& world = edited.simulation->world();
  Node& second = *world.find_def("SECOND");
  world.set(second, second.type().find("axis"), Value(Vec3{0, 1, 0}));
  edited.simulation->step();
  CHECK_FALSE(edited.simulation->stop());
}

TEST_CASE("A mass that lies too far away to have an inertia is refused at its place") {
  const std::string far_shapes =
      "DEF B Solid { physics Physics { density -1 mass 1 } boundingObject Group { children ["
      " Pose { translation 1e9 0 0 children [ Shape { geometry Box { size .1 .1 .1 } } ] }"
      " Pose { translation 0 1e9 0 children [ Shape { geometry Sphere { radius .1 } } ] } ] } }\n";
  const std::string world =
      GENERATE_REF(values<std::string>({far_shapes, box("B", "mass 1 centerOfMass [ 1e20 0 0 ]"),
                                        box("B", "mass 1 centerOfMass [ 1e20 0 0 ] inertiaMatrix [ 1 1 1, 0 0 0 ]")}));
  CAPTURE(world);
  Tried tried(world);
  CHECK_FALSE(tried.started);
  REQUIRE(tried.diagnostics.errors() == 1);
  const auto found = tried.diagnostics.sorted();
  CHECK(std::ranges::count(found, DiagnosticKind::PhysicalValue, &Diagnostic::kind) == 1);

  // An edit of a running world may be one of several that make a mass: until then it is 1 kg.
  Tried edited(box("B", "mass 1 centerOfMass [ 0 0 0 ] inertiaMatrix [ 1 1 1, 0 0 0 ]"));
  World& running = edited.simulation->world();
  Node& physics = *running.find_def("B")->node("physics");
  running.set_element(physics, physics.type().find("centerOfMass"), 0, Value(Vec3{1e20, 0, 0}));
  edited.simulation->step();
  CHECK_FALSE(edited.simulation->stop());
  dMass mass;
  dBodyGetMass(edited.simulation->scene().find_solid("B")->body(), &mass);
  CHECK(mass.mass == 1);
  CHECK(mass.I[0] == 1);
}

TEST_CASE("Where ODE's exact solver gives up on masses the iterative one takes them") {
  const std::string floor = "Solid { name \"floor\" translation 0 0 -.5 boundingObject Box { size 10 10 1 } }\n";
  const auto pile = [&](const char* light, const char* heavy) {
    return floor + box("LOW", std::string("mass ") + light, "translation 0 0 .05") +
           box("HIGH", std::string("mass ") + heavy, "translation .02 0 .15");
  };
  // dxLDLTRemove finds a zero on the diagonal here.
  Tried crushed(pile("1e-10", "1e10"), 100);
  REQUIRE(crushed.started);
  CHECK(crushed.simulation->scene().islands().use().steps_with_quick > 0);
  CHECK_FALSE(crushed.simulation->stop());
}
