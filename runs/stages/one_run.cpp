// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/stages/one_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <thread>
#include <utility>

#include "controllers/host/exchange/recorded_host.h"
#include "engine/programs/limited_child.h"
#include "engine/programs/outside.h"
#include "engine/recorders/media/web_animation.h"
#include "engine/robots/input_script.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/simulation.h"
#include "engine/state/clock.h"
#include "limits/limits.h"
#include "runs/reports/run_progress.h"
#include "runs/series/series_recorder.h"
#include "runs/stages/controller_host.h"
#include "runs/stages/fall_watch.h"
#include "runs/stages/loaded_world.h"
#include "runs/stages/one_run_stages.h"
#include "runs/stages/remote_controls.h"
#include "runs/stages/strict_settings.h"
#include "world_format/load.h"
#include "world_format/protos/proto.h"

namespace lightsout {
namespace {

// Keeps simulated time from running ahead of the clock on the wall.
class Pace {
 public:
  explicit Pace(bool on) : on_(on) {}
  void wait(double simulated_seconds) const {
    if (on_) std::this_thread::sleep_until(start_ + std::chrono::duration<double>(simulated_seconds));
  }

 private:
  bool on_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// WorldInfo.randomSeed, -1 included: a run never asks the wall clock for its seed.
std::uint64_t world_seed(const World& world) {
  return std::uint64_t(std::int64_t(world.world_info().get<std::int32_t>("randomSeed")));
}

std::optional<std::string> wrong_keys(const InputScript& script, const std::string& file, const Scene& scene,
                                      RunLog& log) {
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
  return fmt::format("{}: {}", file, plural(diagnostics.errors(), "error"));
}

}  // namespace

// A file that the machine did not let us read may be right.
Ending OneRun::bad_world(const Diagnostics& diagnostics) const {
  log_.report(diagnostics);
  const bool is_of_machine = std::ranges::any_of(diagnostics.all(), [](const Diagnostic& found) {
    return found.severity == Severity::Error && tells_of_machine(found.message);
  });
  return {is_of_machine ? Outcome::EnvironmentFailed : Outcome::BadWorld,
          fmt::format("{}: {}, {}", verdict_.world, plural(diagnostics.errors(), "error"),
                      plural(diagnostics.warnings(), "warning"))};
}

Ending OneRun::bad_load(const Diagnostics& found) const {
  Diagnostics diagnostics = held_to_settings(found, load_.settings);
  if (load_.lenient) diagnostics.skip_syntax_errors();
  const auto wrong = std::ranges::count(diagnostics.all(), DiagnosticKind::BadSetting, &Diagnostic::kind);
  if (wrong == 0 || wrong != diagnostics.errors()) return bad_world(diagnostics);
  log_.report(diagnostics);
  return {Outcome::WrongUse,
          fmt::format("{}: {} in what is set of the world", verdict_.world, plural(int(wrong), "error"))};
}

OneRun::Stage OneRun::read_expectations() {
  auto made = ExpectationWatch::make({.expect = settings_.expect,
                                      .stop_when = settings_.stop_when,
                                      .timeout_s = settings_.plugins.timeout_s,
                                      .no_code = settings_.no_code},
                                     log_);
  if (!made) return Ending{Outcome::WrongUse, made.error()};
  watch_ = std::move(*made);
  log_.let_hear(watch_ ? &watch_->heard() : nullptr);
  options_.stage.notes_contacts = watch_ && watch_->notes_contacts();
  return {};
}

OneRun::Stage OneRun::read_world() {
  Diagnostics diagnostics;
  load_.seed = at_.from ? std::optional(at_.from->description.load_seed) : settings_.seed;
  const auto is_of_seed = [&](const World& world) {
    return !world.protos->by_chance() || world.protos->seed() == load_.seed.value_or(world_seed(world));
  };
  // What was read before is in no manifest.
  if (at_.loaded && *at_.loaded && !load_.listener && (!(*at_.loaded)->world || is_of_seed(*(*at_.loaded)->world))) {
    world_ = std::move((*at_.loaded)->world);
    diagnostics = std::move((*at_.loaded)->diagnostics);
    at_.loaded->reset();
  } else {
    world_ = load_world(verdict_.world, load_, diagnostics);
  }
  // Of a pipe that nobody writes to.
  if (!world_ && at_.interrupted) return interruption(" while the world was read");
  if (!world_ || diagnostics.errors() > 0 || is_badly_set(diagnostics)) return bad_load(diagnostics);
  log_.report(diagnostics);
  skipped_errors_ = diagnostics.skipped();
  verdict_.approximate = world_->protos->approximations();
  verdict_.left_out = world_->protos->left_out();
  if (!verdict_.approximate.empty() && !at_.repeats)
    log_.write(LogLevel::Info, "",
               fmt::format("approximated by the built-in library: {} (lightsout check says how)",
                           fmt::join(verdict_.approximate, ", ")));
  return {};
}

OneRun::Stage OneRun::read_keys() {
  if (settings_.keys.empty()) return {};
  const auto source = read_source(settings_.keys);
  if (!source) return cannot(source.error());
  keys_ = *source;
  Diagnostics diagnostics;
  InputScript script = read_input_script(*keys_, diagnostics);
  log_.report(diagnostics);
  if (diagnostics.errors() > 0)
    return Ending{Outcome::WrongUse, fmt::format("{}: {}", settings_.keys, plural(diagnostics.errors(), "error"))};
  options_.stage.input_script = std::make_shared<const InputScript>(std::move(script));
  return {};
}

OneRun::Stage OneRun::open_recorders() {
  if (at_.repeats) return {};
  for (const RecorderOptions& recorder : recorders_of(settings_)) {
    auto made = make_recorder(recorder);
    if (!made) return cannot(made.error());
    recorders_.push_back(std::move(*made));
  }
  recorders_.push_back(make_fall_watch(verdict_.left_out, log_));
  if (!settings_.animation.empty()) {
    auto animation = WebAnimation::open(settings_.animation);
    if (!animation) return cannot(animation.error());
    recorders_.push_back(std::move(*animation));
  }
  if (!settings_.series.path.empty()) recorders_.push_back(make_series_recorder(settings_.series));
  if (!settings_.sounds.empty()) recorders_.push_back(make_sound_recorder(settings_.sounds));
  if (!settings_.images.empty()) recorders_.push_back(make_image_recorder(settings_.images));
  if (!settings_.step_times.empty()) {
    auto file = StepTimesFile::open(settings_.step_times, settings_.step_times_of);
    if (!file) return cannot(file.error());
    step_times_ = std::move(*file);
    options_.times = &step_times_->times();
  }
  return {};
}

OneRun::Stage OneRun::make_controllers() {
  // The seed is known to the controllers too, and so before the simulation is there.
  options_.seed = at_.from ? std::optional(at_.from->description.seed) : settings_.seed;
  if (!options_.seed) options_.seed = world_seed(*world_);
  options_.snapshots = takes_snapshots() || at_.from;
  options_.run_hash = at_.hashes || options_.snapshots;
  controller_log_ = std::make_unique<ControllerLog>(log_, options_.run_hash, world_->path);
  options_.printed = [this] { return take_printed(); };
  if (Stage ending = begin_exchange()) return ending;
  if (Stage ending = make_host_of_controllers()) return ending;
  if (options_.snapshots)
    if (Stage ending = record_for_snapshots()) return ending;
  if (exchange_) host_ = std::make_unique<ExchangeRecorder>(std::move(host_), *exchange_);
  return {};
}

// The step's end, for all who keep lines by their steps. Where the run has no hash nobody else asks: step() does.
std::uint64_t OneRun::take_printed() {
  if (player_) player_->end_step(simulation_->total_steps());
  if (!exchange_log_) return controller_log_->take_hash();
  std::uint64_t hash = 0;
  exchange_log_->end_step(simulation_->total_steps(), [&] { hash = controller_log_->take_hash(); });
  return hash;
}

OneRun::Stage OneRun::begin_exchange() {
  if (settings_.record_exchange.empty() || at_.repeats) return {};
  auto writer = ExchangeWriter::create(settings_.record_exchange, {world_->path, *options_.seed});
  if (!writer) return cannot(writer.error());
  exchange_ = std::move(*writer);
  exchange_log_ = std::make_unique<ExchangeLog>(*controller_log_, *exchange_);
  return {};
}

OneRun::Stage OneRun::make_host_of_controllers() {
  Log& log = exchange_log_ ? static_cast<Log&>(*exchange_log_) : *controller_log_;
  if (!settings_.replay_exchange.empty()) {
    auto reader = ExchangeReader::open(settings_.replay_exchange);
    if (!reader) return at_.interrupted ? interruption() : Ending{Outcome::WrongUse, reader.error()};
    auto player = std::make_unique<ExchangePlayer>(std::move(*reader), log);
    player_ = player.get();
    host_ = std::move(player);
    return {};
  }
  auto listen = listen_settings(settings_.listen);
  if (!listen) return Ending{Outcome::WrongUse, listen.error()};
  if (auto built = build_remote_controls(*world_, settings_, at_.interrupted, log); !built)
    return at_.interrupted                   ? interruption()
           : tells_of_machine(built.error()) ? cannot(built.error())
                                             : Ending{Outcome::ControllerFailed, built.error()};
  auto made = make_controller_host(settings_, std::move(*listen), room_, at_.interrupted, log_, log);
  if (!made) return cannot(made.error());
  host_ = std::move(*made);
  return {};
}

OneRun::Stage OneRun::record_for_snapshots() {
  std::unique_ptr<ExchangeTape> tape;
  if (takes_snapshots()) {
    const auto file = exchange_file(settings_.snapshots, at_.from ? at_.from->description.step : 0);
    if (!file) return cannot(file.error());
    auto created = ExchangeTape::create(*file);
    if (!created) return cannot(created.error());
    tape = std::move(*created);
  }
  host_ = std::make_unique<RecordedHost>(std::move(host_), std::move(tape));
  return {};
}

OneRun::Stage OneRun::make_plugins() {
  auto made = PluginHooks::make(settings_, at_.repeats, at_.interrupted, log_);
  if (!made) return Ending{Outcome::WrongUse, made.error()};
  plugins_ = std::move(*made);
  auto recorders = plugins_->make_recorders();
  if (!recorders) return cannot(recorders.error());
  for (auto& recorder : *recorders) recorders_.push_back(std::move(recorder));
  return {};
}

OneRun::Stage OneRun::make_simulation() {
  options_.stop_on_controller_failure = settings_.stop_on_controller_failure;
  options_.goes_on_without_controllers = has_duration();
  options_.passes = settings_.passes.value_or(1);
  options_.load = load_;  // for worlds that supervisors load
  options_.stage.captures_sounds = !settings_.sounds.empty() && !at_.repeats;
  for (const RecorderOptions& recorder : recorders_of(settings_))
    options_.stage.keeps_contacts |= std::ranges::find(recorder.what, Subject::Contacts) != recorder.what.end();
  options_.solver = settings_.solver;
  options_.threads = settings_.threads.value_or(0);
  options_.render_threads = settings_.render_threads.value_or(0);
  options_.objection = [this](const Simulation& standing) { return objection(standing); };
  simulation_ = std::make_unique<Simulation>(std::move(world_), options_, *host_, plugins_->hooks(), log_);
  if (at_.ends_process) simulation_->leave_memory();
  for (auto& recorder : std::exchange(recorders_, {})) simulation_->add_recorder(std::move(recorder));
  verdict_.seed = simulation_->seed();
  verdict_.basic_time_step_ms = simulation_->clock().basic_time_step_ms();
  if (at_.progress) at_.progress->note(*simulation_);
  if (at_.from && at_.from->description.step > last_step())
    return Ending{Outcome::WrongUse,
                  fmt::format("{} was made at {} s, when the --duration of {} s was over", settings_.snapshots.from,
                              double(at_.from->description.step) * simulation_->clock().dt(), settings_.duration)};
  return {};
}

OneRun::Stage OneRun::begin() {
  log_.begin_run(settings_.duration);
  Diagnostics& diagnostics = found_at_start_;
  if (at_.from) {
    if (Stage ending = restore(diagnostics)) return ending;
  } else if (!simulation_->start(diagnostics) || is_badly_set(diagnostics)) {
    simulation_->finish();
    log_.end_run();
    return bad_load(diagnostics);
  }
  if (std::string reason = options_.snapshots ? simulation_->no_snapshots() : ""; !reason.empty())
    cut({Outcome::WrongUse, "no snapshot can be made: " + reason});
  log_.report(diagnostics);
  if (player_) player_->look_for_the_missing();
  if (is_endless())
    cut({Outcome::WrongUse, "no robot of this world has a controller, so the run would never end: give a --duration"});
  return {};
}

OneRun::Stage OneRun::restore(Diagnostics& diagnostics) {
  controller_log_->say(false);
  const auto restored = simulation_->restore(
      at_.from->bytes, std::filesystem::absolute(settings_.snapshots.from).parent_path(), diagnostics);
  controller_log_->say(true);
  if (restored) return {};
  log_.end_run();
  log_.report(diagnostics);
  return Ending{Outcome::WrongUse, fmt::format("{}: {}", settings_.snapshots.from, restored.error())};
}

std::optional<std::string> OneRun::objection(const Simulation& standing) const {
  if (is_badly_set(found_at_start_)) return "what is set of the world cannot be";  // begin() says it all
  const Scene& scene = standing.scene();
  if (const std::string why = player_ ? "" : no_extern_controllers(); !why.empty())
    for (const auto& robot : scene.robots())
      if (robot->node().get<std::string>("controller") == "<extern>") return fmt::format("{}: {}", robot->name(), why);
  const auto unheld = watch_ ? watch_->objection(standing) : std::nullopt;
  // A supervisor may bring what is not there yet.
  const auto is_supervisor = [](const auto& robot) { return robot->node().template get<bool>("supervisor"); };
  if (!at_.repeats && std::ranges::none_of(scene.robots(), is_supervisor)) {
    for (const RecorderOptions& recorder : recorders_of(settings_))
      if (std::string missing = missing_in(recorder, scene); !missing.empty()) return missing;
    if (auto wrong = wrong_series(settings_.series, scene)) return wrong;
    if (unheld) return unheld;
  }
  const auto& script = options_.stage.input_script;
  return script ? wrong_keys(*script, settings_.keys, scene, log_) : std::nullopt;
}

bool OneRun::is_endless() const {
  const auto& robots = simulation_->scene().robots();
  return !settings_.may_be_endless && !has_duration() && settings_.stop_when.empty() &&
         std::ranges::none_of(robots, [](const auto& robot) { return robot->has_controller(); });
}

std::int64_t OneRun::last_step() const {
  if (!has_duration()) return std::numeric_limits<std::int64_t>::max();
  return settings_.duration == 0 ? 0 : simulation_->clock().steps_in(settings_.duration * 1000);
}

void OneRun::step() {
  const Clock& clock = simulation_->clock();
  const std::int64_t before = simulation_->total_steps();
  try {
    simulation_->step();
    if (!options_.run_hash && simulation_->total_steps() > before) (void)take_printed();
    if (step_times_ && is_timed_ && simulation_->total_steps() > before) step_times_->note(*simulation_);
  } catch (const std::bad_alloc&) {
    cut({Outcome::EnvironmentFailed, fmt::format("step {}: out of memory", clock.step() + 1)});
  } catch (const LimitReached& reached) {
    cut({Outcome::EnvironmentFailed, fmt::format("step {}: {}", clock.step() + 1, reached.what())});
  } catch (const MachineLacks& lacking) {
    cut(at_.interrupted
            ? interruption(" while a template or a mesh was read")
            : Ending{Outcome::EnvironmentFailed, fmt::format("step {}: {}", clock.step() + 1, lacking.what())});
  }
  log_.at(clock.time());
  if (at_.progress) at_.progress->note(*simulation_);
  if (takes_snapshots() && !simulation_->stop() && !at_.interrupted)
    if (std::string failure = snapshot_if_due(settings_.snapshots, *simulation_); !failure.empty())
      cut({Outcome::EnvironmentFailed, failure});
}

void OneRun::rehearse() {
  if (!settings_.rehearsal) return;
  const std::int64_t last = simulation_->clock().steps_in(*settings_.rehearsal * 1000);
  while (!simulation_->stop() && simulation_->total_steps() < last && !at_.interrupted) {
    if (simulation_->total_steps() + 1 == last) simulation_->request_start_over();
    step();
  }
  ended_early_ = simulation_->stop().has_value();
  rehearsed_ = simulation_->total_seconds();
}

void OneRun::run_steps() {
  const Pace pace(settings_.realtime);
  is_timed_ = true;
  if (step_times_)
    step_times_->begin(verdict_.world, *simulation_, std::chrono::duration<double>(WallClock::now() - start_).count());
  for (;;) {
    look_for_an_end();
    if (simulation_->stop()) return;
    step();
    pace.wait(simulation_->total_seconds());
  }
}

OneRun::~OneRun() { log_.let_hear(nullptr); }

Verdict run_once(const RunSettings& settings, const RunConditions& conditions) {
  return OneRun(settings, conditions).to_verdict();
}

}  // namespace lightsout
