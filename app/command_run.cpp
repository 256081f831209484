// `lightsout run`: simulates a world to its verdict, once or, to prove that it repeats itself, several times.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "app/allow.h"
#include "app/build_option.h"
#include "app/command.h"
#include "app/interrupt.h"
#include "app/limit_option.h"
#include "app/options.h"
#include "app/plugin_options.h"
#include "app/sandbox.h"
#include "app/terminal.h"
#include "app/terminal_view.h"
#include "engine/recorders/later_path.h"
#include "engine/recorders/output_names.h"
#include "limits/limits.h"
#include "runs/guarded_run.h"
#include "runs/named_files.h"
#include "runs/one_run.h"
#include "runs/run_log.h"
#include "runs/state_trace.h"
#include "runs/traced_run.h"
#include "runs/verdict.h"

namespace lightsout {
namespace {

struct RunOptions {
  RunSettings settings;
  ViewOptions view;
  std::string log;  // file, "" for none
  RecorderOptions record;
  std::string verdict_path;
  bool stop_on_failure = true;
  bool hash = false;
  bool verify = false;
  int repeat = 1;
  std::string trace, against;  // files of states, "" for none
  SandboxSettings sandbox;
  const CLI::App* command = nullptr;  // for the sandbox
};

// The line that ends a run, for a person.
std::string sentence(const Verdict& verdict) {
  const std::string failed = verdict.failed_controllers == 0
                                 ? ""
                                 : fmt::format(", but {} had failed", plural(verdict.failed_controllers, "controller"));
  return fmt::format("{}{}: {}", name_of(verdict.outcome), failed, verdict.message);
}

std::string measures(const Verdict& verdict) {
  const double simulated = verdict.runs * verdict.simulated_seconds;
  return fmt::format("{} s simulated in {} steps and {:.3f} s of wall clock, {:.1f} times real time",
                     verdict.simulated_seconds, verdict.steps, verdict.wall_seconds,
                     verdict.wall_seconds > 0 ? simulated / verdict.wall_seconds : 0);
}

// Runs the world again and again and holds every state against the first run's. The verdict is that of the first run,
// or tells the first difference.
Verdict run_and_verify(const RunOptions& options, RunLog& log, const std::atomic<bool>& interrupted) {
  Verdict first;
  first.world = options.settings.world;
  auto trace = StateTrace::create();
  if (!trace) {
    first.outcome = Outcome::EnvironmentFailed;
    first.message = trace.error();
    return first;
  }
  first = run_once(options.settings, log, interrupted, [&](const Simulation& simulation) -> std::optional<Stop> {
    if (trace->append(simulation)) return {};
    return Stop{Outcome::EnvironmentFailed, "the temporary file for states cannot be written", {}};
  });
  const bool comparable = first.state_hash && first.outcome != Outcome::Interrupted &&
                          first.outcome != Outcome::EnvironmentFailed && first.outcome != Outcome::WrongUse;
  if (!comparable) return first;
  log.tell(fmt::format("run 1 of {}: {}, after {} steps", options.repeat, sentence(first), first.steps));

  RunSettings again = options.settings;
  again.record.reset();
  again.animation.clear();
  again.sounds.clear();
  again.images.clear();
  again.plugins.repeats = true;
  again.snapshots.every.reset();
  again.repeats = true;
  for (int run = 2; run <= options.repeat; ++run) {
    if (auto rewound = trace->rewind(); !rewound) {
      first.outcome = Outcome::EnvironmentFailed;
      first.message = rewound.error();
      return first;
    }
    std::string difference;
    const Verdict verdict = run_once(again, log, interrupted, [&](const Simulation& simulation) -> std::optional<Stop> {
      difference = trace->compare(simulation);
      if (difference.empty()) return {};
      return Stop{Outcome::NotReproducible, difference, {}};
    });
    first.runs = run;
    first.wall_seconds += verdict.wall_seconds;
    if (verdict.outcome == Outcome::Interrupted || verdict.outcome == Outcome::EnvironmentFailed) {
      first.outcome = verdict.outcome;
      first.message = verdict.message;
      return first;
    }
    if (difference.empty() && (verdict.steps != first.steps || verdict.exit_code() != first.exit_code()))
      difference = fmt::format("the first run ended after step {} ({}), this one after step {} ({})", first.steps,
                               first.message, verdict.steps, verdict.message);
    if (!difference.empty()) {
      first.outcome = Outcome::NotReproducible;
      first.quit_status.reset();
      first.message = fmt::format("run {} differs from the first: {}", run, difference);
      return first;
    }
    log.tell(fmt::format("run {} of {}: equal in every state", run, options.repeat));
  }
  first.message += fmt::format("; {} runs were equal in every state", options.repeat);
  return first;
}

NamedFiles files_of(const RunOptions& options) {
  const RunSettings& settings = options.settings;
  NamedFiles files;
  files.reads("WORLD", settings.world);
  files.reads("--from", settings.snapshots.from);
  files.reads("--keys", settings.keys);
  files.reads("--against", options.against);
  files.reads("--run-file", settings.plugins.run_file.string());
  for (const auto& folder : settings.load.assets) files.reads_folder("--assets", folder.string());
  files.writes("--record", options.record.path);
  files.writes("--record", later_path(options.record.path));
  files.writes("--log", options.log);
  files.writes("--plugin-drawing", settings.plugins.drawing.string());
  files.writes("--plugin-collisions", settings.plugins.collisions.string());
  if (!settings.plugins.law_files.empty()) files.writes_folder("--law-files", settings.plugins.law_files.string());
  files.writes("--trace", options.trace);
  files.writes("--verdict", options.verdict_path);
  if (options.hash) files.prints("--hash");
  if (settings.animation.ends_with(".html"))
    for (const char* ending : {".html", ".x3d", ".json", ".css"})
      files.writes("--animation", settings.animation.substr(0, settings.animation.size() - 5) + ending);
  files.writes_folder("--sounds", settings.sounds);
  files.writes_folder("--images", settings.images);
  if (settings.snapshots.every) files.writes_folder("--snapshots", settings.snapshots.folder);
  return files;
}

// Reads the snapshot that the run goes on from. What speaks against the run before it has begun.
std::optional<Stop> prepare(RunOptions& options, const NamedFiles& files) {
  RunSettings& settings = options.settings;
  if (settings.record)
    if (std::string why = wrong_record_name(settings.record->path); !why.empty())
      return Stop{Outcome::WrongUse, "--record " + why, {}};
  if (!settings.animation.empty())
    if (std::string why = wrong_animation_name(settings.animation); !why.empty())
      return Stop{Outcome::WrongUse, "--animation " + why, {}};
  if (std::string failure = files.prepare(); !failure.empty()) return Stop{Outcome::EnvironmentFailed, failure, {}};
  if (std::string missing = files.missing(); !missing.empty()) return Stop{Outcome::EnvironmentFailed, missing, {}};
  if (std::string why = snapshots_in_the_way(settings.snapshots); !why.empty()) return Stop{Outcome::WrongUse, why, {}};
  if (settings.snapshots.from.empty()) return {};
  auto snapshot = read_snapshot(settings.snapshots.from);
  if (!snapshot) return snapshot.error();
  settings.snapshots.read = *snapshot;
  const std::uint64_t seed = (*snapshot)->description.seed;
  if (settings.simulation.seed.value_or(seed) != seed)
    return Stop{Outcome::WrongUse,
                fmt::format("--seed {}: {} is of a run with seed {}, which cannot change on the way",
                            *settings.simulation.seed, settings.snapshots.from, seed),
                {}};
  return {};
}

// Runs the world; the verdict of it. What is for standard output is printed there.
Verdict run_to_verdict(RunOptions& options, const NamedFiles& files, const std::atomic<bool>& interrupted) {
  Verdict verdict;
  verdict.world = options.settings.world;
  const auto end_with = [&](Stop stop) {
    verdict.outcome = stop.outcome;
    verdict.message = std::move(stop.message);
    print_error("{}\n", sentence(verdict));
    return verdict;
  };
  if (auto stop = prepare(options, files)) return end_with(std::move(*stop));
  TerminalView view(options.view);
  auto log = RunLog::open(options.log, view);
  if (!log) return end_with({Outcome::EnvironmentFailed, log.error(), {}});
  const bool traces = !options.trace.empty() || !options.against.empty();
  try {
    verdict = options.verify ? run_and_verify(options, **log, interrupted)
              : traces       ? run_traced(options.settings, options.trace, options.against, **log, interrupted)
                             : run_once(options.settings, **log, interrupted);
  } catch (const std::bad_alloc&) {
    verdict.outcome = Outcome::EnvironmentFailed;
    verdict.message = fmt::format("{}: out of memory", options.settings.world);
  } catch (const LimitReached& reached) {
    verdict.outcome = Outcome::EnvironmentFailed;
    verdict.message = fmt::format("{}: {}", options.settings.world, reached.what());
  }
  const bool went_well = verdict.outcome == Outcome::Done;
  const LogLevel level = !went_well                       ? LogLevel::Error
                         : verdict.failed_controllers > 0 ? LogLevel::Warning
                                                          : LogLevel::Info;
  (*log)->write(level, "", sentence(verdict));
  if (verdict.state_hash) (*log)->write(LogLevel::Info, "", measures(verdict));
  if (options.hash && verdict.run_hash) std::fputs((hash_text(*verdict.run_hash) + "\n").c_str(), stdout);
  std::string lost = flush_stdout();
  if (lost.empty()) lost = (*log)->close();
  if (lost.empty() || !went_well) return verdict;
  verdict.quit_status.reset();
  verdict.failed_controllers = 0;
  return end_with({Outcome::EnvironmentFailed, lost, {}});
}

// The same run in the sandbox; its exit code.
int run_confined(const RunOptions& options, const NamedFiles& files) {
  const std::string world = options.settings.world;
  SandboxEnd end;
  const auto fail = [&](Outcome outcome, std::string message) {
    end.exit_code = int(outcome);
    end.failure = {outcome, std::move(message), {}};
  };
  if (std::string failure = files.prepare(); !failure.empty()) {
    fail(Outcome::EnvironmentFailed, failure);
  } else if (std::string missing = files.missing(); !missing.empty()) {
    fail(Outcome::EnvironmentFailed, missing);
  } else if (std::string why = snapshots_in_the_way(options.settings.snapshots); !why.empty()) {
    fail(Outcome::WrongUse, why);
  } else {
    end = run_in_sandbox(*options.command, options.sandbox, files, world);
  }
  if (end.verdict.empty() || !end.not_copied.empty()) {
    Verdict verdict;
    verdict.world = world;
    verdict.outcome = end.verdict.empty() ? end.failure.outcome : Outcome::EnvironmentFailed;
    verdict.message = end.verdict.empty() ? end.failure.message : end.not_copied;
    print_error("{}\n", sentence(verdict));
    end.exit_code = verdict.exit_code();
    end.verdict = to_json(verdict);
  }
  if (const std::string failure = write_verdict_text(end.verdict, options.verdict_path); !failure.empty()) {
    print_error("verdict not written: {}\n", failure);
    return int(Outcome::EnvironmentFailed);
  }
  return end.exit_code;
}

int run(RunOptions options) {
  options.settings.simulation.stop_on_controller_failure = options.stop_on_failure;
  if (!options.record.path.empty()) options.settings.record = options.record;
  options.settings.hash = options.hash || options.verify || !options.trace.empty() || !options.against.empty() ||
                          !options.verdict_path.empty();
  options.view.progress = !options.view.quiet && is_live(stderr);
  const NamedFiles files = files_of(options);
  if (const auto conflict = files.conflict()) {
    Verdict verdict;
    verdict.world = options.settings.world;
    verdict.outcome = Outcome::WrongUse;
    verdict.message = conflict->message;
    print_error("{}\n", sentence(verdict));
    if (!conflict->involves("--verdict")) (void)write_verdict(verdict, options.verdict_path);
    return verdict.exit_code();
  }
  if (options.sandbox.on) return run_confined(options, files);
  std::optional<GuardedRun> guarded;
  if (options.settings.plugins.guard) {
    auto begun = GuardedRun::begin(options.settings.world, options.verdict_path);
    if (!begun) return begun.error();
    guarded = std::move(*begun);
  }
  const std::atomic<bool>& interrupted = catch_interrupts();
  Verdict verdict = run_to_verdict(options, files, interrupted);
  if (const std::string failure = write_verdict(verdict, options.verdict_path); !failure.empty()) {
    print_error("verdict not written: {}\n", failure);
    verdict.outcome = Outcome::EnvironmentFailed;
    verdict.quit_status.reset();
  }
  if (guarded) guarded->tell_verdict(verdict.exit_code());
  return verdict.exit_code();
}

}  // namespace

Command add_run(CLI::App& program) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = program.add_subcommand("run", "Simulate a world to its verdict");
  RunSettings& settings = options->settings;
  CLI::Option* world =
      command->add_option("WORLD", settings.world, "World file (.wbt); with --from that of the snapshot");
  add_assets(*command, settings.load.assets);

