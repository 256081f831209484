// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "engine/descriptors/held.h"

namespace lightsout {

// All descriptors of a process that was just forked, but the standard streams and these: they are the parent's.
template <class... Files>
void close_all_but(Files... files) {
  std::array<int, sizeof...(files)> kept{files...};
  std::ranges::sort(kept);
  const auto close = [](unsigned first, unsigned last) {
    if (first <= last) ::syscall(SYS_close_range, first, last, 0u);
  };
  let_go_all_but(kept);
  unsigned next = STDERR_FILENO + 1;
  for (const int file : kept) {
    close(next, unsigned(file) - 1);
    next = unsigned(file) + 1;
  }
  close(next, ~0u);
}

}  // namespace lightsout
