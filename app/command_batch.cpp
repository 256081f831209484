// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout batch`: worlds x parameters x repetitions, each a run in a folder of its own.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/batch_terminal.h"
#include "app/command.h"
#include "app/interrupt.h"
#include "app/run_command_line.h"
#include "app/terminal_view.h"
#include "batches/batch.h"
#include "batches/results/run_folder.h"
#include "batches/slurm.h"
#include "batches/sweeps/field_lists.h"
#include "batches/sweeps/sweep_file.h"
#include "batches/sweeps/sweep_schema.h"
#include "batches/sweeps/values.h"
#include "engine/files/folder_claims.h"
#include "runs/reports/named_files.h"
#include "runs/reports/run_log.h"
#include "runs/reports/verdict.h"
#include "runs/run_output.h"
#include "runs/settings/run_file.h"
#include "runs/settings/run_options.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

struct BatchCommand {
  explicit BatchCommand(CLI::App& command) : said(command, is_for_batches) {}
  RunCommandLine said;
  std::vector<std::string> worlds, parameters;
  std::string points, seeds, shard, seed, output;
  int repetitions = 0, jobs = 0;
  std::string submit;
  SlurmSettings slurm;
  bool status = false, cancel = false;
  bool independent_seeds = false, fail_fast = false, ask = false, quiet = false, schema = false;
};

bool is_sweep_file(const std::string& name) { return name.ends_with(".yaml") || name.ends_with(".yml"); }

// What is wrong with the words that were given, before anything is looked at.
template <class Value>
std::string take(Value& to, std::expected<Value, std::string> value) {
  if (!value) return value.error();
  to = std::move(*value);
  return {};
}

std::string report(const Diagnostics& diagnostics, const std::string& name, LogView& view) {
  RunLog(view).report(diagnostics);
  return diagnostics.errors() == 0 ? "" : fmt::format("{}: {}", name, plural(diagnostics.errors(), "error"));
}

// Where the sweep file says what.
struct FilePlaces {
  SourcePtr source;
  KeyPlaces places;
};

std::optional<Ending> read_file(const BatchCommand& command, BatchSettings& settings, FilePlaces& places,
                                LogView& view) {
  if (command.worlds.empty() || !is_sweep_file(command.worlds.front())) return {};
  const auto source = read_source(command.worlds.front());
  if (!source) return Ending{Outcome::EnvironmentFailed, source.error()};
  Diagnostics diagnostics;
  SweepFile file = read_sweep_file(**source, diagnostics);
  places = {*source, std::move(file.places)};
  settings.sweep = std::move(file.sweep);
  settings.folder = file.output;
  if (file.jobs) settings.jobs = *file.jobs;
  std::string wrong = report(diagnostics, command.worlds.front(), view);
  if (wrong.empty()) return {};
  return Ending{file.lacks_file ? Outcome::EnvironmentFailed : Outcome::WrongUse, std::move(wrong)};
}

std::string read_parameters(const BatchCommand& command, Sweep& sweep) {
  for (const std::string& text : command.parameters) {
    Parameter parameter;
    if (std::string wrong = take(parameter, parse_parameter(text)); !wrong.empty()) return "--set " + wrong;
    if (std::string wrong = wrong_parameter(parameter.name); !wrong.empty()) return "--set " + wrong;
    std::erase_if(sweep.field_lists, [&](const FieldList& list) { return list.whole.name == parameter.name; });
    const auto found = std::ranges::find(sweep.parameters, parameter.name, &Parameter::name);
    if (found == sweep.parameters.end())
      sweep.parameters.push_back(std::move(parameter));
    else
      *found = std::move(parameter);  // the command line wins over the file
  }
  return {};
}

// The command line wins over the other way to say them in the file.
void forget_seeds(const BatchCommand& command, Sweep& sweep) {
  if (!command.seeds.empty()) {
    sweep.seed.reset();
    sweep.repetitions = 1;
    sweep.independent_seeds = false;
  } else if (!command.seed.empty() || command.repetitions > 0 || command.independent_seeds) {
    sweep.seeds.clear();
  }
}

