// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// exit(), pthread_exit() and their kin, noticed where users' libraries call them: they find these functions first,
// because the executable is searched before the C library. A guarded call that ends the process fails instead
// (CallbackGuard::on_exit). What a library does by a bare system call is out of reach.
#include <pthread.h>
#include <unistd.h>

#include <cstdlib>

#include "engine/programs/interposed.h"
#include "engine/programs/left_behind.h"
#include "plugins/host/guard/callback_guard.h"

namespace lightsout {

namespace {

constinit LibraryFunction<void(int)> library_exit("exit"), library_quick_exit("quick_exit");
[[maybe_unused]] constinit LibraryFunction<void(void*)> library_pthread_exit("pthread_exit");
[[maybe_unused]] constinit LibraryFunction<int(pthread_t)> library_pthread_cancel("pthread_cancel");

[[gnu::constructor]] void look_up_exits() {
  library_exit.look_up();
  library_quick_exit.look_up();
  library_pthread_exit.look_up();
  library_pthread_cancel.look_up();
}

[[noreturn]] void end_by(LibraryFunction<void(int)>& function, int status) {
  if (function.look_up()) function(status);
  end_process(status);
}

}  // namespace
}  // namespace lightsout

using lightsout::CallbackGuard;

// The headers that declare them say that they do not return.
extern "C" {

void exit(int status) noexcept {
  CallbackGuard::on_exit("exit", status);
  lightsout::end_by(lightsout::library_exit, status);
}

void quick_exit(int status) noexcept {
  CallbackGuard::on_exit("quick_exit", status);
  lightsout::end_by(lightsout::library_quick_exit, status);
}

// Also between vfork and exec, where only system calls are allowed.
void _exit(int status) {
  CallbackGuard::on_exit("_exit", status);
  lightsout::end_process(status);
}

void _Exit(int status) noexcept {
  CallbackGuard::on_exit("_Exit", status);
  lightsout::end_process(status);
}

#if LIGHTSOUT_INTERPOSES
// The thread of the simulation is not users' code's to end.
void pthread_exit(void* value) {
  if (CallbackGuard* guard = CallbackGuard::current(); guard && lightsout::Guest::is_inside())
    guard->give_up(lightsout::CallbackFailure::Kind::Exit, "called pthread_exit()");
  lightsout::library_pthread_exit(value);
  __builtin_unreachable();
}

int pthread_cancel(pthread_t thread) {
  if (CallbackGuard* guard = CallbackGuard::current();
      guard && lightsout::Guest::is_inside() && ::pthread_equal(thread, ::pthread_self()))
    guard->give_up(lightsout::CallbackFailure::Kind::Exit, "called pthread_cancel() of its own thread");
  return lightsout::library_pthread_cancel(thread);
}
#endif

}  // extern "C"
