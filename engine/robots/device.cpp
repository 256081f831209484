// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What all devices share: their names, the array space of a controller's block, the list of kinds.
#include "engine/robots/device.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "controllers/wire/message.h"
#include "engine/bodies/solid.h"
#include "engine/robots/exchange/wire_layout.h"
#include "engine/robots/robot.h"
#include "engine/state/cache_lines.h"
#include "engine/state/clock.h"
#include "engine/state/log.h"
#include "engine/state/state.h"
#include "world_format/text/digest.h"

namespace lightsout {

Device::Device(const DeviceSetup& setup) : Device(setup, setup.node.get<std::string>("name")) {}

Device::Device(const DeviceSetup& setup, std::string name)
    : node_(&setup.node),
      surroundings_(setup.surroundings),
      solid_(setup.solid),
      place_(
          std::make_unique<Place>(Place{name, setup.surroundings.robot_path() + "." + name, setup.joint, setup.axis})) {
}

Device::~Device() = default;

Pose Device::pose() const { return solid_->pose(); }
Vector3d Device::linear_velocity() const { return solid_->linear_velocity(); }
Vector3d Device::angular_velocity() const { return solid_->angular_velocity(); }
bool Device::has_body() const { return std::as_const(*solid_).moved_by() != nullptr; }

bool Device::apply(FieldIndex field) {
  const bool in_place = follow(field);
  tell_later();
  return in_place;
}

void Device::reset() {
  forget();
  tell_later();
}

void Device::tell_later() {
  place_->has_to_tell = surroundings_.robot_.has_to_tell_ = true;
  if (!state_) return;
  const std::uint64_t digest = digest_of_array();
  if (std::exchange(place_->known_array, digest) != digest) send(LO_MESSAGE_ARRAY, array().bytes);
}

void Device::open(WireLayout& layout) {
  const Array numbers = array();
  if (lo_array* placed = array_in_state()) *placed = layout.array(numbers.bytes, numbers.element);
  place_->known_array = digest_of_array();
  blank_state();
}

void Device::tell_controller() {
  if (state_ && std::exchange(place_->has_to_tell, false)) tell_state();
}

std::uint64_t Device::digest_of_array() {
  const std::span<const std::byte> bytes = array().bytes;
  Digest digest;
  digest.add(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  return digest.value();
}

void Device::take_commands(const Clock& clock) {
  if (state_) take_state(clock);
}

void Device::take_place_of(Device& before) {
  place_->tag = before.place_->tag;
  place_->known_array = before.place_->known_array;
  state_ = std::exchange(before.state_, nullptr);
}

void Device::go_on_from(Device& before) { copy_state(before, *this); }

std::uint32_t Device::tag_beside(lo_device_kind kind) {
  if (!joint()) return 0;
  for (const auto& other : surroundings_.devices())
    if (other->kind() == kind && other->joint() == joint() && other->axis() == axis()) return other->tag();
  return 0;
}

void Device::log(LogLevel level, std::string_view text) { surroundings_.log().write(level, path(), text); }

void Device::send(std::uint16_t kind, std::span<const std::byte> payload) {
  if (tag() > 0) surroundings_.send(tag(), kind, payload);
}

void Device::clear_queues() { send(LO_MESSAGE_RESET, {}); }

void Device::keep(Node& of, std::string_view field, Value value) {
  surroundings_.world().write_back(of, of.type().find(field), std::move(value));
}

void Device::list_memory(CacheLines& lines) const {
  constexpr std::size_t most_of_a_device = 256, most_of_a_reading = 128;
  lines.add(this, most_of_a_device);
  if (solid_) lines.add(solid_, Solid::pose_memory);
  if (state_) lines.add(state_, std::min(state_size(), most_of_a_reading));
}

bool Device::is_own_field(FieldIndex field) const {
  const NodeType* base = node().type().base();
  return !base || field >= base->fields().size();
}

lo_array WireLayout::array(std::span<const std::byte> bytes, std::size_t element) {
  return put(bytes.data(), bytes.size(), element);
}

lo_string WireLayout::string(std::string_view text) {
  const lo_string placed = put(text.data(), text.size(), 1);
  reinterpret_cast<char*>(block_)[placed.offset + placed.count] = 0;
  return placed;
}

// Every array takes a multiple of 8 bytes; a string always has room for its NUL.
lo_array WireLayout::put(const void* data, std::size_t bytes, std::size_t element) {
  assert(next_ % 8 == 0);
  const std::size_t taken = (bytes + (element == 1 ? 1 : 0) + 7) & ~std::size_t(7);
  // Whoever counted the space too small must not write beyond it.
  if (taken > end_ - next_) throw std::length_error("the arrays of a controller's block do not fit into it");
  const lo_array placed = {next_, std::uint32_t(bytes / element)};
  if (bytes) std::memcpy(reinterpret_cast<char*>(block_) + next_, data, bytes);
  next_ += std::uint32_t(taken);
  return placed;
}

#define DEVICE(type, factory) std::unique_ptr<Device> factory(const DeviceSetup& setup);
#include "engine/robots/devices/devices.def"
#undef DEVICE

std::unique_ptr<Device> make_device(const DeviceSetup& setup) {
  struct Kind {
    std::string_view type;
    std::unique_ptr<Device> (*factory)(const DeviceSetup&);
  };
  static constexpr Kind kinds[] = {
#define DEVICE(type, factory) {#type, factory},
#include "engine/robots/devices/devices.def"
#undef DEVICE
  };
  for (const Kind& kind : kinds)
    if (kind.type == setup.node.type().name()) return kind.factory(setup);
  return nullptr;
}

}  // namespace lightsout
