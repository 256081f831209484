// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What acts on one axis of a joint: what moves it (a motor, or a wheel of a DifferentialWheels) and what brakes it.
#pragma once

#include <limits>

namespace lightsout {

// What a drive asks of its joint for the next step: reach `velocity` with at most `force_limit`, and add `force`.
struct MotorDrive {
  double velocity = 0;
  double force_limit = 0;
  double force = 0;
};

class AxisDrive {
 public:
  virtual ~AxisDrive() = default;
  // For a joint with bodies. Called once per step.
  virtual MotorDrive drive(double position, double dt) = 0;
  // For a joint without: the position after dt.
  virtual double move(double position, double dt) = 0;
  // It stands where it is to be, at this position (rad or m): it would drive what is moved away from there back.
  virtual bool rests_at(double /*position*/) const { return false; }
  // Where its joint stands now is where it is to be.
  virtual void follow_joint() {}
  struct Limits {
    double min_position = 0, max_position = 0;  // rad or m; equal: none
    double max_velocity = std::numeric_limits<double>::infinity();
    double max_force = std::numeric_limits<double>::infinity();  // N m or N
  };
  virtual Limits limits() const { return {}; }
};

class AxisBrake {
 public:
  // N m s/rad or N s/m
  virtual double damping_constant() const = 0;

 protected:
  ~AxisBrake() = default;
};

}  // namespace lightsout
