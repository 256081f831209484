// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout doctor`: of what this program was made, where its installation lies and whether it is whole, and which
// optional parts this machine has.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/build_description.h"
#include "app/command.h"
#include "app/parts.h"
#include "app/terminal.h"
#include "engine/controller_end.h"
#include "engine/programs/builds/make_names.h"
#include "engine/programs/outside.h"
#include "engine/stage/parts.h"
#include "installation/installation.h"
#include "runs/reports/outcome.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

// What an installation cannot be without, below the home.
constexpr const char* needed[] = {"liblightsout_assimp.so",
                                  "liblightsout_fcl.so",
                                  "liblightsout_font.so",
                                  "liblightsout_image.so",
                                  "template_javascript.so",
                                  "template_lua.so",
                                  "libGL.so.1",
                                  "lib/controller/libController.so",
                                  "lib/controller/libCppController.so",
                                  "lib/controller/python/controller/__init__.py",
                                  "include/controller/c/webots/robot.h",
                                  "include/plugins/physics.h",
                                  "resources/Makefile.include"};

std::vector<std::string> missing_files() {
  std::vector<std::string> missing;
  std::error_code error;
  for (const char* file : needed)
    if (!fs::exists(home() / file, error)) missing.push_back((home() / file).string());
  return missing;
}

void print_json(const std::vector<std::string>& missing) {
  const BuildDescription built = build_description();
  nlohmann::ordered_json page = nlohmann::ordered_json::object();
  page["version"] = built.version;
  page["commit"] = built.commit;
  page["build"] = built.build;
  page["ode"] = built.ode;
  page["embree"] = built.embree;
  page["compiler"] = built.compiler;
  page["executable"] = own_executable().string();
  page["home"] = home().string();
  page["missing_files"] = missing;
  page["system_lacks"] = what_the_system_lacks();
  page["parts"] = nlohmann::ordered_json::array();
  for (const OptionalPart& part : optional_parts()) {
    const OptionalPartState state = look_for(part);
    nlohmann::ordered_json entry = nlohmann::ordered_json::object();
    entry["name"] = part.name;
    entry["found"] = state.found;
    if (!state.version.empty()) entry["version"] = state.version;
    if (!state.path.empty()) entry["path"] = state.path;
    if (!state.trouble.empty()) entry["trouble"] = state.trouble;
    entry["purpose"] = part.purpose;
    entry["package"] = part.package;
    page["parts"].push_back(std::move(entry));
  }
  fmt::print("{}\n", page.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void print_table() {
  fmt::print("{}\nhome {}\n\n", version_text(), home().string());
  for (const OptionalPart& part : optional_parts()) {
    const OptionalPartState state = look_for(part);
    const std::string found = state.found             ? (state.version.empty() ? "found" : state.version)
                              : state.trouble.empty() ? "missing"
                                                      : "does not work";
    fmt::print("{:<12} {:<14} {}{}{}\n", part.name, found, part.purpose,
               state.found ? "" : fmt::format("; Debian: {}", part.package),
               state.trouble.empty() ? "" : fmt::format("; it said: {}", state.trouble));
  }
}

int examine(bool json, bool only_home) {
  if (std::error_code error; only_home && fs::is_directory(home(), error)) {
    const auto plain = home_for_make(home());
    // CMake and scripts can do with the path that make cannot.
    fmt::print("{}\n", plain.value_or(home()).string());
    if (!plain) print_error("lightsout doctor: {}\n", plain.error());
    return plain ? 0 : int(Outcome::EnvironmentFailed);
  }
  const std::vector<std::string> missing = missing_files();
  json ? print_json(missing) : print_table();
  for (const std::string& file : missing) print_error("lightsout doctor: {} of the installation is missing\n", file);
  const std::string lacking = what_the_system_lacks();
  if (!lacking.empty()) print_error("lightsout doctor: {}: no controller or build can be started\n", lacking);
  return missing.empty() && lacking.empty() ? 0 : int(Outcome::EnvironmentFailed);
}

}  // namespace

Command add_doctor(CLI::App& program) {
  struct Wishes {
    bool json = false, home = false;
  };
  auto wishes = std::make_shared<Wishes>();
  CLI::App* command = program.add_subcommand("doctor", "What of the optional parts is there, and what each is for");
  auto* json = command->add_flag("--json", wishes->json, "As JSON");
  command->add_flag("--home", wishes->home, "Print the folder that WEBOTS_HOME is to name, and nothing else")
      ->excludes(json);
  command->footer(
      "Nothing of what is missing is needed for worlds whose robots have no controllers.\n\n"
      "Exit codes: 0 the installation is whole, 9 files of it are missing, /proc or /dev/null are, or make cannot use "
      "the "
      "path of --home.\n\n"
      "Examples\n"
      "  lightsout doctor\n"
      "  WEBOTS_HOME=$(lightsout doctor --home) make");
  return [wishes] { return examine(wishes->json, wishes->home); };
}

}  // namespace lightsout
