// The executable: parses the command line, runs one subcommand, and is the only place that catches exceptions.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <new>
#include <utility>
#include <vector>

#include "app/command.h"
#include "app/interrupt.h"
#include "engine/simulation.h"

namespace lightsout {
namespace {

constexpr const char* exit_codes =
    "Exit codes\n"
    "  0 done   1 errors found (check)   2 wrong use   3 bad world   4 controller failed   5 plugin failed\n"
    "  6 diverged   7 not reproducible   8 interrupted   9 a file, a process or memory was not to be had\n\n"
    "`lightsout VERB --help` tells more.";

int run_program(int argc, char** argv) {
  CLI::App program(
      "lightsout runs robot worlds (.wbt) with the lights out: no window, no display, the same bits on every run.",
      "lightsout");
  program.set_version_flag("--version", "lightsout " LIGHTSOUT_VERSION);
  program.require_subcommand(1);
  program.footer(exit_codes);
  program.get_formatter()->column_width(34);

  std::vector<std::pair<CLI::App*, Command>> commands;
#define COMMAND(verb)                                                         \
  {                                                                           \
    Command command = add_##verb(program);                                    \
    commands.emplace_back(program.get_subcommand(#verb), std::move(command)); \
  }
#include "app/commands.def"
#undef COMMAND

  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Prints the help page on stdout, or what is wrong on stderr.
    return program.exit(error) == 0 ? 0 : int(Outcome::WrongUse);
  }
  for (auto& [subcommand, command] : commands) {
    if (!subcommand->parsed()) continue;
    if (!command.catches_interrupts) let_interrupts_end();
    return command.run();
  }
  return int(Outcome::WrongUse);
}

}  // namespace
}  // namespace lightsout

int main(int argc, char** argv) {
  lightsout::hold_interrupts();
  try {
    return lightsout::run_program(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("lightsout: out of memory\n", stderr);
  } catch (const std::exception& error) {
    fmt::print(stderr, "lightsout: {}\n", error.what());
  }
  return int(lightsout::Outcome::EnvironmentFailed);
}
