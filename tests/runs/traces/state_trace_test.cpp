// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/traces/state_trace.h"

#include <catch2/catch.hpp>

#include "engine/bodies/solid.h"
#include "tests/support/simulated.h"

using namespace lightsout;

namespace {

// Two balls fall; the first has been at it for `steps` when the trace ends.
StateTrace trace_of(const std::string& world, int steps, std::uint64_t capacity = StateTrace::default_capacity) {
  auto trace = StateTrace::create(capacity);
  REQUIRE(trace);
  Simulated reference(world);
  reference.start();
  REQUIRE(trace->append(reference.simulation()));
  for (int i = 0; i < steps; ++i) {
    reference.step();
    REQUIRE(trace->append(reference.simulation()));
  }
  REQUIRE(trace->rewind());
  return std::move(*trace);
}

}  // namespace

TEST_CASE("A trace finds a second run equal, and says when it goes on for longer") {
  StateTrace trace = trace_of("worlds/bouncing_ball.wbt", 5);
  for (int run = 2; run <= 3; ++run) {
    REQUIRE(trace.rewind());
    Simulated again("worlds/bouncing_ball.wbt");
    again.start();
    CHECK(trace.compare(again.simulation()) == "");
    for (int i = 0; i < 5; ++i) {
      again.step();
      CHECK(trace.compare(again.simulation()) == "");
    }
    again.step();
    CHECK(trace.compare(again.simulation()).find("before step 6") != std::string::npos);
  }
}

TEST_CASE("A trace names the first step, node and field that differ, with both numbers") {
  StateTrace trace = trace_of("worlds/bouncing_ball.wbt", 5);
  Simulated again("worlds/bouncing_ball.wbt");
  again.start();
  CHECK(trace.compare(again.simulation()) == "");
  again.step();
  CHECK(trace.compare(again.simulation()) == "");
  dBodySetLinearVel(again.solid("DEAD_BALL").body(), 0.25, 0, 0);
  again.step();
  const std::string difference = trace.compare(again.simulation());
  INFO(difference);
  CHECK(difference.find("step 2 ") != std::string::npos);
  CHECK(difference.find("DEAD_BALL") != std::string::npos);
  // Its position has already moved by 0.25 m/s x 1 ms.
  CHECK(difference.find("0.50025") != std::string::npos);
  CHECK(difference.find("0.5 ") != std::string::npos);
}

TEST_CASE("A trace shows counters as whole numbers, and where in all the run is") {
  StateTrace trace = trace_of("worlds/bouncing_ball.wbt", 5);
  Simulated again("worlds/bouncing_ball.wbt");
  again.start();
  CHECK(trace.compare(again.simulation()) == "");
  again.step();
  again.step();
  CHECK(trace.compare(again.simulation()) == "at step 2 (0.002 s): clock, step: 1 in the first run, 2 here");
  // As after a reload in one of the runs: the clock is set back.
  again.simulation().reset();
  CHECK(trace.compare(again.simulation()) ==
        "at step 0 (0 s), 2 steps in all: clock, step: 2 in the first run, 0 here");
}

TEST_CASE("Beyond its capacity a trace still finds the step that differs") {
  StateTrace trace = trace_of("worlds/bouncing_ball.wbt", 5, 100);
  Simulated again("worlds/bouncing_ball.wbt");
  again.start();
  CHECK(trace.compare(again.simulation()) == "");
  dBodySetLinearVel(again.solid("BALL").body(), 1, 0, 0);
  again.step();
  CHECK(trace.compare(again.simulation()).find("step 1 ") != std::string::npos);
}
