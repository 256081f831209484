// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Signals are process-wide: the handlers are installed with the first guard and pass on whatever does not happen inside
// a guarded call. They run on a stack of their own, so that a stack overflow is reported too.
#include "plugins/host/callback_guard.h"

#include <cxxabi.h>
#include <execinfo.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <mutex>
#include <typeinfo>

#include "engine/programs/interposed.h"
#include "plugins/host/backtrace.h"
#include "plugins/host/exit_watch.h"
#include "plugins/host/ode_watch.h"

namespace lightsout {

thread_local constinit CallbackGuard* CallbackGuard::current_ = nullptr;
std::atomic<const char*> CallbackGuard::thread_that_exits_ = nullptr;
std::atomic<int> CallbackGuard::thread_status_ = 0;
std::atomic<bool>* CallbackGuard::any_ = nullptr;

namespace {

constexpr std::array crash_signals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
std::array<struct sigaction, 65> previous_actions;
// A crash has been caught: what follows (writing the records, ending) works on a heap that may be damaged.
volatile std::sig_atomic_t crashed = 0;
// The process that guards: not one that users' code has forked.
pid_t guarding_process = 0;

// The timers of all guards, for hurry(): a handler may neither lock nor allocate. A guard that finds no room has its
// calls ended by its timeout only.
struct TimerSlot {
  std::atomic<bool> taken = false;
  std::atomic<bool> armed = false;
  timer_t timer{};
};
std::array<TimerSlot, 256> timer_slots;
constexpr double hurried_period_s = 0.25;
std::atomic<bool> hurried = false;
constexpr int exit_code_plugin_failed = 5;  // as that of a run (runs/outcome.h)
constexpr unsigned seconds_to_finish = 30;

int tick_signal() { return SIGRTMIN + 5; }

void say(const char* text) { [[maybe_unused]] const auto ignored = write(2, text, std::strlen(text)); }

const char* signal_text(int signal, int code) {
  switch (signal) {
    case SIGSEGV:
      return "SIGSEGV (segmentation fault)";
    case SIGBUS:
      return "SIGBUS (memory that is not there)";
    case SIGFPE:
      return code == FPE_INTDIV ? "SIGFPE (integer division by zero)" : "SIGFPE (arithmetic error)";
    case SIGILL:
      return "SIGILL (illegal instruction)";
    case SIGABRT:
      return "SIGABRT (abort() was called: a failed assert, a damaged heap or an uncaught exception)";
    case SIGTRAP:
      return "SIGTRAP (trap)";
    default:
      return "a signal";
  }
}

bool is_traced() {
  const int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  std::array<char, 4096> text;
  const auto size = read(file, text.data(), text.size() - 1);
  close(file);
  if (size <= 0) return false;
  text[std::size_t(size)] = 0;
  const char* line = std::strstr(text.data(), "TracerPid:\t");
  return line && line[11] != '0';
}

void too_long_to_finish(int) {
  say("lightsout: the records could not be finished after the crash; what was written before is kept\n");
  end_process(exit_code_plugin_failed);
}

// One alternate stack per thread that has guards, never freed: a signal may come at any time.
void give_thread_a_signal_stack() {
  stack_t stack{};
  if (sigaltstack(nullptr, &stack) == 0 && !(stack.ss_flags & SS_DISABLE)) return;
  constexpr std::size_t size = 256 * 1024;
  stack = {};
  stack.ss_sp = std::malloc(size);
  stack.ss_size = size;
  if (stack.ss_sp) sigaltstack(&stack, nullptr);
}

}  // namespace

CallbackGuard::CallbackGuard(double timeout_s) : timeout_s_(timeout_s) {
  static std::once_flag once;
  guarding_process = getpid();
  std::call_once(once, [] {
    // The first call loads libgcc, which a handler must not.
    std::array<void*, 2> frames;
    backtrace(frames.data(), int(frames.size()));
    struct sigaction action {};
    action.sa_sigaction = &CallbackGuard::on_signal;
    // NODEFER: a fault while unwinding a damaged stack comes back to the handler.
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (const int signal : crash_signals) sigaction(signal, &action, &previous_actions[std::size_t(signal)]);
    action.sa_sigaction = &CallbackGuard::on_tick;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    sigaction(tick_signal(), &action, nullptr);
  });
  give_thread_a_signal_stack();
}

CallbackGuard::~CallbackGuard() {
  if (timer_slot_ >= 0) {
    auto& slot = timer_slots[std::size_t(timer_slot_)];
    slot.armed = false;
    slot.taken = false;
  }
  if (has_timer_) timer_delete(timer_);
}

// A tick every quarter of the time allowed: a call is seen to hang after at most 5/4 of it, and calls themselves cost
// nothing. Without a limit there are no ticks until somebody is in a hurry.
void CallbackGuard::make_timer() {
  has_timer_ = true;
  if (any_) any_->store(true);
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = tick_signal();
  event._sigev_un._tid = pid_t(syscall(SYS_gettid));
  event.sigev_value.sival_ptr = this;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer_) != 0) return;
  for (std::size_t i = 0; i < timer_slots.size() && timer_slot_ < 0; ++i) {
    if (timer_slots[i].taken.exchange(true)) continue;
    timer_slot_ = int(i);
    timer_slots[i].timer = timer_;
    timer_slots[i].armed = true;
  }
  if (hurried)
    set_timer(hurried_period_s);
  else if (timeout_s_ > 0)
    set_timer(timeout_s_ / 4);
}

