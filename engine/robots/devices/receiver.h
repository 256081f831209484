// Receiver: keeps what the medium brings until its sampling period ends, then hands it to its controller.
#pragma once

#include <optional>
#include <vector>

#include "controllers/wire/receiver.h"
#include "engine/media/medium.h"
#include "engine/robots/device.h"
#include "engine/stage/stage.h"
#include "engine/state/noise.h"

namespace lightsout {

class Receiver final : public SampledDevice, public Listener {
 public:
  explicit Receiver(const DeviceSetup& setup);

  lo_device_kind kind() const override { return LO_DEVICE_RECEIVER; }
  std::size_t state_size() const override { return sizeof(lo_receiver_state); }
  std::size_t array_size() const override;
  void connect(Diagnostics&) override { stage().part<Medium>().add(*this); }
  void configure(WireLayout& layout) override;
  void retell() override;
  void tell_changes(const Device& before) override;
  void read_commands(const Clock& clock) override;
  bool apply(FieldIndex field) override;
  void reset() override;
  void visit_state(StateVisitor& state) override;

  const Antenna& antenna() const override { return antenna_; }
  int channel() const override { return channel_; }
  bool is_listening() const override { return period_steps() > 0; }
  void hear(const Vector3d& offset, std::span<const std::byte> data) override;
  // Strength infinite, direction NaN.
  void hear_from_plugin(std::span<const std::byte> data) override;

 private:
  void read_fields();
  void write_configuration();
  void keep(const lo_receiver_packet& head, std::span<const std::byte> data);
  void measure(const Clock& clock) override;

  Antenna antenna_;
  int channel_ = 0;
  MFInt32 allowed_channels_;
  double strength_deviation_ = 0, direction_deviation_ = 0;
  Noise strength_noise_, direction_noise_;
  Matrix3d then_from_now_;          // of the receiver's frame
  std::vector<std::byte> waiting_;  // payloads of LO_MESSAGE_PACKET, each padded to 8 behind its size
};

}  // namespace lightsout
