// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A small engine's side of a controller's block for tests: a robot with a motor, a distance sensor, a position sensor
// and a GPS, laid out as the engine does, without a simulation.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "controllers/host/host.h"
#include "controllers/wire/block.h"
#include "controllers/wire/distance_sensor.h"
#include "controllers/wire/gps.h"
#include "controllers/wire/message.h"
#include "controllers/wire/motor.h"
#include "controllers/wire/position_sensor.h"
#include "engine/state/log.h"

namespace lightsout::testing {

// Keeps what it is told.
class CollectingLog : public Log {
 public:
  struct Line {
    std::string robot;
    bool is_stderr;
    std::string text;
  };
  void write(LogLevel level, std::string_view source, std::string_view text) override;
  void controller_line(std::string_view robot, bool is_stderr, std::string_view line) override;
  std::vector<Line> lines() const;
  // The texts of the lines of one stream.
  std::vector<std::string> texts(bool is_stderr) const;
  std::vector<std::string> talk() const;
  std::size_t count() const;
  // Only counts controllers' lines from now on.
  void drop_lines() { keep_ = false; }

 private:
  mutable std::mutex mutex_;
  bool keep_ = true;
  std::size_t count_ = 0;
  std::vector<Line> lines_;
  std::vector<std::string> talk_;
};

// Where the controllers of this folder lie, built.
std::filesystem::path test_project();
std::filesystem::path build_prefix();

class EngineSide {
 public:
  static constexpr double basic_time_step_ms = 8;
  enum Tag : std::uint16_t { Robot = 0, Motor, Distance, Position, Gps, Count };

  EngineSide(ControllerHost& host, const std::string& controller, std::vector<std::string> arguments = {},
             const std::filesystem::path& project = test_project(), std::uint32_t box_capacity = 4096);
  ~EngineSide();

  lo_block* block() { return link_->block(); }
  ControllerLink& link() { return *link_; }
  void start() { link_->start(); }
  // Waits for a turn that is no immediate one: answers those, echoing each record as LO_MESSAGE_ANSWER.
  TurnEnd wait();
  // One step: time, answer, turn, wait.
  TurnEnd step();
  // Steps until the controller ends or `most` are done.
  TurnEnd run(int most);
  double time_s() const { return time_s_; }
  int immediates() const { return immediates_; }
  // Payloads that came in, by kind.
  struct Message {
    std::uint16_t kind, tag;
    std::string payload;
  };
  const std::vector<Message>& messages() const { return messages_; }
  void send(std::uint16_t kind, std::uint16_t tag, std::string_view payload);

  lo_robot_state* robot;
  lo_motor_state* motor;
  lo_distance_sensor_state* distance;
  lo_position_sensor_state* position;
  lo_gps_state* gps;

 private:
  void give(int answer);
  void take_messages(bool answer_them);
  std::unique_ptr<ControllerLink> link_;
  double time_s_ = 0;
  int immediates_ = 0;
  std::uint32_t to_engine_, to_controller_, box_capacity_;
  std::string incoming_, outgoing_;
  std::vector<Message> messages_;
};

}  // namespace lightsout::testing
