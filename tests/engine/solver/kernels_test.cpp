// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The kernels for all vectors that this processor has: they compute what their formulas say, and the same bits.
#include "engine/solver/kernels.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

using namespace lightsout;

namespace {

// Numbers of very different sizes, so that another order of a sum is seen in its bits.
class Numbers {
 public:
  explicit Numbers(unsigned seed) : random_(seed) {}
  double next() { return std::ldexp(number_(random_), int(random_() % 40) - 20); }
  Block block() {
    Block result;
    result.set_zero();
    for (auto& row : result.at)
      for (int c = 0; c < block_size; ++c) row[c] = next();
    return result;
  }
  // b' b + 1.
  Block positive() {
    Block b = block(), result;
    result.set_zero();
    for (int r = 0; r < block_size; ++r)
      for (int c = 0; c < block_size; ++c) {
        result.at[r][c] = r == c;
        for (int k = 0; k < block_size; ++k) result.at[r][c] += b.at[k][r] * b.at[k][c];
      }
    return result;
  }

 private:
  std::mt19937 random_;
  std::normal_distribution<double> number_;
};

struct alignas(64) Line {
  double at[row_width] = {};
};

bool equal_bits(const double* a, const double* b, int count) {
  return std::memcmp(a, b, sizeof(double) * std::size_t(count)) == 0;
}

bool equal_upper_bits(const double* a, const double* b, int count, int skip, int behind = 0) {
  for (int r = 0; r < count; ++r)
    if (!equal_bits(a + r * skip + r, b + r * skip + r, count - r + behind)) return false;
  return true;
}

const Kernels& plain() { return *all_kernels().front(); }

}  // namespace

TEST_CASE("Kernels compute what their formulas say") {
  Numbers numbers(1);
  const Block x = numbers.block(), y = numbers.block(), start = numbers.block();
  Block sum = start, difference = start;
  plain().add_product(sum, x, y);
  plain().subtract_transposed_product(difference, x, y);
  for (int r = 0; r < block_size; ++r)
    for (int c = 0; c < block_size; ++c) {
      double added = start.at[r][c], taken = added;
      for (int k = 0; k < block_size; ++k) added += x.at[r][k] * y.at[k][c], taken -= x.at[k][r] * y.at[k][c];
      CHECK(sum.at[r][c] == added);
      CHECK(difference.at[r][c] == taken);
    }
  Line inertia[3], weighed;
  for (int k = 0; k < 3; ++k)
    for (int c = 3; c < block_size; ++c) inertia[k].at[c] = x.at[k][c];
  plain().weigh(y.at[0], 1, 3, inertia[0].at, weighed.at);
  for (int c = 0; c < 3; ++c) {
    CHECK(weighed.at[c] == 3 * y.at[0][c]);
    CHECK(weighed.at[3 + c] == y.at[0][3] * x.at[0][3 + c] + y.at[0][4] * x.at[1][3 + c] + y.at[0][5] * x.at[2][3 + c]);
  }
  Line of_rows, vector;
  for (int k = 0; k < block_size; ++k) vector.at[k] = numbers.next();
  plain().add_transposed_times(of_rows.at, -1, x, vector.at);
  for (int c = 0; c < block_size; ++c) {
    double expected = 0;
    for (int k = 0; k < block_size; ++k) expected -= vector.at[k] * x.at[k][c];
    CHECK(of_rows.at[c] == expected);
  }
}

TEST_CASE("A factor multiplies to the block, and solves it") {
  Numbers numbers(2);
  const Block a = numbers.positive(), b = numbers.block();
  Block u = a, solution = b;
  const double least[block_size] = {};
  double inverse[block_size];
  REQUIRE(plain().factor(u, inverse, least));
  plain().solve_transposed(u, inverse, solution);
  for (int r = 0; r < block_size; ++r)
    for (int c = r; c < block_size; ++c) {
      double product = 0;
      for (int k = 0; k <= r; ++k) product += u.at[k][r] * u.at[k][c];
      CHECK(product == Approx(a.at[r][c]).epsilon(1e-12).margin(1e-12 * std::sqrt(a.at[r][r] * a.at[c][c])));
    }
  for (int r = 0; r < block_size; ++r)
    for (int c = 0; c < block_size; ++c) {
      double product = 0, largest = 0;
      for (int k = 0; k <= r; ++k) {
        product += u.at[k][r] * solution.at[k][c];
        largest = std::max(largest, std::abs(u.at[k][r] * solution.at[k][c]));
      }
      CHECK(std::abs(product - b.at[r][c]) <= 1e-12 * largest);
    }
  Block none = a;
  none.at[3][3] = -1;
  CHECK(!plain().factor(none, inverse, least));
}

