// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout replay`: makes a run again from its manifest or its bundle, and says whether it is the same.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "app/command.h"
#include "app/interrupt.h"
#include "app/limit_option.h"
#include "app/terminal.h"
#include "app/terminal_view.h"
#include "runs/replay.h"

namespace lightsout {
namespace {

using Json = nlohmann::ordered_json;

struct ReplayCommand {
  ReplaySettings settings;
  bool verbose = false, json = false;
};

std::string_view name_of(InputChange::Kind kind) { return kind == InputChange::Kind::Missing ? "missing" : "changed"; }

void print_changes(const Replay& replay) {
  for (const InputChange& change : replay.changes())
    fmt::print("{}: {} ({})\n", name_of(change.kind), change.place.string(), change.file.role);
}

void print_difference(const Replay& replay, const ReplayResult& result, const ReplaySettings& settings) {
  fmt::print("different: {}\n", result.difference);
  for (const OtherCircumstance& other : replay.other_circumstances())
    fmt::print("other: {}: then '{}', now '{}'\n", other.what, other.then, other.now);
  if (replay.changes().empty()) fmt::print("every file that the run is known to have read is what it was\n");
  if (!replay.has_trace())
    fmt::print(
        "the step is not known: that run left no states. Make it with --trace FILE beside its manifest where it can "
        "still be had, then replay it again; or compare two replays by `lightsout replay {} --trace FILE` and "
        "`lightsout trace FILE1 FILE2`\n",
        settings.source);
}

Json json_of(const ManifestEnd& end) {
  return {{"outcome", end.outcome},
          {"exit_code", end.exit_code},
          {"message", end.message},
          {"steps", end.steps},
          {"run_hash", end.run_hash}};
}

void print_json(const Replay& replay, const ReplayResult& result) {
  Json json = {{"equal", result.equal}, {"difference", result.difference}};
  json["then"] = json_of(replay.manifest().end);
  json["now"] = json_of(result.now);
  json["changes"] = Json::array();
  for (const InputChange& change : replay.changes())
    json["changes"].push_back(
        {{"change", name_of(change.kind)}, {"role", change.file.role}, {"file", change.place.string()}});
  json["other"] = Json::array();
  for (const OtherCircumstance& other : replay.other_circumstances())
    json["other"].push_back({{"what", other.what}, {"then", other.then}, {"now", other.now}});
  std::fputs((json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n').c_str(), stdout);
}

int run(const ReplayCommand& command) {
  let_interrupts_end();  // until the run begins nothing can be lost
  auto replay = Replay::open(command.settings);
  if (!replay) {
    print_error("{}\n", replay.error().message);
    return int(replay.error().outcome);
  }
  if (!command.json) print_changes(*replay);
  std::fflush(stdout);
  TerminalView view({.quiet = !command.verbose, .verbose = command.verbose});
  const ReplayResult result = replay->make({.view = view,
                                            .catch_interrupts = catch_interrupts,
                                            .view_options = {command.verbose ? "--verbose" : "--quiet"},
                                            .says_end = false});
  if (result.now.outcome == "interrupted") return int(Outcome::Interrupted);
  if (!result.has_end) {
    print_error("not compared: {}: {}\n", result.now.outcome, result.now.message);
    return result.now.exit_code;
  }
  if (command.json)
    print_json(*replay, result);
  else if (result.equal)
    fmt::print("equal: {} after {} steps, hash {}\n", result.now.outcome, result.now.steps, result.now.run_hash);
  else
    print_difference(*replay, result, command.settings);
  return int(result.equal ? Outcome::Done : Outcome::NotReproducible);
}

}  // namespace

Command add_replay(CLI::App& program) {
  auto options = std::make_shared<ReplayCommand>();
  CLI::App* command = program.add_subcommand("replay", "Make a run again from its manifest or bundle, and compare");
  command
      ->add_option("SOURCE", options->settings.source,
                   "Folder with a manifest.json, a manifest, or a bundle (.tar.zst)")
      ->required();
  command->add_option("--project", options->settings.project, "Where the project lies now, if not where it lay")
      ->type_name("DIR");
  command->add_option("--trace", options->settings.trace, "Write the states of this run, for `lightsout trace`")
      ->type_name("FILE");
  command->add_flag("--sandbox", options->settings.sandbox, "Confine the run, see docs/security.md");
  add_limits(*command);
  command->add_flag("-v,--verbose", options->verbose, "What the run says, on stderr");
  command->add_flag("--json", options->json, "The result as JSON");
  command->footer(
      "Says which of the files that the run had read are others now, and whether it ended in the same bits. What the\n"
      "run wrote is not written again. A bundle brings the programs of strangers: --sandbox confines them.\n\n"
      "Exit codes: 0 equal, 7 different, 2 the run has no end to compare, or the file is no manifest,\n"
      "8 interrupted, 9 a file cannot be read or the project is missing.\n\n"
      "Examples\n"
      "  lightsout run worlds/demo.wbt --duration 20s --manifest out/manifest.json\n"
      "  lightsout replay out");
  return {[options] { return run(*options); }, true};
}

}  // namespace lightsout
