// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a child does to itself it does to nobody else, and how it ended is known.
#include "engine/programs/limited_child.h"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/descriptors/write_all.h"
#include "engine/programs/sanitizers.h"

using namespace lightsout;

namespace {

constexpr LimitedChild::Limits limits{.memory = std::uint64_t(64) << 20, .seconds = 100};

std::string all_of(const LimitedChild& child) {
  std::string text(100, '\0');
  text.resize(child.receive(text.data(), text.size()));
  return text;
}

}  // namespace

TEST_CASE("A child answers, and ends with its work") {
  LimitedChild child(limits, [](int connection) {
    std::string said(5, '\0');
    while (::read(connection, said.data(), said.size()) == 5) write_all(connection, said + "!");
  });
  for (const char* word : {"hello", "again"}) {
    REQUIRE(child.send(word, 5));
    std::string answer(6, '\0');
    REQUIRE(child.receive(answer.data(), answer.size()) == 6);
    CHECK(answer == std::string(word) + "!");
  }
  const int status = child.wait();  // nothing more to read
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("How a child ended is known, and what it said before is there") {
  LimitedChild crashes(limits, [](int connection) {
    write_all(connection, "so far");
    ::raise(SIGSEGV);
  });
  CHECK(all_of(crashes) == "so far");
  const int status = crashes.wait();
  REQUIRE(WIFSIGNALED(status));
  CHECK(name_of_signal(WTERMSIG(status)) == "SIGSEGV");
  LimitedChild throws(limits, [](int) { throw std::runtime_error("no"); });
  CHECK(all_of(throws).empty());
  CHECK(WEXITSTATUS(throws.wait()) == 1);
  CHECK_FALSE(throws.send("x", 1));
}

TEST_CASE("A child does not hear the signals that end its parent") {
  LimitedChild child(limits, [](int connection) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) ::raise(signal);
    write_all(connection, "there");
  });
  CHECK(all_of(child) == "there");
}

TEST_CASE("A child that computes for ever is ended by its processor time") {
  LimitedChild child({.memory = limits.memory, .seconds = 1}, [](int) {
    for (volatile int i = 0;;) i = !i;
  });
  CHECK(all_of(child).empty());
  const int status = child.wait();
  REQUIRE(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGXCPU);
}

TEST_CASE("A child that is not waited for goes with its object") {
  pid_t pid = 0;
  {
    LimitedChild child(limits, [](int connection) {
      const pid_t self = ::getpid();
      write_all(connection, {reinterpret_cast<const char*>(&self), sizeof self});
      for (;;) ::pause();
    });
    REQUIRE(child.receive(&pid, sizeof pid) == sizeof pid);
    CHECK(::kill(pid, 0) == 0);
  }
  CHECK(::kill(pid, 0) != 0);
}

// They take more memory than any of this.
#if !LIGHTSOUT_SANITIZER()
TEST_CASE("A child has no more memory than it is let have") {
  LimitedChild child(limits, [](int connection) {
    try {
      for (std::vector<std::vector<char>> all;;) all.emplace_back(std::size_t(1) << 20, 'x');
    } catch (const std::bad_alloc&) {
      write_all(connection, "full");
    }
  });
  CHECK(all_of(child) == "full");
}
#endif
