// What moves one axis of a joint: a motor, or a wheel of a DifferentialWheels.
#pragma once

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
};

}  // namespace lightsout
