// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/expectations/expectation_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ranges>

#include "engine/simulation.h"
#include "engine/state/clock.h"

namespace lightsout {
namespace {

// Times are sums of steps: what is written as 0.3 s is a state at 0.30000000000000004 s.
constexpr double time_slack = 1e-9;

std::optional<double> number_of(double value) { return std::isnan(value) ? std::nullopt : std::optional(value); }

ExpectationResult blank_result(const Expectation& expectation) {
  const AskedCondition& condition = expectation.condition;
  ExpectationResult result;
  result.what =
      condition.is_of_the_end ? condition.what : fmt::format("{} {}", condition.what, text_of(expectation.when));
  result.message = expectation.message;
  result.file = expectation.place.file;
  result.line = expectation.place.line;
  result.column = expectation.place.column;
  result.low = condition.low;
  result.high = condition.high;
  result.unit = condition.unit;
  return result;
}

}  // namespace

std::expected<std::unique_ptr<ExpectationWatch>, std::string> ExpectationWatch::make(const WatchSettings& settings,
                                                                                     Log& log) {
  if (settings.expect.empty() && settings.stop_when.empty()) return nullptr;
  auto watch = std::unique_ptr<ExpectationWatch>(new ExpectationWatch);
  watch->add(settings.expect, ExpectationUse::Expect, watch->expected_, log, settings.timeout_s);
  watch->add(settings.stop_when, ExpectationUse::StopWhen, watch->stops_, log, settings.timeout_s);
  for (const auto* list : {&watch->expected_, &watch->stops_})
    for (const Watched& watched : *list)
      if (settings.no_code && watched.expectation.condition.runs_code)
        return std::unexpected(fmt::format("{}: --no-code forbids conditions in Lua", place_of(watched.expectation)));
  return watch;
}

void ExpectationWatch::add(const std::vector<std::string>& texts, ExpectationUse use, std::deque<Watched>& to, Log& log,
                           double timeout_s) {
  for (const std::string& text : texts) {
    auto expectation = parse_expectation(text, use);
    if (!expectation) continue;  // it was refused where it was said
    Watched& watched = to.emplace_back();
    watched.expectation = std::move(*expectation);
    watched.condition = watched.expectation.condition.make({heard_, log, timeout_s});
    watched.result = blank_result(watched.expectation);
  }
}

bool ExpectationWatch::notes_contacts() const {
  const auto notes = [](const Watched& watched) { return watched.expectation.condition.notes_contacts; };
  return std::ranges::any_of(expected_, notes) || std::ranges::any_of(stops_, notes);
}

std::optional<std::string> ExpectationWatch::objection(const Simulation& standing) {
  std::optional<std::string> first;
  for (auto* list : {&expected_, &stops_})
    for (Watched& watched : *list)
      if (find(watched, standing); !watched.was_found && !first)
        first = fmt::format("{}: {}", place_of(watched.expectation), watched.missing);
  return first;
}

void ExpectationWatch::find(Watched& watched, const Simulation& simulation) {
  watched.missing = watched.condition->find(simulation);
  watched.was_found |= watched.missing.empty();
}

void ExpectationWatch::follow_scene(const Simulation& simulation) {
  if (scene_generation_ == simulation.scene_generation()) return;
  scene_generation_ = simulation.scene_generation();
  for (auto* list : {&expected_, &stops_})
    for (Watched& watched : *list) find(watched, simulation);
}

std::optional<std::string> ExpectationWatch::look(const Simulation& simulation) {
  follow_scene(simulation);
  const double now = last_time_ = simulation.total_seconds();
  for (Watched& watched : expected_)
    if (!watched.is_over && !watched.expectation.condition.is_of_the_end) look(watched, simulation, now);
  for (Watched& watched : stops_) {
    if (!watched.condition->look(simulation).holds) {
      watched.holds_since = -1;
      continue;
    }
    if (watched.holds_since < 0) watched.holds_since = now;
    if (now - watched.holds_since + time_slack >= watched.expectation.held_for)
      return fmt::format(
          "{} ({})",
          watched.expectation.message.empty() ? watched.expectation.condition.what : watched.expectation.message,
          place_of(watched.expectation));
  }
  return {};
}

void ExpectationWatch::look(Watched& watched, const Simulation& simulation, double now) {
  const When& when = watched.expectation.when;
  if (when.kind == When::Kind::AtEnd || now + time_slack < when.from) return;
  if (when.kind != When::Kind::At && now > when.to + time_slack) {
    watched.is_over = true;
    return;
  }
  // Of a run that goes on from a snapshot made later, this is another state.
  const double late = simulation.clock().dt() * 1.5;
  if (when.kind == When::Kind::At && !watched.was_looked_at && now > when.from + late) {
    watched.is_over = true;
    return;
  }
  const Look seen = watched.condition->look(simulation);
  watched.was_looked_at = true;
  switch (when.kind) {
    case When::Kind::AtEnd:
      return;
    case When::Kind::At:
      watched.is_over = true;
      take(watched, seen, now);
      return;
    case When::Kind::Always:
      if (!seen.holds) fail(watched, seen, seen.excess, now);
      return;
    case When::Kind::Never:
      if (seen.holds) fail(watched, seen, 0, now);
      return;
    case When::Kind::Within:
      watched.is_over = seen.holds;
      take(watched, seen, now);
      return;
  }
}

// The look that decides, or the last one so far.
void ExpectationWatch::take(Watched& watched, const Look& look, std::optional<double> time) {
  ExpectationResult& result = watched.result;
  result.state = look.holds ? ExpectationResult::State::Held : ExpectationResult::State::Failed;
  result.number = number_of(look.number);
  result.time = time;
}

// The first of these looks decides; the worst is told besides.
void ExpectationWatch::fail(Watched& watched, const Look& look, double excess, double time) {
  if (watched.result.state == ExpectationResult::State::Held) {
    take(watched, look, time);
    watched.result.state = ExpectationResult::State::Failed;
    watched.result.seen.clear();
  }
  if (!(excess > watched.worst)) return;
  watched.worst = excess;
  watched.result.worst = number_of(look.number);
  watched.result.worst_time = time;
}

std::string ExpectationWatch::failure() const {
  for (const auto* list : {&expected_, &stops_})
    for (const Watched& watched : *list)
      if (std::string failure = watched.condition->failure(); !failure.empty())
        return fmt::format("{}: {}", place_of(watched.expectation), failure);
  return {};
}

void ExpectationWatch::look_at_end(const Simulation& simulation) {
  follow_scene(simulation);
  for (Watched& watched : expected_) {
    if (watched.expectation.when.kind != When::Kind::AtEnd || watched.expectation.condition.is_of_the_end) continue;
    watched.was_looked_at = true;
    take(watched, watched.condition->look(simulation), simulation.total_seconds());
  }
}

void ExpectationWatch::close(Watched& watched, const Verdict& verdict) {
  ExpectationResult& result = watched.result;
  // The run was refused, perhaps because the world has not what is expected of it (objection()).
  if (verdict.outcome == Outcome::WrongUse && !watched.expectation.condition.is_of_the_outcome) {
    result.state = watched.missing.empty() ? ExpectationResult::State::NotReached : ExpectationResult::State::Failed;
    result.seen = watched.missing.empty() ? "the run was refused" : watched.missing;
    result.time = result.number = {};
    return;
  }
  if (watched.expectation.condition.is_of_the_end) {
    const Look seen = watched.condition->look(RunEnd{verdict, heard_});
    take(watched, seen, {});
    result.seen = watched.condition->seen(seen.number);
    return;
  }
  // Nothing can be said of what the world never had, not that it never did something either.
  if (watched.was_looked_at && !watched.was_found) {
    result.state = ExpectationResult::State::Failed;
    result.seen = watched.missing;
    return;
  }
  const When& when = watched.expectation.when;
  const bool is_whole = when.kind == When::Kind::Within || !std::isfinite(when.to) || watched.is_over ||
                        last_time_ + time_slack >= when.to;
  if (!watched.was_looked_at || (!is_whole && result.state == ExpectationResult::State::Held)) {
    result.state = ExpectationResult::State::NotReached;
    result.seen = last_time_ < 0         ? "nothing was simulated"
                  : last_time_ < when.to ? fmt::format("the run ended before, at {:.12g} s", last_time_)
                                         : "the run began after that";
    return;
  }
  if (watched.result.number || result.state == ExpectationResult::State::Failed)
    result.seen = watched.condition->seen(result.number.value_or(std::numeric_limits<double>::quiet_NaN()));
}

std::vector<ExpectationResult> ExpectationWatch::judge(const Verdict& verdict) {
  std::vector<ExpectationResult> results;
  for (Watched& watched : expected_) {
    close(watched, verdict);
    results.push_back(watched.result);
  }
  return results;
}

}  // namespace lightsout
