// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `webots`: the command line of the other simulator, as far as it is about running a world without a window.
#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <expected>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "app/build_description.h"
#include "app/entries.h"
#include "app/interrupt.h"
#include "app/options.h"
#include "app/terminal.h"
#include "app/webots_view.h"
#include "runs/manifests/machine.h"
#include "runs/run.h"
#include "runs/settings/run_options.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

struct WebotsOptions {
  WebotsViewOptions view;
  RunSettings run;
  std::string mode, performance, stream;
  int heartbeat_ms = 0;
  bool sysinfo = false;
};

// What is about windows and their content changes nothing here.
constexpr const char* no_effect = "No effect here: there is no window";

// Of Webots, and not offered: what to do instead.
struct NotOffered {
  std::string_view word, instead;
};
constexpr NotOffered not_offered[] = {
    {"convert",
     "PROTOs are not made to URDF, WBO or WRL files here; `lightsout convert` brings worlds to today's format"},
    {"--update-world", "`lightsout convert WORLD -o WORLD` brings a world to today's format"},
    {"--update-proto-cache", "there is no cache: each run reads PROTOs from their files"},
};

void add_options(CLI::App& program, WebotsOptions& options) {
  program.add_option("WORLD", options.run.world, "World file (.wbt)");
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
                  "Write what each step takes by the clock on the wall, as `lightsout run --step-times`; of the first "
                  "STEPS steps alone")
      ->type_name("FILE[,STEPS]");
  program.add_flag("--sysinfo", options.sysinfo,
                   "Print what system and machine this is, and end; with --log-performance no effect: it says so too");
  // Of these two the value is given by `=` alone: what follows is the world.
  program.add_flag("--heartbeat{1000}", options.heartbeat_ms, "Print a dot on stdout each second, or each so many ms")
      ->type_name("MS")
      ->check(CLI::Range(1, 1000000000));
  program.add_flag("--stream{x3d}", options.stream, "Taken, but nothing is streamed: there is no server here")
      ->type_name("MODE");
  for (const char* flag : {"--batch", "--minimize", "--no-rendering", "--fullscreen"})
    program.add_flag(flag, no_effect);
  program.add_flag("--clear-cache", no_effect)->description("No effect here: there is no cache of what was downloaded");
  program.add_flag("--no-sandbox", no_effect)->description("No effect here: there is no browser");
}

std::string wrong_arguments(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::Option* option : program.get_options()) names.push_back(option->get_name());
  std::string text;
  for (const std::string& word : program.remaining()) {
    const std::string given = word.substr(0, word.find('='));
    if (const auto known = std::ranges::find(not_offered, given, &NotOffered::word); known != std::end(not_offered)) {
      text += fmt::format("webots: '{}' is not offered: {}\n", given, known->instead);
      continue;
    }
    if (!word.starts_with('-')) {
      text += fmt::format("webots: there is one world, and '{}' is one word more\n", word);
      continue;
    }
    const std::string_view meant = did_you_mean(given, {names.begin(), names.end()});
    text += fmt::format("webots: there is no option '{}'{}\n", given,
                        meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant));
  }
  return text;
}

// Of FILE[,STEPS] both; the error says what is wrong.
std::expected<void, std::string> take_performance(const std::string& text, RunSettings& settings) {
  const std::size_t comma = text.rfind(',');
  settings.step_times = text.substr(0, comma);
  if (settings.step_times.empty()) return std::unexpected("--log-performance: no file is named");
  if (comma == std::string::npos) return {};
  std::uint64_t steps = 0;
  if (auto wrong = read_whole_number(text.substr(comma + 1), steps, 1, 1000000000))
    return std::unexpected(fmt::format("--log-performance=FILE,STEPS: {}", *wrong));
  settings.step_times_of = std::int64_t(steps);
  return {};
}

void print_system() {
  fmt::print("{}\nSystem: {}\nProcessor: {}, {} of them\nMemory: {} MiB\n", webots_version_text(), operating_system(),
             processor(), ::sysconf(_SC_NPROCESSORS_ONLN),
             std::int64_t(::sysconf(_SC_PHYS_PAGES)) * ::sysconf(_SC_PAGESIZE) >> 20);
}

int run(WebotsOptions& options) {
  WebotsView view(options.view);
  const Heartbeat heartbeat(view, std::chrono::milliseconds(options.heartbeat_ms));
  RunCaller caller{view, catch_interrupts};
  caller.ends_process = true;
  if (options.mode == "pause") print_error("WARNING: webots: nobody could end the pause: runs as with --mode=fast\n");
  options.run.realtime = options.mode == "realtime";
  // It goes on until somebody ends it.
  options.run.extern_reconnect = options.run.may_be_endless = options.run.asynchronous = true;
  options.run.extern_ports = 11;
  // Its command line has no word for it, and projects that scripts run lie beside what they share.
  options.run.load.allow_outside = true;
  return Run(std::move(options.run)).make(caller);
}

int wrong_use(std::string_view what) {
  print_error("webots: {}\nRun with --help for more information.\n", what);
  return int(Outcome::WrongUse);
}

}  // namespace

int webots_entry(int argc, char** argv) {
  // A script that puts it in the background has it ignore SIGINT, and ends it by that all the same, as it ends Webots.
  std::signal(SIGINT, SIG_DFL);
  CLI::App program("Runs a world with lightsout, by the command line of Webots.", "webots");
  program.set_version_flag("--version", webots_version_text());
  program.footer(
      "The run ends as `lightsout run` does, with its exit codes. More is said there: `lightsout run --help`.");
  WebotsOptions options;
  add_options(program, options);
  program.allow_extras(false);
  // Where it stands it is no world.
  if (argc > 1 && argv[1] == not_offered[0].word)
    return wrong_use(fmt::format("'{}' is not offered: {}", not_offered[0].word, not_offered[0].instead));
  try {
    program.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    print_error("{}Run with --help for more information.\n", wrong_arguments(program));
    return int(Outcome::WrongUse);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : int(Outcome::WrongUse);
  }
  if (options.sysinfo && options.performance.empty()) {
    print_system();
    return 0;
  }
  if (options.run.world.empty()) return wrong_use("WORLD is required: none that was opened before is kept in mind");
  if (!options.performance.empty())
    if (auto taken = take_performance(options.performance, options.run); !taken) return wrong_use(taken.error());
  if (!options.stream.empty()) print_error("WARNING: webots: nothing is streamed: there is no server here\n");
  // By this name scripts send it signals.
  ::prctl(PR_SET_NAME, "webots-bin");
  return run(options);
}

}  // namespace lightsout
