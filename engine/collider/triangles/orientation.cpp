// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/collider/triangles/orientation.h"

#include <cmath>

namespace lightsout {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

struct Two {
  double high, low;  // their sum is the exact result; |low| is at most half an ulp of high
};

Two two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

Two split(double a) {
  const double c = 134217729.0 * a;  // 2^27 + 1
  const double high = c - (c - a);
  return {high, a - high};
}

Two two_product(double a, double b) {
  const double product = a * b;
  const Two x = split(a), y = split(b);
  return {product, x.low * y.low - (((product - x.high * y.high) - x.low * y.high) - x.high * y.low)};
}

// A sum of doubles without rounding: nonoverlapping terms of increasing magnitude, zeros left out.
class Expansion {
 public:
  void add(double value) {
    int kept = 0;
    for (int i = 0; i < size_; ++i) {
      const Two sum = two_sum(value, terms_[i]);
      if (sum.low != 0) terms_[kept++] = sum.low;
      value = sum.high;
    }
    if (value != 0) terms_[kept++] = value;
    size_ = kept;
  }
  void add_product(double a, double b) {
    if (a == 0 || b == 0) return;
    const Two p = two_product(a, b);
    add(p.low);
    add(p.high);
  }
  void add_product(double a, double b, double c) {
    if (a == 0 || b == 0 || c == 0) return;
    const Two p = two_product(a, b);
    add_product(p.low, c);
    add_product(p.high, c);
  }
  int sign() const { return size_ == 0 ? 0 : terms_[size_ - 1] > 0 ? 1 : -1; }

 private:
  double terms_[192];  // six products of three differences of two doubles each: 6 * 8 triples, four doubles each
  int size_ = 0;
};

// Adds the product of three exact differences.
void add_triple(Expansion& to, const Two& x, const Two& y, const Two& z, double sign) {
  for (const double a : {x.low, x.high})
    for (const double b : {y.low, y.high})
      for (const double c : {z.low, z.high}) to.add_product(sign * a, b, c);
}

int sign_of(double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

}  // namespace

int orientation(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d) {
  const Vector3d u = b - a, v = c - a, w = d - a;
  const double yz = v.y() * w.z(), zy = v.z() * w.y();
  const double zx = v.z() * w.x(), xz = v.x() * w.z();
  const double xy = v.x() * w.y(), yx = v.y() * w.x();
  const double determinant = u.x() * (yz - zy) + u.y() * (zx - xz) + u.z() * (xy - yx);
  const double permanent = std::abs(u.x()) * (std::abs(yz) + std::abs(zy)) +
                           std::abs(u.y()) * (std::abs(zx) + std::abs(xz)) +
                           std::abs(u.z()) * (std::abs(xy) + std::abs(yx));
  if (std::abs(determinant) > 7.8e-16 * permanent) return sign_of(determinant);

  Two p[3], q[3], r[3];
  for (int i = 0; i < 3; ++i) {
    p[i] = two_sum(b[i], -a[i]);
    q[i] = two_sum(c[i], -a[i]);
    r[i] = two_sum(d[i], -a[i]);
  }
  Expansion sum;
  for (int i = 0; i < 3; ++i) {
    add_triple(sum, p[i], q[(i + 1) % 3], r[(i + 2) % 3], 1);
    add_triple(sum, p[i], q[(i + 2) % 3], r[(i + 1) % 3], -1);
  }
  return sum.sign();
}

int orientation(const Vector2d& a, const Vector2d& b, const Vector2d& c) {
  const double left = (b.x() - a.x()) * (c.y() - a.y());
  const double right = (b.y() - a.y()) * (c.x() - a.x());
  // (3 + 16 e) e times the sum of the magnitudes.
  if (std::abs(left - right) > 3.4e-16 * (std::abs(left) + std::abs(right))) return sign_of(left - right);
  Expansion sum;
  for (const double x : {b.x(), -a.x()})
    for (const double y : {c.y(), -a.y()}) sum.add_product(x, y);
  for (const double y : {b.y(), -a.y()})
    for (const double x : {c.x(), -a.x()}) sum.add_product(-y, x);
  return sum.sign();
}

}  // namespace lightsout
