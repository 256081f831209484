// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/reports/controller_log.h"

#include <span>

#include "engine/state/state_hash.h"

namespace lightsout {

std::uint64_t ControllerLog::take_hash() {
  const std::lock_guard lock(mutex_);
  std::uint64_t sum = 0;
  for (const auto& [stream, hash] : std::exchange(hashes_, {})) sum += hash;
  return sum;
}

void ControllerLog::controller_line(std::string_view robot, bool is_stderr, std::string_view line) {
  if (!says_) return;
  log_.controller_line(robot, is_stderr, line);
  if (!takes_hash_) return;
  const std::lock_guard lock(mutex_);
  std::uint64_t& hash = hashes_[{std::string(robot), is_stderr}];
  if (hash == 0) hash = hash_of(std::as_bytes(std::span(robot))) + is_stderr;
  const std::uint64_t link[] = {hash, hash_of(std::as_bytes(std::span(project_.leave_out(line, room_))))};
  hash = hash_of(std::as_bytes(std::span(link)));
}

}  // namespace lightsout
