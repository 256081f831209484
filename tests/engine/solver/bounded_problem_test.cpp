// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The dense problem by itself: which rows end at a bound, in which order they are tried, and that neither that order
// nor what was expected is to be seen in the forces.
#include "engine/solver/bounded_problem.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

using namespace lightsout;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Posed {
  int size, stride;
  std::vector<double> matrix, rhs;
  std::vector<BoundedProblem::Row> rows;
  double& at(int i, int k) { return matrix[std::size_t(i) * stride + k]; }
};

// Rows that have nothing to do with each other.
Posed diagonal(int size, double low, double high) {
  Posed posed{size, size + size % 2, {}, std::vector<double>(size), {}};
  posed.matrix.assign(std::size_t(posed.stride) * size, 0);
  for (int i = 0; i < size; ++i) {
    posed.at(i, i) = 1;
    posed.rows.push_back({low, high, -1, 0});
  }
  return posed;
}

struct Solved {
  bool is_solved;
  std::vector<double> forces;
  int rounds;
};

Solved solved(const Posed& posed, int first) {
  BoundedProblem problem;
  problem.begin(posed.size, first);
  for (int i = 0; i < posed.size; ++i) problem.row(i) = posed.rows[i];
  bool is_solved = problem.solve_first(posed.matrix.data(), posed.stride, posed.rhs.data());
  if (is_solved && problem.has_rest()) is_solved = problem.solve_rest();
  return {is_solved, {problem.forces(), problem.forces() + posed.size}, problem.rounds()};
}

// Contacts of a body of few directions, with friction: the more contacts there are, the more of them say the same.
Posed contacts(int count, std::mt19937& random) {
  constexpr int directions = 6;
  std::normal_distribution<double> number;
  const int size = 3 * count;
  Posed posed{size, size + size % 2, {}, {}, {}};
  posed.matrix.assign(std::size_t(posed.stride) * size, 0);
  std::vector<double> jacobian(std::size_t(size) * directions);
  for (double& entry : jacobian) entry = number(random);
  for (int i = 0; i < size; ++i) {
    for (int k = 0; k < size; ++k)
      for (int d = 0; d < directions; ++d)
        posed.at(i, k) += jacobian[i * directions + d] * jacobian[k * directions + d];
    posed.at(i, i) += 1e-3;
    posed.rhs.push_back(number(random) + (i < count ? 1 : 0));
    posed.rows.push_back(i < count ? BoundedProblem::Row{0, infinity, -1, 0}
                                   : BoundedProblem::Row{-0.7, 0.7, (i - count) / 2, 0});
  }
  return posed;
}

}  // namespace

// A row's force would be 2 and more, and may be 1. One goes to its bound in each round, and the last round finds all as
// they may be.
TEST_CASE("Rows that are beyond their bounds go there one in a round") {
  Posed posed = diagonal(5, -1, 1);
  posed.rhs = {3, -2, 5, -4, 0.5};
  const Solved result = solved(posed, 5);
  CHECK(result.is_solved);
  CHECK(result.forces == std::vector<double>{1, -1, 1, -1, 0.5});
  CHECK(result.rounds == 5);
}

TEST_CASE("Rows that were expected at their bounds and are free become so two in a round") {
  Posed posed = diagonal(4, -1, 1);
  posed.rhs = {0.25, -0.5, 0.75, 0};
  for (BoundedProblem::Row& row : posed.rows) row.expected = 99;
  const Solved result = solved(posed, 4);
  CHECK(result.is_solved);
  CHECK(result.forces == posed.rhs);
  CHECK(result.rounds == 3);
}

TEST_CASE("One row goes to its bound and two become free in the same round") {
  Posed posed = diagonal(5, -1, 1);
  posed.rhs = {0.25, -0.5, 2, 3, 0.5};
  posed.rows[0].expected = posed.rows[1].expected = posed.rows[4].expected = -99;
  const Solved result = solved(posed, 5);
  CHECK(result.forces == std::vector<double>{0.25, -0.5, 1, 1, 0.5});
  CHECK(result.rounds == 3);
}

