// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// One thread that looks after running processes, whoever waits for them: it empties their pipes, notices their end, and
// ends those that think for too long. It sleeps while nothing happens; a controller's steps do not wake it. Their
// output reaches the log when the engine asks for it, between turns, so that two runs say the same in the same order;
// only what has waited for a second, or is a flood, is delivered at once.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <expected>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "controllers/host/processes/bell.h"
#include "controllers/host/processes/console.h"
#include "controllers/host/processes/patience.h"
#include "controllers/wire/block.h"
#include "engine/programs/spawn.h"

namespace lightsout {

// A process that the attendant looks after, shared with the link that started it.
class Ward {
 public:
  // Its link owns block and seat, and detaches it before they go.
  Ward(Spawned process, lo_block* block, const Seat& seat, Log& log, const std::string& robot,
       const std::string& controller)
      : log_(log),
        title_(title_of(robot, controller)),
        process_(std::move(process)),
        block_(block),
        seat_(&seat),
        output_(log, robot, false),
        errors_(log, robot, true) {}

  // The process is gone and its output has been delivered.
  bool has_ended() const { return ended_.load(std::memory_order_acquire); }
  bool was_hung() const { return hung_.load(std::memory_order_relaxed); }
  pid_t pid() const { return process_.pid; }
  int wait_status() const { return wait_status_; }
  // Why what it printed could not be read to the end, and it was killed; 0: it could.
  int read_error() const { return read_error_.load(std::memory_order_relaxed); }
  // Somebody else in this process has waited for it.
  bool end_is_unknown() const { return end_is_unknown_; }
  // The last line that it wrote to stderr, once all is delivered.
  const std::string& last_error() const { return errors_.last_line(); }
  // Until it has ended; false if it has not within the time.
  bool wait_end(std::chrono::milliseconds at_most);
  // Kills the process and its group.
  void kill();
  // The same, and was_hung() says why.
  void end_as_hung() {
    hung_.store(true, std::memory_order_relaxed);
    kill();
  }
  // The engine waits for the end of its turn.
  void await(bool on) { is_awaited_.store(on, std::memory_order_relaxed); }
  // The engine counts the turns that it hands over, so that the attendant can tell a long turn from many short ones.
  void count_turn() { turns_.store(turns_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }
  // Block and seat go away: the attendant does not look at them any more.
  void detach();

 private:
  friend class Attendant;
  Log& log_;
  const std::string title_;  // `ROBOT (controller "x")`
  Spawned process_;
  lo_block* block_;
  const Seat* seat_;
  Console output_, errors_;
  std::atomic<std::uint32_t> turns_{0};
  std::atomic<bool> ended_{false}, hung_{false}, is_awaited_{false};
  std::atomic<int> read_error_{0};
  int wait_status_ = 0;
  bool end_is_unknown_ = false;
  std::mutex mutex_;
  std::condition_variable condition_;
  // Read and not yet delivered, from stdout and stderr, since when; under the attendant's output mutex.
  std::string pending_[2];
  std::chrono::steady_clock::time_point pending_since_{};
  // A pipe could not be read, by errno: what lies in it is not given up at once. Under the same mutex.
  bool tries_again();
  int failed_reads_ = 0;
  // The attendant's own:
  std::uint32_t turns_seen_ = 0;
  std::chrono::steady_clock::time_point turn_since_{};
  Patience patience_;
};

class Attendant {
 public:
  // `marker`: "NAME=value" in the environment of every process that it watches, by which strayed descendants are known.
  Attendant(std::optional<double> timeout_s, const std::atomic<bool>* interrupted, std::string marker);
  ~Attendant();
  // Why it cannot work at all, "" if it can.
  const std::string& failure() const { return failure_; }
  // The error says why it cannot be watched.
  std::expected<void, std::string> watch(std::shared_ptr<Ward> ward);
  // Everything that any of them has written by now goes to the log, in the order in which they were started; what was
  // written before a turn was given back is never missed. One system call if there is nothing.
  void deliver();
  // The same of one.
  void deliver(Ward& ward);

 private:
  void run();
  // It has ended before it could be watched. Under mutex_.
  void give_up(std::shared_ptr<Ward> ward);
  void look(std::chrono::steady_clock::time_point now);
  // The ward's turn has lasted too long. Where all stand, for who looks for what they wait for. Under mutex_.
  std::string standings(std::chrono::steady_clock::time_point now) const;
  // Reads what is in the pipe; false at its end. Under output_mutex_, as all that follow.
  bool carry(Ward& ward, int channel);
  void drain(Ward& ward, int channel);
  void hand_over(Ward& ward);
  void bury(Ward& ward);
  static void tell_end(Ward& ward);
  // Somebody has closed the descriptors by which it hears of them: they are ended.
  void lose_all(int error);

  std::chrono::milliseconds tick_;
  std::optional<std::chrono::duration<double>> timeout_;
  const std::atomic<bool>* interrupted_;
  std::string marker_;
  std::string failure_;
  FileDescriptor epoll_, wakeup_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<Ward>> wards_;
  bool stop_ = false;
  bool is_lost_ = false;
  std::mutex output_mutex_;  // taken after mutex_ where both are
  bool any_pending_ = false;
  std::unique_ptr<char[]> buffer_;  // of buffer_size; pages that nothing is read into cost nothing
  std::thread thread_;
};

}  // namespace lightsout
