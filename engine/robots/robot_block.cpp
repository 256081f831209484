// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How a robot's controller begins: the block is laid out, with what stays as it is, and handed to the host.
#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <limits>
#include <new>
#include <stdexcept>
#include <system_error>

#include "controllers/wire/message.h"
#include "controllers/wire/version.h"
#include "engine/descriptors/whole_names.h"
#include "engine/robots/device.h"
#include "engine/robots/exchange/controller_link.h"
#include "engine/robots/exchange/node_type_number.h"
#include "engine/robots/exchange/old_types.h"
#include "engine/robots/exchange/reserved_memory.h"
#include "engine/robots/exchange/wire_layout.h"
#include "engine/robots/robot.h"
#include "engine/state/clock.h"
#include "engine/state/log.h"
#include "engine/state/part.h"
#include "limits/limits.h"
#include "world_format/project/locate.h"
#include "world_format/project/project.h"
#include "world_format/protos/proto_projects.h"

namespace lightsout {
namespace {

constexpr std::size_t cache_line = 64;         // states do not share cache lines
constexpr std::size_t spare_bytes = 16 << 10;  // for the states and arrays of devices that come later

std::size_t aligned(std::size_t offset) { return (offset + cache_line - 1) / cache_line * cache_line; }

// With its NUL, as WireLayout places it.
std::size_t size_in_block(std::string_view text) { return (text.size() + 1 + 7) / 8 * 8; }

std::string join(const std::vector<std::string>& parts, char separator) {
  std::string result;
  for (const std::string& part : parts) {
    if (&part != &parts.front()) result += separator;
    result += part;
  }
  return result;
}

// As it is where there is no working folder.
std::string whole_name(const std::string& path) {
  const std::filesystem::path absolute = absolute_path(path);
  return absolute.empty() ? path : absolute.lexically_normal().string();
}

}  // namespace

const std::string& Robot::model_of(const Device& device) {
  static const std::string none;
  return device.node().has("model") ? device.node().get<std::string>("model") : none;
}

std::size_t Robot::array_bytes(Device& device) {
  // As WireLayout places them.
  return (device.array().bytes.size() + 1 + 7) / 8 * 8 + size_in_block(device.name()) + size_in_block(model_of(device));
}

ControllerDescription Robot::describe_controller() const {
  ControllerDescription d;
  d.robot_id = node().id();
  d.robot_name = name_;
  d.robot_path = path();
  d.controller = node().get<std::string>("controller");
  d.arguments = node().get<MFString>("controllerArgs");
  d.world_path = surroundings_->world().path;
  d.proto_files = proto_files_of(node());
  d.seed = surroundings_->seed();
  d.supervisor = node().get<bool>("supervisor");
  d.synchronization = node().get<bool>("synchronization");
  return d;
}

std::size_t Robot::Texts::size() const {
  std::size_t size = 0;
  for (const std::string* text :
       {&name, &model, &custom_data, &controller, &arguments, &world_path, &project_path, &remote_control})
    size += size_in_block(*text);
  return size;
}

Robot::Texts Robot::texts_of(const ControllerDescription& description) const {
  Texts texts;
  texts.name = name_;
  texts.model = node().get<std::string>("model");
  texts.custom_data = node().get<std::string>("customData");
  texts.controller = description.controller;
  texts.arguments = join(description.arguments, '\n');
  texts.world_path = whole_name(description.world_path);
  const auto& locator = surroundings_->world().locator;
  texts.project_path = (locator ? locator->project() : project_of(texts.world_path)).string();
  texts.remote_control = find_remote_control();
  return texts;
}

void Robot::disable_all() {
  battery_sampling_ = {};
  battery_enables_ = 0;
  input_.disable();
  for (const auto& device : devices_) device->disable();
  list_sensing();
}

void Robot::open_controller(ControllerHost& host, const Clock& clock) {
  opened_ = true;
  disable_all();
  const ControllerDescription description = describe_controller();
  const Texts texts = texts_of(description);
  number_devices();
  Layout& layout = layout_ = {};
  std::size_t next = aligned(sizeof(lo_block));
  layout.devices = std::uint32_t(next);
  const std::size_t entries = devices_.size() + 1 + LO_SPARE_DEVICES;
  next = aligned(next + entries * sizeof(lo_device));
  layout.touched = std::uint32_t(next);
  next = aligned(next + (entries + 31) / 32 * sizeof(std::uint32_t));
  layout.states.push_back(std::uint32_t(next));
  next = aligned(next + sizeof(lo_robot_state));
  std::size_t arrays = texts.size();
  for (const auto& device : devices_) {
    layout.states.push_back(std::uint32_t(next));
    next = aligned(next + device->state_size());
    arrays += array_bytes(*device);
  }
  layout.arrays = std::uint32_t(next);
  next = aligned(next + arrays);
  layout.arrays_end = spare_ = std::uint32_t(next);
  spare_end_ = layout.to_engine = std::uint32_t(next += spare_bytes);
  layout.to_controller = std::uint32_t(next += box_capacity);
  next = aligned(next + box_capacity + LO_CRASH_SIZE);
  // Nothing was written to those offsets yet.
  if (next > std::numeric_limits<std::uint32_t>::max())
    throw std::length_error(
        fmt::format("the devices and texts of robot {} take {} bytes, and the limit is 4 GiB", path(), next));
  const std::size_t most = std::numeric_limits<std::uint32_t>::max() - next;
  layout.size = std::uint32_t(next + std::min(std::size_t(value_of(Limit::BulkBytes)), most));

  link_ = host.open(description, layout.size);
  if (!link_) return;
  attach(link_->block());
  populate(block_, layout.arrays_end);
  lay_out(texts);
  state_->time_s = clock.time();
  controller_has_turn_ = true;  // its start is its first turn
  due_step_ = clock.step();
  waits_for_start_ = true;
}

void Robot::start_controller() {
  waits_for_start_ = false;
  link_->start();
}

// The file that the field remoteControl names, where a project keeps such libraries.
std::string Robot::find_remote_control() const {
  const std::string& name = node().get<std::string>("remoteControl");
  if (name.empty() || name == "<none>" || name == "void") return {};
  if (!is_plain_name(name)) {
    surroundings_->log().write(
        LogLevel::Warning, path(),
        fmt::format("\"{}\" is not a remote control's name: it is a folder in plugins/remote_controls/", name));
    return {};
  }
  const std::filesystem::path part = std::filesystem::path("plugins") / "remote_controls";
  std::filesystem::path folder = find_part(surroundings_->world(), node(), part, name);
  std::error_code error;
  for (const std::string_view place : {"", "build/release"})
    if (auto file = folder / place / fmt::format("lib{}.so", name);
        !folder.empty() && std::filesystem::exists(file, error))
      return file.string();
  if (folder.empty()) folder = project_of(surroundings_->world().path) / part / name;
  surroundings_->log().write(
      LogLevel::Warning, path(),
      fmt::format("the remote control library \"{}\" is not found: {} holds no lib{}.so; `lightsout "
                  "build` makes it of its sources",
                  name, folder.string(), name));
  return {};
}

void Robot::lay_out(const Texts& texts) {
  block_->magic = LO_BLOCK_MAGIC;
  block_->version = LO_BLOCK_VERSION;
  block_->size = layout_.size;
  block_->device_count = std::uint32_t(layout_.states.size());
  block_->devices = layout_.devices;
  block_->touched = layout_.touched;
  block_->to_engine = {layout_.to_engine, box_capacity, 0, 0};
  block_->to_controller = {layout_.to_controller, box_capacity, 0, 0};
  block_->crash = layout_.crash();

  auto* table = reinterpret_cast<lo_device*>(reinterpret_cast<std::byte*>(block_) + layout_.devices);
  WireLayout arrays(block_, layout_.arrays, layout_.arrays_end);
  state_->name = arrays.string(texts.name);
  state_->model = arrays.string(model_ = texts.model);
  state_->custom_data = arrays.string(custom_data_ = texts.custom_data);
  state_->controller_name = arrays.string(texts.controller);
  state_->controller_arguments = arrays.string(texts.arguments);
  state_->world_path = arrays.string(texts.world_path);
  state_->project_path = arrays.string(texts.project_path);
  state_->remote_control = arrays.string(texts.remote_control);
  state_->battery_value_j = std::numeric_limits<double>::quiet_NaN();
  state_->mode = 2;  // fast: nobody watches
  table[0] = {LO_DEVICE_ROBOT,
              0,
              state_->name,
              state_->model,
              layout_.states[0],
              sizeof(lo_robot_state),
              node_type_number(name_of_type(surroundings_->world(), node())),
              0};
  places_.assign(1, {});
  for (const auto& device : devices_) {
    places_.push_back({device->name(), model_of(*device), device->kind()});
    fill_entry(*device, places_.back().model, arrays);
    device->place_->has_to_tell = true;
  }
  has_to_tell_ = true;
  tell_controller();
}

std::size_t Robot::entries() const { return (layout_.touched - layout_.devices) / sizeof(lo_device); }

void Robot::fill_entry(Device& device, const std::string& model, WireLayout& arrays) {
  auto* table = reinterpret_cast<lo_device*>(reinterpret_cast<std::byte*>(block_) + layout_.devices);
  const Node& n = device.node();
  table[device.tag()] = {device.kind(),
                         device.tag(),
                         arrays.string(device.name()),
                         arrays.string(model),
                         layout_.states[device.tag()],
                         std::uint32_t(device.state_size()),
                         node_type_number(n.type().name()),
                         0};
  device.open(arrays);
}

bool Robot::find_place(Device& device) {
  const std::size_t state_size = aligned(device.state_size()), array_size = aligned(array_bytes(device));
  std::uint32_t tag = 1;
  while (tag < places_.size() &&
         (by_tag_[tag] || places_[tag].name != device.name() || places_[tag].kind != device.kind()))
    ++tag;
  const bool is_new = tag == places_.size();
  const bool has_arrays = !is_new && places_[tag].arrays_end - places_[tag].arrays >= array_size;
  const std::size_t needed = (is_new ? state_size : 0) + (has_arrays ? 0 : array_size);
  if (spare_end_ - spare_ < needed) return false;
  if (is_new) {
    if (tag >= entries()) return false;
    places_.push_back({device.name(), model_of(device), device.kind()});
    layout_.states.push_back(spare_);
    spare_ += std::uint32_t(state_size);
    by_tag_.push_back(nullptr);
  }
  if (!has_arrays) {
    places_[tag].arrays = spare_;
    places_[tag].arrays_end = spare_ += std::uint32_t(array_size);
  }
  auto* base = reinterpret_cast<std::byte*>(block_);
  by_tag_[tag] = &device;
  device.place_->tag = tag;
  device.state_ = base + layout_.states[tag];
  std::memset(device.state_, 0, device.state_size());
  std::memset(base + places_[tag].arrays, 0, array_size);
  WireLayout arrays(block_, places_[tag].arrays, places_[tag].arrays_end);
  fill_entry(device, model_of(device), arrays);
  return true;
}

void Robot::place_new_devices() {
  if (!link_) return;
  bool any = false;
  for (const auto& device : devices_) {
    if (device->tag() != 0) continue;
    if (find_place(*device))
      any = true;
    else
      surroundings_->log().write(
          LogLevel::Warning, device->path(),
          "too many devices have come since its robot's controller started: it does not learn of this one");
  }
  if (!any) return;
  reads_all_ = true;
  const auto count = std::uint32_t(layout_.states.size());
  send(0, LO_MESSAGE_DEVICES, std::as_bytes(std::span(&count, 1)));
}

void Robot::attach(lo_block* block) {
  block_ = block;
  auto* base = reinterpret_cast<std::byte*>(block);
  touched_ = {reinterpret_cast<std::uint32_t*>(base + layout_.touched), (entries() + 31) / 32};
  state_ = reinterpret_cast<lo_robot_state*>(base + layout_.states[0]);
  for (const auto& device : devices_)
    if (device->tag() > 0 && device->tag() < layout_.states.size())
      device->state_ = base + layout_.states[device->tag()];
  touched_before_.assign(touched_.size(), 0);
  bulk_space_.open(base, layout_.crash() + LO_CRASH_SIZE, layout_.size);
  reads_all_ = true;
}

}  // namespace lightsout
