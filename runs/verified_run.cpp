// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/verified_run.h"

#include <fmt/format.h>

#include "engine/simulation.h"
#include "runs/traces/state_trace.h"

namespace lightsout {
namespace {

// Of one that failed before its first step (a controller that does not compile) another would say nothing.
bool is_comparable(const Verdict& verdict) {
  const bool has_begun = went_well(verdict.outcome) || verdict.total_steps > 0;
  return has_begun && verdict.state_hash && !was_cut_short(verdict.outcome) && verdict.outcome != Outcome::WrongUse;
}

// How a run ended otherwise than the first; "" if it did not.
std::string other_end(const Verdict& first, const Verdict& verdict) {
  if (verdict.steps == first.steps && verdict.exit_code() == first.exit_code()) return {};
  return fmt::format("the first run ended after step {} ({}), this one after step {} ({})", first.steps,
                     sentence(first), verdict.steps, sentence(verdict));
}

}  // namespace

Verdict run_and_verify(const RunSettings& settings, RunConditions conditions) {
  Verdict first;
  const auto end_with = [&first](Outcome outcome, std::string message) {
    first.outcome = outcome;
    first.message = std::move(message);
    return first;
  };
  first.world = settings.world;
  auto trace = StateTrace::create();
  if (!trace) return end_with(Outcome::EnvironmentFailed, trace.error());
  conditions.observer = [&](const Simulation& simulation) -> std::optional<Ending> {
    if (trace->append(simulation)) return {};
    return Ending{Outcome::EnvironmentFailed, "the temporary file for states cannot be written"};
  };
  first = run_once(settings, conditions);
  if (!is_comparable(first)) return first;
  RunLog& log = conditions.log;
  log.tell(fmt::format("run 1 of {}: {}, after {} steps", settings.repeat, sentence(first), first.steps));

  conditions.repeats = true;
  std::string difference;
  conditions.observer = [&](const Simulation& simulation) -> std::optional<Ending> {
    difference = trace->compare(simulation);
    if (difference.empty()) return {};
    return Ending{Outcome::NotReproducible, difference};
  };
  for (int run = 2; run <= settings.repeat; ++run) {
    if (auto rewound = trace->rewind(); !rewound) return end_with(Outcome::EnvironmentFailed, rewound.error());
    difference.clear();
    const Verdict verdict = run_once(settings, conditions);
    first.runs = run;
    first.wall_seconds += verdict.wall_seconds;
    if (was_cut_short(verdict.outcome)) return end_with(verdict.outcome, verdict.message);
    if (difference.empty()) difference = other_end(first, verdict);
    if (!difference.empty()) {
      first.quit_status.reset();
      return end_with(Outcome::NotReproducible, fmt::format("run {} differs from the first: {}", run, difference));
    }
    log.tell(fmt::format("run {} of {}: equal in every state", run, settings.repeat));
  }
  first.message += fmt::format("; {} runs were equal in every state", settings.repeat);
  return first;
}

}  // namespace lightsout