// What of the command line comes to what a file said, or wins over it.
std::string read_words(const BatchCommand& command, BatchSettings& settings) {
  Sweep& sweep = settings.sweep;
  const bool has_file = !sweep.file.empty();
  for (const std::string& world : command.worlds)
    if (!has_file || world != sweep.file) sweep.worlds.push_back(world);
  // That of a run file.
  if (sweep.worlds.empty() && !sweep.run.world.empty()) sweep.worlds.push_back(sweep.run.world);
  sweep.run.world.clear();
  if (std::string wrong = read_parameters(command, sweep); !wrong.empty()) return wrong;
  forget_seeds(command, sweep);
  if (!command.seeds.empty())
    if (std::string wrong = take(sweep.seeds, parse_seeds(command.seeds)); !wrong.empty()) return "--seeds: " + wrong;
  if (!command.seed.empty()) {
    std::uint64_t seed = 0;
    if (const auto wrong = read_whole_number(command.seed, seed, 0, UINT64_MAX)) return "--seed: " + *wrong;
    sweep.seed = seed;
  }
  if (command.repetitions > 0) sweep.repetitions = command.repetitions;
  sweep.independent_seeds |= command.independent_seeds;
  if (!command.shard.empty()) {
    Shard shard;
    if (std::string wrong = take(shard, parse_shard(command.shard)); !wrong.empty()) return "--shard: " + wrong;
    settings.shard = shard;
  }
  if (!command.output.empty()) settings.folder = command.output;
  if (command.jobs > 0) settings.jobs = command.jobs;
  settings.fail_fast = command.fail_fast;
  settings.ask = command.ask;
  return {};
}

std::optional<Ending> read_list(const BatchCommand& command, Sweep& sweep, LogView& view) {
  if (command.points.empty()) return {};
  Diagnostics diagnostics;
  if (std::string missing = missing_file("--points", command.points); !missing.empty())
    return Ending{Outcome::EnvironmentFailed, missing};
  auto points = read_points_of(command.points, diagnostics);
  if (!points) return Ending{Outcome::EnvironmentFailed, points.error()};
  sweep.points = std::move(*points);
  std::string wrong = report(diagnostics, command.points, view);
  if (wrong.empty()) return {};
  return Ending{Outcome::WrongUse, std::move(wrong)};
}

std::string objection(const BatchCommand& command, const BatchSettings& settings, const FilePlaces& places,
                      LogView& view) {
  const Sweep& sweep = settings.sweep;
  if (sweep.worlds.empty()) return "WORLD is required";
  for (const std::string& world : sweep.worlds)
    if (is_sweep_file(world)) return world + " is no world: a sweep file stands first, and there is one";
  if (settings.folder.empty()) return "-o DIR is required: a batch leaves its runs there";
  if (std::string wrong = RunFolder(settings.folder).objection(); !wrong.empty()) return wrong;
  if (settings.ask && (sweep.points || !sweep.parameters.empty()))
    return "--ask takes points from standard input, and --set and --points give them";
  if (settings.ask && !command.submit.empty()) return "--ask and --submit do not go together";
  if (settings.shard && !command.submit.empty()) return "--shard and --submit do not go together";
  if (settings.ask && settings.shard) return "--ask and --shard do not go together";
  if (std::string wrong = contradiction(sweep); !wrong.empty()) return wrong;
  RunSettings run = sweep.run;
  run.world = sweep.worlds.front();
  Diagnostics diagnostics;
  if (report_contradiction(run, places.places, diagnostics)) return report(diagnostics, sweep.file, view);
  if (std::string wrong = contradiction(run); !wrong.empty()) return wrong;
  if (std::string wrong = output_for_many(run); !wrong.empty()) return wrong;
  return {};
}

int run(const BatchCommand& command) {
  if (command.schema) {
    std::fputs(sweep_file_schema().c_str(), stdout);
    return int(Outcome::Done);
  }
  BatchTerminal terminal(command.quiet, command.ask);
  let_interrupts_end();  // until runs begin nothing can be lost
  if (command.status || command.cancel) {
    if (!command.output.empty())
      return command.status ? show_status(command.output, terminal) : cancel_submitted(command.output, terminal);
    terminal.complaint("-o DIR is required: the folder of the batch");
    return int(Outcome::WrongUse);
  }
  TerminalView view({.quiet = command.quiet});
  BatchSettings settings;
  settings.jobs = std::max(1, int(std::thread::hardware_concurrency()));
  const auto refuse = [&](const std::string& why, Outcome outcome = Outcome::WrongUse) {
    terminal.complaint(why);
    return int(outcome);
  };
  FilePlaces places;
  if (auto ending = read_file(command, settings, places, view)) return refuse(ending->message, ending->outcome);
  if (auto ending = command.said.read(settings.sweep.run, view)) return refuse(ending->message, ending->outcome);
  if (std::string wrong = fit_for_batches(settings.sweep.run); !wrong.empty()) return refuse(wrong);
  if (std::string wrong = read_words(command, settings); !wrong.empty()) return refuse(wrong);
  if (auto ending = read_list(command, settings.sweep, view)) return refuse(ending->message, ending->outcome);
  if (std::string wrong = settle_field_lists(settings.sweep); !wrong.empty()) return refuse(wrong);
  if (std::string wrong = objection(command, settings, places, view); !wrong.empty()) return refuse(wrong);
  NamedFiles worlds;
  for (const std::string& world : settings.sweep.worlds) worlds.reads("WORLD", world);
  if (const std::string missing = worlds.missing(); !missing.empty())
    return refuse(missing, Outcome::EnvironmentFailed);
  if (!command.submit.empty()) return submit_to_slurm(settings, command.slurm, terminal);
  // Batches go on in one folder together.
  const auto claims = FolderClaims::make({settings.folder.string()}, FolderClaims::Sharing::Batch);
  if (!claims)
    return refuse(fmt::format("-o {}: a run or a batch is writing {} now", claims.error(), into_claimed_folder));
  return make_batch(settings, {catch_interrupts, {}}, terminal);
}