void CallbackGuard::set_timer(double period_s) {
  itimerspec spec{};
  spec.it_interval.tv_sec = time_t(period_s);
  spec.it_interval.tv_nsec = std::max(1L, long((period_s - double(time_t(period_s))) * 1e9));
  spec.it_value = spec.it_interval;
  timer_settime(timer_, 0, &spec, nullptr);
}

// timer_settime is one of the functions that a handler may call.
void CallbackGuard::hurry() {
  hurried = true;
  itimerspec spec{};
  spec.it_interval.tv_nsec = long(hurried_period_s * 1e9);
  spec.it_value = spec.it_interval;
  for (auto& slot : timer_slots)
    if (slot.armed) timer_settime(slot.timer, 0, &spec, nullptr);
}

void CallbackGuard::on_exit(const char* function, int status) {
  if (getpid() != guarding_process) return;
  CallbackGuard* guard = current_;
  // The program's own threads call none of them.
  if (!guard && pid_t(syscall(SYS_gettid)) != guarding_process) {
    thread_status_ = status;
    thread_that_exits_ = function;
    for (;;) syscall(SYS_exit, 0);
  }
  if (!guard) return;
  char message[64];
  std::snprintf(message, sizeof message, "called %s(%d)", function, status);
  guard->give_up(CallbackFailure::Kind::Exit, message);
}

void CallbackGuard::on_tick(int, siginfo_t* info, void*) {
  auto* guard = static_cast<CallbackGuard*>(info->si_value.sival_ptr);
  if (current_ != guard || guard->calls_ != guard->calls_at_tick_) {
    guard->calls_at_tick_ = guard->calls_;
    guard->idle_ticks_ = 0;
    return;
  }
  const bool in_a_hurry = hurried;
  if (++guard->idle_ticks_ < (in_a_hurry ? 2 : 4) || is_traced()) return;
  guard->kind_ = in_a_hurry ? CallbackFailure::Kind::Interrupted : CallbackFailure::Kind::Hang;
  guard->frame_count_ = backtrace(guard->frames_, max_frames);
  guard->leave_by_jump();
}

void CallbackGuard::on_signal(int signal, siginfo_t* info, void* context) {
  CallbackGuard* guard = current_;
  if (!guard) {
    if (crashed) {
      say("lightsout: the damage that the crash left ended the process\n");
      end_process(exit_code_plugin_failed);
    }
    // Not ours: what would have happened without us.
    const struct sigaction& previous = previous_actions[std::size_t(signal)];
    if (previous.sa_flags & SA_SIGINFO) return previous.sa_sigaction(signal, info, context);
    library_sigaction(signal, &previous, nullptr);  // at the same instruction
    if (info->si_code <= 0 || signal == SIGABRT) raise(signal);
    return;
  }
  if (guard->unwinding_) {
    guard->frame_count_ = std::min(guard->frame_count_, 1);
    guard->leave_by_jump();
  }
  guard->unwinding_ = true;
  crashed = 1;
  guard->kind_ = CallbackFailure::Kind::Crash;
  guard->signal_ = signal;
  guard->signal_code_ = info->si_code;
  guard->address_ = info->si_addr;
#if defined(__x86_64__)
  const auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  for (int i = 0; i < 17; ++i) guard->registers_[i] = std::uint64_t(registers[i]);
  guard->frames_[0] = reinterpret_cast<void*>(registers[REG_RIP]);
#elif defined(__aarch64__)
  const auto& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
  for (int i = 0; i < 17; ++i) guard->registers_[i] = machine.regs[i];
  guard->frames_[0] = reinterpret_cast<void*>(machine.pc);
#endif
  guard->frame_count_ = 1;
  say("lightsout: crash in a plugin: ");
  say(guard->callback_);
  say(", finishing the records\n");
  void* frames[max_frames];
  const int count = backtrace(frames, max_frames);
  // From the faulting instruction outwards: the handler's own frames come before it.
  void** const begin = std::find(frames, frames + count, guard->frames_[0]);
  if (begin != frames + count) {
    guard->frame_count_ = int(frames + count - begin);
    std::copy(begin, frames + count, guard->frames_);
  } else {
    guard->frame_count_ = count;
    std::copy(frames, frames + count, guard->frames_);
  }
  guard->leave_by_jump();
}