  add_allow(*command, settings.load);
  command->add_flag("--lenient", settings.load.lenient,
                    "Run what is left of a world with errors of syntax; they are shown and counted in the verdict");
  add_duration(*command, "--duration", settings.duration,
               "Simulated time after which the run is done: 10s, 500ms, 2min; without it the controllers end the run");
  add_whole_number<std::uint64_t>(*command, "--seed", settings.simulation.seed,
                                  "Seed of every random stream; wins over WorldInfo.randomSeed");
  command->add_flag("--realtime", settings.realtime, "Never run ahead of the clock on the wall");
  add_duration(*command, "--controller-timeout", settings.controller_timeout,
               "Wall-clock time that a controller may think between two steps; none by default");
  command->add_flag("--in-process", settings.in_process,
                    "Run controllers in C and C++ inside this process: faster turns, but their crash is ours");
  command
      ->add_option_function<std::string>(
          "--on-controller-failure",
          [raw = options.get()](const std::string& what) { raw->stop_on_failure = what == "stop"; },
          "What a controller that fails does to the run: stop (the default) or continue")
      ->type_name("WHAT")
      ->check(CLI::IsMember({"stop", "continue"}));

  command
      ->add_option("--images", settings.images, "Write a PNG file of every image that a camera takes into this folder")
      ->type_name("DIR");
  command->add_option("--sounds", settings.sounds, "Write a WAV file of every speaker and microphone into this folder")
      ->type_name("DIR");
  command
      ->add_option("--keys", settings.keys,
                   "What somebody does at keyboard, mouse and joystick: a time and keys a line; see docs/input.md")
      ->type_name("FILE");
  command
      ->add_option_function<std::string>(
          "--solver",
          [raw = options.get()](const std::string& name) {
            for (const SolverChoice choice : {SolverChoice::Auto, SolverChoice::Exact, SolverChoice::Quick})
              if (name == name_of(choice)) raw->settings.simulation.solver = choice;
          },
          "How contacts and joints are solved: exact, quick (iterative), or auto (the default): exact for islands of "
          "bodies of up to 240 constraint rows, quick for larger ones")
      ->type_name("WHICH")
      ->check(CLI::IsMember({"auto", "exact", "quick"}));

