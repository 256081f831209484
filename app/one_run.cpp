#include "app/one_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <expected>
#include <filesystem>
#include <span>
#include <thread>

#include "app/fall_watch.h"
#include "controllers/host/host.h"
#include "controllers/host/recorded_host.h"
#include "engine/recorders/web_animation.h"
#include "engine/robot.h"
#include "engine/solid.h"
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

std::string plural(int number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

// The log of a run's controllers. While they are brought to where a snapshot has them they say again what they said
// then: nobody wants to read it twice.
class ControllerLog final : public Log {
 public:
  explicit ControllerLog(Log& log) : log_(log) {}
  void say(bool on) { says_ = on; }
  void write(LogLevel level, std::string_view source, std::string_view text) override {
    log_.write(level, source, text);
  }
  void controller_line(std::string_view robot, bool is_stderr, std::string_view line) override {
    if (says_) log_.controller_line(robot, is_stderr, line);
  }

 private:
  Log& log_;
  std::atomic<bool> says_ = true;  // lines come from the host's thread
};

// WorldInfo.randomSeed, -1 included: a run never asks the wall clock for its seed.
std::uint64_t world_seed(const World& world) {
  return std::uint64_t(std::int64_t(world.world_info().get<std::int32_t>("randomSeed")));
}

// What speaks against running the world as asked, once it stands; nothing if all is well.
std::optional<Stop> objection(const RunSettings& settings, const Simulation& simulation) {
  // A supervisor may bring what is not there yet.
  const auto is_supervisor = [](const auto& robot) { return robot->node().template get<bool>("supervisor"); };
  if (settings.record && std::ranges::none_of(simulation.scene().robots(), is_supervisor))
    for (const std::string& name : settings.record->select)
      if (!simulation.scene().find_solid(name)) {
        std::vector<std::string_view> paths;
        for (const auto& solid : simulation.scene().solids()) paths.push_back(solid->path());
        const std::string_view meant = did_you_mean(name, paths);
        return Stop{Outcome::WrongUse,
                    fmt::format("--select {}: the world has no solid of this DEF or path{}", name,
                                meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant)),
                    {}};
      }
  bool has_controller = false;
  for (const auto& robot : simulation.scene().robots()) has_controller |= robot->has_controller();
  if (!has_controller && std::isinf(settings.duration))
    return Stop{Outcome::WrongUse,
                "no robot of this world has a controller, so the run would never end: give a --duration",
                {}};
  return {};
}

std::expected<std::unique_ptr<ControllerHost>, std::string> make_host(const RunSettings& settings, std::uint64_t seed,
                                                                      const std::atomic<bool>& interrupted, Log& log) {
  HostOptions options = {.timeout_s = settings.controller_timeout,
                         .build_timeout_s = settings.build_timeout_s,
                         .seed = seed,
                         .interrupted = &interrupted};
  if (settings.in_process) return make_in_process_host(std::move(options), log);
  return make_process_host(std::move(options), log);
}

// Steps until something ends the run; the stop is in the simulation.
void run_steps(const RunSettings& settings, Simulation& simulation, std::span<const Recorder* const> recorders,
               RunLog& log, const std::atomic<bool>& interrupted, const StepObserver& observer) {
  const Clock& clock = simulation.clock();
  const bool has_duration = !std::isinf(settings.duration);
  const Pace pace(settings.realtime);
  while (true) {
    if (observer && !simulation.stop())
      if (std::optional<Stop> stop = observer(simulation)) simulation.request_stop(*stop);
    for (const Recorder* recorder : recorders)
      if (!recorder->failure().empty()) simulation.request_stop({Outcome::EnvironmentFailed, recorder->failure(), {}});
    if (std::string failure = log.failure(); !failure.empty())
      simulation.request_stop({Outcome::EnvironmentFailed, failure, {}});
    if (interrupted) simulation.request_stop({Outcome::Interrupted, "interrupted by a signal", {}});
    if (has_duration && simulation.has_simulated(settings.duration))
      simulation.request_stop(
          {Outcome::Done, fmt::format("reached {} s of simulated time", simulation.total_seconds()), {}});
    if (simulation.stop()) return;
    simulation.step();
    log.at(clock.time());
    if (settings.snapshots.every && !simulation.stop())
      if (std::string failure = snapshot_if_due(settings.snapshots, simulation); !failure.empty())
        simulation.request_stop({Outcome::EnvironmentFailed, failure, {}});
    pace.wait(simulation.total_seconds());
  }
}

}  // namespace

