// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A joint without an endPoint: a motor turns or moves an axis by itself, whatever it drives (Propeller, Track).
#pragma once

#include "engine/joints/axis_drive.h"
#include "engine/joints/joint.h"

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
  JointAxis axis_;
};

}  // namespace lightsout
