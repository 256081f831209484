// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// All that is asked of a run, as a value: a command line, a run file and a program say the same things of it. What each
// may be called, and what it may be, is the table of run_options.h.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "engine/programs/builds/build.h"
#include "plugins/host/laws/joint_binding.h"
#include "runs/reports/named_files.h"
#include "runs/series/series_settings.h"
#include "runs/settings/recording.h"
#include "world_format/load_options.h"

namespace lightsout {

enum class SolverChoice : std::uint8_t;

struct SnapshotSettings {
  std::optional<double> every;  // simulated s between two; none: none is made
  std::string folder = "snapshots";
  std::string from;  // the file to go on from, "" for the start
};

struct PluginSettings {
  double timeout_s = 60;   // wall clock that a callback may take; 0: for ever
  bool guard = false;      // the run in a process of its own
  std::string drawing;     // file of what the plugin draws, "" for nowhere
  std::string collisions;  // of the pairs that it finds notable, the same
  std::string law_files;   // folder for what joint callbacks write, "" if none
  std::vector<JointBinding> joint_callbacks;
};

struct SandboxSettings {
  bool on = false;
  std::vector<std::string> reads;  // files and folders that are seen besides
};

struct RunSettings {
  std::string run_file;  // that said some of this, "" for none
  std::string world;     // file; "": that of the snapshot
  LoadOptions load;
  double duration = std::numeric_limits<double>::infinity();  // s
  std::optional<std::uint64_t> seed;                          // wins over WorldInfo.randomSeed
  std::optional<int> passes;                                  // dynamics steps per basic step; 1
  SolverChoice solver = {};                                   // Auto
  std::optional<int> threads;         // that work for the run; one for each core that has nothing else to do
  std::optional<int> render_threads;  // of these, at most so many make images; all
  std::string keys;                   // file of input events; "": nobody touches keyboard, mouse or joystick
  SnapshotSettings snapshots;

  std::optional<double> controller_timeout;  // s of wall clock
  std::optional<double> extern_timeout;      // s of wall clock, until an extern controller has connected
  std::optional<int> extern_port;            // the first that is tried
  std::optional<int> extern_ports;           // so many from it on are tried; of no option
  std::string listen;                        // [HOST:]PORT for extern controllers of other machines; "": none
  bool extern_reconnect = false;             // another may take the place of an extern controller that has gone
  bool asynchronous = false;                 // extern controllers of robots without synchronization are not waited for
  bool may_be_endless = false;               // a world without controllers is run until a signal comes; of no option
  bool in_process = false;                   // controllers in C and C++ run inside this process
  bool stop_on_controller_failure = true;
  std::vector<std::string> environment;              // of controllers, NAME=VALUE
  double build_timeout_s = default_build_timeout_s;  // s of wall clock, of a controller or plugin; 0: any
  bool no_build = false;                             // what must be built first is an error
  bool no_code = false;                              // nothing runs that comes with the world
  PluginSettings plugins;

  // Simulated s that are run first; then the world is reset and its controllers start again, as if nothing had been.
  std::optional<double> rehearsal;

  std::string record_exchange;  // file for all that controllers are told and say
  std::string replay_exchange;  // such a file, from which they are played

  bool realtime = false;
  std::vector<std::string> limits;  // NAME=VALUE, see limits.h
  SandboxSettings sandbox;

  std::optional<double> wall_limit;  // s of wall clock, of the whole run

  // Files and folders that are written; "" for none, "-" for standard output.
  std::string output;  // a folder of the run, in which all that has a relative name is written (run_output.h)
  std::vector<Recording> record;
  Recording recordings;   // what holds for those that say nothing of it; its path says nothing
  std::string animation;  // .html file of the run as an animation
  std::string images;     // folder for PNG files
  std::string sounds;     // folder for WAV files
  SeriesSettings series;
  std::string log;
  std::string step_times;                     // file of what each step takes by the clock on the wall
  std::optional<std::int64_t> step_times_of;  // so many steps of it; all
  std::string verdict;
  std::string manifest;  // what the run was: .json file
  std::string bundle;    // the same with the files that it read: .tar.zst file
  bool hash = false;     // Verdict::run_hash on standard output

  // Each a line of YAML, see expectations/expectation.h.
  std::vector<std::string> expect;     // what must hold of the run
  std::vector<std::string> stop_when;  // ends it as done when one of them holds

  int repeat = 1;
  bool verify = false;         // hold the runs against the first
  std::string trace, against;  // files of states
};

// What is recorded, for the recorders.
std::vector<RecorderOptions> recorders_of(const RunSettings& settings);

// The files and folders that the run reads and writes, under the names of their options.
NamedFiles files_of(const RunSettings& settings);

}  // namespace lightsout
