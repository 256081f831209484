#include "runs/one_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <expected>
#include <filesystem>
#include <map>
#include <mutex>
#include <new>
#include <span>
#include <thread>
#include <utility>

#include "controllers/host/descendants.h"
#include "controllers/host/host.h"
#include "controllers/host/recorded_host.h"
#include "engine/bodies/solid.h"
#include "engine/recorders/web_animation.h"
#include "engine/robots/robot.h"
#include "limits/limits.h"
#include "runs/fall_watch.h"
#include "world_format/project.h"
#include "world_format/project_folder.h"
#include "world_format/proto.h"

namespace lightsout {
namespace {

using WallClock = std::chrono::steady_clock;

// Keeps simulated time from running ahead of the clock on the wall.
class Pace {
 public:
  explicit Pace(bool on) : on_(on) {}
  void wait(double simulated_seconds) const {
    if (on_) std::this_thread::sleep_until(start_ + std::chrono::duration<double>(simulated_seconds));
  }

 private:
  bool on_;
  WallClock::time_point start_ = WallClock::now();
};

// The log of a run's controllers. While they are brought to where a snapshot has them they say again what they said
// then: nobody wants to read it twice.
class ControllerLog final : public Log {
 public:
  // `hashes`: take_hash() will be asked for.
  ControllerLog(Log& log, bool hashes, const std::filesystem::path& world)
      : log_(log), takes_hash_(hashes), project_(world) {}
  void say(bool on) { says_ = on; }
  // Of the lines since the last call. Those of one stream in their order; the streams of several controllers in any,
  // since whose lines come first is for the clock on the wall where they come in floods.
  std::uint64_t take_hash() {
    const std::lock_guard lock(mutex_);
    std::uint64_t sum = 0;
    for (const auto& [stream, hash] : std::exchange(hashes_, {})) sum += hash;
    return sum;
  }
  void write(LogLevel level, std::string_view source, std::string_view text) override {
    log_.write(level, source, text);
  }
  void controller_line(std::string_view robot, bool is_stderr, std::string_view line) override {
    if (!says_) return;
    log_.controller_line(robot, is_stderr, line);
    if (!takes_hash_) return;
    const std::lock_guard lock(mutex_);
    std::uint64_t& hash = hashes_[{std::string(robot), is_stderr}];
    if (hash == 0) hash = hash_of(std::as_bytes(std::span(robot))) + is_stderr;
    const std::uint64_t link[] = {hash, hash_of(std::as_bytes(std::span(project_.leave_out(line, room_))))};
    hash = hash_of(std::as_bytes(std::span(link)));
  }

