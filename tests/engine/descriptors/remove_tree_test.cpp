// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Removing what strangers have made: deep, without rights, with links, wide.
#include "engine/descriptors/remove_tree.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "engine/descriptors/file_descriptor.h"
#include "tests/support/temporary_folder.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

// `depth` folders in each other, with a file in each; their path is far longer than any path may be.
void make_deep(const fs::path& top, int depth, mode_t mode = 0700) {
  REQUIRE(::mkdir(top.c_str(), 0700) == 0);
  FileDescriptor at(::open(top.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (int i = 0; i < depth; ++i) {
    const std::string name(i % 2 ? 200 : 1, 'd');
    REQUIRE(::mkdirat(at.get(), name.c_str(), 0700) == 0);
    FileDescriptor next(::openat(at.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    REQUIRE(FileDescriptor(::openat(next.get(), "file", O_CREAT | O_WRONLY | O_CLOEXEC, 0600)));
    if (i > 0) ::fchmod(at.get(), mode);
    at = std::move(next);
  }
}

bool is_there(const fs::path& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

long most_memory_kb() {
  rusage use{};
  ::getrusage(RUSAGE_SELF, &use);
  return use.ru_maxrss;
}

}  // namespace

TEST_CASE("A deep tree is removed with the memory of a flat one") {
  const TemporaryFolder folder;
  const fs::path top = folder / "deep";
  make_deep(top, 2500);
  const long before = most_memory_kb();
  CHECK(remove_tree(top.c_str()) == 0);
  CHECK(!is_there(top));
  // The paths of all its folders come to 300 MB.
  CHECK(most_memory_kb() - before < 10'000);
}

TEST_CASE("Folders without rights are removed, and names that stand in the way of moving") {
  const TemporaryFolder folder;
  const fs::path top = folder / "top";
  make_deep(top, 200, 0);
  for (const char* name : {"moved-", "moved-b", "a\nb", "-rf", "..."}) std::ofstream(top / name) << "x";
  fs::create_directories(top / "moved-a" / "moved-a" / "moved-");
  for (int i = 0; i < 500; ++i) fs::create_directories(top / "wide" / std::to_string(i) / "x" / "y");
  fs::permissions(top, fs::perms::none);
  CHECK(remove_tree(top.c_str()) == 0);
  CHECK(!is_there(top));
  CHECK(remove_tree(top.c_str()) == 0);
}

TEST_CASE("A link is removed, and not what it leads to") {
  const TemporaryFolder folder;
  fs::create_directories(folder / "kept" / "in");
  std::ofstream(folder / "kept" / "in" / "file") << "x";
  fs::create_directories(folder / "top" / "in");
  fs::create_symlink(folder / "kept", folder / "top" / "in" / "link");
  fs::create_symlink(folder / "kept", folder / "link");
  ::mkfifo((folder / "top" / "in" / "pipe").c_str(), 0600);
  CHECK(remove_tree((folder / "top").c_str()) == 0);
  CHECK(remove_tree((folder / "link").c_str()) == 0);
  CHECK(!is_there(folder / "top"));
  CHECK(!is_there(folder / "link"));
  CHECK(fs::exists(folder / "kept" / "in" / "file"));
}

TEST_CASE("A removal can be stopped, and goes on where it was") {
  const TemporaryFolder folder;
  const fs::path top = folder / "top";
  make_deep(top, 100);
  int left = 50;
  const RemovalStop stop{[](void* count) { return --*static_cast<int*>(count) < 0; }, &left};
  CHECK(remove_tree(top.c_str(), stop) == EINTR);
  CHECK(is_there(top));
  CHECK(remove_tree(top.c_str()) == 0);
  CHECK(!is_there(top));
}
