// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Waiting for somebody else: for the far end of a named pipe, for bytes, for room. A signal that comes just before a
// call that waits does not interrupt it; so none of these waits for longer than a moment without looking whether the
// end of this program was asked for.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string_view>

namespace lightsout {

// While it lives, nobody waits once `asked` is set. One inside another takes its place; `asked` outlives it.
class NoWaiting {
 public:
  explicit NoWaiting(const std::atomic<bool>& asked);
  ~NoWaiting();
  NoWaiting(const NoWaiting&) = delete;
  NoWaiting& operator=(const NoWaiting&) = delete;

 private:
  const std::atomic<bool>* outer_;
};

// Also where a signal that ends programs has come and is held back (blocked).
bool must_not_wait();

// What is about to be lost, a reader that comes a little late still gets.
constexpr std::chrono::milliseconds last_patience{2000};

// As open(2), with the mode 0666. A named pipe is waited for until somebody has its other end open; it is then for the
// functions below (O_NONBLOCK). -1 with EINTR: the end was asked for, and `patience` is over since.
int open_patiently(const char* path, int flags, std::chrono::milliseconds patience = {});
// As read(2): waits for bytes or their end. -1 with EINTR: the end was asked for.
ssize_t read_patiently(int file, void* to, std::size_t most);
// All of it. False: errno says why; EINTR: the end was asked for, and nobody has taken anything for `last_patience`.
bool write_patiently(int file, std::string_view bytes);
// As remove_tree() (remove_tree.h). EINTR: the end was asked for, and `last_patience` is over since.
int remove_patiently(const char* path);
// As fopen(3), of these three. A named pipe cannot be sought in.
std::FILE* open_stream(const char* path, const char* mode);

}  // namespace lightsout
