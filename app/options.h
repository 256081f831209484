// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Options of one kind that several commands have: whole numbers, durations, folders of assets.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <limits>
#include <string>
#include <vector>

#include "runs/reading/duration.h"

namespace lightsout {

// From `least` to `most`, in decimal whatever it begins with.
template <class Number>
Number whole_number(const std::string& option, const std::string& text, Number least, Number most) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && rest == end && number >= least && number <= most) return number;
  throw CLI::ValidationError(
      option, fmt::format("'{}' is no whole number from {} to {}, in decimal digits", text, least, most));
}

template <class Number, class Target>
CLI::Option* add_whole_number(CLI::App& command, const std::string& name, Target& target, const std::string& help,
                              Number least = std::numeric_limits<Number>::min(),
                              Number most = std::numeric_limits<Number>::max()) {
  return command
      .add_option_function<std::string>(
          name,
          [&target, name, least, most](const std::string& text) {
            target = whole_number<Number>(name, text, least, most);
          },
          help)
      ->type_name("N");
}

// Separated by commas, or the option repeated.
template <class Number>
CLI::Option* add_whole_numbers(CLI::App& command, const std::string& name, std::vector<Number>& target,
                               const std::string& help, Number least = std::numeric_limits<Number>::min(),
                               Number most = std::numeric_limits<Number>::max()) {
  return command
      .add_option_function<std::vector<std::string>>(
          name,
          [&target, name, least, most](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) target.push_back(whole_number<Number>(name, text, least, most));
          },
          help)
      ->type_name("N")
      ->delimiter(',');
}

// `bare_unit`: what a number without unit counts, s.
template <class Seconds>
CLI::Option* add_duration(CLI::App& command, const std::string& name, Seconds& seconds, const std::string& help,
                          double bare_unit = 1) {
  return command
      .add_option_function<std::string>(
          name,
          [&seconds, name, bare_unit](const std::string& text) {
            const auto parsed = parse_duration(text, bare_unit);
            if (!parsed) throw CLI::ValidationError(name, parsed.error());
            seconds = *parsed;
          },
          help)
      ->type_name("TIME");
}

template <class Path>
CLI::Option* add_assets(CLI::App& command, std::vector<Path>& folders) {
  return command.add_option("--assets", folders, "Folder to search for PROTOs, meshes and textures; repeatable")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

}  // namespace lightsout
