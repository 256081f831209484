// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/bounded_problem.h"

#include <ode/ode.h>

#include <algorithm>
#include <cmath>

#include "engine/solver/block.h"

namespace lightsout {
namespace {

// By how much a row may be off its bounds, of the largest number of its kind.
constexpr double tolerance = 1e-11;

double dot(const double* a, const double* b, int size) {
  double sums[4] = {};
  int i = 0;
  for (; i + 4 <= size; i += 4)
    for (int k = 0; k < 4; ++k) sums[k] += a[i + k] * b[i + k];
  for (; i < size; ++i) sums[0] += a[i] * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

void BoundedProblem::begin(int size) {
  size_ = size;
  rows_.resize(size);
  turn_.clear();
  place_.assign(size, Place::Waits);
}

void BoundedProblem::order() {
  for (int i = 0; i < size_; ++i)
    if (rows_[i].findex < 0) turn_.push_back(i);
  first_rest_ = int(turn_.size());
  for (int i = 0; i < size_; ++i)
    if (rows_[i].findex >= 0) turn_.push_back(i);
}

bool BoundedProblem::solve_first(const double* matrix, int stride, const double* rhs) {
  order();
  width_ = size_ + size_ % 2;
  for (Scratch<double>* square : {&matrix_, &factor_}) square->take(std::size_t(width_) * size_);
  for (Scratch<double>* list : {&rhs_, &low_, &high_, &x_, &w_, &solution_, &forces_}) list->take(width_);
  for (int i = 0; i < size_; ++i) {
    const int row = turn_[i];
    for (int k = 0; k <= i; ++k)
      line(matrix_, i)[k] = matrix[std::size_t(std::max(row, turn_[k])) * stride + std::min(row, turn_[k])];
    rhs_[i] = rhs[row];
    low_[i] = rows_[row].low;
    high_[i] = rows_[row].high;
    if (!(low_[i] <= 0 && high_[i] >= 0)) return false;
    forces_[i] = 0;
  }
  is_swept_.clear();
  return solve(0, first_rest_);
}

bool BoundedProblem::solve_rest() {
  for (int i = first_rest_; i < size_; ++i) {
    const Row& row = rows_[turn_[i]];
    const double force = forces_[row.findex];
    // No force: no friction, be the coefficient infinite.
    high_[i] = force == 0 ? 0 : std::abs(row.high * force);
    low_[i] = -high_[i];
  }
  return solve(first_rest_, size_);
}

bool BoundedProblem::solve(int begin, int end) {
  place_before_ = place_;
  for (int i = begin; i < end; ++i) place_[i] = low_[i] == 0 && high_[i] == 0 ? Place::Low : Place::Free;
  if (!guess(end)) {
    place_ = place_before_;
    if (!take_turns(begin, end) || !find_forces(end) || move_wrong(end) != 0) return false;
  }
  for (int i = 0; i < end; ++i) forces_[turn_[i]] = x_[i];
  return true;
}

// As long as the number of rows that are wrong sinks.
bool BoundedProblem::guess(int end) {
  for (int fewest = end + 1; find_forces(end);) {
    const int wrong = move_wrong(end);
    if (wrong == 0) return true;
    if (wrong >= fewest) return false;
    fewest = wrong;
  }
  return false;
}

bool BoundedProblem::find_forces(int end) {
  for (int i = 0; i < end; ++i)
    if (place_[i] != Place::Free) x_[i] = place_[i] == Place::Low ? low_[i] : high_[i];
  if (!solve_free(end)) return false;
  for (int i = 0; i < end; ++i) {
    w_[i] = 0;
    if (place_[i] == Place::Free) continue;
    w_[i] = dot(line(matrix_, i), x_.get(), i + 1) - rhs_[i];
    for (int k = i + 1; k < end; ++k) w_[i] += line(matrix_, k)[i] * x_[k];
  }
  return true;
}

int BoundedProblem::move_wrong(int end) {
  double largest_x = 0, largest_d = 0;
  for (int i = 0; i < end; ++i) {
    largest_x = std::max(largest_x, std::abs(x_[i]));
    largest_d = std::max(largest_d, std::abs(rhs_[i]));
  }
  int wrong = 0;
  for (int i = 0; i < end; ++i) {
    Place place = place_[i];
    if (place == Place::Free) {
      if (!(x_[i] >= low_[i] - tolerance * largest_x)) place = Place::Low;
      if (!(x_[i] <= high_[i] + tolerance * largest_x)) place = Place::High;
      if (place == Place::Free) x_[i] = std::clamp(x_[i], low_[i], high_[i]);
    } else if (low_[i] != 0 || high_[i] != 0) {
      if (!((place == Place::Low ? -w_[i] : w_[i]) <= tolerance * largest_d)) place = Place::Free;
    }
    wrong += place != place_[i];
    place_[i] = place;
  }
  return wrong;
}

// The tableau of the places, and forces and w of the rows before `begin`; the others wait.
bool BoundedProblem::prepare_tableau(int begin) {
  if (is_swept_.empty()) {
    is_swept_.assign(size_, false);
    tableau_.take(std::size_t(width_) * size_);
    column_.take(width_);
    for (int i = 0; i < size_; ++i) {
      std::copy_n(line(matrix_, i), i + 1, line(tableau_, i));
      if (i % 2 == 0) line(tableau_, i)[i + 1] = 0;  // `pivot` goes on in pairs
    }
    column_[width_ - 1] = 0;
    pivots_left_ = 20 * size_ + 100;
  }
  for (int i = 0; i < begin; ++i)
    if ((place_[i] == Place::Free) != bool(is_swept_[i]) && !pivot(i)) return false;
  std::fill(x_.get() + begin, x_.get() + size_, 0.0);
  return begin == 0 || find_forces(begin);
}

bool BoundedProblem::take_turns(int begin, int end) {
  if (!prepare_tableau(begin)) return false;
  for (int i = begin; i < end; ++i) {
    w_[i] = dot(line(matrix_, i), x_.get(), i) - rhs_[i];
    if (low_[i] == 0 && w_[i] >= 0) {
      place_[i] = Place::Low;
    } else if (high_[i] == 0 && w_[i] <= 0) {
      place_[i] = Place::High;
    } else if (w_[i] == 0) {
      if (!pivot(i)) return false;
      place_[i] = Place::Free;
    } else if (!drive(i)) {
      return false;
    }
  }
  return true;
}

// Pushes the row's force until it is at a bound or its w is zero, and keeps all rows before it where they may be.
bool BoundedProblem::drive(int i) {
  for (;;) {
    const double direction = w_[i] <= 0 ? 1 : -1;
    read_column(i);
    const Event event = next_event(i, direction);
    if (!std::isfinite(event.way) || --pivots_left_ < 0) return false;
    advance(i, direction, event.way);
    const int row = event.row;
    if (event.to == Place::Low) x_[row] = low_[row];
    if (event.to == Place::High) x_[row] = high_[row];
    if (event.to == Place::Free) w_[row] = 0;
    // The driven row comes to its bound without having been free.
    if ((row != i || event.to == Place::Free) && !pivot(row)) return false;
    place_[row] = event.to;
    if (row == i) return true;
  }
}

// Free rows answer the row's force by -S_FF^-1 S_Fi, the others' w by the Schur complement's entry: the tableau's
// column.
BoundedProblem::Event BoundedProblem::next_event(int i, double direction) const {
  Event first = {-w_[i] / (direction * column_[i]), i, Place::Free};
  const auto offer = [&](double way, int row, Place to) {
    if (way < first.way || std::isnan(first.way)) first = {way, row, to};
  };
  if (direction > 0 && high_[i] < dInfinity) offer(high_[i] - x_[i], i, Place::High);
  if (direction < 0 && low_[i] > -dInfinity) offer(x_[i] - low_[i], i, Place::Low);
  for (int k = 0; k < i; ++k) {
    const double answer = direction * column_[k];
    if (place_[k] == Place::Free) {
      if (answer > 0 && low_[k] > -dInfinity) offer((low_[k] - x_[k]) / -answer, k, Place::Low);
      if (answer < 0 && high_[k] < dInfinity) offer((high_[k] - x_[k]) / -answer, k, Place::High);
    } else if (place_[k] == Place::Low ? answer < 0 : answer > 0) {
      if (low_[k] != 0 || high_[k] != 0) offer(-w_[k] / answer, k, Place::Free);
    }
  }
  first.way = std::max(first.way, 0.0);  // rounding may have left a row a bit beyond its end
  return first;
}

void BoundedProblem::advance(int i, double direction, double way) {
  const double step = direction * way;
  for (int k = 0; k < i; ++k)
    (place_[k] == Place::Free ? x_[k] : w_[k]) += place_[k] == Place::Free ? -step * column_[k] : step * column_[k];
  x_[i] += step;
  w_[i] += step * column_[i];
}

void BoundedProblem::read_column(int row) {
  std::copy_n(line(tableau_, row), row + 1, column_.get());
  for (int k = row + 1; k < size_; ++k) column_[k] = line(tableau_, k)[row];
}

// The symmetric sweep of the tableau at a row: into the free ones, or back. With F free and N not, it holds
// -S_FF^-1, S_FF^-1 S_FN and the Schur complement S_NN - S_NF S_FF^-1 S_FN.
bool BoundedProblem::pivot(int row) {
  read_column(row);
  const bool was_free = is_swept_[row];
  const double center = column_[row];
  if (!was_free && !(center > least_pivot * line(matrix_, row)[row])) return false;
  if (center == 0) return false;
  const double inverse = 1 / center;
  for (int i = 0; i < size_; ++i) {
    if (column_[i] == 0 || i == row) continue;
    const double part = column_[i] * inverse;
    Pair* const to = reinterpret_cast<Pair*>(line(tableau_, i));
    const Pair* from = reinterpret_cast<const Pair*>(column_.get());
    for (int k = 0; k <= i / 2; ++k) to[k] -= part * from[k];
  }
  const double sign = was_free ? -inverse : inverse;
  for (int k = 0; k < row; ++k) line(tableau_, row)[k] = column_[k] * sign;
  for (int k = row + 1; k < size_; ++k) line(tableau_, k)[row] = column_[k] * sign;
  line(tableau_, row)[row] = -inverse;
  is_swept_[row] = !was_free;
  return true;
}

// The free rows' forces, of the matrix and the forces of those at their bounds: by Cholesky's factor of S_FF.
bool BoundedProblem::solve_free(int end) {
  free_.clear();
  for (int i = 0; i < end; ++i)
    if (place_[i] == Place::Free) free_.push_back(i);
  const int count = int(free_.size());
  for (int i = 0; i < count; ++i) {
    const int row = free_[i];
    double* const factor = line(factor_, i);
    double sum = rhs_[row];
    for (int k = 0; k < end; ++k)
      if (place_[k] != Place::Free && x_[k] != 0)
        sum -= (k < row ? line(matrix_, row)[k] : line(matrix_, k)[row]) * x_[k];
    for (int k = 0; k < i; ++k) {
      factor[k] = (line(matrix_, row)[free_[k]] - dot(factor, line(factor_, k), k)) * line(factor_, k)[k];
      sum -= factor[k] * solution_[k];
    }
    const double pivot = line(matrix_, row)[row] - dot(factor, factor, i);
    if (!(pivot > least_pivot * line(matrix_, row)[row])) return false;
    factor[i] = 1 / std::sqrt(pivot);
    solution_[i] = sum * factor[i];
  }
  for (int i = count - 1; i >= 0; --i) {
    solution_[i] *= line(factor_, i)[i];
    for (int k = 0; k < i; ++k) solution_[k] -= line(factor_, i)[k] * solution_[i];
    x_[free_[i]] = solution_[i];
  }
  return true;
}

}  // namespace lightsout
