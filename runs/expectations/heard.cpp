// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/expectations/heard.h"

#include <fmt/format.h>

namespace lightsout {
namespace {

// The library's expressions go down by one call a character: no line may be so long that this fills the stack.
constexpr std::size_t most_searched = 4096;

bool is_in(const std::variant<std::string, std::regex>& what, std::string_view line) {
  if (const auto* text = std::get_if<std::string>(&what)) return line.find(*text) != std::string_view::npos;
  line = line.substr(0, most_searched);
  return std::regex_search(line.begin(), line.end(), std::get<std::regex>(what));
}

}  // namespace

Heard::Ear& Heard::listen(std::string robot, std::variant<std::string, std::regex> what) {
  const std::lock_guard lock(mutex_);
  Ear& ear = ears_.emplace_back();
  ear.robot = std::move(robot);
  ear.what = std::move(what);
  return ear;
}

void Heard::turn(Ear& ear, const std::string& robot) {
  const std::lock_guard lock(mutex_);
  ear.robot = robot;
}

void Heard::write(LogLevel level, std::string_view source, std::string_view text) {
  if (level != LogLevel::Warning) return;
  const std::lock_guard lock(mutex_);
  std::string warning = source.empty() ? std::string(text) : fmt::format("{}: {}", source, text);
  if (known_.insert(warning).second) warnings_.push_back(std::move(warning));
}

void Heard::controller_line(std::string_view robot, bool, std::string_view line) {
  const std::lock_guard lock(mutex_);
  for (Ear& ear : ears_)
    if ((ear.robot.empty() || ear.robot == robot) && is_in(ear.what, line)) ++ear.count;
}

std::vector<std::string> Heard::warnings() const {
  const std::lock_guard lock(mutex_);
  return warnings_;
}

}  // namespace lightsout
