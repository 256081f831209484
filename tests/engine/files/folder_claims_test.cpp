// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Folders that one process claims: the same folder, one that holds it, one that lies in it, however they are named.
#include "engine/files/folder_claims.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <thread>

#include "tests/support/temporary_folder.h"

using namespace lightsout;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

using Sharing = FolderClaims::Sharing;

bool is_free(const std::string& path, Sharing sharing = Sharing::None) {
  return FolderClaims::make({path}, sharing, {}, 0ms).has_value();
}

}  // namespace

TEST_CASE("A claimed folder is refused, and so are those that hold it and those in it; others are free") {
  const TemporaryFolder folder;
  fs::create_directories(folder / "a/b/c");
  fs::create_directory_symlink(folder / "a/b", folder / "link");
  std::optional<FolderClaims> claims = *FolderClaims::make({folder / "a/b"});
  for (const char* path : {"a/b", "a/b/", "a/../a/b", "link", "link/c", "a/b/c", "a/b/not/there/yet", "a", "."}) {
    CAPTURE(path);
    const auto refused = FolderClaims::make({folder / "other", folder / path}, Sharing::None, {}, 0ms);
    REQUIRE(!refused);
    CHECK(refused.error() == folder / path);
  }
  for (const char* path : {"a/c", "a/bb", "b"}) {
    CAPTURE(path);
    CHECK(is_free(folder / path));
  }
  claims.reset();
  CHECK(is_free(folder / "a/b"));
  CHECK(is_free(folder / "a"));
}

TEST_CASE("Folders as deep as a path can be are known by each that holds them") {
  const TemporaryFolder folder;
  std::string path = folder.path().string();
  std::vector<std::string> above;
  for (int i = 0; i < 40; ++i) above.push_back(path += "/d");
  const auto claims = *FolderClaims::make({path + "/e"});
  for (const std::string& one : above) {
    CAPTURE(one);
    CHECK(!is_free(one));
    CHECK(is_free(one + "/other"));
  }
}

TEST_CASE("What is claimed for parts of one thing is shared with these, of the same folder alone") {
  const TemporaryFolder folder;
  const auto claims = *FolderClaims::make({folder / "batch"}, Sharing::Batch);
  CHECK(is_free(folder / "batch", Sharing::Batch));
  CHECK(!is_free(folder / "batch", Sharing::Tests));
  CHECK(!is_free(folder / "batch"));
  CHECK(!is_free(folder / "batch/runs"));
  CHECK(!is_free(folder / "batch/runs", Sharing::Batch));
}

TEST_CASE("A single file lies in no folder that somebody else has claimed, however it is named") {
  const TemporaryFolder folder;
  fs::create_directories(folder / "a/b");
  fs::create_directory_symlink(folder / "a", folder / "link");
  const auto is_free_file = [&](const std::string& path, Sharing sharing = Sharing::None) {
    return FolderClaims::make({}, sharing, {folder / "other.csv", folder / path}, 0ms).has_value();
  };
  {
    const auto claims = *FolderClaims::make({folder / "a"}, GENERATE(Sharing::None, Sharing::Batch, Sharing::Tests));
    for (const char* path : {"a/t.csv", "a/b/t.csv", "link/t.csv", "a/../a/not/there/yet/t.csv"}) {
      CAPTURE(path);
      CHECK(!is_free_file(path));
      CHECK(!is_free_file(path, Sharing::Batch));
    }
    CHECK(is_free_file("t.csv"));
    CHECK(is_free_file("ab/t.csv"));
  }
  // And the other way round.
  const auto claims = *FolderClaims::make({}, Sharing::None, {folder / "a/b/t.csv", folder / "a/b/u.csv"});
  for (const char* path : {"a/b", "a", "."}) CHECK(!is_free(folder / path));
  for (const char* path : {"a/b/c", "a/c"}) CHECK(is_free(folder / path));
  CHECK(is_free_file("a/b/v.csv"));
}

TEST_CASE("A file may lie in a folder of the same claim, and pipes and devices lie in none") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  const auto claims = FolderClaims::make({folder / "out"}, Sharing::None, {folder / "out/t.csv"}, 0ms);
  CHECK(claims);
  const auto all = FolderClaims::make({folder.path()}, Sharing::Batch, {}, 0ms);
  CHECK(!all);
  CHECK(FolderClaims::make({}, Sharing::None, {"/dev/null", folder / "pipe"}, 0ms));
}

TEST_CASE("Folders of one claim may lie in each other") {
  const TemporaryFolder folder;
  CHECK(FolderClaims::make({folder / "out", folder / "out/images", folder / "out"}, Sharing::None, {}, 0ms));
}

TEST_CASE("A claim ends with its process, however that ends") {
  const TemporaryFolder folder;
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto claims = FolderClaims::make({folder / "out"});
    (void)!::write(ends[1], "x", 1);
    for (;;) ::pause();
  }
  char byte = 0;
  REQUIRE(::read(ends[0], &byte, 1) == 1);
  CHECK(!is_free(folder / "out"));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  CHECK(is_free(folder / "out"));
  ::close(ends[0]);
  ::close(ends[1]);
}

// Who comes at once looks at who has said so before it has looked.
TEST_CASE("Of many that claim folders in each other at once, one has it at a time") {
  const TemporaryFolder folder;
  std::atomic<int> holders = 0, most = 0, served = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      const auto claims = FolderClaims::make({folder / (i % 2 ? "out" : "out/part")}, Sharing::None, {}, 100s);
      if (!claims) return;
      const int now = ++holders;
      for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
      }
      std::this_thread::sleep_for(5ms);
      --holders;
      ++served;
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(most == 1);
  CHECK(served == 8);
}
