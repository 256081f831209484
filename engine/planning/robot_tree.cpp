// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/planning/robot_tree.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace lightsout {
namespace {

using Eigen::AngleAxisd;
using Eigen::Quaterniond;
using Eigen::Vector3d;

// Of a floating joint, its rotation (x, y, z, w); what has no length is none.
Quaterniond rotation_of(const double* p) {
  const Quaterniond q(p[6], p[3], p[4], p[5]);
  return q.norm() > 1e-12 ? q.normalized() : Quaterniond::Identity();
}

double position_of(const RobotJoint& joint, const double* positions) {
  return joint.multiplier * positions[joint.first_variable] + joint.offset;
}

}  // namespace

int RobotTree::find_link(const std::string& link) const {
  const auto found = std::ranges::find(link_names, link);
  return found == link_names.end() ? -1 : int(found - link_names.begin());
}

std::string RobotTree::what_is_wrong(const double* positions) const {
  for (std::size_t i = 0; i < variables.size(); ++i)
    if (!std::isfinite(positions[i])) return fmt::format("the position of {} is {}", variables[i].name, positions[i]);
  return "";
}

int RobotTree::joints_between(int link1, int link2) const {
  int between = 0;
  while (link1 != link2) {
    int& lower = link1 > link2 ? link1 : link2;  // a parent's number is the smaller one
    const Link& link = links[std::size_t(lower)];
    if (link.parent < 0) return -1;
    between += joints[std::size_t(link.joint)].kind != RobotJointKind::Fixed;
    lower = link.parent;
  }
  return between;
}

RigidPose RobotTree::motion_of(int number, const double* positions) const {
  const RobotJoint& joint = joints[std::size_t(number)];
  const Vector3d& axis = motions[std::size_t(number)].axis;
  const double* const own = positions + joint.first_variable;
  switch (joint.kind) {
    case RobotJointKind::Fixed:
      break;
    case RobotJointKind::Revolute:
    case RobotJointKind::Continuous:
      return {AngleAxisd(position_of(joint, positions), axis).toRotationMatrix(), Vector3d::Zero()};
    case RobotJointKind::Prismatic:
      return {Eigen::Matrix3d::Identity(), position_of(joint, positions) * axis};
    case RobotJointKind::Planar: {
      // In the plane that the axis is the normal of: x and y are those of the frame, for an axis along z.
      const Eigen::Matrix3d plane = Quaterniond::FromTwoVectors(Vector3d::UnitZ(), axis).toRotationMatrix();
      return {AngleAxisd(own[2], axis).toRotationMatrix(), plane * Vector3d(own[0], own[1], 0)};
    }
    case RobotJointKind::Floating:
      return {rotation_of(own).toRotationMatrix(), Vector3d(own[0], own[1], own[2])};
  }
  return {};
}

void RobotTree::place(const double* positions, const RigidPose& base, RigidPose* poses) const {
  for (std::size_t l = 0; l < links.size(); ++l) {
    const Link& link = links[l];
    const RigidPose& parent = link.parent < 0 ? base : poses[link.parent];
    if (link.joint < 0) {
      poses[l] = parent;
      continue;
    }
    const RigidPose& origin = motions[std::size_t(link.joint)].origin;
    const bool moves = joints[std::size_t(link.joint)].kind != RobotJointKind::Fixed;
    poses[l] = moves ? parent * origin * motion_of(link.joint, positions) : parent * origin;
  }
}

void RobotTree::interpolate(const double* from, const double* to, double time, double* positions) const {
  for (std::size_t i = 0; i < variables.size(); ++i) positions[i] = from[i] + time * (to[i] - from[i]);
  for (const RobotJoint& joint : joints) {
    if (joint.kind != RobotJointKind::Floating) continue;
    const Quaterniond q = rotation_of(from + joint.first_variable).slerp(time, rotation_of(to + joint.first_variable));
    double* const own = positions + joint.first_variable;
    own[3] = q.x(), own[4] = q.y(), own[5] = q.z(), own[6] = q.w();
  }
}

RobotTree::Sweep RobotTree::sweep(int number, const LinkBall& ball, const double* from, const double* to) const {
  const Link& link = links[std::size_t(number)];
  if (link.joint < 0) return {ball, 0};
  const RobotJoint& joint = joints[std::size_t(link.joint)];
  const auto& [origin, axis] = motions[std::size_t(link.joint)];
  const double* const own_from = from + joint.first_variable;
  const double* const own_to = to + joint.first_variable;
  // Turned about the axis through the frame's origin, the ball stays within a ball around the axis.
  const double from_axis = ball.centre.cross(axis).norm();
  const LinkBall turned{axis * axis.dot(ball.centre), from_axis + ball.radius};
  Sweep result{ball, 0};
  switch (joint.kind) {
    case RobotJointKind::Fixed:
      break;
    case RobotJointKind::Revolute:
    case RobotJointKind::Continuous: {
      const double angle = std::abs(position_of(joint, to) - position_of(joint, from));
      if (angle > 0) result = {turned, angle * turned.radius};
      // A joint that stands still does not bring it to its centre either.
      else
        result.ball.centre = motion_of(link.joint, from) * ball.centre;
      break;
    }
    case RobotJointKind::Prismatic: {
      const double a = position_of(joint, from), b = position_of(joint, to);
      result = {{ball.centre + (a + b) / 2 * axis, ball.radius + std::abs(b - a) / 2}, std::abs(b - a)};
      break;
    }
    case RobotJointKind::Planar: {
      const Vector3d a = motion_of(link.joint, from).translation, b = motion_of(link.joint, to).translation;
      const double way = (b - a).norm();
      result = {{turned.centre + (a + b) / 2, turned.radius + way / 2},
                way + std::abs(own_to[2] - own_from[2]) * turned.radius};
      break;
    }
    case RobotJointKind::Floating: {
      const Vector3d a(own_from[0], own_from[1], own_from[2]), b(own_to[0], own_to[1], own_to[2]);
      const double way = (b - a).norm(), reach = ball.centre.norm() + ball.radius;
      const double angle = rotation_of(own_from).angularDistance(rotation_of(own_to));
      result = {{(a + b) / 2, reach + way / 2}, way + angle * reach};
      break;
    }
  }
  result.ball.centre = origin * result.ball.centre;
  return result;
}

}  // namespace lightsout
