// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A controller inside this process: its own copy of its shared library, on a stack of its own. A turn is a call: no
// system call, no other thread. The block lies on the heap and is the same as a process's, so readings are the same
// bits.
//
// It is this process: what is held by a turn that crashes, or is ended for lasting too long, is never given
// back. It has no threads, signals, children of its own: one that would has a process (process_wide.h).
#pragma once

#include <pthread.h>

#include <csignal>
#include <cstdint>
#include <exception>
#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "controllers/host/in_process/libc_state.h"
#include "controllers/host/in_process/library_copies.h"
#include "controllers/host/in_process/stack_switch.h"
#include "controllers/host/in_process/turn_watch.h"
#include "controllers/host/processes/streams.h"
#include "controllers/wire/in_process.h"
#include "engine/programs/guests/guest.h"
#include "engine/robots/exchange/controller_link.h"
#include "engine/robots/exchange/reserved_memory.h"

namespace lightsout {

// libController.so in this process, loaded once.
class ControllerLibrary {
 public:
  static std::expected<ControllerLibrary, std::string> load(const std::filesystem::path& file);
  ControllerLibrary(ControllerLibrary&& other) noexcept;
  ControllerLibrary& operator=(ControllerLibrary&&) = delete;
  ~ControllerLibrary();

  lo_session_new_function* new_session = nullptr;
  lo_session_delete_function* delete_session = nullptr;
  lo_exit_function* exit = nullptr;
  lo_session** current = nullptr;
  std::span<const std::byte> code;

 private:
  ControllerLibrary() = default;
  void* handle_ = nullptr;
};

struct FiberSettings {
  std::filesystem::path library;       // of the controller
  std::vector<std::string> arguments;  // argv, the program's name first
  std::filesystem::path folder;
  // The same, which is its working folder in each turn; nullptr where it is looked for nowhere.
  std::shared_ptr<const FileDescriptor> working_folder;
  bool uses_cpp_streams = true;
  LibraryCopies* copies = nullptr;  // of that library
  SpentStreams* spent_streams = nullptr;
  std::size_t number = 0;  // of the controller in its host
  TurnWatch* watch = nullptr;
  const std::string* title = nullptr;    // as for TurnWatch::begin
  std::vector<std::string> environment;  // NAME=VALUE, before what the program's holds
  std::optional<double> timeout_s;       // of a turn
  const std::atomic<bool>* interrupted = nullptr;
  std::function<void(const TurnEnd&)> ends_badly;  // gets an end that is not good, of one that was told to end
};

class FiberLink : public ControllerLink {
 public:
  // For a TurnWatch, which the settings name.
  static void leave_turn(void* link, std::uintptr_t at, bool is_asleep, bool must);
  // For watch_for_crashes().
  static bool leave_crashed(int signal);

  // Throws nothing; what cannot be loaded shows at the first wait.
  FiberLink(std::size_t block_size, FiberSettings settings, const std::string& robot, ControllerLibrary& library,
            Log& log);
  ~FiberLink() override;

  lo_block* block() override { return block_; }
  void start() override;
  void list_memory(CacheLines& lines) const override;
  void hand_turn() override {}
  TurnEnd wait_turn() override;
  void terminate() override;
  void leave_memory() override;

 private:
  static void run(void* context);
  static void wait_answer(void* context);
  [[noreturn]] static void leave(void* context, int code, bool at_once);
  [[noreturn]] static void on_terminate();
  bool load();
  // The controller's stack, in bytes from its lower end.
  void* stack() const;
  std::size_t stack_size() const;
  int argc() const { return static_cast<int>(argv_.size()) - 1; }
  // Lets the controller run until it gives its turn back or leaves, or has used up its time.
  void resume(std::optional<double> limit_s);
  void exchange_exceptions();
  void finish();
  TurnEnd end_of_exit() const;
  TurnEnd end_of_crash() const;
  void keep_session();

  // __cxa_eh_globals of the C++ ABI.
  struct ExceptionState {
    void* caught = nullptr;
    unsigned int uncaught = 0;
  };
  static FiberLink* running_;  // whose stack this is; nullptr: the program's own
  static std::terminate_handler terminate_before_;
  // What a turn looks at comes first, side by side.
  lo_block* block_;
  lo_session* session_ = nullptr;
  ControllerLibrary& library_;
  void* controller_context_ = nullptr;  // where the controller sleeps
  void* engine_context_ = nullptr;      // where the engine does
  ExceptionState exceptions_;
  bool has_begun_ = false;
  bool has_left_ = false;
  bool is_aborted_ = false;
  bool is_closing_ = false;                         // its destructors and atexit() functions run
  bool has_closed_ = false;                         // and have come to their end
  bool is_left_asleep_ = false;                     // its turn was ended, its stack is never entered again
  volatile std::sig_atomic_t is_on_stack_ = false;  // the controller runs
  bool finished_ = false;
  int code_ = 0;
  int crash_signal_ = 0;  // by which it ended
  pthread_t thread_ = ::pthread_self();
  bool ends_process_ = false;
  std::string not_started_;
  Guest guest_;
  LibcState libc_;
  lo_block laid_out_{};
  Streams streams_;

  ReservedMemory memory_;  // a page that nobody may touch, the stack, the block of size_ bytes in a page more
  std::size_t size_;
  FiberSettings settings_;
  std::unique_ptr<LibraryCopy> copy_;
  std::vector<char*> argv_;
  [[no_unique_address]] StackSwitch switch_;
};

}  // namespace lightsout
