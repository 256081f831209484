// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/measures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/bodies/solid.h"
#include "engine/contact/contacts.h"
#include "engine/joints/joint.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/shapes/shape.h"
#include "engine/stage/world_axes.h"

namespace lightsout {

Joint* find_joint(Scene& scene, std::string_view name) {
  for (const auto& joint : scene.joints())
    if (joint->path() == name || (!joint->node().def().empty() && joint->node().def() == name)) return joint.get();
  if (const Node* node = scene.world().find_def(name))
    if (Joint* joint = scene.joint_of(*node)) return joint;
  if (Solid* solid = scene.find_solid(name)) return solid->joint();
  return nullptr;
}

const Joint* find_joint(const Scene& scene, std::string_view name) {
  return find_joint(const_cast<Scene&>(scene), name);
}

const Robot* find_robot(const Scene& scene, std::string_view name) {
  for (const Robot* robot : scene.robots())
    if (robot->path() == name || robot->name() == name || robot->node().def() == name) return robot;
  return nullptr;
}

double tilt_of(const Solid& solid, const WorldAxes& axes) {
  const Vector3d own = axes.up.y() > 0.5 ? Vector3d::UnitY() : Vector3d::UnitZ();
  const Vector3d now = solid.pose().rotation * own;
  // By its sine and cosine: exact for small angles, where acos is not.
  return std::atan2(now.cross(axes.up).norm(), now.dot(axes.up));
}

Extent extent_of(const Scene& scene, const Solid& solid) {
  constexpr double huge = std::numeric_limits<double>::infinity();
  Extent extent{Vector3d::Constant(huge), Vector3d::Constant(-huge)};
  for (const auto& part : scene.solids()) {
    if (!part->is_part_of(solid)) continue;
    for (const auto& shape : part->shapes()) {
      if (!shape->geom || shape->kind == ShapeKind::Plane) continue;
      dReal box[6];
      dGeomGetAABB(shape->geom, box);
      for (int axis = 0; axis < 3; ++axis) {
        extent.low[axis] = std::min(extent.low[axis], box[2 * axis]);
        extent.high[axis] = std::max(extent.high[axis], box[2 * axis + 1]);
      }
    }
  }
  if (extent.low.x() > extent.high.x()) extent.low = extent.high = solid.pose().position;
  return extent;
}

double clearance_above(const Scene& scene, const Solid& upper, const Solid& lower) {
  const Extent above = extent_of(scene, upper), below = extent_of(scene, lower);
  const int up = scene.axes().up.y() > 0.5 ? 1 : 2;
  for (int axis = 0; axis < 3; ++axis)
    if (axis != up && (above.low[axis] > below.high[axis] || below.low[axis] > above.high[axis]))
      return std::numeric_limits<double>::quiet_NaN();
  return above.low[up] - below.high[up];
}

bool touch(const Scene& scene, const Solid& one, const Solid& other) {
  for (const ContactPoint& point : scene.contacts().points()) {
    const Solid *first = point.first->solid, *second = point.second->solid;
    if (!first || !second) continue;
    if ((first->is_part_of(one) && second->is_part_of(other)) || (first->is_part_of(other) && second->is_part_of(one)))
      return true;
  }
  return false;
}

}  // namespace lightsout
