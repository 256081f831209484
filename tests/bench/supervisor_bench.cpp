// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What edits of a running world cost: without a controller (the tree, its door, and the scene that follows), and by a
// C controller, as a process and in process. The best of some rounds each.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "controllers/host/host.h"
#include "engine/controller_end.h"
#include "engine/simulation.h"
#include "engine/simulation_options.h"
#include "engine/stage/hooks.h"
#include "engine/stage/stage.h"
#include "tests/support/alone.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;
using SteadyClock = std::chrono::steady_clock;

namespace {

struct LastLine final : SilentLog {
  void controller_line(std::string_view, bool, std::string_view text) override { line = text; }
  std::string line;
};

std::string balls() {
  std::string text = "#VRML_SIM R2025a utf8\nWorldInfo { gravity 0 basicTimeStep 8 }\n";
  for (int i = 0; i < 100; ++i)
    text += fmt::format(
        "DEF B{0} Solid {{ name \"b{0}\" translation {0} 0 0 boundingObject Sphere {{ radius 0.1 }} physics Physics "
        "{{ }} }}\n",
        i);
  return text;
}

// A hundred balls that float one from another.
struct Balls {
  explicit Balls(ControllerHost& host, const std::string& more = {}, const std::string& path = "balls") {
    Diagnostics diagnostics;
    simulation = std::make_unique<Simulation>(load_world_text(balls() + more, path, {}, diagnostics),
                                              SimulationOptions{}, host, hooks, log);
    simulation->start(diagnostics);
  }
  Hooks hooks;
  LastLine log;
  std::unique_ptr<Simulation> simulation;
};

// A project whose controller is built from its source.
std::filesystem::path project() {
  const std::filesystem::path root = std::filesystem::path(LIGHTSOUT_BUILD_DIR) / "tests/bench_project";
  std::filesystem::create_directories(root / "controllers/fetches");
  std::filesystem::copy_file(std::filesystem::path(LIGHTSOUT_SOURCE_DIR) / "tests/controllers/fetches/fetches.c",
                             root / "controllers/fetches/fetches.c", std::filesystem::copy_options::update_existing);
  return root;
}

// `log`: the host's.
void measure_controller(ControllerHost& host, const LastLine& log, std::string_view label) {
  Balls balls(host, "Robot { supervisor TRUE controller \"fetches\" }\n", (project() / "worlds/balls.wbt").string());
  while (!balls.simulation->stop()) balls.simulation->step();
  balls.simulation->finish();  // all that it printed is here
  double get = 0, step = 0, set = 0;
  if (std::sscanf(log.line.c_str(), "%lf %lf %lf", &get, &step, &set) != 3) std::abort();
  fmt::print("{:<14}field get     {:8.2f} us\n{:<14}step          {:8.1f} us\n{:<14}100 sets, beyond it {:.1f} us\n",
             label, get, "", step, "", set - step);
}

// Microseconds of the fastest of `rounds` calls.
template <class Work>
double fastest(int rounds, Work work) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < rounds; ++i) {
    const auto start = SteadyClock::now();
    work();
    best = std::min(best, std::chrono::duration<double, std::micro>(SteadyClock::now() - start).count());
  }
  return best;
}

}  // namespace

int main() {
  NoControllers nobody;
  Balls balls(nobody);
  Simulation& simulation = *balls.simulation;
  World& world = simulation.world();
  const double step = fastest(300, [&] { simulation.step(); });
  std::vector<Node*> nodes;
  for (int i = 0; i < 100; ++i) nodes.push_back(world.find_def(fmt::format("B{}", i)));
  const FieldIndex translation = nodes[0]->type().find("translation");
  double y = 0;
  const double moved = fastest(300, [&] {
    y += 1e-3;
    for (int i = 0; i < 100; ++i) world.set(*nodes[std::size_t(i)], translation, Value(Vec3{double(i), y, 0}));
    simulation.step();
  });
  const double reset = fastest(50, [&] { simulation.reset(); });
  fmt::print("step of 100 bodies          {:8.1f} us\n", step);
  fmt::print("100 translations, beyond it {:8.1f} us\n", moved - step);
  fmt::print("reset of 100 bodies         {:8.1f} us, {:.1f} steps\n", reset, reset / step);

  world.extern_protos.push_back({"E-puck", "webots://projects/robots/gctronic/e-puck/protos/E-puck.proto", true, {}});
  double first = 0;
  int imports = 0;
  const auto import = [&] {
    Diagnostics diagnostics;
    MFNode made = load_nodes("E-puck { translation 0 5 0 }", world, nullptr, no_field, diagnostics);
    imports += int(made.size());
  };
  first = fastest(1, import);
  fmt::print("reading an E-puck           {:8.1f} us, the first {:.1f} us ({} read)\n", fastest(50, import), first,
             imports);

  HostOptions options;
  options.prefix = LIGHTSOUT_BUILD_DIR "/lib/lightsout";
  LastLine log;
  measure_controller(*make_process_host(options, log), log, "process");
  if (auto host = make_in_process_host(options, log)) measure_controller(**host, log, "in process");
}
