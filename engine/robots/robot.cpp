// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/robot.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <utility>

#include "controllers/wire/block.h"
#include "controllers/wire/input.h"
#include "controllers/wire/message.h"
#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/joints/kinematic_wheels.h"
#include "engine/joints/weld.h"
#include "engine/robots/device.h"
#include "engine/robots/exchange/controller_link.h"
#include "engine/robots/exchange/message_hash.h"
#include "engine/robots/input_script.h"
#include "engine/robots/urdf.h"
#include "engine/stage/stage.h"
#include "engine/stage/stage_options.h"
#include "engine/state/clock.h"
#include "engine/state/log.h"
#include "engine/state/read_only.h"
#include "engine/state/state.h"
#include "limits/limits.h"
#include "world_format/edit_notes.h"

namespace lightsout {

Robot::Robot(Node& node, Stage& stage)
    : node_(&node),
      stage_(stage),
      surroundings_(std::make_unique<Surroundings>(stage, *this)),
      self_collision_(node.get<bool>("selfCollision")),
      battery_(Battery::read(node)),
      cpu_power_(node.get<double>("cpuConsumption")),
      input_(stage.options().input_script.get(), node.get<std::string>("name")),
      name_(node.get<std::string>("name")),
      pin_(std::make_unique<Weld>(stage)) {
  off_ = battery_ && battery_->energy() <= 0;
  waits_for_comers_ = node.get<bool>("synchronization");
}

Robot::~Robot() { close_controller(); }

ReadOnly<Device> Robot::devices() const { return ReadOnly<Device>(devices_); }
bool Robot::is_due(const Clock& clock) const {
  return link_ && clock.step() >= due_step_ && (waits_for_comers_ || link_->is_present());
}
std::expected<void, std::string> Robot::prepare_controller() { return link_->prepare(); }
bool Robot::has_lost_controller() const { return link_ && link_->is_gone(); }
bool Robot::wait_a_moment() { return link_->wait_a_moment(); }
void Robot::begin_close(bool ends_process) {
  if (!link_) return;
  if (ends_process) link_->leave_memory();
  link_->begin_end();
}
void Robot::note_bulk(std::span<const std::byte> room) { link_->note_bulk(bulk_space_.offset_of(room), room.size()); }

void Robot::sense(const Clock& clock) {
  const bool is_in_turn = !waits_for_comers_ && link_ && controller_has_turn_;
  // Whoever comes later learns how late it is.
  if (is_in_turn && !link_->is_present() && reads_all_) state_->time_s = clock.time();
  if (off_ && battery_ && battery_->energy() > 0) off_ = false;  // a charger gave some
  if (battery_ && !off_) {
    double power = cpu_power_;
    for (const auto& device : devices_) power += device->power();
    battery_->add(-power * clock.dt());
    if (battery_->energy() <= 0) {
      off_ = true;
      for (const auto& device : devices_) device->lose_power();
      // Motors let go.
      for (const auto& solid : stage_.solids())
        if (solid->robot() == this && solid->joint()) Stage::wake(solid->moved_by());
      stage_.log().write(LogLevel::Warning, path(), "the battery is empty: the robot stops and its controller ends");
    }
  }
  // Who is in the middle of a turn that is not waited for is shown nothing new.
  if (!is_in_turn) take_samples(clock);
}

void Robot::take_samples(const Clock& clock) {
  if (state_ && battery_sampling_.is_due(clock.step())) state_->battery_value_j = battery_ ? battery_->energy() : -1;
  input_.sense(clock, *this);
  for (Device* device : sensing_) device->sense(clock);
}

void Robot::sense_apart(const Clock& clock) {
  for (Device* device : sensing_apart_) device->sense(clock);
}

void Robot::sense_start(const Clock& clock) {
  if (!link_ || controller_has_turn_) return;
  read_commands(clock);
  reset();
  take_samples(clock);
  sense_apart(clock);
}

void Robot::act(double dt) {
  for (Acting* device : acting_) device->act(dt);
  if (kinematic_wheels_) kinematic_wheels_->act(dt);
}

void Robot::list_acting() {
  acting_memory_.clear();
  for (const Acting* device : acting_) acting_memory_.add(device, CacheLines::size);
  if (kinematic_wheels_) kinematic_wheels_->list_memory(acting_memory_);
}

void Robot::list_sensing() {
  sensing_.clear();
  sensing_apart_.clear();
  sensing_memory_.clear();
  for (const auto& device : devices_) {
    if (!device->senses()) continue;
    (device->senses_apart() ? sensing_apart_ : sensing_).push_back(device.get());
    device->list_memory(sensing_memory_);
  }
}

bool Robot::apply(FieldIndex field) {
  const std::string& name = node().type().field(field).name;
  if (name == "battery") {
    has_to_tell_ = true;
    const bool had = battery_.has_value();
    battery_ = Battery::read(node());
    off_ = battery_ && battery_->energy() <= 0;
    return had || !battery_;  // with a first battery the motors begin to measure what they draw
  }
  if (name == "cpuConsumption") {
    cpu_power_ = node().get<double>("cpuConsumption");
    return true;
  }
  if (name == "customData" || name == "model") {
    tell_texts();
    return true;
  }
  // What a controller gets when it starts, and what nobody looks at.
  return name == "controllerArgs" || name == "window" || name == "remoteControl";
}

// Sensors do not wait for their periods to end (WbSensor of R2025a forgets when it was read last).
void Robot::reset() {
  battery_sampling_.end_period();
  for (const auto& device : devices_) device->end_period();
}

void Robot::write_to_tree(World& world) {
  if (battery_) battery_->write_to_tree(world, node());
}

const std::string& Robot::path() const { return solid_->path(); }

Device* Robot::find_device(std::string_view name) {
  for (const auto& device : devices_)
    if (device->name() == name) return device.get();
  return nullptr;
}

const std::string* Robot::name_of_device(lo_device_kind kind, const Joint& joint, int axis) const {
  for (const Device* device : devices())
    if (device->joint() == &joint && device->axis() == axis && device->kind() == kind) return &device->name();
  return nullptr;
}

void Robot::number_devices() {
  by_tag_.assign(1, nullptr);
  acting_.clear();
  for (const auto& device : devices_) {
    device->place_->tag = std::uint32_t(by_tag_.size());
    by_tag_.push_back(device.get());
    assert(device->acting() == dynamic_cast<Acting*>(device.get()));
    if (Acting* acting = device->acting()) acting_.push_back(acting);
  }
}

Device* Robot::device_before(const Device& device, Robot& before) {
  for (const auto& old : before.devices_)
    if (old->kind() == device.kind() && old->node().id() == device.node().id()) return old.get();
  // A template had made its node anew.
  Device* named = before.find_device(device.name());
  return named && named->kind() == device.kind() ? named : nullptr;
}

void Robot::take_controller(Robot& before) {
  take_link(before);
  due_step_ = 0;
  input_ = std::move(before.input_);
  input_.reset();
  tell_texts();
  for (const auto& device : devices_) {
    device->place_->tag = 0;
    Device* old = device_before(*device, before);
    if (!old || old->tag() == 0) continue;
    device->take_place_of(*old);
    if (device->tag() < by_tag_.size()) by_tag_[device->tag()] = device.get();
    device->clear_queues();
  }
  place_new_devices();
  tell_all_later();
}

void Robot::take_link(Robot& before) {
  link_ = std::move(before.link_);
  block_ = std::exchange(before.block_, nullptr);
  state_ = std::exchange(before.state_, nullptr);
  touched_ = std::exchange(before.touched_, {});
  touched_before_.assign(touched_.size(), 0);
  reads_all_ = true;
  layout_ = before.layout_;
  bulk_space_ = std::exchange(before.bulk_space_, {});
  places_ = std::move(before.places_);
  spare_ = before.spare_;
  spare_end_ = before.spare_end_;
  incoming_ = std::move(before.incoming_);
  outgoing_ = std::move(before.outgoing_);
  messages_hash_ = before.messages_hash_;
  opened_ = before.opened_;
  told_off_ = before.told_off_;
  model_ = std::move(before.model_);
  custom_data_ = std::move(before.custom_data_);
  controller_has_turn_ = before.controller_has_turn_;
  by_tag_.assign(before.by_tag_.size(), nullptr);
}

void Robot::take_over(Robot& before) {
  take_link(before);
  due_step_ = before.due_step_;
  if (battery_ && before.battery_) battery_ = before.battery_;
  off_ = before.off_;
  battery_sampling_ = before.battery_sampling_;
  battery_enables_ = before.battery_enables_;
  if (kinematic_wheels_ && before.kinematic_wheels_) kinematic_wheels_->take_over(*before.kinematic_wheels_);
  input_ = std::move(before.input_);
  take_pin(before);
  for (const auto& device : devices_) {
    device->place_->tag = 0;
    device->state_ = nullptr;
    for (const auto& old : before.devices_) {
      if (&old->node() != &device->node()) continue;
      device->go_on_from(*old);
      device->take_place_of(*old);
      if (device->tag() > 0 && device->tag() < by_tag_.size()) by_tag_[device->tag()] = device.get();
    }
  }
  place_new_devices();
  list_sensing();
  tell_all_later();
}

void Robot::tell_all_later() {
  has_to_tell_ = true;
  for (const auto& device : devices_) {
    device->tell_later();
    tell_names(*device);
  }
}

void Robot::tell_names(const Device& device) {
  if (!device.state_ || device.tag() >= places_.size()) return;
  Place& known = places_[device.tag()];
  const std::string& model = model_of(device);
  if (known.name == device.name() && known.model == model) return;
  known.name = device.name();
  known.model = model;
  std::string names = known.name;
  names.push_back('\0');
  names.append(known.model).push_back('\0');
  send(std::uint16_t(device.tag()), LO_MESSAGE_NAMES, std::as_bytes(std::span(names)));
}

void Robot::tell_controller() {
  if (!state_) return;
  // The block is new to these devices, and holds what they have told: they stand for those of a snapshot. tell() finds
  // the rooms of their images again. What it writes may be older than the commands that stand there: a controller keeps
  // those of a real robot there, which the motors here never got.
  const auto stand_as_told = [](Device& device) {
    if (!device.state_ || device.place_->has_to_tell) return;
    const auto* bytes = static_cast<const std::byte*>(device.state_);
    const std::vector<std::byte> told(bytes, bytes + device.state_size());
    device.tell_state();
    std::memcpy(device.state_, told.data(), told.size());
  };
  if (reads_all_)
    for (const auto& device : devices_) stand_as_told(*device);
  if (!std::exchange(has_to_tell_, false)) return;
  state_->basic_time_step_ms = stage_.world().world_info().get<double>("basicTimeStep");
  state_->supervisor = node().get<bool>("supervisor");
  state_->synchronization = waits_for_comers_ = node().get<bool>("synchronization");
  state_->battery_enabled = battery_.has_value();
  for (const auto& device : devices_) device->tell_controller();
}

void Robot::send(std::uint16_t tag, std::uint16_t kind, std::span<const std::byte> payload) {
  if (!link_) return;
  const lo_message header{std::uint32_t(payload.size()), kind, tag};
  note_message(header, payload);
  const auto* bytes = reinterpret_cast<const std::byte*>(&header);
  outgoing_.insert(outgoing_.end(), bytes, bytes + sizeof header);
  outgoing_.insert(outgoing_.end(), payload.begin(), payload.end());
  outgoing_.resize(lo_padded(std::uint32_t(outgoing_.size())));
}

void Robot::note_message(const lo_message& header, std::span<const std::byte> payload) {
  if (const EditNotes* notes = stage_.world().edit_notes())
    messages_hash_ = hash_of_message(messages_hash_, header, payload, notes->project());
}

void Robot::give_turn(const Clock& clock, const RequestServer& requests, int answer) {
  tell_controller();
  state_->time_s = clock.time();
  state_->mode = requests.mode();
  state_->departures = stage_.world().departures;
  told_off_ = off_;
  block_->answer = answer;
  const std::uint32_t moved = lo_box_fill(block_, layout_.to_controller, box_capacity, &block_->to_controller,
                                          outgoing_.data(), outgoing_.size());
  outgoing_.erase(outgoing_.begin(), outgoing_.begin() + moved);
  controller_has_turn_ = true;
  link_->hand_turn();
}

void Robot::hand_turn(const Clock& clock, const RequestServer& requests) {
  if (!controller_has_turn_) give_turn(clock, requests, LO_ANSWER_STEPPED);
}

void Robot::read_commands(const Clock& clock) {
  const std::uint32_t enables = state_->battery_enables;
  battery_sampling_.set_period(state_->battery_period_ms, clock, enables != std::exchange(battery_enables_, enables));
  bool lists = reads_all_;
  const auto read = [&](Device& device) {
    if (!device.state_) return;  // the controller does not know it
    const bool sensed = device.senses();
    device.take_commands(clock);
    lists = lists || device.senses() != sensed;
  };
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    std::uint32_t bits = std::exchange(touched_[i], 0);
    lists = lists || (bits & ~touched_before_[i]) != 0;
    touched_before_[i] |= bits;
    for (; bits && !reads_all_; bits &= bits - 1)
      if (Device* device = device_of_tag(std::uint32_t(32 * i) + std::uint32_t(std::countr_zero(bits)))) read(*device);
  }
  if (reads_all_)
    for (const auto& device : devices_) read(*device);
  reads_all_ = false;
  if (!lists) return;
  list_sensing();
  list_turn_memory();
}