  add_build_timeout(*command, settings.build_timeout_s);
  command->add_flag("--no-build", settings.no_build, "A controller or plugin that would have to be built is an error");
  command->add_flag_callback(
      "--no-code", [&settings] { settings.no_code = settings.load.no_templates = true; },
      "Run no controller, plugin, joint callback or PROTO template but those that come with lightsout");
  add_limits(*command);
  options->command = command;
  add_sandbox_options(*command, options->sandbox);
  add_plugin_options(*command, settings.plugins);

  command
      ->add_option_function<std::string>(
          "--snapshot-every",
          [&settings](const std::string& text) {
            const auto parsed = parse_duration(text);
            if (!parsed) throw CLI::ValidationError(parsed.error());
            if (*parsed <= 0) throw CLI::ValidationError("the time between two snapshots must be above 0");
            settings.snapshots.every = *parsed;
          },
          "Write a snapshot of the run each time so much was simulated")
      ->type_name("TIME");
  command->add_option("--snapshots", settings.snapshots.folder, "The folder for snapshots; default: snapshots")
      ->type_name("DIR")
      ->needs("--snapshot-every");
  command->add_option("--from", settings.snapshots.from, "Go on from a snapshot, as if the run had never stopped")
      ->type_name("FILE");
  command->callback([world, &settings] {
    if (world->count() == 0 && settings.snapshots.from.empty()) throw CLI::RequiredError("WORLD");
  });

