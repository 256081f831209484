// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Controllers that a program of their language runs: which program that is, and what it is given. A source per
// language.
#pragma once

#include <expected>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/programs/builds/build.h"
#include "engine/programs/environment.h"
#include "world_format/project/runtime_ini.h"

namespace lightsout {

class Log;

// How a controller is started.
struct ControllerProgram {
  std::vector<std::string> command;      // program first
  std::vector<std::string> variables;    // NAME=VALUE of its environment, where that has no such name yet
  std::vector<std::string> needed = {};  // NAME=VALUE, in the place of whatever its environment says
};

// A controller's folder, and what is known of it.
struct ControllerFolder {
  std::filesystem::path path;
  std::string name;
  std::filesystem::path prefix;
  const RuntimeIni& ini;
  const Environment& environment;  // of the controller
  Log& log;
  std::string robot;
  // Brings what is built of its sources up to date, with these variables (NAME=VALUE) beside the environment's.
  std::function<std::expected<BuildResult, std::string>(std::vector<std::string>)> build;

  std::filesystem::path file(const std::string& extension) const { return path / (name + extension); }
};

bool is_file(const std::filesystem::path& path);

// The program that a file of the folder asks for: in PATH, or by a path, a relative one from the folder.
std::optional<std::filesystem::path> find_program_of(const ControllerFolder& folder, const std::string& name);

// There is no such program, which COMMAND in that section of the folder's runtime.ini names.
std::string missing_command(const ControllerFolder& folder, std::string_view section, const std::string& command);

// By its ending: a program of its language runs it, or is made of it.
bool is_script(const std::filesystem::path& file);

// By the script's first line, by runtime.ini, else python3.
std::expected<ControllerProgram, std::string> python_program(const ControllerFolder& folder);

// It has a class, an archive or a source of its name, and no source in C or C++.
bool is_java(const std::filesystem::path& folder, const std::string& name);
// Builds it from its sources where it has some.
std::expected<ControllerProgram, std::string> java_program(const ControllerFolder& folder);

// It has a script of its name; sources in C may be there for functions that it calls.
bool is_matlab(const std::filesystem::path& folder, const std::string& name);
// MATLAB where it is found, else GNU Octave.
std::expected<ControllerProgram, std::string> matlab_program(const ControllerFolder& folder);

}  // namespace lightsout
