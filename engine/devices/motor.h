// RotationalMotor and LinearMotor: position by a PID with limits, velocity, or force control of one joint axis.
#pragma once

#include <array>
#include <vector>

#include "controllers/wire/motor.h"
#include "engine/device.h"

namespace lightsout {

// What a motor asks of its joint for the next step: reach `velocity` with at most `force_limit`, and add `force`.
struct MotorDrive {
  double velocity = 0;
  double force_limit = 0;
  double force = 0;
};

class Motor final : public Device {
 public:
  explicit Motor(const DeviceSetup& setup);

  lo_device_kind kind() const override { return LO_DEVICE_MOTOR; }
  std::size_t state_size() const override { return sizeof(lo_motor_state); }
  void configure(WireLayout& layout) override;
  void read_commands(const Clock& clock) override;
  void visit_state(StateVisitor& state) override;

  // Equal: no limits.
  double min_position() const { return min_position_; }
  double max_position() const { return max_position_; }
  double max_velocity() const { return max_velocity_; }
  double target_position() const { return target_position_; }
  double target_velocity() const { return target_velocity_; }
  double available_force() const { return available_force_; }
  bool controls_position() const { return control_ == Control::Position; }

  // For a joint with bodies. Called once per step.
  MotorDrive drive(double position, double dt);
  // For a joint without: the position after dt.
  double move(double position, double dt);

  // The commands, as a controller gives them; also for tests and in-memory drivers. Out-of-range values are clamped.
  void set_position(double position);
  void set_velocity(double velocity);
  void set_acceleration(double acceleration) { acceleration_ = acceleration; }
  void set_available_force(double force);
  void set_force(double force);

 private:
  enum class Control : std::uint8_t { Position, Velocity, Force };
  // Clips the change of velocity to the acceleration limit.
  double limited(double velocity, double dt) const;

  double min_position_, max_position_;
  double max_velocity_;
  double max_force_;
  double multiplier_;
  Control control_ = Control::Position;
  double target_position_;
  double target_velocity_;  // Position: the greatest speed; Velocity: with its sign
  double acceleration_;     // -1: unlimited
  double available_force_;
  double force_ = 0;
  std::array<double, 3> pid_;
  double integral_ = 0;
  double previous_error_ = 0;
  double velocity_ = 0;  // commanded in the last step
};

}  // namespace lightsout
