// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What users' code inside this process does to the process: the working folder that it changes is its own, what it
// forks is no copy of the program that runs on, no other program takes the program's place (guest_exec.cpp), and it
// sleeps as long as it says; its variables come before those of the environment; the program's signals are not its own
// (guest_signals.cpp), nor are its descriptors (guest_files.cpp); its threads are known (guest_threads.cpp). Its calls
// of these functions are noticed because the executable is searched before the C library; bare system calls are out of
// reach. Other signals are not guarded: controllers that use such, descriptors or threads run as processes
// (controllers/host/launch/process_wide.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/descriptors/file_descriptor.h"

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
    inside_before_ = std::exchange(inside_, this);
    if (folder_) go_to_folder();
  }
  // In a copy of the program it ends the process: the simulation goes on in the program alone.
  void leave() {
    depth_ = depth_before_;
    inside_ = inside_before_;
    if (folder_ || folder_has_changed_.load(std::memory_order_relaxed)) come_home();
  }
  // The folder of its next calls, unless it has chosen one itself; "" or nullptr: the program's. False: it cannot be
  // entered.
  bool set_folder(const std::filesystem::path& folder);
  bool set_folder(std::shared_ptr<const FileDescriptor> folder);

  // NAME=VALUE each: what getenv() knows in its calls, before what the environment of the program holds; a NAME alone
  // is not there.
  void set_variables(std::vector<std::string> variables) { variables_ = std::move(variables); }

  // Among all of this process.
  std::uint64_t number() const { return number_; }
  // That has this thread; nullptr: none has.
  static const Guest* here() { return depth_ > 0 ? inside_ : nullptr; }

  // Users' code has this thread, in the program itself.
  static bool is_inside() { return depth_ > 0 && !is_copy(); }
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
  Guest* inside_before_ = nullptr;
  const std::uint64_t number_;
  std::vector<std::string> variables_;
  std::shared_ptr<const FileDescriptor> folder_;  // none: the program's
  bool has_chosen_ = false;
};

}  // namespace lightsout
