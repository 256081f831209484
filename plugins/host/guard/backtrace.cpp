// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Without debug information the dynamic symbols serve.
#include "plugins/host/guard/backtrace.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdint>

#include "engine/programs/binaries/debug_information.h"

namespace lightsout {

std::vector<std::string> symbolise(std::span<void* const> frames) {
  const DebugInformation debug(DebugInformation::Of::ThisProcess);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    // A return address is that of the next instruction, which may belong to another line.
    const auto address = reinterpret_cast<std::uintptr_t>(frames[i]) - (i == 0 ? 0 : 1);
    auto [function, place] = debug.find(address);
    Dl_info info{};
    const bool known = dladdr(reinterpret_cast<void*>(address), &info) != 0;
    if (function.empty() && known && info.dli_sname) function = demangled(info.dli_sname);
    if (place.empty() && known && info.dli_fname)
      place = fmt::format("{}+{:#x}", info.dli_fname, address - reinterpret_cast<std::uintptr_t>(info.dli_fbase));
    // The way out of the handlers and the simulator's own frames say nothing about users' code.
    if (function.find("lightsout::CallbackGuard::") != std::string::npos) {
      if (lines.empty()) continue;
      break;
    }
    if (lines.empty() && (function == "__restore_rt" || function == "backtrace" || function == "__GI___backtrace"))
      continue;
    if (function.starts_with("lightsout::")) {
      if (lines.empty()) continue;
      break;
    }
    if (function == "main" || function == "_start") break;
    lines.push_back(fmt::format("{} in {}", place.empty() ? fmt::format("{:#x}", address) : place,
                                function.empty() ? "?" : function));
  }
  return lines;
}

}  // namespace lightsout
