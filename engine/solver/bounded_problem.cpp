// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/bounded_problem.h"

#include <ode/ode.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/solver/block.h"

namespace lightsout {
namespace {

// By how much a row may be off its bounds, of the largest number of its kind.
constexpr double tolerance = 1e-11;

// Friction that is expected so many times beyond its bounds slides. What is less beyond may stick: its speed before the
// step is that of a contact that comes to rest, or leaves it, as those of a wheel that turns about its own contact.
constexpr double surely_beyond = 10;

double dot(const double* a, const double* b, int size) {
  double sums[4] = {};
  int i = 0;
  for (; i + 4 <= size; i += 4)
    for (int k = 0; k < 4; ++k) sums[k] += a[i + k] * b[i + k];
  for (; i < size; ++i) sums[0] += a[i] * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// From row to row of the factors: two columns stand behind them.
int skip_of(int width) { return (width + 2 + row_width - 1) / row_width * row_width; }

}  // namespace

void BoundedProblem::begin(int size, int first) {
  size_ = size;
  first_rest_ = first;
  rounds_ = 0;
  rows_.resize(size);
  place_.assign(size, Place::Waits);
}

bool BoundedProblem::solve_first(const double* matrix, int stride, const double* rhs) {
  matrix_ = matrix;
  stride_ = stride;
  rhs_ = rhs;
  width_ = size_ + size_ % 2;
  factor_.take(std::size_t(skip_of(width_)) * width_);
  for (Scratch<double>* list : {&low_, &high_, &x_, &w_, &least_, &solution_, &inverse_, &forces_}) list->take(width_);
  for (int i = 0; i < size_; ++i) {
    low_[i] = rows_[i].low;
    high_[i] = rows_[i].high;
    if (!(low_[i] <= 0 && high_[i] >= 0)) return false;
    forces_[i] = 0;
  }
  is_swept_.clear();
  return solve(0, first_rest_);
}

bool BoundedProblem::solve_rest() {
  for (int i = first_rest_; i < size_; ++i) {
    const Row& row = rows_[i];
    const double force = forces_[row.findex];
    // No force: no friction, be the coefficient infinite.
    high_[i] = force == 0 ? 0 : std::abs(row.high * force);
    low_[i] = -high_[i];
  }
  return solve(first_rest_, size_);
}

bool BoundedProblem::solve(int begin, int end) {
  place_before_ = place_;
  for (int i = begin; i < end; ++i) {
    const double expected = rows_[i].expected;
    if ((low_[i] == 0 && high_[i] == 0) || expected < surely_beyond * low_[i])
      place_[i] = Place::Low;
    else
      place_[i] = expected > surely_beyond * high_[i] ? Place::High : Place::Free;
  }
  if (!guess(end)) {
    place_ = place_before_;
    if (!take_turns(begin, end) || !find_forces(end)) return false;
    find_wrong(end);
    if (!wrong_.empty()) return false;
  }
  std::copy_n(x_.get(), end, forces_.get());
  return true;
}

// One row a round goes to its bound, the one that is farthest beyond, and two are set free, those whose freedom does
// most work. Contacts that cannot all hold, as of wheels and a skid, or that hold the same twice, pull at each other
// with forces far above all bounds where many are set free together. Where many rows are wrong, all of them change.
// Where their number has not sunk for some rounds, the last of them alone does, which goes round in no circle.
bool BoundedProblem::guess(int end) {
  constexpr int patience = 3, most_rounds = 20, many_rows = 48;
  int fewest = end + 1, rounds_left = patience;
  for (int round = 0; round < most_rounds && find_forces(end); ++round) {
    find_wrong(end);
    if (wrong_.empty()) return true;
    const int wrong = int(wrong_.size());
    rounds_left = wrong < fewest ? patience : rounds_left - 1;
    fewest = std::min(fewest, wrong);
    if (rounds_left < 0) {
      place_[wrong_.back().row] = wrong_.back().to;
    } else if (end > many_rows && 4 * wrong > end) {
      for (const Move& move : wrong_) place_[move.row] = move.to;
    } else {
      const Move *farthest = nullptr, *hardest = nullptr, *next = nullptr;
      for (const Move& move : wrong_) {
        const auto gains_more = [&](const Move* than) { return !than || move.gain > than->gain; };
        if (move.to != Place::Free) {
          if (gains_more(farthest)) farthest = &move;
        } else if (gains_more(hardest)) {
          next = std::exchange(hardest, &move);
        } else if (gains_more(next)) {
          next = &move;
        }
      }
      for (const Move* move : {farthest, hardest, next})
        if (move) place_[move->row] = move->to;
    }
  }
  return false;
}

bool BoundedProblem::find_forces(int end) {
  ++rounds_;
  for (int i = 0; i < end; ++i)
    if (place_[i] != Place::Free) x_[i] = place_[i] == Place::Low ? low_[i] : high_[i];
  if (!solve_free(end)) return false;
  for (int i = 0; i < end; ++i) {
    w_[i] = 0;
    if (place_[i] == Place::Free) continue;
    w_[i] = dot(line(i), x_.get(), end) - rhs_[i];
  }
  return true;
}

void BoundedProblem::find_wrong(int end) {
  double largest_x = 0, largest_d = 0;
  for (int i = 0; i < end; ++i) {
    largest_x = std::max(largest_x, std::abs(x_[i]));
    largest_d = std::max(largest_d, std::abs(rhs_[i]));
  }
  wrong_.clear();
  for (int i = 0; i < end; ++i) {
    if (place_[i] == Place::Free) {
      if (!(x_[i] >= low_[i] - tolerance * largest_x))
        wrong_.push_back({i, Place::Low, low_[i] - x_[i]});
      else if (!(x_[i] <= high_[i] + tolerance * largest_x))
        wrong_.push_back({i, Place::High, x_[i] - high_[i]});
      else
        x_[i] = std::clamp(x_[i], low_[i], high_[i]);
    } else if (low_[i] != 0 || high_[i] != 0) {
      if (!((place_[i] == Place::Low ? -w_[i] : w_[i]) <= tolerance * largest_d))
        wrong_.push_back({i, Place::Free, w_[i] * w_[i] / line(i)[i]});
    }
  }
}

// The tableau of the places, and forces and w of the rows before `begin`; the others wait.
bool BoundedProblem::prepare_tableau(int begin) {
  if (is_swept_.empty()) {
    is_swept_.assign(size_, false);
    tableau_.take(std::size_t(width_) * size_);
    column_.take(width_);
    for (int i = 0; i < size_; ++i) {
      std::copy_n(line(i), i + 1, swept(i));
      if (i % 2 == 0) swept(i)[i + 1] = 0;  // `pivot` goes on in pairs
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
    w_[i] = dot(line(i), x_.get(), i) - rhs_[i];
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
  std::copy_n(swept(row), row + 1, column_.get());
  for (int k = row + 1; k < size_; ++k) column_[k] = swept(k)[row];
}

// The symmetric sweep of the tableau at a row: into the free ones, or back. With F free and N not, it holds
// -S_FF^-1, S_FF^-1 S_FN and the Schur complement S_NN - S_NF S_FF^-1 S_FN.
bool BoundedProblem::pivot(int row) {
  read_column(row);
  const bool was_free = is_swept_[row];
  const double center = column_[row];
  if (!was_free && !(center > least_pivot * line(row)[row])) return false;
  if (center == 0) return false;
  const double inverse = 1 / center;
  for (int i = 0; i < size_; ++i) {
    if (column_[i] == 0 || i == row) continue;
    const double part = column_[i] * inverse;
    Pair* const to = reinterpret_cast<Pair*>(swept(i));
    const Pair* from = reinterpret_cast<const Pair*>(column_.get());
    for (int k = 0; k <= i / 2; ++k) to[k] -= part * from[k];
  }
  const double sign = was_free ? -inverse : inverse;
  for (int k = 0; k < row; ++k) swept(row)[k] = column_[k] * sign;
  for (int k = row + 1; k < size_; ++k) swept(k)[row] = column_[k] * sign;
  swept(row)[row] = -inverse;
  is_swept_[row] = !was_free;
  return true;
}

// The free rows' forces, of the matrix and the forces of those at their bounds. Each row of the factors has its right
// hand side behind it; a row of the unit matrix makes their number even.
bool BoundedProblem::solve_free(int end) {
  int *const rows = free_.take(end), *const pushing = pushing_.take(end);
  int count = 0, pushing_count = 0;
  for (int i = 0; i < end; ++i)
    if (place_[i] == Place::Free)
      rows[count++] = i;
    else if (x_[i] != 0)
      pushing[pushing_count++] = i;
  const int even = count + count % 2, skip = skip_of(width_);
  const double* const x = x_.get();
  double *const factors = factor_.get(), *const solution = solution_.get(), *const inverse = inverse_.get();
  // What a vector of any length sees beside the numbers is zero.
  const int ends = skip_of(even);
  for (int i = 0; i < count; ++i) {
    const double* const from = line(rows[i]);
    double* const to = factors + std::size_t(i) * skip;
    std::fill_n(to + i / row_width * row_width, row_width, 0.0);
    std::fill_n(to + ends - row_width, row_width, 0.0);
    if (count == end)
      std::copy(from + i, from + count, to + i);
    else
      for (int k = i; k < count; ++k) to[k] = from[rows[k]];
    double sum = rhs_[rows[i]];
    for (int k = 0; k < pushing_count; ++k) sum -= from[pushing[k]] * x[pushing[k]];
    if (count != even) to[count] = 0;
    to[even] = sum;
    to[even + 1] = 0;
    least_[i] = least_pivot * from[rows[i]];
  }
  if (count != even) {
    double* const to = factors + std::size_t(count) * skip;
    std::fill(to + count / row_width * row_width, to + ends, 0.0);
    to[count] = 1;
    least_[count] = 0;
  }
  if (!kernels_->eliminate(factors, skip, even, least_.get(), inverse)) return false;
  for (int i = count - 1; i >= 0; --i) {
    const double* const factor = factors + std::size_t(i) * skip;
    double sum = factor[even];
    for (int k = i + 1; k < count; ++k) sum -= factor[k] * solution[k];
    solution[i] = sum * inverse[i];
    x_[rows[i]] = solution[i];
  }
  return true;
}

}  // namespace lightsout
