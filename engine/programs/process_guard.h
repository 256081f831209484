// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What this program has started does not outlive it, however it ends, and what it has put somewhere for the time of its
// life goes with it: a small process waits for that end, and for nothing else. One for the program, since the first
// need; ODE and signals are not the only things that a process has one of.
#pragma once

#include <sys/types.h>

#include <string>

#include "engine/descriptors/file_descriptor.h"

namespace lightsout {

// "LIGHTSOUT_RUN=<...>.": what stands so, or with more behind it, in the environment of a process was started by this
// program.
const std::string& mark_of_this_program();

class ProcessGuard {
 public:
  // Makes it if need be. In a fork of the program that made one: another.
  static ProcessGuard& of_this_program();
  ProcessGuard(const ProcessGuard&) = delete;
  ProcessGuard& operator=(const ProcessGuard&) = delete;

  // Here a new process tells the number of its group before it becomes the program that is started; -1: the guard
  // could not be made.
  int link() const { return link_.get(); }
  // The group has ended, and been waited for.
  void forget(pid_t group);
  // A file, or a folder with all that is in it, goes when the program ends without having removed it; absolute.
  void leave_nothing_of(const std::string& path);
  // It is gone, or it is to stay.
  void leave_alone(const std::string& path);

 private:
  ProcessGuard();
  ~ProcessGuard();
  void tell(pid_t group);
  void tell(char what, const std::string& path);
  void send(const void* message, std::size_t size);
  FileDescriptor link_;
  pid_t owner_;
};

}  // namespace lightsout
