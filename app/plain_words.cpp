// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/plain_words.h"

#include <regex>

namespace lightsout {
namespace {

struct Saying {
  const char* theirs;  // a regular expression
  const char* ours;
};

// As CLI11 2.1 has them.
constexpr Saying sayings[] = {
    {"(.*): [0-9]+ required (.*) missing", "$1: a value is missing: $1 $2"},
    {"(.*): At Most 1 required but received ([0-9]+)", "$1: it can be given once, and was given $2 times"},
    {"(.*): (.*) not in \\{(.*)\\}", "$1: '$2' is not one of: $3"},
    {"(.*): Value (.*) not in range (.*) to (.*)", "$1: '$2' is no number from $3 to $4"},
    {"Could not convert: (.*) = (.*)", "$1: '$2' is no number"},
    {"(.*) excludes (.*)", "$1 and $2 do not go together"},
    {"(.*) requires (.*)", "$1 needs $2"},
};

}  // namespace

std::string in_plain_words(const std::string& message) {
  for (const auto& [theirs, ours] : sayings) {
    const std::regex whole(theirs);
    if (!std::regex_match(message, whole)) continue;
    const std::string text = std::regex_replace(message, whole, ours);
    return std::regex_replace(text, std::regex(",(?! )"), ", ");
  }
  return message;
}

}  // namespace lightsout
