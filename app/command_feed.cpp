// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout feed`: runs one controller of a recorded exchange without its world.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/command.h"
#include "app/interrupt.h"
#include "app/terminal.h"
#include "app/terminal_view.h"
#include "controllers/host/exchange/exchange_feed.h"
#include "controllers/host/host.h"
#include "runs/reports/named_files.h"
#include "runs/reports/run_log.h"
#include "runs/reports/verdict.h"
#include "runs/stages/run_room.h"
#include "world_format/project/project.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

struct FeedCommand {
  std::string exchange, who, controller, world;
  std::optional<double> timeout_s;
  bool in_process = false, verbose = false;
};

using Session = ExchangeReader::Session;

// A start of a controller, among those of its robot.
struct Life {
  Session session;
  int number = 1, of = 1;
  const std::string& robot() const { return session.opening.description.robot_path; }
};

// Every start, of the robot of this path or name; of each robot whose controller has this name if there is none.
std::vector<Life> find(ExchangeReader& reader, const std::string& who, std::set<std::string>& others) {
  const auto is_robot = [&who](const ControllerDescription& d) { return d.robot_path == who || d.robot_name == who; };
  std::vector<Session> sessions = reader.sessions_left([&](const ExchangeOpening& opening) {
    others.insert(opening.description.robot_path);
    return is_robot(opening.description) || opening.description.controller == who;
  });
  const auto is_wanted = [&](const Session& session) { return is_robot(session.opening.description); };
  if (std::ranges::any_of(sessions, is_wanted)) std::erase_if(sessions, std::not_fn(is_wanted));
  std::map<std::string, int> lives;
  for (const Session& session : sessions) ++lives[session.opening.description.robot_path];
  std::vector<Life> found;
  std::map<std::string, int> so_far;
  for (Session& session : sessions) {
    const std::string robot = session.opening.description.robot_path;
    found.push_back({std::move(session), ++so_far[robot], lives[robot]});
  }
  return found;
}

std::expected<std::unique_ptr<ControllerHost>, std::string> make_host(const FeedCommand& command, RunRoom& room,
                                                                      const std::atomic<bool>& interrupted, Log& log) {
  HostOptions options = {.extra_projects = installations_of({}),
                         .timeout_s = command.timeout_s,
                         .environment_of = [&room](const auto& description) { return room.variables_of(description); },
                         .interrupted = &interrupted};
  if (command.in_process) return make_in_process_host(std::move(options), log);
  return make_process_host(std::move(options), log);
}

int tell(const Fed& fed, const Life& life, bool was_cut) {
  const std::string who =
      life.of == 1 ? life.robot() : fmt::format("{}, life {} of {}", life.robot(), life.number, life.of);
  if (!fed.not_started.empty()) {
    print_error("{}: {}\n", who, fed.not_started);
    return int(Outcome::ControllerFailed);
  }
  if (!fed.departure.empty()) {
    fmt::print("different: {}: {}\n", who, fed.departure);
    return int(Outcome::NotReproducible);
  }
  fmt::print("equal: {} said the same in {} turns, to {} s{}\n", who, fed.turns, fed.time,
             was_cut && life.number == life.of ? "; the exchange was cut off there" : "");
  return 0;
}

int run(const FeedCommand& command) {
  const std::atomic<bool>& interrupted = catch_interrupts();
  TerminalView view({.verbose = command.verbose});
  if (const std::string missing = missing_file("FILE", command.exchange); !missing.empty()) {
    view.complaint(missing);
    return int(Outcome::EnvironmentFailed);
  }
  auto reader = ExchangeReader::open(command.exchange);
  if (!reader) {
    view.complaint(reader.error());
    return int(interrupted ? Outcome::Interrupted : Outcome::WrongUse);
  }
  std::set<std::string> others;
  std::vector<Life> lives = find(**reader, command.who, others);
  if (lives.empty()) {
    const std::string_view meant = did_you_mean(command.who, {others.begin(), others.end()});
    view.complaint(fmt::format("{} has neither a robot nor a controller '{}'{}", command.exchange, command.who,
                               meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant)));
    return int(Outcome::WrongUse);
  }
  RunLog log(view);
  RunRoom room("");  // nobody reads what they leave there
  auto host = make_host(command, room, interrupted, log);
  if (!host) {
    view.complaint(host.error());
    return int(Outcome::EnvironmentFailed);
  }
  int worst = 0;
  for (Life& life : lives) {
    ControllerDescription& description = life.session.opening.description;
    if (!command.controller.empty()) description.controller = command.controller;
    if (!command.world.empty()) description.world_path = command.world;
    const Fed fed = feed_controller(**reader, life.session, **host, interrupted);
    if (interrupted) return int(Outcome::Interrupted);
    worst = std::max(worst, tell(fed, life, (*reader)->was_cut()));
    std::fflush(stdout);
  }
  return worst;
}

}  // namespace

Command add_feed(CLI::App& program) {
  auto options = std::make_shared<FeedCommand>();
  CLI::App* command = program.add_subcommand("feed", "Run a controller on a recorded exchange, without its world");
  command->add_option("FILE", options->exchange, "An exchange that `run --record-exchange` wrote")->required();
  command
      ->add_option("WHO", options->who,
                   "A robot of it, by name or path, or the name of a controller: all robots with it")
      ->required();
  command->add_option("--controller", options->controller, "Another controller for the robot, by its name")
      ->type_name("NAME");
  command
      ->add_option("--world", options->world,
                   "The world's file, if it lies elsewhere now: its project has the controllers")
      ->type_name("FILE");
  command->add_flag("--in-process", options->in_process, "Run a controller in C or C++ inside this process");
  command->add_flag("-v,--verbose", options->verbose, "Everything on stderr");
  command->footer(
      "The controller receives, turn by turn, what it received then; nothing is simulated. It ends where it first "
      "says\n"
      "something else: the turn, the device, the member and both values are named. Each of its lives is fed, where it\n"
      "was started several times.\n\n"
      "Exit codes: 0 it said the same, 7 it said something else, 4 it could not be started, 2 there is no such robot,\n"
      "or the file is no exchange, 9 it cannot be read.\n"
      "Of several lives or robots: 7 if one said something else, else 4 if one could not be started.\n\n"
      "Examples\n"
      "  lightsout run worlds/demo.wbt --duration 20s --record-exchange demo.exchange\n"
      "  lightsout feed demo.exchange ROVER\n"
      "  lightsout feed demo.exchange ROVER --controller obstacle_avoider_2");
  return {[options] { return run(*options); }, true};
}

}  // namespace lightsout
