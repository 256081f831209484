// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The commands and their options as data, read from the parser that they declare themselves on: manual pages and
// completion are made of it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace lightsout {

struct OptionEntry {
  std::vector<std::string> names;  // as they are written, "-o", "--output"; of a positional one, "WORLD"
  bool positional = false;
  std::string value;                 // its kind, "N", "FILE"; "" of a flag
  std::vector<std::string> choices;  // the words that it takes; empty: any
  std::string help;
  bool required = false, repeatable = false;
};

struct CommandEntry {
  std::string verb;  // "" of the program itself
  std::string help, footer;
  std::vector<OptionEntry> options;
};

// The program itself first, then its commands in their order.
std::vector<CommandEntry> command_tree(CLI::App& program);

}  // namespace lightsout
