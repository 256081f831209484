// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <utility>

#include "engine/controller_end.h"
#include "engine/files/whole_file.h"
#include "engine/media/sounds.h"
#include "engine/ode/islands.h"
#include "engine/ode/ode_context.h"
#include "engine/programs/limited_child.h"
#include "engine/programs/sanitizers.h"
#include "engine/recorders/recorder.h"
#include "engine/render/renderer.h"
#include "engine/robots/exchange/release.h"
#include "engine/robots/exchange/turn_ends.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/simulation_options.h"
#include "engine/stage/hooks.h"
#include "engine/stage/parts.h"
#include "engine/state/log.h"
#include "engine/state/state.h"
#include "engine/state/state_hash.h"
#include "engine/supervision/supervisor.h"
#include "world_format/check.h"
#include "world_format/edit_notes.h"
#include "world_format/load.h"
#include "world_format/protos/proto.h"
#include "world_format/text/diagnostic_text.h"
#include "world_format/writer.h"

namespace lightsout {
namespace {

// As the file says it, -1 included.
std::uint64_t seed_of(const World& world) {
  return std::uint64_t(std::int64_t(world.world_info().get<std::int32_t>("randomSeed")));
}

// A robot that gets a controller of its own: a template has made it again, or it names another one.
bool begins_anew(const Edit& edit) {
  if (!edit.node || !edit.node->is_a("Robot")) return false;
  if (edit.kind == Edit::Kind::Regrow) return true;
  return edit.kind == Edit::Kind::Set && edit.node->type().field(edit.field).name == "controller";
}

}  // namespace

Simulation::Simulation(std::unique_ptr<World> world, const SimulationOptions& options, ControllerHost& host,
                       Hooks& hooks, Log& log)
    : world_(std::move(world)),
      options_(std::make_unique<SimulationOptions>(options)),
      passes_(options.passes),
      times_(options.times),
      host_(host),
      hooks_(hooks),
      log_(log),
      threads_(std::make_unique<Threads>(options.threads)),
      hash_(std::make_unique<StateHash>()) {
  first_world_ = world_->path;
  seed_ = options_->seed.value_or(seed_of(*world_));
  clock_ = Clock(world_->world_info().get<double>("basicTimeStep"));
  supervisor_ = std::make_unique<Supervisor>(*this);
  scene_ = make_scene();
  take_world();
}

void Simulation::take_world() {
  project_ = std::make_unique<ProjectFolder>(world_->path);
  if (options_->run_hash) world_->keep_edit_notes();
  if (!options_->snapshots) return;
  sources_ = digest_of_sources();
  world_->keep_changes();
}

std::unique_ptr<Scene> Simulation::make_scene() {
  StageOptions options = options_->stage;
  options.keeps_contacts |= options_->snapshots;
  options.was_edited = world_runs_;
  options.hidden = supervisor_->hidden_nodes();
  auto scene = std::make_unique<Scene>(*world_, seed_, log_, options);
  scene->islands().set_choice(options_->solver);
  scene->set_threads(*threads_, std::size_t(options_->render_threads));
  // Controllers play files from anywhere.
  if (options_->load.listener) scene->parts().get<Sounds>().tell(options_->load.listener);
  if (scene_) {
    scene->share_meshes(*scene_);
    if (const Renderer* before = scene_->parts().find<Renderer>()) scene->parts().get<Renderer>().share_files(*before);
    scene->islands().take_over(scene_->islands());
  }
  ++scene_generation_;
  return scene;
}

Recorded Simulation::recorded() const {
  return {.world = *world_,
          .scene = *scene_,
          .clock = clock_,
          .labels = supervisor_->labels(),
          .scene_generation = scene_generation_,
          .world_generation = world_generation_,
          .episode = resets_ + world_generation_,
          .total_seconds = total_seconds(),
          .diverged = stop_ && stop_->kind == Stop::Kind::Diverged};
}

// The sanitizer would find it.
void Simulation::leave_memory() { leaves_memory_ = !LIGHTSOUT_ADDRESS_SANITIZER(); }

Simulation::~Simulation() {
  finish();
  if (!leaves_memory_) return;
  (void)scene_.release();
  (void)world_.release();
}

template <class Work>
void Simulation::ask_ode(Work work) {
  const OdeMessages messages(log_);
  try {
    work();
  } catch (const OdeFailure& failure) {
    std::string message = fmt::format("step {}: ODE could not go on: {}", clock_.step() + 1, failure.what());
    if (const std::string& body = scene_->find_divergence(); !body.empty()) message += "\n" + body;
    request_stop({Stop::Kind::Diverged, std::move(message), {}});
  }
}

bool Simulation::start(Diagnostics& diagnostics) {
  bool begun = true;
  ask_ode([&] { begun = begin(diagnostics); });
  if (!begun) return false;
  if (refused_) return true;
  for (const auto& recorder : recorders_) recorder->begin(recorded());
  started_ = true;
  if (options_->run_hash) add_to_run_hash();
  return true;
}

bool Simulation::is_refused() {
  if (!options_->objection) return false;
  std::optional<std::string> why = std::exchange(options_->objection, nullptr)(*this);
  if (!why) return false;
  request_stop({Stop::Kind::DoesNotFit, std::move(*why), {}});
  refused_ = true;
  return true;
}

bool Simulation::begin(Diagnostics& diagnostics) {
  scene_->build(diagnostics);
  world_->take_journal();
  told_.clear();
  for (const Diagnostic& diagnostic : diagnostics.all()) told_.insert(render(diagnostic, false));
  if (diagnostics.errors() > 0) return false;
  if (is_refused()) return true;
  world_runs_ = true;
  world_->remember();
  supervisor_->remember_start();
  hooks_.init(*this);
  if (stop_) return true;
  scene_->collide(hooks_);
  open_controllers();
  return true;
}

void Simulation::step() {
  if (stop_) return;
  if (times_) times_->begin();
  if (EditNotes* notes = world_->edit_notes()) notes->clear();
  const std::int64_t before = total_steps_;
  ask_ode([this] { advance(); });
  const bool has_scene = !stop_ || stop_->kind != Stop::Kind::BadWorld;
  if (options_->run_hash && has_scene && total_steps_ > before) add_to_run_hash();
}

void Simulation::advance() {
  supervisor_->send_tracked();
  exchange_with_controllers();
  if (stop_) return;
  follow_edits();
  if (stop_) return;
  time_of(StepTimes::Controllers);
  if (any_ended_ && !any_controller() && !outlives_its_controllers()) return;
  const double dt = pass_dt();
  scene_->begin_step();
  for (pass_ = 0; pass_ < passes_; ++pass_) {
    scene_->act(dt);
    hooks_.before_physics(*this);
    if (plugin_has_failed()) break;
    supervisor_->hold_bodies();
    scene_->integrate(hooks_, dt, clock_.step() * passes_ + pass_);
    supervisor_->release_bodies();
    scene_->collide(hooks_);
    hooks_.after_physics(*this);
    if (plugin_has_failed()) break;
    scene_->read_back(dt);
  }
  pass_ = 0;
  if (plugin_has_failed()) return;  // forces are missing: it is no step of this world
  time_of(StepTimes::Physics);
  supervisor_->forget_held();
  beginnings_ = 0;
  clock_.advance();
  ++total_steps_;
  ++steps_here_;
  scene_->sense(clock_);
  time_of(StepTimes::Sensors);
  supervisor_->show_step();
  for (const auto& recorder : recorders_) recorder->sample(recorded());
  follow_requests();
  if (!scene_->divergence().empty())
    request_stop({Stop::Kind::Diverged, fmt::format("step {}: {}", clock_.step(), scene_->divergence()), {}});
  time_of(StepTimes::Records);
}

void Simulation::follow_requests() {
  if (world_requested_) return replace_world();
  if (reset_requested_) reset();
  supervisor_->finish_step();
  follow_edits();
  for (const std::uint32_t id : std::exchange(restarts_requested_, {})) {
    const Node* node = world_->find_id(id);
    Robot* robot = node ? scene_->robot_of(*node) : nullptr;
    if (!robot || !robot->was_opened()) continue;
    robot->close_controller();
    supervisor_->forget_controller(id);
    robot->open_controller(host_, clock_);
  }
  start_controllers();
}

LoadOptions Simulation::load_options_for(const std::string& path) const {
  LoadOptions options = options_->load;
  options.seed = options_->seed;
  std::error_code error;
  if (!std::filesystem::equivalent(path, first_world_, error)) options.settings.clear();
  return options;
}

void Simulation::replace_world() {
  const std::string path = *std::exchange(world_requested_, std::nullopt);
  // Of the world that goes.
  reset_requested_ = starts_over_ = false;
  restarts_requested_.clear();
  Diagnostics diagnostics;
  auto world = lightsout::load_world(path, load_options_for(path), diagnostics);
  if (!world || diagnostics.errors() > 0) {
    const std::string heading = fmt::format("a supervisor asked for world {}, which cannot be run:", path);
    return request_stop({Stop::Kind::BadWorld, with_diagnostics(heading, diagnostics), {}});
  }
  if (diagnostics.skipped() > 0) {
    skipped_errors_ += diagnostics.skipped();
    log_.write(LogLevel::Warning, "",
               with_syntax_errors(fmt::format("errors of syntax were skipped in world {}:", path), diagnostics));
  }
  hooks_.cleanup(*this);
  hooks_.leave_world(*this);
  ++world_generation_;
  supervisor_->leave_world();
  close_controllers();
  earlier_ms_ = total_ms();
  steps_here_ = 0;
  scene_.reset();
  world_runs_ = false;
  world_ = std::move(world);
  seed_ = options_->seed.value_or(seed_of(*world_));
  next_seed_.reset();
  clock_ = Clock(world_->world_info().get<double>("basicTimeStep"));
  scene_ = make_scene();
  take_world();
  if (!begin(diagnostics)) {
    const std::string heading = fmt::format("world {} cannot be simulated:", path);
    request_stop({Stop::Kind::BadWorld, with_diagnostics(heading, diagnostics), {}});
  } else if (!any_controller() && !options_->goes_on_without_controllers) {
    request_stop({Stop::Kind::Done, fmt::format("world {} was loaded, and no robot of it has a controller", path), {}});
  }
}

std::expected<void, std::string> Simulation::save_world(const std::string& path) {
  scene_->write_to_tree();
  scene_->write_velocities();
  const std::string text = write_world(*world_, {.keep_protos = true, .live = true});
  scene_->clear_velocities();
  if (write_whole_file(path, text) != 0) return std::unexpected(fmt::format("cannot write {}", path));
  return {};
}

void Simulation::reset() {
  ask_ode([this] { start_again(); });
}

void Simulation::start_again() {
  reset_requested_ = false;
  ++resets_;
  const bool is_seeded = next_seed_.has_value();
  seed_ = std::exchange(next_seed_, std::nullopt).value_or(seed_);
  supervisor_->clear();
  hooks_.cleanup(*this);
  // Controllers that go on know nodes by their ids.
  if (starts_over_) world_->number_anew();
  // The robots of the old scene keep their controllers until those of the new one, by id, take them over.
  const auto old_nodes = world_->restore();
  Diagnostics drawn;
  std::exception_ptr lacking;  // said when scene and world are one again
  try {
    if (starts_over_)
      supervisor_->forget_edits();
    else
      supervisor_->make_edits_again(old_nodes);
    if (starts_over_ && world_->protos)
      world_->protos->begin_episode(world_->protos->seed(), true);
    else
      draw_again(*world_, seed_, is_seeded, drawn);
  } catch (const MachineLacks&) {
    lacking = std::current_exception();
  }
  tell_new(drawn);
  world_->take_journal();
  // As a fresh load has it, whatever an episode was given.
  if (starts_over_) seed_ = options_->seed.value_or(seed_of(*world_));
  Diagnostics diagnostics;
  auto scene = make_scene();
  scene->build(diagnostics);
  if (diagnostics.errors() > 0)
    request_stop({Stop::Kind::BadWorld, "the world as it was at the start cannot be simulated any more", {}});
  const bool starts_over = std::exchange(starts_over_, false);
  if (!starts_over)
    for (const auto& robot : scene->robots())
      for (const auto& before : scene_->robots())
        if (before->node().id() == robot->node().id()) robot->take_controller(*before);
  close_controllers();
  clock_.set_step(0);
  scene_ = std::move(scene);
  supervisor_->follow_viewpoint();
  if (stop_) return;
  hooks_.init(*this);
  scene_->collide(hooks_);
  for (const auto& robot : scene_->robots())
    if (robot->was_opened()) robot->sense_start(clock_);
  scene_->show();
  open_controllers();
  // An extern controller cannot be started by us.
  if (!starts_over && Release(*world_).reset_restarts_controllers())
    for (const auto& robot : scene_->robots())
      if (robot->node().get<std::string>("controller") != "<extern>") request_restart(robot->node().id());
  if (lacking) std::rethrow_exception(lacking);
  end_at_limit(drawn);
}

void Simulation::note_seed(const Edit& edit) {
  if (edit.kind == Edit::Kind::Set && edit.node == &world_->world_info() &&
      edit.node->type().field(edit.field).name == "randomSeed")
    next_seed_ = seed_of(*world_);
}

void Simulation::follow_edits() {
  Journal journal = world_->take_journal();
  if (!journal.empty()) {
    Diagnostics diagnostics;
    check_edits(*world_, journal, diagnostics);
    tell_new(diagnostics);
  }
  for (const Edit& edit : journal) {
    if (begins_anew(edit)) request_restart(edit.node->id());
    note_seed(edit);
  }
  if (!scene_->apply(journal)) return;
  Diagnostics diagnostics;
  auto scene = make_scene();
  scene->build(diagnostics, scene_.get());
  end_at_limit(diagnostics);
  tell_new(diagnostics);
  if (diagnostics.errors() > 0) {
    const std::string heading = "an edit of the running world made it impossible to simulate:";
    request_stop({Stop::Kind::BadWorld, with_diagnostics(heading, diagnostics), {}});
    return;
  }
  const bool had_controllers = any_controller();
  scene_ = std::move(scene);
  scene_->settle();
  supervisor_->forget_gone();
  scene_->collide_again(hooks_);
  open_controllers();
  if (had_controllers && !any_controller())
    request_stop({Stop::Kind::Done, "the last robot that had a controller was removed", {}});
}

void Simulation::open_controllers() {
  for (const auto& robot : scene_->robots())
    if (!robot->was_opened()) robot->open_controller(host_, clock_);
  start_controllers();
}

void Simulation::start_controllers() {
  for (const auto& robot : scene_->robots()) {
    if (!robot->waits_for_start()) continue;
    // Where the run goes on without it, its end is noted at its first turn, as any other's.
    if (auto prepared = robot->prepare_controller(); !prepared && options_->stop_on_controller_failure)
      note_controller_end(*robot, not_started(prepared.error()));
  }
  if (stop_) return;
  for (const auto& robot : scene_->robots())
    if (robot->waits_for_start()) robot->start_controller();
}

void Simulation::request_quit(const std::string& supervisor, int status) {
  request_stop({Stop::Kind::Done, fmt::format("supervisor {} quit with status {}", supervisor, status), status});
}

void Simulation::request_restart(std::uint32_t robot) {
  if (std::ranges::find(restarts_requested_, robot) == restarts_requested_.end()) restarts_requested_.push_back(robot);
}

bool Simulation::has_simulated(double seconds) const {
  const double left_ms = seconds * 1000 - earlier_ms_;
  return left_ms <= 1e-9 * clock_.basic_time_step_ms() || steps_here_ >= clock_.steps_in(left_ms);
}

// What an edit made questionable; errors are told with the end of the run.
void Simulation::tell_new(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.sorted()) {
    if (diagnostic.severity != Severity::Warning) continue;
    if (std::string text = render(diagnostic, false); told_.insert(text).second)
      log_.write(LogLevel::Warning, "", "an edit of the running world:\n" + text);
  }
}

