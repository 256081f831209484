// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A mapping of YAML as command lines have it.
#pragma once

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <expected>
#include <string>
#include <type_traits>
#include <utility>

#include "world_format/text/diagnostic.h"

namespace lightsout {

// A mapping as command lines have it: in one line, with or without its braces. With them.
inline std::string in_braces(const std::string& text) { return text.starts_with('{') ? text : "{" + text + "}"; }

// What `read` makes of such a mapping: an optional, of a node, its source and what it reports into. The error is a
// sentence that begins with the text.
template <class Read>
auto read_in_braces(const std::string& text, Read read)
    -> std::expected<typename std::invoke_result_t<Read, YAML::Node, const Source&, Diagnostics&>::value_type,
                     std::string> {
  const Source source("", in_braces(text));
  Diagnostics diagnostics;
  try {
    if (auto value = read(YAML::Load(std::string(source.text())), source, diagnostics)) return std::move(*value);
  } catch (const YAML::Exception& error) {
    return std::unexpected(fmt::format("'{}': {}", text, error.msg));
  }
  return std::unexpected(fmt::format("'{}': {}", text, diagnostics.sorted().front().message));
}

}  // namespace lightsout
