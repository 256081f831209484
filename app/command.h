// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A subcommand: add_<verb> declares its options on the parser and opens nothing; what it returns does the work after
// parsing and gives the exit code.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <utility>

namespace lightsout {

struct Command {
  template <class Run>
  Command(Run work, bool catches = false) : run(std::move(work)), catches_interrupts(catches) {}
  std::function<int()> run;
  bool catches_interrupts;  // by catch_interrupts(), the first thing that it does; else they end the program
};

#define COMMAND(verb) Command add_##verb(CLI::App& program);
#include "app/commands.def"
#undef COMMAND

}  // namespace lightsout