// Those that were expected twice beyond their bounds begin as free ones, and are so in the end.
TEST_CASE("Rows that are expected a bit beyond their bounds begin between them") {
  Posed posed = diagonal(4, -1, 1);
  posed.rhs = {0.25, -0.5, 0.75, 0};
  for (int i = 0; i < 4; ++i) posed.rows[i].expected = i % 2 ? 2 : -2;
  const Solved result = solved(posed, 4);
  CHECK(result.forces == posed.rhs);
  CHECK(result.rounds == 1);
}

TEST_CASE("The row that is farthest beyond its bound goes first, which may let the others be free") {
  // Both hold the same, the second is pushed as well: 1.001 x + y = 1, x + 1.001 y = 5. Alone, x = (1 - 2) / 1.001.
  Posed posed = diagonal(2, -2, 2);
  posed.at(0, 0) = posed.at(1, 1) = 1.001;
  posed.at(0, 1) = posed.at(1, 0) = 1;
  posed.rhs = {1, 5};
  const Solved result = solved(posed, 2);
  CHECK(result.forces[1] == 2);
  CHECK(result.forces[0] == Approx(-1 / 1.001).epsilon(1e-12));
}

TEST_CASE("Rows that are expected where they are are found in one round") {
  Posed posed = diagonal(6, -1, 1);
  posed.rhs = {3, -2, 5, -4, 0.5, 0};
  for (int i = 0; i < 6; ++i) posed.rows[i].expected = 100 * posed.rhs[i];
  posed.rows[4].expected = posed.rhs[4];
  CHECK(solved(posed, 6).rounds == 1);
}

TEST_CASE("Where many rows are wrong all change at once") {
  Posed posed = diagonal(60, -1, 1);
  for (double& rhs : posed.rhs) rhs = 2;
  const Solved result = solved(posed, 60);
  CHECK(result.is_solved);
  CHECK(result.rounds == 2);
}

// The matrix is positive definite: there is one solution.
TEST_CASE("What is expected is not to be seen in the forces") {
  std::mt19937 random(11);
  std::normal_distribution<double> number;
  int compared = 0;
  for (int turn = 0; turn < 400; ++turn) {
    const int count = 1 + turn % 12;
    Posed posed = contacts(count, random);
    const Solved plain = solved(posed, count);
    if (!plain.is_solved) continue;
    for (int other = 0; other < 4; ++other) {
      for (BoundedProblem::Row& row : posed.rows)
        row.expected = other == 3 ? (number(random) > 0 ? infinity : -infinity) : 20 * number(random);
      const Solved result = solved(posed, count);
      CAPTURE(turn, other);
      REQUIRE(result.is_solved);
      // Of bits, but for the sign of nothing.
      CHECK(result.forces == plain.forces);
    }
    ++compared;
  }
  CHECK(compared > 350);
}

TEST_CASE("Forces hold what the problem demands") {
  std::mt19937 random(3);
  for (int turn = 0; turn < 400; ++turn) {
    const int count = 1 + turn % 12;
    Posed posed = contacts(count, random);
    // Friction's bounds are those of the forces without any.
    Posed normals = posed;
    normals.size = count;
    normals.rows.resize(count);
    const Solved without = solved(normals, count), result = solved(posed, count);
    if (!result.is_solved || !without.is_solved) continue;
    CAPTURE(turn);
    for (int i = 0; i < posed.size; ++i) {
      const BoundedProblem::Row& row = posed.rows[i];
      const double scale = row.findex < 0 ? 1 : without.forces[row.findex];
      const double low = row.low * scale, high = row.findex < 0 ? row.high : row.high * scale, x = result.forces[i];
      double w = -posed.rhs[i];
      for (int k = 0; k < posed.size; ++k) w += posed.at(i, k) * result.forces[k];
      CHECK(x >= low);
      CHECK(x <= high);
      if (x > low && x < high) CHECK(std::abs(w) < 1e-9);
      if (x == low && low < high) CHECK(w > -1e-9);
      if (x == high && low < high) CHECK(w < 1e-9);
    }
  }
}
