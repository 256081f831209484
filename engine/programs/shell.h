// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Words as a shell reads them from a line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lightsout {

// A line that a person can paste: words with other than plain characters in quotation marks.
std::string shell_words(const std::vector<std::string>& words);

// The words of a line: separated by blanks, but for those between "..." or '...', which go. A mark that is not closed,
// and a backslash, stand for themselves; in "..." \" is a mark.
std::vector<std::string> split_shell_words(std::string_view line);

}  // namespace lightsout