void CallbackGuard::leave_by_jump() { siglongjmp(jump_, 1); }

void CallbackGuard::give_up(CallbackFailure::Kind kind, const char* message) {
  kind_ = kind;
  std::strncpy(message_, message, sizeof message_ - 1);
  frame_count_ = backtrace(frames_, max_frames);
  leave_by_jump();
}

// On the thread's own stack again, outside of any handler: ordinary code from here on, as far as the heap is whole.
bool CallbackGuard::come_back() {
  leave();
  sigset_t mask;
  sigemptyset(&mask);
  for (const int signal : crash_signals) sigaddset(&mask, signal);
  sigaddset(&mask, tick_signal());
  pthread_sigmask(SIG_UNBLOCK, &mask, nullptr);
  if (kind_ == CallbackFailure::Kind::Crash || kind_ == CallbackFailure::Kind::Hang ||
      kind_ == CallbackFailure::Kind::Interrupted) {
    struct sigaction action {};
    action.sa_handler = too_long_to_finish;
    sigaction(SIGALRM, &action, nullptr);
    alarm(seconds_to_finish);
  }
  unwinding_ = false;
  failure_ = {};
  failure_.kind = kind_;
  failure_.callback = callback_;
  failure_.backtrace = symbolise({frames_, std::size_t(frame_count_)});
  switch (kind_) {
    case CallbackFailure::Kind::Crash: {
      failure_.message = fmt::format("was killed by {}", signal_text(signal_, signal_code_));
      if (signal_ == SIGSEGV || signal_ == SIGBUS) {
        const auto destroyed = describe_destroyed_object(registers_);
        if (!destroyed.empty())
          failure_.message += fmt::format(": it used {}", destroyed);
        else if (signal_code_ == SEGV_MAPERR && std::uint64_t(address_) < 4096)
          failure_.message += fmt::format(": a NULL pointer was followed (address {})",
                                          address_ ? fmt::ptr(address_) : fmt::ptr(static_cast<void*>(nullptr)));
        else if (signal_code_ > 0 && signal_code_ != SI_KERNEL)
          failure_.message += fmt::format(" at address {}", fmt::ptr(address_));
      }
      break;
    }
    case CallbackFailure::Kind::Hang:
      failure_.message = fmt::format("did not return within {} s (--plugin-timeout)", timeout_s_);
      break;
    case CallbackFailure::Kind::Interrupted:
      failure_.message = "had not returned when the run was to end by a signal,";
      break;
    case CallbackFailure::Kind::OdeError:
      failure_.message = fmt::format("was refused by ODE: {}", message_);
      break;
    default:
      failure_.message = message_;
  }
  return false;
}

bool CallbackGuard::note_thread() {
  failure_ = {};
  failure_.kind = CallbackFailure::Kind::Exit;
  failure_.callback = callback_;
  failure_.message = fmt::format("had a thread that called {}({})", thread_that_exits_.load(), thread_status_.load());
  return false;
}

void CallbackGuard::note_exception() {
  failure_ = {};
  failure_.kind = CallbackFailure::Kind::Exception;
  failure_.callback = callback_;
  try {
    throw;
  } catch (const std::exception& exception) {
    int status = 0;
    char* name = abi::__cxa_demangle(typeid(exception).name(), nullptr, nullptr, &status);
    failure_.message =
        fmt::format("let a C++ exception out: {}: {}", name ? name : typeid(exception).name(), exception.what());
    std::free(name);
  } catch (...) {
    const auto* type = abi::__cxa_current_exception_type();
    failure_.message = fmt::format("let a C++ exception out, of type {}", type ? type->name() : "unknown");
  }
}

}  // namespace lightsout
