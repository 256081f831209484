// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What the guard does (process_guard.h): it waits at one end of a socket until the program at the other has ended.
// It may run in a forked copy of a program that has threads: system calls only, no memory from the heap.
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace lightsout {

inline constexpr char guard_name[] = "lightsout-guard";  // as long as a process's name may be

struct GuardMemory {
  static constexpr std::size_t most_groups = 16384;
  static constexpr std::size_t environment_size = 256 * 1024;
  static constexpr std::size_t most_places = 256, most_path = 4096;
  // A message is the number of a group, or a path with one of these before it.
  static constexpr char leave_nothing_of = '+', leave_alone = '-';

  pid_t groups[most_groups];
  std::size_t count = 0;
  char marker[256];
  std::size_t marker_size = 0;
  char environment[environment_size];
  char entries[32768];
  char message[1 + most_path + 1];
  char places[most_places][most_path + 1];
  std::size_t place_count = 0;
};

// `memory` has the marker of the program's processes.
[[noreturn]] void guard_main(int pipe, GuardMemory& memory);

}  // namespace lightsout
