// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/upgrade/old_arguments.h"

#include <utility>

namespace lightsout {

MFString split_arguments(const std::string& text) {
  MFString arguments;
  std::string argument;
  bool is_quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool is_blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (text.compare(at, 3, "\"\"\"") == 0) {
      argument += '"';
      at += 2;
    } else if (c == '"') {
      is_quoted = !is_quoted;
    } else if (is_quoted || !is_blank) {
      argument += c;
    } else if (!argument.empty()) {
      arguments.push_back(std::exchange(argument, {}));
    }
  }
  if (!argument.empty()) arguments.push_back(std::move(argument));
  return arguments;
}

std::string join_arguments(const MFString& arguments) {
  std::string text;
  for (const std::string& argument : arguments) {
    if (!text.empty()) text += ' ';
    const bool quotes = argument.find_first_of(" \t\r\n") != argument.npos;
    if (quotes) text += '"';
    for (const char c : argument) text += c == '"' ? std::string("\"\"\"") : std::string(1, c);
    if (quotes) text += '"';
  }
  return text;
}

}  // namespace lightsout