TEST_CASE("All kernels give the same bits") {
  Numbers numbers(3);
  for (int turn = 0; turn < 200; ++turn) {
    CAPTURE(turn);
    const Block x = numbers.block(), y = numbers.block(), start = numbers.block(), positive = numbers.positive();
    const int count = 1 + turn % 17;
    std::vector<Line> rows(static_cast<std::size_t>(count)), products[2] = {rows, rows};
    Line inertia[3];
    for (Line& row : inertia)
      for (int c = 3; c < block_size; ++c) row.at[c] = numbers.next();
    for (Line& row : rows)
      for (int c = 0; c < block_size; ++c) row.at[c] = numbers.next();
    const int width = (count + row_width - 1) / row_width * row_width;
    std::vector<Line> columns(std::size_t(block_size * width / row_width));
    for (int c = 0; c < block_size; ++c)
      for (int i = 0; i < count; ++i) columns[0].at[c * width + i] = rows[std::size_t(i)].at[c];
    // A positive definite matrix of an even number of rows, with two columns behind it.
    const int size = count + count % 2, skip = (size + 2 + row_width - 1) / row_width * row_width;
    std::vector<double> matrix(std::size_t(size * skip)), least(std::size_t(size), 0.0);
    for (int r = 0; r < size; ++r)
      for (int c = 0; c < size + 2; ++c)
        matrix[std::size_t(r * skip + c)] = r == c ? 100 * size : std::sin(double(r * c + turn));
    for (const Kernels* each : all_kernels()) {
      CAPTURE(each->name);
      const auto blocks = [&](const auto& use) {
        Block of[2];
        use(plain(), of[0]);
        use(*each, of[1]);
        return equal_bits(of[0].at[0], of[1].at[0], block_size * row_width);
      };
      CHECK(blocks([&](const Kernels& use, Block& a) { a = start, use.add_product(a, x, y); }));
      CHECK(blocks([&](const Kernels& use, Block& a) { a = start, use.subtract_transposed_product(a, x, y); }));
      CHECK(blocks([&](const Kernels& use, Block& a) {
        a.set_zero();
        use.add_transposed_times(a.at[0], -1, x, y.at[0]);
        use.add_transposed_times(a.at[0], 1, y, x.at[0]);
      }));
      Block factors[2] = {positive, positive}, solutions[2] = {start, start};
      double inverses[2][block_size];
      const double none[block_size] = {};
      REQUIRE(plain().factor(factors[0], inverses[0], none));
      REQUIRE(each->factor(factors[1], inverses[1], none));
      CHECK(equal_upper_bits(factors[0].at[0], factors[1].at[0], block_size, row_width));
      CHECK(equal_bits(inverses[0], inverses[1], block_size));
      plain().solve_transposed(factors[0], inverses[0], solutions[0]);
      each->solve_transposed(factors[0], inverses[0], solutions[1]);
      CHECK(equal_bits(solutions[0].at[0], solutions[1].at[0], block_size * row_width));

      plain().weigh(rows[0].at, count, 3, inertia[0].at, products[0][0].at);
      each->weigh(rows[0].at, count, 3, inertia[0].at, products[1][0].at);
      for (int i = 0; i < count; ++i)
        CHECK(equal_bits(products[0][std::size_t(i)].at, products[1][std::size_t(i)].at, block_size));
      std::vector<double> couplings[2];
      for (std::vector<double>& each_of : couplings) each_of.resize(std::size_t(count * width));
      plain().couple(rows[0].at, count, x, columns[0].at, width, couplings[0].data());
      each->couple(rows[0].at, count, x, columns[0].at, width, couplings[1].data());
      CHECK(couplings[0] == couplings[1]);

      std::vector<double> eliminated[2] = {matrix, matrix}, pivots[2] = {least, least};
      REQUIRE(plain().eliminate(eliminated[0].data(), skip, size, least.data(), pivots[0].data()));
      REQUIRE(each->eliminate(eliminated[1].data(), skip, size, least.data(), pivots[1].data()));
      CHECK(equal_upper_bits(eliminated[0].data(), eliminated[1].data(), size, skip, 1));
      CHECK(pivots[0] == pivots[1]);
    }
  }
}
