// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/programs/guests/guest_threads.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <list>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

#include "engine/programs/guests/guest.h"
#include "engine/programs/interposed.h"

namespace lightsout {
namespace {

using Start = void* (*)(void*);

struct GuestThread {
  std::uint64_t guest;
  Start start;
  void* argument;
  // A stack that has overflown is reported from another one.
  static constexpr std::size_t signal_stack_size = std::size_t(64) * 1024;
  std::unique_ptr<std::byte[]> signal_stack = std::make_unique_for_overwrite<std::byte[]>(signal_stack_size);
  int ends = 0;
  std::atomic<bool> has_ended = false;
};

// Those that have ended stay in the list until somebody looks at it: a thread that ends takes no lock.
constinit std::mutex mutex;
std::list<GuestThread> threads;
thread_local constinit GuestThread* own = nullptr;

void forget_ended() {
  threads.remove_if([](const GuestThread& thread) { return thread.has_ended.load(); });
}

#if LIGHTSOUT_INTERPOSES

pthread_key_t key{};

// What a thread does at its end, destructors of its variables, is users' code too: this comes in the last round.
void on_end(void* thread) {
  if (!own) return;
  if (++own->ends < PTHREAD_DESTRUCTOR_ITERATIONS && ::pthread_setspecific(key, thread) == 0) return;
  leave_guest_thread();
}

void* run(void* thread) {
  if (begin_every_thread) begin_every_thread();
  own = static_cast<GuestThread*>(thread);
  stack_t stack{};
  stack.ss_sp = own->signal_stack.get();
  stack.ss_size = GuestThread::signal_stack_size;
  ::sigaltstack(&stack, nullptr);
  ::pthread_setspecific(key, own);
  return own->start(own->argument);
}

constinit LibraryFunction<int(pthread_t*, const pthread_attr_t*, Start, void*)> library_pthread_create(
    "pthread_create");

[[gnu::constructor]] void look_up_pthread_create() { library_pthread_create.look_up(); }

int create_for(std::uint64_t guest, pthread_t* id, const pthread_attr_t* attributes, Start start, void* argument) {
  static std::once_flag once;
  std::call_once(once, [] { ::pthread_key_create(&key, on_end); });
  GuestThread* thread = nullptr;
  try {
    const std::lock_guard lock(mutex);
    forget_ended();
    thread = &threads.emplace_back(guest, start, argument);
  } catch (const std::bad_alloc&) {
    return EAGAIN;
  }
  const int error = library_pthread_create(id, attributes, run, thread);
  if (error != 0) thread->has_ended = true;
  return error;
}

struct Beginning {
  Start start;
  void* argument;
};

void* run_own(void* given) {
  begin_every_thread();
  const Beginning beginning = *static_cast<Beginning*>(given);
  std::free(given);
  return beginning.start(beginning.argument);
}

// One of the program's.
int create_own(pthread_t* id, const pthread_attr_t* attributes, Start start, void* argument) {
  if (!begin_every_thread) return library_pthread_create(id, attributes, start, argument);
  auto* const beginning = static_cast<Beginning*>(std::malloc(sizeof(Beginning)));
  if (!beginning) return EAGAIN;
  *beginning = {start, argument};
  const int error = library_pthread_create(id, attributes, run_own, beginning);
  if (error != 0) std::free(beginning);
  return error;
}

#endif

}  // namespace

bool is_guest_thread() { return own != nullptr; }

bool is_guest_call() { return (Guest::is_inside() || is_guest_thread()) && Guest::is_program(); }

void leave_guest_thread() {
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  ::sigaltstack(&none, nullptr);
  if (GuestThread* thread = std::exchange(own, nullptr)) thread->has_ended = true;
}

std::vector<void*> guest_threads(std::uint64_t guest, std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  for (;;) {
    std::vector<void*> starts;
    {
      const std::lock_guard lock(mutex);
      forget_ended();
      for (const GuestThread& thread : threads)
        if (thread.guest == guest) starts.push_back(reinterpret_cast<void*>(thread.start));
    }
    if (starts.empty() || std::chrono::steady_clock::now() >= until) return starts;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

}  // namespace lightsout

#if LIGHTSOUT_INTERPOSES

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                              void* argument) noexcept {
  const std::uint64_t guest = lightsout::own                  ? lightsout::own->guest
                              : lightsout::Guest::is_inside() ? lightsout::Guest::here()->number()
                                                              : 0;
  if (guest == 0 || !lightsout::Guest::is_program()) return lightsout::create_own(thread, attributes, start, argument);
  return lightsout::create_for(guest, thread, attributes, start, argument);
}

#endif