bool Simulation::any_controller() const {
  return std::ranges::any_of(scene_->robots(), [](const auto& robot) { return robot->has_controller(); });
}

void Simulation::exchange_with_controllers() {
  any_ended_ = false;
  for_each_ahead(scene_->robots(), &Robot::hand_memory, [&](Robot& robot) {
    if (robot.knows_that_it_is_off() && robot.has_controller()) {
      robot.close_controller();
      any_ended_ = true;
      note_controller_end(robot, {TurnEnd::Kind::Exited, 0, "its robot's battery is empty"});
    } else if (robot.is_due(clock_)) {
      robot.hand_turn(clock_, *supervisor_);
    }
  });
  std::int64_t generation;
  do {  // again if an edit brought robots whose controllers now start
    generation = scene_generation_;
    for (std::size_t i = 0; i < scene_->robots().size(); ++i) {
      Robot* robot = scene_->robots()[i].get();
      prefetch_ahead(scene_->robots(), i, &Robot::turn_memory);
      if (!robot->is_due(clock_)) continue;
      const std::uint32_t id = robot->node().id();
      TurnEnd end = wait_turn(*robot);
      while (end.kind == TurnEnd::Kind::Immediate) {
        follow_edits();
        if (stop_) return;
        const Node* node = world_->find_id(id);
        robot = node ? scene_->robot_of(*node) : nullptr;
        if (!robot) break;  // it removed itself
        robot->answer(clock_, *supervisor_);
        if (!robot->is_due(clock_)) break;  // it is not waited for
        end = wait_turn(*robot);
      }
      if (!robot || end.kind == TurnEnd::Kind::Step || end.kind == TurnEnd::Kind::Immediate) continue;
      if (is_followed_by_another(*robot, end)) continue;
      any_ended_ = true;
      note_controller_end(*robot, std::move(end));
      if (stop_) return;
    }
  } while (generation != scene_generation_);
  supervisor_->apply_sets();
}