Verdict run_once(const RunSettings& settings, RunLog& log, const std::atomic<bool>& interrupted,
                 const StepObserver& observer) {
  const WallClock::time_point start = WallClock::now();
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

  std::vector<std::uint8_t> snapshot;
  std::optional<SnapshotDescription> from;
  if (!settings.snapshots.from.empty()) {
    auto read = read_snapshot(settings.snapshots.from);
    if (!read) return end_with({Outcome::EnvironmentFailed, read.error(), {}});
    auto description = describe_snapshot(*read);
    if (!description)
      return end_with({Outcome::WrongUse, fmt::format("{}: {}", settings.snapshots.from, description.error()), {}});
    if (verdict.world.empty()) verdict.world = description->world;
    snapshot = std::move(*read);
    from = std::move(*description);
  }
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
  options.load = settings.load;
  if (from) options.seed = from->seed;
  if (!options.seed) options.seed = world_seed(*world);
  if (!settings.keys.empty()) {
    const auto source = read_source(settings.keys);
    if (!source) return end_with({Outcome::EnvironmentFailed, source.error(), {}});
    Diagnostics of_keys;
    InputScript script = read_input_script(**source, of_keys);
    log.report(of_keys);
    if (of_keys.errors() > 0)
      return end_with({Outcome::WrongUse, fmt::format("{}: {}", settings.keys, plural(of_keys.errors(), "error")), {}});
    options.input = std::make_shared<const InputScript>(std::move(script));
  }

  std::unique_ptr<Recorder> owned_recorder;
  if (settings.record) {
    auto made = make_recorder(*settings.record);
    if (!made) return end_with({Outcome::EnvironmentFailed, made.error(), {}});
    owned_recorder = std::move(*made);
  }
  std::vector<const Recorder*> watched;
  if (owned_recorder) watched.push_back(owned_recorder.get());

  ControllerLog controller_log(log);
  auto made_host = make_host(settings, *options.seed, interrupted, controller_log);
  if (!made_host) return end_with({Outcome::EnvironmentFailed, made_host.error(), {}});
  std::unique_ptr<ControllerHost> host = std::move(*made_host);
  options.load = settings.load;  // for worlds that supervisors load
  options.snapshots = settings.snapshots.every || from;
  options.goes_on_without_controllers = !std::isinf(settings.duration);
  if (options.snapshots) {
    std::unique_ptr<ExchangeTape> tape;
    if (settings.snapshots.every) {
      const auto file = exchange_file(settings.snapshots, from ? from->step : 0);
      if (!file) return end_with({Outcome::EnvironmentFailed, file.error(), {}});
      auto created = ExchangeTape::create(*file);
      if (!created) return end_with({Outcome::EnvironmentFailed, created.error(), {}});
      tape = std::move(*created);
    }
    host = std::make_unique<RecordedHost>(std::move(host), std::move(tape));
  }
  PluginSettings plugin_settings = settings.plugins;
  plugin_settings.assets = settings.load.assets;
  plugin_settings.interrupted = &interrupted;
  plugin_settings.build_timeout_s = settings.build_timeout_s;
  auto plugins = PluginHooks::make(plugin_settings, log);
  if (!plugins) return end_with({Outcome::WrongUse, plugins.error(), {}});
  options.passes = (*plugins)->passes();
  options.capture_sounds = !settings.sounds.empty();
  Simulation simulation(std::move(world), options, *host, (*plugins)->hooks(), log);
  if (owned_recorder) simulation.add_recorder(std::move(owned_recorder));
  if (!settings.repeats) simulation.add_recorder(make_fall_watch(verdict.left_out, log));
  if (!settings.animation.empty()) {
    auto animation = WebAnimation::open(settings.animation);
    if (!animation) return end_with({Outcome::EnvironmentFailed, animation.error(), {}});
    watched.push_back(animation->get());
    simulation.add_recorder(std::move(*animation));
  }
  if (!settings.sounds.empty()) {
    auto made = make_sound_recorder(settings.sounds);
    watched.push_back(made.get());
    simulation.add_recorder(std::move(made));
  }
  auto of_plugins = (*plugins)->make_recorders();
  if (!of_plugins) return end_with({Outcome::EnvironmentFailed, of_plugins.error(), {}});
  for (auto& recorder : *of_plugins) {
    watched.push_back(recorder.get());
    simulation.add_recorder(std::move(recorder));
  }
  verdict.seed = simulation.seed();
  verdict.basic_time_step_ms = simulation.clock().basic_time_step_ms();

  log.begin_run(settings.show_progress, settings.duration);
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
        simulation.restore(snapshot, std::filesystem::absolute(settings.snapshots.from).parent_path(), of_scene);
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
  if (std::optional<Stop> stop = objection(settings, simulation)) simulation.request_stop(*stop);
  run_steps(settings, simulation, watched, log, interrupted, observer);
  simulation.finish();
  log.end_run();
  for (const Recorder* recorder : watched)
    if (const std::string remark = recorder->remark(); !remark.empty()) log.write(LogLevel::Warning, "", remark);

  verdict.simulated_seconds = simulation.clock().time();
  verdict.steps = simulation.clock().step();
  verdict.total_simulated_seconds = simulation.total_seconds();
  verdict.total_steps = simulation.total_steps();
  verdict.resets = simulation.resets();
  verdict.state_hash = simulation.state_hash();
  verdict.solver_use = simulation.scene().islands().use();
  verdict.controllers = simulation.controller_ends();
  // A signal also ends the wait for a controller, or for the building of a plugin, which then seems to have failed.
  const Outcome outcome = simulation.stop()->outcome;
  if (interrupted && outcome == Outcome::ControllerFailed)
    return end_with({Outcome::Interrupted, "interrupted by a signal while a controller had its turn", {}});
  if (interrupted && outcome == Outcome::PluginFailed)
    return end_with({Outcome::Interrupted, "interrupted by a signal while a plugin was built or called", {}});
  Stop stop = *simulation.stop();
  if (const auto failed = simulation.failed_controllers(); failed > 0 && outcome == Outcome::Done)
    stop.message += fmt::format("; {} had failed", plural(int(failed), "controller"));
  return end_with(std::move(stop));
}

}  // namespace lightsout
