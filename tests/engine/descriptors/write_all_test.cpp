// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Writing to a descriptor that takes a part at a time, or nothing.
#include "engine/descriptors/write_all.h"

#include <fcntl.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <string>
#include <thread>

#include "engine/descriptors/file_descriptor.h"

using namespace lightsout;

namespace {

struct Pipe {
  Pipe() {
    int ends[2];
    REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
    from = FileDescriptor(ends[0]);
    to = FileDescriptor(ends[1]);
  }
  FileDescriptor from, to;
};

}  // namespace

TEST_CASE("All is written through a pipe that holds a part of it") {
  Pipe pipe;
  REQUIRE(::fcntl(pipe.to.get(), F_SETPIPE_SZ, 4096) > 0);
  std::string sent(300'000, ' ');  // more than any pipe of that size holds at once
  for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = char(i % 251);
  std::string got;
  std::thread reader([&] {
    char bytes[1000];
    for (ssize_t count; (count = ::read(pipe.from.get(), bytes, sizeof bytes)) > 0;)
      got.append(bytes, std::size_t(count));
  });
  const bool all = write_all(pipe.to.get(), sent);
  pipe.to.reset();
  reader.join();
  CHECK(all);
  CHECK((got == sent));
}

TEST_CASE("What cannot be written is told with its reason") {
  const FileDescriptor full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  REQUIRE(full);
  CHECK(write_all(full.get(), ""));
  CHECK(!write_all(full.get(), "text"));
  CHECK(errno == ENOSPC);

  Pipe pipe;
  pipe.from.reset();
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  const bool all = write_all(pipe.to.get(), "text");
  const int error = errno;
  (void)std::signal(SIGPIPE, before);
  CHECK(!all);
  CHECK(error == EPIPE);
}
