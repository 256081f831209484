// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/devices/emitter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/stage/parts.h"
#include "engine/state/log.h"
#include "engine/state/state.h"
#include "limits/limits.h"

namespace lightsout {

MediumType medium_type(std::string_view name) {
  if (name == "serial") return MediumType::Serial;
  if (name == "infra-red") return MediumType::InfraRed;
  return MediumType::Radio;
}

std::span<const std::int32_t> allowed_channels(const Node& node) { return node.get<MFInt32>("allowedChannels"); }

std::int32_t allowed_channel(const Node& node, std::int32_t channel) {
  const std::span allowed = allowed_channels(node);
  return allowed.empty() || std::ranges::find(allowed, channel) != allowed.end() ? channel : allowed.front();
}

std::string channel_remark(std::int32_t asked, std::int32_t taken) {
  return fmt::format("channel {} is not one of its allowedChannels: it is on {}", asked, taken);
}

Emitter::Emitter(const DeviceSetup& setup) : Wired(setup) { read_fields(); }

void Emitter::read_fields() {
  antenna_ = {medium_type(node().get<std::string>("type")), node().get<double>("aperture"), solid(),
              &surroundings().robot()};
  const auto channel = node().get<std::int32_t>("channel");
  channel_ = allowed_channel(node(), channel);
  if (channel_ != channel) {
    log(LogLevel::Warning, channel_remark(channel, channel_));
    keep("channel", channel_);
  }
  range_ = node().get<double>("range");
  const double most = node().get<double>("maxRange");
  if (most != -1 && (range_ == -1 || range_ > most)) {
    log(LogLevel::Warning, fmt::format("its range, {}, passes maxRange, {}, which is taken", range_, most));
    range_ = most;
    keep("range", range_);
  }
}

void Emitter::tell(lo_emitter_state& wire) {
  wire.type = std::int32_t(antenna_.type);
  wire.buffer_size = node().get<std::int32_t>("bufferSize");
  const double baud_rate = node().get<std::int32_t>("baudRate"), byte_size = node().get<std::int32_t>("byteSize");
  wire.byte_rate = baud_rate < 0 ? -1 : baud_rate / byte_size / 1000;
  wire.max_range = node().get<double>("maxRange");
  if (!(wire.changed & LO_EMITTER_CHANNEL)) wire.channel = channel_;
  if (!(wire.changed & LO_EMITTER_RANGE)) wire.range = range_;
}

bool Emitter::follow(FieldIndex field) {
  read_fields();
  return is_own_field(field);
}

void Emitter::take(lo_emitter_state& wire, const Clock&) {
  const std::uint32_t changed = std::exchange(wire.changed, 0);
  if (changed & LO_EMITTER_CHANNEL) keep("channel", channel_ = wire.channel);
  if (changed & LO_EMITTER_RANGE) keep("range", range_ = wire.range);
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

void Emitter::forget() {
  sent_.clear();
  clear_queues();
}

void Emitter::act(double) {
  for (std::size_t next = 0; next < sent_.size();) {
    std::uint64_t size;
    lo_emitter_packet head;
    std::memcpy(&size, &sent_[next], sizeof size);
    std::memcpy(&head, &sent_[next + sizeof size], sizeof head);
    const std::size_t data = next + sizeof size + sizeof head;
    surroundings().parts().get<Medium>().forward(antenna_, head.channel, head.range,
                                                 std::span(sent_).subspan(data, size - sizeof head));
    next += sizeof size + ((size + 7) & ~std::uint64_t(7));
  }
  sent_.clear();
}

void Emitter::visit_state(StateVisitor& state) {
  state.node(path());
  visit_kept(state, "channel", "channel", channel_);
  visit_kept(state, "range", "range", range_);
  state.list("sent", sent_);
}

std::unique_ptr<Device> make_emitter(const DeviceSetup& setup) { return std::make_unique<Emitter>(setup); }

}  // namespace lightsout
