// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// exec*() of users' code inside this process would put another program in the place of the simulation, whose end would
// be taken for that of the run. A process that the code forks may do so.
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>

#include "engine/programs/guests/guest_threads.h"
#include "engine/programs/interposed.h"

#if LIGHTSOUT_INTERPOSES

namespace {

using Arguments = char* const*;
using Execute = int(const char* file, Arguments arguments, Arguments environment);

constinit lightsout::LibraryFunction<Execute> library_execvpe("execvpe");
constinit lightsout::LibraryFunction<int(int, Arguments, Arguments)> library_fexecve("fexecve");

[[gnu::constructor]] void look_up_exec() {
  library_execvpe.look_up();
  library_fexecve.look_up();
}

bool is_refused() {
  if (!lightsout::is_guest_call()) return false;
  std::fputs(
      "Error: exec(): another program would take the place of the simulation: in a process that is forked for it.\n",
      stderr);
  errno = ENOTSUP;
  return true;
}

int execute(const char* file, Arguments arguments, Arguments environment) {
  return is_refused() ? -1 : int(::syscall(SYS_execve, file, arguments, environment));
}

int execute_in_path(const char* file, Arguments arguments, Arguments environment) {
  return is_refused() ? -1 : library_execvpe(file, arguments, environment);
}

// `list`: the arguments after the first, a null pointer, and perhaps an environment. No heap, as in the C library.
int execute_list(Execute* execute, const char* file, const char* first, std::va_list list, bool has_environment) {
  std::size_t count = 0;
  std::va_list copy;
  va_copy(copy, list);
  for (const char* each = first; each; each = va_arg(copy, const char*)) ++count;
  va_end(copy);
  auto* const arguments = static_cast<char**>(__builtin_alloca((count + 1) * sizeof(char*)));
  arguments[0] = const_cast<char*>(first);
  for (std::size_t i = 1; i <= count; ++i) arguments[i] = va_arg(list, char*);
  return execute(file, arguments, has_environment ? va_arg(list, Arguments) : ::environ);
}

}  // namespace

extern "C" {

int execve(const char* file, Arguments arguments, Arguments environment) noexcept {
  return execute(file, arguments, environment);
}
int execv(const char* file, Arguments arguments) noexcept { return execute(file, arguments, ::environ); }
int execvp(const char* file, Arguments arguments) noexcept { return execute_in_path(file, arguments, ::environ); }
int execvpe(const char* file, Arguments arguments, Arguments environment) noexcept {
  return execute_in_path(file, arguments, environment);
}
int fexecve(int file, Arguments arguments, Arguments environment) noexcept {
  return is_refused() ? -1 : library_fexecve(file, arguments, environment);
}
int execl(const char* file, const char* first, ...) noexcept {
  std::va_list list;
  va_start(list, first);
  const int result = execute_list(execute, file, first, list, false);
  va_end(list);
  return result;
}
int execlp(const char* file, const char* first, ...) noexcept {
  std::va_list list;
  va_start(list, first);
  const int result = execute_list(execute_in_path, file, first, list, false);
  va_end(list);
  return result;
}
int execle(const char* file, const char* first, ...) noexcept {
  std::va_list list;
  va_start(list, first);
  const int result = execute_list(execute, file, first, list, true);
  va_end(list);
  return result;
}

}  // extern "C"

#endif
