// What edits of a running world cost, in process and without a controller: the tree, its door, and the scene that
// follows. The best of some rounds each.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <string>
#include <vector>

#include "engine/simulation.h"
#include "world_format/load.h"

using namespace lightsout;
using SteadyClock = std::chrono::steady_clock;

namespace {

struct NoControllers final : ControllerHost {
  std::unique_ptr<ControllerLink> open(const ControllerDescription&, std::size_t) override { return nullptr; }
};

struct SilentLog final : Log {
  void write(LogLevel, std::string_view, std::string_view) override {}
  void controller_line(std::string_view, bool, std::string_view) override {}
};

// A hundred balls that float one from another.
struct Balls {
  Balls() {
    std::string text = "#VRML_SIM R2025a utf8\nWorldInfo { gravity 0 basicTimeStep 8 }\n";
    for (int i = 0; i < 100; ++i)
      text += fmt::format(
          "DEF B{0} Solid {{ name \"b{0}\" translation {0} 0 0 boundingObject Sphere {{ radius 0.1 }} physics Physics "
          "{{ }} }}\n",
          i);
    Diagnostics diagnostics;
    simulation = std::make_unique<Simulation>(load_world_text(text, "balls", {}, diagnostics), SimulationOptions{},
                                              host, hooks, log);
    simulation->start(diagnostics);
  }
  NoControllers host;
  Hooks hooks;
  SilentLog log;
  std::unique_ptr<Simulation> simulation;
};

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
  Balls balls;
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
}
