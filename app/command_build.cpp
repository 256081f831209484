// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout build`: builds controllers and physics plugins from their sources, as a run does when it needs one.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "app/build_option.h"
#include "app/command.h"
#include "app/interrupt.h"
#include "app/terminal.h"
#include "controllers/host/launch/languages.h"
#include "engine/controller_end.h"
#include "engine/programs/builds/build.h"
#include "installation/installation.h"
#include "runs/reports/outcome.h"
#include "world_format/project/project.h"

namespace lightsout {
namespace {

// A controller in Python or MATLAB's language is its own program.
bool is_script_folder(const std::filesystem::path& folder) {
  const std::string name = folder.filename().string();
  return is_file(folder / (name + ".py")) || is_matlab(folder, name);
}

int build(const std::vector<std::string>& folders, double timeout_s) {
  const BuildSettings settings = {.prefix = home(),
                                  .interrupted = &catch_interrupts(),
                                  .timeout_s = timeout_s,
                                  .report_wait = [](const std::string& what) { print_error("{}\n", what); }};
  int failures = 0;
  for (const std::string& name : folders) {
    if (*settings.interrupted) return int(Outcome::Interrupted);
    // Without the slash that completion puts behind it: its name is what is built.
    const std::filesystem::path folder = whole_path(name);
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error)) {
      print_error("DIR {} is no folder\n", name);
      ++failures;
      continue;
    }
    if (!has_sources(folder) && is_script_folder(folder)) {
      print_error("{}: nothing to build, its controller is a script\n", name);
      continue;
    }
    if (!has_sources(folder)) {
      const std::string unread = why_not_listed(folder);
      print_error("{}\n", !unread.empty()
                              ? unread
                              : fmt::format("{}: no Makefile and no source in C, C++ or Java is here", name));
      ++failures;
      continue;
    }
    const auto built = build_folder(folder, settings);
    failures += !built;
    print_error("{}\n", built ? fmt::format("{}: {}\n{}", name, built->command, built->output) : built.error());
    if (!built && *settings.interrupted) return int(Outcome::Interrupted);
  }
  return int(failures ? Outcome::EnvironmentFailed : Outcome::Done);
}

}  // namespace

Command add_build(CLI::App& program) {
  auto folders = std::make_shared<std::vector<std::string>>();
  CLI::App* command = program.add_subcommand("build", "Build controllers and physics plugins from their sources");
  command->add_option("DIR", *folders, "Folder of a controller or plugin")->required();
  auto timeout_s = std::make_shared<double>(default_build_timeout_s);
  add_build_timeout(*command, *timeout_s);
  command->footer(
      "The folder's own Makefile is used if there is one, with WEBOTS_HOME set to this installation; else every C or\n"
      "C++ file of the folder makes one program (or, under plugins/physics/, one library); files in Java make their\n"
      "classes. A run builds by itself what it does not find built; this command is for building ahead, and for\n"
      "building again after a change.\n\n"
      "Exit codes: 0 built, 2 wrong use, 8 interrupted, 9 a build failed.\n\n"
      "Examples\n"
      "  lightsout build controllers/obstacle_avoider");
  return {[folders, timeout_s] { return build(*folders, *timeout_s); }, true};
}

}  // namespace lightsout
