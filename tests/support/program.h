// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Runs the executable as a user does and gives back all that a user sees.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace lightsout {

struct ProgramResult {
  int exit_code = -1;  // -1: ended by a signal
  int signal = 0;
  std::string out;  // stdout
  std::string err;  // stderr
};

struct ProgramOptions {
  std::filesystem::path directory = LIGHTSOUT_SOURCE_DIR;  // working directory
  std::vector<std::string> environment;                    // "NAME=value", added to ours
  double timeout = 60;  // s of wall clock, more under sanitizers; then it is killed and the test fails
  // Called some times a second while the program runs, with its process id.
  std::function<void(pid_t)> watch;
};

// `lightsout` of this build with these arguments.
ProgramResult run_lightsout(const std::vector<std::string>& arguments, const ProgramOptions& options = {});
// Any program, by path or name.
ProgramResult run_program(const std::string& program, const std::vector<std::string>& arguments,
                          const ProgramOptions& options = {});

std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, const std::string& text);

}  // namespace lightsout
