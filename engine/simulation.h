// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// One world, simulated in fixed steps. Owns the tree, the scene and the recorders; holds no global state, so a process
// may have several.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "engine/state/clock.h"
#include "engine/step_times.h"
#include "engine/stop.h"
#include "engine/supervision/supervised.h"
#include "world_format/nodes/node.h"

namespace lightsout {

struct ControllerEnd;
class ControllerHost;
class Diagnostics;
struct Edit;
class Hooks;
struct LoadOptions;
class Log;
class ProjectFolder;
struct Recorded;
class Recorder;
class Robot;
class Scene;
struct SimulationOptions;
struct SolverUse;
class StateHash;
class StateVisitor;
class Supervisor;
class Threads;
struct TurnEnd;
class World;

class Simulation final : public Supervised {
 public:
  // All references must outlive the simulation.
  Simulation(std::unique_ptr<World> world, const SimulationOptions& options, ControllerHost& host, Hooks& hooks,
             Log& log);
  ~Simulation();

  // Builds the scene, starts the controllers, finds the first contacts. False if the diagnostics hold errors.
  bool start(Diagnostics& diagnostics);
  // Back to the start, as a fresh load: initial fields and nodes, time 0, the same seed. Controllers go on (they are
  // not told); plugins get cleanup and init. Done at once; call it between steps.
  void reset();
  // One basic time step; nothing once stop() is set.
  void step();
  // To be done at the end of the step in which it was asked for.
  void request_reset() override { reset_requested_ = true; }
  // A reset whose controllers start anew too: what follows is a run from a fresh load.
  void request_start_over() { reset_requested_ = starts_over_ = true; }
  // Ends and starts the controller of the robot with this node id.
  void request_restart(std::uint32_t robot) override;
  // Replaces the world by another (or by itself, from its file).
  void request_world(std::string path) override { world_requested_ = std::move(path); }
  void request_quit(const std::string& supervisor, int status) override;
  // The world as it is now, with velocities, so that loading it continues the motion. The error names the file.
  std::expected<void, std::string> save_world(const std::string& path) override;

  // Everything that the step changes, between two steps. Restored, the steps that follow have the same bits as without.
  // An error if the options do not ask for it, a plugin has state of its own, or the host cannot say where its
  // controllers stand.
  std::expected<std::vector<std::uint8_t>, std::string> snapshot();
  // Instead of start(), or of what is simulated now: the state of a snapshot of the same world. New controllers are
  // brought by the host to where those of then stood; `folder` is where the snapshot lies. After an error the
  // simulation is of no use any more.
  std::expected<void, std::string> restore(std::span<const std::uint8_t> snapshot, const std::filesystem::path& folder,
                                           Diagnostics& diagnostics);
  // Why snapshots cannot be made here, "" if they can.
  std::string no_snapshots() const;

  // Ends the controllers; the last sample of the recorders is written. Idempotent.
  void finish();
  // The process ends with it: the memory of its world, its scene and its controllers is left to the system, which takes
  // it all at once.
  void leave_memory();

  // start() or restore() succeeded, and finish() was not called.
  bool is_started() const { return started_; }
  const std::optional<Stop>& stop() const { return stop_; }
  void request_stop(Stop stop);

  void add_recorder(std::unique_ptr<Recorder> recorder);
  // While the simulation runs: begins at once; ends and goes, and tells what went wrong, "" if nothing did.
  void start_recorder(std::unique_ptr<Recorder> recorder) override;
  std::string stop_recorder(const Recorder* recorder) override;
  // What of a recording could not be written, after finish() too; "" while all is well.
  std::string recorder_failure() const;
  // What their reader should know, now that all is recorded.
  std::vector<std::string> recorder_remarks() const;

  World& world() override { return *world_; }
  const World& world() const { return *world_; }
  Scene& scene() override { return *scene_; }
  const Scene& scene() const { return *scene_; }
  // Grows when a new scene takes over: pointers to solids, joints, robots and devices are to be asked for again.
  std::int64_t scene_generation() const override { return scene_generation_; }
  // Grows when a supervisor loads a world, be it the same: nodes and their ids are others then.
  int world_generation() const { return world_generation_; }
  const Clock& clock() const override { return clock_; }
  Supervisor& supervisor() { return *supervisor_; }
  // Of all that was simulated: a reset and another world start the clock again, not these.
  std::int64_t total_steps() const { return total_steps_; }
  double total_seconds() const { return total_ms() / 1000; }
  // Whether so much was simulated in all.
  bool has_simulated(double seconds) const;
  int resets() const { return resets_; }
  // Errors of syntax that were skipped in worlds that supervisors loaded (LoadOptions::lenient).
  int skipped_errors() const { return skipped_errors_; }
  // The dynamics step within the basic step, from 0.
  int pass() const { return pass_; }
  int passes() const { return passes_; }
  // Length of a dynamics step in s, and the time at which the current one begins in ms.
  double pass_dt() const override { return clock_.dt() / passes_; }
  double physics_time_ms() const { return clock_.time_ms() + clock_.basic_time_step_ms() * pass_ / passes_; }
  // Of the run; from a reset on, of WorldInfo.randomSeed if a supervisor has set it before that.
  std::uint64_t seed() const { return seed_; }
  Log& log() override { return log_; }
  const std::vector<ControllerEnd>& controller_ends() const { return controller_ends_; }
  // What the solver of islands did so far.
  const SolverUse& solver_use() const;
  // How many of them did not end with success.
  std::ptrdiff_t failed_controllers() const;

