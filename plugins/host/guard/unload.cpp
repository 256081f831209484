// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/host/guard/unload.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "plugins/host/guard/backtrace.h"

namespace lightsout {

bool unload(LoadedLibrary& library, CallbackGuard& guard, const char* callback, std::string& remark) {
  if (guard.threads_left().empty()) {
    const bool returned = guard.run(callback, [&] { library = LoadedLibrary(); });
    if (!returned) library.abandon();
    library = {};
    return returned;
  }
  // The destructors may end them.
  const bool returned = guard.run(callback, [&] { library.finish(); });
  library.abandon();
  library = {};
  const std::vector<void*> left = returned ? guard.threads_left() : std::vector<void*>();
  if (left.empty()) return returned;
  std::vector<std::string> begun;
  for (void* const start : left)
    for (std::string& place : symbolise({&start, 1}))
      if (std::ranges::find(begun, place) == begun.end()) begun.push_back(std::move(place));
  remark = fmt::format("has left {}, begun at {}: the library stays loaded until the program ends",
                       left.size() == 1 ? "a thread that goes on" : fmt::format("{} threads that go on", left.size()),
                       fmt::join(begun, ", "));
  return true;
}

}  // namespace lightsout
