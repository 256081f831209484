// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/launch/launcher.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <span>
#include <sstream>

#include "controllers/host/launch/controller_environment.h"
#include "controllers/host/launch/find_controller.h"
#include "controllers/host/launch/languages.h"
#include "controllers/host/launch/process_wide.h"
#include "engine/programs/binaries/elf_file.h"
#include "engine/programs/binaries/program_file.h"
#include "engine/programs/builds/build.h"
#include "engine/programs/environment.h"
#include "engine/programs/outside.h"
#include "engine/state/log.h"
#include "world_format/project/file_listener.h"
#include "world_format/project/project.h"
#include "world_format/project/runtime_ini.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

// One of them is a link to the other.
bool are_linked(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  return (fs::is_symlink(a, ignored) || fs::is_symlink(b, ignored)) && fs::equivalent(a, b, ignored);
}

bool is_executable(const fs::path& path) { return is_file(path) && ::access(path.c_str(), X_OK) == 0; }

}  // namespace

RuntimeIni read_settings(const fs::path& folder, Log& log, const std::string& robot) {
  const fs::path file = folder / "runtime.ini";
  if (!is_file(file)) return {};
  const auto source = read_source(file);
  if (!source) {
    log.write(LogLevel::Warning, robot, source.error());
    return {};
  }
  Diagnostics diagnostics;
  RuntimeIni settings = read_runtime_ini(**source, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.sorted())
    log.write(LogLevel::Warning, robot, render(diagnostic, false));
  return settings;
}

namespace {

// What is remembered of the folder, or else is found out now.
template <class Result, class FindOut>
Result once(std::map<fs::path, Result>& remembered, const fs::path& folder, FindOut find_out) {
  auto found = remembered.find(folder);
  if (found == remembered.end()) found = remembered.emplace(folder, find_out()).first;
  return found->second;
}

std::expected<BuildResult, std::string> build_once(const fs::path& folder, const LaunchSettings& settings, Log& log,
                                                   const std::string& robot, bool announce,
                                                   std::vector<std::string> variables = {}) {
  const auto build = [&] {
    if (announce && !settings.no_build)
      log.write(LogLevel::Info, robot, fmt::format("building its controller in {}", folder.string()));
    return build_folder(
        folder, {settings.prefix, settings.interrupted, settings.build_timeout_s, settings.no_build,
                 std::move(variables), [&](const std::string& what) { log.write(LogLevel::Info, robot, what); }});
  };
  return settings.memory ? once(settings.memory->builds, folder, build) : build();
}

// "there is no libglfw.so.3; undefined symbol: glfwInit, and 3 more".
std::string summary(const Lacks& lacks) {
  constexpr std::size_t shown = 4;
  const std::span<const std::string> first = std::span(lacks.what).first(std::min(shown, lacks.what.size()));
  const std::size_t more = lacks.what.size() - first.size();
  return fmt::format("{}{}", fmt::join(first, "; "), more > 0 ? fmt::format(", and {} more", more) : "");
}

// A program that stands alone.
ControllerProgram alone(const fs::path& file) { return {{file.string()}, {}}; }

}  // namespace

ControllerFolder describe_folder(const fs::path& folder, const std::string& name, const LaunchSettings& settings,
                                 const RuntimeIni& ini, const Environment& environment, Log& log,
                                 const std::string& robot) {
  return {folder,
          name,
          settings.prefix,
          ini,
          environment,
          log,
          robot,
          [&, folder, name, robot](std::vector<std::string> variables) {
            const bool is_first = !is_file(folder / "build" / "release" / (name + ".class"));
            return build_once(folder, settings, log, robot, is_first, std::move(variables));
          }};
}