 private:
  Log& log_;
  std::atomic<bool> says_ = true;  // lines come from the host's thread
  const bool takes_hash_;
  const ProjectFolder project_;
  std::string room_;
  std::mutex mutex_;
  std::map<std::pair<std::string, bool>, std::uint64_t> hashes_;  // by robot and whether it is stderr
};

// WorldInfo.randomSeed, -1 included: a run never asks the wall clock for its seed.
std::uint64_t world_seed(const World& world) {
  return std::uint64_t(std::int64_t(world.world_info().get<std::int32_t>("randomSeed")));
}

std::optional<Stop> refused_selection(const std::vector<std::string>& select, const Scene& scene) {
  for (const std::string& name : select) {
    if (scene.find_solid(name)) continue;
    std::vector<std::string_view> paths;
    for (const auto& solid : scene.solids()) paths.push_back(solid->path());
    const std::string_view meant = did_you_mean(name, paths);
    return Stop{Outcome::WrongUse,
                fmt::format("--select {}: the world has no solid of this DEF or path{}", name,
                            meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant)),
                {}};
  }
  return {};
}

std::optional<Stop> refused_keys(const InputScript& script, const std::string& file, const Scene& scene, RunLog& log) {
  std::vector<std::string> names;
  for (const auto& robot : scene.robots()) names.push_back(robot->name());
  Diagnostics diagnostics;
  for (const auto& [name, span] : script.addressees) {
    if (std::ranges::find(names, name) != names.end()) continue;
    const std::string_view meant = did_you_mean(name, {names.begin(), names.end()});
    diagnostics.report(DiagnosticKind::BadKeys, span,
                       fmt::format("the world has no robot of the name \"{}\"{}", name,
                                   meant.empty() ? "" : fmt::format("; did you mean \"{}\"?", meant)));
  }
  if (diagnostics.errors() == 0) return {};
  log.report(diagnostics);
  return Stop{Outcome::WrongUse, fmt::format("{}: {}", file, plural(diagnostics.errors(), "error")), {}};
}

// What speaks against running the world as asked, once it stands; nothing if all is well.
std::optional<Stop> objection(const RunSettings& settings, const InputScript* script, const Simulation& simulation,
                              RunLog& log) {
  const Scene& scene = simulation.scene();
  // A supervisor may bring what is not there yet.
  const auto is_supervisor = [](const auto& robot) { return robot->node().template get<bool>("supervisor"); };
  if (settings.record && std::ranges::none_of(scene.robots(), is_supervisor))
    if (auto stop = refused_selection(settings.record->select, scene)) return stop;
  if (script)
    if (auto stop = refused_keys(*script, settings.keys, scene, log)) return stop;
  return {};
}

// Nobody would end the run.
bool is_endless(const RunSettings& settings, const Simulation& simulation) {
  const auto& robots = simulation.scene().robots();
  return std::isinf(settings.duration) &&
         std::ranges::none_of(robots, [](const auto& robot) { return robot->has_controller(); });
}

std::expected<std::unique_ptr<ControllerHost>, std::string> make_host(const RunSettings& settings, std::uint64_t seed,
                                                                      const std::atomic<bool>& interrupted, Log& log) {
  HostOptions options = {.extra_projects = installations_of(settings.load.assets),
                         .timeout_s = settings.controller_timeout,
                         .build_timeout_s = settings.build_timeout_s,
                         .no_build = settings.no_build,
                         .no_code = settings.no_code,
                         .seed = seed,
                         .interrupted = &interrupted};
  if (settings.in_process) return make_in_process_host(std::move(options), log);
  return make_process_host(std::move(options), log);
}

// The step after which the duration is reached.
std::int64_t last_step_of(const RunSettings& settings, const Clock& clock) {
  if (std::isinf(settings.duration)) return std::numeric_limits<std::int64_t>::max();
  return settings.duration == 0 ? 0 : clock.steps_in(settings.duration * 1000);
}

// Steps until something ends the run; the stop is in the simulation.
void run_steps(const RunSettings& settings, Simulation& simulation, RunLog& log, const std::atomic<bool>& interrupted,
               const StepObserver& observer) {
  const Clock& clock = simulation.clock();
  const bool has_duration = !std::isinf(settings.duration);
  const Pace pace(settings.realtime);
  while (true) {
    // Before the observer: a signal ends controllers amid a step, whose state is then that of no whole run.
    if (interrupted) simulation.request_stop({Outcome::Interrupted, "interrupted by a signal", {}});
    if (observer && !simulation.stop())
      if (std::optional<Stop> stop = observer(simulation)) simulation.request_stop(*stop);
    if (std::string failure = simulation.recorder_failure(); !failure.empty())
      simulation.request_stop({Outcome::EnvironmentFailed, failure, {}});
    if (std::string failure = log.failure(); !failure.empty())
      simulation.request_stop({Outcome::EnvironmentFailed, failure, {}});
    if (has_duration && simulation.has_simulated(settings.duration))
      simulation.request_stop(
          {Outcome::Done, fmt::format("reached {} s of simulated time", simulation.total_seconds()), {}});
    if (simulation.stop()) return;
    try {
      simulation.step();
    } catch (const std::bad_alloc&) {
      simulation.request_stop(
          {Outcome::EnvironmentFailed, fmt::format("step {}: out of memory", clock.step() + 1), {}});
    } catch (const LimitReached& reached) {
      simulation.request_stop(
          {Outcome::EnvironmentFailed, fmt::format("step {}: {}", clock.step() + 1, reached.what()), {}});
    }
    log.at(clock.time());
    if (settings.snapshots.every && !simulation.stop() && !interrupted)
      if (std::string failure = snapshot_if_due(settings.snapshots, simulation); !failure.empty())
        simulation.request_stop({Outcome::EnvironmentFailed, failure, {}});
    pace.wait(simulation.total_seconds());
  }
}

}  // namespace

