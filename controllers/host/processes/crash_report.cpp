// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/processes/crash_report.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>

#include "engine/programs/binaries/debug_information.h"

namespace lightsout {

std::string describe_crash(std::string_view left) {
  constexpr int most_lines = 32;
  std::string text;
  if (left.empty()) return text;
  DebugInformation debug(DebugInformation::Of::Files);
  for (int line = 0; line < most_lines && !left.empty(); ++line) {
    const std::size_t end = std::min(left.find('\n'), left.size());
    std::string_view frame = left.substr(0, end);
    left.remove_prefix(std::min(end + 1, left.size()));
    std::uintptr_t address = 0;
    const auto number = std::from_chars(frame.data(), frame.data() + frame.size(), address, 16);
    frame.remove_prefix(std::size_t(number.ptr - frame.data()));
    if (number.ec != std::errc() || !frame.starts_with(' ')) break;
    const std::string file(frame.substr(1));
    std::error_code error;
    DebugInformation::Place place;
    if (std::filesystem::is_regular_file(file, error)) place = debug.find(file, address);
    if (place.line.empty())
      place.line = file.empty() ? fmt::format("{:#x}", address) : fmt::format("{}+{:#x}", file, address);
    if (place.function == "_start" || place.function.starts_with("__libc_start_")) break;
    text += fmt::format("\n  #{} {} in {}", line, place.line, place.function.empty() ? "?" : place.function);
    if (place.function == "main") break;
  }
  return text;
}

}  // namespace lightsout
