// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/traced_run.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "engine/simulation.h"
#include "engine/state/clock.h"
#include "runs/manifests/machine.h"
#include "runs/traces/state_trace.h"
#include "runs/traces/trace_file.h"

namespace lightsout {
namespace {

TraceOrigin origin_of(const std::string& world, std::uint64_t seed, double basic_time_step_ms) {
  return {world, seed, basic_time_step_ms,
          fmt::format("lightsout {}, compiler {}, on {}", LIGHTSOUT_VERSION, __VERSION__, processor())};
}

// The next state is that after so many steps in all.
void skip_to(TraceReader& reference, std::int64_t steps) {
  while (const TracedStep* step = reference.next())
    if (step->total >= steps) return;
}

}  // namespace

Verdict run_traced(const RunSettings& settings, RunConditions conditions) {
  const std::string &trace = settings.trace, &against = settings.against;
  Verdict verdict;
  verdict.world = settings.world;
  const auto end_with = [&](Outcome outcome, std::string message) {
    Ending ending = or_interrupted({outcome, std::move(message)}, conditions.interrupted);
    const bool is_cut_short = ending.outcome != outcome;
    if (is_cut_short && !went_well(verdict.outcome)) return verdict;
    change_end(verdict, std::move(ending));
    return verdict;
  };
  std::optional<TraceReader> reference;
  if (!against.empty()) {
    auto opened = TraceReader::open(against);
    // It is there (Run::prepare).
    if (!opened)
      return end_with(conditions.interrupted ? Outcome::EnvironmentFailed : Outcome::WrongUse,
                      "--against " + opened.error());
    reference = std::move(*opened);
  }
  const std::string there = fmt::format("in {}", against);
  const std::string not_written = fmt::format("{}: the states cannot be written", trace);
  std::optional<TraceWriter> writer;
  TracedStep step;
  std::string differs;
  bool is_cut = false;
  // The step before the first state was another one than the reference's: what was said and edited in it is in the
  // state, so those behind it are compared.
  const bool is_snapshot = conditions.from != nullptr;
  bool skips = is_snapshot || settings.rehearsal;
  const auto begin = [&](const TraceOrigin& origin) -> std::optional<Ending> {
    auto created = TraceWriter::create(trace, origin);
    if (!created) return Ending{Outcome::EnvironmentFailed, created.error()};
    writer = std::move(*created);
    return {};
  };
  conditions.observer = [&](const Simulation& simulation) -> std::optional<Ending> {
    if (!trace.empty()) {
      if (!writer)
        if (auto failed =
                begin(origin_of(simulation.world().path, simulation.seed(), simulation.clock().basic_time_step_ms())))
          return failed;
      step.take(simulation);
      if (!writer->append(step)) return Ending{Outcome::EnvironmentFailed, not_written};
    }
    if (reference && std::exchange(skips, false))
      skip_to(*reference, is_snapshot ? simulation.total_steps() : 0);
    else if (reference)
      differs = compare_next(*reference, simulation, step, there);
    is_cut = reference && reference->was_cut();
    if (is_cut)
      return Ending{
          Outcome::EnvironmentFailed,
          fmt::format("{} is cut off or damaged: it holds no state of step {} and later; those before are equal",
                      against, simulation.clock().step())};
    if (differs.empty()) return {};
    return Ending{Outcome::NotReproducible, fmt::format("differs from {}: {}", against, differs)};
  };
  verdict = run_once(settings, conditions);
  // Of a run that was interrupted before its first state there is a trace without any.
  if (!trace.empty() && !writer && verdict.seed && verdict.outcome != Outcome::WrongUse)
    if (auto failed = begin(origin_of(verdict.world, *verdict.seed, verdict.basic_time_step_ms)))
      return end_with(failed->outcome, std::move(failed->message));
  if (writer && !writer->close()) return end_with(Outcome::EnvironmentFailed, not_written);
  if (!reference || !differs.empty() || is_cut || !verdict.state_hash || was_cut_short(verdict.outcome) ||
      verdict.outcome == Outcome::WrongUse)
    return verdict;
  const bool goes_on = reference->next() != nullptr;
  if (reference->was_cut())
    return end_with(Outcome::EnvironmentFailed,
                    fmt::format("{} is cut off or damaged where this run ends; its states are equal", against));
  if (goes_on)
    return end_with(Outcome::NotReproducible,
                    fmt::format("differs from {}: that run goes on, this one ended after step {} ({})", against,
                                verdict.steps, sentence(verdict)));
  verdict.message += fmt::format("; equal to {} in every state", against);
  return verdict;
}

}  // namespace lightsout
