// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/nodes/proto_purpose.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace lightsout {

namespace {

// What things are called that others stand on: the last word counts, for a table lamp carries nothing.
constexpr std::array<std::string_view, 20> bearers = {
    "arena",    "arenas", "bridge",   "court", "field",  "fields", "floor", "floors", "ground", "maze",
    "pavement", "pit",    "platform", "ramp",  "runway", "stairs", "steps", "table",  "tables", "terrain"};
// Floors by what they are made of: the first word counts, if the last is one of the others.
constexpr std::array<std::string_view, 2> grounds = {"floor", "ground"};
constexpr std::array<std::string_view, 4> plates = {"plane", "plate", "tile", "tiles"};
// What holds motors, wherever the word stands.
constexpr std::array<std::string_view, 12> movers = {"actuator", "conveyor",    "drone",      "gripper",
                                                     "joint",    "manipulator", "motor",      "propeller",
                                                     "robot",    "servo",       "tinkerbots", "wheel"};

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) { return is_upper(c) || (c >= 'a' && c <= 'z'); }

// "RoundTable_2", "ROUND_TABLE", "round table" -> "round", "table"
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  bool inside = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!is_letter(c)) {
      inside = false;
      continue;
    }
    const bool after_small = i > 0 && is_letter(name[i - 1]) && !is_upper(name[i - 1]);
    const bool before_small = i + 1 < name.size() && is_letter(name[i + 1]) && !is_upper(name[i + 1]);
    if (!inside || (is_upper(c) && (after_small || before_small))) words.emplace_back();
    words.back() += static_cast<char>(is_upper(c) ? c - 'A' + 'a' : c);
    inside = true;
  }
  return words;
}

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& known, std::string_view word) {
  return std::ranges::find(known, word) != known.end();
}

bool says_that_it_carries(std::string_view name) {
  const std::vector<std::string> words = words_of(name);
  if (words.empty()) return false;
  return is_one_of(bearers, words.back()) || (is_one_of(grounds, words.front()) && is_one_of(plates, words.back()));
}

bool says_that_it_moves(std::string_view name) {
  return std::ranges::any_of(words_of(name), [](const std::string& word) { return is_one_of(movers, word); });
}

}  // namespace

ProtoPurpose purpose_of(std::string_view name, const Node& instance) {
  if (says_that_it_carries(name) || says_that_it_carries(instance.def())) return ProtoPurpose::Carries;
  if (instance.is_set("name") && says_that_it_carries(instance.get<std::string>("name"))) return ProtoPurpose::Carries;
  if (says_that_it_moves(name)) return ProtoPurpose::Moves;
  // A saved world keeps the positions of the joints below.
  const auto is_joint = [](const HiddenValue& value) { return value.name.starts_with("position_"); };
  return std::ranges::any_of(instance.hidden(), is_joint) ? ProtoPurpose::Moves : ProtoPurpose::Unknown;
}

}  // namespace lightsout
