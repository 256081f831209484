// A controller in a process of its own, in lock step over shared memory and a futex. A turn costs two system calls and
// touches neither socket nor clock.
#pragma once

#include <time.h>

#include <chrono>
#include <functional>

#include "controllers/host/attendant.h"
#include "controllers/host/placement.h"
#include "controllers/host/shared_block.h"
#include "engine/controller_link.h"

namespace lightsout {

class ProcessLink;

// The turns that are out, of all links of a host.
struct HandedTurns {
  int count = 0;
  ProcessLink* last = nullptr;  // handed; nullptr once somebody has waited for it
};

class ProcessLink : public ControllerLink {
 public:
  // Starts the process on the block of that descriptor. The error says why it cannot be.
  using Start = std::function<std::expected<Spawned, std::string>(int block_fd)>;

  // `handed`: of the host.
  ProcessLink(SharedBlock block, Start start, std::string robot, Attendant& attendant, Placement& placement,
              HandedTurns& handed, Log& log, const std::atomic<bool>* interrupted, std::optional<double> timeout_s);
  ~ProcessLink() override;

  lo_block* block() override { return block_.get(); }
  void start() override;
  void hand_turn() override;
  TurnEnd wait_turn() override;
  void begin_end() override;
  void terminate() override;

 private:
  // Sleeps until the last of the turns that are out has come back: the others then have too, as a rule, and the engine
  // has slept once and not once for each. Not for long: that controller may wait for another one, which waits to be
  // answered.
  void await_last();
  bool is_interrupted() const { return interrupted_ && interrupted_->load(std::memory_order_relaxed); }
  // Sleeps until the turn is the engine's, the process has ended or the program is interrupted. With `at_most`, no
  // longer than that.
  void wait_for_block(const timespec* at_most = nullptr);
  // Sleeps at most so long while the controller has the turn, whether the program is interrupted or not.
  void sleep_on_turn(const timespec* at_most);
  TurnEnd end_of_process() const;
  // Says that the simulation is over if the controller waits to hear something; false: it does not.
  bool tell_end();
  void note_turn(bool of_controller);

  SharedBlock block_;
  Start start_;
  std::string robot_;
  Attendant& attendant_;
  Placement& placement_;
  HandedTurns& handed_;
  Log& log_;
  const std::atomic<bool>* interrupted_;
  std::optional<double> timeout_s_;
  std::shared_ptr<Ward> ward_;
  std::string not_started_;  // why
  bool damaged_ = false;
  bool finished_ = false;
  bool has_turn_ = false;  // the controller
  std::optional<std::chrono::steady_clock::time_point> end_begun_;
};

}  // namespace lightsout
