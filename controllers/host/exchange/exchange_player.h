// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Plays the controllers of a recorded exchange: no program runs, the world is told what they said then, as long as it
// tells them what they were told then.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "controllers/host/exchange/exchange_file.h"
#include "engine/robots/exchange/controller_link.h"

namespace lightsout {

class Log;

class ExchangePlayer final : public ControllerHost {
 public:
  // The log gets what controllers printed then, and outlives the player.
  ExchangePlayer(std::unique_ptr<ExchangeReader> reader, Log& log) : reader_(std::move(reader)), log_(log) {}
  ~ExchangePlayer() override;

  std::unique_ptr<ControllerLink> open(const ControllerDescription& description, std::size_t block_size) override;

  // A step is over, of so many of the run: what was printed in it then, behind its turns, is said now.
  void end_step(std::int64_t total_steps);
  // The controllers were ended: what was printed behind the last step is said.
  void end_run();
  // All controllers were started: those that were then and are not now are a departure.
  void look_for_the_missing();
  // Where the world first told a controller something else than then, in a sentence; "" if nowhere.
  const std::string& departure() const { return departure_; }
  // The exchange holds no more for a controller that was given its turn: where, in a sentence; "" as long as it does.
  const std::string& exhausted() const { return exhausted_; }
  bool is_over() const { return !departure_.empty() || !exhausted_.empty(); }

 private:
  friend class PlayedLink;
  void depart(std::string sentence);
  void run_out(std::string sentence);
  void say(const std::vector<ExchangeLine>& lines);

  std::unique_ptr<ExchangeReader> reader_;
  Log& log_;
  std::string departure_, exhausted_;
};

}  // namespace lightsout
