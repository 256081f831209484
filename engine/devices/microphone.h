// Microphone: hands the sound of each sampling period to its controller, as 16-bit samples in one channel.
#pragma once

#include <vector>

#include "controllers/wire/microphone.h"
#include "engine/device.h"
#include "engine/pose.h"

namespace lightsout {

class Microphone final : public SampledDevice {
 public:
  explicit Microphone(const DeviceSetup& setup);
  ~Microphone() override;

  lo_device_kind kind() const override { return LO_DEVICE_MICROPHONE; }
  std::size_t state_size() const override { return sizeof(lo_microphone_state); }
  void configure(WireLayout& layout) override;
  bool apply(FieldIndex field) override;
  void visit_state(StateVisitor& state) override;

  bool is_listening() const { return period_steps() > 0; }
  // The factor at which it hears something of this volume there (world axes): 1 up to a metre, then as 1 / distance;
  // 0 outside its cone or below its sensitivity.
  double gain(const Vector3d& source, double volume) const;
  void hear(std::span<const float> samples);

 private:
  void measure(const Clock& clock) override;
  void on_enable(const Clock&) override { samples_.clear(); }

  std::vector<std::int16_t> samples_;  // of the running period
};

}  // namespace lightsout
