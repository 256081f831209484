// Where extern controllers knock: a socket per robot that waits for one, and a port of the loopback interface that says
// which socket is whose (see wire/extern.h). One thread accepts and watches; it sleeps while nothing happens.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <expected>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "controllers/wire/block.h"
#include "engine/programs/file_descriptor.h"

namespace lightsout {

// A robot that waits for, or has, its extern controller; shared between its link and the port.
class Caller {
 public:
  enum class State { Waiting, Connected, Lost };
  Caller(std::string robot, int block_fd, int bell_fd, lo_block* block)
      : robot_(std::move(robot)), block_fd_(block_fd), bell_fd_(bell_fd), block_(block) {}

  State state() const;
  // Until the state is no longer `state`, or the time is over.
  State wait_while(State state, std::chrono::milliseconds at_most);
  pid_t pid() const { return pid_; }
  // The block goes away; the connection is closed.
  void detach();
  // Ends the wait for a turn.
  void lose();

 private:
  friend class ExternPort;
  std::string robot_;
  int block_fd_, bell_fd_;
  lo_block* block_;
  mutable std::mutex mutex_;
  std::condition_variable condition_;
  State state_ = State::Waiting;
  pid_t pid_ = 0;
  // The port's own:
  FileDescriptor listener_, connection_;
  std::filesystem::path socket_path_;
};

class ExternPort {
 public:
  // Takes the first free one of LO_EXTERN_PORTS ports from this on.
  static std::expected<std::unique_ptr<ExternPort>, std::string> open(int first);
  ~ExternPort();

  int number() const { return number_; }
  // The robot can be called from now on. The error says why it cannot.
  std::expected<void, std::string> add(std::shared_ptr<Caller> caller);
  void remove(const std::shared_ptr<Caller>& caller);
  // What a person sets WEBOTS_CONTROLLER_URL to.
  std::string url(const std::string& robot) const;

 private:
  ExternPort(FileDescriptor listener, FileDescriptor wakeup, int number);
  void run();
  void accept_call(Caller& caller);
  void accept_at_port();
  void poke();

  FileDescriptor listener_, wakeup_;
  int number_;
  std::filesystem::path folder_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<Caller>> callers_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace lightsout