TurnEnd Simulation::wait_turn(Robot& robot) {
  while (!robot.wait_a_moment()) make_room_for_comers();
  return robot.wait_turn(clock_, *supervisor_);
}

void Simulation::make_room_for_comers() {
  for (const auto& robot : scene_->robots()) {
    if (!robot->has_lost_controller()) continue;
    note_controller_end(*robot, robot->wait_turn(clock_, *supervisor_));
    had_comers_.insert(robot->node().id());
    robot->open_controller(host_, clock_);
  }
  start_controllers();
}

bool Simulation::is_followed_by_another(Robot& robot, const TurnEnd& end) {
  const std::uint32_t id = robot.node().id();
  if (end.may_return) {
    note_controller_end(robot, end);
    had_comers_.insert(id);
    request_restart(id);
    return true;
  }
  // Nobody has come in the place of the last one, whose end is the robot's.
  if (end.kind != TurnEnd::Kind::Absent || !had_comers_.contains(id)) return false;
  log_.write(LogLevel::Info, robot.path(), end.reason);
  any_ended_ = true;
  return true;
}

bool Simulation::outlives_its_controllers() {
  follow_requests();
  if (!stop_ && !any_controller()) {
    note_last_controller_end();
    return !stop_;
  }
  if (!stop_) note_beginning();
  return false;
}

