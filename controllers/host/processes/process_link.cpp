// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/processes/process_link.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <limits>
#include <utility>

#include "controllers/host/processes/crash_report.h"
#include "controllers/wire/turn.h"
#include "engine/programs/outside.h"
#include "engine/robots/exchange/turn_ends.h"
#include "engine/state/log.h"

namespace lightsout {
namespace {

using namespace std::chrono_literals;

// What a controller gets to end after it was told that the simulation is over.
constexpr auto grace = 1000ms;
// And at least this.
constexpr auto last_word = 50ms;
constexpr timespec last_word_time{0, 50'000'000};

}  // namespace

ProcessLink::ProcessLink(SharedBlock block, Seat seat, Plan plan, std::string robot, std::string controller,
                         Attendant& attendant, Placement& placement, int& turns_out, Log& log,
                         const std::atomic<bool>* interrupted, std::optional<double> timeout_s, LastEnd ends_badly)
    : block_(std::move(block)),
      seat_(std::move(seat)),
      plan_(std::move(plan)),
      robot_(std::move(robot)),
      controller_(std::move(controller)),
      attendant_(attendant),
      placement_(placement),
      turns_out_(turns_out),
      log_(log),
      interrupted_(interrupted),
      timeout_s_(timeout_s),
      ends_badly_(std::move(ends_badly)) {}

ProcessLink::~ProcessLink() {
  terminate();
  if (!ward_) return;
  ward_->detach();
  note_turn(false);
  placement_.remove(*thinker_);
}

std::expected<void, std::string> ProcessLink::prepare() {
  auto plan = plan_();
  if (!plan) return std::unexpected(not_started_ = std::move(plan.error()));
  launch_ = std::move(*plan);
  return {};
}

void ProcessLink::start() {
  if (!not_started_.empty() || (!launch_ && !prepare())) return;
  block_.remember();
  block_.get()->engine_pid = ::getpid();
  block_.get()->turn = LO_TURN_CONTROLLER;
  block_.get()->seat = seat_.number();
  launch_->request.inherited_fds = {block_.fd(), seat_.bell().fd()};
  auto process = spawn(launch_->request);
  interpreter_ = std::move(launch_->interpreter);
  launch_.reset();
  if (!process) {
    const bool is_foreign = process.error().ends_with(std::strerror(ENOEXEC));
    not_started_ =
        process.error() + (is_foreign ? ". If it is a program for another machine, remove it to have it built "
                                        "from its sources"
                                      : "");
    return;
  }
  ward_ = std::make_shared<Ward>(std::move(*process), block_.get(), seat_, log_, robot_, controller_);
  if (const auto watched = attendant_.watch(ward_); !watched) {
    not_started_ = watched.error();
    ward_.reset();
    return;
  }
  thinker_ = &placement_.add(ward_->pid());
  note_turn(true);
}

void ProcessLink::hand_turn() {
  if (!ward_ || damaged_) return;
  ward_->count_turn();
  note_turn(true);
  lo_block* block = block_.get();
  seat_.give_turn(*block);
  // The attendant gives an ended process's turn back, perhaps just before the line above.
  if (ward_->has_ended()) __atomic_store_n(&block->turn, static_cast<std::uint32_t>(LO_TURN_ENGINE), __ATOMIC_SEQ_CST);
}

void ProcessLink::wait_for_block() {
  seat_.bell().ring();
  lo_block* block = block_.get();
  if (__atomic_load_n(&block->turn, __ATOMIC_ACQUIRE) != LO_TURN_CONTROLLER) return;
  ward_->await(true);
  while (__atomic_load_n(&block->turn, __ATOMIC_ACQUIRE) == LO_TURN_CONTROLLER && !is_interrupted())
    lo_sleep_as_engine(block, nullptr);
  ward_->await(false);
}

TurnEnd ProcessLink::end_of_process() const {
  attendant_.deliver(*ward_);  // its last words stand before the line that tells of its end
  const int status = ward_->wait_status();
  if (ward_->was_hung())
    return {
        TurnEnd::Kind::Failed, 128 + SIGKILL,
        fmt::format("gave no answer for {:g} s of wall-clock time (the limit of --controller-timeout) and was killed",
                    timeout_s_.value_or(0))};
  if (const int error = ward_->read_error()) {
    TurnEnd end{TurnEnd::Kind::Failed, 128 + SIGKILL,
                fmt::format("was killed, since what it printed cannot be read: {}", std::strerror(error))};
    end.by_environment = true;
    return end;
  }
  if (ward_->end_is_unknown())
    return {TurnEnd::Kind::Failed, 0, "ended, and how was taken by other code in this process that waits for children"};
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {TurnEnd::Kind::Exited, 0, {}};
  TurnEnd end{TurnEnd::Kind::Failed, 0, describe_wait_status(status)};
  if (WIFEXITED(status)) {
    end.exit_code = WEXITSTATUS(status);
    const std::string& last = ward_->last_error();
    end.by_environment = tells_of_full_disk(last);
    // A machine may have several Pythons, and each its own modules.
    if (!interpreter_.empty() && (last.starts_with("ModuleNotFoundError: ") || last.starts_with("ImportError: ")))
      end.reason += fmt::format(
          " ({}). It runs in {}: install the module there, or name another Python in the controller's "
          "runtime.ini",
          last, interpreter_);
    else if (end.by_environment)
      end.reason += fmt::format(" ({})", last);
  } else {
    end.exit_code = 128 + WTERMSIG(status);
    end.by_environment = comes_from_outside(WTERMSIG(status));
    end.reason += describe_crash(block_.crash());
  }
  return end;
}

void ProcessLink::note_turn(bool of_controller) {
  if (has_turn_ == of_controller) return;
  has_turn_ = of_controller;
  if (of_controller) {
    ++turns_out_;
    placement_.handed(*thinker_);
  } else {
    placement_.returned();
    // All turns are back: what was printed in them goes to the log, in one order whoever was first.
    if (--turns_out_ == 0) attendant_.deliver();
  }
}

TurnEnd ProcessLink::wait_turn() {
  TurnEnd end = wait_turn_or_end();
  has_said_end_ = has_said_end_ || (end.kind != TurnEnd::Kind::Step && end.kind != TurnEnd::Kind::Immediate);
  return end;
}

TurnEnd ProcessLink::wait_turn_or_end() {
  if (!ward_) return not_started(not_started_);
  for (;;) {
    wait_for_block();
    note_turn(false);
    if (ward_->has_ended()) return end_of_process();
    if (is_interrupted()) return interrupted_turn();
    const lo_block* block = block_.get();
    damaged_ = damaged_ || block_.is_damaged() || __atomic_load_n(&block->turn, __ATOMIC_ACQUIRE) != LO_TURN_ENGINE;
    if (!damaged_) {
      if (block->request == LO_REQUEST_STEP && block->step_ms >= 0) return {TurnEnd::Kind::Step, 0, {}};
      if (block->request == LO_REQUEST_IMMEDIATE) return {TurnEnd::Kind::Immediate, 0, {}};
    }
    if (!damaged_ && block->request == LO_REQUEST_EXIT) {
      // Its end is waited for, as long as a turn may take: its exit code belongs to the run's result.
      const auto since = std::chrono::steady_clock::now();
      bool told = false;
      while (!ward_->wait_end(100ms)) {
        if (is_interrupted()) return interrupted_turn();
        const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - since;
        if (waited.count() > timeout_s_.value_or(std::numeric_limits<double>::infinity())) ward_->end_as_hung();
        if (waited > 2s && !std::exchange(told, true))
          log_.write(LogLevel::Info, robot_, "its controller has called wb_robot_cleanup(); waiting for its end");
      }
      return end_of_process();
    }
    damaged_ = true;
    ward_->kill();
    ward_->wait_end(10s);
    return {TurnEnd::Kind::Failed, 128 + SIGKILL,
            "damaged the memory that it shares with the simulation, and was killed"};
  }
}

bool ProcessLink::tell_end() {
  lo_block* block = block_.get();
  if (damaged_ || __atomic_load_n(&block->turn, __ATOMIC_ACQUIRE) != LO_TURN_ENGINE ||
      block->request == LO_REQUEST_EXIT)
    return false;
  block->answer = LO_ANSWER_TERMINATE;
  seat_.give_turn(*block);
  seat_.bell().ring();
  return true;
}

void ProcessLink::begin_end() {
  if (!ward_ || finished_ || end_begun_) return;
  end_begun_ = std::chrono::steady_clock::now();
  if (!ward_->has_ended()) tell_end();
}

void ProcessLink::terminate() {
  if (!ward_ || finished_) return;
  begin_end();
  finished_ = true;
  // What was answered only now, because others were terminated before it, gets the time to make use of it.
  const auto deadline = std::max(*end_begun_ + grace, std::chrono::steady_clock::now() + last_word);
  while (!ward_->has_ended() && std::chrono::steady_clock::now() < deadline) {
    tell_end();  // it may still have had the turn (the run was interrupted), and it may ask once more after it was told
    if (!damaged_ && __atomic_load_n(&block_.get()->turn, __ATOMIC_ACQUIRE) == LO_TURN_CONTROLLER)
      lo_sleep_as_engine(block_.get(), &last_word_time);  // until it asks or ends
    else
      ward_->wait_end(last_word);
  }
  const bool was_late = !ward_->has_ended();
  if (was_late) ward_->kill();
  ward_->wait_end(10s);
  attendant_.deliver(*ward_);
  if (has_said_end_ || is_interrupted() || !ends_badly_) return;
  if (const TurnEnd end = last_end(was_late); end.kind == TurnEnd::Kind::Failed) ends_badly_(end);
}

TurnEnd ProcessLink::last_end(bool was_late) const {
  if (was_late && ward_->read_error() == 0)
    return {TurnEnd::Kind::Failed, 128 + SIGKILL, "went on for more than a second and was killed"};
  // Of what nobody knows nothing is said: it was to end, and has.
  return ward_->end_is_unknown() ? TurnEnd{TurnEnd::Kind::Exited, 0, {}} : end_of_process();
}

}  // namespace lightsout
