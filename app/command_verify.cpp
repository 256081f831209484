// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout verify`: holds runs of worlds against each other in circumstances that must make no difference.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/command.h"
#include "app/interrupt.h"
#include "app/run_command_line.h"
#include "app/terminal_view.h"
#include "runs/reports/verdict.h"
#include "runs/verify.h"

namespace lightsout {
namespace {

using Json = nlohmann::ordered_json;
using Result = VerifiedRow::Result;

// What a run reads and how it is made; it writes nothing, and is repeated by the command.
bool is_for_verify(const RunOption& option) {
  static constexpr std::string_view others[] = {"world", "from",      "against",  "verify",         "repeat",
                                                "hash",  "rehearsal", "realtime", "snapshot_every", "replay_exchange"};
  return !option.is_of_recording && option.names != RunOption::Names::WrittenFile &&
         option.names != RunOption::Names::WrittenFolder && std::ranges::find(others, option.key) == std::end(others);
}

struct VerifyCommand {
  explicit VerifyCommand(CLI::App& command) : said(command, is_for_verify) {}
  RunCommandLine said;
  std::vector<std::string> worlds;
  bool json = false;
};

struct Counts {
  int equal = 0, different = 0, not_applicable = 0, failed = 0;

  void add(Result result) {
    (result == Result::Equal          ? equal
     : result == Result::Different    ? different
     : result == Result::DoesNotApply ? not_applicable
                                      : failed)++;
  }
};

Json json_of(const VerifiedWorld& world) {
  Json json = {{"world", world.world},
               {"outcome", name_of(world.first.outcome)},
               {"message", world.first.message},
               {"states", world.states},
               {"rows", Json::array()}};
  for (const VerifiedRow& row : world.rows)
    json["rows"].push_back({{"circumstance", row.circumstance}, {"result", name_of(row.result)}, {"text", row.text}});
  return json;
}

// A run that fails in the same way each time shows little of what it would be.
bool ended_badly(const VerifiedWorld& world) { return !went_well(world.first.outcome); }

int exit_code(const Counts& counts, const std::vector<VerifiedWorld>& worlds) {
  if (counts.different > 0) return int(Outcome::NotReproducible);
  if (const auto bad = std::ranges::find_if(worlds, ended_badly); bad != worlds.end()) return int(bad->first.outcome);
  return counts.failed > 0 ? int(Outcome::EnvironmentFailed) : 0;
}

int run(const VerifyCommand& command) {
  TerminalView view({});
  RunSettings settings;
  if (const auto wrong = command.said.read(settings, view)) {
    view.complaint(wrong->message);
    return int(wrong->outcome);
  }
  if (command.worlds.empty()) {
    view.complaint("WORLD is required");
    return int(Outcome::WrongUse);
  }
  const std::atomic<bool>& interrupted = catch_interrupts();
  Counts counts;
  std::vector<VerifiedWorld> worlds;
  for (const std::string& path : command.worlds) {
    if (interrupted) break;
    settings.world = path;
    if (!command.json) fmt::print("{}\n", path);
    const VerifiedWorld& world = worlds.emplace_back(verify_world(settings, interrupted, [&](const VerifiedRow& row) {
      counts.add(row.result);
      if (command.json) return;
      fmt::print("  {:<18} {}{}{}\n", row.circumstance, name_of(row.result), row.text.empty() ? "" : ": ", row.text);
      std::fflush(stdout);
    }));
    if (command.json) continue;
    if (world.rows.empty())
      fmt::print("  not compared: {}: {}\n", name_of(world.first.outcome), world.first.message);
    else
      fmt::print("  {} states, {}: {}\n", world.states, name_of(world.first.outcome), world.first.message);
    std::fflush(stdout);
  }
  if (command.json) {
    Json json = Json::array();
    for (const VerifiedWorld& world : worlds) json.push_back(json_of(world));
    std::fputs((json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n').c_str(), stdout);
  } else {
    fmt::print("{} equal, {} different, {} do not apply, {} failed, in {}", counts.equal, counts.different,
               counts.not_applicable, counts.failed, plural(int(worlds.size()), "world"));
    if (const auto bad = std::ranges::count_if(worlds, ended_badly); bad > 0)
      fmt::print(", of which {} did not end well", bad);
    fmt::print("\n");
  }
  return interrupted ? int(Outcome::Interrupted) : exit_code(counts, worlds);
}

}  // namespace

Command add_verify(CLI::App& program) {
  CLI::App* command = program.add_subcommand("verify", "Show that worlds run to the same bits in every circumstance");
  auto options = std::make_shared<VerifyCommand>(*command);
  command->add_option("WORLD", options->worlds, "World files (.wbt)")->type_name("FILE");
  command->add_flag("--json", options->json, "The table as JSON");
  command->footer(
      "Each world is run once, and then again in each of these circumstances, as processes of their own: repeated; "
      "its\n"
      "controllers in process where they were processes; after a reset; from a snapshot; in a batch; on one "
      "processor;\n"
      "without fused multiply-add in the C library; in another folder. All states of all steps are compared:\n"
      "after a reset from its step 1 on, from a snapshot those behind it. A difference is named by step, node, field\n"
      "and both numbers.\n\n"
      "Exit codes: 0 all are equal and ended well, 7 one differs, else that of the first run of a world that did not\n"
      "end well, 9 a circumstance could not be tried.\n\n"
      "Example\n"
      "  lightsout verify worlds/demo.wbt --duration 2s");
  return {[options] { return run(*options); }, true};
}

}  // namespace lightsout
