// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The wheels of a DifferentialWheels robot, which is a robot and a device at once: speeds, slip, encoders; with bodies
// they drive two hinges, without they move the robot over the plane.
#pragma once

#include <array>

#include "controllers/wire/differential_wheels.h"
#include "engine/joints/axis_drive.h"
#include "engine/robots/sampled_device.h"
#include "engine/state/noise.h"

namespace lightsout {

class DifferentialWheels final : public Sampled<lo_differential_wheels_state, LO_DEVICE_DIFFERENTIAL_WHEELS>,
                                 public Acting {
 public:
  explicit DifferentialWheels(const DeviceSetup& setup);

  void connect(Diagnostics& diagnostics) override;
  Acting* acting() override { return this; }
  void act(double dt) override;
  double power() const override;
  void visit_state(StateVisitor& state) override;

  // In speed units.
  void set_speed(double left, double right);
  double encoder(int side) const { return wheels_[std::size_t(side)].encoder; }

 private:
  class Wheel final : public AxisDrive {
   public:
    Wheel(DifferentialWheels& owner, Noise of_slip, Noise of_encoder)
        : slip_noise(of_slip), encoder_noise(of_encoder), owner_(owner) {}
    MotorDrive drive(double position, double dt) override;
    double move(double position, double dt) override;
    // The next step's speed by acceleration and slip, without bodies.
    void choose_speed(double dt);

    double command = 0;     // rad/s
    double velocity = 0;    // that the acceleration allows so far, rad/s
    double speed = 0;       // with slip, of this step, rad/s
    double way = 0;         // turned since the encoder was counted last, without a joint, rad
    double encoder = 0;     // increments
    double counted_at = 0;  // position of the joint when the encoder was counted, rad
    Joint* joint = nullptr;
    Noise slip_noise, encoder_noise;

   private:
    DifferentialWheels& owner_;
  };

  void tell(lo_differential_wheels_state& wire) override;
  void take(lo_differential_wheels_state& wire, const Clock& clock) override;
  bool follow(FieldIndex field) override;
  void read_fields();
  void measure(const Clock& clock) override;
  // Adds to the wheel's encoder what it has turned since.
  void count(Wheel& wheel);

  double max_acceleration_ = 0, max_force_ = 0, speed_unit_ = 1;
  double slip_ = 0, encoder_noise_ = -1, encoder_resolution_ = -1, consumption_ = 0;
  std::array<Wheel, 2> wheels_;
};

}  // namespace lightsout
