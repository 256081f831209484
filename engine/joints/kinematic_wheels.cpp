// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/joints/kinematic_wheels.h"

#include <algorithm>
#include <cmath>

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/state/cache_lines.h"
#include "engine/state/state.h"

namespace lightsout {
namespace {

// A contact whose normal is steeper than this is ground or ceiling, no wall (cosine of 60 degrees).
constexpr double least_horizontal = 0.5;

}  // namespace

// The robot turns by 2 d, d = (v_right - v_left) R dt / (2 axle), and moves by the mean of the wheels' ways along the
// heading at half of the turn.
void KinematicWheels::act(double dt) {
  if (left_.joint) left_speed_ = left_.sense * left_.joint->axes()[0].velocity;
  if (right_.joint) right_speed_ = right_.sense * right_.joint->axes()[0].velocity;
  const double left = left_speed_ * geometry_.radius, right = right_speed_ * geometry_.radius;
  bumped_ = false;
  way_out_.setZero();
  if (left == 0 && right == 0) {
    solid_.place(solid_.in_parent(), Vector3d::Zero(), Vector3d::Zero());
    return;
  }
  const double half_turn = (right - left) * dt / (2 * geometry_.axle);
  const double cosine = std::cos(half_turn), sine = std::sin(half_turn);
  const Pose& before = solid_.in_parent();
  const Vector3d heading = before.rotation * (cosine * geometry_.front + sine * geometry_.up.cross(geometry_.front));
  const Vector3d velocity = (left + right) / 2 * heading;
  const Quaterniond turned =
      Quaterniond(before.rotation) *
      Quaterniond(cosine, sine * geometry_.up.x(), sine * geometry_.up.y(), sine * geometry_.up.z());
  const Pose after{before.position + velocity * dt, turned.normalized().toRotationMatrix()};
  const Vector3d spin = 2 * half_turn / dt * (before.rotation * geometry_.up);
  solid_.place(after, velocity, spin);
}

void KinematicWheels::list_memory(CacheLines& lines) const {
  lines.add(this, sizeof *this);
  lines.add(&solid_, Solid::pose_memory);
  for (const Wheel& wheel : {left_, right_})
    if (wheel.joint) lines.add(&wheel.joint->axes()[0], sizeof(double) * 4);
}

void KinematicWheels::leave(double dt) {
  solid_.shift(way_out_, dt);
  way_out_.setZero();
}

bool KinematicWheels::is_pushed_along(const Vector3d& normal) const {
  const Vector3d up = solid_.in_parent().rotation * geometry_.up;
  return (normal - normal.dot(up) * up).norm() >= least_horizontal;
}

// Along the ground only, and by no more than the contacts so far leave to do.
void KinematicWheels::bump(const Vector3d& out, double depth) {
  const Vector3d up = solid_.in_parent().rotation * geometry_.up;
  const Vector3d level = out - out.dot(up) * up;
  const double horizontal = level.norm();
  if (horizontal < least_horizontal) return;
  bumped_ = true;
  const Vector3d direction = level / horizontal;
  const double missing = depth / horizontal - way_out_.dot(direction);
  if (missing > 0) way_out_ += missing * direction;
}

void KinematicWheels::take_over(const KinematicWheels& before) {
  left_speed_ = before.left_speed_;
  right_speed_ = before.right_speed_;
  bumped_ = before.bumped_;
}

void KinematicWheels::visit_state(StateVisitor& state) {
  state.node(solid_.path());
  state.field("left wheel", left_speed_);
  state.field("right wheel", right_speed_);
  state.field("bumped", bumped_);
}

}  // namespace lightsout
