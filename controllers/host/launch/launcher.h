// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// From a robot's `controller` field to what is to be executed: where controllers are searched, which file of a
// controller's folder is taken, with which arguments and environment. Starts no controller, but builds what has only
// sources.
#pragma once

#include <expected>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "controllers/host/launch/languages.h"
#include "engine/programs/builds/build.h"
#include "engine/programs/spawn.h"
#include "engine/robots/exchange/controller_link.h"

namespace lightsout {

class FileListener;

// What hosts have found out, so that each folder is built and looked through once however many robots share it.
struct LaunchMemory {
  std::map<std::filesystem::path, std::expected<BuildResult, std::string>> builds;
  std::map<std::filesystem::path, std::expected<ControllerProgram, std::string>> programs;
};

// What a launch needs beyond the description of the controller.
struct LaunchSettings {
  std::filesystem::path prefix;
  std::vector<std::filesystem::path> extra_projects;
  std::string instance_path;             // ends with '/'
  std::string marker;                    // "NAME=value", in the environment of every controller of a run
  std::vector<std::string> environment;  // as in HostOptions
  std::function<std::vector<std::string>(const ControllerDescription&)> environment_of;
  const std::atomic<bool>* interrupted = nullptr;
  double build_timeout_s = default_build_timeout_s;
  bool no_build = false;
  LaunchMemory* memory = nullptr;
  FileListener* listener = nullptr;
};

// "", "<none>", "void" and "<generic>" need no process.
bool needs_no_process(const std::string& controller);

struct LaunchPlan {
  SpawnRequest request;
  std::string interpreter;  // of a script, "" for a program
};
// The error tells where was looked and how to mend it; it may have several lines.
std::expected<LaunchPlan, std::string> plan_launch(const ControllerDescription& description,
                                                   const LaunchSettings& settings, Log& log);

// The controller as a shared library, built if need be: for runs inside this process. nullopt if there is none, or it
// needs a process (process_wide.h); that is told.
struct SharedController {
  std::filesystem::path folder, library;
  RuntimeIni ini;
  bool uses_files = true, uses_cpp_streams = true;
};
std::optional<SharedController> find_shared_controller(const ControllerDescription& description,
                                                       const LaunchSettings& settings, Log& log);

// For --no-code. Whether the robot's controller is one that comes with this program; what is not is told to the log.
bool comes_with_us(const ControllerDescription& description, const LaunchSettings& settings, Log& log);

// Its parts, for a controller in a known folder; `robot`: whom messages are about.

// The folder's runtime.ini; empty if it has none. What is wrong with it is told, and the rest holds.
RuntimeIni read_settings(const std::filesystem::path& folder, Log& log, const std::string& robot);
// Sets what the settings say.
void add_settings(Environment& environment, const std::filesystem::path& folder, const RuntimeIni& ini);
// The environment of this program with what the settings and the installation add to it.
Environment begin_environment(const std::filesystem::path& folder, const RuntimeIni& ini,
                              const std::filesystem::path& prefix);
// Where libraries and modules are found, in front of what the environment says; "" for no folder.
void add_libraries(Environment& environment, const std::filesystem::path& folder, const std::filesystem::path& prefix);
// All that is given by reference outlives what is described.
ControllerFolder describe_folder(const std::filesystem::path& folder, const std::string& name,
                                 const LaunchSettings& settings, const RuntimeIni& ini, const Environment& environment,
                                 Log& log, const std::string& robot);
// What is to be started, built if need be.
std::expected<ControllerProgram, std::string> choose_program(const ControllerFolder& folder,
                                                             const LaunchSettings& settings);
void add_variables_of(const ControllerProgram& program, Environment& environment);

// The projects in whose controllers/ a controller is looked for, in order.
std::vector<std::filesystem::path> controller_projects(const ControllerDescription& description,
                                                       const LaunchSettings& settings);

}  // namespace lightsout
