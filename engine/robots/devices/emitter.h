// Emitter: hands the packets of its controller to the medium. The library holds back what the baud rate does not let
// through.
#pragma once

#include <vector>

#include "controllers/wire/emitter.h"
#include "engine/media/medium.h"
#include "engine/robots/device.h"

namespace lightsout {

class Emitter final : public Device, public Acting {
 public:
  explicit Emitter(const DeviceSetup& setup);

  lo_device_kind kind() const override { return LO_DEVICE_EMITTER; }
  std::size_t state_size() const override { return sizeof(lo_emitter_state); }
  std::size_t array_size() const override;
  void configure(WireLayout& layout) override;
  void retell() override;
  void tell_changes(const Device& before) override;
  void read_commands(const Clock& clock) override;
  void receive(std::uint16_t kind, std::span<const std::byte> payload) override;
  bool apply(FieldIndex field) override;
  void act(double dt) override;
  void reset() override;
  void visit_state(StateVisitor& state) override;

 private:
  void read_fields();
  void write_configuration();

  Antenna antenna_;
  int channel_ = 0;
  MFInt32 allowed_channels_;
  double range_ = -1;
  std::vector<std::byte> sent_;  // since the last step: wire heads and data, each padded to 8 behind its size
};

MediumType medium_type(std::string_view name);
// `channel` of an Emitter or Receiver; where allowedChannels leaves it out, their first, which the field is set to, and
// the log tells.
int allowed_channel(Device& device);

}  // namespace lightsout
