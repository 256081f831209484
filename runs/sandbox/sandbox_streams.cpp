// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/sandbox/sandbox_streams.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <utility>

#include "engine/descriptors/write_all.h"
#include "engine/programs/thread_without_signals.h"

namespace lightsout {
namespace {

// Pipes, terminals and devices are the same for all who have them open.
bool is_plain_file(int stream, struct stat& file) { return ::fstat(stream, &file) == 0 && S_ISREG(file.st_mode); }

// Until the one ends or the other takes no more.
void carry_bytes(int from, int to) {
  char bytes[65536];
  for (;;) {
    const ssize_t got = ::read(from, bytes, sizeof bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return;
    if (!write_all(to, {bytes, std::size_t(got)})) return;
  }
}

}  // namespace

SandboxStreams::SandboxStreams(bool reads_input) {
  struct stat files[3]{};
  bool plain[3];
  for (int stream = 0; stream < 3; ++stream) plain[stream] = is_plain_file(stream, files[stream]);
  joined_ = plain[1] && plain[2] && files[1].st_dev == files[2].st_dev && files[1].st_ino == files[2].st_ino;
  for (int stream = 0; stream < 3 && failure_ == 0; ++stream) {
    if (!plain[stream] || (stream == 2 && joined_)) continue;
    inside_[std::size_t(stream)] = given(stream, reads_input);
    if (!inside_[std::size_t(stream)]) failure_ = errno;
  }
}

SandboxStreams::~SandboxStreams() { finish(); }

FileDescriptor SandboxStreams::given(int stream, bool reads_input) {
  if (stream == 0 && !reads_input) return FileDescriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  int ends[2];
  FileDescriptor outside(::fcntl(stream, F_DUPFD_CLOEXEC, 3));
  if (!outside || ::pipe2(ends, O_CLOEXEC) != 0) return {};
  FileDescriptor read_end(ends[0]), write_end(ends[1]);
  if (stream == 0) {
    carried_.push_back({std::move(outside), std::move(write_end)});
    return read_end;
  }
  carried_.push_back({std::move(read_end), std::move(outside)});
  return write_end;
}

bool SandboxStreams::place() const {
  for (int stream = 0; stream < 3; ++stream) {
    const FileDescriptor& from = inside_[stream == 2 && joined_ ? 1 : std::size_t(stream)];
    if (from && ::dup2(from.get(), stream) < 0) return false;
  }
  return true;
}

void SandboxStreams::carry() {
  for (FileDescriptor& end : inside_) end.reset();
  for (Carried& one : carried_)
    threads_.push_back(thread_without_signals(
        [from = std::move(one.from), to = std::move(one.to)] { carry_bytes(from.get(), to.get()); }));
  carried_.clear();
}

void SandboxStreams::finish() {
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

}  // namespace lightsout
