// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The arithmetic of blocks in loops of fixed length, compiled for vectors of two, four and eight numbers (SSE2, AVX2,
// AVX-512). Each number is the sum of the same products in the same order in all of them, and nothing is fused: the
// bits do not depend on which of them runs.
#pragma once

#include <span>

#include "engine/solver/block.h"

namespace lightsout {

// Blocks and what is `row_width` long begin at multiples of 64 bytes.
struct Kernels {
  const char* name;
  int lanes;  // numbers in a vector
  // a += x y.
  void (*add_product)(Block& a, const Block& x, const Block& y);
  // a -= x' y.
  void (*subtract_transposed_product)(Block& a, const Block& x, const Block& y);
  // sum += sign x' v, with six numbers v.
  void (*add_transposed_times)(double* sum, double sign, const Block& x, const double* v);
  // sum += the sum of `count` rows times their factors, `row_width` long each.
  void (*add_rows)(double* sum, const double* rows, int count, const double* factors);
  // results = rows M^-1 of `count` rows that lie `row_width` apart. The three rows of the inverse inertia stand behind
  // three zeros each.
  void (*weigh)(const double* rows, int count, double inverse_mass, const double* inverse_inertia, double* results);
  // The upper Cholesky factor in the place of a: a = u' u; `inverse` are the reciprocals of its diagonal. What is below
  // the diagonal is anything then. False if a is not positive definite: a pivot is no more than `least[r]`.
  bool (*factor)(Block& a, double* inverse, const double* least);
  // b becomes u'^-1 b.
  void (*solve_transposed)(const Block& u, const double* inverse, Block& b);
  // result[i][k] = row_i m column_k: `count` rows, `row_width` apart; six rows of `width` columns, a multiple of
  // `lanes`; the result has rows of that width.
  void (*couple)(const double* rows, int count, const Block& m, const double* columns, int width, double* result);
  // The upper triangle of `count` rows, an even number, and two columns behind it become the factors U' D U, D still in
  // U; `inverse` is that of D. Rows begin `skip` apart, a multiple of `row_width`, of which all are numbers from the
  // last multiple of it before the diagonal on; some of what is left of the diagonal changes. False if a pivot is no
  // more than `least`.
  bool (*eliminate)(double* rows, int skip, int count, const double* least, double* inverse);
};

// The quickest of those that this processor can run, and all of them.
const Kernels& kernels();
std::span<const Kernels* const> all_kernels();

}  // namespace lightsout
