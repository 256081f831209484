// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What somebody expects of a run: a condition, when it is to hold, and where that was said. Read from YAML, in run
// files (`expect`, `stop_when`), on a command line (--expect) and in tests of worlds.
#pragma once

#include <yaml-cpp/yaml.h>

#include <expected>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runs/expectations/condition.h"
#include "runs/expectations/when.h"

namespace lightsout {

class Diagnostics;

// An expectation is held against a run; what ends one has no `when`.
enum class ExpectationUse : std::uint8_t { Expect, StopWhen };

struct Expectation {
  ExpectationUse use = ExpectationUse::Expect;
  // A file with line and column, from 1; "" and 0 on a command line.
  struct Place {
    std::string file;
    int line = 0, column = 0;
  };
  Place place;
  std::string message;  // of whoever wrote it, "" for none
  AskedCondition condition;
  When when;            // of an expectation
  double held_for = 0;  // of what ends a run: s for which it must have held
};

// One element of a list in a file. Paths are seen from the folder. What is wrong is reported at its place, and nothing
// comes back.
std::optional<Expectation> read_expectation(const YAML::Node& node, ExpectationUse use, const Source& source,
                                            const std::filesystem::path& folder, Diagnostics& diagnostics);

// The same as a line of YAML that can be read from anywhere, with its place.
std::string text_of_expectation(const YAML::Node& node, const Source& source, const std::filesystem::path& folder);
// Reads it, or what somebody wrote on a command line: "solid: BALL, speed: {max: 0.1}, at: 2s". The error says what is
// wrong.
std::expected<Expectation, std::string> parse_expectation(const std::string& text, ExpectationUse use);

// The same with another name for the file that it reads, if it reads one.
std::string with_file_renamed(const std::string& text, const std::function<std::string(const std::string&)>& change);

// The same without where it was said.
std::string without_place(const std::string& text);

// Where it was said: "file:line:column", or the name of the option.
std::string place_of(const Expectation& expectation);

// All keys that an expectation may have, for the schema of run files.
std::vector<std::string_view> expectation_keys();

}  // namespace lightsout
