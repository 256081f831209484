// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/programs/private_folder.h"

#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <random>

#include "engine/descriptors/waiting.h"
#include "engine/descriptors/whole_names.h"
#include "engine/programs/process_guard.h"

namespace lightsout {

namespace fs = std::filesystem;

namespace {

constexpr int most_tries = 100;

// Nobody guesses it, and makes one of that name before.
std::string name_of_nobody() {
  std::uint64_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != sizeof number) number = std::random_device{}();
  return fmt::format("{:016x}", number);
}

}  // namespace

std::expected<PrivateFolder, std::string> PrivateFolder::make(std::string_view purpose) {
  std::error_code error;
  fs::path place = fs::temp_directory_path(error);
  if (error) place = "/tmp";
  place = absolute_path(place);
  ProcessGuard& guard = ProcessGuard::of_this_program();
  for (int left = most_tries;; --left) {
    const std::string name = (place / fmt::format("lightsout_{}_{}", purpose, name_of_nobody())).string();
    // Said before it is there: the program may be killed at any moment.
    guard.leave_nothing_of(name);
    if (::mkdir(name.c_str(), 0700) == 0) return PrivateFolder(name);
    const int why = errno;
    guard.leave_alone(name);
    if (why != EEXIST || left == 0) return std::unexpected(fmt::format("cannot make {}: {}", name, std::strerror(why)));
  }
}

void PrivateFolder::keep() {
  ProcessGuard::of_this_program().leave_alone(path_.string());
  path_.clear();
}

PrivateFolder::PrivateFolder(fs::path path) : path_(std::move(path)), owner_(::getpid()) {}

PrivateFolder::~PrivateFolder() {
  if (path_.empty() || owner_ != ::getpid()) return;
  // What is left where a signal has come goes when this program has ended.
  if (remove_patiently(path_.c_str()) != EINTR) ProcessGuard::of_this_program().leave_alone(path_.string());
}

}  // namespace lightsout
