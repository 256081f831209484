// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where controllers are held, by the processor time that they take for a turn: what else the machine does makes no
// difference.
#include "controllers/host/processes/placement.h"

#include <sched.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <csignal>
#include <utility>
#include <vector>

using namespace lightsout;

namespace {

// A process that takes so much processor time for each turn.
class Thinks {
 public:
  explicit Thinks(int thinking_us) : thinking_us_(thinking_us) {
    std::array<int, 2> to{}, from{};
    REQUIRE(::pipe(to.data()) == 0);
    REQUIRE(::pipe(from.data()) == 0);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::close(to[1]);
      serve(to[0], from[1]);
    }
    ::close(to[0]);
    ::close(from[1]);
    to_ = to[1];
    from_ = from[0];
  }
  Thinks(Thinks&& other) noexcept
      : thinking_us_(other.thinking_us_),
        pid_(std::exchange(other.pid_, 0)),
        to_(std::exchange(other.to_, -1)),
        from_(std::exchange(other.from_, -1)) {}
  Thinks& operator=(Thinks&&) = delete;
  ~Thinks() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    ::close(to_);
    ::close(from_);
  }

  pid_t pid() const { return pid_; }
  void give_turn() const { REQUIRE(::write(to_, "x", 1) == 1); }
  void wait() const {
    char byte;
    REQUIRE(::read(from_, &byte, 1) == 1);
  }

 private:
  [[noreturn]] void serve(int turns, int answers) const {
    char byte;
    while (::read(turns, &byte, 1) == 1) {
      for (const auto until = now_us() + thinking_us_; now_us() < until;) {
      }
      if (::write(answers, "x", 1) != 1) break;
    }
    ::_exit(0);
  }
  static double now_us() {
    timespec t{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return double(t.tv_sec) * 1e6 + double(t.tv_nsec) * 1e-3;
  }

  int thinking_us_;
  pid_t pid_ = 0;
  int to_ = -1, from_ = -1;
};

int processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  REQUIRE(::sched_getaffinity(0, sizeof set, &set) == 0);
  return CPU_COUNT(&set);
}

// Where those that think so long are held after so many exchanges.
std::vector<int> places(const std::vector<int>& thinking_us, int exchanges) {
  std::vector<Thinks> all;
  for (const int each : thinking_us) all.emplace_back(each);
  Placement placement;
  std::vector<Placement::Thinker*> thinkers;
  for (const Thinks& one : all) thinkers.push_back(&placement.add(one.pid()));
  for (int i = 0; i < exchanges; ++i) {
    for (std::size_t k = 0; k < all.size(); ++k) {
      placement.handed(*thinkers[k]);
      all[k].give_turn();
    }
    for (const Thinks& one : all) {
      one.wait();
      placement.returned();
    }
  }
  std::vector<int> result;
  for (const Placement::Thinker* one : thinkers) result.push_back(Placement::processor_of(*one));
  return result;
}

}  // namespace

TEST_CASE("Controllers that think long are spread from the fifth exchange on") {
  if (processors() < 2) return;
  CHECK(places({2000, 2000}, 3) == std::vector{-1, -1});
  const std::vector<int> two = places({2000, 2000}, 4);
  CHECK(two[0] >= 0);
  CHECK(two[1] >= 0);
  CHECK(two[0] != two[1]);
}

TEST_CASE("Controllers that think less than a wake-up takes share the engine's processor") {
  if (processors() < 2) return;
  // Their first turns touch fresh memory; the last look is at sixteen.
  const std::vector<int> few = places({0, 0, 0}, 32);
  CHECK(few[0] >= 0);
  CHECK(few == std::vector(3, few[0]));
}

TEST_CASE("A controller that thinks long on its own is held nowhere, and one beside short ones has a processor") {
  if (processors() < 2) return;
  CHECK(places({3000}, 4) == std::vector{-1});
  const std::vector<int> mixed = places({1000, 1000, 0}, 4);
  CHECK(mixed[0] != mixed[1]);
  CHECK(mixed[2] >= 0);
}

TEST_CASE("When placement ends the engine's thread may run where it could before") {
  const int before = processors();
  static_cast<void>(places({0, 0}, 8));
  CHECK(processors() == before);
}