std::expected<ControllerProgram, std::string> choose_program(const ControllerFolder& described,
                                                             const LaunchSettings& settings) {
  const auto& [folder, name, prefix, ini, environment, log, robot, build] = described;
  const fs::path supplied = folder / name, built = folder / "build" / "release" / name,
                 script = folder / (name + ".py");
  const bool is_script = is_file(script), is_built = has_sources(folder);
  if (const std::string lacking = what_the_system_lacks(); !lacking.empty())
    return std::unexpected(fmt::format("cannot start {}: {}", supplied.string(), lacking));
  // Programs lie beside their sources now and then, for other machines or other libraries: their author committed them.
  fs::path refused;
  Lacks lacks;
  const auto find_executable = [&]() -> std::optional<fs::path> {
    for (const fs::path& candidate : {supplied, built}) {
      if (candidate == supplied && are_linked(supplied, built)) continue;  // made by `make`: it is what is built
      if (!is_executable(candidate) || !is_for_this_machine(candidate)) continue;
      if (candidate == built && is_built) return candidate;
      Lacks found = lacks_of(candidate, environment, folder);
      if (found.what.empty()) return candidate;
      refused = candidate;
      lacks = std::move(found);
    }
    return std::nullopt;
  };
  auto executable = find_executable();
  if (!executable && !is_script && is_java(folder, name)) return java_program(described);
  if (!executable && !is_script && is_matlab(folder, name)) return matlab_program(described);
  // What was built here follows its sources; an executable that lies beside them is taken as it is.
  const bool builds = is_built && (executable ? *executable == built : !is_script);
  if (!refused.empty() && (builds || executable || is_script))
    log.write(LogLevel::Info, robot,
              fmt::format("{} does not find what it was linked to ({}): {}", refused.string(), summary(lacks),
                          builds ? "it is built from its sources"
                                 : fmt::format("{} is taken", (executable ? *executable : script).string())));
  if (builds) {
    const auto result = build_once(folder, settings, log, robot, !executable && refused.empty());
    if (result) executable = find_executable();
    if (!result && (refused.empty() || !lacks.starts)) return std::unexpected(result.error());
    if (result && !executable && is_java(folder, name)) return java_program(described);
    if (result && !executable)
      return std::unexpected(fmt::format(
          "`{}` made neither {} nor {}{}. Its output:\n{}", result->command, supplied.string(), built.string(),
          refused.empty() ? "" : fmt::format(" (remove {} to have it made)", refused.string()), result->output));
  }
  if (executable) return alone(*executable);
  if (is_script) return python_program(described);
  if (!refused.empty()) {
    if (!lacks.starts)
      return std::unexpected(fmt::format(
          "{} does not find what it was linked to ({}), and has no sources here that it could be built from",
          refused.string(), summary(lacks)));
    log.write(LogLevel::Warning, robot,
              fmt::format("{} ends where it first calls what it does not find ({})", refused.string(), summary(lacks)));
    return alone(refused);
  }
  if (is_executable(supplied)) return alone(supplied);  // the system says why not
  if (is_file(supplied))
    return std::unexpected(fmt::format("{} is not executable: `chmod +x` makes it so", supplied.string()));
  if (is_file(folder / (name + ".bsg")))
    return std::unexpected(
        fmt::format("{} is a Botstudio controller; controllers in C, C++, Python, Java and MATLAB's language run here",
                    (folder / (name + ".bsg")).string()));
  if (std::string unread = why_not_listed(folder); !unread.empty()) return std::unexpected(std::move(unread));
  std::string other;
  for (const char* extension : {".py", ".jar", ".class", ".m", ""})
    if (other.empty()) other = what_is_there(folder / (name + extension));
  return std::unexpected(fmt::format(
      "{0} holds neither an executable `{1}` nor `{1}.py`, `{1}.jar`, `{1}.class` or `{1}.m`, nor sources to build it "
      "from (a Makefile, or .c, .cpp or .java files){2}",
      folder.string(), name, other));
}

bool needs_no_process(const std::string& controller) {
  return controller.empty() || controller == "<none>" || controller == "void" || controller == "<generic>";
}

std::vector<fs::path> controller_projects(const ControllerDescription& description, const LaunchSettings& settings) {
  return projects_of({.world = description.world_path,
                      .proto_files = description.proto_files,
                      .installations = settings.extra_projects,
                      .prefix = settings.prefix});
}

namespace {

// Its folder, and what the controllers of its project link.
void tell_of(const fs::path& folder, FileListener& listener) {
  listener.reads(folder, "controller");
  listener.reads(folder.parent_path().parent_path() / "libraries", "controller");
}

}  // namespace

