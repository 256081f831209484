// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A run while it is made: its stages (one_run.cpp) and its end (one_run_end.cpp).
#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "controllers/host/exchange/exchange_player.h"
#include "controllers/host/exchange/exchange_recorder.h"
#include "controllers/host/processes/descendants.h"
#include "engine/simulation_options.h"
#include "runs/expectations/expectation_watch.h"
#include "runs/reports/controller_log.h"
#include "runs/stages/one_run.h"
#include "runs/stages/plugin_hooks.h"
#include "runs/stages/run_room.h"
#include "runs/stages/step_times_file.h"
#include "runs/stages/strict_settings.h"

namespace lightsout {

// Its stages come one after the other; the first that gives an ending is the last.
class OneRun {
 public:
  OneRun(const RunSettings& settings, const RunConditions& conditions)
      : settings_(settings),
        at_(conditions),
        log_(conditions.log),
        load_(settings.load),
        room_(settings.output, conditions.repeats) {
    load_.no_templates |= settings.no_code;
    verdict_.world = settings.world.empty() && at_.from ? at_.from->description.world : settings.world;
    verdict_.solver = settings.solver;
  }

  OneRun(const OneRun&) = delete;
  OneRun& operator=(const OneRun&) = delete;
  ~OneRun();

  Verdict to_verdict() {
    for (const auto stage :
         {&OneRun::read_expectations, &OneRun::read_world, &OneRun::read_keys, &OneRun::open_recorders,
          &OneRun::make_controllers, &OneRun::make_plugins, &OneRun::make_simulation, &OneRun::begin})
      if (std::optional<Ending> ending = (this->*stage)()) return end_with(std::move(*ending));
    rehearse();
    run_steps();
    finish();
    return end_with(ending());
  }

 private:
  using Stage = std::optional<Ending>;

  // Not counted by the duration, nor shown to the observer.
  void rehearse();
  bool has_duration() const { return !std::isinf(settings_.duration); }
  bool takes_snapshots() const { return settings_.snapshots.every && !at_.repeats; }
  Ending bad_world(const Diagnostics& diagnostics) const;
  // The same, or what was asked to be set in it makes no sense.
  Ending bad_load(const Diagnostics& diagnostics) const;
  // Something is wrong with what was asked to be set.
  bool is_badly_set(const Diagnostics& diagnostics) const { return found_in_settings(diagnostics, load_.settings) > 0; }
  Ending cannot(std::string message) const;
  // `where`: what it was at, "" or " while ...".
  Ending interruption(const std::string& where = "") const;
  // Those whose controllers had their turn when a signal came.
  std::string interrupted_robots() const;

  Stage read_expectations();
  Stage read_world();
  Stage read_keys();
  Stage open_recorders();
  Stage make_controllers();
  // Of the programs themselves, or of what they said once.
  Stage make_host_of_controllers();
  // A host around the host, which keeps what controllers are told: for snapshots, and in an exchange file.
  Stage record_for_snapshots();
  Stage begin_exchange();
  Stage make_plugins();
  Stage make_simulation();
  Stage begin();
  Stage restore(Diagnostics& diagnostics);

  // What speaks against running the world as asked, once it stands; nothing if all is well.
  std::optional<std::string> objection(const Simulation& standing) const;
  // Nobody would end the run.
  bool is_endless() const;
  // The step after which the duration is reached.
  std::int64_t last_step() const;

  // Steps until something ends the run; the stop is in the simulation.
  void run_steps();
  void look_for_an_end();
  void look_at_expectations();
  // What was expected, now that it is known how the run ended: of one that was done the outcome may be another.
  void judge_expectations();
  void step();
  // A number of what controllers have printed since the last step.
  std::uint64_t take_printed();
  // Where the exchange that is played ends, or departs.
  Ending end_of_player() const;
  // Why it is cut here.
  void cut(Ending ending);
  void finish();
  Ending ending();
  Verdict end_with(Ending ending);
  // Of controllers that were told that the simulation is over.
  void note_bad_ends();

  using WallClock = std::chrono::steady_clock;

  const WallClock::time_point start_ = WallClock::now();
  const RunSettings& settings_;
  const RunConditions& at_;
  RunLog& log_;
  LoadOptions load_;
  Verdict verdict_;
  std::optional<Ending> cut_;
  double rehearsed_ = 0;      // s
  bool ended_early_ = false;  // in its rehearsal
  bool is_timed_ = false;     // not in its rehearsal
  std::string lost_end_;      // what the machine has done to a controller that was ending
  const Strays strays_;
  std::unique_ptr<ExpectationWatch> watch_;  // null where nothing is expected
  std::unique_ptr<World> world_;
  int skipped_errors_ = 0;
  SourcePtr keys_;
  SimulationOptions options_;
  std::vector<std::unique_ptr<Recorder>> recorders_;
  std::unique_ptr<StepTimesFile> step_times_;  // null where nobody wants it
  // Each outlives what stands below it.
  RunRoom room_;
  std::unique_ptr<ControllerLog> controller_log_;
  std::unique_ptr<ExchangeWriter> exchange_;
  std::unique_ptr<ExchangeLog> exchange_log_;
  std::unique_ptr<ControllerHost> host_;
  ExchangePlayer* player_ = nullptr;  // the host, if it plays an exchange
  std::unique_ptr<PluginHooks> plugins_;
  std::unique_ptr<Simulation> simulation_;
  Diagnostics found_at_start_;
};

}  // namespace lightsout
