// What all devices share: their names, the sampling of sensors, the array space of a controller's block, the list of
// kinds.
#include "engine/robots/device.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <utility>

#include "controllers/wire/message.h"
#include "engine/bodies/solid.h"
#include "engine/robots/lookup_table.h"
#include "engine/robots/robot.h"
#include "engine/state/cache_lines.h"
#include "engine/state/state.h"

namespace lightsout {

Device::Device(const DeviceSetup& setup) : Device(setup, setup.node.get<std::string>("name")) {}

Device::Device(const DeviceSetup& setup, std::string name)
    : Object(setup.node),
      robot_(setup.robot),
      solid_(setup.solid),
      place_(std::make_unique<Place>(Place{name, setup.robot.path() + "." + name, setup.joint, setup.axis})) {}

Stage& Device::stage() const { return robot_.stage(); }

std::uint32_t Device::tag_beside(lo_device_kind kind) const {
  if (!joint()) return 0;
  for (const auto& other : robot_.devices())
    if (other->kind() == kind && other->joint() == joint() && other->axis() == axis()) return other->tag();
  return 0;
}

void Device::tell_reset() { robot_.send(std::uint16_t(tag()), LO_MESSAGE_RESET, {}); }

void Device::tell_array(std::span<const std::byte> array) {
  if (tag() > 0) robot_.send(std::uint16_t(tag()), LO_MESSAGE_ARRAY, array);
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

void SampledDevice::read_commands(const Clock& clock) {
  const std::uint32_t enables = sensor()->enables;
  if (sampling_.set_period(sensor()->period_ms, clock, enables != std::exchange(enables_, enables))) on_enable(clock);
}

void SampledDevice::sense(const Clock& clock) {
  if (!sensor() || robot().is_off() || !sampling_.is_due(clock)) return;
  measure(clock);
  ++sensor()->count;
}

std::size_t SampledDevice::array_size() const { return table() ? table()->numbers().size_bytes() : 0; }

void SampledDevice::configure(WireLayout& layout) {
  std::fill(std::begin(sensor()->values), std::end(sensor()->values), std::numeric_limits<double>::quiet_NaN());
  if (table()) sensor()->lookup_table = layout.rows(table()->numbers());
}

void SampledDevice::retell() {
  if (table()) tell_array(std::as_bytes(table()->numbers()));
}

void SampledDevice::tell_changes(const Device& before) {
  if (table()) tell_table(*static_cast<const SampledDevice&>(before).table());
}

void SampledDevice::tell_table(const LookupTable& known) {
  if (!std::ranges::equal(table()->numbers(), known.numbers())) tell_array(std::as_bytes(table()->numbers()));
}

void SampledDevice::visit_state(StateVisitor& state) {
  state.node(path());
  sampling_.visit_state(state);
  state.field("enables", enables_);
  std::array<double, 4> values{};
  if (sensor()) std::copy_n(sensor()->values, 4, values.begin());
  state.field("values", values);
  if (sensor() && state.is_loading()) std::copy_n(values.begin(), 4, sensor()->values);
}

lo_array WireLayout::doubles(std::span<const double> values) {
  return put(values.data(), values.size(), sizeof(double));
}

lo_array WireLayout::rows(std::span<const double> values) {
  lo_array placed = doubles(values);
  placed.count /= 3;
  return placed;
}

lo_array WireLayout::tags(std::span<const std::uint32_t> values) {
  return put(values.data(), values.size(), sizeof(std::uint32_t));
}

lo_string WireLayout::string(std::string_view text) {
  const lo_string placed = put(text.data(), text.size(), 1);
  reinterpret_cast<char*>(block_)[placed.offset + placed.count] = 0;
  return placed;
}

// Every array takes a multiple of 8 bytes; a string always has room for its NUL.
lo_array WireLayout::put(const void* data, std::size_t count, std::size_t element_size) {
  assert(next_ % 8 == 0);
  const std::size_t bytes = count * element_size;
  const std::size_t taken = (bytes + (element_size == 1 ? 1 : 0) + 7) & ~std::size_t(7);
  // Whoever counted the space too small must not write beyond it.
  if (taken > end_ - next_) throw std::length_error("the arrays of a controller's block do not fit into it");
  const lo_array placed = {next_, std::uint32_t(count)};
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
