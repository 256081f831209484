// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Receiver: keeps what the medium brings until its sampling period ends, then hands it to its controller.
#pragma once

#include <optional>
#include <vector>

#include "controllers/wire/receiver.h"
#include "engine/media/medium.h"
#include "engine/robots/components/shown_list.h"
#include "engine/robots/sampled_device.h"
#include "engine/stage/parts.h"
#include "engine/state/noise.h"

namespace lightsout {

class Receiver final : public Sampled<lo_receiver_state, LO_DEVICE_RECEIVER>, public Listener, public ShowsList {
 public:
  explicit Receiver(const DeviceSetup& setup);

  void connect(Diagnostics&) override { surroundings().parts().get<Medium>().add(*this); }
  void visit_state(StateVisitor& state) override;
  void disable() override;

  const Antenna& antenna() const override { return antenna_; }
  int channel() const override { return channel_; }
  bool is_listening() const override { return period_steps() > 0; }
  void hear(const Vector3d& offset, std::span<const std::byte> data) override;
  // Strength infinite, direction NaN.
  void hear_from_plugin(std::span<const std::byte> data) override;
  ShownList shown_list() const override { return {reading().count, sent_}; }

 private:
  void tell(lo_receiver_state& wire) override;
  void take(lo_receiver_state& wire, const Clock& clock) override;
  Array array() override;
  lo_array* array_in(lo_receiver_state& wire) override { return &wire.allowed_channels; }
  bool follow(FieldIndex field) override;
  void forget() override;
  void read_fields();
  void store(const lo_receiver_packet& head, std::span<const std::byte> data);
  void measure(const Clock& clock) override;

  Antenna antenna_;
  std::int32_t channel_ = 0;
  double strength_deviation_ = 0, direction_deviation_ = 0;
  Noise strength_noise_, direction_noise_;
  Matrix3d then_from_now_;          // of the receiver's frame
  std::vector<std::byte> waiting_;  // payloads of LO_MESSAGE_PACKET, each padded to 8 behind its size
  std::vector<std::byte> sent_;     // those of the last sample
};

}  // namespace lightsout