void Robot::list_turn_memory() {
  hand_memory_.clear();
  hand_memory_.add(link_.get(), CacheLines::size);
  hand_memory_.add(block_, sizeof *block_);
  hand_memory_.add(state_, sizeof *state_);
  turn_memory_ = hand_memory_;
  link_->list_memory(turn_memory_);
  turn_memory_.add(touched_.data(), touched_.size_bytes());
  for (const auto* devices : {&sensing_, &sensing_apart_})
    for (const Device* device : *devices) turn_memory_.add(device->state_, CacheLines::size);
  for (const auto& device : devices_)
    if (device->tag() < 32 * touched_before_.size() && (touched_before_[device->tag() / 32] >> device->tag() % 32 & 1))
      device->list_memory(turn_memory_);
}

bool Robot::receive_messages(const Clock& clock, RequestServer& requests) {
  const lo_box& box = block_->to_engine;
  const std::uint32_t size = std::min(box.size, box_capacity);
  if (size > 0) {
    const auto* begin = reinterpret_cast<const std::byte*>(block_) + layout_.to_engine;
    if (incoming_.size() + size > std::size_t(value_of(Limit::MessageBytes)))
      throw LimitReached(Limit::MessageBytes, fmt::format("the controller of {} asks at too great length", path()));
    incoming_.insert(incoming_.end(), begin, begin + size);
    block_->to_engine.size = 0;
  }
  std::uint64_t next = 0;
  int damaged = 0;
  while (const lo_message* message = lo_next_record(incoming_.data(), incoming_.size(), &next, &damaged))
    serve(*message, clock, requests);
  incoming_.erase(incoming_.begin(), incoming_.begin() + std::ptrdiff_t(next));
  return !damaged;
}

