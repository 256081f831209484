// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A controller in a process of its own, in lock step over shared memory and futexes. A turn costs two system calls and
// touches neither socket nor clock.
#pragma once

#include <time.h>

#include <chrono>
#include <functional>
#include <optional>

#include "controllers/host/launch/launcher.h"
#include "controllers/host/processes/attendant.h"
#include "controllers/host/processes/bell.h"
#include "controllers/host/processes/placement.h"
#include "controllers/host/processes/shared_block.h"
#include "engine/robots/exchange/controller_link.h"

namespace lightsout {

class ProcessLink : public ControllerLink {
 public:
  // What is to be started. The error says why nothing can be.
  using Plan = std::function<std::expected<LaunchPlan, std::string>()>;
  // Gets an end that is not good, of a controller that was told to end.
  using LastEnd = std::function<void(const TurnEnd&)>;

  // `turns_out`: how many controllers of the host have their turn.
  ProcessLink(SharedBlock block, Seat seat, Plan plan, std::string robot, std::string controller, Attendant& attendant,
              Placement& placement, int& turns_out, Log& log, const std::atomic<bool>* interrupted,
              std::optional<double> timeout_s, LastEnd ends_badly);
  ~ProcessLink() override;

  lo_block* block() override { return block_.get(); }
  std::expected<void, std::string> prepare() override;
  void start() override;
  void hand_turn() override;
  TurnEnd wait_turn() override;
  void begin_end() override;
  void terminate() override;

 private:
  bool is_interrupted() const { return interrupted_ && interrupted_->load(std::memory_order_relaxed); }
  // Sleeps until the turn is the engine's, the process has ended or the program is interrupted.
  void wait_for_block();
  TurnEnd wait_turn_or_end();
  TurnEnd end_of_process() const;
  TurnEnd last_end(bool was_late) const;
  // Says that the simulation is over if the controller waits to hear something; false: it does not.
  bool tell_end();
  void note_turn(bool of_controller);

  SharedBlock block_;
  Seat seat_;
  Plan plan_;
  std::optional<LaunchPlan> launch_;  // between prepare() and start()
  std::string robot_;
  std::string controller_;  // its name
  Attendant& attendant_;
  Placement& placement_;
  Placement::Thinker* thinker_ = nullptr;  // once it was started
  int& turns_out_;
  Log& log_;
  const std::atomic<bool>* interrupted_;
  std::optional<double> timeout_s_;
  std::shared_ptr<Ward> ward_;
  std::string not_started_;  // why
  std::string interpreter_;
  bool damaged_ = false;
  bool finished_ = false;
  bool has_said_end_ = false;  // wait_turn() has
  LastEnd ends_badly_;
  bool has_turn_ = false;  // the controller
  std::optional<std::chrono::steady_clock::time_point> end_begun_;
};

}  // namespace lightsout
