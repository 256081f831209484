// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/github.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

namespace lightsout {
namespace {

// `is_property`: of what stands before the message, commas and colons part it.
std::string escaped(std::string_view text, bool is_property) {
  std::string result;
  for (const char c : text) {
    const bool is_special = c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ','));
    result += is_special ? fmt::format("%{:02X}", int(c)) : std::string(1, c);
  }
  return result;
}

}  // namespace

std::string seen_from_workspace(const std::string& file) {
  const char* workspace = std::getenv("GITHUB_WORKSPACE");
  std::error_code error;
  if (!workspace || !*workspace) return file;
  const auto relative = std::filesystem::relative(file, workspace, error);
  return error || relative.empty() || *relative.begin() == ".." ? file : relative.string();
}

std::string github_annotation(std::string_view level, const GithubPlace& place, std::string_view title,
                              std::string_view message) {
  std::string properties;
  const auto add = [&properties](std::string_view name, const std::string& value) {
    properties += fmt::format("{}{}={}", properties.empty() ? " " : ",", name, value);
  };
  if (!place.file.empty()) add("file", escaped(seen_from_workspace(place.file), true));
  for (const auto& [name, number] : {std::pair("line", place.line), std::pair("col", place.column),
                                     std::pair("endLine", place.end_line), std::pair("endColumn", place.end_column)})
    if (number > 0) add(name, std::to_string(number));
  if (!title.empty()) add("title", escaped(title, true));
  return fmt::format("::{}{}::{}\n", level, properties, escaped(message, false));
}

bool is_on_github() {
  const char* actions = std::getenv("GITHUB_ACTIONS");
  return actions && std::string_view(actions) == "true";
}

}  // namespace lightsout
