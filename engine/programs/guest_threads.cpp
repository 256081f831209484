// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/programs/guest_threads.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <mutex>

#include "engine/programs/guest.h"
#include "engine/programs/interposed.h"

namespace lightsout {

struct GuestThreads::Shared {
  // 0: not begun. Looked at by the system's number, so that a thread has ended when nothing of it is left.
  using Number = std::shared_ptr<std::atomic<pid_t>>;

  std::vector<std::string> variables;
  std::atomic<std::uint64_t> loss = 0;
  std::atomic<bool> is_ending = false;
  std::atomic<std::uintptr_t> code_begin = 0, code_end = 0;
  std::mutex mutex;
  std::vector<Number> numbers;
};

namespace {

// Shared ownership is on the stack of the thread.
thread_local constinit GuestThreads::Shared* of_this_thread = nullptr;

int the_signal() { return SIGRTMIN + 7; }

bool is_alive(pid_t thread) { return ::syscall(SYS_tgkill, ::getpid(), thread, 0) == 0; }

[[noreturn]] void end_this_thread() {
  for (;;) ::syscall(SYS_exit, 0);
}

#if defined(__x86_64__)
constexpr unsigned char syscall_instruction[] = {0x0f, 0x05};

bool stands_at(std::uintptr_t address) {
  return std::equal(std::begin(syscall_instruction), std::end(syscall_instruction),
                    reinterpret_cast<const unsigned char*>(address));
}
#endif

// As was_asleep(), or it waits in one that begins again if the handler returns.
bool waits(const void* context) {
  if (was_asleep(context)) return true;
#if defined(__x86_64__)
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  constexpr long calls[] = {SYS_read,   SYS_futex,   SYS_wait4, SYS_waitid,         SYS_recvfrom,
                            SYS_accept, SYS_accept4, SYS_flock, SYS_clock_nanosleep};
  return stands_at(std::uintptr_t(registers[REG_RIP])) &&
         std::ranges::find(calls, long(registers[REG_RAX])) != std::end(calls);
#else
  return false;
#endif
}

std::uintptr_t place_of(const void* context) {
#if defined(__x86_64__)
  return std::uintptr_t(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<const ucontext_t*>(context)->uc_mcontext.pc;
#else
  return 0;
#endif
}

}  // namespace

bool was_asleep([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  return registers[REG_RAX] == -EINTR && stands_at(std::uintptr_t(registers[REG_RIP]) - sizeof syscall_instruction);
#else
  return false;
#endif
}

GuestThreads::GuestThreads(std::vector<std::string> variables) : shared_(std::make_shared<Shared>()) {
  shared_->variables = std::move(variables);
}

GuestThreads::~GuestThreads() { end(); }

bool GuestThreads::are_there() const {
  const std::lock_guard lock(shared_->mutex);
  std::erase_if(shared_->numbers, [](const Shared::Number& number) {
    const pid_t thread = number->load();
    return thread != 0 && !is_alive(thread);
  });
  return !shared_->numbers.empty();
}

bool GuestThreads::end(std::span<const std::byte> instructions) {
  constexpr int tries = 100;
  constexpr timespec pause{0, 1'000'000};
  if (!are_there()) return true;
  struct sigaction action {};
  action.sa_sigaction = [](int, siginfo_t*, void* context) {
    const Shared* shared = of_this_thread;
    if (!shared || !shared->is_ending) return;
    const std::uintptr_t place = place_of(context);
    if (waits(context) || (place >= shared->code_begin && place < shared->code_end)) end_this_thread();
  };
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  library_sigaction(the_signal(), &action, nullptr);
  shared_->code_begin = reinterpret_cast<std::uintptr_t>(instructions.data());
  shared_->code_end = shared_->code_begin + instructions.size();
  shared_->is_ending = true;
  for (int i = 0; i < tries && are_there(); ++i) {
    {
      const std::lock_guard lock(shared_->mutex);
      for (const Shared::Number& number : shared_->numbers)
        if (const pid_t thread = number->load()) ::syscall(SYS_tgkill, ::getpid(), thread, the_signal());
    }
    ::clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, nullptr);
  }
  return !are_there();
}

GuestThreads::End GuestThreads::lost() const {
  const std::uint64_t packed = shared_->loss.load();
  return {Loss(packed >> 32), int(std::uint32_t(packed))};
}

const std::atomic<std::uint64_t>& GuestThreads::loss() const { return shared_->loss; }

bool GuestThreads::is_one() { return of_this_thread != nullptr; }

void GuestThreads::note(Shared& shared, Loss loss, int code) {
  std::uint64_t none = 0;
  shared.loss.compare_exchange_strong(none, std::uint64_t(loss) << 32 | std::uint32_t(code));
}

void GuestThreads::lose(Loss loss, int code) {
  note(*of_this_thread, loss, code);
  end_this_thread();
}

// What a new thread is handed.
struct GuestThreadStart {
  using Routine = void* (*)(void*);
  Routine routine;
  void* argument;
  std::shared_ptr<GuestThreads::Shared> shared;
  GuestThreads::Shared::Number number = std::make_shared<std::atomic<pid_t>>(0);

