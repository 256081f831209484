// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout trace`: what a file of states says of itself, and where two of them first differ.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/command.h"
#include "runs/reports/named_files.h"
#include "runs/reports/outcome.h"
#include "runs/reports/verdict.h"
#include "runs/traces/traces.h"

namespace lightsout {
namespace {

struct TraceOptions {
  std::string first, second;
};

void describe(const std::string& path, const TraceOrigin& origin) {
  fmt::print("{}: world {}, seed {}, {} ms, by {}\n", path, origin.world, origin.seed, origin.basic_time_step_ms,
             origin.made_by);
}

int fail(const std::string& message, Outcome outcome = Outcome::EnvironmentFailed) {
  fmt::print(stderr, "{}\n", message);
  return int(outcome);
}

int run(const TraceOptions& options) {
  for (const std::string& missing : {missing_file("FILE1", options.first), missing_file("FILE2", options.second)})
    if (!missing.empty()) return fail(missing);
  auto first = TraceReader::open(options.first);
  if (!first) return fail(first.error(), Outcome::WrongUse);
  describe(options.first, first->origin());
  if (options.second.empty()) {
    std::int64_t steps = -1;  // the state at the start is none
    while (first->next()) ++steps;
    fmt::print("{} steps{}\n", std::max<std::int64_t>(steps, 0),
               first->was_cut() ? ", cut off: its writer was stopped, or the file is damaged" : "");
    return 0;
  }
  auto second = TraceReader::open(options.second);
  if (!second) return fail(second.error(), Outcome::WrongUse);
  describe(options.second, second->origin());
  const TraceComparison compared = compare_traces(*first, *second, options.first, options.second);
  if (!compared.difference.empty()) {
    fmt::print("different after {} equal states: {}\n", compared.equal_states, compared.difference);
    return int(Outcome::NotReproducible);
  }
  if (!compared.cut.empty()) return fail(fmt::format("equal in {} states: {}", compared.equal_states, compared.cut));
  if (compared.equal_states == 0) return fail("there is no state that both hold");
  fmt::print("equal in all {} states\n", compared.equal_states);
  return 0;
}

}  // namespace

Command add_trace(CLI::App& program) {
  auto options = std::make_shared<TraceOptions>();
  CLI::App* command = program.add_subcommand("trace", "Compare the states of two runs, step by step");
  command->add_option("FILE1", options->first, "A file that `run --trace` wrote")->required();
  command->add_option("FILE2", options->second, "Another; without it: what the first says of itself");
  command->footer(
      "The first difference is named by step, node, field and both numbers. `run --against FILE` does the same while\n"
      "the second run is made.\n\n"
      "Exit codes: 0 equal, 2 a file is no trace, 7 different, 9 a file cannot be read, or is cut off where both are "
      "still equal.\n\n"
      "Example\n"
      "  lightsout trace here.trace there.trace");
  return [options] { return run(*options); };
}

}  // namespace lightsout
