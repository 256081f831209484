// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// [environment variables with paths]
// PYTHONPATH = $(MY_HOME)/lib:../modules
// [environment variables for Linux 64]
// [python]
// COMMAND = /usr/bin/python3
#include "world_format/project/runtime_ini.h"

#include <fmt/format.h>

#include <algorithm>

#include "world_format/text/diagnostic.h"

namespace lightsout {

namespace {

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

// Quotation marks around all of it go; those of parts are for who takes it apart.
std::string_view unquoted(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.find('"', 1) == text.size() - 1)
    return text.substr(1, text.size() - 2);
  return text;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

enum class Section { None, Paths, Plain, Python, Java, Matlab, OtherSystem, Unknown };

Section section_of(std::string_view name) {
  const std::string key = lower(name);
  // The second is its name in older releases.
  if (key == "environment variables with paths" || key == "environment variables with relative paths")
    return Section::Paths;
  if (key == "environment variables" || key == "environment variables for linux" ||
      key == "environment variables for linux 64")
    return Section::Plain;
  if (key.starts_with("environment variables for ")) return Section::OtherSystem;  // Windows, macOS, Linux 32
  if (key == "python") return Section::Python;
  if (key == "java") return Section::Java;
  if (key == "matlab") return Section::Matlab;
  return Section::Unknown;
}

}  // namespace

RuntimeIni read_runtime_ini(const Source& source, Diagnostics& diagnostics) {
  RuntimeIni ini;
  const std::string_view text = source.text();
  Section section = Section::None;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto newline = text.find('\n', begin);
    const std::size_t end = newline == text.npos ? text.size() : newline;
    const std::string_view line = trim(text.substr(begin, end - begin));
    begin = end + 1;
    if (line.empty() || line.front() == ';' || line.front() == '#') continue;
    const auto at = static_cast<std::uint32_t>(line.data() - text.data());
    const Span span{&source, at, at + static_cast<std::uint32_t>(line.size())};
    if (line.front() == '[') {
      const auto close = line.find(']');
      if (close == line.npos) diagnostics.report(DiagnosticKind::BadRuntimeIni, span, "this section has no ]");
      section = section_of(trim(line.substr(1, close == line.npos ? line.npos : close - 1)));
      if (section == Section::Unknown)
        diagnostics.report(
            DiagnosticKind::BadRuntimeIni, span,
            "unknown section: skipped; known are [environment variables], [environment variables with paths], "
            "[environment variables for Linux], [python], [java] and [matlab]");
      continue;
    }
    const auto equals = line.find('=');
    if (equals == line.npos || equals == 0) {
      diagnostics.report(DiagnosticKind::BadRuntimeIni, span, "expected NAME = value");
      continue;
    }
    const std::string_view name = trim(line.substr(0, equals));
    const std::string_view value = unquoted(trim(line.substr(equals + 1)));
    RuntimeIni::Interpreter* interpreter = nullptr;
    switch (section) {
      case Section::None:
        diagnostics.report(DiagnosticKind::BadRuntimeIni, span, "this line stands before any section: skipped");
        break;
      case Section::Paths:
      case Section::Plain:
        ini.variables.push_back({std::string(name), std::string(value), section == Section::Paths, span});
        break;
      case Section::Python:
        interpreter = &ini.python;
        break;
      case Section::Java:
        interpreter = &ini.java;
        break;
      case Section::Matlab:
        interpreter = &ini.matlab;
        break;
      case Section::OtherSystem:
      case Section::Unknown:
        break;
    }
    if (!interpreter) continue;
    if (name == "COMMAND") {
      interpreter->command = value;
    } else if (name == "OPTIONS") {
      interpreter->options = value;
    } else {
      diagnostics.report(DiagnosticKind::BadRuntimeIni, span,
                         fmt::format("`{}` is not known here: expected COMMAND or OPTIONS", name));
    }
  }
  return ini;
}

std::string RuntimeIni::expand(const Variable& variable, const std::filesystem::path& controller_folder,
                               const std::function<std::string(std::string_view)>& lookup) {
  std::string value;
  std::string_view rest = variable.value;
  while (true) {
    const auto open = rest.find("$(");
    const auto close = open == rest.npos ? rest.npos : rest.find(')', open);
    value += rest.substr(0, close == rest.npos ? rest.npos : open);
    if (close == rest.npos) break;
    value += lookup(rest.substr(open + 2, close - open - 2));
    rest.remove_prefix(close + 1);
  }
  if (!variable.paths) return value;
  // Both separators occur in files that were made on several systems; ; cannot be part of a list on Linux.
  std::ranges::replace(value, ';', ':');
  std::string absolute;
  for (std::size_t begin = 0; begin <= value.size();) {
    const auto colon = std::min(value.find(':', begin), value.size());
    const std::string_view part = trim(std::string_view(value).substr(begin, colon - begin));
    begin = colon + 1;
    if (part.empty()) continue;
    std::filesystem::path path(part);
    if (path.is_relative()) path = (controller_folder / path).lexically_normal();
    if (!absolute.empty()) absolute += ':';
    absolute += path.string();
  }
  return absolute;
}

}  // namespace lightsout
