// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What one controller step costs: readings out, turn over, the controller's loop, turn back, commands in. The engine's
// side is this program, without a simulation. Prints a table in microseconds per controller and step, and how busy the
// machine was. The rows of bare processes say what the machine itself takes for handing a turn over and back: by the
// same futexes, with nothing else said or done.
#include <fmt/format.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <new>
#include <span>

#include "controllers/host/processes/bell.h"
#include "tests/controllers/engine_side.h"

using namespace lightsout;
using namespace lightsout::testing;

namespace {

// A project whose controller is built from its source.
std::filesystem::path project() {
  const std::filesystem::path root = test_project().parent_path() / "bench_project";
  std::filesystem::create_directories(root / "controllers" / "paces");
  std::filesystem::copy_file(
      std::filesystem::path(LIGHTSOUT_SOURCE_DIR) / "tests" / "controllers" / "paces" / "paces.c",
      root / "controllers" / "paces" / "paces.c", std::filesystem::copy_options::update_existing);
  return root;
}

double cpu_seconds(int who) {
  rusage usage{};
  ::getrusage(who, &usage);
  const auto seconds = [](timeval t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

long sleeps() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_nvcsw;
}

// All controllers have the turn, as in Simulation::exchange_with_controllers.
void step_all(std::vector<std::unique_ptr<EngineSide>>& sides) {
  for (auto& side : sides) {
    side->robot->time_s += 0.008;
    side->distance->sensor.values[0] = side->robot->time_s;
    ++side->distance->sensor.count;
    side->block()->answer = LO_ANSWER_STEPPED;
    side->link().hand_turn();
  }
  for (auto& side : sides)
    if (side->link().wait_turn().kind != TurnEnd::Kind::Step) std::abort();
}

// Prints a row of 20 batches, after a warm-up.
template <class StepAll>
void time_steps(std::string_view how, int count, int thinking_us, int steps, StepAll step_all) {
  for (int i = 0; i < steps / 4; ++i) step_all();
  std::vector<double> batches;  // microseconds per controller and step
  const long sleeps_before = sleeps();
  const double cpu_before = cpu_seconds(RUSAGE_SELF);
  const auto all_begin = std::chrono::steady_clock::now();
  for (int batch = 0; batch < 20; ++batch) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < steps / 20; ++i) step_all();
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
    batches.push_back(took.count() / (steps / 20) / count);
  }
  const std::chrono::duration<double> all = std::chrono::steady_clock::now() - all_begin;
  std::sort(batches.begin(), batches.end());
  fmt::print("{:>10} {:>11} {:>12} {:>10.2f} {:>10.2f} {:>10.2f} {:>12.0f}% {:>10.1f}\n", how, count, thinking_us,
             batches.front(), batches[batches.size() / 2], batches.back(),
             100 * (cpu_seconds(RUSAGE_SELF) - cpu_before) / all.count(),
             static_cast<double>(sleeps() - sleeps_before) / steps);
}

// Processes on this one's processor, where placement puts controllers that do not think long.
void measure_bare(int count, int steps) {
  struct alignas(64) Block {
    lo_block block;
  };
  const std::size_t size = std::size_t(count) * sizeof(Block);
  void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) std::abort();
  const std::span blocks(static_cast<Block*>(memory), std::size_t(count));
  const auto bell = Bell::create().value();
  std::vector<Seat> seats;
  for (int i = 0; i < count; ++i) seats.push_back(Seat::take(*bell).value());
  cpu_set_t before, here;
  ::sched_getaffinity(0, sizeof before, &before);
  CPU_ZERO(&here);
  CPU_SET(::sched_getcpu(), &here);
  ::sched_setaffinity(0, sizeof here, &here);
  for (int i = 0; i < count; ++i) {
    if (::fork() != 0) continue;
    lo_block& block = blocks[std::size_t(i)].block;
    for (;;) {
      lo_wait_as_controller(&block, seats[std::size_t(i)].on_bell(), nullptr);
      if (block.answer == LO_ANSWER_TERMINATE) ::_exit(0);
      lo_give_engine(&block);
    }
  }
  const auto give_all = [&] {
    for (int i = 0; i < count; ++i) seats[std::size_t(i)].give_turn(blocks[std::size_t(i)].block);
    bell->ring();
  };
  time_steps("bare", count, 0, steps, [&] {
    give_all();
    for (Block& b : blocks)
      while (__atomic_load_n(&b.block.turn, __ATOMIC_ACQUIRE) == LO_TURN_CONTROLLER)
        lo_sleep_as_engine(&b.block, nullptr);
  });
  for (Block& b : blocks) b.block.answer = LO_ANSWER_TERMINATE;
  give_all();
  while (::wait(nullptr) > 0) {
  }
  ::sched_setaffinity(0, sizeof before, &before);
  ::munmap(memory, size);
}

