// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Blocks of six rows and columns: all that a joint can have. A joint with fewer rows fills up with rows of the unit
// matrix, so that every loop has six turns. A row is a line of the cache: behind its six numbers is room for two that
// nobody looks at, which lets vectors of any length be made of them (kernels.h). The order of each sum is that of the
// source; nothing here depends on the processor.
#pragma once

namespace lightsout {

constexpr int block_size = 6;
constexpr int row_width = 8;  // from row to row

// A pivot that is by so much smaller than the row's own number has lost all its digits.
constexpr double least_pivot = 1e-13;

struct alignas(64) Block {
  double at[block_size][row_width];

  void set_zero() { *this = {}; }
};

// Two numbers that stand side by side, for vector instructions.
using Pair = double __attribute__((vector_size(2 * sizeof(double)), may_alias));

// Of two times six numbers, which stand where pairs may.
inline double dot_of_six(const double* row, const double* v) {
  const Pair *const a = reinterpret_cast<const Pair*>(row), *const b = reinterpret_cast<const Pair*>(v);
  const Pair sums = (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
  return sums[0] + sums[1];
}

}  // namespace lightsout
