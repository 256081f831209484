// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Watches a simulation and writes what it sees. Never changes it. One file per format, known by one line in
// recorders.def.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "engine/recorders/label.h"
#include "engine/recorders/recorder_options.h"

namespace lightsout {

class Clock;
class Scene;
class Solid;
class World;

// What a recorder is shown of a run, between two steps.
struct Recorded {
  const World& world;
  const Scene& scene;
  const Clock& clock;
  const Labels& labels;
  // Grows when a new scene takes over: pointers to solids, joints, robots and devices are to be asked for again.
  std::int64_t scene_generation;
  // Grows when another world is loaded, be it the same: nodes and their ids are others then.
  int world_generation;
  // How often the world was reset, or another was loaded: the clock began again at 0 then.
  int episode;
  double total_seconds;  // simulated, over all episodes
  bool diverged;         // the run ends here, for that
};

class Recorder {
 public:
  virtual ~Recorder() = default;
  // The scene is built, time is 0.
  virtual void begin(const Recorded&) {}
  // After every step.
  virtual void sample(const Recorded&) = 0;
  // The run is over, whatever way it ended.
  virtual void end(const Recorded&) {}
  // Why nothing can be written any more ("t.csv: No space left on device"), "" while all is well. Whoever runs the
  // simulation asks after each step.
  virtual const std::string& failure() const = 0;
  // What whoever reads it should know, once it has ended; "" if all is as was asked.
  virtual std::string remark() const { return {}; }
};

// Opens the file; its name's ending tells the format; "-" is standard output, as .csv. What it held is kept until
// begin().
std::expected<std::unique_ptr<Recorder>, std::string> make_recorder(const RecorderOptions& options);

// What speaks against it before anything is opened: an ending that no format has, what its format cannot hold; ""
// if nothing does.
std::string wrong_recording(const RecorderOptions& options);
// What of it the scene has not: a sentence; "" if all is there.
std::string missing_in(const RecorderOptions& options, const Scene& scene);

// WAV files of all speakers and microphones in a folder; needs StageOptions::captures_sounds.
std::unique_ptr<Recorder> make_sound_recorder(std::string folder);

// PNG files of all images that cameras take, in a folder.
std::unique_ptr<Recorder> make_image_recorder(std::string folder);

// What is recorded unless told otherwise: the robots, and the solids that move by themselves, in scene-tree order.
std::vector<const Solid*> recorded_solids(const Scene& scene);

}  // namespace lightsout
