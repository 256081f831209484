// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Waiting for the far end of a pipe, and its end once nobody is to wait any more, whenever that was said.
#include "engine/descriptors/waiting.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>

#include "engine/descriptors/file_descriptor.h"
#include "tests/support/temporary_folder.h"

using namespace lightsout;
using namespace std::chrono_literals;

namespace {

// A named pipe in a folder of its own.
struct NamedPipe {
  NamedPipe() { REQUIRE(::mkfifo(path.c_str(), 0600) == 0); }
  const TemporaryFolder folder;
  const std::string path = folder / "pipe";
};

// Fails, and does not wait for ever, where a wait is not given up.
template <class Wait>
int errno_of(Wait wait) {
  errno = 0;
  return wait() ? 0 : errno;
}

// SIGTERM is blocked in this thread, and has come to it.
struct HeldBack {
  HeldBack() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    ::pthread_sigmask(SIG_BLOCK, &set, &before);
    ::pthread_kill(::pthread_self(), SIGTERM);
  }
  ~HeldBack() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    const timespec none{};
    ::sigtimedwait(&set, nullptr, &none);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  sigset_t before;
};

}  // namespace

TEST_CASE("Who is asked to end before it waits for a reader, a writer or bytes does not wait") {
  const NamedPipe pipe;
  const bool by_signal = GENERATE(false, true);
  CAPTURE(by_signal);
  std::atomic<bool> asked = !by_signal;
  const NoWaiting no_waiting(asked);
  const std::optional<HeldBack> held = by_signal ? std::make_optional<HeldBack>() : std::nullopt;
  CHECK(errno_of([&] { return open_patiently(pipe.path.c_str(), O_WRONLY) >= 0; }) == EINTR);
  const FileDescriptor reader(open_patiently(pipe.path.c_str(), O_RDONLY | O_CLOEXEC));
  REQUIRE(reader);  // a writer is waited for when something is read
  char byte = 0;
  CHECK(errno_of([&] { return read_patiently(reader.get(), &byte, 1) >= 0; }) == EINTR);
  // There is one now, who has nothing to say.
  const FileDescriptor writer(open_patiently(pipe.path.c_str(), O_WRONLY | O_CLOEXEC));
  REQUIRE(writer);
  CHECK(errno_of([&] { return read_patiently(reader.get(), &byte, 1) >= 0; }) == EINTR);
}

TEST_CASE("What is there is read and written, though the end was asked for") {
  const NamedPipe pipe;
  std::atomic<bool> asked = true;
  const NoWaiting no_waiting(asked);
  const std::string file = pipe.folder / "file";
  const FileDescriptor plain(open_patiently(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC));
  REQUIRE(plain);
  const std::string sent(300'000, 'x');
  CHECK(write_patiently(plain.get(), sent));
  ::lseek(plain.get(), 0, SEEK_SET);
  std::string got(sent.size() + 1, ' ');
  CHECK(read_patiently(plain.get(), got.data(), got.size()) == ssize_t(sent.size()));

  const FileDescriptor reader(open_patiently(pipe.path.c_str(), O_RDONLY | O_CLOEXEC));
  const FileDescriptor writer(open_patiently(pipe.path.c_str(), O_WRONLY | O_CLOEXEC));
  CHECK(write_patiently(writer.get(), "abc"));
  CHECK(read_patiently(reader.get(), got.data(), got.size()) == 3);
}

TEST_CASE("Who is asked to end while it waits gives up, without any signal") {
  const NamedPipe pipe;
  std::atomic<bool> asked = false;
  const NoWaiting no_waiting(asked);
  std::thread asks([&] {
    std::this_thread::sleep_for(50ms);
    asked = true;
  });
  CHECK(errno_of([&] { return open_patiently(pipe.path.c_str(), O_WRONLY) >= 0; }) == EINTR);
  asks.join();
}

TEST_CASE("A signal that is ignored is no reason not to wait, though it is kept while it is blocked") {
  const auto before = std::signal(SIGTERM, SIG_IGN);
  {
    const HeldBack held;
    CHECK_FALSE(must_not_wait());
  }
  (void)std::signal(SIGTERM, before);
}

TEST_CASE("A reader or writer that comes later is waited for, and all goes over, to its end") {
  const NamedPipe pipe;
  std::string sent(300'000, ' '), got;
  for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = char(i % 251);
  const bool reader_first = GENERATE(false, true);
  bool all = false;
  const auto write = [&] {
    const FileDescriptor to(open_patiently(pipe.path.c_str(), O_WRONLY | O_CLOEXEC));
    all = to && write_patiently(to.get(), sent);
  };
  const auto read = [&] {
    const FileDescriptor from(open_patiently(pipe.path.c_str(), O_RDONLY | O_CLOEXEC));
    char bytes[1000];
    for (ssize_t count; (count = read_patiently(from.get(), bytes, sizeof bytes)) > 0;)
      got.append(bytes, std::size_t(count));
  };
  std::thread first([&] { reader_first ? read() : write(); });
  std::this_thread::sleep_for(30ms);
  reader_first ? write() : read();
  first.join();
  CHECK(all);
  CHECK((got == sent));
}

TEST_CASE("What a reader does not take is given up a while after the end was asked for, in a pipe of either kind") {
  const NamedPipe pipe;
  const FileDescriptor reader(::open(pipe.path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  // Its own, which waits for nothing (O_NONBLOCK), and one that is given, as standard output is.
  const bool is_given = GENERATE(false, true);
  const FileDescriptor writer(is_given ? ::open(pipe.path.c_str(), O_WRONLY | O_CLOEXEC)
                                       : open_patiently(pipe.path.c_str(), O_WRONLY | O_CLOEXEC));
  std::atomic<bool> asked = true;
  const NoWaiting no_waiting(asked);
  CHECK(write_patiently(writer.get(), "what fits in"));
  CHECK(errno_of([&] { return write_patiently(writer.get(), std::string(1 << 20, 'x')); }) == EINTR);
}

TEST_CASE("A stream of a named pipe is read and written as one of a file") {
  const NamedPipe pipe;
  std::thread writer([&] {
    std::FILE* const to = open_stream(pipe.path.c_str(), "wb");
    std::fputs("a line\n", to);
    std::fclose(to);
  });
  std::FILE* const from = open_stream(pipe.path.c_str(), "rb");
  char text[20] = {};
  CHECK(std::fread(text, 1, sizeof text, from) == 7);
  std::fclose(from);
  writer.join();
  CHECK(std::string(text) == "a line\n");

  std::atomic<bool> asked = true;
  const NoWaiting no_waiting(asked);
  CHECK(errno_of([&] { return open_stream(pipe.path.c_str(), "wb") != nullptr; }) == EINTR);
  const std::string file = pipe.folder / "file";
  std::FILE* const plain = open_stream(file.c_str(), "wb");
  REQUIRE(plain);
  std::fclose(plain);
}