void Simulation::note_beginning() {
  constexpr int most = 100;
  if (++beginnings_ < most) return;
  request_stop(
      {Stop::Kind::ControllerFailed,
       fmt::format("a world was loaded or a controller started again {} times, as controllers asked for, and no "
                   "time was simulated in between: it would go on so for ever",
                   most),
       {}});
}

void Simulation::note_last_controller_end() {
  const auto failed = failed_controllers();
  if (failed == 0) return request_stop({Stop::Kind::Done, "every controller has ended", {}});
  if (options_->goes_on_without_controllers) return;
  request_stop({Stop::Kind::ControllerFailed,
                fmt::format("no controller is left: {} of {} failed", failed, controller_ends_.size()),
                {}});
}

const SolverUse& Simulation::solver_use() const { return scene_->islands().use(); }

std::ptrdiff_t Simulation::failed_controllers() const {
  return std::ranges::count_if(controller_ends_,
                               [](const ControllerEnd& end) { return end.end.kind != TurnEnd::Kind::Exited; });
}

void Simulation::note_controller_end(Robot& robot, TurnEnd end) {
  const std::string& controller = robot.node().get<std::string>("controller");
  const bool failed = end.kind != TurnEnd::Kind::Exited;
  const bool is_absent = end.kind == TurnEnd::Kind::Absent;
  const auto say = [&](const std::string& how) {
    return fmt::format("controller \"{}\"{} {}", controller, is_absent ? ":" : "", how);
  };
  const std::string what = say(failed ? end.reason : "ended");
  // The others are only told of.
  const bool stops = failed && options_->stop_on_controller_failure && !end.may_return && !stop_;
  // What a build printed, or where a controller was looked for, is told once however many robots share it.
  const auto told =
      !is_absent || !end.reason.contains('\n')
          ? controller_ends_.end()
          : std::ranges::find_if(controller_ends_, [&](const auto& e) { return e.end.reason == end.reason; });
  const bool is_told = told != controller_ends_.end();
  if (!stops)
    log_.write(failed ? LogLevel::Error : LogLevel::Info, robot.path(),
               is_told ? say("not started, for the same reason as that of " + told->robot) : what);
  controller_ends_.push_back({robot.path(), controller, std::move(end), clock_.time()});
  if (stops) request_stop({Stop::Kind::ControllerFailed, fmt::format("{}: {}", robot.path(), what), {}});
}

