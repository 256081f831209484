// The output stage of sensors with three axes (accelerometer, gyro, compass): each axis can be off, and goes through
// the lookup table and the resolution by itself.
#pragma once

#include "engine/lookup_table.h"
#include "engine/pose.h"
#include "world_format/node.h"

namespace lightsout {

class ThreeAxisOutput {
 public:
  // Fields lookupTable, xAxis, yAxis, zAxis and resolution.
  explicit ThreeAxisOutput(const Node& node);
  const LookupTable& table() const { return table_; }
  // `measured` in the sensor's frame; an axis that is off becomes NaN.
  void write(const Vector3d& measured, Noise& noise, double* values) const;

 private:
  LookupTable table_;
  bool enabled_[3];
  double resolution_;
};

}  // namespace lightsout
