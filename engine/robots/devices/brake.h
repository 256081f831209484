// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Brake: adds a damping constant to the axis of its joint.
#pragma once

#include "controllers/wire/brake.h"
#include "engine/joints/axis_drive.h"
#include "engine/robots/device.h"

namespace lightsout {

class Brake final : public Wired<lo_brake_state, LO_DEVICE_BRAKE>, public AxisBrake {
 public:
  using Wired::Wired;
  void visit_state(StateVisitor& state) override;

  double damping_constant() const override { return damping_constant_; }

 private:
  void tell(lo_brake_state& wire) override;
  void take(lo_brake_state& wire, const Clock& clock) override;
  void forget() override { set_damping_constant(0); }
  void set_damping_constant(double constant);
  double damping_constant_ = 0;
};

}  // namespace lightsout
