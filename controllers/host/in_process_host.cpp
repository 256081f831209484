// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <deque>

#include "controllers/host/controller_environment.h"
#include "controllers/host/fiber_crash.h"
#include "controllers/host/fiber_link.h"
#include "controllers/host/host.h"
#include "controllers/host/launcher.h"
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
    processes_ = make_process_host(options, log);
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
  }

  std::unique_ptr<ControllerLink> open(const ControllerDescription& description, std::size_t block_size) override {
    if (needs_no_process(description.controller)) return nullptr;
    // Those that no_code leaves are programs.
    if (no_code_ || description.controller == "<extern>") return processes_->open(description, block_size);
    const auto controller = find_shared_controller(description, settings_, log_);
    if (!controller) return processes_->open(description, block_size);
    FiberSettings fiber;
    fiber.library = controller->library;
    fiber.folder = controller->folder;
    fiber.first_copy = &first_copies_[controller->library];
    fiber.number = opened_++;
    fiber.watch = &watch_;
    fiber.title = &titles_.emplace_back(title_of(description.robot_name, description.controller));
    Environment environment;
    environment.set("WEBOTS_HOME", settings_.prefix.string());
    add_variables(environment, description, settings_);
    fiber.environment = environment.entries();
    fiber.timeout_s = timeout_s_;
    fiber.interrupted = settings_.interrupted;
    fiber.arguments = {(controller->folder / description.controller).string()};
    fiber.arguments.insert(fiber.arguments.end(), description.arguments.begin(), description.arguments.end());
    return std::make_unique<FiberLink>(block_size, std::move(fiber), description.robot_name, library_, log_);
  }

 private:
  Log& log_;
  ControllerLibrary library_;
  std::optional<double> timeout_s_;
  std::deque<std::string> titles_;  // of all that it has opened; they outlive the watch
  TurnWatch watch_;
  std::shared_ptr<LaunchMemory> memory_;
  std::shared_ptr<FileListener> listener_;
  LaunchSettings settings_;
  bool no_code_;
  std::unique_ptr<ControllerHost> processes_;
  std::map<fs::path, FileDescriptor> first_copies_;  // by library
  std::size_t opened_ = 0;
};

}  // namespace

std::expected<std::unique_ptr<ControllerHost>, std::string> make_in_process_host(HostOptions options, Log& log) {
  if (options.prefix.empty()) options.prefix = home();
  auto library = ControllerLibrary::load(options.prefix / "lib" / "controller" / "libController.so");
  if (!library) return std::unexpected(library.error());
  return std::make_unique<InProcessHost>(std::move(options), std::move(*library), log);
}

}  // namespace lightsout
