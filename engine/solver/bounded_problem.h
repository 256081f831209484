// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A dense linear complementarity problem with bounds and ODE's rules: S x = d + w, and of each row w = 0 and
// low <= x <= high, or x = low and w >= 0, or x = high and w <= 0. Bounds of a row with a findex are multiplied by the
// force of that row, as it is without all such rows.
//
// Which rows are at a bound is guessed first: all are free, then those that are where they may not be change sides at
// once (block pivots: Judice and Pires, A block principal pivoting algorithm for large-scale strictly monotone linear
// complementarity problems, 1994). That mostly ends after a round or two, and may go round in circles: then Dantzig's
// algorithm finds them one by one (Cottle and Dantzig, Complementary pivot theory of mathematical programming, 1968;
// Baraff, Fast contact force computation for nonpenetrating rigid bodies, 1994). The forces are computed of the matrix
// and that set, so that their bits do not tell by which way it was found.
#pragma once

#include <vector>

#include "engine/solver/scratch.h"

namespace lightsout {

class BoundedProblem {
 public:
  struct Row {
    double low, high;  // low <= 0 <= high
    int findex;        // of the row whose force multiplies the bounds, or -1
  };
  // The rows are then filled in.
  void begin(int size);
  Row& row(int i) { return rows_[i]; }
  // First all rows without a findex, then the others; false if no solution was found. Of the matrix the lower triangle
  // is read, in rows that begin `stride` numbers apart.
  bool solve_first(const double* matrix, int stride, const double* rhs);
  bool has_rest() const { return first_rest_ < size_; }
  bool solve_rest();
  // Those of rows that have not had their turn are zero.
  const double* forces() const { return forces_.get(); }

 private:
  enum class Place : unsigned char { Waits, Free, Low, High };
  // What a step along a row's force meets first: a row, and where it goes from there.
  struct Event {
    double way;
    int row;
    Place to;
  };
  void order();
  // Rows from `begin` to before `end` have their turn; those before them have had theirs.
  bool solve(int begin, int end);
  // Forces and w of all rows before `end`, of their places; false if the free ones depend on each other.
  bool find_forces(int end);
  bool solve_free(int end);
  bool guess(int end);
  // Moves rows that may not be where they are: their number.
  int move_wrong(int end);

  bool take_turns(int begin, int end);
  bool prepare_tableau(int begin);
  bool drive(int i);
  Event next_event(int i, double direction) const;
  void advance(int i, double direction, double way);
  bool pivot(int row);
  void read_column(int row);
  double* line(Scratch<double>& matrix, int i) { return matrix.get() + std::size_t(i) * width_; }

  int size_ = 0, width_ = 0, first_rest_ = 0, pivots_left_ = 0;
  std::vector<Row> rows_;
  std::vector<int> turn_;  // rows without a findex, rows with one
  // From here on all is in the order of turns.
  std::vector<Place> place_, place_before_;
  std::vector<char> is_swept_;  // in the tableau; empty: there is none
  std::vector<int> free_;
  Scratch<double> matrix_, tableau_, rhs_, column_, low_, high_, x_, w_, factor_, solution_, forces_;
};

}  // namespace lightsout
