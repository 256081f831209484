// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How lines of the built-in library's tables (worlds/protos/*.txt) are taken apart: words between blanks.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace lightsout::library {

// Without the blanks around it.
inline std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// The next word, which is taken off; "" at the end. What stands in quotes may hold blanks.
inline std::string_view take_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  std::size_t size = 0;
  for (bool quoted = false; size < line.size() && (quoted || line[size] != ' '); ++size)
    if (line[size] == '"') quoted = !quoted;
  const std::string_view word = line.substr(0, size);
  line.remove_prefix(size);
  return word;
}

inline std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) words.push_back(word);
  return words;
}

}  // namespace lightsout::library