void Simulation::finish() {
  if (!started_) return;
  started_ = false;
  for (const auto& recorder : recorders_) recorder->end(recorded());
  close_controllers(leaves_memory_);
  supervisor_->end_movie();
  hooks_.cleanup(*this);
  hooks_.leave_world(*this);
}

void Simulation::close_controllers(bool ends_process) {
  for (const auto& robot : scene_->robots()) robot->begin_close(ends_process);
  for (const auto& robot : scene_->robots()) robot->close_controller();
}

void Simulation::request_stop(Stop stop) {
  // A plugin that fails while a good run ends has failed.
  const bool spoils = stop.kind == Stop::Kind::PluginFailed && stop_ && stop_->kind == Stop::Kind::Done;
  if (!stop_ || spoils) stop_ = std::move(stop);
}

void Simulation::start_recorder(std::unique_ptr<Recorder> recorder) {
  recorder->begin(recorded());
  recorders_.push_back(std::move(recorder));
}

std::string Simulation::stop_recorder(const Recorder* recorder) {
  const auto found = std::ranges::find(recorders_, recorder, &std::unique_ptr<Recorder>::get);
  if (found == recorders_.end()) return {};
  (*found)->end(recorded());
  std::string failure = (*found)->failure();
  if (lost_recording_.empty()) lost_recording_ = failure;
  recorders_.erase(found);
  return failure;
}