Verdict run_once(const RunSettings& settings, RunLog& log, const std::atomic<bool>& interrupted,
                 const StepObserver& observer) {
  const WallClock::time_point start = WallClock::now();
  const Strays strays;
  Verdict verdict;
  verdict.world = settings.world;
  verdict.solver = settings.simulation.solver;
  const auto end_with = [&](Stop stop) {
    // A signal also ends the wait for the reader of a pipe.
    if (interrupted && stop.outcome == Outcome::EnvironmentFailed)
      stop = {Outcome::Interrupted, "interrupted by a signal: " + stop.message, {}};
    verdict.outcome = stop.outcome;
    verdict.message = std::move(stop.message);
    verdict.quit_status = stop.quit_status;
    verdict.wall_seconds = std::chrono::duration<double>(WallClock::now() - start).count();
    return verdict;
  };
  const auto bad_world = [&](const Diagnostics& diagnostics) {
    log.report(diagnostics);
    return end_with({Outcome::BadWorld,
                     fmt::format("{}: {}, {}", verdict.world, plural(diagnostics.errors(), "error"),
                                 plural(diagnostics.warnings(), "warning")),
                     {}});
  };

  // What a signal cut short did not fail by itself.
  const auto cannot = [&](std::string message) {
    if (interrupted) return end_with({Outcome::Interrupted, "interrupted by a signal", {}});
    return end_with({Outcome::EnvironmentFailed, std::move(message), {}});
  };
  const ReadSnapshot* from = settings.snapshots.read.get();
  if (from && verdict.world.empty()) verdict.world = from->description.world;
  Diagnostics of_text;
  std::unique_ptr<World> world = load_world(verdict.world, settings.load, of_text);
  if (!world || of_text.errors() > 0) return bad_world(of_text);
  log.report(of_text);
  verdict.approximate = world->protos->approximations();
  verdict.left_out = world->protos->left_out();
  if (!verdict.approximate.empty() && !settings.repeats)
    log.write(LogLevel::Info, "",
              fmt::format("approximated by the built-in library: {} (lightsout check says how)",
                          fmt::join(verdict.approximate, ", ")));

  // The seed is known to the controllers too, and so before the simulation is there.
  SimulationOptions options = settings.simulation;
  if (from) options.seed = from->description.seed;
  if (!options.seed) options.seed = world_seed(*world);
  SourcePtr keys;
  if (!settings.keys.empty()) {
    const auto source = read_source(settings.keys);
    if (!source) return cannot(source.error());
    keys = *source;
    Diagnostics of_keys;
    InputScript script = read_input_script(*keys, of_keys);
    log.report(of_keys);
    if (of_keys.errors() > 0)
      return end_with({Outcome::WrongUse, fmt::format("{}: {}", settings.keys, plural(of_keys.errors(), "error")), {}});
    options.stage.input_script = std::make_shared<const InputScript>(std::move(script));
  }

  std::unique_ptr<Recorder> owned_recorder;
  if (settings.record) {
    auto made = make_recorder(*settings.record);
    if (!made) return cannot(made.error());
    owned_recorder = std::move(*made);
  }

  options.snapshots = settings.snapshots.every || from;
  options.run_hash = settings.hash || options.snapshots;
  ControllerLog controller_log(log, options.run_hash, world->path);
  auto made_host = make_host(settings, *options.seed, interrupted, controller_log);
  if (!made_host) return cannot(made_host.error());
  std::unique_ptr<ControllerHost> host = std::move(*made_host);
  options.load = settings.load;  // for worlds that supervisors load
  options.printed = [&controller_log] { return controller_log.take_hash(); };
  options.goes_on_without_controllers = !std::isinf(settings.duration);
  if (options.snapshots) {
    std::unique_ptr<ExchangeTape> tape;
    if (settings.snapshots.every) {
      const auto file = exchange_file(settings.snapshots, from ? from->description.step : 0);
      if (!file) return cannot(file.error());
      auto created = ExchangeTape::create(*file);
      if (!created) return cannot(created.error());
      tape = std::move(*created);
    }
    host = std::make_unique<RecordedHost>(std::move(host), std::move(tape));
  }
  PluginSettings plugin_settings = settings.plugins;
  plugin_settings.assets = settings.load.assets;
  plugin_settings.interrupted = &interrupted;
  plugin_settings.build_timeout_s = settings.build_timeout_s;
  plugin_settings.no_build = settings.no_build;
  plugin_settings.no_code = settings.no_code;
  auto plugins = PluginHooks::make(plugin_settings, log);
  if (!plugins) return end_with({Outcome::WrongUse, plugins.error(), {}});
  options.passes = (*plugins)->passes();
  options.stage.captures_sounds = !settings.sounds.empty();
  options.objection = [&settings, &log, script = options.stage.input_script](const Simulation& standing) {
    return objection(settings, script.get(), standing, log);
  };
  Simulation simulation(std::move(world), options, *host, (*plugins)->hooks(), log);
  if (owned_recorder) simulation.add_recorder(std::move(owned_recorder));
  if (!settings.repeats) simulation.add_recorder(make_fall_watch(verdict.left_out, log));
  if (!settings.animation.empty()) {
    auto animation = WebAnimation::open(settings.animation);
    if (!animation) return cannot(animation.error());
    simulation.add_recorder(std::move(*animation));
  }
  if (!settings.sounds.empty()) simulation.add_recorder(make_sound_recorder(settings.sounds));
  if (!settings.images.empty()) simulation.add_recorder(make_image_recorder(settings.images));
  auto of_plugins = (*plugins)->make_recorders();
  if (!of_plugins) return cannot(of_plugins.error());
  for (auto& recorder : *of_plugins) simulation.add_recorder(std::move(recorder));
  verdict.seed = simulation.seed();
  verdict.basic_time_step_ms = simulation.clock().basic_time_step_ms();
  const std::int64_t last_step = last_step_of(settings, simulation.clock());
  if (from && from->description.step > last_step)
    return end_with({Outcome::WrongUse,
                     fmt::format("{} was made at {} s, when the --duration of {} s was over", settings.snapshots.from,
                                 double(from->description.step) * simulation.clock().dt(), settings.duration),
                     {}});

  log.begin_run(settings.duration);
  Diagnostics of_scene;
  if (!from) {
    if (!simulation.start(of_scene)) {
      simulation.finish();
      log.end_run();
      return bad_world(of_scene);
    }
  } else {
    controller_log.say(false);
    const auto restored =
        simulation.restore(from->bytes, std::filesystem::absolute(settings.snapshots.from).parent_path(), of_scene);
    controller_log.say(true);
    if (!restored) {
      log.end_run();
      log.report(of_scene);
      return end_with({Outcome::WrongUse, fmt::format("{}: {}", settings.snapshots.from, restored.error()), {}});
    }
  }
  if (std::string reason = options.snapshots ? simulation.no_snapshots() : ""; !reason.empty())
    simulation.request_stop({Outcome::WrongUse, "no snapshot can be made: " + reason, {}});
  log.report(of_scene);
  if (is_endless(settings, simulation))
    simulation.request_stop({Outcome::WrongUse,
                             "no robot of this world has a controller, so the run would never end: give a --duration",
                             {}});
  run_steps(settings, simulation, log, interrupted, observer);
  verdict.state_hash = simulation.state_hash();
  if (settings.hash) verdict.run_hash = simulation.run_hash();
  simulation.finish();
  log.end_run();
  for (const std::string& remark : simulation.recorder_remarks()) log.write(LogLevel::Warning, "", remark);

  verdict.simulated_seconds = simulation.clock().time();
  verdict.steps = simulation.clock().step();
  verdict.total_simulated_seconds = simulation.total_seconds();
  verdict.total_steps = simulation.total_steps();
  verdict.resets = simulation.resets();
  verdict.solver_use = simulation.scene().islands().use();
  verdict.controllers = simulation.controller_ends();
  // A signal also ends the wait for a controller, or for the building of a plugin, which then seems to have failed.
  const Outcome outcome = simulation.stop()->outcome;
  if (interrupted && outcome == Outcome::ControllerFailed)
    return end_with({Outcome::Interrupted, "interrupted by a signal while a controller had its turn", {}});
  if (interrupted && outcome == Outcome::PluginFailed)
    return end_with({Outcome::Interrupted, "interrupted by a signal while a plugin was built or called", {}});
  Stop stop = *simulation.stop();
  if (std::string failure = simulation.recorder_failure(); !failure.empty() && outcome == Outcome::Done)
    stop = {Outcome::EnvironmentFailed, std::move(failure), {}};
  if (stop.outcome == Outcome::Done) verdict.failed_controllers = int(simulation.failed_controllers());
  verdict.skipped_errors = of_text.skipped() + simulation.skipped_errors();
  if (verdict.skipped_errors > 0)
    stop.message += fmt::format("; {} of syntax skipped in the world", plural(verdict.skipped_errors, "error"));
  return end_with(std::move(stop));
}

}  // namespace lightsout
