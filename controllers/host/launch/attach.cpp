// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/launch/attach.h"

#include <fmt/format.h>
#include <unistd.h>

#include "controllers/host/launch/launcher.h"
#include "engine/files/percent_encoding.h"
#include "engine/programs/environment.h"
#include "world_format/project/project.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

// What is started, and from where.
struct Start {
  ControllerProgram program;
  fs::path folder;  // of the controller; "": it is none that has a folder
};

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

// controllers/NAME/NAME and what is built of it, controllers/NAME/build/release/NAME, are run in controllers/NAME.
fs::path controller_folder(const fs::path& file) {
  const fs::path beside = file.parent_path(), above = beside.parent_path().parent_path();
  if (is_script(file) || beside.filename() == file.filename()) return beside;
  const bool is_built = beside.filename() == "release" && beside.parent_path().filename() == "build";
  return is_built && above.filename() == file.filename() ? above : fs::path();
}

LaunchSettings launch_settings(const Attachment& attachment, const fs::path& prefix) {
  LaunchSettings settings;
  settings.prefix = prefix;
  settings.no_build = attachment.no_build;
  return settings;
}

std::expected<Start, std::string> find_start(const Attachment& attachment, const fs::path& prefix,
                                             const RuntimeIni& ini, Environment& environment, Log& log) {
  const fs::path what = attachment.words.front();
  const LaunchSettings settings = launch_settings(attachment, prefix);
  const auto in_folder = [&](const fs::path& folder, const std::string& name) -> std::expected<Start, std::string> {
    environment.set("WEBOTS_CONTROLLER_NAME", name);
    const ControllerFolder described = describe_folder(folder, name, settings, ini, environment, log, "");
    // A script that is named is started, whatever lies beside it.
    auto program = what.extension() == ".py" ? python_program(described) : choose_program(described, settings);
    if (!program) return std::unexpected(program.error());
    return Start{std::move(*program), folder};
  };
  if (is_folder(what)) return in_folder(whole_path(what), whole_path(what).filename().string());
  if (!is_file(what)) {
    const auto found = find_program(what.string());
    if (!found) return std::unexpected(fmt::format("there is neither a file nor a program `{}`", what.string()));
    return Start{{{found->string()}, {}}, {}};
  }
  const fs::path file = whole_path(what);
  if (is_script(file)) return in_folder(file.parent_path(), file.stem().string());
  if (::access(file.c_str(), X_OK) != 0)
    return std::unexpected(fmt::format(
        "{} is not executable: `chmod +x` makes it so, or name its folder to have it built", file.string()));
  return Start{{{file.string()}, {}}, controller_folder(file)};
}

}  // namespace

bool is_program(const std::string& word) {
  return !word.empty() && (is_folder(word) || is_file(word) || find_program(word).has_value());
}

std::string name_in_url(const std::string& robot) { return percent_encoded(robot, "-_."); }

std::expected<SpawnRequest, std::string> plan_attachment(const Attachment& attachment, const fs::path& prefix,
                                                         Log& log) {
  const fs::path what = attachment.words.front();
  fs::path folder;
  if (is_folder(what)) folder = whole_path(what);
  if (is_file(what)) folder = controller_folder(whole_path(what));
  RuntimeIni ini = folder.empty() ? RuntimeIni() : read_settings(folder, log, "");
  if (!attachment.matlab.empty()) {
    const auto found = find_program(attachment.matlab);
    if (!found)
      return std::unexpected(fmt::format("there is no program `{}` to run MATLAB's language", attachment.matlab));
    ini.matlab.command = fs::absolute(*found).string();  // from here, not from the controller's folder
  }
  Environment environment = begin_environment(folder, ini, prefix);
  // Of a controller that has started this one.
  if (!environment.get("LIGHTSOUT_BLOCK_FD").empty()) environment.unset("WEBOTS_ROBOT_NAME");
  for (const char* name : {"LIGHTSOUT_BLOCK_FD", "LIGHTSOUT_BELL_FD", "LIGHTSOUT_MODULE_LIST"}) environment.unset(name);
  if (!attachment.url.empty()) environment.set("WEBOTS_CONTROLLER_URL", attachment.url);
  if (attachment.sends_stdout) environment.set("WEBOTS_STDOUT_REDIRECT", "1");
  if (attachment.sends_stderr) environment.set("WEBOTS_STDERR_REDIRECT", "1");
  add_libraries(environment, folder, prefix);
  auto start = find_start(attachment, prefix, ini, environment, log);
  if (!start) return std::unexpected(start.error());
  add_variables_of(start->program, environment);
  SpawnRequest request;
  request.program = start->program.command.front();
  request.arguments = std::move(start->program.command);
  request.arguments.insert(request.arguments.end(), attachment.words.begin() + 1, attachment.words.end());
  request.environment = environment.entries();
  request.folder = start->folder;
  return request;
}

}  // namespace lightsout
