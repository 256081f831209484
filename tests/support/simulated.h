// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Simulates in one line, in this process and without controllers:
// `Simulated("worlds/stack.wbt").run(5).solid("BOX_1")`. Any diagnostic, and any warning or error of the engine, that
// the test does not take fails it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/controller_end.h"
#include "engine/robots/exchange/controller_link.h"
#include "engine/scene/scene.h"
#include "engine/simulation.h"
#include "engine/simulation_options.h"
#include "engine/stage/hooks.h"
#include "engine/stage/stage_options.h"
#include "engine/state/clock.h"
#include "engine/stop.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

class Simulated {
 public:
  // A file of the source tree, by its path from the root.
  explicit Simulated(const std::string& world, SimulationOptions options = {});
  // A world given as text.
  static Simulated from_text(std::string text, SimulationOptions options = {});
  Simulated(Simulated&&) noexcept;
  Simulated& operator=(Simulated&&) noexcept;
  ~Simulated();

  // Further simulated seconds. Fails the test if the run stops before.
  Simulated& run(double seconds);
  // Steps up to and including the first after which `condition` holds; fails the test after `limit` simulated seconds.
  template <class Condition>
  Simulated& run_until(Condition condition, double limit) {
    const double end = time() + limit;
    do {
      step();
      require_before(end);
    } while (!condition());
    return *this;
  }
  // Building the scene is part of the first step, or of the first look at a solid.
  void start();
  void step();

  double time() const;
  double dt() const;
  // By DEF path or path; fails the test if there is none.
  const Solid& solid(const std::string& path);
  Simulation& simulation() { return *simulation_; }
  // What was found in the world; the test then vouches for it.
  std::vector<Diagnostic> take_diagnostics();
  // Warnings and errors of the engine so far; the test then vouches for them.
  std::vector<std::string> take_warnings();

 private:
  struct Parts;
  Simulated(std::unique_ptr<World> world, std::unique_ptr<Diagnostics> diagnostics, SimulationOptions options);
  void require_before(double time) const;
  std::unique_ptr<Parts> parts_;
  Simulation* simulation_ = nullptr;
};

}  // namespace lightsout
