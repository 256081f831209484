// A subcommand: add_<verb> declares its options on the parser and opens nothing; what it returns does the work after
// parsing and gives the exit code.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace lightsout {

using Command = std::function<int()>;

#define COMMAND(verb) Command add_##verb(CLI::App& program);
#include "app/commands.def"
#undef COMMAND

}  // namespace lightsout