void Robot::serve(const lo_message& message, const Clock& clock, RequestServer& requests) {
  const std::span<const std::byte> payload(static_cast<const std::byte*>(lo_payload(&message)), message.size);
  note_message(message, payload);
  const auto text = [&] { return std::string(reinterpret_cast<const char*>(payload.data()), payload.size()); };
  if (message.kind == LO_MESSAGE_WARNING) {
    Device* device = device_of_tag(message.tag);
    std::string said = text();
    // It may be of a stranger, and terminals obey these.
    const auto obeyed = [](char c) { return (c >= 0 && c < ' ' && c != '\n' && c != '\t') || c == 0x7f; };
    std::ranges::replace_if(said, obeyed, '?');
    stage_.log().write(LogLevel::Warning, device ? device->path() : path(), said);
  } else if (message.kind == LO_MESSAGE_SUPERVISOR) {
    requests.serve(*this, payload);
  } else if (Device* device = device_of_tag(message.tag)) {
    const bool sensed = device->senses();
    device->receive(message.kind, payload);
    if (device->senses() != sensed) list_sensing();
  } else if (message.tag != 0 || !serve_own(message.kind, payload, clock)) {
    stage_.log().write(
        LogLevel::Warning, path(),
        message.tag != 0
            ? fmt::format("its controller uses the device of tag {}, which was removed: ignored", message.tag)
            : fmt::format("its controller asked for something that is not simulated (message kind {})", message.kind));
    send(message.tag, LO_MESSAGE_ANSWER, {});
  }
}

