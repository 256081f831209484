// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/devices/motor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/state/cache_lines.h"
#include "engine/state/clock.h"
#include "engine/state/log.h"
#include "engine/state/state.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

namespace {

// "name::part" belongs to the group "name"; a name without a part, or with several, to none.
std::string_view group_of(std::string_view name) {
  const std::size_t separator = name.find("::");
  const bool has_one = separator != std::string_view::npos && separator == name.rfind("::");
  return has_one ? name.substr(0, separator) : std::string_view();
}

bool differ(double a, double b) { return std::abs(a - b) > 1e-6 * std::max({1.0, std::abs(a), std::abs(b)}); }

// But for what a product and a quotient are rounded by.
bool is_same(double a, double b) { return std::abs(a - b) <= 1e-12 * std::abs(b); }

}  // namespace

Motor::Motor(const DeviceSetup& setup) : Wired(setup) {
  // The motor holds the position of the file until it is told otherwise.
  target_position_ = joint()->axes()[axis()].position;
  read_limits();
  target_velocity_ = std::copysign(max_velocity_, multiplier_);
  available_force_ = max_force_;
  acceleration_ = node().get<double>("acceleration");
  read_pid();
}

void Motor::read_pid() {
  const Vec3& pid = node().get<Vec3>("controlPID");
  pid_ = {pid.x, pid.y, pid.z};
}

void Motor::read_limits() {
  min_position_ = node().get<double>("minPosition");
  max_position_ = node().get<double>("maxPosition");
  max_velocity_ = node().get<double>("maxVelocity");
  max_force_ = node().get<double>(node().has("maxTorque") ? "maxTorque" : "maxForce");
  consumption_factor_ = node().get<double>("consumptionFactor");
  multiplier_ = node().get<double>("multiplier");
  // Manual, BallJoint: "minPosition and maxPosition ... of the RotationalMotor in the device2 field are constraint to
  // the range [-pi/2; pi/2]".
  if (axis() == 1 && joint()->node().is_a("BallJoint")) {
    constexpr double quarter = std::numbers::pi / 2;
    const bool unlimited = min_position_ == max_position_;
    min_position_ = unlimited ? -quarter : std::max(min_position_, -quarter);
    max_position_ = unlimited ? quarter : std::min(max_position_, quarter);
  }
}

void Motor::connect(Diagnostics& diagnostics) {
  Solid* moved = joint()->end_point() ? joint()->end_point() : joint()->parent();
  sleeper_ = moved ? moved->moved_by() : nullptr;
  check_limits(diagnostics);
  const std::string_view group = group_of(name());
  if (!group.empty()) {
    for (const auto& device : surroundings().devices()) {
      auto* other = dynamic_cast<Motor*>(device.get());
      if (other && other != this && group_of(other->name()) == group) coupled_.push_back(other);
    }
    // The first of the group has been checked already: it stands before the others.
    if (!coupled_.empty() && coupled_.front()->tag() < tag()) follow_limits_of(*coupled_.front(), diagnostics);
  }
  if (surroundings().has_battery()) joint()->measure_motor_forces();
}

// What the manual asks of limits ("Motor Limits"): they hold the position, and lie between the stops of the joint.
void Motor::check_limits(Diagnostics& diagnostics) {
  const auto tell = [&](std::string_view field, std::string message) {
    diagnostics.report(DiagnosticKind::MotorLimits, node().span_of(field), std::move(message));
  };
  const JointAxis& axis_now = joint()->axes()[axis()];
  const double position = axis_now.initial_position;
  const bool has_stops = axis_now.min_stop < axis_now.max_stop;
  if (has_stops && (position == axis_now.min_stop || position == axis_now.max_stop))
    diagnostics.report(DiagnosticKind::MotorLimits, joint()->node().span(),
                       fmt::format("the joint starts right at its stop, {}: its motion may be unstable", position));
  if (min_position_ == max_position_) return;
  const bool is_of_file = node().get<double>("minPosition") != node().get<double>("maxPosition");
  if (has_stops && is_of_file && (min_position_ < axis_now.min_stop || max_position_ > axis_now.max_stop))
    tell("minPosition", fmt::format("the motor's range [{}, {}] is not inside the stops [{}, {}] of its joint",
                                    min_position_, max_position_, axis_now.min_stop, axis_now.max_stop));
  if (position < min_position_ || position > max_position_) {
    tell("minPosition",
         fmt::format("the position of the joint, {}, is not in the motor's range [{}, {}]: it is widened", position,
                     min_position_, max_position_));
    min_position_ = std::min(min_position_, position);
    max_position_ = std::max(max_position_, position);
  }
}

