// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <optional>

#include "controllers/host/extern/extern_link.h"
#include "controllers/host/host.h"
#include "controllers/host/launch/launcher.h"
#include "controllers/host/processes/process_link.h"
#include "engine/programs/process_guard.h"
#include "engine/robots/exchange/reserved_memory.h"
#include "engine/robots/exchange/turn_ends.h"
#include "engine/state/log.h"
#include "installation/installation.h"

namespace lightsout {
namespace {

// Tells the processes of this run from all others of the machine, those of this program's other runs among them.
std::string make_marker() {
  static std::atomic<int> hosts = 0;
  return fmt::format("{}{}", mark_of_this_program(), ++hosts);
}

// A folder of this run's own, which the environment of controllers names. Only extern controllers need it to exist.
std::string instance_path() {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  if (error) folder = "/tmp";
  return fmt::format("{}/webots/{}/{}/", folder.string(), ::getuid(), ::getpid());
}

class ProcessHost : public ControllerHost {
 public:
  ProcessHost(HostOptions options, Log& log) : options_(std::move(options)), log_(log), marker_(make_marker()) {
    if (options_.prefix.empty()) options_.prefix = home();
    if (!options_.memory) options_.memory = std::make_shared<LaunchMemory>();
  }

  std::unique_ptr<ControllerLink> open(const ControllerDescription& description, std::size_t block_size) override;

 private:
  LaunchSettings launch_settings() {
    LaunchSettings settings;
    settings.prefix = options_.prefix;
    settings.extra_projects = options_.extra_projects;
    settings.instance_path = instance_path();
    settings.marker = marker_;
    settings.environment = options_.environment;
    settings.environment_of = options_.environment_of;
    settings.interrupted = options_.interrupted;
    settings.build_timeout_s = options_.build_timeout_s;
    settings.no_build = options_.no_build;
    settings.memory = options_.memory.get();
    settings.listener = options_.listener.get();
    return settings;
  }

  HostOptions options_;
  Log& log_;
  std::string marker_;
  std::unique_ptr<Bell> bell_;          // once a controller needs it
  std::optional<Attendant> attendant_;  // a thread: likewise
  Placement placement_;
  int turns_out_ = 0;
  std::unique_ptr<ExternPort> extern_port_;  // once a robot needs it
};

// A link whose block could not be made: plain memory for the engine to lay out, and the reason at the first wait.
class AbsentLink : public ControllerLink {
 public:
  AbsentLink(std::size_t size, std::string reason) : memory_(size), reason_(std::move(reason)) {}
  lo_block* block() override { return static_cast<lo_block*>(memory_.get()); }
  std::expected<void, std::string> prepare() override { return std::unexpected(reason_); }
  void start() override {}
  void hand_turn() override {}
  TurnEnd wait_turn() override { return not_started(reason_); }
  void terminate() override {}

 private:
  ReservedMemory memory_;
  std::string reason_;
};

std::unique_ptr<ControllerLink> ProcessHost::open(const ControllerDescription& description, std::size_t block_size) {
  if (needs_no_process(description.controller)) return nullptr;
  if (options_.no_code && description.controller != "<extern>" && !comes_with_us(description, launch_settings(), log_))
    return nullptr;
  const auto absent = [&](std::string reason) { return std::make_unique<AbsentLink>(block_size, std::move(reason)); };
  if (description.controller == "<extern>" && !options_.no_extern.empty()) return absent(options_.no_extern);
  if (!attendant_) attendant_.emplace(options_.timeout_s, options_.interrupted, marker_);
  if (!attendant_->failure().empty()) return absent(attendant_->failure());
  auto block = SharedBlock::create(block_size);
  if (!block) return absent(block.error());
  if (!bell_) {
    auto bell = Bell::create();
    if (!bell) return absent(bell.error());
    bell_ = std::move(*bell);
  }
  auto seat = Seat::take(*bell_);
  if (!seat) return absent(fmt::format("{} controllers run already, and there is no room for more", LO_BELL_SEATS));
  if (description.controller == "<extern>") {
    if (!extern_port_) {
      auto port = ExternPort::open(options_.extern_port, options_.extern_ports, options_.listen,
                                   [&log = log_](const std::string& robot, const std::string& what) {
                                     log.write(LogLevel::Warning, robot, what);
                                   });
      if (!port) return absent(port.error());
      extern_port_ = std::move(*port);
    }
    // It has the environment of who starts it, who can give it these.
    if (options_.environment_of)
      for (const std::string& variable : options_.environment_of(description))
        log_.write(LogLevel::Info, description.robot_name, variable);
    return std::make_unique<ExternLink>(std::move(*block), std::move(*seat), description.robot_name,
                                        options_.asynchronous && !description.synchronization, *extern_port_, log_,
                                        options_);
  }
  auto plan = [this, description] { return plan_launch(description, launch_settings(), log_); };
  return std::make_unique<ProcessLink>(std::move(*block), std::move(*seat), std::move(plan), description.robot_name,
                                       description.controller, *attendant_, placement_, turns_out_, log_,
                                       options_.interrupted, options_.timeout_s, last_end_of(options_, description));
}

}  // namespace

std::function<void(const TurnEnd&)> last_end_of(const HostOptions& options, const ControllerDescription& description) {
  if (!options.ends_badly) return {};
  return [ends_badly = options.ends_badly, description](const TurnEnd& end) { ends_badly(description, end); };
}

std::unique_ptr<ControllerHost> make_process_host(HostOptions options, Log& log) {
  return std::make_unique<ProcessHost>(std::move(options), log);
}

}  // namespace lightsout