bool Robot::serve_own(std::uint16_t kind, std::span<const std::byte> payload, const Clock& clock) {
  const auto text = [&] { return std::string(reinterpret_cast<const char*>(payload.data()), payload.size()); };
  // The payload's struct; nothing if it is shorter.
  const auto read = [&](auto& value) {
    if (payload.size() < sizeof value) return false;
    std::memcpy(&value, payload.data(), sizeof value);
    return true;
  };
  switch (kind) {
    case LO_MESSAGE_CUSTOM_DATA:
      custom_data_ = text();
      stage_.world().set(node(), node().type().find("customData"), custom_data_);
      return true;
    case LO_MESSAGE_PRINT:
      tell_prints(payload);
      return true;
    case LO_MESSAGE_INPUT_ENABLE:
      if (lo_input_enable message; read(message)) input_.enable(message, clock);
      return true;
    case LO_MESSAGE_JOYSTICK_FORCE:
      return true;  // the script's joystick has no motors
    case LO_MESSAGE_INPUT_EVENT: {
      std::int32_t wanted[2] = {};
      read(wanted);
      const std::int32_t came = input_.wait(wanted[0], std::max(0, wanted[1]), clock, *this);
      send(0, LO_MESSAGE_ANSWER, std::as_bytes(std::span(&came, 1)));
      return true;
    }
    case LO_MESSAGE_PIN: {
      std::int32_t on = 0;
      if (read(on)) pin(on != 0);
      return true;
    }
    case LO_MESSAGE_URDF: {
      const std::string urdf = write_urdf(*this, text());
      send(0, LO_MESSAGE_ANSWER, std::as_bytes(std::span(urdf)));
      return true;
    }
    default:
      return false;
  }
}

