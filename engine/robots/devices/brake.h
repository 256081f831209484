// Brake: adds a damping constant to the axis of its joint.
#pragma once

#include "controllers/wire/brake.h"
#include "engine/joints/axis_drive.h"
#include "engine/robots/device.h"

namespace lightsout {

class Brake final : public Device, public AxisBrake {
 public:
  explicit Brake(const DeviceSetup& setup) : Device(setup) {}
  lo_device_kind kind() const override { return LO_DEVICE_BRAKE; }
  std::size_t state_size() const override { return sizeof(lo_brake_state); }
  void configure(WireLayout& layout) override;
  void read_commands(const Clock& clock) override;
  void reset() override { set_damping_constant(0); }
  void visit_state(StateVisitor& state) override;

  double damping_constant() const override { return damping_constant_; }

 private:
  void set_damping_constant(double constant);
  double damping_constant_ = 0;
};

}  // namespace lightsout
