// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/simulated.h"

#include <catch2/catch.hpp>

#include "engine/scene/scene.h"
#include "engine/stage/hooks.h"
#include "engine/stage/parts.h"
#include "tests/support/alone.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

struct Simulated::Parts {
  NoControllers host;  // worlds with controllers are run by the executable
  Hooks hooks;
  WarningLog log;
  std::unique_ptr<Diagnostics> diagnostics;
  bool diagnostics_taken = false;
  std::unique_ptr<Simulation> simulation;
};

namespace {

std::unique_ptr<World> require_world(std::unique_ptr<World> world, const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.all())
    if (diagnostic.severity == Severity::Error) UNSCOPED_INFO(render(diagnostic, false));
  REQUIRE(world);
  return world;
}

}  // namespace

Simulated::Simulated(std::unique_ptr<World> world, std::unique_ptr<Diagnostics> diagnostics, SimulationOptions options)
    : parts_(std::make_unique<Parts>()) {
  parts_->diagnostics = std::move(diagnostics);
  options.stage.keeps_contacts = true;
  parts_->simulation = std::make_unique<Simulation>(require_world(std::move(world), *parts_->diagnostics), options,
                                                    parts_->host, parts_->hooks, parts_->log);
  simulation_ = parts_->simulation.get();
}

Simulated::Simulated(const std::string& world, SimulationOptions options) {
  auto diagnostics = std::make_unique<Diagnostics>();
  auto loaded = load_world(std::string(LIGHTSOUT_SOURCE_DIR) + "/" + world, {}, *diagnostics);
  *this = Simulated(std::move(loaded), std::move(diagnostics), options);
}

Simulated Simulated::from_text(std::string text, SimulationOptions options) {
  auto diagnostics = std::make_unique<Diagnostics>();
  auto loaded = load_world_text(std::move(text), "/nowhere/worlds/text", {.allow_outside = true}, *diagnostics);
  return Simulated(std::move(loaded), std::move(diagnostics), options);
}

Simulated::Simulated(Simulated&&) noexcept = default;
Simulated& Simulated::operator=(Simulated&&) noexcept = default;

Simulated::~Simulated() {
  if (!parts_ || std::uncaught_exceptions() > 0) return;
  parts_->simulation->finish();
  if (!parts_->diagnostics_taken)
    for (const Diagnostic& diagnostic : parts_->diagnostics->all()) {
      UNSCOPED_INFO(render(diagnostic, false));
      CHECK(diagnostic.message == "not expected");
    }
  for (const std::string& warning : parts_->log.warnings) CHECK(warning == "not expected");
}

void Simulated::start() {
  if (simulation_->is_started()) return;
  const bool good = simulation_->start(*parts_->diagnostics);
  for (const Diagnostic& diagnostic : parts_->diagnostics->all())
    if (!good) UNSCOPED_INFO(render(diagnostic, false));
  REQUIRE(good);
}

void Simulated::step() {
  start();
  simulation_->step();
  if (simulation_->stop()) FAIL(simulation_->stop()->message);
}

Simulated& Simulated::run(double seconds) {
  start();
  for (std::int64_t n = simulation_->clock().steps_in(seconds * 1000); n > 0; --n) step();
  return *this;
}

void Simulated::require_before(double limit) const {
  INFO("at " << time() << " s");
  REQUIRE(time() <= limit);
}

double Simulated::time() const { return simulation_->clock().time(); }
double Simulated::dt() const { return simulation_->clock().dt(); }

const Solid& Simulated::solid(const std::string& path) {
  start();
  const Solid* solid = simulation_->scene().find_solid(path);
  INFO("solid " << path);
  REQUIRE(solid);
  return *solid;
}

std::vector<Diagnostic> Simulated::take_diagnostics() {
  parts_->diagnostics_taken = true;
  return parts_->diagnostics->sorted();
}

std::vector<std::string> Simulated::take_warnings() { return std::exchange(parts_->log.warnings, {}); }

}  // namespace lightsout
