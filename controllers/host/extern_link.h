// A controller that somebody else starts, and that connects by name. Its process is not ours: it is told that the
// simulation is over, but never killed, and its output goes where its starter wants it.
#pragma once

#include <chrono>
#include <optional>

#include "controllers/host/bell.h"
#include "controllers/host/extern_port.h"
#include "controllers/host/host.h"
#include "controllers/host/shared_block.h"
#include "engine/robots/controller_link.h"
#include "engine/state/log.h"

namespace lightsout {

class ExternLink : public ControllerLink {
 public:
  ExternLink(SharedBlock block, Seat seat, std::string robot, ExternPort& port, Log& log, const HostOptions& options);
  ~ExternLink() override;

  lo_block* block() override { return block_.get(); }
  void start() override;
  void hand_turn() override;
  TurnEnd wait_turn() override;
  void begin_end() override;
  void terminate() override;

 private:
  bool is_interrupted() const { return options_.interrupted && options_.interrupted->load(std::memory_order_relaxed); }
  void report(ExternNews news);
  // How long it may take to connect.
  std::optional<double> patience_s() const;
  // false if the program was interrupted meanwhile, or nobody came in time.
  bool wait_for_caller();
  void wait_for_block();
  // Says that the simulation is over if the controller waits to hear something.
  void tell_end();

  SharedBlock block_;
  Seat seat_;
  std::string robot_;
  ExternPort& port_;
  Log& log_;
  const HostOptions& options_;  // the host's
  std::shared_ptr<Caller> caller_;
  std::string not_started_;
  bool finished_ = false;
  std::optional<std::chrono::steady_clock::time_point> end_begun_;
};

}  // namespace lightsout