// Limits of coupled motors are in the ratio of their multipliers; a negative one swaps the ends of the range.
void Motor::follow_limits_of(const Motor& first, Diagnostics& diagnostics) {
  const double ratio = multiplier_ / first.multiplier_;
  double low = first.min_position_ * ratio, high = first.max_position_ * ratio;
  if (first.min_position_ == first.max_position_) low = high = 0;
  if (low > high) std::swap(low, high);
  const double speed = first.max_velocity_ * std::abs(ratio);
  if (differ(low, min_position_) || differ(high, max_position_) || differ(speed, max_velocity_))
    diagnostics.report(DiagnosticKind::MotorLimits, node().span(),
                       fmt::format("the limits of \"{}\" do not fit those of \"{}\", to which it is coupled: "
                                   "[{}, {}] and maxVelocity {} are used",
                                   name(), first.name(), low, high, speed));
  min_position_ = low;
  max_position_ = high;
  max_velocity_ = speed;
  target_velocity_ = std::copysign(speed, multiplier_);
}

Device::Array Motor::array() {
  coupled_tags_.clear();
  for (const Motor* motor : coupled_) coupled_tags_.push_back(motor->tag());
  return {std::as_bytes(std::span(coupled_tags_)), sizeof(std::uint32_t)};
}

void Motor::tell(lo_motor_state& wire) {
  wire.linear = joint()->axes()[axis()].linear;
  wire.brake_tag = tag_beside(LO_DEVICE_BRAKE);
  wire.position_sensor_tag = tag_beside(LO_DEVICE_POSITION_SENSOR);
  wire.coupled_tags_count = std::uint32_t(coupled_.size());
  wire.min_position = min_position_;
  wire.max_position = max_position_;
  wire.max_velocity = max_velocity_;
  wire.max_force = max_force_;
  wire.multiplier = multiplier_;
  wire.initial_acceleration = acceleration_;
  std::ranges::copy(pid_, wire.initial_pid);
  tell_commands(wire);
}

// A command that means what the motor does stays as it was given: by a controller, to be taken times the multiplier; of
// one coupled to it, taken so already.
void Motor::tell_commands(lo_motor_state& wire) const {
  const auto waits = [&](std::uint32_t command) { return (wire.changed & command) != 0; };
  const auto means = [&](double given, double obeyed) {
    return is_same(given * multiplier_, obeyed) || is_same(given, obeyed);
  };
  if (!waits(LO_MOTOR_POSITION)) {
    if (control_ == Control::Velocity)
      wire.position = std::numeric_limits<double>::infinity();
    else if (control_ == Control::Position && !means(wire.position, target_position_))
      wire.position = target_position_;
  }
  // What a coupled motor was told is in this one's sense already.
  const bool is_in_own_sense = std::signbit(wire.velocity) == std::signbit(target_velocity_);
  if (!waits(LO_MOTOR_VELOCITY) && !means(wire.velocity, target_velocity_))
    wire.velocity = multiplier_ < 0 && !is_in_own_sense ? -target_velocity_ : target_velocity_;
  if (!waits(LO_MOTOR_AVAILABLE_FORCE)) wire.available_force = available_force_;
  if (!waits(LO_MOTOR_ACCELERATION)) wire.acceleration = acceleration_;
  if (!waits(LO_MOTOR_PID)) std::ranges::copy(pid_, wire.pid);
}

void Motor::blank(lo_motor_state& wire) {
  wire.position = target_position_;
  wire.feedback = std::numeric_limits<double>::quiet_NaN();
}

double Motor::in_range(double position) const {
  return min_position_ != max_position_ ? std::clamp(position, min_position_, max_position_) : position;
}

bool Motor::rests_at(double position) const {
  constexpr double there = 1e-6;  // rad or m
  return controls_position() && std::abs(target_position_ - position) < there;
}

void Motor::follow_joint() {
  target_position_ = in_range(joint()->axes()[axis()].position);
  tell_later();
}

void Motor::forget() {
  control_ = Control::Position;
  follow_joint();
  target_velocity_ = std::copysign(max_velocity_, multiplier_);
  acceleration_ = node().get<double>("acceleration");
  available_force_ = max_force_;
  force_ = velocity_ = integral_ = previous_error_ = 0;
}

