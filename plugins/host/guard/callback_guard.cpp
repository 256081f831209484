// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Signals are process-wide: the handlers are installed with the first guard and pass on whatever does not happen inside
// a guarded call. They run on a stack of their own, so that a stack overflow is reported too.
#include "plugins/host/guard/callback_guard.h"

#include <cxxabi.h>
#include <execinfo.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <stdio_ext.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <mutex>
#include <typeinfo>
#include <utility>

#include "engine/programs/binaries/debug_information.h"
#include "engine/programs/guests/guest_threads.h"
#include "engine/programs/interposed.h"
#include "engine/programs/left_behind.h"
#include "plugins/host/guard/backtrace.h"
#include "plugins/host/guard/ode_watch.h"

namespace lightsout {

thread_local constinit CallbackGuard* CallbackGuard::current_ = nullptr;
std::atomic<bool> CallbackGuard::thread_has_failed_ = false;
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
constexpr int exit_code_plugin_failed = 5;  // as that of a run (runs/reports/outcome.h)
constexpr unsigned seconds_to_finish = 30;
// One that has been asked to end looks for that now and then.
constexpr std::chrono::milliseconds thread_patience{500};

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

std::atomic<std::atomic<bool>*> interrupted_by_threads = nullptr;
std::terminate_handler terminate_before = nullptr;

// Of the first thread of users' code in which something went wrong.
struct FailedThread {
  std::atomic<bool> taken = false;
  CallbackFailure::Kind kind{};
  CrashRecord record;
  char message[512] = {};
};
FailedThread failed_thread;
thread_local constinit bool is_failed_thread = false;

// A thread of the program that calls users' code, or may do so.
thread_local constinit bool makes_calls = false;

// The program's other threads take no signals, nor do they end the process.
bool is_of_users_code() { return !makes_calls && pid_t(syscall(SYS_gettid)) != guarding_process; }

// Where a thread has ended amid printing nobody else would print any more.
void leave_streams_open() {
  for (FILE* stream : {stdin, stdout, stderr}) __fsetlocking(stream, FSETLOCKING_BYCALLER);
}

void too_long_to_finish(int) {
  say("lightsout: the records could not be finished after the crash; what was written before is kept\n");
  end_process(exit_code_plugin_failed);
}

// The records may need a lock or memory that went down with the crash.
void finish_in_time() {
  struct sigaction action {};
  action.sa_handler = too_long_to_finish;
  library_sigaction(SIGALRM, &action, nullptr);
  alarm(seconds_to_finish);
}

std::string demangled_type(const std::type_info& type) {
  int status = 0;
  char* const text = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
  std::string name = text ? text : type.name();
  std::free(text);
  return name;
}

// Of the exception that is being handled.
std::string text_of_exception() {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  if (!type) return "called std::terminate()";
  const std::string name = demangled_type(*type);
  try {
    throw;
  } catch (const std::exception& exception) {
    return fmt::format("let a C++ exception out: {}: {}", name, exception.what());
  } catch (const std::string& text) {
    return fmt::format("let a C++ exception out, of type {}: {}", "std::string", text);
  } catch (const char* text) {
    return fmt::format("let a C++ exception out, of type {}: {}", name, text);
  } catch (...) {
    return fmt::format("let a C++ exception out, of type {}", name);
  }
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
  makes_calls = true;
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
    terminate_before = std::set_terminate(&CallbackGuard::on_terminate);
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
  char message[64];
  std::snprintf(message, sizeof message, "called %s(%d)", function, status);
  if (CallbackGuard* guard = current_) guard->give_up(CallbackFailure::Kind::Exit, message);
  if (is_of_users_code()) fail_thread(CallbackFailure::Kind::Exit, message);
}

// As far as the thread itself comes. Whoever waits for it finds it ended.
void CallbackGuard::fail_thread(CallbackFailure::Kind kind, const char* message) {
  if (!failed_thread.taken.exchange(true)) {
    failed_thread.kind = kind;
    std::strncpy(failed_thread.message, message, sizeof failed_thread.message - 1);
    failed_thread.record.note_frames();
    tell_of_failed_thread();
  }
  leave_guest_thread();
  for (;;) syscall(SYS_exit, 0);
}

// Safe in handlers.
void CallbackGuard::tell_of_failed_thread() {
  leave_streams_open();
  thread_has_failed_ = true;
  if (std::atomic<bool>* interrupted = interrupted_by_threads) interrupted->store(true);
  hurry();
}

void CallbackGuard::let_threads_interrupt(std::atomic<bool>* interrupted) { interrupted_by_threads = interrupted; }

void CallbackGuard::on_terminate() {
  if (getpid() == guarding_process && !current_ && is_guest_thread()) {
    const std::string message = text_of_exception();
    fail_thread(CallbackFailure::Kind::Exception, message.c_str());
  }
  if (terminate_before) terminate_before();
  std::abort();
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
  guard->crash_.note_frames();
  guard->leave_by_jump();
}

void CallbackGuard::on_signal(int signal, siginfo_t* info, void* context) {
  CallbackGuard* guard = current_;
  if (!guard && getpid() == guarding_process && is_of_users_code()) crash_thread(signal, *info, context);
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
    guard->crash_.keep_first_frame();
    guard->leave_by_jump();
  }
  guard->unwinding_ = true;
  crashed = 1;
  guard->kind_ = CallbackFailure::Kind::Crash;
  say("lightsout: crash in a plugin: ");
  say(guard->callback_);
  say(", finishing the records\n");
  guard->crash_.note(signal, *info, context);
  guard->leave_by_jump();
}

