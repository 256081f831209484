// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/pairs/near_triangles.h"

#include <algorithm>

namespace lightsout {

Vector3d nearest_on(const Triangle& t, const Vector3d& p, bool& inside) {
  inside = false;
  const Vector3d ab = t.b - t.a, ac = t.c - t.a, ap = p - t.a;
  const double d1 = ab.dot(ap), d2 = ac.dot(ap);
  if (d1 <= 0 && d2 <= 0) return t.a;
  const Vector3d bp = p - t.b;
  const double d3 = ab.dot(bp), d4 = ac.dot(bp);
  if (d3 >= 0 && d4 <= d3) return t.b;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return t.a + d1 / (d1 - d3) * ab;
  const Vector3d cp = p - t.c;
  const double d5 = ab.dot(cp), d6 = ac.dot(cp);
  if (d6 >= 0 && d5 <= d6) return t.c;
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return t.a + d2 / (d2 - d6) * ac;
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return t.b + (d4 - d3) / (d4 - d3 + d5 - d6) * (t.c - t.b);
  inside = true;
  const double sum = va + vb + vc;
  return t.a + vb / sum * ab + vc / sum * ac;
}

void TreeTriangles::visit_near(const Vector3d& low, const Vector3d& high, Visitor& visitor) const {
  const TriangleTree& tree = tree_.tree;
  if (tree.empty()) return;
  const Vector3d middle = (low + high) / 2, half = (high - low) / 2;
  constexpr int deepest = 128;
  std::int32_t open[deepest];
  int count = 0;
  open[count++] = 0;
  while (count > 0) {
    const TriangleTree::Node& node = tree.nodes()[std::size_t(open[--count])];
    const Vector3d gap = (node.centre.head<3>().cast<double>().matrix() - middle).cwiseAbs() - half -
                         node.half.head<3>().cast<double>().matrix();
    if (gap.maxCoeff() > 0) continue;
    if (!node.is_leaf() && count + 2 <= deepest) {
      open[count++] = node.first;
      open[count++] = node.first + 1;
      continue;
    }
    for (std::int32_t i = node.first; i < node.first + node.count; ++i)
      visitor.visit(tree_.triangles[std::size_t(i)], tree.corners()[std::size_t(i)].triangle());
  }
}

bool NearTriangles::rises(const Vector3d& point, const Vector3d& direction, double angle) const {
  for (const auto& [t, up, index] : *this) {
    const double size = std::max({(t.b - t.a).norm(), (t.c - t.a).norm(), (t.c - t.b).norm()});
    if (std::abs(up.dot(point - t.a)) > 1e-6 * size) continue;
    bool inside;
    if ((nearest_on(t, point, inside) - point).norm() > 1e-6 * size) continue;
    for (const Vector3d* corner : {&t.a, &t.b, &t.c})
      if (direction.dot(*corner - point) > angle * size) return true;
  }
  return false;
}

}  // namespace lightsout
