// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Users' code inside this process closes and replaces what it has opened itself. What the program has open
// (engine/descriptors/held.h) stays: another file would get its number, and what a run writes would go there. The
// standard streams can be led elsewhere, and are not closed. Processes that the code forks do what they like.
#include "engine/programs/guests/guest_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <string_view>

#include "engine/descriptors/held.h"
#include "engine/programs/guests/guest_threads.h"
#include "engine/programs/interposed.h"

#if LIGHTSOUT_INTERPOSES

namespace lightsout {
namespace {

constinit LibraryFunction<int(int)> library_close("close");
constinit LibraryFunction<int(int, int)> library_dup2("dup2");
constinit LibraryFunction<int(int, int, int)> library_dup3("dup3");
constinit LibraryFunction<int(unsigned, unsigned, int)> library_close_range("close_range");
constinit LibraryFunction<void(int)> library_closefrom("closefrom");

[[gnu::constructor]] void look_up_files() {
  library_close.look_up();
  library_dup2.look_up();
  library_dup3.look_up();
  library_close_range.look_up();
  library_closefrom.look_up();
}

bool is_kept_open(int file) { return (file >= 0 && file <= STDERR_FILENO) || is_held(file); }

// Once: who closes all files would hear of each. No heap, as in the C library.
int refuse(std::string_view call, int file) {
  static constinit std::atomic<bool> is_said = false;
  if (!is_said.exchange(true))
    std::fprintf(stderr, "Error: %.*s(): descriptor %d is the program's own, and stays as it is.\n", int(call.size()),
                 call.data(), file);
  errno = EBADF;
  return -1;
}

// From `first` on up to the next one that is kept open.
int end_of_others(int first) {
  while (first < most_held && !is_kept_open(first)) ++first;
  return first;
}

// All but those that are kept open, piece by piece: `close(first, last)`.
template <class Close>
void close_others(int first, Close close) {
  while (first < most_held) {
    const int end = end_of_others(first);
    if (end > first && end < most_held) close(first, end - 1);
    if (end == most_held) return close(first, -1);
    first = end + 1;
  }
  close(first, -1);
}

// The program's: stdout and its kin are variables, which a controller in process has for its own.
const std::array<std::FILE*, 3> standard_streams = {stdin, stdout, stderr};

}  // namespace

bool is_kept_open(std::FILE* stream) {
  if (!is_guest_call() || !stream) return false;
  return std::ranges::find(standard_streams, stream) != standard_streams.end() || is_held(::fileno(stream));
}

}  // namespace lightsout

using namespace lightsout;

extern "C" {

int close(int file) { return is_kept_open(file) && is_guest_call() ? refuse("close", file) : library_close(file); }

int dup2(int from, int to) noexcept {
  return is_held(to) && from != to && is_guest_call() ? refuse("dup2", to) : library_dup2(from, to);
}

int dup3(int from, int to, int flags) noexcept {
  return is_held(to) && from != to && is_guest_call() ? refuse("dup3", to) : library_dup3(from, to, flags);
}

int close_range(unsigned first, unsigned last, int flags) noexcept {
  if (!is_guest_call() || first > last || first >= unsigned(most_held)) return library_close_range(first, last, flags);
  int result = 0;
  close_others(int(first), [&](int begin, int end) {
    const unsigned until = end < 0 ? last : std::min(unsigned(end), last);
    if (unsigned(begin) <= until && library_close_range(unsigned(begin), until, flags) != 0) result = -1;
  });
  return result;
}

void closefrom(int first) noexcept {
  if (!is_guest_call()) return library_closefrom(first);
  close_others(std::max(first, 0), [](int begin, int end) {
    if (end < 0) return library_closefrom(begin);
    for (int file = begin; file <= end; ++file) library_close(file);
  });
}

}  // extern "C"

#else

bool lightsout::is_kept_open(std::FILE*) { return false; }

#endif
