// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Islands by the thousand, each stepped by the engine's solver and by ODE's dense one: the same accelerations, and
// forces that solve the problem that the joints pose.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <optional>

#include "engine/ode/ode_context.h"
#include "engine/solver/island_solver.h"
#include "tests/engine/solver/random_island.h"
#include "tests/support/silent_log.h"

using namespace lightsout;

namespace {

constexpr double h = 0.008;

double largest(const std::vector<double>& numbers) {
  double result = 0;
  for (const double number : numbers) result = std::isnan(number) ? INFINITY : std::max(result, std::abs(number));
  return result;
}

std::vector<double> minus(std::vector<double> one, const std::vector<double>& other) {
  for (std::size_t i = 0; i < one.size(); ++i) one[i] -= other[i];
  return one;
}

// How far w = A x - b of the rows is from where the forces allow it, of the largest b. A row's friction bounds are
// those of another problem (BoundedProblem): of it only the direction is looked at.
double residual(IslandRows& rows) {
  std::vector<double> accelerations(rows.bodies().size() * block_size);
  for (const JointRows& joint : rows.joints())
    for (int side = 0; side < 2; ++side)
      for (int r = 0; joint.body[side] >= 0 && r < joint.count; ++r)
        for (int c = 0; c < block_size; ++c)
          accelerations[block_size * joint.body[side] + c] += joint.weighted[side].at[r][c] * joint.force[r];
  double worst = 0, largest_b = 0;
  for (const JointRows& joint : rows.joints())
    for (int r = 0; r < joint.count; ++r) {
      const double x = joint.force[r], low = joint.low_high[r][0], high = joint.low_high[r][1];
      double w = joint.rhs_cfm[r][1] * x - joint.rhs_cfm[r][0];
      for (int side = 0; side < 2; ++side)
        for (int c = 0; joint.body[side] >= 0 && c < block_size; ++c)
          w += joint.jacobian[side].at[r][c] * accelerations[block_size * joint.body[side] + c];
      const bool has_friction = joint.findex[r] >= 0;
      const bool may_be_positive = has_friction ? x <= 0 : x == low,
                 may_be_negative = has_friction ? x >= 0 : x == high;
      const double wrong = (w > 0 && may_be_positive) || (w < 0 && may_be_negative) ? 0 : std::abs(w);
      const double outside = has_friction ? 0 : std::max({low - x, x - high, 0.0});
      worst = std::max({worst, std::isnan(w) ? INFINITY : wrong, outside});
      largest_b = std::max(largest_b, std::abs(joint.rhs_cfm[r][0]));
    }
  return largest_b == 0 ? worst : worst / largest_b;
}

struct Found {
  double off = 0;       // of accelerations, of the largest
  double residual = 0;  // see above
  double feedback = 0;  // off, of the largest
  int sparse = 0;       // islands that were solved along their tree
};

Found compare(const IslandKind& kind, int count) {
  SilentLog log;
  const OdeMessages messages(log);
  Found found;
  IslandSolver solver;
  solver.set_takes(IslandSolver::Takes::AllWithJoints);
  for (int seed = 1; seed <= count; ++seed) {
    RandomIsland one(kind, seed), other(kind, seed);
    const std::vector<double> before = other.velocities();
    other.step(h);
    const auto sparse = solver.counts().sparse;
    {
      const IslandSolver::Stepping stepping(solver);
      one.step(h);
    }
    if (solver.counts().sparse == sparse) continue;
    const double change = std::max(largest(minus(other.velocities(), before)), 0.01);
    found.off = std::max(found.off, largest(minus(one.velocities(), other.velocities())) / change);
    found.residual = std::max(found.residual, residual(solver.rows()));
    found.feedback =
        std::max(found.feedback, largest(minus(one.feedback(), other.feedback())) / largest(other.feedback()));
    ++found.sparse;
  }
  return found;
}

}  // namespace

TEST_CASE("This libode lets the engine solve its islands") {
  SilentLog log;
  const OdeMessages messages(log);
  CHECK(IslandSolver::reason_against() == "");
}

