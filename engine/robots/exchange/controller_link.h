// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The engine's side of a controller: a block of memory (controllers/wire/block.h) and a way to hand over the turn.
// controllers/host implements it, once per transport; readings are the same bits in each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/robots/exchange/turn_end.h"

struct lo_block;

namespace lightsout {

class CacheLines;

// What the host must know to start a robot's controller.
struct ControllerDescription {
  std::uint32_t robot_id = 0;  // of its node
  std::string robot_name;
  std::string robot_path;  // unique in the world: `ARENA.ROBOT` or names joined by dots
  std::string controller;  // the field as written: a name, "<extern>", ...
  std::vector<std::string> arguments;
  std::string world_path;                // as given
  std::vector<std::string> proto_files;  // of the PROTO that defines the robot, and of those that it derives from
  std::uint64_t seed = 0;                // of the run, or of the episode that a reset has begun
  bool supervisor = false;
  bool synchronization = true;
};

class ControllerLink {
 public:
  virtual ~ControllerLink() = default;
  // At least the size that was asked for, zeroed, aligned to 64 bytes. Valid as long as the link. Most of it is never
  // used, and is not to take memory.
  virtual lo_block* block() = 0;
  // Finds out what is to be started, and builds it if need be; nothing of the controller runs yet. The error is what
  // wait_turn() says if it is started all the same. Called for all controllers before any is started.
  virtual std::expected<void, std::string> prepare() { return {}; }
  // Whether somebody is there whose turn can be given, or waited for: a robot without synchronization does not wait for
  // one who has not come yet, nor, where runs are asynchronous, for the end of a turn.
  virtual bool is_present() const { return true; }
  // It has ended, whoever has the turn, and another may take its place: wait_turn() says how, at once.
  virtual bool is_gone() const { return false; }
  // Waits a moment for the end of its turn; false: nothing has happened, and there is time to look for others.
  virtual bool wait_a_moment() { return true; }
  // The block is laid out: start the controller. Its first turn is its initialisation, up to its first step.
  virtual void start() = 0;
  // What a turn touches on this side, beside the block: for a controller that runs in this process.
  virtual void list_memory(CacheLines&) const {}
  // Bytes of the block behind its boxes were written, which nobody else looks for: for who records what is told.
  virtual void note_bulk(std::size_t /*offset*/, std::size_t /*size*/) {}
  // Gives it the turn; returns at once. The caller wrote block.answer.
  virtual void hand_turn() = 0;
  // Waits until the controller gives the turn back or ends.
  virtual TurnEnd wait_turn() = 0;
  // Tells a controller that waits for its turn that the simulation is over (wb_robot_step returns -1), and returns at
  // once: its second to end runs from here. Called for all controllers before any is terminated, so that they end side
  // by side.
  virtual void begin_end() {}
  // The same if begin_end() was not called; grants it the rest of its second, then kills it. Its last output has been
  // delivered when this returns.
  virtual void terminate() = 0;
  // The process ends with the run: memory that only it uses need not be given back.
  virtual void leave_memory() {}
};

class ControllerHost {
 public:
  virtual ~ControllerHost() = default;
  // nullptr for controllers that need no process ("<none>", "void", ""). Failures show at the first wait_turn.
  virtual std::unique_ptr<ControllerLink> open(const ControllerDescription& description, std::size_t block_size) = 0;

  // Where the controllers that run now stand, for a snapshot; only a host that records can say it (recorded_host.h).
  virtual std::expected<std::vector<std::uint8_t>, std::string> save_controllers() {
    return std::unexpected("this run does not record its controllers");
  }
  // The next controller of each of those robots is brought there before its robot goes on. `folder`: of the snapshot.
  virtual std::expected<void, std::string> load_controllers(std::span<const std::uint8_t>,
                                                            const std::filesystem::path&) {
    return std::unexpected("this run cannot bring controllers to where they were");
  }
};

}  // namespace lightsout
