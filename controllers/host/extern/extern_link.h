// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A controller that somebody else starts, and that connects by name: of this machine over shared memory, of others over
// a connection (remote_peer.h). Its process is not ours: it is told that the simulation is over, but never killed, and
// its output goes where its starter wants it.
#pragma once

#include <chrono>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "controllers/host/extern/extern_port.h"
#include "controllers/host/extern/remote_peer.h"
#include "controllers/host/launch/host_options.h"
#include "controllers/host/processes/bell.h"
#include "controllers/host/processes/shared_block.h"
#include "engine/robots/exchange/controller_link.h"

namespace lightsout {

class Log;

class ExternLink : public ControllerLink {
 public:
  // `is_free`: its turns are not waited for, but the first one over a connection.
  ExternLink(SharedBlock block, Seat seat, std::string robot, bool is_free, ExternPort& port, Log& log,
             const HostOptions& options);
  ~ExternLink() override;

  lo_block* block() override { return block_.get(); }
  std::expected<void, std::string> prepare() override;
  void start() override;
  bool is_present() const override;
  bool is_gone() const override;
  bool wait_a_moment() override;
  void note_bulk(std::size_t offset, std::size_t size) override;
  void hand_turn() override;
  TurnEnd wait_turn() override;
  void begin_end() override;
  void terminate() override;

 private:
  bool is_interrupted() const { return options_.interrupted && options_.interrupted->load(std::memory_order_relaxed); }
  // Whether somebody has connected who is not done with this turn.
  bool is_in_turn() const;
  // How long it may take to connect.
  std::optional<double> patience_s() const;
  // false if the program was interrupted meanwhile, or nobody came in time.
  bool wait_for_caller();
  // One that shares no memory is told all that the block holds.
  void greet_remote();
  void wait_for_block();
  // The same where no memory is shared; empty: it has given its turn back.
  std::optional<TurnEnd> wait_for_remote();
  // What is left of the time that its turn may last.
  std::chrono::milliseconds left_of_turn() const;
  TurnEnd out_of_time() const;
  TurnEnd lost() const;
  // What it asks for, its turn over.
  TurnEnd asked() const;
  // Another program may take its place.
  TurnEnd may_return(TurnEnd end) const;
  // Says that the simulation is over if the controller waits to hear something.
  void tell_end();

  SharedBlock block_;
  Seat seat_;
  std::string robot_;
  const bool is_free_;
  ExternPort& port_;
  Log& log_;
  const HostOptions& options_;  // the host's
  std::shared_ptr<Caller> caller_;
  std::unique_ptr<RemotePeer> remote_;
  std::vector<std::pair<std::size_t, std::size_t>> early_bulks_;  // offset and size, before one came to see them
  std::chrono::steady_clock::time_point started_, turn_since_;    // it can be called; the controller has its turn
  bool is_awaited_ = false;                                       // its bell was rung in this turn
  std::string not_started_;
  bool has_come_ = false, has_turn_ = true, finished_ = false;  // has_turn_: the controller, from its start
  bool claimed_ = false;                                        // its name, at the port
  bool told_end_ = false;
  std::optional<std::chrono::steady_clock::time_point> end_begun_;
};

}  // namespace lightsout