TEST_CASE("Islands of every kind move as ODE's dense solver moves them") {
  struct Case {
    const char* name;
    IslandKind kind;
  };
  const auto [name, kind] = GENERATE(values<Case>({
      {"trees, with motors that are strong enough", {.motors = 0.5}},
      {"motors that are too weak, stops that are hit", {.motors = 0.7, .stops = 0.3, .weak = 0.5}},
      {"loops, and joints that say the same twice", {.loops = 0.5, .motors = 0.7, .stops = 0.2, .weak = 0.3}},
      {"a floor, bodies that touch each other", {.contacts = 0.5, .motors = 0.7, .stops = 0.1, .weak = 0.3}},
      {"friction of every sort, kinematic bodies",
       {.loops = 0.1, .contacts = 1, .motors = 0.7, .stops = 0.2, .weak = 0.3, .kinematic = 0.1, .sticky = true}},
      {"many contacts on few bodies", {.bodies = 6, .contacts = 4, .motors = 0.5}},
      {"joints as stiff as ODE makes them", {.motors = 0.5, .stops = 0.2, .weak = 0.5, .cfm = 1e-10}},
      {"soft ones", {.loops = 0.2, .contacts = 0.5, .motors = 0.5, .weak = 0.5, .cfm = 1e-2}},
      {"large ones", {.bodies = 60, .loops = 0.05, .contacts = 0.3, .motors = 0.8, .weak = 0.1}},
  }));
  CAPTURE(name);
  const Found found = compare(kind, kind.bodies > 20 ? 60 : 500);
  CHECK(found.sparse > (kind.bodies > 20 ? 50 : kind.bodies < 20 ? 300 : 400));
  CHECK(found.off < 1e-9);
  CHECK(found.residual < 1e-9);
}

TEST_CASE("Joints feel the forces that ODE tells, where there is one solution") {
  const Found found = compare({.motors = 0.5, .weak = 0.5}, 500);
  CHECK(found.feedback < 1e-9);
}

// Where joints say the same twice and nothing gives, the forces are anything, and rounding in them moves the bodies.
TEST_CASE("A problem that is all but singular is solved as well as its numbers allow") {
  const Found found = compare({.loops = 0.5, .cfm = 1e-10}, 500);
  CHECK(found.sparse > 400);
  CHECK(found.off < 1e-4);
  CHECK(found.residual < 1e-6);
}

TEST_CASE("What a solver has solved before leaves no trace in the bits") {
  SilentLog log;
  const OdeMessages messages(log);
  const IslandKind kind = {.loops = 0.1, .contacts = 0.5, .motors = 0.7, .stops = 0.2, .weak = 0.3};
  IslandSolver used;
  used.set_takes(IslandSolver::Takes::AllWithJoints);
  for (int seed = 1; seed <= 100; ++seed) {
    RandomIsland one(kind, seed), other(kind, seed);
    IslandSolver fresh;
    fresh.set_takes(IslandSolver::Takes::AllWithJoints);
    for (int step = 0; step < 3; ++step) {
      {
        const IslandSolver::Stepping stepping(used);
        one.step(h);
      }
      const IslandSolver::Stepping stepping(fresh);
      other.step(h);
    }
    CAPTURE(seed);
    CHECK(one.velocities() == other.velocities());
    CHECK(one.poses() == other.poses());
    CHECK(one.feedback() == other.feedback());
  }
}

TEST_CASE("Islands without joints, and small ones, are left to ODE and move in its bits") {
  SilentLog log;
  const OdeMessages messages(log);
  IslandSolver solver, never;
  never.set_takes(IslandSolver::Takes::Nothing);
  const IslandKind small = {.bodies = 2}, any = {.contacts = 0.5, .motors = 0.5};
  for (int seed = 1; seed <= 100; ++seed) {
    for (IslandSolver* chosen : {&solver, &never}) {
      const IslandKind& kind = chosen == &solver ? small : any;
      RandomIsland one(kind, seed), other(kind, seed);
      {
        const IslandSolver::Stepping stepping(*chosen);
        one.step(h);
      }
      other.step(h);
      CHECK(one.velocities() == other.velocities());
    }
  }
  CHECK(solver.counts().sparse == 0);
  CHECK(solver.counts().dense > 50);
  CHECK(never.counts().sparse == 0);
  CHECK(never.counts().dense > 50);
}
