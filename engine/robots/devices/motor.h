// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// RotationalMotor and LinearMotor: position by a PID with limits, velocity, or force control of one joint axis; motors
// of one robot that are coupled by their names ("name::part") obey the same commands, each times its multiplier.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "controllers/wire/motor.h"
#include "engine/joints/axis_drive.h"
#include "engine/robots/device.h"
#include "engine/state/sampling.h"

namespace lightsout {

class Motor final : public Wired<lo_motor_state, LO_DEVICE_MOTOR>, public AxisDrive {
 public:
  explicit Motor(const DeviceSetup& setup);

  void connect(Diagnostics& diagnostics) override;
  void end_period() override { feedback_sampling_.end_period(); }
  void disable() override { feedback_sampling_ = {}; }
  bool senses() const override { return feedback_sampling_.period_steps() > 0; }
  void sense(const Clock& clock) override;
  void list_memory(CacheLines& lines) const override;
  // It comes to its speed from rest again, as far as its acceleration lets it.
  void stop() { velocity_ = 0; }
  // The joint's position (not times the multiplier) becomes the one to hold, where one is held.
  void follow_joint() override;
  double power() const override;
  void visit_state(StateVisitor& state) override;

  // Equal: no limits.
  double min_position() const { return min_position_; }
  double max_position() const { return max_position_; }
  double max_velocity() const { return max_velocity_; }
  double max_force() const { return max_force_; }  // of the field: N or N m
  double target_position() const { return target_position_; }
  double target_velocity() const { return target_velocity_; }
  double available_force() const { return available_force_; }
  bool controls_position() const { return control_ == Control::Position; }

  bool rests_at(double position) const override;
  Limits limits() const override { return {min_position_, max_position_, max_velocity_, max_force_}; }
  MotorDrive drive(double position, double dt) override;
  double move(double position, double dt) override;

  // The commands, as a controller gives them, for this motor alone; also for tests and in-memory drivers. They count
  // times the multiplier; out-of-range values are clamped.
  void set_position(double position);
  void set_velocity(double velocity);
  void set_acceleration(double acceleration);
  void set_available_force(double force);
  void set_force(double force);

 private:
  enum class Control : std::uint8_t { Position, Velocity, Force };
  void read_limits();
  void check_limits(Diagnostics& diagnostics);
  void follow_limits_of(const Motor& first, Diagnostics& diagnostics);
  void tell(lo_motor_state& wire) override;
  void take(lo_motor_state& wire, const Clock& clock) override;
  void blank(lo_motor_state& wire) override;
  Array array() override;
  lo_array* array_in(lo_motor_state& wire) override { return &wire.coupled_tags; }
  bool follow(FieldIndex field) override;
  void forget() override;
  void go_on_from(Device& before) override;
  void tell_commands(lo_motor_state& wire) const;
  void read_pid();
  double in_range(double position) const;
  // The target velocity as a controller gets it that did not give it.
  double told_velocity() const { return multiplier_ < 0 ? -target_velocity_ : target_velocity_; }
  void set_feedback_period(std::uint32_t period_ms, const Clock& clock, bool again);
  // The greatest velocity and force, and the multiplier, were others before.
  void follow_limits(double velocity_before, double force_before, double multiplier_before);
  // A command wakes what it is for, however slowly that is to move.
  void wake() const;
  // Clips the change of velocity to the acceleration limit.
  double limited(double velocity, double dt) const;

  // What a step of a motor without bodies looks at comes first, side by side.
  double multiplier_ = 1;
  double max_velocity_ = 0;
  double target_velocity_ = 0;  // Position: the greatest speed; Velocity: with its sign
  double velocity_ = 0;         // commanded in the last step
  double available_force_ = 0;
  Control control_ = Control::Position;
  Solid* sleeper_ = nullptr;  // what it moves and may be asleep; nullptr: nothing
  double acceleration_ = -1;  // -1: unlimited
  double min_position_ = 0, max_position_ = 0;
  Sampling feedback_sampling_;
  std::vector<Motor*> coupled_;  // the others of its group, in the order of the devices
  std::vector<std::uint32_t> coupled_tags_;
  double target_position_ = 0;
  double max_force_ = 0;
  double consumption_factor_ = 0;  // W per N or N m
  double force_ = 0;
  std::array<double, 3> pid_{};
  double integral_ = 0;
  double previous_error_ = 0;
};

}  // namespace lightsout
