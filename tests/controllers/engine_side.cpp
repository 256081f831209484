// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/controllers/engine_side.h"

#include <cmath>
#include <cstring>

#include "controllers/wire/version.h"
#include "engine/state/log.h"

namespace lightsout::testing {

void CollectingLog::write(LogLevel, std::string_view source, std::string_view text) {
  const std::lock_guard lock(mutex_);
  talk_.push_back(std::string(source) + ": " + std::string(text));
}

void CollectingLog::controller_line(std::string_view robot, bool is_stderr, std::string_view line) {
  const std::lock_guard lock(mutex_);
  ++count_;
  if (keep_) lines_.push_back({std::string(robot), is_stderr, std::string(line)});
}

std::vector<CollectingLog::Line> CollectingLog::lines() const {
  const std::lock_guard lock(mutex_);
  return lines_;
}

std::vector<std::string> CollectingLog::texts(bool is_stderr) const {
  std::vector<std::string> result;
  for (const Line& line : lines())
    if (line.is_stderr == is_stderr) result.push_back(line.text);
  return result;
}

std::vector<std::string> CollectingLog::talk() const {
  const std::lock_guard lock(mutex_);
  return talk_;
}

std::size_t CollectingLog::count() const {
  const std::lock_guard lock(mutex_);
  return count_;
}

std::filesystem::path test_project() { return std::filesystem::path(LIGHTSOUT_BUILD_DIR) / "tests" / "project"; }
std::filesystem::path build_prefix() { return LIGHTSOUT_HOME; }

EngineSide::EngineSide(ControllerHost& host, const std::string& controller, std::vector<std::string> arguments,
                       const std::filesystem::path& project, std::uint32_t box_capacity)
    : box_capacity_(box_capacity) {
  ControllerDescription description;
  description.robot_name = "tester";
  description.robot_path = "TESTER";
  description.controller = controller;
  description.arguments = std::move(arguments);
  description.world_path = (project / "worlds" / "test.wbt").string();

  std::uint32_t next = 0;
  const auto take = [&](std::size_t bytes) {
    const std::uint32_t offset = next;
    next += static_cast<std::uint32_t>((bytes + 63) / 64 * 64);
    return offset;
  };
  take(sizeof(lo_block));
  const std::uint32_t table = take(Count * sizeof(lo_device));
  const std::uint32_t states[Count] = {take(sizeof(lo_robot_state)), take(sizeof(lo_motor_state)),
                                       take(sizeof(lo_distance_sensor_state)), take(sizeof(lo_position_sensor_state)),
                                       take(sizeof(lo_gps_state))};
  const std::size_t sizes[Count] = {sizeof(lo_robot_state), sizeof(lo_motor_state), sizeof(lo_distance_sensor_state),
                                    sizeof(lo_position_sensor_state), sizeof(lo_gps_state)};
  const std::uint32_t touched = take(sizeof(std::uint32_t));
  const std::uint32_t lookup = take(6 * sizeof(double));
  std::uint32_t text = take(1024);
  to_engine_ = take(box_capacity);
  to_controller_ = take(box_capacity);

  link_ = host.open(description, next);
  lo_block* b = link_->block();
  auto* base = reinterpret_cast<char*>(b);
  const auto put = [&](const std::string& value) {
    const lo_string where{text, static_cast<std::uint32_t>(value.size())};
    std::memcpy(base + text, value.c_str(), value.size() + 1);
    text += static_cast<std::uint32_t>(value.size() + 1);
    return where;
  };
  b->magic = LO_BLOCK_MAGIC;
  b->version = LO_BLOCK_VERSION;
  b->size = next;
  b->device_count = Count;
  b->devices = table;
  b->touched = touched;
  b->to_engine = {to_engine_, box_capacity, 0, 0};
  b->to_controller = {to_controller_, box_capacity, 0, 0};
  const char* names[Count] = {"tester", "motor", "ds", "encoder", "gps"};
  const lo_device_kind kinds[Count] = {LO_DEVICE_ROBOT, LO_DEVICE_MOTOR, LO_DEVICE_DISTANCE_SENSOR,
                                       LO_DEVICE_POSITION_SENSOR, LO_DEVICE_GPS};
  const std::int32_t node_types[Count] = {34, 57, 42, 51, 44};
  auto* devices = reinterpret_cast<lo_device*>(base + table);
  for (std::uint32_t i = 0; i < Count; ++i)
    devices[i] = {
        kinds[i],      i, put(names[i]), put(i == 0 ? "model T" : ""), states[i], static_cast<std::uint32_t>(sizes[i]),
        node_types[i], 0};
  robot = reinterpret_cast<lo_robot_state*>(base + states[Robot]);
  motor = reinterpret_cast<lo_motor_state*>(base + states[Motor]);
  distance = reinterpret_cast<lo_distance_sensor_state*>(base + states[Distance]);
  position = reinterpret_cast<lo_position_sensor_state*>(base + states[Position]);
  gps = reinterpret_cast<lo_gps_state*>(base + states[Gps]);
  robot->basic_time_step_ms = basic_time_step_ms;
  robot->synchronization = 1;
  robot->name = devices[0].name;
  robot->model = devices[0].model;
  robot->custom_data = put("first data");
  robot->controller_name = put(controller);
  robot->controller_arguments = put("a\nb");
  robot->project_path = put(project.string());
  robot->world_path = put(description.world_path);
  motor->max_velocity = motor->velocity = 10;
  motor->max_force = motor->available_force = 20;
  motor->multiplier = 1;
  motor->acceleration = -1;
  motor->position_sensor_tag = Position;
  motor->feedback = NAN;
  distance->max_value = 1000;
  distance->aperture = 1.5;
  distance->sensor.lookup_table = {lookup, 2};
  const double rows[6] = {0.01, 0, 0, 0.5, 1000, 0.1};
  std::memcpy(base + lookup, rows, sizeof rows);
  for (double& value : gps->sensor.values) value = NAN;
}

EngineSide::~EngineSide() { link_->terminate(); }

void EngineSide::send(std::uint16_t kind, std::uint16_t tag, std::string_view payload) {
  const lo_message header{static_cast<std::uint32_t>(payload.size()), kind, tag};
  outgoing_.append(reinterpret_cast<const char*>(&header), sizeof header);
  outgoing_.append(payload);
  outgoing_.resize((outgoing_.size() + 7) / 8 * 8);
}

void EngineSide::give(int answer) {
  const std::uint32_t moved =
      lo_box_fill(block(), to_controller_, box_capacity_, &block()->to_controller, outgoing_.data(), outgoing_.size());
  outgoing_.erase(0, moved);
  block()->answer = answer;
  link_->hand_turn();
}

void EngineSide::take_messages(bool answer_them) {
  incoming_.append(reinterpret_cast<const char*>(block()) + to_engine_,
                   std::min(block()->to_engine.size, box_capacity_));
  block()->to_engine.size = 0;
  // Records need their alignment.
  std::vector<std::uint64_t> aligned(incoming_.size() / 8 + 1);
  std::memcpy(aligned.data(), incoming_.data(), incoming_.size());
  std::uint64_t next = 0;
  int damaged = 0;
  while (const lo_message* record = lo_next_record(aligned.data(), incoming_.size(), &next, &damaged)) {
    messages_.push_back(
        {record->kind, record->tag, std::string(static_cast<const char*>(lo_payload(record)), record->size)});
    if (answer_them) send(LO_MESSAGE_ANSWER, record->tag, messages_.back().payload);
  }
  incoming_.erase(0, next);
}

TurnEnd EngineSide::wait() {
  for (;;) {
    const TurnEnd end = link_->wait_turn();
    if (end.kind == TurnEnd::Kind::Step || end.kind == TurnEnd::Kind::Immediate)
      take_messages(end.kind == TurnEnd::Kind::Immediate);
    if (end.kind != TurnEnd::Kind::Immediate) return end;
    ++immediates_;
    give(LO_ANSWER_SERVED);
  }
}

TurnEnd EngineSide::step() {
  time_s_ += block()->step_ms / 1000.0;
  robot->time_s = time_s_;
  give(LO_ANSWER_STEPPED);
  return wait();
}

TurnEnd EngineSide::run(int most) {
  start();
  TurnEnd end = wait();
  for (int i = 0; i < most && end.kind == TurnEnd::Kind::Step; ++i) end = step();
  return end;
}

}  // namespace lightsout::testing
