// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// BallJoint: three rotations about axes through one anchor: the first stays with the parent, the third with the
// endPoint, the second is perpendicular to both. Without motors, springs, friction and stops it turns freely.
// jointParameters2 gives the direction of the first axis, jointParameters3 that of the third (manual, BallJoint: by
// default "respectively (1, 0, 0) and (0, 0, 1)"); position, spring and stops of an axis come from its own parameters.
#include <algorithm>
#include <cmath>

#include "engine/joints/axis_joint.h"
#include "engine/ode/ode_context.h"

namespace lightsout {
namespace {

class BallJoint final : public AxisJoint {
 public:
  explicit BallJoint(const JointSetup& setup) : AxisJoint(setup, 3, false) {
    // Manual: without jointParameters2 or 3, "springConstant, dampingConstant and staticFriction are homogeneous".
    for (int i : {1, 2}) {
      if (parameters(i)) continue;
      axes_[std::size_t(i)].spring_constant = axes_[0].spring_constant;
      axes_[std::size_t(i)].damping_constant = axes_[0].damping_constant;
      axes_[std::size_t(i)].static_friction = axes_[0].static_friction;
    }
  }
  ~BallJoint() override {
    if (motor_) dJointDestroy(motor_);
  }

 private:
  dJointID create(dWorldID world, dBodyID end_point, dBodyID parent, const Directions& directions,
                  const Vector3d& anchor) override {
    parent_body_ = parent;
    const Vector3d& first = directions[0];
    // As they are at the position 0: there the first and the third are perpendicular, and so ODE wants to have them.
    Matrix3d turned = turn_at_start(0, first);
    const Vector3d second = turned.transpose() * directions[1];
    turned = turned * turn_at_start(1, second);
    const Vector3d third = turned.transpose() * directions[2];
    turned = turned * turn_at_start(2, third);
    const Matrix3d at_zero = turned.transpose() * matrix_of(dBodyGetRotation(end_point));
    rest_ = parent_rotation().transpose() * at_zero;
    basis_ << first, third.cross(first), third;
    basis_ = parent_rotation().transpose() * basis_;
    const dJointID joint = dJointCreateBall(world, nullptr);
    dJointAttach(joint, end_point, parent);
    dJointSetBallAnchor(joint, anchor.x(), anchor.y(), anchor.z());
    // Euler angles: ODE wants the first axis on its first body, the third on its second.
    motor_ = dJointCreateAMotor(world, nullptr);
    dJointAttach(motor_, parent ? parent : end_point, parent ? end_point : nullptr);
    dJointSetAMotorMode(motor_, dAMotorEuler);
    sign_ = -1;
    const bool is_turned = !turned.isIdentity(0);
    dQuaternion orientation;
    std::copy_n(dBodyGetQuaternion(end_point), 4, orientation);
    if (is_turned) dBodySetRotation(end_point, OdeMatrix(at_zero).m);
    if (parent) {
      dJointSetAMotorAxis(motor_, 0, 1, first.x(), first.y(), first.z());
      dJointSetAMotorAxis(motor_, 2, 2, third.x(), third.y(), third.z());
    } else {
      // In the environment the endPoint is ODE's first body: its third axis stands first, and all count the other way.
      reversed_ = true;
      sign_ = 1;
      dJointSetAMotorAxis(motor_, 0, 1, third.x(), third.y(), third.z());
      dJointSetAMotorAxis(motor_, 2, 2, first.x(), first.y(), first.z());
    }
    if (is_turned) dBodySetQuaternion(end_point, orientation);
    return joint;
  }
  Matrix3d turn_at_start(int axis, const Vector3d& direction) const {
    return Eigen::AngleAxisd(axes_[axis].initial_position, direction).toRotationMatrix();
  }
  dJointID motor_joint() const override { return motor_; }
  int ode_axis(int axis) const { return reversed_ ? 2 - axis : axis; }
  void set(int axis, int param, double value) {
    dJointSetAMotorParam(motor_, param + ode_axis(axis) * dParamGroup, value);
  }
  // The middle axis is the product of the two others: counted from the third it looks the other way.
  double flip(int axis) const { return reversed_ && axis == 1 ? -1 : 1; }
  // What ODE gives for its Euler axes a_0, a_1, a_2 is along what it works: a_1 x a_2, a_1 and a_0 x a_1, unit vectors.
  Vector3d effective(int axis) const {
    dVector3 direction;
    dJointGetAMotorAxis(motor_, ode_axis(axis), direction);
    return vector_of(direction);
  }
  // a_i; the middle one is perpendicular to both others.
  Vector3d euler_axis(int axis) const {
    if (axis == 1) return effective(1);
    return ode_axis(axis) == 0 ? effective(1).cross(effective(2 - axis)) : effective(2 - axis).cross(effective(1));
  }
  // The relative angular velocity is w = sum of q_i' a_i, and w . e_i = q_i' (a_i . e_i) along what ODE works. This is
  // a_i . e_i: 1 for the middle axis, 0 where the two others fall together.
  double share(int axis) const { return axis == 1 ? 1 : euler_axis(axis).dot(effective(axis)); }
  void set_velocity(int axis, double velocity, double force_limit) override {
    set(axis, dParamVel, velocity == 0 ? 0 : flip(axis) * sign_ * velocity * share(axis));
    set(axis, dParamFMax, force_limit);
  }
  // ODE counts from the position 0.
  void set_stops(int axis, double low, double high) override {
    low += axes_[axis].initial_position;
    high += axes_[axis].initial_position;
    const double sign = flip(axis) * sign_;
    if (sign < 0) std::swap(low, high);
    set(axis, dParamLoStop, sign * low);
    set(axis, dParamHiStop, sign * high);
    set(axis, dParamLoStop, sign * low);
  }
  Matrix3d parent_rotation() const {
    return parent_body_ ? matrix_of(dBodyGetRotation(parent_body_)) : Matrix3d(Matrix3d::Identity());
  }
  // ODE has the angles of the beginning of its step. The endPoint is turned by M = Rx(q0) Ry(q1) Rz(q2) about the axes:
  //   M02 = sin q1,  M12 = -sin q0 cos q1,  M22 = cos q0 cos q1,  M01 = -cos q1 sin q2,  M00 = cos q1 cos q2.
  double ode_position(int axis) const override {
    const Matrix3d turned = parent_rotation().transpose() * matrix_of(dBodyGetRotation(end_body())) * rest_.transpose();
    const auto m = [&](int row, int column) { return basis_.col(row).dot(turned * basis_.col(column)); };
    const double angle = axis == 0   ? std::atan2(-m(1, 2), m(2, 2))
                         : axis == 1 ? std::asin(std::clamp(m(0, 2), -1.0, 1.0))
                                     : std::atan2(-m(0, 1), m(0, 0));
    return angle - axes_[axis].initial_position;
  }
  // ODE knows no rate of Euler angles.
  double ode_velocity(int axis) const override {
    Vector3d w = vector_of(dBodyGetAngularVel(end_body()));
    if (parent_body_) w -= vector_of(dBodyGetAngularVel(parent_body_));
    constexpr double together = 1e-6;
    const double part = share(axis);
    return flip(axis) * (std::abs(part) > together ? w.dot(effective(axis)) / part : w.dot(euler_axis(axis)));
  }
  void add_force(int axis, double torque) override {
    const Vector3d t = flip(axis) * torque * euler_axis(axis);
    dBodyAddTorque(end_body(), t.x(), t.y(), t.z());
    if (parent_body_) dBodyAddTorque(parent_body_, -t.x(), -t.y(), -t.z());
  }
  Pose displacement(const std::array<double, max_axes>& angles) const override {
    Matrix3d rotation = Matrix3d::Identity();
    for (int i = 0; i < 3; ++i) rotation = rotation * Eigen::AngleAxisd(angles[i], directions_[i]).toRotationMatrix();
    return {anchor_ - rotation * anchor_, rotation};
  }
  int fixed_rows() const override { return 3; }
  Vector3d default_direction(int axis) const override { return axis == 2 ? Vector3d::UnitZ() : Vector3d::UnitX(); }
  // Where only one of the two is given, the other is perpendicular to it; where they fall together, both are as by
  // default.
  Vector3d given_direction(int axis) const override {
    const std::array<Vector3d, 2> given = given_ends();
    const Vector3d &first = given[0], &third = given[1];
    if (first.isZero() || third.isZero()) return Vector3d::Zero();
    if (are_parallel(first, third))
      return axis == 1 ? Vector3d(default_direction(2).cross(default_direction(0))) : default_direction(axis);
    return axis == 0 ? first : axis == 2 ? third : third.cross(first);
  }
  bool has_parallel_axes() const override {
    const auto is_given = [this](int i) {
      return parameters(i) && parameters(i)->is_set(parameters(i)->type().find("axis"));
    };
    if (!is_given(1) && !is_given(2)) return false;  // both are as by default, which is nobody's mistake
    const std::array<Vector3d, 2> given = given_ends();
    return are_parallel(given[0], given[1]);
  }
  // The first axis and the third: where one is not given it is across the other.
  std::array<Vector3d, 2> given_ends() const {
    const auto of = [this](int i) { return to_eigen(parameters(i)->get<Vec3>("axis")); };
    const auto across = [&](const Vector3d& v, const Vector3d& side, const Vector3d& other) -> Vector3d {
      return are_parallel(v, side) ? v.cross(other) : v.cross(side);
    };
    const Vector3d x = default_direction(0), z = default_direction(2);
    return {parameters(1)   ? of(1)
            : parameters(2) ? across(of(2), z, x)
                            : x,
            parameters(2)   ? of(2)
            : parameters(1) ? across(of(1), x, z)
                            : z};
  }

  dJointID motor_ = nullptr;
  dBodyID parent_body_ = nullptr;  // nullptr: the environment
  Matrix3d rest_;                  // parent_from_end_point of the bodies at the position 0
  Matrix3d basis_;                 // the axes there, in the parent's frame
  bool reversed_ = false;
  double sign_ = 1;
};

}  // namespace

std::unique_ptr<Joint> make_ball_joint(const JointSetup& setup) { return std::make_unique<BallJoint>(setup); }

}  // namespace lightsout
