// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Starts a program in a process group of its own, with its output in pipes. It dies when the thread that started it
// does, and whatever it has started dies with this program (process_guard.h).
#pragma once

#include <sys/types.h>

#include <atomic>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/descriptors/file_descriptor.h"

namespace lightsout {

struct SpawnRequest {
  std::filesystem::path program;
  std::vector<std::string> arguments;    // argv, the program's name first
  std::vector<std::string> environment;  // "NAME=value", all of them
  std::filesystem::path folder;          // to run in
  std::vector<int> inherited_fds;        // become descriptors 3, 4... there
  bool one_pipe = false;                 // stderr goes where stdout goes
};

struct Spawned {
  pid_t pid = 0;          // of the process and of its group; who waits for its end tells the ProcessGuard
  FileDescriptor pidfd;   // readable once the process has ended
  FileDescriptor output;  // what it writes to stdout, not blocking
  FileDescriptor errors;  // and to stderr; empty with one_pipe
};

// The error is one clause, "cannot start /x/y: Permission denied".
std::expected<Spawned, std::string> spawn(const SpawnRequest& request);

// This process becomes the program, with the descriptors 0, 1 and 2 that it has (pipes and inherited_fds are not for
// it). Returns only why it cannot: the same clause.
std::string become(const SpawnRequest& request);

struct Finished {
  int status;          // a wait status
  std::string output;  // all that it wrote to stdout and stderr
};
struct RunLimits {
  const std::atomic<bool>* interrupted = nullptr;
  double seconds = 0;  // of wall clock; 0: any
};
// Until the process has ended, not until its output has: what it left behind could hold that for ever, and is killed.
// What is beyond its limits is killed too, and an error.
std::expected<Finished, std::string> run_to_end(SpawnRequest request, const RunLimits& limits = {});

// "exited with code 3", "was killed by SIGSEGV (Segmentation fault)", from a wait status.
std::string describe_wait_status(int status);

// The program's file by the rules of a shell: a name with a slash as it is, else the first executable of that name in
// PATH.
std::optional<std::filesystem::path> find_program(const std::string& name);

}  // namespace lightsout