// The thread ends where it stands, and the thread of the simulation hears of it.
void CallbackGuard::crash_thread(int signal, const siginfo_t& info, void* context) {
  const bool is_again = std::exchange(is_failed_thread, true);
  if (is_again || !failed_thread.taken.exchange(true)) {
    if (is_again) {
      failed_thread.record.keep_first_frame();
    } else {
      say("lightsout: crash in a thread of a plugin, finishing the records\n");
      failed_thread.kind = CallbackFailure::Kind::Crash;
      failed_thread.record.note(signal, info, context);
    }
    finish_in_time();
    tell_of_failed_thread();
  }
  for (;;) syscall(SYS_exit, 0);
}

void CrashRecord::note(int with_signal, const siginfo_t& info, void* context) {
  signal = with_signal;
  code = info.si_code;
  address = info.si_addr;
#if defined(__x86_64__)
  const auto& machine = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  for (int i = 0; i < 17; ++i) registers[i] = std::uint64_t(machine[i]);
  frames[0] = reinterpret_cast<void*>(machine[REG_RIP]);
#elif defined(__aarch64__)
  const auto& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
  for (int i = 0; i < 17; ++i) registers[i] = machine.regs[i];
  frames[0] = reinterpret_cast<void*>(machine.pc);
#endif
  frame_count = 1;
  void* found[max_frames];
  const int count = backtrace(found, max_frames);
  // From the faulting instruction outwards: the handler's own frames come before it.
  void** begin = std::find(found, found + count, frames[0]);
  if (begin == found + count) begin = found;
  std::copy(begin, found + count, frames);
  frame_count = int(found + count - begin);
}

void CrashRecord::note_frames() { frame_count = backtrace(frames, max_frames); }

std::string CrashRecord::text() const {
  std::string text = fmt::format("was killed by {}", signal_text(signal, code));
  if (signal != SIGSEGV && signal != SIGBUS) return text;
  if (const auto destroyed = describe_destroyed_object(registers); !destroyed.empty())
    text += fmt::format(": it used {}", destroyed);
  else if (code == SEGV_MAPERR && std::uint64_t(address) < 4096)
    text += fmt::format(": a NULL pointer was followed (address {})",
                        address ? fmt::ptr(address) : fmt::ptr(static_cast<void*>(nullptr)));
  else if (code > 0 && code != SI_KERNEL)
    text += fmt::format(" at address {}", fmt::ptr(address));
  return text;
}

std::string CallbackFailure::what() const { return in_thread ? "had a thread that " + message : message; }

std::string CallbackFailure::what_and_where() const {
  return in_thread ? fmt::format("{} (seen in {})", what(), callback) : fmt::format("{} in {}", what(), callback);
}

void CallbackGuard::leave_by_jump() { siglongjmp(jump_, 1); }

void CallbackGuard::give_up(CallbackFailure::Kind kind, const char* message) {
  kind_ = kind;
  std::strncpy(message_, message, sizeof message_ - 1);
  crash_.note_frames();
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
      kind_ == CallbackFailure::Kind::Interrupted)
    finish_in_time();
  unwinding_ = false;
  if (thread_has_failed()) return note_thread(callback_);
  failure_ = {};
  failure_.kind = kind_;
  failure_.callback = callback_;
  failure_.backtrace = symbolise({crash_.frames, std::size_t(crash_.frame_count)});
  switch (kind_) {
    case CallbackFailure::Kind::Crash:
      failure_.message = crash_.text();
      break;
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

std::optional<CallbackFailure> CallbackGuard::thread_failure() {
  if (!thread_has_failed_) return {};
  const CrashRecord& record = failed_thread.record;
  return CallbackFailure{
      .kind = failed_thread.kind,
      .callback = "",
      .message = failed_thread.kind == CallbackFailure::Kind::Crash ? record.text() : failed_thread.message,
      .in_thread = true,
      .backtrace = symbolise({record.frames, std::size_t(record.frame_count)})};
}

std::vector<void*> CallbackGuard::threads_left() {
  constexpr int most_waits = 2;  // as a library ends: before its destructors and after them
  const bool waits = thread_waits_ < most_waits;
  if (waits) ++thread_waits_;
  return guest_threads(guest_.number(), waits ? thread_patience : std::chrono::milliseconds(0));
}

bool CallbackGuard::note_thread(const char* callback) {
  failure_ = *thread_failure();
  failure_.callback = callback;
  return false;
}

void CallbackGuard::note_exception() {
  failure_ = {};
  failure_.kind = CallbackFailure::Kind::Exception;
  failure_.callback = callback_;
  failure_.message = text_of_exception();
}

}  // namespace lightsout
