// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/host/exit_watch.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

#include "engine/programs/interposed.h"
#include "plugins/host/callback_guard.h"

namespace lightsout {

void end_process(int status) {
  for (;;) syscall(SYS_exit_group, status);
}

namespace {

using Exit = void (*)(int);

// Looked up before anything can call it.
Exit library_exit = nullptr, library_quick_exit = nullptr;

[[noreturn]] void end_by(Exit function, const char* name, int status) {
  if (!function) function = reinterpret_cast<Exit>(dlsym(RTLD_NEXT, name));
  if (function) function(status);
  end_process(status);
}

}  // namespace

void watch_exits() {
  if (!library_exit) library_exit = reinterpret_cast<Exit>(dlsym(RTLD_NEXT, "exit"));
  if (!library_quick_exit) library_quick_exit = reinterpret_cast<Exit>(dlsym(RTLD_NEXT, "quick_exit"));
}

}  // namespace lightsout

using lightsout::CallbackGuard;

// The headers that declare them say that they do not return.
extern "C" {

void exit(int status) noexcept {
  CallbackGuard::on_exit("exit", status);
  lightsout::end_by(lightsout::library_exit, "exit", status);
}

void quick_exit(int status) noexcept {
  CallbackGuard::on_exit("quick_exit", status);
  lightsout::end_by(lightsout::library_quick_exit, "quick_exit", status);
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
  using Exit = void (*)(void*);
  static const auto exit_thread = lightsout::of_library<Exit>("pthread_exit");
  exit_thread(value);
  __builtin_unreachable();
}
#endif

}  // extern "C"
