// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Sensors with three axes (accelerometer, gyro, compass): each axis can be off, and goes through the lookup table and
// the resolution by itself.
#pragma once

#include "engine/robots/components/lookup_table.h"
#include "engine/robots/sampled_device.h"
#include "engine/state/noise.h"
#include "engine/state/pose.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class ThreeAxisOutput {
 public:
  // Fields lookupTable, xAxis, yAxis, zAxis and resolution.
  ThreeAxisOutput(const Node& node, LookupTable::NoiseKind noise);
  const LookupTable& table() const { return table_; }
  // `measured` in the sensor's frame; an axis that is off, or measured as NaN, becomes NaN.
  void write(const Vector3d& measured, Noise& noise, double* values) const;

 private:
  LookupTable table_;
  bool enabled_[3];
  double resolution_;
};

// All of such a sensor but what it measures.
class ThreeAxisSensor : public SampledDevice {
 public:
  explicit ThreeAxisSensor(const DeviceSetup& setup);
  void visit_state(StateVisitor& state) override;

 protected:
  bool follow(FieldIndex field) override;
  // What is to be read, in world axes; called once per sample.
  virtual Vector3d measured(const Clock& clock) = 0;

 private:
  void measure(const Clock& clock) final;
  const LookupTable* table() const final { return &output_.table(); }

  ThreeAxisOutput output_;
  Noise noise_;
};

}  // namespace lightsout