std::optional<SharedController> find_shared_controller(const ControllerDescription& description,
                                                       const LaunchSettings& settings, Log& log) {
  const std::string& name = description.controller;
  const fs::path folder = find_in(controller_projects(description, settings), "controllers", name);
  if (folder.empty()) return std::nullopt;  // the launcher of processes says so
  const fs::path library = folder / "build" / "release" / ("lib" + name + ".so");
  if (is_file(folder / (name + ".py")) && !is_file(library)) return std::nullopt;
  if (has_sources(folder) && !build_once(folder, settings, log, description.robot_name, !is_file(library)))
    return std::nullopt;
  if (is_file(library)) {
    const auto elf = read_elf(library);
    const std::string why =
        elf ? why_process(*elf, settings.prefix) : fmt::format("{} {}", library.string(), elf.error());
    if (!why.empty()) {
      log.write(LogLevel::Info, description.robot_name, fmt::format("its controller runs as a process: {}", why));
      return std::nullopt;
    }
    if (settings.listener) tell_of(folder, *settings.listener);
    return SharedController{folder, library, read_settings(folder, log, description.robot_name), uses_files(*elf),
                            uses_cpp_streams(*elf)};
  }
  log.write(LogLevel::Info, description.robot_name,
            fmt::format("its controller runs as a process: there is no {}", library.string()));
  return std::nullopt;
}

namespace {

// Whatever the program is written in, and with its calculations kept to what every x86-64 processor has.
void use_our_libm(Environment& environment, const std::string& library_folder) {
  environment.prepend("LD_PRELOAD", {library_folder + "/libController.so"});
  const auto set_unless_there = [&environment](const char* name, const char* value) {
    if (environment.get(name).empty()) environment.set(name, value);
  };
  // A list, to which the user's own belong too; NumPy prints a warning of what stands in it twice.
  std::string held_back = environment.get("NPY_DISABLE_CPU_FEATURES");
  std::ranges::replace_if(
      held_back, [](char c) { return c == ',' || c == '\t'; }, ' ');
  for (const std::string_view feature :
       {"AVX2", "FMA3", "AVX512F", "AVX512CD", "AVX512_SKX", "AVX512_CLX", "AVX512_CNL", "AVX512_ICL"})
    if (!fmt::format(" {} ", held_back).contains(fmt::format(" {} ", feature)))
      held_back += fmt::format("{}{}", held_back.empty() ? "" : " ", feature);
  environment.set("NPY_DISABLE_CPU_FEATURES", held_back);
  set_unless_there("OPENBLAS_CORETYPE", "Prescott");
  set_unless_there("OPENBLAS_NUM_THREADS", "1");
}

}  // namespace

bool comes_with_us(const ControllerDescription& description, const LaunchSettings& settings, Log& log) {
  const fs::path folder = find_in(controller_projects(description, settings), "controllers", description.controller);
  if (!folder.empty() && lies_in(folder, settings.prefix / "projects" / "default")) return true;
  log.write(LogLevel::Warning, description.robot_name,
            fmt::format("its controller \"{}\" is not run (--no-code)", description.controller));
  return false;
}

void add_settings(Environment& environment, const fs::path& folder, const RuntimeIni& ini) {
  for (const RuntimeIni::Variable& variable : ini.variables)
    environment.set(variable.name, RuntimeIni::expand(variable, folder, [&](std::string_view wanted) {
                      return environment.get(std::string(wanted));
                    }));
}

Environment begin_environment(const fs::path& folder, const RuntimeIni& ini, const fs::path& prefix) {
  Environment environment = Environment::current();
  environment.set("WEBOTS_HOME", prefix.string());
  add_settings(environment, folder, ini);
  return environment;
}

