// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/processes/attendant.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <fstream>
#include <system_error>

#include "controllers/host/processes/descendants.h"
#include "controllers/host/processes/thread.h"
#include "controllers/wire/turn.h"
#include "engine/programs/process_guard.h"
#include "engine/programs/thread_without_signals.h"
#include "engine/state/log.h"

namespace lightsout {
namespace {

constexpr std::size_t buffer_size = 64 * 1024;

// What an epoll event is about: the ward's address with these in its low bits.
enum Channel : std::uintptr_t { Output = 0, Errors = 1, End = 2, ChannelMask = 3 };

// Undelivered output of one stream: memory stays bounded.
constexpr std::size_t flood = 1 << 20;
// Its end may be asked for by a descriptor that somebody has closed.
constexpr int longest_wait_ms = 500;
// How long a line waits for the end of its turn.
constexpr auto extern_patience = std::chrono::seconds(1);

// What the process is at: "runs", "sleeps in pipe_read". wchan is empty or "0" where the system does not tell.
std::string state_of(pid_t pid) {
  std::string stat, place;
  std::getline(std::ifstream(fmt::format("/proc/{}/stat", pid)), stat);
  std::getline(std::ifstream(fmt::format("/proc/{}/wchan", pid)), place);
  const std::size_t name_end = stat.rfind(") ");
  const char state = name_end == std::string::npos || name_end + 2 >= stat.size() ? '?' : stat[name_end + 2];
  if (state == 'R') return "runs";
  if (state == 'T' || state == 't') return "is stopped";
  return place.empty() || place == "0" ? "sleeps" : fmt::format("sleeps in {}", place);
}

// The engine, should it sleep there.
void wake(std::uint32_t* word) { ::syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0); }

}  // namespace

bool Ward::wait_end(std::chrono::milliseconds at_most) {
  std::unique_lock lock(mutex_);
  return condition_.wait_for(lock, at_most, [&] { return has_ended(); });
}

void Ward::detach() {
  const std::lock_guard lock(mutex_);
  block_ = nullptr;
}

void Ward::kill() {
  if (has_ended()) return;  // its number may be another's by now
  ::kill(-process_.pid, SIGKILL);
  ::syscall(SYS_pidfd_send_signal, process_.pidfd.get(), SIGKILL, nullptr, 0);
}

bool Ward::tries_again() {
  if (++failed_reads_ <= 16) return true;
  read_error_.store(errno, std::memory_order_relaxed);
  return false;
}

Attendant::Attendant(std::optional<double> timeout_s, const std::atomic<bool>* interrupted, std::string marker)
    : tick_(1000),
      interrupted_(interrupted),
      marker_(std::move(marker)),
      epoll_(::epoll_create1(EPOLL_CLOEXEC)),
      wakeup_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      buffer_(std::make_unique_for_overwrite<char[]>(buffer_size)) {
  if (timeout_s) {
    timeout_ = std::chrono::duration<double>(*timeout_s);
    tick_ = std::clamp(std::chrono::milliseconds(static_cast<std::int64_t>(*timeout_s * 1000 / 8)),
                       std::chrono::milliseconds(5), std::chrono::milliseconds(1000));
  }
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = 0;
  if (!epoll_ || !wakeup_ || ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, wakeup_.get(), &event) != 0) {
    failure_ = fmt::format("cannot be looked after: {}", std::strerror(errno));
    return;
  }
  try {
    thread_ = thread_without_signals([this] { run_for_good([this] { run(); }); });
  } catch (const std::system_error& error) {
    failure_ = fmt::format("cannot be looked after: {}", error.what());
  }
}

Attendant::~Attendant() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  if (thread_.joinable()) {
    ::eventfd_write(wakeup_.get(), 1);
    thread_.join();
  }
  for (const auto& ward : wards_) deliver(*ward);
  // Descendants that left their controller's group and lost their parents are ours by now.
  kill_marked_children(marker_);
}

