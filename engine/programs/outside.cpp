// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/programs/outside.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iterator>

namespace lightsout {

namespace {

constexpr std::string_view no_proc = "/proc is not mounted", no_null = "/dev/null cannot be opened";

}  // namespace

std::string what_the_system_lacks() {
  if (::access("/proc/self/stat", R_OK) != 0) return std::string(no_proc);
  if (::access("/dev/null", R_OK | W_OK) != 0) return std::string(no_null);
  return {};
}

bool comes_from_outside(int signal) {
  constexpr int signals[] = {SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGXFSZ, SIGXCPU};
  return std::ranges::find(signals, signal) != std::end(signals);
}

bool tells_of_full_disk(std::string_view line) {
  // ENOSPC, EDQUOT, EFBIG
  constexpr std::string_view words[] = {"No space left on device", "Disk quota exceeded", "File too large"};
  return std::ranges::any_of(words, [line](std::string_view word) {
    const std::size_t at = line.rfind(word);
    // Python names the file behind them.
    return at != line.npos && (line.size() == at + word.size() || line.substr(at + word.size()).starts_with(": '"));
  });
}

bool tells_of_machine(std::string_view lines) {
  constexpr int errors[] = {ENOMEM, EMFILE, ENFILE, EAGAIN, ENOSPC, EDQUOT, EFBIG, EIO, EROFS, EACCES};
  for (std::size_t at = 0; at <= lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    const std::string_view line = lines.substr(at, end - at);
    if (line.ends_with(no_proc) || line.ends_with(no_null)) return true;
    if (std::ranges::any_of(errors, [line](int error) { return line.ends_with(std::strerror(error)); })) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace lightsout