bool Motor::follow(FieldIndex field) {
  const std::string& name = node().type().field(field).name;
  if (name == "sound" || name == "muscles") return true;
  if (name == "name" || name == "model" || !coupled_.empty()) return false;
  wake();
  Diagnostics ignored;
  const double multiplier = multiplier_, greatest_velocity = max_velocity_, greatest_force = max_force_;
  read_limits();
  check_limits(ignored);
  follow_limits(greatest_velocity, greatest_force, multiplier);
  if (name == "acceleration") acceleration_ = node().get<double>("acceleration");
  if (name == "controlPID") read_pid();
  if ((name == "minPosition" || name == "maxPosition")) target_position_ = in_range(target_position_);
  return true;
}

void Motor::go_on_from(Device& before) {
  Device::go_on_from(before);
  const auto& motor = static_cast<const Motor&>(before);
  follow_limits(motor.max_velocity_, motor.max_force_, motor.multiplier_);
}

// The greatest stays the greatest: it is what a controller has that asked for nothing.
void Motor::follow_limits(double velocity_before, double force_before, double multiplier_before) {
  const auto within = [](double value, double before, double now) {
    return value == before ? now : std::min(value, now);
  };
  if (max_velocity_ != velocity_before)
    target_velocity_ =
        std::copysign(within(std::abs(target_velocity_), velocity_before, max_velocity_), target_velocity_);
  if (max_force_ != force_before) available_force_ = within(available_force_, force_before, max_force_);
  if (multiplier_before * multiplier_ < 0) target_velocity_ = -target_velocity_;
}

void Motor::take(lo_motor_state& wire, const Clock& clock) {
  const std::uint32_t changed = std::exchange(wire.changed, 0);
  set_feedback_period(wire.feedback_period_ms, clock, (changed & LO_MOTOR_FEEDBACK_PERIOD) != 0);
  if (!changed) return;
  // The block may hold anything: what is not a number is not a command.
  const auto given = [&](std::uint32_t bit, double value) { return (changed & bit) && !std::isnan(value); };
  const auto relay = [&](void (Motor::*command)(double), double value) {
    (this->*command)(value);
    for (Motor* motor : coupled_) (motor->*command)(value);
  };
  if (given(LO_MOTOR_PID, wire.pid[0] + wire.pid[1] + wire.pid[2])) {
    wake();
    std::ranges::copy(wire.pid, pid_.begin());
    integral_ = previous_error_ = 0;
    keep("controlPID", Vec3{pid_[0], pid_[1], pid_[2]});
  }
  if (given(LO_MOTOR_ACCELERATION, wire.acceleration)) {
    wake();
    set_acceleration(wire.acceleration);
  }
  if (given(LO_MOTOR_AVAILABLE_FORCE, wire.available_force)) set_available_force(wire.available_force);
  if (given(LO_MOTOR_POSITION, wire.position)) relay(&Motor::set_position, wire.position);
  if (given(LO_MOTOR_VELOCITY, wire.velocity)) relay(&Motor::set_velocity, wire.velocity);
  if (given(LO_MOTOR_FORCE, wire.force)) relay(&Motor::set_force, wire.force);
}

void Motor::set_feedback_period(std::uint32_t period_ms, const Clock& clock, bool again) {
  if (!feedback_sampling_.set_period(period_ms, clock, again) || !period_ms) return;
  if (!joint()->measure_motor_forces())
    log(LogLevel::Warning, "force and torque feedback need a joint whose solids have Physics: it stays NaN");
}

void Motor::list_memory(CacheLines& lines) const {
  constexpr std::size_t most_of_it = 192, most_of_its_state = 64;
  lines.add(this, most_of_it);
  lines.add(state<lo_motor_state>(), most_of_its_state);
}

void Motor::sense(const Clock& clock) {
  if (wire() && !surroundings().is_off() && feedback_sampling_.is_due(clock.step()))
    wire()->feedback = joint()->motor_force(axis());
}

// As the manual gives it: the feedback times consumptionFactor.
double Motor::power() const { return joint()->motor_load(axis()) * consumption_factor_; }

void Motor::wake() const { Surroundings::wake(sleeper_); }

void Motor::set_acceleration(double acceleration) { keep("acceleration", acceleration_ = acceleration); }