  // Everything that the step changes, now.
  void hash(StateHash& hash) const;
  std::uint64_t state_hash() const;
  // The same, and what was edited during the step and what has gone to and come from the controllers: what two runs
  // are compared by. Labels are good until the next step.
  void hash_step(StateHash& hash) const;
  // Of hash_step() after each step so far, one after the other, and of what controllers printed; a run that goes on
  // from a snapshot goes on with it. 0 unless the options ask for it.
  std::uint64_t run_hash() const { return run_hash_; }

 private:
  // ODE may give up wherever it is asked: the run then ends as diverged.
  template <class Work>
  void ask_ode(Work work);
  bool plugin_has_failed() const { return stop_ && stop_->kind == Stop::Kind::PluginFailed; }
  void advance();
  void time_of(StepTimes::Part part) {
    if (times_) times_->end_of(part);
  }
  void start_again();
  void add_to_run_hash();
  void exchange_with_controllers();
  TurnEnd wait_turn(Robot& robot);
  // While somebody's turn is waited for: who has gone makes room for who comes next.
  void make_room_for_comers();
  // Its controller has ended, and that ends nothing: another may come, or would have been welcome and has not come.
  bool is_followed_by_another(Robot& robot, const TurnEnd& end);
  // The last controller has ended: what it asked for is done now. True if the run goes on with a step: some failed, and
  // there is a duration.
  bool outlives_its_controllers();
  void follow_edits();
  // Whether an edit asks for another seed.
  void note_seed(const Edit& edit);
  // Of a world that a supervisor asks for: what is set in the run's own world, if that is it.
  LoadOptions load_options_for(const std::string& path) const;
  // Of all robots that have had none; and those that wait for their start, unless one of them cannot be.
  void open_controllers();
  void start_controllers();
  void tell_new(const Diagnostics& diagnostics);
  bool any_controller() const;
  double total_ms() const { return earlier_ms_ + double(steps_here_) * clock_.basic_time_step_ms(); }
  // None is left.
  void note_last_controller_end();
  // A world was loaded, or a controller started again, without a step.
  void note_beginning();
  std::unique_ptr<Scene> make_scene();
  Recorded recorded() const;
  // What was asked for during the step, at its end.
  void follow_requests();
  void replace_world();
  // A world was loaded.
  void take_world();
  // Builds the scene and starts the controllers; false if the diagnostics hold errors.
  bool begin(Diagnostics& diagnostics);
  // Stops the run if something speaks against it.
  bool is_refused();
  // All of them side by side.
  // `ends_process`: the process ends, too.
  void close_controllers(bool ends_process = false);
  void note_controller_end(Robot& robot, TurnEnd end);
  std::uint64_t digest_of_sources() const;
  void visit_motion(StateVisitor& state);
  void visit_exchange(StateVisitor& state);

  std::unique_ptr<World> world_;
  const std::unique_ptr<SimulationOptions> options_;
  const int passes_;
  StepTimes* const times_;
  ControllerHost& host_;
  Hooks& hooks_;
  Log& log_;
  std::unique_ptr<Threads> threads_;
  std::uint64_t seed_ = 0;
  std::optional<std::uint64_t> next_seed_;  // from the next reset on
  std::string first_world_;                 // path
  std::uint64_t sources_ = 0;               // digest of the world's files as they were loaded
  Clock clock_;
  int pass_ = 0;
  std::unique_ptr<Supervisor> supervisor_;
  std::unique_ptr<Scene> scene_;
  std::int64_t scene_generation_ = 0;
  std::vector<std::unique_ptr<Recorder>> recorders_;
  std::string lost_recording_;  // of recorders that are gone
  std::vector<ControllerEnd> controller_ends_;
  std::optional<Stop> stop_;
  std::int64_t total_steps_ = 0;
  std::int64_t steps_here_ = 0;  // in this world
  double earlier_ms_ = 0;        // in worlds before it
  int resets_ = 0;
  int world_generation_ = 0;
  int skipped_errors_ = 0;
  bool world_runs_ = false;  // it was built as it was loaded
  bool started_ = false;
  bool any_ended_ = false;              // of the controllers, in this step
  std::set<std::uint32_t> had_comers_;  // robots (node ids) whose controller has gone, and another may come
  int beginnings_ = 0;                  // since the last step
  bool refused_ = false;
  std::set<std::string> told_;  // what was found in the scene so far
  bool reset_requested_ = false;
  bool starts_over_ = false;  // with that reset
  bool leaves_memory_ = false;
  std::vector<std::uint32_t> restarts_requested_;
  std::optional<std::string> world_requested_;
  const std::unique_ptr<StateHash> hash_;   // used again and again
  std::unique_ptr<ProjectFolder> project_;  // of the world; hashes leave it out
  std::uint64_t run_hash_ = 0;
};

}  // namespace lightsout
