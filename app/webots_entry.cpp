// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `webots`: the command line of the other simulator, as far as it is about running a world without a window.
#include <fmt/format.h>
#include <sys/prctl.h>

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/build_description.h"
#include "app/entries.h"
#include "app/interrupt.h"
#include "app/options.h"
#include "app/terminal.h"
#include "app/webots_view.h"
#include "runs/run.h"
#include "world_format/diagnostic.h"

namespace lightsout {
namespace {

struct WebotsOptions {
  WebotsViewOptions view;
  RunSettings run;
  std::string mode, performance, heartbeat, stream;
};

// What is about windows, their content and the network changes nothing here.
constexpr const char* no_effect = "No effect here: there is no window";

void add_options(CLI::App& program, WebotsOptions& options) {
  program.add_option("WORLD", options.run.world, "World file (.wbt)")->required();
  program
      .add_option("--mode", options.mode,
                  "realtime: never ahead of the clock on the wall; fast, run: as fast as it goes, also without --mode; "
                  "pause: the same, for nobody could go on from the pause")
      ->check(CLI::IsMember({"pause", "realtime", "run", "fast"}));
  program.add_flag("--stdout", options.view.shows_stdout, "Print what controllers print, and what is for information");
  program.add_flag("--stderr", options.view.shows_stderr, "Print what controllers print on stderr");
  add_whole_number<int>(program, "--port", options.run.extern_port,
                        "The first port that is tried for <extern> controllers; 1234 by default", 1, 65535);
  program.add_flag("--extern-urls", options.view.extern_urls,
                   "Print the URL of each robot that waits for an <extern> controller, a line each");
  program
      .add_option("--log-performance", options.performance,
                  "Taken, but no file is written: times stand in the verdict of `lightsout run --verdict FILE`")
      ->type_name("FILE[,STEPS]");
  for (const char* flag : {"--batch", "--minimize", "--no-rendering", "--fullscreen", "--clear-cache", "--no-sandbox"})
    program.add_flag(flag, no_effect);
  // The value is given by `=` alone: what follows is the world.
  program.add_flag("--heartbeat{1000}", options.heartbeat, no_effect)->type_name("MS");
  program.add_flag("--stream{x3d}", options.stream, "Taken, but nothing is streamed: there is no server here")
      ->type_name("MODE");
}

std::string wrong_arguments(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::Option* option : program.get_options()) names.push_back(option->get_name());
  std::string text;
  for (const std::string& word : program.remaining()) {
    if (!word.starts_with('-')) {
      text +=
          fmt::format("webots: there is one world, and '{}' is one word more (`lightsout convert` converts)\n", word);
      continue;
    }
    const std::string given = word.substr(0, word.find('='));
    const std::string_view meant = did_you_mean(given, {names.begin(), names.end()});
    text += fmt::format("webots: there is no option '{}'{}\n", given,
                        meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant));
  }
  return text;
}

int run(WebotsOptions& options) {
  WebotsView view(options.view);
  const RunCaller caller{view, catch_interrupts};
  if (options.mode == "pause") print_error("WARNING: webots: nobody could end the pause: runs as with --mode=fast\n");
  options.run.realtime = options.mode == "realtime";
  // It goes on until somebody ends it.
  options.run.extern_reconnect = options.run.may_be_endless = options.run.asynchronous = true;
  options.run.extern_ports = 11;
  return Run(std::move(options.run)).make(caller);
}

}  // namespace

int webots_entry(int argc, char** argv) {
  CLI::App program("Runs a world with lightsout, by the command line of Webots.", "webots");
  program.set_version_flag("--version", webots_version_text());
  program.footer(
      "The run ends as `lightsout run` does, with its exit codes. More is said there: `lightsout run --help`.");
  WebotsOptions options;
  add_options(program, options);
  program.allow_extras(false);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    print_error("{}Run with --help for more information.\n", wrong_arguments(program));
    return int(Outcome::WrongUse);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : int(Outcome::WrongUse);
  }
  if (!options.stream.empty()) print_error("WARNING: webots: nothing is streamed: there is no server here\n");
  // By this name scripts send it signals.
  ::prctl(PR_SET_NAME, "webots-bin");
  if (!options.performance.empty()) {
    print_error(
        "WARNING: webots: {} is not written: the time that a run took stands in its verdict (`lightsout run "
        "--verdict FILE`)\n",
        options.performance.substr(0, options.performance.find(',')));
    if (options.performance.find(',') != std::string::npos) {
      print_error(
          "webots: a number of steps in --log-performance is not offered: `lightsout run --duration TIME` ends a "
          "run\n");
      return int(Outcome::WrongUse);
    }
  }
  return run(options);
}

}  // namespace lightsout
