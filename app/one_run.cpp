#include "app/one_run.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <expected>
#include <thread>

#include "controllers/host/host.h"

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

// WorldInfo.randomSeed, -1 included: a run never asks the wall clock for its seed.
std::uint64_t world_seed(const World& world) {
  return std::uint64_t(std::int64_t(world.world_info().get<std::int32_t>("randomSeed")));
}

// What speaks against running the world as asked, once it stands; nothing if all is well.
std::optional<Stop> objection(const RunSettings& settings, const Simulation& simulation) {
  if (settings.record)
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
  HostOptions options = {.timeout_s = settings.controller_timeout, .seed = seed, .interrupted = &interrupted};
  if (settings.in_process) return make_in_process_host(std::move(options), log);
  return make_process_host(std::move(options), log);
}

// Steps until something ends the run; the stop is in the simulation.
void run_steps(const RunSettings& settings, Simulation& simulation, const Recorder* recorder, RunLog& log,
               const std::atomic<bool>& interrupted, const StepObserver& observer) {
  const Clock& clock = simulation.clock();
  const std::int64_t last_step = std::isinf(settings.duration) ? std::numeric_limits<std::int64_t>::max()
                                 : settings.duration == 0      ? 0
                                                               : clock.steps_in(settings.duration * 1000);
  const Pace pace(settings.realtime);
  while (true) {
    if (observer && !simulation.stop())
      if (std::optional<Stop> stop = observer(simulation)) simulation.request_stop(*stop);
    if (recorder && !recorder->failure().empty())
      simulation.request_stop({Outcome::EnvironmentFailed, recorder->failure(), {}});
    if (std::string failure = log.failure(); !failure.empty())
      simulation.request_stop({Outcome::EnvironmentFailed, failure, {}});
    if (interrupted) simulation.request_stop({Outcome::Interrupted, "interrupted by a signal", {}});
    if (clock.step() >= last_step)
      simulation.request_stop({Outcome::Done, fmt::format("reached {} s of simulated time", clock.time()), {}});
    if (simulation.stop()) return;
    simulation.step();
    log.at(clock.time());
    pace.wait(clock.time());
  }
}

}  // namespace

Verdict run_once(const RunSettings& settings, RunLog& log, const std::atomic<bool>& interrupted,
                 const StepObserver& observer) {
  const WallClock::time_point start = WallClock::now();
  Verdict verdict;
  verdict.world = settings.world;
  const auto end_with = [&](Stop stop) {
    verdict.outcome = stop.outcome;
    verdict.message = std::move(stop.message);
    verdict.quit_status = stop.quit_status;
    verdict.wall_seconds = std::chrono::duration<double>(WallClock::now() - start).count();
    return verdict;
  };
  const auto bad_world = [&](const Diagnostics& diagnostics) {
    log.report(diagnostics);
    return end_with({Outcome::BadWorld,
                     fmt::format("{}: {}, {}", settings.world, plural(diagnostics.errors(), "error"),
                                 plural(diagnostics.warnings(), "warning")),
                     {}});
  };

  Diagnostics of_text;
  std::unique_ptr<World> world = load_world(settings.world, settings.load, of_text);
  if (!world || of_text.errors() > 0) return bad_world(of_text);
  log.report(of_text);

  std::unique_ptr<Recorder> owned_recorder;
  if (settings.record) {
    auto made = make_recorder(*settings.record);
    if (!made) return end_with({Outcome::EnvironmentFailed, made.error(), {}});
    owned_recorder = std::move(*made);
  }
  const Recorder* recorder = owned_recorder.get();

  // Known to the controllers too, and so before the simulation is there.
  SimulationOptions options = settings.simulation;
  if (!options.seed) options.seed = world_seed(*world);
  auto host = make_host(settings, *options.seed, interrupted, log);
  if (!host) return end_with({Outcome::EnvironmentFailed, host.error(), {}});
  PluginSettings plugin_settings = settings.plugins;
  plugin_settings.assets = settings.load.assets;
  auto plugins = PluginHooks::make(plugin_settings, log);
  if (!plugins) return end_with({Outcome::WrongUse, plugins.error(), {}});
  options.passes = (*plugins)->passes();
  Simulation simulation(std::move(world), options, **host, (*plugins)->hooks(), log);
  if (owned_recorder) simulation.add_recorder(std::move(owned_recorder));
  auto drawing = (*plugins)->make_recorder();
  if (!drawing) return end_with({Outcome::EnvironmentFailed, drawing.error(), {}});
  if (*drawing) simulation.add_recorder(std::move(*drawing));
  verdict.seed = simulation.seed();
  verdict.basic_time_step_ms = simulation.clock().basic_time_step_ms();

  log.begin_run(settings.show_progress, settings.duration);
  Diagnostics of_scene;
  if (!simulation.start(of_scene)) {
    simulation.finish();
    log.end_run();
    return bad_world(of_scene);
  }
  log.report(of_scene);
  if (std::optional<Stop> stop = objection(settings, simulation)) simulation.request_stop(*stop);
  run_steps(settings, simulation, recorder, log, interrupted, observer);
  simulation.finish();
  log.end_run();

  verdict.simulated_seconds = simulation.clock().time();
  verdict.steps = simulation.clock().step();
  verdict.state_hash = simulation.state_hash();
  verdict.controllers = simulation.controller_ends();
  // A signal also ends the wait for a controller, which then seems to have failed.
  if (interrupted && simulation.stop()->outcome == Outcome::ControllerFailed)
    return end_with({Outcome::Interrupted, "interrupted by a signal while a controller had its turn", {}});
  return end_with(*simulation.stop());
}

}  // namespace lightsout
