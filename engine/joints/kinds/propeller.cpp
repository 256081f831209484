// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Propeller: thrust and torque along a shaft from the speed w of its motor and the advance V of the centre of thrust
// along the shaft (manual, Propeller; Fossen 1994):
//   T = t1 |w| w - t2 |w| V,   Q = q1 |w| w - q2 |w| V.
// The body feels T along the shaft and, as the helix resists its motor, -Q about it; a motor can bear no more than its
// maxTorque. The helix has no inertia of its own: its motor turns it as it turns a joint without bodies (Motor::move).
#include <algorithm>
#include <cmath>

#include "engine/bodies/solid.h"
#include "engine/joints/axis_drive.h"
#include "engine/joints/kinds/motor_axis.h"
#include "engine/ode/ode_context.h"
#include "engine/stage/stage.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

class Propeller final : public MotorAxis {
 public:
  explicit Propeller(const JointSetup& setup) : MotorAxis(setup, false) {
    const Vector3d shaft = to_eigen(node().get<Vec3>("shaftAxis"));
    shaft_ = in_parent_.rotation * (shaft.norm() > 0 ? shaft.normalized() : Vector3d::UnitY());  // check() tells
    center_ = in_parent_ * to_eigen(node().get<Vec3>("centerOfThrust"));
    thrust_ = node().get<Vec2>("thrustConstants");
    torque_ = node().get<Vec2>("torqueConstants");
  }

  void check(Diagnostics& diagnostics) override {
    if (node().get<Vec3>("shaftAxis") == Vec3{0, 0, 0})
      diagnostics.report(DiagnosticKind::ZeroAxis, node().span_of("shaftAxis"),
                         "`shaftAxis` must not be 0 0 0: 0 1 0 is used");
  }

  void act(double dt) override {
    load_ = 0;
    const double before = axis_.position;
    if (axis_.drive) axis_.position = axis_.drive->move(before, dt);
    const double w = axis_.velocity = (axis_.position - before) / dt;
    Solid* mover = parent_ ? parent_->moved_by() : nullptr;
    if (w == 0 || !mover) return;
    const dBodyID body = mover->body();
    const Pose pose = parent_->pose();
    const Vector3d shaft = pose.rotation * shaft_, at = pose * center_;
    dVector3 velocity;
    dBodyGetPointVel(body, at.x(), at.y(), at.z(), velocity);
    const double advance = vector_of(velocity).dot(shaft);
    const double most = axis_.drive->limits().max_force;
    const double thrust = std::abs(w) * (thrust_.x * w - thrust_.y * advance);
    const double torque = std::clamp(std::abs(w) * (torque_.x * w - torque_.y * advance), -most, most);
    load_ = std::abs(thrust) + std::abs(torque);
    stage_.wake(*mover);
    const Vector3d force = thrust * shaft, resistance = -torque * shaft;
    dBodyAddForceAtPos(body, force.x(), force.y(), force.z(), at.x(), at.y(), at.z());
    dBodyAddTorque(body, resistance.x(), resistance.y(), resistance.z());
  }

  // Thrust and torque together: the motor pays for both.
  double motor_load(int) const override { return load_; }

 private:
  Vector3d shaft_, center_;  // parent's frame
  Vec2 thrust_, torque_;
  double load_ = 0;  // N and N m of the last step
};

}  // namespace

std::unique_ptr<Joint> make_propeller(const JointSetup& setup) { return std::make_unique<Propeller>(setup); }

}  // namespace lightsout
