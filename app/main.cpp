// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The executable: parses the command line, runs one subcommand, and is the only place that catches exceptions.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/build_description.h"
#include "app/command.h"
#include "app/early_end.h"
#include "app/entries.h"
#include "app/heap.h"
#include "app/help_page.h"
#include "app/interrupt.h"
#include "app/plain_words.h"
#include "app/run_command_line.h"
#include "app/standard_streams.h"
#include "app/terminal.h"
#include "batches/batch.h"
#include "engine/programs/left_behind.h"
#include "runs/reports/named_files.h"
#include "runs/reports/outcome.h"
#include "runs/reports/verdict.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

constexpr std::string_view verbs[] = {
#define COMMAND(verb) #verb,
#include "app/commands.def"
#undef COMMAND
};

// In two columns, which scripts/manual takes for the README and docs/.
std::string exit_codes_and_environment() {
  std::string text = "Exit codes\n";
  const auto line = [&text](int code, std::string_view name, std::string_view meaning) {
    text += fmt::format("  {}  {}: {}\n", code, name, meaning);
  };
  for (const Outcome outcome : outcomes_with_code) {
    if (outcome == Outcome::WrongUse) line(1, "-", "`check` found errors, `collide` bad poses");
    if (outcome == Outcome::OutOfTime) line(runs_failed, "-", "a run of a `batch` failed");
    line(int(outcome), name_of(outcome), meaning_of(outcome));
  }
  text += "\nEnvironment\n";
#define ENVIRONMENT(name, meaning) text += fmt::format("  {:<27} {}\n", name, meaning);
#include "app/environment.def"
#undef ENVIRONMENT
  return text + "\n`lightsout VERB --help` says more.";
}

// An empty name is a variable of a script that was not set, not the wish for no file.
void refuse_empty_names(CLI::App& command) {
  const CLI::Validator is_named([](const std::string& text) { return std::string(text.empty() ? "is empty" : ""); },
                                "");
  for (CLI::Option* option : command.get_options([](CLI::Option* each) { return each->get_items_expected_max() > 0; }))
    option->check(is_named);
}

// What was not understood, in the order in which it was given.
std::string unexpected_arguments(std::vector<std::string> extras, int argc, char** argv) {
  std::vector<std::string> in_order;
  for (int i = 1; i < argc; ++i)
    if (const auto found = std::ranges::find(extras, argv[i]); found != extras.end() && *found != "--") {
      in_order.push_back(*found);
      extras.erase(found);
    }
  return fmt::format("{} not expected: {}", in_order.size() == 1 ? "this argument was" : "these arguments were",
                     fmt::join(in_order, " "));
}

// `whole`: with the options that no word of the command line names. Without them what is asked for may not be
// understood, and there are no help pages: nothing, and nothing was done.
std::optional<int> run_program(int argc, char** argv, bool whole) {
  offer_only_what_is_said(whole ? std::nullopt : std::optional(std::vector<std::string>(argv, argv + argc)));
  CLI::App program(
      "lightsout runs robot worlds (.wbt) with the lights out: no window, no display, the same bits on every run.",
      "lightsout");
  program.set_version_flag("--version", version_text());
  program.require_subcommand(1);
  if (whole) program.footer(exit_codes_and_environment());
  program.formatter(std::make_shared<HelpPage>());

  // The command that is asked for; all of them where none is named, for the help page, and for those that list them.
  const std::string_view first = argc > 1 ? argv[1] : "";
  const bool names_one = std::ranges::find(verbs, first) != std::end(verbs);
  const bool makes_all = !names_one || first == "completion" || first == "man";
  if (makes_all && !whole) return {};
  std::vector<std::pair<CLI::App*, Command>> commands;
#define COMMAND(verb)                                                         \
  if (makes_all || first == #verb) {                                          \
    Command command = add_##verb(program);                                    \
    commands.emplace_back(program.get_subcommand(#verb), std::move(command)); \
  }
#include "app/commands.def"
#undef COMMAND

  for (const auto& [subcommand, command] : commands) refuse_empty_names(*subcommand);
  if (argc > 1 && argv[1][0] != '-' && !names_one) {
    const std::string_view meant = did_you_mean(argv[1], {std::begin(verbs), std::end(verbs)});
    print_error("lightsout: there is no command '{}'{}\n", argv[1],
                meant.empty() ? fmt::format("; the commands are {}", fmt::join(verbs, ", "))
                              : fmt::format("; did you mean '{}'?", meant));
    return int(Outcome::WrongUse);
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    if (!whole) return {};
    const std::string message = unexpected_arguments(program.remaining(true), argc, argv);
    print_error("{}\nRun with --help for more information.\n", message);
    if (first == "run") write_verdict_of_early_end({argv + 1, argv + argc}, Outcome::WrongUse, message);
    return int(Outcome::WrongUse);
  } catch (const CLI::ParseError& error) {
    if (!whole) return {};
    // Prints the help page on stdout.
    if (error.get_exit_code() == 0) return program.exit(error);
    const std::string message = in_plain_words(error.what());
    print_error("{}\nRun with --help for more information.\n", message);
    if (first == "run") write_verdict_of_early_end({argv + 1, argv + argc}, Outcome::WrongUse, message);
    return int(Outcome::WrongUse);
  }
  for (auto& [subcommand, command] : commands) {
    if (!subcommand->parsed()) continue;
    if (!command.catches_interrupts) let_interrupts_end();
    return command.run();
  }
  return int(Outcome::WrongUse);
}

int run_program(int argc, char** argv) {
  const std::optional<int> code = run_program(argc, argv, false);
  return code ? *code : run_program(argc, argv, true).value_or(int(Outcome::WrongUse));
}

}  // namespace
}  // namespace lightsout

int main(int argc, char** argv) {
  lightsout::set_up_heap();
  lightsout::hold_interrupts();
  lightsout::hold_standard_streams();
  lightsout::end_in_order_without_memory(argc, argv);
  try {
    const lightsout::Entry entry = lightsout::entry_named(argv[0]);
    const int code = entry ? entry(argc, argv) : lightsout::run_program(argc, argv);
    const std::string lost = lightsout::flush_stdout();
    if (lost.empty()) lightsout::exit_without_what_is_left_behind(code);
    lightsout::write_early_end(argc, argv, lost.c_str());
  } catch (const std::bad_alloc&) {
    lightsout::write_early_end(argc, argv, "out of memory");
  } catch (const std::system_error& error) {
    const bool nobody_reads = error.code() == std::errc::broken_pipe;
    // What fmt::print() throws names no file.
    const std::string what = std::ferror(stdout) ? "standard output: " + error.code().message() : error.what();
    lightsout::write_early_end(argc, argv,
                               nobody_reads ? "standard output was closed before all was written" : what.c_str());
  } catch (const std::exception& error) {
    lightsout::write_early_end(argc, argv, error.what());
  }
  lightsout::exit_without_what_is_left_behind(int(lightsout::Outcome::EnvironmentFailed));
}