// A short run from its start: milliseconds per step of all controllers, before and after they are placed.
void measure_start(int count, int thinking_us, int turns) {
  for (int turn = 0; turn < turns; ++turn) {
    CollectingLog log;
    HostOptions options;
    options.prefix = build_prefix();
    const auto host = make_process_host(options, log);
    std::vector<std::unique_ptr<EngineSide>> sides;
    for (int i = 0; i < count; ++i) {
      sides.push_back(
          std::make_unique<EngineSide>(*host, "paces", std::vector{std::to_string(thinking_us)}, test_project()));
      sides.back()->start();
    }
    for (auto& side : sides) side->wait();
    double of_first = 0, of_others = 0, worst = 0;
    constexpr int first = 4, others = 60;
    for (int i = 0; i < first + others; ++i) {
      const auto begin = std::chrono::steady_clock::now();
      step_all(sides);
      const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
      (i < first ? of_first : of_others) += took.count();
      if (i >= first) worst = std::max(worst, took.count());
    }
    fmt::print("{:>11} {:>12} {:>14.2f} {:>16.2f} {:>10.2f}\n", count, thinking_us, of_first / first,
               of_others / others, worst);
  }
}

void measure(int count, int thinking_us, int steps, bool in_process = false) {
  CollectingLog log;
  HostOptions options;
  options.prefix = build_prefix();
  std::unique_ptr<ControllerHost> host;
  if (in_process) {
    auto made = make_in_process_host(options, log);
    if (!made) {
      fmt::print(stderr, "{}\n", made.error());
      std::exit(1);
    }
    host = std::move(*made);
  } else {
    host = make_process_host(options, log);
  }
  std::vector<std::unique_ptr<EngineSide>> sides;
  for (int i = 0; i < count; ++i) {
    sides.push_back(std::make_unique<EngineSide>(*host, "paces", std::vector{std::to_string(thinking_us)},
                                                 in_process ? project() : test_project()));
    sides.back()->start();
  }
  for (auto& side : sides) side->wait();
  time_steps(in_process ? "in process" : "processes", count, thinking_us, steps, [&] { step_all(sides); });
}

}  // namespace

int main() {
  fmt::print("short runs from their start, milliseconds per step of all controllers\n");
  fmt::print("{:>11} {:>12} {:>14} {:>16} {:>10}\n", "controllers", "thinking, us", "first 4 steps", "the 60 others",
             "worst");
  measure_start(8, 2000, 3);
  measure_start(8, 50, 3);
  fmt::print("\nround trip of a controller step, microseconds per controller\n");
  fmt::print("{:>10} {:>11} {:>12} {:>10} {:>10} {:>10} {:>13} {:>10}\n", "", "controllers", "thinking, us", "best",
             "median", "worst", "engine's CPU", "its sleeps");
  measure_bare(1, 40000);
  measure_bare(100, 1000);
  measure(1, 0, 40000);
  measure(2, 0, 20000);
  measure(10, 0, 4000);
  measure(100, 0, 1000);
  measure(1, 0, 1000000, true);
  measure(100, 0, 10000, true);
  measure(1000, 0, 1000, true);
  measure(1, 100, 4000);
  measure(2, 1000, 400);
  measure(2, 5000, 200);
}
