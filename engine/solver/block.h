// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Blocks of six rows and columns: all that a joint can have. A joint with fewer rows fills up with rows of the unit
// matrix, so that every loop has six turns and the compiler makes vectors of them. The order of each sum is that of the
// source; nothing here depends on the processor.
#pragma once

#include <cmath>

namespace lightsout {

constexpr int block_size = 6;

// A pivot that is by so much smaller than the row's own number has lost all its digits.
constexpr double least_pivot = 1e-13;

struct alignas(16) Block {
  double at[block_size][block_size];

  void set_zero() { *this = {}; }
};

// a += sign x' y.
template <int sign>
inline void add_transposed_product(Block& a, const Block& x, const Block& y) {
  for (int r = 0; r < block_size; ++r) {
    double row[block_size];
    for (int c = 0; c < block_size; ++c) row[c] = a.at[r][c];
    for (int k = 0; k < block_size; ++k)
      for (int c = 0; c < block_size; ++c) row[c] += sign * x.at[k][r] * y.at[k][c];
    for (int c = 0; c < block_size; ++c) a.at[r][c] = row[c];
  }
}

// Two numbers that stand side by side, for vector instructions.
using Pair = double __attribute__((vector_size(2 * sizeof(double)), may_alias));

// The upper triangle of a += sign x' y or, if `is_transposed`, of a += sign x y, where that is symmetric; some of what
// is below it changes too.
template <int sign, bool is_transposed>
inline void add_symmetric(Block& a, const Block& x, const Block& y) {
#pragma GCC unroll 6
  for (int r = 0; r < block_size; ++r) {
    Pair* const to = reinterpret_cast<Pair*>(a.at[r]);
    Pair row[block_size / 2];
#pragma GCC unroll 3
    for (int p = r / 2; p < block_size / 2; ++p) row[p] = to[p];
#pragma GCC unroll 6
    for (int k = 0; k < block_size; ++k) {
      const double factor = sign * (is_transposed ? x.at[k][r] : x.at[r][k]);
      const Pair* const from = reinterpret_cast<const Pair*>(y.at[k]);
#pragma GCC unroll 3
      for (int p = r / 2; p < block_size / 2; ++p) row[p] += factor * from[p];
    }
#pragma GCC unroll 3
    for (int p = r / 2; p < block_size / 2; ++p) to[p] = row[p];
  }
}

// Of two times six numbers, which stand where pairs may.
inline double dot_of_six(const double* row, const double* v) {
  const Pair *const a = reinterpret_cast<const Pair*>(row), *const b = reinterpret_cast<const Pair*>(v);
  const Pair sums = (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
  return sums[0] + sums[1];
}

// Of the rows one and other, each times v.
inline Pair dots_of_six(const double* one, const double* other, const double* v) {
  const auto pair = [](const double* at, int p) { return reinterpret_cast<const Pair*>(at)[p]; };
  const Pair first = (pair(one, 0) * pair(v, 0) + pair(one, 1) * pair(v, 1)) + pair(one, 2) * pair(v, 2),
             second = (pair(other, 0) * pair(v, 0) + pair(other, 1) * pair(v, 1)) + pair(other, 2) * pair(v, 2);
  return __builtin_shufflevector(first, second, 0, 2) + __builtin_shufflevector(first, second, 1, 3);
}

// result = row m, of six numbers each.
inline void row_times(const double* row, const Block& m, double* result) {
  Pair sums[block_size / 2] = {};
#pragma GCC unroll 6
  for (int k = 0; k < block_size; ++k) {
    const Pair* const from = reinterpret_cast<const Pair*>(m.at[k]);
#pragma GCC unroll 3
    for (int p = 0; p < block_size / 2; ++p) sums[p] += row[k] * from[p];
  }
#pragma GCC unroll 3
  for (int p = 0; p < block_size / 2; ++p) reinterpret_cast<Pair*>(result)[p] = sums[p];
}

// a += x y.
inline void add_product(Block& a, const Block& x, const Block& y) {
  for (int r = 0; r < block_size; ++r) {
    double row[block_size];
    for (int c = 0; c < block_size; ++c) row[c] = a.at[r][c];
    for (int k = 0; k < block_size; ++k)
      for (int c = 0; c < block_size; ++c) row[c] += x.at[r][k] * y.at[k][c];
    for (int c = 0; c < block_size; ++c) a.at[r][c] = row[c];
  }
}

// The upper Cholesky factor in the place of a: a = u' u; `inverse` are the reciprocals of its diagonal. False if a is
// not positive definite: a pivot is no more than `least[r]`.
inline bool factor(Block& a, double inverse[block_size], const double least[block_size]) {
  for (int k = 0; k < block_size; ++k) {
    const double pivot = a.at[k][k];
    if (!(pivot > least[k])) return false;
    inverse[k] = 1 / std::sqrt(pivot);
    for (int c = k; c < block_size; ++c) a.at[k][c] *= inverse[k];
    for (int r = k + 1; r < block_size; ++r)
      for (int c = r; c < block_size; ++c) a.at[r][c] -= a.at[k][r] * a.at[k][c];
  }
  return true;
}

// The six rows of b, of `width` numbers each, become u'^-1 b.
inline void solve_transposed(const Block& u, const double inverse[block_size], double* b, int width) {
  for (int r = 0; r < block_size; ++r) {
    double* __restrict const to = b + r * width;
    for (int k = 0; k < r; ++k) {
      const double part = u.at[k][r];
      const double* from = b + k * width;
      for (int c = 0; c < width; ++c) to[c] -= part * from[c];
    }
    for (int c = 0; c < width; ++c) to[c] *= inverse[r];
  }
}

inline void solve_transposed(const Block& u, const double inverse[block_size], Block& b) {
  for (int r = 0; r < block_size; ++r) {
    double row[block_size];
    for (int c = 0; c < block_size; ++c) row[c] = b.at[r][c];
    for (int k = 0; k < r; ++k)
      for (int c = 0; c < block_size; ++c) row[c] -= u.at[k][r] * b.at[k][c];
    for (int c = 0; c < block_size; ++c) b.at[r][c] = row[c] * inverse[r];
  }
}

}  // namespace lightsout
