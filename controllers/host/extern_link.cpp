#include "controllers/host/extern_link.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cmath>

#include "controllers/host/crash_report.h"
#include "controllers/wire/turn.h"

namespace lightsout {
namespace {

using namespace std::chrono_literals;

std::string time_of_day() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  return fmt::format("{:02}:{:02}:{:02}", local.tm_hour, local.tm_min, local.tm_sec);
}

// Of what began at `since`; a limit in the far future without a timeout.
std::chrono::milliseconds time_left(std::optional<double> timeout_s, std::chrono::steady_clock::time_point since) {
  if (!timeout_s) return 1h;
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - since;
  return std::chrono::milliseconds(std::int64_t(std::ceil(std::max(0.0, *timeout_s - spent.count()) * 1000)));
}

}  // namespace

ExternLink::ExternLink(SharedBlock block, Seat seat, std::string robot, ExternPort& port, Log& log,
                       const HostOptions& options)
    : block_(std::move(block)),
      seat_(std::move(seat)),
      robot_(std::move(robot)),
      port_(port),
      log_(log),
      options_(options) {}

ExternLink::~ExternLink() {
  terminate();
  if (caller_) caller_->detach();
}

void ExternLink::start() {
  block_.remember();
  block_.get()->engine_pid = ::getpid();
  block_.get()->turn = LO_TURN_CONTROLLER;
  block_.get()->seat = seat_.number();
  caller_ = std::make_shared<Caller>(robot_, block_.fd(), seat_.bell().fd(), block_.get());
  const auto added = port_.add(caller_);
  if (!added) not_started_ = added.error();
  if (added) report(ExternNews::Waits);
}

void ExternLink::hand_turn() {
  seat_.give_turn(*block_.get());
  if (caller_->state() == Caller::State::Lost) caller_->lose();
}

void ExternLink::report(ExternNews news) {
  if (options_.extern_listener) options_.extern_listener(robot_, news, port_.url(robot_));
}

std::optional<double> ExternLink::patience_s() const {
  return options_.extern_timeout_s ? options_.extern_timeout_s : options_.timeout_s;
}

bool ExternLink::wait_for_caller() {
  if (caller_->state() != Caller::State::Waiting) return true;
  const auto begin = std::chrono::steady_clock::now();
  const std::string since = time_of_day();
  log_.write(LogLevel::Info, robot_,
             fmt::format("waiting for its extern controller since {}: start it with WEBOTS_CONTROLLER_URL={}", since,
                         port_.url(robot_)));
  int ticks = 0;
  // Sleeps; a signal that interrupts the program is noticed within a second.
  while (caller_->wait_while(Caller::State::Waiting,
                             std::min<std::chrono::milliseconds>(1s, time_left(patience_s(), begin))) ==
         Caller::State::Waiting) {
    if (is_interrupted() || time_left(patience_s(), begin) == 0ms) return false;
    if (++ticks % 30 == 0) log_.write(LogLevel::Info, robot_, fmt::format("still waiting, since {}", since));
  }
  log_.write(LogLevel::Info, robot_, fmt::format("its extern controller has connected (process {})", caller_->pid()));
  report(ExternNews::Connected);
  return true;
}

void ExternLink::wait_for_block() {
  seat_.bell().ring();
  lo_block* block = block_.get();
  const auto begin = std::chrono::steady_clock::now();
  while (__atomic_load_n(&block->turn, __ATOMIC_ACQUIRE) == LO_TURN_CONTROLLER && !is_interrupted()) {
    const auto left = time_left(options_.timeout_s, begin);
    if (left == 0ms) return;
    const timespec at_most{left >= 1s ? 1 : 0, left >= 1s ? 0 : left.count() * 1'000'000};
    lo_sleep_as_engine(block, &at_most);
  }
}

TurnEnd ExternLink::wait_turn() {
  if (!not_started_.empty()) return {TurnEnd::Kind::Absent, 0, not_started_};
  if (!wait_for_caller()) {
    if (is_interrupted()) return {TurnEnd::Kind::Failed, 0, "was interrupted"};
    return {TurnEnd::Kind::Absent, 0,
            fmt::format("no program has connected to {} within {:g} s of wall-clock time (the limit of "
                        "{})",
                        port_.url(robot_), patience_s().value_or(0),
                        options_.extern_timeout_s ? "--extern-timeout" : "--controller-timeout")};
  }
  wait_for_block();
  const lo_block* block = block_.get();
  const bool says_goodbye = block->request == LO_REQUEST_EXIT;
  if (caller_->state() == Caller::State::Lost) {
    if (says_goodbye) return {TurnEnd::Kind::Exited, 0, {}};
    return {TurnEnd::Kind::Failed, 0,
            fmt::format("lost its connection: the extern controller, process {}, crashed or was killed{}",
                        caller_->pid(), describe_crash(block_.crash()))};
  }
  if (is_interrupted()) return {TurnEnd::Kind::Failed, 0, "was interrupted"};
  if (__atomic_load_n(&block->turn, __ATOMIC_ACQUIRE) == LO_TURN_CONTROLLER)
    return {
        TurnEnd::Kind::Failed, 0,
        fmt::format("gave no answer for {:g} s of wall-clock time (the limit of --controller-timeout): it is process "
                    "{}",
                    options_.timeout_s.value_or(0), caller_->pid())};
  if (!block_.is_damaged()) {
    if (says_goodbye) return {TurnEnd::Kind::Exited, 0, {}};
    if (block->request == LO_REQUEST_STEP && block->step_ms >= 0) return {TurnEnd::Kind::Step, 0, {}};
    if (block->request == LO_REQUEST_IMMEDIATE) return {TurnEnd::Kind::Immediate, 0, {}};
  }
  return {TurnEnd::Kind::Failed, 0, "damaged the memory that it shares with the simulation"};
}

void ExternLink::tell_end() {
  lo_block* block = block_.get();
  if (__atomic_load_n(&block->turn, __ATOMIC_ACQUIRE) != LO_TURN_ENGINE || block->request == LO_REQUEST_EXIT) return;
  block->answer = LO_ANSWER_TERMINATE;
  seat_.give_turn(*block);
  seat_.bell().ring();
}

void ExternLink::begin_end() {
  if (!caller_ || finished_ || end_begun_) return;
  end_begun_ = std::chrono::steady_clock::now();
  if (caller_->state() == Caller::State::Connected) tell_end();
}

void ExternLink::terminate() {
  if (!caller_ || finished_) return;
  begin_end();
  finished_ = true;
  lo_block* block = block_.get();
  const auto deadline = std::max(*end_begun_ + 1s, std::chrono::steady_clock::now() + 50ms);
  while (caller_->state() == Caller::State::Connected && std::chrono::steady_clock::now() < deadline &&
         block->request != LO_REQUEST_EXIT) {
    tell_end();
    caller_->wait_while(Caller::State::Connected, 20ms);
  }
  const bool was_connected = caller_->state() != Caller::State::Waiting;
  port_.remove(caller_);
  if (was_connected) report(ExternNews::Gone);
}

}  // namespace lightsout