  static std::shared_ptr<GuestThreads::Shared> of_the_caller() {
    if (of_this_thread) return owner_of_this_thread;
    Guest* guest = Guest::inside();
    return guest ? guest->threads().shared_ : nullptr;
  }

  static void* run(void* start) {
    const std::unique_ptr<GuestThreadStart> own(static_cast<GuestThreadStart*>(start));
    ::unshare(CLONE_FS);
    owner_of_this_thread = own->shared;
    of_this_thread = own->shared.get();
    Guest::set_variables_of_thread(&own->shared->variables);
    own->number->store(pid_t(::syscall(SYS_gettid)));
    return own->routine(own->argument);
  }

  static thread_local std::shared_ptr<GuestThreads::Shared> owner_of_this_thread;
};

thread_local std::shared_ptr<GuestThreads::Shared> GuestThreadStart::owner_of_this_thread;

}  // namespace lightsout

#if LIGHTSOUT_INTERPOSES

using lightsout::Guest;
using lightsout::GuestThreads;
using lightsout::GuestThreadStart;

extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, GuestThreadStart::Routine routine,
                   void* argument) noexcept {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, GuestThreadStart::Routine, void*);
  static const auto create = lightsout::of_library<Create>("pthread_create");
  const auto shared = GuestThreadStart::of_the_caller();
  if (!shared) return create(thread, attributes, routine, argument);
  auto start = std::make_unique<GuestThreadStart>(routine, argument, shared);
  {
    const std::lock_guard lock(shared->mutex);
    shared->numbers.push_back(start->number);
  }
  const int error = create(thread, attributes, GuestThreadStart::run, start.get());
  if (error == 0) {
    static_cast<void>(start.release());
  } else {
    const std::lock_guard lock(shared->mutex);
    std::erase(shared->numbers, start->number);
  }
  return error;
}

// Signals of the program's own end no sleep: nothing else in a process would know them.
int nanosleep(const timespec* time, timespec* left) {
  timespec rest = *time;
  int error;
  do error = ::clock_nanosleep(CLOCK_REALTIME, 0, &rest, &rest);
  while (error == EINTR && Guest::inside());
  if (left) *left = rest;
  if (error != 0) errno = error;
  return error == 0 ? 0 : -1;
}

unsigned sleep(unsigned seconds) {
  timespec time{time_t(seconds), 0};
  return nanosleep(&time, &time) == 0 ? 0 : unsigned(time.tv_sec);
}

int usleep(useconds_t microseconds) {
  const timespec time{time_t(microseconds / 1'000'000), long(microseconds % 1'000'000) * 1000};
  return nanosleep(&time, nullptr);
}

// The thread of the simulation is not the guest's to end.
void pthread_exit(void* value) {
  using Exit = void (*)(void*);
  static const auto exit_thread = lightsout::of_library<Exit>("pthread_exit");
  if (const Guest* guest = Guest::inside()) guest->leave_thread();
  exit_thread(value);
  __builtin_unreachable();
}

}  // extern "C"

#endif
