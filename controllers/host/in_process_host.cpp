// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>

#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "controllers/host/host.h"
#include "controllers/host/in_process/fiber_crash.h"
#include "controllers/host/in_process/fiber_link.h"
#include "controllers/host/launch/controller_environment.h"
#include "controllers/host/launch/launcher.h"
#include "installation/installation.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

class InProcessHost : public ControllerHost {
 public:
  InProcessHost(HostOptions options, ControllerLibrary library, Log& log)
      : log_(log),
        library_(std::move(library)),
        timeout_s_(options.timeout_s),
        watch_(FiberLink::leave_turn, options.interrupted, log),
        no_code_(options.no_code) {
    watch_for_crashes(FiberLink::leave_crashed);
    // What is found out or built here, processes need not find out again.
    if (!options.memory) options.memory = std::make_shared<LaunchMemory>();
    memory_ = options.memory;
    settings_.prefix = options.prefix;
    settings_.extra_projects = options.extra_projects;
    settings_.interrupted = options.interrupted;
    settings_.build_timeout_s = options.build_timeout_s;
    settings_.no_build = options.no_build;
    settings_.environment = options.environment;
    settings_.environment_of = options.environment_of;
    settings_.memory = memory_.get();
    listener_ = options.listener;
    settings_.listener = listener_.get();
    options_ = std::move(options);
  }

  std::unique_ptr<ControllerLink> open(const ControllerDescription& description, std::size_t block_size) override {
    if (needs_no_process(description.controller)) return nullptr;
    // Those that no_code leaves are programs.
    if (no_code_ || description.controller == "<extern>") return processes().open(description, block_size);
    const std::optional<Found>& found = find(description);
    if (!found) return processes().open(description, block_size);
    const SharedController* const controller = &found->controller;
    FiberSettings fiber;
    fiber.library = controller->library;
    fiber.folder = controller->folder;
    fiber.working_folder = found->working_folder;
    fiber.uses_cpp_streams = controller->uses_cpp_streams;
    fiber.copies = &copies_[controller->library];
    fiber.spent_streams = &spent_streams_;
    fiber.number = opened_++;
    fiber.watch = &watch_;
    fiber.title = &titles_.emplace_back(title_of(description.robot_name, description.controller));
    fiber.environment = variables_of(*found, description);
    fiber.timeout_s = timeout_s_;
    fiber.interrupted = settings_.interrupted;
    fiber.ends_badly = last_end_of(options_, description);
    fiber.arguments = {(controller->library.parent_path() / description.controller).string()};
    fiber.arguments.insert(fiber.arguments.end(), description.arguments.begin(), description.arguments.end());
    if (options_.opens_in_process) options_.opens_in_process();
    return std::make_unique<FiberLink>(block_size, std::move(fiber), description.robot_name, library_, log_);
  }

 private:
  // Name, world and PROTO files, by which a controller is looked for.
  using Asked = std::tuple<std::string, std::string, std::vector<std::string>>;
  struct Found {
    SharedController controller;
    std::shared_ptr<const FileDescriptor> working_folder;  // as in FiberSettings
    // That of this program, and what controllers in that folder have otherwise.
    Environment here, own;
  };
  // Looked for once for all robots that are of the same PROTO files; none if it is to run as a process.
  const std::optional<Found>& find(const ControllerDescription& description) {
    const Asked key{description.controller, description.world_path, description.proto_files};
    if (const auto known = found_.find(key); known != found_.end()) return known->second;
    auto controller = find_shared_controller(description, settings_, log_);
    std::optional<Found>& found = found_[key];
    if (!controller) return found;
    std::shared_ptr<const FileDescriptor> folder;
    if (controller->uses_files)
      folder = std::make_shared<FileDescriptor>(::open(controller->folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (folder && !*folder)  // the process says what is wrong
      return found;
    Environment here = Environment::current(), own;
    for (const std::string& entry : begin_environment(controller->folder, controller->ini, settings_.prefix).entries())
      if (std::string name = entry.substr(0, entry.find('=')); is_other_than(here, entry))
        own.set(std::move(name), entry.substr(entry.find('=') + 1));
    return found = Found{std::move(*controller), std::move(folder), std::move(here), std::move(own)};
  }
  static bool is_other_than(const Environment& here, const std::string& entry) {
    const std::size_t equals = entry.find('=');
    return here.get(entry.substr(0, equals)) != std::string_view(entry).substr(equals + 1);
  }
  // What it finds otherwise than this program does: as a process has them.
  std::vector<std::string> variables_of(const Found& found, const ControllerDescription& description) {
    Environment environment = found.own;
    add_variables(environment, description, settings_);
    environment.set("WEBOTS_CONTROLLER_NAME", description.controller);
    environment.unset("WEBOTS_CONTROLLER_URL");
    environment.unset("LIGHTSOUT_TOKEN");
    std::vector<std::string> variables;
    for (std::string& entry : environment.entries())
      if (is_other_than(found.here, entry)) variables.push_back(std::move(entry));
    for (const char* of_others : {"LIGHTSOUT_TOKEN", "WEBOTS_CONTROLLER_URL", "LIGHTSOUT_METRICS", "LIGHTSOUT_RUN_DIR"})
      if (environment.get(of_others).empty()) variables.push_back(of_others);
    return variables;
  }
  // With a thread of its own: made once a controller needs it.
  ControllerHost& processes() {
    if (!processes_) processes_ = make_process_host(options_, log_);
    return *processes_;
  }

  Log& log_;
  HostOptions options_;
  ControllerLibrary library_;
  std::optional<double> timeout_s_;
  std::deque<std::string> titles_;  // of all that it has opened; they outlive the watch
  TurnWatch watch_;
  std::shared_ptr<LaunchMemory> memory_;
  std::shared_ptr<FileListener> listener_;
  LaunchSettings settings_;
  bool no_code_;
  std::unique_ptr<ControllerHost> processes_;
  std::map<Asked, std::optional<Found>> found_;
  SpentStreams spent_streams_;
  std::map<fs::path, LibraryCopies> copies_;  // by library
  std::size_t opened_ = 0;
};

std::expected<ControllerLibrary, std::string> load_library(const fs::path& prefix) {
  return ControllerLibrary::load(prefix / "lib" / "controller" / "libController.so");
}

}  // namespace

void keep_controller_library() { static const auto kept = load_library(home()); }

std::expected<std::unique_ptr<ControllerHost>, std::string> make_in_process_host(HostOptions options, Log& log) {
  if (options.prefix.empty()) options.prefix = home();
  auto library = load_library(options.prefix);
  if (!library) return std::unexpected(library.error());
  return std::make_unique<InProcessHost>(std::move(options), std::move(*library), log);
}

}  // namespace lightsout