void Robot::tell_prints(std::span<const std::byte> payload) {
  std::uint32_t is_stderr = 0;
  if (payload.size() < sizeof is_stderr) return;
  std::memcpy(&is_stderr, payload.data(), sizeof is_stderr);
  std::string_view text(reinterpret_cast<const char*>(payload.data()), payload.size());
  for (text.remove_prefix(sizeof is_stderr); !text.empty();) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    stage_.log().controller_line(name_, is_stderr != 0, text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void Robot::pin(bool on) {
  pinned_ = on;
  pin_->release();
  if (on && solid_->moved_by()) pin_->attach(*solid_, nullptr);
}

void Robot::take_pin(Robot& before) {
  pinned_ = before.pinned_;
  if (!pinned_) return;
  pin_->go_on_from(*before.pin_);
  if (!pin_->is_attached()) pin(true);
}

void Robot::tell_texts() {
  const auto tell = [this](std::string_view field, std::uint16_t kind, std::string& known) {
    const std::string& text = node().get<std::string>(field);
    if (text == known) return;
    known = text;
    send(0, kind, std::as_bytes(std::span(known)));
  };
  tell("model", LO_MESSAGE_MODEL, model_);
  tell("customData", LO_MESSAGE_CUSTOM_DATA, custom_data_);
}

void Robot::answer(const Clock& clock, const RequestServer& requests) {
  give_turn(clock, requests, block_->request == LO_REQUEST_STEP ? LO_ANSWER_STEPPED : LO_ANSWER_SERVED);
}

std::string Robot::take_turn(bool with_commands, const Clock& clock, RequestServer& requests) {
  try {
    if (!receive_messages(clock, requests)) return "damaged the memory that it shares with the simulation";
    if (with_commands) read_commands(clock);
    return {};
  } catch (const LimitReached& reached) {
    // It may be a stranger, who ends no run of others.
    if (node().get<std::string>("controller") != "<extern>") throw;
    return std::string("reached a limit: ") + reached.what();
  }
}

TurnEnd Robot::wait_turn(const Clock& clock, RequestServer& requests) {
  TurnEnd end = link_->wait_turn();
  controller_has_turn_ = false;
  const bool gave_turn = end.kind == TurnEnd::Kind::Step || end.kind == TurnEnd::Kind::Immediate;
  if (gave_turn) {
    std::string wrong = take_turn(end.kind == TurnEnd::Kind::Step, clock, requests);
    if (wrong.empty()) {
      if (end.kind == TurnEnd::Kind::Immediate) return end;
      if (block_->step_ms > 0) {
        due_step_ = clock.step() + clock.steps_in(block_->step_ms);
        return end;
      }
      // No time passes: what it set need not wait for the others, and is there when it has its turn again.
      requests.apply_sets(node().id());
      return {TurnEnd::Kind::Immediate, 0, {}};
    }
    end = {TurnEnd::Kind::Failed, 0, std::move(wrong)};
  } else if (block_->request == LO_REQUEST_EXIT && (end.kind == TurnEnd::Kind::Exited || end.exit_code != 0)) {
    // It said goodbye: what it asked for after its last step counts as at a step. Whoever crashed before had not asked.
    if (receive_messages(clock, requests)) read_commands(clock);
  }
  close_controller();
  return end;
}

void Robot::close_controller() {
  if (!link_) return;
  link_->terminate();
  for (const auto& device : devices_) device->state_ = nullptr;
  state_ = nullptr;
  touched_ = {};
  block_ = nullptr;
  bulk_space_.close();
  incoming_.clear();
  outgoing_.clear();
  link_.reset();
  waits_for_start_ = false;
}

void Robot::visit_state(StateVisitor& state) {
  state.node(path());
  state.field("controller due at step", due_step_);
  state.field("off", off_);
  state.field("told that it is off", told_off_);
  if (battery_) battery_->visit_state(state);
  battery_sampling_.visit_state(state);
  state.field("battery sensor enables", battery_enables_);
  if (kinematic_wheels_) kinematic_wheels_->visit_state(state);
  state.field("pinned", pinned_);
  input_.visit_state(state);
  if (pinned_) pin_->visit_state(state);
}

void Robot::visit_exchange(StateVisitor& state) {
  state.node(path());
  state.field("opened", opened_);
  state.field("has turn", controller_has_turn_);
  state.text("model", model_);
  state.text("custom data", custom_data_);
  state.list("not yet whole", incoming_);
  state.list("not yet sent", outgoing_);
  state.field("messages", messages_hash_);
  // What the controller has written over the block is no matter for where things lie in it.
  state.field("device table at", layout_.devices);
  state.field("touched at", layout_.touched);
  state.list("states at", layout_.states);
  state.field("arrays at", layout_.arrays);
  state.field("arrays end at", layout_.arrays_end);
  state.field("box of the engine at", layout_.to_engine);
  state.field("box of the controller at", layout_.to_controller);
  state.field("block size", layout_.size);
  bulk_space_.visit_state(state);
  state.field("room for devices at", spare_);
  state.field("room for devices ends at", spare_end_);
  std::uint64_t count = places_.size();
  state.field("places of devices", count);
  if (state.is_loading()) places_.resize(std::min<std::uint64_t>(count, 1u << 20));
  for (Place& place : places_) {
    state.text("device", place.name);
    state.text("model", place.model);
    state.field("kind", place.kind);
    state.field("its arrays at", place.arrays);
    state.field("its arrays end at", place.arrays_end);
  }
  std::uint64_t known = by_tag_.size();
  state.field("tags", known);
  if (state.is_loading()) by_tag_.assign(std::min<std::uint64_t>(known, devices_.size() + (1u << 20)), nullptr);
  state.field("has to tell", has_to_tell_);
  for (const auto& device : devices_) {
    state.field("tag", device->place_->tag);
    state.field("has to tell", device->place_->has_to_tell);
    state.field("known array", device->place_->known_array);
    if (state.is_loading() && device->tag() > 0 && device->tag() < by_tag_.size())
      by_tag_[device->tag()] = device.get();
  }
}

std::vector<Robot*> robots_of(Stage& stage) {
  std::vector<Robot*> robots;
  for (const auto& solid : stage.solids())
    if (Robot* robot = solid->robot(); robot && &robot->solid() == solid.get()) robots.push_back(robot);
  return robots;
}

std::vector<const Robot*> robots_of(const Stage& stage) {
  const std::vector<Robot*> robots = robots_of(const_cast<Stage&>(stage));
  return {robots.begin(), robots.end()};
}

void Robot::resume_controller(ControllerHost& host) {
  if (layout_.states.empty()) return;
  link_ = host.open(describe_controller(), layout_.size);
  if (!link_) return;
  attach(link_->block());
  waits_for_start_ = true;
}

}  // namespace lightsout
