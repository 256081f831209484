// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Numbers in recordings: the shortest text that reads back as the same number.
#pragma once

#include <charconv>
#include <cmath>
#include <string>

namespace lightsout {

template <class Number>
void append_number(std::string& text, Number value) {
  char digits[32];
  const char* end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  text.append(digits, std::size_t(end - digits));
}

// JSON has no number that is none, and none that is infinite: null.
template <class Number>
void append_json_number(std::string& text, Number value) {
  if (std::isfinite(value))
    append_number(text, value);
  else
    text += "null";
}

// [1,2,null]
template <class Numbers>
void append_json_numbers(std::string& text, const Numbers& numbers) {
  text += '[';
  bool is_first = true;
  for (const auto number : numbers) {
    if (!is_first) text += ',';
    is_first = false;
    append_json_number(text, number);
  }
  text += ']';
}

}  // namespace lightsout
