// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A dense linear complementarity problem with bounds and ODE's rules: S x = d + w, and of each row w = 0 and
// low <= x <= high, or x = low and w >= 0, or x = high and w <= 0. Bounds of a row with a findex are multiplied by the
// force of that row, as it is without all such rows.
//
// Which rows are at a bound is guessed first: those whose expected force is beyond it, then those that are where they
// may not be change sides (block pivots: Judice and Pires, A block principal pivoting algorithm for large-scale
// strictly monotone linear complementarity problems, 1994), or one by one where that goes round in circles. That mostly
// ends after a few rounds; where it does not, as of a matrix that is all but singular, Dantzig's algorithm finds them
// (Cottle and Dantzig, Complementary pivot theory of mathematical programming, 1968; Baraff, Fast contact force
// computation for nonpenetrating rigid bodies, 1994). The forces are computed of the matrix and that set, so that their
// bits do not tell by which way it was found.
#pragma once

#include <vector>

#include "engine/solver/kernels.h"
#include "engine/solver/scratch.h"

namespace lightsout {

class BoundedProblem {
 public:
  struct Row {
    double low, high;  // low <= 0 <= high
    int findex;        // of the row whose force multiplies the bounds, or -1
    double expected;   // force, where the guess begins
  };
  // The rows are then filled in: `first` rows without a findex, then the others.
  void begin(int size, int first);
  Row& row(int i) { return rows_[i]; }
  // All rows without a findex, then (`solve_rest`) the others; false if no solution was found. The matrix stays where
  // it is, in rows that begin `stride` numbers apart, which is even.
  bool solve_first(const double* matrix, int stride, const double* rhs);
  bool has_rest() const { return first_rest_ < size_; }
  bool solve_rest();
  // Those of rows that have not had their turn are zero.
  const double* forces() const { return forces_.get(); }
  // How many sets of free rows were tried, since `begin`.
  int rounds() const { return rounds_; }

 private:
  enum class Place : unsigned char { Waits, Free, Low, High };
  struct Move {
    int row;
    Place to;
    double gain;  // how far it is beyond its bound, or the work that its force does when it alone becomes free, doubled
  };
  // What a step along a row's force meets first: a row, and where it goes from there.
  struct Event {
    double way;
    int row;
    Place to;
  };
  // Rows from `begin` to before `end` have their turn; those before them have had theirs.
  bool solve(int begin, int end);
  // Forces and w of all rows before `end`, of their places; false if the free ones depend on each other.
  bool find_forces(int end);
  bool solve_free(int end);
  bool guess(int end);
  // Rows that may not be where they are, and where they are to go; what is free within rounding is put within bounds.
  void find_wrong(int end);

  bool take_turns(int begin, int end);
  bool prepare_tableau(int begin);
  bool drive(int i);
  Event next_event(int i, double direction) const;
  void advance(int i, double direction, double way);
  bool pivot(int row);
  void read_column(int row);
  const double* line(int i) const { return matrix_ + std::size_t(i) * stride_; }
  double* swept(int i) { return tableau_.get() + std::size_t(i) * width_; }

  const Kernels* kernels_ = &kernels();
  int size_ = 0, width_ = 0, first_rest_ = 0, pivots_left_ = 0, rounds_ = 0;
  const double *matrix_ = nullptr, *rhs_ = nullptr;
  int stride_ = 0;
  std::vector<Row> rows_;
  std::vector<Place> place_, place_before_;
  std::vector<char> is_swept_;   // in the tableau; empty: there is none
  Scratch<int> free_, pushing_;  // rows that are free, and those at a bound that is not zero
  std::vector<Move> wrong_;
  Scratch<double> tableau_, column_, low_, high_, x_, w_, factor_, least_, inverse_, solution_, forces_;
};

}  // namespace lightsout
