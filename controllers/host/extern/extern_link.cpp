// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/extern/extern_link.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <time.h>

#include <algorithm>
#include <cmath>

#include "controllers/host/processes/crash_report.h"
#include "controllers/wire/last_words.h"
#include "controllers/wire/turn.h"
#include "engine/robots/exchange/turn_ends.h"
#include "engine/state/log.h"

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

ExternLink::ExternLink(SharedBlock block, Seat seat, std::string robot, bool is_free, ExternPort& port, Log& log,
                       const HostOptions& options)
    : block_(std::move(block)),
      seat_(std::move(seat)),
      robot_(std::move(robot)),
      is_free_(is_free),
      port_(port),
      log_(log),
      options_(options) {}

ExternLink::~ExternLink() {
  terminate();
  if (caller_) caller_->detach();
  if (!caller_ && claimed_) port_.release(robot_);
}

std::expected<void, std::string> ExternLink::prepare() {
  if (claimed_) return {};
  auto claimed = port_.claim(robot_);
  claimed_ = claimed.has_value();
  return claimed;
}

void ExternLink::start() {
  const auto prepared = prepare();
  block_.remember();
  block_.get()->engine_pid = ::getpid();
  block_.get()->turn = LO_TURN_CONTROLLER;
  block_.get()->seat = seat_.number();
  caller_ = std::make_shared<Caller>(
      robot_, block_.fd(), seat_.bell().fd(), block_.get(),
      [listener = options_.extern_listener, robot = robot_, url = port_.urls(robot_).front()](Caller::State state) {
        if (listener) listener(robot, state == Caller::State::Lost ? ExternNews::Gone : ExternNews::Connected, url);
      });
  const auto added = prepared ? port_.add(caller_) : prepared;
  started_ = std::chrono::steady_clock::now();
  if (!added) not_started_ = added.error();
  if (added && options_.extern_listener)
    for (const std::string& url : port_.urls(robot_)) options_.extern_listener(robot_, ExternNews::Waits, url);
}

bool ExternLink::is_present() const {
  if (!caller_ || !not_started_.empty()) return true;
  const auto state = caller_->state();
  return state == Caller::State::Lost || (state == Caller::State::Connected && !(is_free_ && is_in_turn()));
}

bool ExternLink::is_in_turn() const {
  if (remote_) return has_turn_ && remote_->is_silent();
  return !caller_->is_remote() && __atomic_load_n(&block_.get()->turn, __ATOMIC_ACQUIRE) == LO_TURN_CONTROLLER;
}

bool ExternLink::is_gone() const {
  return options_.extern_reconnect && caller_ && !finished_ && caller_->state() == Caller::State::Lost;
}

bool ExternLink::wait_a_moment() {
  if (!options_.extern_reconnect || is_free_ || !has_come_ || remote_) return true;
  lo_block* block = block_.get();
  if (!std::exchange(is_awaited_, true)) seat_.bell().ring();
  constexpr timespec moment{0, 20'000'000};
  if (__atomic_load_n(&block->turn, __ATOMIC_ACQUIRE) == LO_TURN_CONTROLLER) lo_sleep_as_engine(block, &moment);
  return __atomic_load_n(&block->turn, __ATOMIC_ACQUIRE) != LO_TURN_CONTROLLER || is_interrupted() ||
         left_of_turn() == 0ms;
}

void ExternLink::note_bulk(std::size_t offset, std::size_t size) {
  if (remote_)
    remote_->note_bulk(offset, size);
  else if (!has_come_)
    early_bulks_.emplace_back(offset, size);
}

void ExternLink::hand_turn() {
  has_turn_ = true;
  turn_since_ = std::chrono::steady_clock::now();
  if (remote_) return remote_->hand();
  seat_.give_turn(*block_.get());
  if (is_free_) seat_.bell().ring();  // nobody waits for it, and rings meanwhile
  if (caller_->state() == Caller::State::Lost) caller_->lose();
}

std::optional<double> ExternLink::patience_s() const {
  return options_.extern_timeout_s ? options_.extern_timeout_s : options_.timeout_s;
}

bool ExternLink::wait_for_caller() {
  if (has_come_) return true;
  const std::string since = time_of_day();
  if (!is_present())
    log_.write(LogLevel::Info, robot_,
               fmt::format("waiting for its extern controller since {}: start it with WEBOTS_CONTROLLER_URL={}", since,
                           fmt::join(port_.urls(robot_), " or ")));
  int ticks = 0;
  // Sleeps; a signal that interrupts the program is noticed within a second.
  while (caller_->wait_while(Caller::State::Waiting,
                             std::min<std::chrono::milliseconds>(1s, time_left(patience_s(), started_))) ==
         Caller::State::Waiting) {
    if (is_interrupted() || time_left(patience_s(), started_) == 0ms) return false;
    if (++ticks % 30 == 0) log_.write(LogLevel::Info, robot_, fmt::format("still waiting, since {}", since));
  }
  has_come_ = true;
  turn_since_ = std::chrono::steady_clock::now();
  log_.write(LogLevel::Info, robot_, fmt::format("its extern controller has connected ({})", caller_->who()));
  greet_remote();
  return true;
}

void ExternLink::greet_remote() {
  FileDescriptor connection = caller_->take_remote();
  if (!connection) return early_bulks_.clear();
  lo_block& block = *block_.get();
  remote_ = std::make_unique<RemotePeer>(std::move(connection), block, block.to_engine.offset, block.size);
  for (const auto& [offset, size] : early_bulks_) remote_->note_bulk(offset, size);
  early_bulks_.clear();
}

