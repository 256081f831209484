// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/programs/shell.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace lightsout {
namespace {

// The mark that closes the one at `open`; npos if none does.
std::size_t closing_mark(std::string_view line, std::size_t open) {
  const char mark = line[open];
  std::size_t at = line.find(mark, open + 1);
  while (mark == '"' && at != line.npos && line[at - 1] == '\\') at = line.find(mark, at + 1);
  return at;
}

}  // namespace

std::string shell_words(const std::vector<std::string>& words) {
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || std::string_view("-_./=,:+@%").contains(c);
  };
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    if (!word.empty() && std::ranges::all_of(word, is_plain)) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += '\'';
  }
  return line;
}

std::vector<std::string> split_shell_words(std::string_view line) {
  std::vector<std::string> words;
  bool in_word = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      in_word = false;
      continue;
    }
    if (!std::exchange(in_word, true)) words.emplace_back();
    const std::size_t close = c == '"' || c == '\'' ? closing_mark(line, at) : line.npos;
    if (close == line.npos) {
      words.back() += c;
      continue;
    }
    for (++at; at < close; ++at) {
      const bool is_mark = c == '"' && line[at] == '\\' && line[at + 1] == '"';
      words.back() += is_mark ? line[++at] : line[at];
    }
  }
  return words;
}

}  // namespace lightsout