std::expected<void, std::string> Attendant::watch(std::shared_ptr<Ward> ward) {
  ward->turn_since_ = std::chrono::steady_clock::now();
  ward->patience_ = Patience(timeout_);
  const auto add = [&](const FileDescriptor& fd, Channel channel) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = reinterpret_cast<std::uintptr_t>(ward.get()) | channel;
    return ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd.get(), &event) == 0;
  };
  const std::lock_guard lock(mutex_);
  if (!add(ward->process_.output, Output) || !add(ward->process_.errors, Errors) || !add(ward->process_.pidfd, End)) {
    const int cause = errno;
    // Nobody would notice its end.
    ::kill(-ward->process_.pid, SIGKILL);
    ::waitpid(ward->process_.pid, nullptr, 0);
    ProcessGuard::of_this_program().forget(ward->process_.pid);
    give_up(std::move(ward));
    return std::unexpected(fmt::format("cannot be looked after: {}", std::strerror(cause)));
  }
  const bool first = wards_.empty();
  wards_.push_back(std::move(ward));
  if (first) ::eventfd_write(wakeup_.get(), 1);  // from now on it ticks
  return {};
}

// The thread may have an event of its output in hand: it must still be there then, and what comes later is none of it.
void Attendant::give_up(std::shared_ptr<Ward> ward) {
  {
    const std::lock_guard output_lock(output_mutex_);
    ward->process_.output.reset();
    ward->process_.errors.reset();
  }
  ward->detach();
  ward->ended_.store(true, std::memory_order_release);
  wards_.push_back(std::move(ward));
}

bool Attendant::carry(Ward& ward, int channel) {
  FileDescriptor& pipe = channel == Output ? ward.process_.output : ward.process_.errors;
  if (!pipe) return true;
  const ssize_t count = ::read(pipe.get(), buffer_.get(), buffer_size);
  if (count > 0) {
    if (ward.pending_[Output].empty() && ward.pending_[Errors].empty())
      ward.pending_since_ = std::chrono::steady_clock::now();
    ward.pending_[channel].append(buffer_.get(), static_cast<std::size_t>(count));
    any_pending_ = true;
    if (ward.pending_[channel].size() > flood) hand_over(ward);
    return true;
  }
  if (count < 0 && (errno == EAGAIN || errno == EINTR || ward.tries_again())) return true;
  // The other side closed it: nobody can write any more. Or what it prints would be lost.
  if (count < 0) ward.kill();
  ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, pipe.get(), nullptr);
  pipe.reset();
  return false;
}

// What lies in the pipe. A bound, because a descendant that got away could go on writing.
void Attendant::drain(Ward& ward, int channel) {
  FileDescriptor& pipe = channel == Output ? ward.process_.output : ward.process_.errors;
  if (!pipe) return;
  const int capacity = ::fcntl(pipe.get(), F_GETPIPE_SZ);
  std::size_t left = capacity > 0 ? static_cast<std::size_t>(capacity) : 65536;
  while (left > 0) {
    const ssize_t count = ::read(pipe.get(), buffer_.get(), std::min(buffer_size, left));
    if (count < 0 && (errno == EINTR || (errno != EAGAIN && ward.tries_again()))) continue;
    if (count <= 0) break;
    ward.pending_[channel].append(buffer_.get(), static_cast<std::size_t>(count));
    any_pending_ = true;
    left -= static_cast<std::size_t>(count);
  }
}

void Attendant::hand_over(Ward& ward) {
  for (const Channel channel : {Output, Errors}) {
    if (!ward.pending_[channel].empty()) (channel == Output ? ward.output_ : ward.errors_).take(ward.pending_[channel]);
    ward.pending_[channel].clear();
  }
  // Lines without an end come last, whether the process was still there when the others were read or not.
  if (!ward.process_.output) ward.output_.flush();
  if (!ward.process_.errors) ward.errors_.flush();
}

void Attendant::deliver(Ward& ward) {
  const std::lock_guard lock(output_mutex_);
  drain(ward, Output);
  drain(ward, Errors);
  hand_over(ward);
}

