// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How a run ends: what ends it, and what is said of it then.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "engine/ode/islands.h"
#include "engine/robots/exchange/turn_ends.h"
#include "engine/robots/robot.h"
#include "engine/simulation.h"
#include "engine/state/clock.h"
#include "plugins/host/guard/callback_guard.h"
#include "runs/stages/one_run_stages.h"

namespace lightsout {

Ending OneRun::interruption(const std::string& where) const {
  Ending ending{Outcome::Interrupted, "interrupted by a signal"};
  if (at_.why_interrupted) ending = at_.why_interrupted().value_or(ending);
  ending.message += where;
  return ending;
}

std::optional<Ending> failed_thread() {
  const auto failure = CallbackGuard::thread_failure();
  if (!failure) return {};
  std::string message = "a plugin or joint callback " + failure->what();
  for (std::size_t i = 0; i < failure->backtrace.size(); ++i)
    message += fmt::format("\n  #{} {}", i, failure->backtrace[i]);
  return Ending{Outcome::PluginFailed, std::move(message)};
}

// What a signal cut short did not fail by itself.
Ending OneRun::cannot(std::string message) const {
  if (at_.interrupted) return interruption();
  return {Outcome::EnvironmentFailed, std::move(message)};
}

std::string OneRun::interrupted_robots() const {
  const std::vector<ControllerEnd>& ends = simulation_->controller_ends();
  std::vector<std::string> robots;
  for (const ControllerEnd& end : ends)
    if (is_interrupted_turn(end.end)) robots.push_back(end.robot);
  // It may have been building one.
  if (robots.empty()) robots.push_back(ends.empty() ? "a robot" : ends.back().robot);
  return fmt::format("{}", fmt::join(robots, ", "));
}

void OneRun::cut(Ending ending) {
  if (simulation_->stop()) return;
  simulation_->request_stop({Stop::Kind::Cut, ending.message, {}});
  cut_ = std::move(ending);
}

Ending OneRun::end_of_player() const {
  if (!player_->departure().empty())
    return {Outcome::NotReproducible,
            fmt::format("departs from {}: {}", settings_.replay_exchange, player_->departure())};
  return {Outcome::Done, fmt::format("{} holds no more: {}", settings_.replay_exchange, player_->exhausted())};
}

void OneRun::look_for_an_end() {
  // Before the observer: a signal ends controllers amid a step, whose state is then that of no whole run.
  if (at_.interrupted) cut(interruption());
  if (at_.observer && !simulation_->stop())
    if (std::optional<Ending> ending = at_.observer(*simulation_)) cut(std::move(*ending));
  if (watch_) look_at_expectations();
  if (std::string failure = simulation_->recorder_failure(); !failure.empty())
    cut({Outcome::EnvironmentFailed, failure});
  if (step_times_ && !step_times_->failure().empty()) cut({Outcome::EnvironmentFailed, step_times_->failure()});
  if (std::string failure = log_.failure(); !failure.empty()) cut({Outcome::EnvironmentFailed, failure});
  if (std::string failure = exchange_ ? exchange_->failure() : ""; !failure.empty())
    cut({Outcome::EnvironmentFailed, failure});
  if (player_ && player_->is_over()) cut(end_of_player());
  if (has_duration() && simulation_->has_simulated(rehearsed_ + settings_.duration))
    simulation_->request_stop(
        {Stop::Kind::Done, fmt::format("reached {} s of simulated time", simulation_->total_seconds()), {}});
}

void OneRun::look_at_expectations() {
  if (auto reached = watch_->look(*simulation_))
    simulation_->request_stop({Stop::Kind::Done, fmt::format("reached what ends the run: {}", *reached), {}});
  if (std::string failure = watch_->failure(); !failure.empty()) cut({Outcome::PluginFailed, failure});
}

void OneRun::finish() {
  if (watch_) watch_->look_at_end(*simulation_);
  verdict_.state_hash = simulation_->state_hash();
  if (at_.hashes) verdict_.run_hash = simulation_->run_hash();
  simulation_->finish();
  if (player_) player_->end_run();
  if (step_times_) step_times_->end();
  log_.end_run();
  for (const std::string& remark : simulation_->recorder_remarks()) log_.write(LogLevel::Warning, "", remark);

  verdict_.simulated_seconds = simulation_->clock().time();
  verdict_.steps = simulation_->clock().step();
  verdict_.total_simulated_seconds = simulation_->total_seconds();
  verdict_.total_steps = simulation_->total_steps();
  verdict_.resets = simulation_->resets();
  verdict_.solver_use = simulation_->solver_use();
  verdict_.controllers = simulation_->controller_ends();
  // They did not end by themselves.
  std::erase_if(verdict_.controllers, [](const ControllerEnd& end) { return is_interrupted_turn(end.end); });
  note_bad_ends();
  verdict_.controllers_in_process = room_.in_process();
  verdict_.metrics = room_.read(log_);
}

void OneRun::note_bad_ends() {
  for (ControllerEnd& end : room_.take_bad_ends()) {
    end.time = simulation_->clock().time();
    const std::string what = fmt::format("controller \"{}\" {} after it was told that the simulation is over",
                                         end.controller, end.end.reason);
    log_.write(LogLevel::Warning, end.robot, what);
    if (end.end.by_environment && lost_end_.empty()) lost_end_ = fmt::format("{}: {}", end.robot, what);
    verdict_.bad_ends.push_back(std::move(end));
  }
}

Ending OneRun::ending() {
  const Stop& stop = *simulation_->stop();
  // A signal also ends the wait for a controller, or for the building of a plugin, which then seems to have failed.
  if (at_.interrupted && stop.kind == Stop::Kind::ControllerFailed)
    return interruption(fmt::format(" while the controller of {} had its turn", interrupted_robots()));
  // A thread of the plugin that failed interrupts the run too.
  if (at_.interrupted && stop.kind == Stop::Kind::PluginFailed && !CallbackGuard::thread_failure())
    return interruption(" while a plugin was built or called");
  Ending ending = stop.kind == Stop::Kind::Cut ? *cut_ : Ending{outcome_of(stop.kind), stop.message, stop.quit_status};
  if (ending.outcome == Outcome::ControllerFailed &&
      std::ranges::any_of(simulation_->controller_ends(), [](const ControllerEnd& end) {
        return end.end.kind == TurnEnd::Kind::Absent && end.end.by_environment;
      }))
    ending.outcome = Outcome::EnvironmentFailed;
  // A controller that cannot be played on seems to have failed.
  if (player_ && player_->is_over()) ending = end_of_player();
  if (ending.quit_status) ending.outcome = Outcome::Quit;
  if (ended_early_)
    ending = {Outcome::WrongUse, fmt::format("the run ended within its --rehearsal: {}", ending.message)};
  if (std::string lost = exchange_ ? exchange_->close() : ""; !lost.empty() && went_well(ending.outcome))
    ending = {Outcome::EnvironmentFailed, std::move(lost)};
  if (std::string failure = simulation_->recorder_failure(); !failure.empty() && went_well(ending.outcome))
    ending = {Outcome::EnvironmentFailed, std::move(failure)};
  if (step_times_ && !step_times_->failure().empty() && went_well(ending.outcome))
    ending = {Outcome::EnvironmentFailed, step_times_->failure()};
  if (!lost_end_.empty() && went_well(ending.outcome)) ending = {Outcome::EnvironmentFailed, lost_end_};
  if (!room_.failure().empty() && went_well(ending.outcome)) ending = {Outcome::EnvironmentFailed, room_.failure()};
  if (std::string failure = watch_ ? watch_->failure() : ""; !failure.empty() && went_well(ending.outcome))
    ending = {Outcome::PluginFailed, std::move(failure)};
  if (auto failed = failed_thread(); failed && went_well(ending.outcome)) ending = std::move(*failed);
  if (went_well(ending.outcome) && !(player_ && player_->is_over()))
    verdict_.failed_controllers = int(simulation_->failed_controllers());
  verdict_.skipped_errors = skipped_errors_ + simulation_->skipped_errors();
  if (verdict_.skipped_errors > 0)
    ending.message += fmt::format("; {} of syntax skipped in the world", plural(verdict_.skipped_errors, "error"));
  return ending;
}

void OneRun::judge_expectations() {
  verdict_.expectations = watch_->judge(verdict_);
  int failed = 0;
  for (const ExpectationResult& result : verdict_.expectations) {
    if (result.state == ExpectationResult::State::Held) continue;
    ++failed;
    // Of a run that was refused its ending says why.
    if (!at_.repeats && verdict_.outcome != Outcome::WrongUse) log_.write(LogLevel::Error, "", sentence(result));
  }
  if (failed == 0 || !went_well(verdict_.outcome)) return;
  verdict_.outcome = Outcome::ExpectationFailed;
  verdict_.message = fmt::format("{} of {} did not hold; {}", failed,
                                 plural(int(verdict_.expectations.size()), "expectation"), verdict_.message);
}

Verdict OneRun::end_with(Ending ending) {
  // A signal also ends the wait for the reader of a pipe.
  // A limit of memory has said so already.
  const bool is_said = ending.message.starts_with(interruption().message);
  if (at_.interrupted && ending.outcome == Outcome::EnvironmentFailed && !is_said)
    ending = interruption(": " + ending.message);
  verdict_.outcome = ending.outcome;
  verdict_.message = std::move(ending.message);
  verdict_.quit_status = ending.quit_status;
  if (watch_) judge_expectations();
  verdict_.wall_seconds = std::chrono::duration<double>(WallClock::now() - start_).count();
  return verdict_;
}

}  // namespace lightsout
