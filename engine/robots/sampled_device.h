// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Sensors: devices that take values once in a period.
#pragma once

#include "engine/robots/device.h"
#include "engine/state/sampling.h"

struct lo_sensor_state;

namespace lightsout {

class LookupTable;

// A sensor that is enabled with a period. Its wire struct begins with lo_sensor_state. The first value comes one period
// after enabling; a period below the basic step acts as the basic step; period 0 disables and the last value stays.
// When its robot is reset the period is over.
class SampledDevice : public Device {
 public:
  using Device::Device;
  // Whoever overrides it calls it.
  void end_period() override { sampling_.end_period(); }
  // Likewise.
  void disable() override;
  bool senses() const final { return sampling_.period_steps() > 0; }
  void sense(const Clock& clock) final;
  Reading reading() const override;
  void visit_state(StateVisitor& state) override;

 protected:
  // Called when a sample is due: write the reading into sensor().values.
  virtual void measure(const Clock& clock) = 0;
  virtual void on_enable(const Clock&) {}
  // The period, ms, for the one that the controller gave.
  virtual std::uint32_t period_ms(std::uint32_t asked) const { return asked; }
  // nullptr if its type has none.
  virtual const LookupTable* table() const { return nullptr; }
  Array array() override;
  lo_sensor_state* sensor() const { return state<lo_sensor_state>(); }
  std::int64_t period_steps() const { return sampling_.period_steps(); }

  void take_state(const Clock& clock) override;
  // Values are NaN until the first sample.
  void blank_state() override;
  lo_array* array_in_state() override;

 private:
  std::uint32_t enables_ = 0;  // that were read
  Sampling sampling_;
};

template <class State, lo_device_kind device_kind>
using Sampled = Wired<State, device_kind, SampledDevice>;

}  // namespace lightsout
