// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/joints/find_kinematic_wheels.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/shapes/shape.h"
#include "engine/state/read_only.h"

namespace lightsout {
namespace {

constexpr double tolerance = 1e-5;

struct TurnedWheel {
  const Joint* joint;
  Vector3d axis, center;  // robot's frame
  double radius;
};

// Those of a Robot that has two motors in all; else none.
std::vector<TurnedWheel> wheels_of(const Solid& robot, std::span<const Joint* const> joints) {
  std::vector<TurnedWheel> wheels;
  int motors = 0;
  for (const Joint* joint : joints) {
    if (joint->node().type().name() != "HingeJoint") continue;
    if (!joint->axes()[0].motor) continue;
    ++motors;
    const Solid* wheel = joint->end_point();
    const Node* parameters = joint->node().node("jointParameters");
    if (joint->parent() != &robot || !wheel || wheel->body() || wheel->shapes().size() != 1) continue;
    const Shape& shape = *wheel->shapes()[0];
    const Vector3d axis = parameters ? to_eigen(parameters->get<Vec3>("axis")) : Vector3d::UnitX();
    if (shape.kind != ShapeKind::Cylinder || axis.isZero()) continue;
    wheels.push_back({joint, joint->in_parent().rotation * axis.normalized(),
                      (wheel->construction() * shape.in_solid).position, shape.size.x()});
  }
  if (motors != 2) wheels.clear();
  return wheels;
}

}  // namespace

std::unique_ptr<KinematicWheels> find_kinematic_wheels(Solid& robot, std::span<const Joint* const> joints,
                                                       const Vector3d& up_in_world) {
  if (robot.parent() || robot.body()) return nullptr;
  const Node& node = robot.node();
  if (node.is_a("DifferentialWheels")) {
    const KinematicWheels::Geometry geometry{Vector3d::UnitY(), -Vector3d::UnitZ(), node.get<double>("wheelRadius"),
                                             node.get<double>("axleLength")};
    return std::make_unique<KinematicWheels>(robot, geometry);
  }
  const std::vector<TurnedWheel> wheels = wheels_of(robot, joints);
  if (wheels.size() != 2 || std::abs(wheels[0].radius - wheels[1].radius) > tolerance) return nullptr;
  const double sense = wheels[0].axis.dot(wheels[1].axis);
  const double axle = std::abs(wheels[0].axis.dot(wheels[1].center - wheels[0].center));
  if (std::abs(sense) < 1 - tolerance || axle < tolerance) return nullptr;
  const Vector3d up = (robot.construction().rotation.transpose() * up_in_world).normalized();
  // A wheel that turns about `axis` rolls along axis x up.
  const Vector3d rolls = wheels[0].axis.cross(up);
  if (rolls.norm() < tolerance) return nullptr;
  const Vector3d front = rolls.normalized(), right = front.cross(up);
  const bool first_is_right = (wheels[0].center - wheels[1].center).dot(right) > 0;
  KinematicWheels::Wheel left{wheels[0].joint, 1}, other{wheels[1].joint, sense > 0 ? 1.0 : -1.0};
  if (first_is_right) std::swap(left, other);
  return std::make_unique<KinematicWheels>(robot, KinematicWheels::Geometry{up, front, wheels[0].radius, axle}, left,
                                           other);
}

}  // namespace lightsout