void Attendant::deliver() {
  epoll_event events[64];
  const int count = ::epoll_wait(epoll_.get(), events, 64, 0);
  const std::lock_guard lock(mutex_);
  const std::lock_guard output_lock(output_mutex_);
  if (count == 64) {
    for (const auto& ward : wards_)
      for (const Channel channel : {Output, Errors}) drain(*ward, channel);
  } else {
    for (int i = 0; i < count; ++i) {
      const std::uint64_t data = events[i].data.u64;
      const auto channel = static_cast<Channel>(data & ChannelMask);
      if (data == 0 || channel == End) continue;
      // It may have been buried since.
      auto* ward = reinterpret_cast<Ward*>(data & ~static_cast<std::uint64_t>(ChannelMask));
      if (std::ranges::find(wards_, ward, &std::shared_ptr<Ward>::get) != wards_.end()) drain(*ward, channel);
    }
  }
  if (!any_pending_) return;
  any_pending_ = false;
  for (const auto& ward : wards_) hand_over(*ward);
}

// Users' code in this process may close whatever is open. What the numbers of these descriptors stand for by now nobody
// knows.
void Attendant::lose_all(int error) {
  const std::lock_guard lock(mutex_);
  is_lost_ = true;
  for (const auto& ward : wards_) {
    if (ward->has_ended()) continue;
    ward->read_error_.store(error, std::memory_order_relaxed);
    ::kill(-ward->pid(), SIGKILL);
    ::kill(ward->pid(), SIGKILL);  // still our child, dead or not
    while (::waitpid(ward->pid(), &ward->wait_status_, 0) < 0 && errno == EINTR) {
    }
    tell_end(*ward);
  }
}

// The engine and whoever waits hear of it.
void Attendant::tell_end(Ward& ward) {
  const std::lock_guard lock(ward.mutex_);
  ward.ended_.store(true, std::memory_order_release);
  if (ward.block_) {
    __atomic_store_n(&ward.block_->turn, static_cast<std::uint32_t>(LO_TURN_ENGINE), __ATOMIC_SEQ_CST);
    wake(&ward.block_->turn);
  }
  ward.condition_.notify_all();
}

// The process has ended: its group goes with it, the rest of its output is delivered, then its link is told.
void Attendant::bury(Ward& ward) {
  siginfo_t info{};
  const bool waited = ::waitid(P_PIDFD, static_cast<id_t>(ward.process_.pidfd.get()), &info, WEXITED | WNOHANG) == 0;
  // Users' code in this process may wait for all children, or have the system do so.
  if (waited ? info.si_pid == 0 : errno != ECHILD) return;
  ward.end_is_unknown_ = !waited;
  if (waited) ward.wait_status_ = info.si_code == CLD_EXITED ? info.si_status << 8 : info.si_status;
  ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, ward.process_.pidfd.get(), nullptr);
  ::kill(-ward.process_.pid, SIGKILL);
  while (::waitpid(-ward.process_.pid, nullptr, WNOHANG) > 0) {
  }
  ProcessGuard::of_this_program().forget(ward.process_.pid);
  {
    const std::lock_guard lock(output_mutex_);
    drain(ward, Output);
    drain(ward, Errors);
    ward.process_.output.reset();
    ward.process_.errors.reset();
  }
  tell_end(ward);
}

std::string Attendant::standings(std::chrono::steady_clock::time_point now) const {
  std::string text;
  for (const auto& ward : wards_) {
    if (ward->has_ended() || !ward->block_) continue;
    const bool thinks = __atomic_load_n(&ward->block_->turn, __ATOMIC_RELAXED) == LO_TURN_CONTROLLER;
    const std::chrono::duration<double> spent = now - ward->turn_since_;
    text += fmt::format("\n  {}, process {}: {}", ward->title_, ward->pid(),
                        thinks ? fmt::format("has its turn for {:.1f} s, {}", spent.count(), state_of(ward->pid()))
                               : "waits for the simulation");
  }
  return text;
}

