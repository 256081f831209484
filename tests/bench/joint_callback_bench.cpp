// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a joint callback costs above the dynamics pass in which it is called: nanoseconds of processor time and
// allocations per call, for the sample PID in C++ and in Lua and for a law that does nothing, beside the pass itself.
// All that happens for a callback counts: inputs, the call, outputs into ODE.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "engine/simulation.h"
#include "engine/simulation_options.h"
#include "plugins/host/laws/joint_callbacks.h"
#include "tests/support/alone.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

namespace {
std::size_t allocations = 0;
}

// Not inlined: GCC 12 would see malloc paired with delete and warn.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size ? size : 1)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

using namespace lightsout;

namespace {

constexpr int joint_count = 50;

// Pendulums of their own, each on a hinge of the world.
std::string pendulums() {
  std::string text = "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 5 physicsDisableTime 0 }\n";
  for (int i = 0; i < joint_count; ++i)
    text += fmt::format(
        "Solid {{ name \"stand{0}\" translation {0} 0 0 children DEF J{0} HingeJoint {{ jointParameters "
        "HingeJointParameters {{ axis 0 1 0 }} endPoint Solid {{ name \"bob\" translation 0 0 -0.5 boundingObject "
        "Sphere "
        "{{ radius 0.1 }} physics Physics {{ density -1 mass 1 }} }} }} }}\n",
        i);
  return text;
}

double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

template <class Run>
double best_nanoseconds(int rounds, int calls, Run run) {
  double best = 1e30;
  for (int round = 0; round < rounds; ++round) {
    const double begin = cpu_seconds();
    for (int i = 0; i < calls; ++i) run();
    best = std::min(best, (cpu_seconds() - begin) / calls * 1e9);
  }
  return best;
}

void measure(const char* name, const std::string& lua, const std::string& library, const std::string& function,
             double limit_ns) {
  std::vector<JointBinding> bindings;
  for (int i = 0; i < joint_count && !(lua.empty() && library.empty()); ++i) {
    JointBinding binding;
    binding.joint = fmt::format("J{}", i);
    binding.lua = lua;
    binding.library = library;
    binding.function = function;
    if (function != "nothing") binding.parameters = {{"PID_P", 0.02}, {"PID_I", 0.001}, {"PID_D", 0.00001}};
    binding.target.source = JointTarget::Source::Constant;
    binding.target.position = 0.5;
    binding.place = "bench";
    bindings.push_back(std::move(binding));
  }
  Diagnostics diagnostics;
  NoControllers host;
  ErrorLog log;
  JointCallbacks callbacks(bindings, 60, LawFiles(), log);
  Simulation simulation(load_world_text(pendulums(), "bench.wbt", {}, diagnostics), {}, host, callbacks, log);
  if (!simulation.start(diagnostics)) {
    fmt::print(stderr, "{}: the world does not start\n", name);
    return;
  }
  for (int i = 0; i < 100; ++i) simulation.step();
  if (simulation.stop()) {
    fmt::print(stderr, "{}: {}\n", name, simulation.stop()->message);
    return;
  }
  const double pass = best_nanoseconds(20, 100, [&] { simulation.step(); });
  if (bindings.empty()) {
    fmt::print("{:24} {:8.0f}\n", name, pass / joint_count);
    return;
  }
  const std::size_t before = allocations;
  const int rounds = 20, calls = 200;
  const double call = best_nanoseconds(rounds, calls, [&] { callbacks.before_physics(simulation); }) / joint_count;
  fmt::print("{:24} {:8.0f} {:10.1f} {:8.0f} {:12.3f}\n", name, pass / joint_count, call, limit_ns,
             static_cast<double>(allocations - before) / (double(rounds) * calls * joint_count));
}

}  // namespace

int main() {
  const std::string pid = LIGHTSOUT_SOURCE_DIR "/plugins/joint_callbacks/pid/pid.lua";
  fmt::print("{} joints                pass, ns   call, ns    limit  allocations\n", joint_count);
  fmt::print("                         per joint   per joint            per call\n");
  measure("no callback", "", "", "", 0);
  measure("C++, nothing", "", LIGHTSOUT_BENCH_LAW, "nothing", 150);
  measure("C++, PID", "", LIGHTSOUT_BENCH_LAW, "pid", 150);
  measure("Lua, PID", pid, "", "", 1500);
}