void add_sweep(CLI::App& command, BatchCommand& to) {
  command.add_option("WORLD", to.worlds, "World files (.wbt), or a sweep file (.yaml) that says all that stands here")
      ->type_name("FILE");
  command
      .add_option("--set", to.parameters,
                  "Values of an option of runs (passes, duration): 0.1,0.5 or range(0.2,1,0.2), "
                  "linspace(0,1,5), logspace(0.01,100,5); repeatable: each with each")
      ->type_name("NAME=VALUES")
      ->expected(1, CLI::detail::expected_max_vector_size)
      ->allow_extra_args(false);
  command
      .add_option("--points", to.points,
                  "List of points instead of a grid: CSV with names in the first line, or JSON lines; -: standard "
                  "input")
      ->type_name("FILE");
  command.add_option("--seeds", to.seeds, "A repetition for each of these seeds: 1..30, or 3,5,8")->type_name("LIST");
  command
      .add_option("--repetitions", to.repetitions, "So many repetitions, with seeds made of --seed and their number")
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("N");
  command.add_option("--seed", to.seed, "Root of the seeds of repetitions; default: 0")->type_name("N");
  command.add_flag("--independent-seeds", to.independent_seeds,
                   "Other seeds at each point; without it repetition k has the same seed at all of them");
}

void add_making(CLI::App& command, BatchCommand& to) {
  command.add_option("-o,--output", to.output, "The folder of the batch: runs/, results.db, results.csv")
      ->type_name("DIR");
  command.add_option("-j,--jobs", to.jobs, "Runs at a time; default: one a processor")
      ->check(CLI::Range(1, 4096))
      ->type_name("N");
  command.add_flag("--fail-fast", to.fail_fast, "End with the first run that fails");
  command.add_option("--shard", to.shard, "Make part I of N of the runs; others make the rest in the same folder")
      ->type_name("I/N");
  command.add_flag("--ask", to.ask, "Read points as JSON lines on stdin, answer each on stdout when it has ended");
  command.add_flag("-q,--quiet", to.quiet, "Only failures on stderr");
  command.add_flag("--schema", to.schema, "Print the JSON Schema of sweep files, for editors, and run nothing");
}

void add_cluster(CLI::App& command, BatchCommand& to) {
  CLI::Option* submit =
      command.add_option("--submit", to.submit, "Submit the missing runs as a job array to a cluster instead: slurm")
          ->check(CLI::IsMember({"slurm"}))
          ->type_name("WHERE");
  command.add_option("--partition", to.slurm.partition, "Partition of the cluster")->needs(submit)->type_name("NAME");
  command.add_option("--time", to.slurm.time, "Wall-clock time that a task may take, as sbatch reads it")
      ->needs(submit)
      ->type_name("TIME");
  command.add_option("--array-size", to.slurm.most_tasks, "Tasks of the array at most; default: 1000")
      ->needs(submit)
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("N");
  command.add_option("--chunk", to.slurm.chunk, "Runs of a task; default: 100")
      ->needs(submit)
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("N");
  CLI::Option* status = command.add_flag("--status", to.status, "With -o: say what is there and what is missing");
  command.add_flag("--cancel", to.cancel, "With -o: take back what was submitted")->excludes(status)->excludes(submit);
}

}  // namespace

Command add_batch(CLI::App& program) {
  CLI::App* command = program.add_subcommand("batch", "Make the runs of a sweep that its folder does not hold yet");
  auto options = std::make_shared<BatchCommand>(*command);
  add_sweep(*command, *options);
  add_making(*command, *options);
  add_cluster(*command, *options);
  command->footer(
      "Each run has a folder of its own, named by the hash of what it is. A batch that was killed and is started "
      "again\n"
      "makes what is missing. docs/batch.md has all of it.\n\n"
      "Exit codes: 0 all runs are done, 11 a run failed (the table says which), 2 wrong use, 8 interrupted,\n"
      "9 a file, a process or memory was not to be had.\n\n"
      "Examples\n"
      "  lightsout batch worlds/pendulum.wbt --duration 2s --seeds 1..30 --set passes=1,2,4 -o out\n"
      "  lightsout batch sweep.yaml -j 8 -o out");
  return {[options] { return run(*options); }, true};
}

}  // namespace lightsout
