// One run of one world from its file to its verdict; `lightsout run` makes one or several.
#pragma once

#include <atomic>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/programs/build.h"
#include "engine/recorders/recorder.h"
#include "runs/plugin_settings.h"
#include "runs/run_log.h"
#include "runs/snapshots.h"
#include "runs/verdict.h"
#include "world_format/load.h"

namespace lightsout {

struct RunSettings {
  std::string world;
  LoadOptions load;
  double duration = std::numeric_limits<double>::infinity();  // s
  SimulationOptions simulation;
  std::optional<RecorderOptions> record;
  std::string animation;                     // .html file of the run as an animation, "" for none
  std::string images;                        // folder for PNG files; "": none
  std::string sounds;                        // folder for WAV files; "": none
  std::string keys;                          // file of input events; "": nobody touches keyboard, mouse or joystick
  std::optional<double> controller_timeout;  // s of wall clock
  bool in_process = false;                   // controllers in C and C++ run inside this process
  double build_timeout_s = default_build_timeout_s;  // s of wall clock, of a controller or plugin; 0: any
  bool no_build = false;                             // what must be built first is an error
  bool no_code = false;                              // nothing runs that comes with the world
  PluginSettings plugins;
  SnapshotSettings snapshots;
  bool hash = false;  // Verdict::run_hash is wanted
  bool realtime = false;
  bool repeats = false;  // what was said of the first run of this world is not said again
};

// Sees the state at time 0 and after every step; a Stop it returns ends the run.
using StepObserver = std::function<std::optional<Stop>(const Simulation&)>;

Verdict run_once(const RunSettings& settings, RunLog& log, const std::atomic<bool>& interrupted,
                 const StepObserver& observer = nullptr);

}  // namespace lightsout