std::chrono::milliseconds ExternLink::left_of_turn() const { return time_left(options_.timeout_s, turn_since_); }

void ExternLink::wait_for_block() {
  lo_block* block = block_.get();
  is_awaited_ = false;
  while (__atomic_load_n(&block->turn, __ATOMIC_ACQUIRE) == LO_TURN_CONTROLLER && !is_interrupted()) {
    const auto left = left_of_turn();
    if (left == 0ms) return;
    const timespec at_most{left >= 1s ? 1 : 0, left >= 1s ? 0 : left.count() * 1'000'000};
    lo_sleep_as_engine(block, &at_most);
  }
}

TurnEnd ExternLink::out_of_time() const {
  return may_return({TurnEnd::Kind::Failed, 0,
                     fmt::format("gave no answer for {:g} s of wall-clock time (the limit of --controller-timeout): it "
                                 "is {}",
                                 options_.timeout_s.value_or(0), caller_->who())});
}

TurnEnd ExternLink::lost() const {
  const std::string_view words = remote_ ? remote_->crash() : block_.crash();
  if (words == LO_LEFT_IN_ORDER) return may_return({TurnEnd::Kind::Exited, 0, {}});
  return may_return({TurnEnd::Kind::Failed, 0,
                     fmt::format("lost its connection: the extern controller, {}, crashed or was killed{}",
                                 caller_->who(), describe_crash(words))});
}

TurnEnd ExternLink::may_return(TurnEnd end) const {
  end.may_return = options_.extern_reconnect;
  return end;
}

std::optional<TurnEnd> ExternLink::wait_for_remote() {
  for (;;) {
    switch (remote_->wait(std::chrono::steady_clock::now() + left_of_turn(), [this] { return is_interrupted(); })) {
      case RemotePeer::Heard::Turn:
        return {};
      case RemotePeer::Heard::Gone:
        return lost();
      case RemotePeer::Heard::Nonsense:
        return may_return({TurnEnd::Kind::Failed, 0,
                           fmt::format("{}: the extern controller, {}, is none that can be talked to",
                                       remote_->complaint(), caller_->who())});
      case RemotePeer::Heard::Nothing:
        if (is_interrupted()) return interrupted_turn();
        if (options_.timeout_s) return out_of_time();
    }
  }
}

TurnEnd ExternLink::asked() const {
  const lo_block* block = block_.get();
  if (!block_.is_damaged()) {
    if (block->request == LO_REQUEST_EXIT) return may_return({TurnEnd::Kind::Exited, 0, {}});
    if (block->request == LO_REQUEST_STEP && block->step_ms >= 0) return {TurnEnd::Kind::Step, 0, {}};
    if (block->request == LO_REQUEST_IMMEDIATE) return {TurnEnd::Kind::Immediate, 0, {}};
  }
  return may_return({TurnEnd::Kind::Failed, 0, "damaged the memory that it shares with the simulation"});
}

TurnEnd ExternLink::wait_turn() {
  if (!not_started_.empty()) return not_started(not_started_);
  // Others that sleep have their turns too.
  seat_.bell().ring();
  if (!wait_for_caller()) {
    if (is_interrupted()) return interrupted_turn();
    return {TurnEnd::Kind::Absent, 0,
            fmt::format("no program has connected to {} within {:g} s of wall-clock time (the limit of "
                        "{})",
                        port_.urls(robot_).front(), patience_s().value_or(0),
                        options_.extern_timeout_s ? "--extern-timeout" : "--controller-timeout")};
  }
  if (remote_) {
    if (auto end = wait_for_remote()) return *end;
    has_turn_ = false;
    return asked();
  }
  wait_for_block();
  const lo_block* block = block_.get();
  if (caller_->state() == Caller::State::Lost)
    return block->request == LO_REQUEST_EXIT ? may_return({TurnEnd::Kind::Exited, 0, {}}) : lost();
  if (is_interrupted()) return interrupted_turn();
  if (__atomic_load_n(&block->turn, __ATOMIC_ACQUIRE) == LO_TURN_CONTROLLER) return out_of_time();
  return asked();
}

void ExternLink::tell_end() {
  lo_block* block = block_.get();
  const bool waits = remote_ ? !has_turn_ : __atomic_load_n(&block->turn, __ATOMIC_ACQUIRE) == LO_TURN_ENGINE;
  if (!waits || block->request == LO_REQUEST_EXIT) return;
  block->answer = LO_ANSWER_TERMINATE;
  told_end_ = true;
  if (remote_) return hand_turn();
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
  // Who is in the middle of a turn that nobody waits for is not waited for here either.
  const auto patience = is_free_ && !told_end_ ? 0s : 1s;
  const auto deadline = std::max(*end_begun_ + patience, std::chrono::steady_clock::now() + 50ms);
  if (remote_) {
    if (block->request != LO_REQUEST_EXIT) remote_->wait_for_end(deadline);
    remote_->say_end();
  } else if (!caller_->is_remote()) {  // one that was never greeted has nothing to end
    while (caller_->state() == Caller::State::Connected && std::chrono::steady_clock::now() < deadline &&
           block->request != LO_REQUEST_EXIT) {
      tell_end();
      caller_->wait_while(Caller::State::Connected, 20ms);
    }
  }
  // Whoever is still there is heard no more. Its library ends its waits once the connection is closed, and finds there
  // that the simulation is over: from here on the turn is not touched.
  block->answer = LO_ANSWER_TERMINATE;
  caller_->detach();
  if (claimed_) port_.remove(caller_);
  if (caller_->state() == Caller::State::Connected) caller_->lose();
}

}  // namespace lightsout
