#include "engine/devices/motor.h"

#include <algorithm>
#include <cmath>

#include "engine/devices/beside.h"
#include "engine/joint.h"
#include "engine/state.h"

namespace lightsout {

Motor::Motor(const DeviceSetup& setup)
    : Device(setup),
      min_position_(node().get<double>("minPosition")),
      max_position_(node().get<double>("maxPosition")),
      max_velocity_(node().get<double>("maxVelocity")),
      max_force_(node().get<double>(node().has("maxTorque") ? "maxTorque" : "maxForce")),
      multiplier_(node().get<double>("multiplier")),
      target_velocity_(max_velocity_),
      acceleration_(node().get<double>("acceleration")),
      available_force_(max_force_) {
  const Vec3& pid = node().get<Vec3>("controlPID");
  pid_ = {pid.x, pid.y, pid.z};
  // The motor holds the position of the file until it is told otherwise; limits give way to it.
  target_position_ = joint()->axes()[axis()].position;
  if (min_position_ != max_position_) {
    min_position_ = std::min(min_position_, target_position_);
    max_position_ = std::max(max_position_, target_position_);
  }
}

void Motor::configure(WireLayout&) {
  auto& s = *state<lo_motor_state>();
  s.linear = joint()->axes()[axis()].linear;
  s.brake_tag = tag_beside(*this, LO_DEVICE_BRAKE);
  s.position_sensor_tag = tag_beside(*this, LO_DEVICE_POSITION_SENSOR);
  s.min_position = min_position_;
  s.max_position = max_position_;
  s.max_velocity = max_velocity_;
  s.max_force = max_force_;
  s.multiplier = multiplier_;
  s.initial_acceleration = s.acceleration = acceleration_;
  std::copy(pid_.begin(), pid_.end(), s.initial_pid);
  std::copy(pid_.begin(), pid_.end(), s.pid);
  s.position = target_position_;
  s.velocity = target_velocity_;
  s.available_force = available_force_;
}

void Motor::read_commands(const Clock&) {
  auto& s = *state<lo_motor_state>();
  const std::uint32_t changed = s.changed;
  if (!changed) return;
  s.changed = 0;
  // The block may hold anything: what is not a number is not a command.
  const auto given = [&](std::uint32_t bit, double value) { return (changed & bit) && !std::isnan(value); };
  if (given(LO_MOTOR_PID, s.pid[0] + s.pid[1] + s.pid[2])) {
    std::copy(s.pid, s.pid + 3, pid_.begin());
    integral_ = previous_error_ = 0;
  }
  if (given(LO_MOTOR_ACCELERATION, s.acceleration)) set_acceleration(s.acceleration);
  if (given(LO_MOTOR_AVAILABLE_FORCE, s.available_force)) set_available_force(s.available_force);
  if (given(LO_MOTOR_POSITION, s.position)) set_position(s.position);
  if (given(LO_MOTOR_VELOCITY, s.velocity)) set_velocity(s.velocity);
  if (given(LO_MOTOR_FORCE, s.force)) set_force(s.force);
}

void Motor::set_position(double position) {
  if (std::isinf(position)) {
    control_ = Control::Velocity;
    return;
  }
  if (control_ != Control::Position) {
    integral_ = 0;
    previous_error_ = 0;
  }
  control_ = Control::Position;
  target_position_ = min_position_ != max_position_ ? std::clamp(position, min_position_, max_position_) : position;
}

void Motor::set_velocity(double velocity) { target_velocity_ = std::clamp(velocity, -max_velocity_, max_velocity_); }

void Motor::set_available_force(double force) { available_force_ = std::clamp(force, 0.0, max_force_); }

void Motor::set_force(double force) {
  control_ = Control::Force;
  force_ = std::clamp(force, -available_force_, available_force_);
}

double Motor::limited(double velocity, double dt) const {
  if (acceleration_ == -1) return velocity;
  const double change = acceleration_ * dt;
  return std::clamp(velocity, velocity_ - change, velocity_ + change);
}

MotorDrive Motor::drive(double position, double dt) {
  if (control_ == Control::Force) {
    velocity_ = 0;
    return {0, 0, std::clamp(force_, -available_force_, available_force_)};
  }
  if (available_force_ == 0) {
    velocity_ = 0;
    return {};
  }
  double velocity = target_velocity_;
  if (control_ == Control::Position) {
    const double error = target_position_ - position;
    integral_ += error * dt;
    const double derivative = (error - previous_error_) / dt;
    previous_error_ = error;
    const double limit = std::abs(target_velocity_);
    velocity = std::clamp(pid_[0] * error + pid_[1] * integral_ + pid_[2] * derivative, -limit, limit);
  }
  velocity_ = limited(velocity, dt);
  return {velocity_, available_force_, 0};
}

double Motor::move(double position, double dt) {
  // Without bodies there is no force: the acceleration is the limit given, else the torque's number (spec b).
  if (control_ == Control::Force) return position;
  const double acceleration = acceleration_ == -1 ? available_force_ : std::min(acceleration_, available_force_);
  const double change = acceleration * dt;
  double velocity = target_velocity_;
  if (control_ == Control::Position) {
    const double error = target_position_ - position;
    if (std::abs(error) < 1e-6) {
      velocity_ = 0;
      return target_position_;
    }
    const double limit = std::abs(target_velocity_);
    // Slow enough to stop at the target: v^2 = 2 a s; and not past it within the step.
    const double braking = std::sqrt(2 * acceleration * std::abs(error));
    velocity = std::copysign(std::min({limit, braking, std::abs(error) / dt}), error);
  }
  velocity_ = std::clamp(velocity, velocity_ - change, velocity_ + change);
  if (control_ == Control::Position && std::abs(velocity_ * dt) > std::abs(target_position_ - position) &&
      velocity_ * (target_position_ - position) > 0) {
    velocity_ = (target_position_ - position) / dt;
  }
  double next = position + velocity_ * dt;
  if (min_position_ != max_position_) next = std::clamp(next, min_position_, max_position_);
  return next;
}

void Motor::visit_state(StateVisitor& state) {
  state.node(path());
  state.field("control", control_);
  state.field("target position", target_position_);
  state.field("target velocity", target_velocity_);
  state.field("acceleration", acceleration_);
  state.field("available force", available_force_);
  state.field("force", force_);
  state.field("PID", pid_);
  state.field("integral of the error", integral_);
  state.field("previous error", previous_error_);
  state.field("commanded velocity", velocity_);
}

std::unique_ptr<Device> make_motor(const DeviceSetup& setup) { return std::make_unique<Motor>(setup); }

}  // namespace lightsout
