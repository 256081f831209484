// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Emitter: hands the packets of its controller to the medium. The library holds back what the baud rate does not let
// through.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "controllers/wire/emitter.h"
#include "engine/media/medium.h"
#include "engine/robots/device.h"

namespace lightsout {

MediumType medium_type(std::string_view name);
// `allowedChannels` of an Emitter or Receiver.
std::span<const std::int32_t> allowed_channels(const Node& node);
// The channel among them that stands for this one: itself, or their first.
std::int32_t allowed_channel(const Node& node, std::int32_t channel);
std::string channel_remark(std::int32_t asked, std::int32_t taken);

class Emitter final : public Wired<lo_emitter_state, LO_DEVICE_EMITTER>, public Acting {
 public:
  explicit Emitter(const DeviceSetup& setup);

  void receive(std::uint16_t kind, std::span<const std::byte> payload) override;
  Acting* acting() override { return this; }
  void act(double dt) override;
  void visit_state(StateVisitor& state) override;

 private:
  void tell(lo_emitter_state& wire) override;
  void take(lo_emitter_state& wire, const Clock& clock) override;
  Array array() override { return {std::as_bytes(allowed_channels(node())), sizeof(std::int32_t)}; }
  lo_array* array_in(lo_emitter_state& wire) override { return &wire.allowed_channels; }
  bool follow(FieldIndex field) override;
  void forget() override;
  void read_fields();

  Antenna antenna_;
  std::int32_t channel_ = 0;
  double range_ = -1;
  std::vector<std::byte> sent_;  // since the last step: wire heads and data, each padded to 8 behind its size
};

}  // namespace lightsout
