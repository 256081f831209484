// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/devices/receiver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "engine/robots/devices/emitter.h"
#include "engine/robots/exchange/release.h"
#include "engine/robots/sampled_device.h"
#include "engine/state/log.h"
#include "engine/state/state.h"
#include "limits/limits.h"

namespace lightsout {

Receiver::Receiver(const DeviceSetup& setup)
    : Wired(setup),
      strength_noise_(setup.surroundings.seed(), path(), 0),
      direction_noise_(setup.surroundings.seed(), path(), 1),
      then_from_now_(Release(setup.surroundings.world()).then_from_now(setup.node)) {
  read_fields();
}

void Receiver::read_fields() {
  antenna_ = {medium_type(node().get<std::string>("type")), node().get<double>("aperture"), solid(),
              &surroundings().robot()};
  const auto channel = node().get<std::int32_t>("channel");
  channel_ = allowed_channel(node(), channel);
  if (channel_ != channel) {
    log(LogLevel::Warning, channel_remark(channel, channel_));
    keep("channel", channel_);
  }
  strength_deviation_ = node().get<double>("signalStrengthNoise");
  direction_deviation_ = node().get<double>("directionNoise");
}

Device::Array Receiver::array() { return {std::as_bytes(allowed_channels(node())), sizeof(std::int32_t)}; }

void Receiver::tell(lo_receiver_state& wire) {
  wire.type = std::int32_t(antenna_.type);
  wire.buffer_size = node().get<std::int32_t>("bufferSize");
  if (!(wire.changed & LO_RECEIVER_CHANNEL)) wire.channel = channel_;
}

bool Receiver::follow(FieldIndex field) {
  read_fields();
  return is_own_field(field);
}

void Receiver::take(lo_receiver_state& wire, const Clock&) {
  if (std::exchange(wire.changed, 0) & LO_RECEIVER_CHANNEL) keep("channel", channel_ = wire.channel);
}

void Receiver::forget() {
  waiting_.clear();
  sent_.clear();
  clear_queues();
}

void Receiver::hear(const Vector3d& offset, std::span<const std::byte> data) {
  const double distance = offset.norm();
  lo_receiver_packet head;
  Vector3d direction = offset;
  if (direction_deviation_ > 0)
    for (int i = 0; i < 3; ++i) direction[i] += distance * direction_deviation_ * direction_noise_.gaussian();
  direction /= direction.norm();
  Eigen::Map<Vector3d>{head.direction} = then_from_now_ * direction;
  head.signal_strength = 1 / (distance * distance);
  if (strength_deviation_ > 0)
    head.signal_strength *= std::max(0.0, 1 + strength_deviation_ * strength_noise_.gaussian());
  store(head, data);
}

void Receiver::hear_from_plugin(std::span<const std::byte> data) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  store({{nan, nan, nan}, std::numeric_limits<double>::infinity()}, data);
}

void Receiver::store(const lo_receiver_packet& head, std::span<const std::byte> data) {
  const std::uint64_t size = sizeof head + data.size();
  if (waiting_.size() + size > std::size_t(value_of(Limit::PacketBytes)))
    throw LimitReached(Limit::PacketBytes, fmt::format("too much waits for {}", path()));
  const auto append = [&](const void* bytes, std::size_t count) {
    const auto* begin = static_cast<const std::byte*>(bytes);
    waiting_.insert(waiting_.end(), begin, begin + count);
  };
  append(&size, sizeof size);
  append(&head, sizeof head);
  append(data.data(), data.size());
  waiting_.resize((waiting_.size() + 7) & ~std::size_t(7));
}

void Receiver::measure(const Clock&) {
  for (std::size_t next = 0; next < waiting_.size();) {
    std::uint64_t size;
    std::memcpy(&size, &waiting_[next], sizeof size);
    next += sizeof size;
    send(LO_MESSAGE_PACKET, std::span(waiting_).subspan(next, size));
    next += (size + 7) & ~std::uint64_t(7);
  }
  sent_.swap(waiting_);
  waiting_.clear();
}

void Receiver::disable() {
  SampledDevice::disable();
  waiting_.clear();
}

void Receiver::visit_state(StateVisitor& state) {
  SampledDevice::visit_state(state);
  visit_kept(state, "channel", "channel", channel_);
  state.list("waiting", waiting_);
  strength_noise_.visit_state(state);
  direction_noise_.visit_state(state);
}

std::unique_ptr<Device> make_receiver(const DeviceSetup& setup) { return std::make_unique<Receiver>(setup); }

}  // namespace lightsout