void Motor::set_position(double position) {
  wake();
  if (std::isinf(position)) {
    control_ = Control::Velocity;
    return;
  }
  control_ = Control::Position;
  constexpr double farthest = std::numeric_limits<double>::max();
  target_position_ = in_range(std::clamp(position * multiplier_, -farthest, farthest));
}

void Motor::set_velocity(double velocity) {
  wake();
  target_velocity_ = std::clamp(velocity * multiplier_, -max_velocity_, max_velocity_);
}

void Motor::set_available_force(double force) {
  wake();
  available_force_ = std::clamp(force, 0.0, max_force_);
}

void Motor::set_force(double force) {
  wake();
  control_ = Control::Force;
  force_ = std::clamp(force * multiplier_, -available_force_, available_force_);
}

double Motor::limited(double velocity, double dt) const {
  if (acceleration_ == -1) return velocity;
  const double change = acceleration_ * dt;
  return std::clamp(velocity, velocity_ - change, velocity_ + change);
}

MotorDrive Motor::drive(double position, double dt) {
  if (surroundings().is_off()) {
    velocity_ = 0;
    return {};
  }
  if (control_ == Control::Force) return {0, 0, std::clamp(force_, -available_force_, available_force_)};
  if (available_force_ == 0) {
    velocity_ = 0;
    return {};
  }
  double velocity = target_velocity_;
  if (control_ == Control::Position) {
    // A target that stands for "without end" (DBL_MAX) leaves room for gains and steps.
    constexpr double farthest = 1e150;  // rad or m
    const double error = std::clamp(target_position_ - position, -farthest, farthest);
    integral_ += error * dt;
    const double derivative = (error - previous_error_) / dt;
    previous_error_ = error;
    const double limit = std::abs(target_velocity_);
    velocity = std::clamp(pid_[0] * error + pid_[1] * integral_ + pid_[2] * derivative, -limit, limit);
  }
  velocity_ = limited(velocity, dt);
  return {velocity_, available_force_, 0};
}

// Without bodies there is no force: the acceleration is the limit given, else the torque's number ("Kinematics Mode" of
// the manual). On the way to a target the speed grows so up to the velocity asked for; no braking is asked for: the
// motion ends at the target, and goes the other way at once if that is where the next one lies.
double Motor::move(double position, double dt) {
  constexpr double there = 1e-6;  // rad or m
  if (control_ == Control::Force || surroundings().is_off()) {
    velocity_ = 0;
    return position;
  }
  const double acceleration = acceleration_ == -1 ? available_force_ : std::min(acceleration_, available_force_);
  const double change = acceleration * dt;
  if (control_ == Control::Position) {
    const double way = target_position_ - position;
    if (std::abs(way) < there) {
      velocity_ = 0;
      return position;
    }
    const double before = std::abs(velocity_);
    velocity_ = std::copysign(std::clamp(std::abs(target_velocity_), before - change, before + change), way);
    return std::abs(velocity_ * dt) < std::abs(way) ? position + velocity_ * dt : target_position_;
  }
  if (min_position_ == max_position_) {
    velocity_ = std::clamp(target_velocity_, velocity_ - change, velocity_ + change);
    return position + velocity_ * dt;
  }
  if ((position >= max_position_ && target_velocity_ >= 0) || (position <= min_position_ && target_velocity_ <= 0)) {
    velocity_ = 0;
    return position;
  }
  velocity_ = std::clamp(target_velocity_, velocity_ - change, velocity_ + change);
  return std::clamp(position + velocity_ * dt, min_position_, max_position_);
}

void Motor::visit_state(StateVisitor& state) {
  state.node(path());
  state.field("control", control_);
  state.field("target position", target_position_);
  state.field("target velocity", target_velocity_);
  visit_kept(state, "acceleration", "acceleration", acceleration_);
  state.field("available force", available_force_);
  state.field("force", force_);
  if (!state.is_loading()) read_pid();
  state.field("PID", pid_);
  if (state.is_loading()) keep("controlPID", Vec3{pid_[0], pid_[1], pid_[2]});
  state.field("integral of the error", integral_);
  state.field("previous error", previous_error_);
  state.field("commanded velocity", velocity_);
  feedback_sampling_.visit_state(state);
}

std::unique_ptr<Device> make_motor(const DeviceSetup& setup) { return std::make_unique<Motor>(setup); }

}  // namespace lightsout
