// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout run`: simulates a world to its verdict, once or, to prove that it repeats itself, several times.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "app/command.h"
#include "app/interrupt.h"
#include "app/run_command_line.h"
#include "app/terminal.h"
#include "app/terminal_view.h"
#include "runs/run.h"
#include "runs/settings/run_file.h"

namespace lightsout {
namespace {

struct RunCommand {
  explicit RunCommand(CLI::App& command) : said(command) {}
  RunCommandLine said;
  ViewOptions view;
  bool schema = false;
};

std::vector<std::string> view_options(const ViewOptions& view) {
  std::vector<std::string> words;
  if (view.quiet) words.emplace_back("--quiet");
  if (view.verbose) words.emplace_back("--verbose");
  return words;
}

int run(RunCommand& command) {
  if (command.schema) {
    std::fputs(run_file_schema().c_str(), stdout);
    return int(Outcome::Done);
  }
  command.view.progress = !command.view.quiet && is_live(stderr);
  TerminalView view(command.view);
  RunCaller caller{view, catch_interrupts, view_options(command.view)};
  caller.ends_process = true;
  RunSettings settings;
  const std::optional<Ending> wrong = command.said.read(settings, view);
  if (!settings.output.empty() && settings.manifest.empty()) settings.manifest = "manifest.json";
  Run run(std::move(settings));
  return wrong ? run.refuse(caller, *wrong) : run.make(caller);
}

}  // namespace

Command add_run(CLI::App& program) {
  CLI::App* command = program.add_subcommand("run", "Simulate a world to its verdict");
  auto options = std::make_shared<RunCommand>(*command);
  CLI::Option* quiet = command->add_flag("-q,--quiet", options->view.quiet, "Only warnings and errors on stderr");
  command->add_flag("-v,--verbose", options->view.verbose, "Everything on stderr")->excludes(quiet);
  command->add_flag("--extern-urls", options->view.extern_urls,
                    "Print the URL of each robot that waits for an <extern> controller on stdout, a line each");
  command->add_flag("--schema", options->schema, "Print the JSON Schema of run files, for editors, and run nothing");
  command->footer(
      "A run ends when its duration is reached, when a controller asks for it, or when every controller has ended.\n"
      "Ctrl-C ends it cleanly: what was simulated is on disk, no process is left behind. Recordings, logs and "
      "verdicts\n"
      "are described in docs/.\n\n"
      "Exit codes: 0 done, 2 wrong use, 3 bad world, 4 controller failed, 5 plugin failed, 6 diverged,\n"
      "7 not reproducible (--verify), 8 interrupted, 9 a file, a process or memory was not to be had,\n"
      "10 something that was expected did not hold, 12 its --wall-limit was over. A supervisor that quits the\n"
      "simulation with a status gives that status; 255 if it is negative or beyond that.\n\n"
      "Examples\n"
      "  lightsout run worlds/demo.wbt --duration 20s --record demo.csv --every 100\n"
      "  lightsout run worlds/pendulum.wbt --duration 10s --select BOB --record bob.csv --verdict bob.json\n"
      "  lightsout run worlds/demo.wbt --duration 20s --repeat 3 --verify\n"
      "  lightsout run worlds/demo.wbt --duration 60s --snapshot-every 10s --snapshots demo_snapshots\n"
      "  lightsout run --from demo_snapshots/step_000001250.snapshot --duration 60s");
  return {[options] { return run(*options); }, true};
}

}  // namespace lightsout
