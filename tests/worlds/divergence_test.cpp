// What cannot be simulated ends as a diverged run or is refused, and never ends the process.
#include <catch2/catch.hpp>

#include "engine/hooks.h"
#include "engine/simulation.h"
#include "engine/solid.h"
#include "tests/support/alone.h"
#include "world_format/load.h"

#ifdef __SANITIZE_ADDRESS__
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
#ifdef __SANITIZE_ADDRESS__
    const __lsan::ScopedDisabler ode_loses_a_job;
#endif
    for (int i = 0; i < 5; ++i) simulation.step();
  }
  REQUIRE(simulation.stop());
  CHECK(simulation.stop()->outcome == Outcome::Diverged);
  CHECK(simulation.stop()->message.starts_with("step 3: ODE could not go on: "));
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
