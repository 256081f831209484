// A joint without an endPoint: a motor turns or moves an axis by itself, as fast as it is told, whatever it drives
// (Propeller, Track).
#pragma once

#include "engine/axis_drive.h"
#include "engine/joint.h"

namespace lightsout {

class MotorAxis : public Joint {
 public:
  MotorAxis(const JointSetup& setup, bool linear) : Joint(setup) { axis_.linear = linear; }
  std::span<JointAxis> axes() override { return {&axis_, 1}; }
  void keep_zero_of(const Joint&) override {}
  void move_to(int, double position) override { axis_.position = position; }
  void write_to_tree(World&) override {}
  void connect() override {}
  int rows() const override { return 0; }
  void read_back(double) override {}

 protected:
  // The motor's speed in this step, rad/s or m/s; the position follows.
  double turn(double dt) {
    axis_.velocity = axis_.drive ? axis_.drive->drive(axis_.position, dt).velocity : 0;
    axis_.position += axis_.velocity * dt;
    return axis_.velocity;
  }

 private:
  JointAxis axis_;
};

}  // namespace lightsout