std::vector<std::string> Simulation::recorder_remarks() const {
  std::vector<std::string> remarks;
  for (const auto& recorder : recorders_)
    if (std::string remark = recorder->remark(); !remark.empty()) remarks.push_back(std::move(remark));
  return remarks;
}

std::string Simulation::recorder_failure() const {
  for (const auto& recorder : recorders_)
    if (!recorder->failure().empty()) return recorder->failure();
  return lost_recording_;
}

void Simulation::add_recorder(std::unique_ptr<Recorder> recorder) { recorders_.push_back(std::move(recorder)); }

void Simulation::hash(StateHash& hash) const {
  StateVisitor visitor = StateVisitor::hashing(hash, *project_);
  std::int64_t step = clock_.step();
  visitor.node("clock");
  visitor.field("step", step);
  scene_->visit_state(visitor);
}

void Simulation::hash_step(StateHash& hash) const {
  this->hash(hash);
  const auto* notes = world_->edit_notes();
  if (notes)
    for (const EditNotes::Note& note : notes->notes()) {
      hash.label(note.node, "edit of", StateHash::Element::Signed, sizeof(char));
      hash.add_bytes(note.node.data(), note.node.size());
      hash.add_bytes(note.what.data(), note.what.size());
      std::size_t done = 0;
      const auto numbers_until = [&](std::size_t end) {
        hash.label(note.node, note.what, StateHash::Element::Real, sizeof(double));
        hash.add_bytes(note.value.data() + done, end - done);
        done = end;
      };
      for (const auto [begin, end] : note.texts) {
        numbers_until(begin);
        hash.label(note.node, note.what, StateHash::Element::Signed, sizeof(char));
        hash.add_bytes(note.value.data() + begin, end - begin);
        done = end;
      }
      numbers_until(note.value.size());
    }
  for (const auto& robot : scene_->robots()) {
    hash.label(robot->path(), "messages", StateHash::Element::Unsigned, sizeof(std::uint64_t));
    hash.add(std::int64_t(robot->messages_hash()));
  }
}

void Simulation::add_to_run_hash() {
  hash_->clear();
  hash_step(*hash_);
  if (options_->printed && total_steps_ > 0) hash_->add(std::int64_t(options_->printed()));
  hash_->add(std::int64_t(run_hash_));
  run_hash_ = hash_->value();
}

std::uint64_t Simulation::state_hash() const {
  hash_->clear();
  hash(*hash_);
  return hash_->value();
}

}  // namespace lightsout