  CLI::Option* record = command
                            ->add_option("--record", options->record.path,
                                         "Write the trajectory; the format follows the name: .csv; -: standard output")
                            ->type_name("FILE");
  add_duration(*command, "--every", options->record.every,
               "Simulated time between two samples, a bare number in ms; default: every step", 1e-3)
      ->needs(record);
  command
      ->add_option("--select", options->record.select,
                   "DEF or path of a solid to record; repeatable, or separated by commas; default: robots and bodies "
                   "that move")
      ->type_name("SOLID")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->needs(record);
  command
      ->add_option("--animation", settings.animation,
                   "Write the run as an animation for web browsers: FILE.html, and .x3d, .json and .css beside it")
      ->type_name("FILE.html");
  command->add_option("--log", options->log, "Write all talk to a file: simulated time, level, who, what")
      ->type_name("FILE");
  command->add_option("--verdict", options->verdict_path, "Write how the run ended as JSON; -: standard output")
      ->type_name("FILE");
  CLI::Option* quiet = command->add_flag("-q,--quiet", options->view.quiet, "Only warnings and errors on stderr");
  command->add_flag("-v,--verbose", options->view.verbose, "Everything on stderr")->excludes(quiet);

  command->add_flag("--hash", options->hash, "Print the hash of the whole run, every step of it, on stdout");
  CLI::Option* verify = command->add_flag("--verify", options->verify,
                                          "With --repeat: compare the state after every step with the first run's");
  add_whole_number<int>(*command, "--repeat", options->repeat, "How many times to run, each in fresh state; from 2", 2,
                        1000000)
      ->needs(verify);
  verify->needs(command->get_option("--repeat"));
  command
      ->add_option("--trace", options->trace, "Write the state after every step, for --against and `lightsout trace`")
      ->type_name("FILE")
      ->excludes(verify);
  command->add_option("--against", options->against, "Compare the state after every step with one that --trace wrote")
      ->type_name("FILE")
      ->excludes(verify);
  command->footer(
      "A run ends when its duration is reached, when a controller asks for it, or when every controller has ended.\n"
      "Ctrl-C ends it cleanly: what was simulated is on disk, no process is left behind. Recordings, logs and "
      "verdicts\n"
      "are described in docs/.\n\n"
      "Exit codes: 0 done, 2 wrong use, 3 bad world, 4 controller failed, 5 plugin failed, 6 diverged,\n"
      "7 not reproducible (--verify), 8 interrupted, 9 a file, a process or memory was not to be had. A supervisor\n"
      "that quits the simulation with a status gives that status; 255 if it is negative or beyond that.\n\n"
      "Examples\n"
      "  lightsout run worlds/demo.wbt --duration 20s --record demo.csv --every 100\n"
      "  lightsout run worlds/pendulum.wbt --duration 10s --select BOB --record bob.csv --verdict bob.json\n"
      "  lightsout run worlds/demo.wbt --duration 20s --repeat 3 --verify\n"
      "  lightsout run worlds/demo.wbt --duration 60s --snapshot-every 10s --snapshots demo_snapshots\n"
      "  lightsout run --from demo_snapshots/step_000001250.snapshot --duration 60s");
  return {[options] { return run(*options); }, true};
}

}  // namespace lightsout
