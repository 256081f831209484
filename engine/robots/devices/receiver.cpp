#include "engine/robots/devices/receiver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "engine/robots/devices/emitter.h"
#include "engine/robots/release.h"
#include "engine/robots/robot.h"
#include "engine/stage/stage.h"
#include "engine/state/state.h"
#include "limits/limits.h"

namespace lightsout {

Receiver::Receiver(const DeviceSetup& setup)
    : SampledDevice(setup),
      strength_noise_(setup.stage.seed(), path(), 0),
      direction_noise_(setup.stage.seed(), path(), 1),
      then_from_now_(Release(setup.stage.world()).then_from_now(setup.node)) {
  read_fields();
}

void Receiver::read_fields() {
  antenna_ = {medium_type(node().get<std::string>("type")), node().get<double>("aperture"), solid(), &robot()};
  channel_ = allowed_channel(*this);
  allowed_channels_ = node().get<MFInt32>("allowedChannels");
  strength_deviation_ = node().get<double>("signalStrengthNoise");
  direction_deviation_ = node().get<double>("directionNoise");
}

std::size_t Receiver::array_size() const { return allowed_channels_.size() * 4 + 8; }

void Receiver::configure(WireLayout& layout) {
  SampledDevice::configure(layout);
  state<lo_receiver_state>()->allowed_channels =
      layout.tags({reinterpret_cast<const std::uint32_t*>(allowed_channels_.data()), allowed_channels_.size()});
  write_configuration();
}

void Receiver::retell() {
  write_configuration();
  tell_array(std::as_bytes(std::span(allowed_channels_)));
}

void Receiver::tell_changes(const Device& before) {
  if (allowed_channels_ == static_cast<const Receiver&>(before).allowed_channels_) return;
  channel_ = allowed_channel(*this);
  retell();
}

void Receiver::write_configuration() {
  auto& wire = *state<lo_receiver_state>();
  wire.type = std::int32_t(antenna_.type);
  wire.buffer_size = node().get<std::int32_t>("bufferSize");
  wire.channel = channel_;
}

bool Receiver::apply(FieldIndex field) {
  read_fields();
  if (state<lo_receiver_state>()) retell();
  return is_own_field(field);
}

void Receiver::read_commands(const Clock& clock) {
  SampledDevice::read_commands(clock);
  auto& wire = *state<lo_receiver_state>();
  if (wire.changed & LO_RECEIVER_CHANNEL) {
    channel_ = wire.channel;
    stage().world().write_back(node(), node().type().find("channel"), std::int32_t(channel_));
  }
  wire.changed = 0;
}

void Receiver::reset() {
  waiting_.clear();
  tell_reset();
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
  keep(head, data);
}

void Receiver::hear_from_plugin(std::span<const std::byte> data) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  keep({{nan, nan, nan}, std::numeric_limits<double>::infinity()}, data);
}

void Receiver::keep(const lo_receiver_packet& head, std::span<const std::byte> data) {
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
    robot().send(std::uint16_t(tag()), LO_MESSAGE_PACKET, std::span(waiting_).subspan(next, size));
    next += (size + 7) & ~std::uint64_t(7);
  }
  waiting_.clear();
}

void Receiver::visit_state(StateVisitor& state) {
  SampledDevice::visit_state(state);
  state.field("channel", channel_);
  state.list("waiting", waiting_);
  strength_noise_.visit_state(state);
  direction_noise_.visit_state(state);
}

std::unique_ptr<Device> make_receiver(const DeviceSetup& setup) { return std::make_unique<Receiver>(setup); }

}  // namespace lightsout
