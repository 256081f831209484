// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What users' code inside this process does to the process: the working folder that it changes is its own, and what it
// forks is no copy of the program that runs on; its variables come before those of the environment; its threads
// (guest_threads.h) and the signals that it sends itself (guest_signals.h) are its own. Calls of chdir(), fchdir() and
// getenv() are noticed because the executable is searched before the C library; bare system calls are out of reach.
// Descriptors are not guarded.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/programs/file_descriptor.h"
#include "engine/programs/guest_signals.h"
#include "engine/programs/guest_threads.h"

namespace lightsout {

// One controller, or one host of callbacks.
class Guest {
 public:
  Guest();
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;

  // Around its calls. No system call until it changes the folder. A leave() makes up for calls inside that were cut
  // short.
  void enter() {
    depth_before_ = depth_++;
    outer_ = std::exchange(inside_, this);
    told_before_ = std::exchange(told_, &variables_);
    signals_.begin_turn();
    if (folder_) go_to_folder();
  }
  // In a copy of the program it ends the process: the simulation goes on in the program alone.
  void leave() {
    depth_ = depth_before_;
    inside_ = outer_;
    told_ = told_before_;
    if (folder_ || folder_has_changed_.load(std::memory_order_relaxed)) come_home();
  }
  // The folder of its next calls, unless it has chosen one itself; "": the program's. False: it cannot be entered.
  bool set_folder(const std::filesystem::path& folder);

  // NAME=VALUE each: what getenv() knows in its calls, before what the environment of the program holds; a NAME alone
  // is not there.
  void set_variables(std::vector<std::string> variables) { variables_ = std::move(variables); }
  // For the calling thread, which another one of the same guest has started.
  static void set_variables_of_thread(std::vector<std::string>* variables) { told_ = variables; }

  // Called when it ends the thread that it is called in, which is the program's (pthread_exit), and when a signal that
  // it sends itself would end a process of its own. What returns, or is not there, lets the C library do it.
  struct Ends {
    void (*thread)(void* context) = nullptr;
    void (*by_signal)(void* context, int signal) = nullptr;
    void* context = nullptr;
  };
  void set_ends(const Ends& ends) { ends_ = ends; }
  void leave_thread() const {
    if (ends_.thread) ends_.thread(ends_.context);
  }
  void die(int signal) const {
    if (ends_.by_signal) ends_.by_signal(ends_.context, signal);
  }
  bool dies_alone() const { return ends_.by_signal != nullptr; }

  GuestThreads& threads() {
    if (!threads_) threads_ = std::make_unique<GuestThreads>(variables_);
    return *threads_;
  }
  // What one of its threads did that ends it.
  GuestThreads::End lost() const { return threads_ ? threads_->lost() : GuestThreads::End{}; }
  // It has no thread that still runs what it was loaded from.
  bool end_threads(std::span<const std::byte> instructions = {}) { return !threads_ || threads_->end(instructions); }
  GuestSignals& signals() { return signals_; }

  // Users' code has this thread, in the program itself.
  static bool is_inside() { return depth_ > 0 && !is_copy(); }
  // Whose code it is; nullptr outside, and in a copy.
  static Guest* inside() { return is_inside() && is_program() ? inside_ : nullptr; }
  // This process is a copy of the program, which users' code has made with fork().
  static bool is_copy();
  // By its number, which also a process between vfork() and exec() has of its own. A system call.
  static bool is_program();
  // For the functions of the C library that stand before it.
  static void note_folder_change(int result);
  static char* variable(const char* name);

 private:
  void go_to_folder() const;
  void come_home();

  static thread_local constinit int depth_;
  static std::atomic<bool> folder_has_changed_;
  int depth_before_ = 0;
  static thread_local constinit Guest* inside_;
  Guest* outer_ = nullptr;
  static thread_local constinit std::vector<std::string>* told_;  // of the guest that is inside
  std::vector<std::string>* told_before_ = nullptr;
  std::vector<std::string> variables_;
  FileDescriptor folder_;  // none: the program's
  bool has_chosen_ = false;
  Ends ends_;
  GuestSignals signals_;
  std::unique_ptr<GuestThreads> threads_;
};

}  // namespace lightsout
