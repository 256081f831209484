// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/programs/outside.h"

#include <algorithm>
#include <csignal>
#include <iterator>

namespace lightsout {

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

}  // namespace lightsout