void add_libraries(Environment& environment, const fs::path& folder, const fs::path& prefix) {
  const std::string library_folder = (prefix / "lib" / "controller").string();
  std::vector<std::string> libraries;
  if (!folder.empty()) {
    const fs::path of_project = folder.parent_path().parent_path() / "libraries";
    libraries = {folder.string(), of_project.string()};
    // A library lies in a folder of its own there.
    std::vector<std::string> own;
    std::error_code error;
    for (fs::directory_iterator entry(of_project, error), end; !error && entry != end; entry.increment(error))
      if (std::error_code unknown; entry->is_directory(unknown)) own.push_back(entry->path().string());
    std::ranges::sort(own);
    libraries.insert(libraries.end(), own.begin(), own.end());
  }
  libraries.push_back(library_folder);
  environment.prepend("LD_LIBRARY_PATH", libraries);
  // As runtime.ini says.
  if (const std::string more = environment.get("WEBOTS_LIBRARY_PATH"); !more.empty())
    environment.prepend("LD_LIBRARY_PATH", {more});
  environment.prepend("WEBOTS_LIBRARY_PATH", libraries);
  environment.prepend("PYTHONPATH", {library_folder + "/python"});
  environment.set("PYTHONIOENCODING", "UTF-8");
  environment.set("PYTHONUNBUFFERED", "1");
  // Else the order of a set of strings would be another one in each run.
  if (environment.get("PYTHONHASHSEED").empty()) environment.set("PYTHONHASHSEED", "0");
  // A crash shows where in the script it was.
  if (environment.get("PYTHONFAULTHANDLER").empty()) environment.set("PYTHONFAULTHANDLER", "1");
  if (environment.get("LIGHTSOUT_CONTROLLER_LIBM") == "1") use_our_libm(environment, library_folder);
}

void add_variables_of(const ControllerProgram& program, Environment& environment) {
  for (const std::string& variable : program.variables)
    if (const std::size_t at = variable.find('='); environment.get(variable.substr(0, at)).empty())
      environment.set(variable.substr(0, at), variable.substr(at + 1));
  for (const std::string& variable : program.needed) {
    const std::size_t at = variable.find('=');
    environment.set(variable.substr(0, at), variable.substr(at + 1));
  }
}

std::expected<LaunchPlan, std::string> plan_launch(const ControllerDescription& description,
                                                   const LaunchSettings& settings, Log& log) {
  const std::string& name = description.controller;
  const auto found = find_controller(name, controller_projects(description, settings));
  if (!found) return std::unexpected(found.error().report);
  const fs::path& folder = *found;
  const RuntimeIni ini = read_settings(folder, log, description.robot_name);
  Environment environment = begin_environment(folder, ini, settings.prefix);
  add_variables(environment, description, settings);
  environment.set("WEBOTS_CONTROLLER_NAME", name);
  environment.set("WEBOTS_INSTANCE_PATH", settings.instance_path);
  environment.unset("WEBOTS_CONTROLLER_URL");
  environment.unset("LIGHTSOUT_TOKEN");  // of those who come
  add_libraries(environment, folder, settings.prefix);
  environment.set("LIGHTSOUT_BLOCK_FD", "3");  // the host's SpawnRequest::inherited_fds
  environment.set("LIGHTSOUT_BELL_FD", "4");
  const std::size_t equals = settings.marker.find('=');
  environment.set(settings.marker.substr(0, equals), settings.marker.substr(equals + 1));

  const ControllerFolder described =
      describe_folder(folder, name, settings, ini, environment, log, description.robot_name);
  const auto choose = [&] { return choose_program(described, settings); };
  const auto program = settings.memory ? once(settings.memory->programs, folder, choose) : choose();
  if (!program) return std::unexpected(program.error());
  add_variables_of(*program, environment);
  const std::vector<std::string>& command = program->command;
  if (FileListener* listener = settings.listener) {
    tell_of(folder, *listener);
    if (command.size() > 1) listener->reads(command.front(), "interpreter");
    if (const fs::path lists = listener->module_lists(); !lists.empty())
      environment.set("LIGHTSOUT_MODULE_LIST", (lists / fmt::format("{}.json", description.robot_id)).string());
  }
  LaunchPlan plan;
  SpawnRequest& request = plan.request;
  // A program stands alone.
  if (command.size() > 1) plan.interpreter = command.front();
  request.program = command.front();
  request.arguments = command;
  request.arguments.insert(request.arguments.end(), description.arguments.begin(), description.arguments.end());
  request.environment = environment.entries();
  request.folder = folder;
  return plan;
}

}  // namespace lightsout
