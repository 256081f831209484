// Receiver: keeps what the medium brings until its sampling period ends, then hands it to its controller.
#pragma once

#include <optional>
#include <vector>

#include "controllers/wire/receiver.h"
#include "engine/device.h"
#include "engine/medium.h"
#include "engine/noise.h"

namespace lightsout {

class Receiver final : public SampledDevice {
 public:
  explicit Receiver(const DeviceSetup& setup);
  ~Receiver() override;

  lo_device_kind kind() const override { return LO_DEVICE_RECEIVER; }
  std::size_t state_size() const override { return sizeof(lo_receiver_state); }
  std::size_t array_size() const override;
  void configure(WireLayout& layout) override;
  void retell() override;
  void tell_changes(const Device& before) override;
  void read_commands(const Clock& clock) override;
  bool apply(FieldIndex field) override;
  void reset() override;
  void visit_state(StateVisitor& state) override;

  MediumType type() const { return type_; }
  double aperture() const { return aperture_; }  // rad, whole cone about +x; not positive: everywhere
  int channel() const { return channel_; }
  bool is_listening() const { return period_steps() > 0; }

  // A packet from an emitter at `offset` from the receiver (its own frame, m).
  void hear(const Vector3d& offset, std::span<const std::byte> data);
  // A packet without a place: strength infinite, direction NaN.
  void hear_from_plugin(std::span<const std::byte> data);

 private:
  void read_fields();
  void write_configuration();
  void keep(const lo_receiver_packet& head, std::span<const std::byte> data);
  void measure(const Clock& clock) override;

  MediumType type_ = MediumType::Radio;
  double aperture_ = -1;
  int channel_ = 0;
  MFInt32 allowed_channels_;
  double strength_deviation_ = 0, direction_deviation_ = 0;
  Noise strength_noise_, direction_noise_;
  bool has_old_frame_;
  std::vector<std::byte> waiting_;  // payloads of LO_MESSAGE_PACKET, each padded to 8 behind its size
};

}  // namespace lightsout
