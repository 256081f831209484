// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where extern controllers knock: a socket per robot that waits for one, a port of the loopback interface that says
// which socket is whose, and a port for other machines where the run was told to listen (see wire/extern.h). One thread
// accepts and watches; it sleeps while nothing happens.
#pragma once

#include <poll.h>
#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <expected>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "controllers/host/extern/extern_hello.h"
#include "controllers/host/launch/listen_address.h"
#include "engine/descriptors/file_descriptor.h"

struct lo_block;

namespace lightsout {

// A robot that waits for, or has, its extern controller; shared between its link and the port.
class Caller {
 public:
  enum class State { Waiting, Connected, Lost };
  // Told by the port's thread: whether it has come or gone, and of a program that was turned away.
  using Listener = std::function<void(State state)>;
  Caller(std::string robot, int block_fd, int bell_fd, lo_block* block, Listener listener)
      : robot_(std::move(robot)),
        block_fd_(block_fd),
        bell_fd_(bell_fd),
        block_(block),
        listener_to_(std::move(listener)) {}

  State state() const;
  // Until the state is no longer `state`, or the time is over.
  State wait_while(State state, std::chrono::milliseconds at_most);
  // Who has connected: "process 12", "10.0.0.7:41234".
  std::string who() const;
  // It has connected and shares no memory with us, and take_remote() was not called yet.
  bool is_remote() const;
  // The connection to a controller that shares no memory with us, once; empty if there is none.
  FileDescriptor take_remote();
  // The block goes away; the connection is closed.
  void detach();
  // Ends the wait for a turn.
  void lose();

 private:
  friend class ExternPort;
  void connect(std::string who, FileDescriptor remote);

  std::string robot_;
  int block_fd_, bell_fd_;
  lo_block* block_;
  mutable std::mutex mutex_;
  std::condition_variable condition_;
  State state_ = State::Waiting;
  std::string who_;
  FileDescriptor remote_;
  Listener listener_to_;
  // The port's own:
  FileDescriptor listener_, connection_;
  std::filesystem::path socket_path_;
};

// Why no extern controller could connect to a robot of this name; "" if one can.
std::string wrong_extern_name(const std::string& robot);
// What is wrong where two robots with extern controllers have it.
std::string equal_extern_names(const std::string& robot);

class ExternPort {
 public:
  // Is told who was turned away, in a sentence, by the port's thread.
  using Refusals = std::function<void(const std::string& robot, const std::string& what)>;
  // Takes the first free one of so many ports from this on.
  static std::expected<std::unique_ptr<ExternPort>, std::string> open(int first, int count,
                                                                      const std::optional<ListenSettings>& listen,
                                                                      Refusals refusals);
  ~ExternPort();

  int number() const { return number_; }
  // No other robot is called by this name until release() or remove(). The error says why nobody can call it.
  std::expected<void, std::string> claim(const std::string& robot);
  void release(const std::string& robot);
  // The robot, whose name was claimed, can be called from now on. The error says why it cannot.
  std::expected<void, std::string> add(std::shared_ptr<Caller> caller);
  void remove(const std::shared_ptr<Caller>& caller);
  // What a person sets WEBOTS_CONTROLLER_URL to, on this machine and where it listens for others.
  std::vector<std::string> urls(const std::string& robot) const;

 private:
  struct Knock {
    ExternHello hello;
    std::shared_ptr<Caller> caller;  // whose socket it is; none: a port's
    bool remote = false;             // at the port for other machines
    std::string who;
  };
  ExternPort(FileDescriptor listener, FileDescriptor wakeup, int number);
  std::expected<void, std::string> listen(const ListenSettings& settings);
  void run();
  void look_at_callers(const std::vector<pollfd>& polled, std::size_t first);
  void accept(int listener, std::shared_ptr<Caller> caller, bool remote);
  void answer(Knock& knock);
  void answer_at_socket(Knock& knock);
  void answer_at_port(Knock& knock);
  // The robot that is meant; null where none is, or several are, which is answered.
  std::shared_ptr<Caller> find(const Knock& knock) const;
  void refuse(const Knock& knock, unsigned char status, const std::string& robot, const std::string& why);
  std::filesystem::path socket_of(const std::string& robot) const;
  void poke();

  FileDescriptor listener_, remote_listener_, wakeup_;
  int number_;
  std::string token_, remote_url_;  // up to the robot
  std::filesystem::path folder_;
  Refusals refusals_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<Caller>> callers_;
  std::list<Knock> knocks_;  // the thread's own
  int refused_ = 0;          // its own too
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace lightsout