// Once per tick: turns that last, and what was said in them.
void Attendant::look(std::chrono::steady_clock::time_point now) {
  const std::lock_guard lock(mutex_);
  {
    const std::lock_guard output_lock(output_mutex_);
    for (const auto& ward : wards_)
      if (now - ward->pending_since_ >= extern_patience) hand_over(*ward);
  }
  const bool interrupted = interrupted_ && interrupted_->load(std::memory_order_relaxed);
  for (const auto& ward : wards_) {
    const std::lock_guard ward_lock(ward->mutex_);
    if (!ward->block_) continue;
    std::uint32_t* turn = &ward->block_->turn;
    // The signal may have come between the engine's last look at the flag and its sleep.
    if (interrupted) wake(turn);
    // The controller may have written over any word of the block: the engine that sleeps for its turn looks again, and
    // so does a controller that sleeps for a turn that it has.
    if (ward->is_awaited_.load(std::memory_order_relaxed)) wake(turn);
    const std::uint32_t turns = ward->turns_.load(std::memory_order_relaxed);
    const bool thinks = __atomic_load_n(turn, __ATOMIC_RELAXED) == LO_TURN_CONTROLLER;
    if (!thinks || turns != ward->turns_seen_) {
      ward->turns_seen_ = turns;
      ward->turn_since_ = now;
      ward->patience_ = Patience(timeout_);
      continue;
    }
    ward->seat_->ring();
    const std::chrono::duration<double> spent = now - ward->turn_since_;
    if (ward->is_awaited_.load(std::memory_order_relaxed) && ward->patience_.is_over(spent))
      ward->log_.waiting(ward->title_, spent.count());
    if (timeout_ && spent > *timeout_ && !ward->was_hung()) {
      if (wards_.size() > 1)
        ward->log_.write(LogLevel::Error, "",
                         fmt::format("{} gave no answer in time:{}", ward->title_, standings(now)));
      ward->end_as_hung();
    }
  }
}

void Attendant::run() {
  ::pthread_setname_np(::pthread_self(), "attendant");
  auto next_look = std::chrono::steady_clock::now() + tick_;
  for (;;) {
    int timeout_ms = longest_wait_ms;
    {
      const std::lock_guard lock(mutex_);
      if (stop_) return;
      if (!wards_.empty()) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(next_look - std::chrono::steady_clock::now());
        timeout_ms = static_cast<int>(std::max<std::int64_t>(0, left.count()));
      }
    }
    epoll_event events[64];
    const int count = is_lost_ ? 0 : ::epoll_wait(epoll_.get(), events, 64, timeout_ms);
    if (count < 0 && errno != EINTR) lose_all(errno);
    if (is_lost_) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    // Whoever added a ward held the mutex until it was whole.
    { const std::lock_guard lock(mutex_); }
    // Ends come last: the output of the same moment is carried before.
    for (const bool ends : {false, true}) {
      for (int i = 0; i < count; ++i) {
        const std::uint64_t data = events[i].data.u64;
        if (data == 0) {
          eventfd_t ignored;
          ::eventfd_read(wakeup_.get(), &ignored);
          continue;
        }
        Ward& ward = *reinterpret_cast<Ward*>(data & ~static_cast<std::uint64_t>(ChannelMask));
        const auto channel = static_cast<Channel>(data & ChannelMask);
        if ((channel == End) != ends) continue;
        if (channel == End) {
          bury(ward);
        } else {
          const std::lock_guard lock(output_mutex_);
          carry(ward, channel);
        }
      }
    }
    const auto now = std::chrono::steady_clock::now();
    if (now >= next_look) {
      look(now);
      next_look = now + tick_;
    }
    const std::lock_guard lock(mutex_);
    const std::lock_guard output_lock(output_mutex_);
    std::erase_if(wards_, [](const auto& ward) {
      return ward->has_ended() && ward->pending_[Output].empty() && ward->pending_[Errors].empty();
    });
  }
}

}  // namespace lightsout
