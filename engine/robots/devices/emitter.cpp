#include "engine/robots/devices/emitter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "engine/robots/robot.h"
#include "engine/stage/stage.h"
#include "engine/state/state.h"
#include "limits/limits.h"

namespace lightsout {

MediumType medium_type(std::string_view name) {
  if (name == "serial") return MediumType::Serial;
  if (name == "infra-red") return MediumType::InfraRed;
  return MediumType::Radio;
}

int allowed_channel(Device& device) {
  const int channel = device.node().get<std::int32_t>("channel");
  const MFInt32& allowed = device.node().get<MFInt32>("allowedChannels");
  if (allowed.empty() || std::find(allowed.begin(), allowed.end(), channel) != allowed.end()) return channel;
  device.stage().log().write(
      LogLevel::Warning, device.path(),
      fmt::format("channel {} is not one of its allowedChannels: it is on {}", channel, allowed.front()));
  Node& node = device.node();
  device.stage().world().write_back(node, node.type().find("channel"), std::int32_t(allowed.front()));
  return allowed.front();
}

Emitter::Emitter(const DeviceSetup& setup) : Device(setup) { read_fields(); }

void Emitter::read_fields() {
  antenna_ = {medium_type(node().get<std::string>("type")), node().get<double>("aperture"), solid(), &robot()};
  channel_ = allowed_channel(*this);
  allowed_channels_ = node().get<MFInt32>("allowedChannels");
  range_ = node().get<double>("range");
  const double most = node().get<double>("maxRange");
  if (most != -1 && (range_ == -1 || range_ > most)) {
    stage().log().write(LogLevel::Warning, path(),
                        fmt::format("its range, {}, passes maxRange, {}, which is taken", range_, most));
    range_ = most;
    stage().world().write_back(node(), node().type().find("range"), double(range_));
  }
}

std::size_t Emitter::array_size() const { return allowed_channels_.size() * 4 + 8; }

void Emitter::configure(WireLayout& layout) {
  state<lo_emitter_state>()->allowed_channels =
      layout.tags({reinterpret_cast<const std::uint32_t*>(allowed_channels_.data()), allowed_channels_.size()});
  write_configuration();
}

void Emitter::retell() {
  write_configuration();
  tell_array(std::as_bytes(std::span(allowed_channels_)));
}

void Emitter::tell_changes(const Device& before) {
  if (allowed_channels_ == static_cast<const Emitter&>(before).allowed_channels_) return;
  channel_ = allowed_channel(*this);
  retell();
}

void Emitter::write_configuration() {
  auto& wire = *state<lo_emitter_state>();
  wire.type = std::int32_t(antenna_.type);
  wire.buffer_size = node().get<std::int32_t>("bufferSize");
  const double baud_rate = node().get<std::int32_t>("baudRate"), byte_size = node().get<std::int32_t>("byteSize");
  wire.byte_rate = baud_rate < 0 ? -1 : baud_rate / byte_size / 1000;
  wire.max_range = node().get<double>("maxRange");
  wire.channel = channel_;
  wire.range = range_;
}

bool Emitter::apply(FieldIndex field) {
  read_fields();
  if (state<lo_emitter_state>()) retell();
  return is_own_field(field);
}

void Emitter::read_commands(const Clock&) {
  auto& wire = *state<lo_emitter_state>();
  if (!wire.changed) return;
  World& world = stage().world();
  if (wire.changed & LO_EMITTER_CHANNEL) {
    channel_ = wire.channel;
    world.write_back(node(), node().type().find("channel"), std::int32_t(channel_));
  }
  if (wire.changed & LO_EMITTER_RANGE) {
    range_ = wire.range;
    world.write_back(node(), node().type().find("range"), double(range_));
  }
  wire.changed = 0;
}

void Emitter::receive(std::uint16_t kind, std::span<const std::byte> payload) {
  if (kind != LO_MESSAGE_PACKET || payload.size() < sizeof(lo_emitter_packet)) return;
  if (sent_.size() + payload.size() > std::size_t(value_of(Limit::PacketBytes)))
    throw LimitReached(Limit::PacketBytes, fmt::format("{} sends too much in one step", path()));
  const std::uint64_t size = payload.size();
  const auto* bytes = reinterpret_cast<const std::byte*>(&size);
  sent_.insert(sent_.end(), bytes, bytes + sizeof size);
  sent_.insert(sent_.end(), payload.begin(), payload.end());
  sent_.resize((sent_.size() + 7) & ~std::size_t(7));
}

void Emitter::reset() {
  sent_.clear();
  tell_reset();
}

void Emitter::act(double) {
  for (std::size_t next = 0; next < sent_.size();) {
    std::uint64_t size;
    lo_emitter_packet head;
    std::memcpy(&size, &sent_[next], sizeof size);
    std::memcpy(&head, &sent_[next + sizeof size], sizeof head);
    const std::size_t data = next + sizeof size + sizeof head;
    stage().part<Medium>().forward(antenna_, head.channel, head.range,
                                   std::span(sent_).subspan(data, size - sizeof head));
    next += sizeof size + ((size + 7) & ~std::uint64_t(7));
  }
  sent_.clear();
}

void Emitter::visit_state(StateVisitor& state) {
  state.node(path());
  state.field("channel", channel_);
  state.field("range", range_);
  state.list("sent", sent_);
}

std::unique_ptr<Device> make_emitter(const DeviceSetup& setup) { return std::make_unique<Emitter>(setup); }

}  // namespace lightsout
