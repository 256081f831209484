// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/collider/pair_rules.h"

#include <fmt/format.h>

#include <expected>

namespace lightsout {
namespace {

std::string_view next_word(std::string_view& line) {
  const std::size_t from = line.find_first_not_of(" \t\r");
  if (from == line.npos) return line = {};
  line.remove_prefix(from);
  const std::size_t length = std::min(line.find_first_of(" \t\r"), line.size());
  const std::string_view word = line.substr(0, length);
  line.remove_prefix(length);
  return word;
}

}  // namespace

Checked<std::vector<PairRule>> read_pair_rules(std::string_view text) {
  std::vector<PairRule> rules;
  int number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t length = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    line = line.substr(0, line.find('#'));
    const std::string_view verb = next_word(line);
    if (verb.empty()) continue;
    if (verb != "allow" && verb != "check")
      return std::unexpected(fmt::format("line {}: expected allow or check, found '{}'", number, verb));
    const std::string_view first = next_word(line), second = next_word(line);
    if (second.empty()) return std::unexpected(fmt::format("line {}: {} takes two links", number, verb));
    if (const std::string_view more = next_word(line); !more.empty())
      return std::unexpected(fmt::format("line {}: '{}' behind the two links", number, more));
    rules.push_back({verb == "check", std::string(first), std::string(second), number});
  }
  return rules;
}

}  // namespace lightsout
