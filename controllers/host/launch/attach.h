// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What starting a controller for a robot that waits for one takes: the program by the words of a command line, and the
// environment that a controller finds that a run starts itself. Starts nothing, but builds what has only sources.
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/programs/spawn.h"

namespace lightsout {

class Log;

struct Attachment {
  std::string url;  // WEBOTS_CONTROLLER_URL (docs/extern.md); "": what the environment says
  // A program and its arguments. The program is a controller's folder, a file, or a name that PATH has.
  std::vector<std::string> words;
  // What it prints goes to the run and its log.
  bool sends_stdout = false, sends_stderr = false;
  bool no_build = false;
  std::string matlab;  // the program for controllers in MATLAB's language; "": as runtime.ini says
};

// Whether a word says what to start and not for which robot: a controller's folder, a file, or a program of PATH.
bool is_program(const std::string& word);

// The name of a robot as WEBOTS_CONTROLLER_URL has it, which decodes %XX.
std::string name_in_url(const std::string& robot);

// To be given to become(). The error says what is not there, or cannot be built. `prefix`: as in HostOptions.
std::expected<SpawnRequest, std::string> plan_attachment(const Attachment& attachment,
                                                         const std::filesystem::path& prefix, Log& log);

}  // namespace lightsout
