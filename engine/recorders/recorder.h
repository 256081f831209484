// Watches a simulation and writes what it sees. Never changes it. One file per format, known by one line in
// recorders.def.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <vector>

namespace lightsout {

class Simulation;
class Solid;

class Recorder {
 public:
  virtual ~Recorder() = default;
  // The scene is built, time is 0.
  virtual void begin(const Simulation&) {}
  // After every step.
  virtual void sample(const Simulation&) = 0;
  // The run is over, whatever way it ended.
  virtual void end(const Simulation&) {}
  // Why nothing can be written any more ("t.csv: No space left on device"), "" while all is well. Whoever runs the
  // simulation asks after each step.
  virtual const std::string& failure() const = 0;
  // What whoever reads it should know, once it has ended; "" if all is as was asked.
  virtual std::string remark() const { return {}; }
};

struct RecorderOptions {
  std::string path;
  // Simulated s between two samples; 0: every step.
  double every = 0;
  // DEF or path of each solid to record; empty: robots and bodies that move.
  std::vector<std::string> select;
};

// Opens the file; its name's ending tells the format; "-" is standard output, as .csv. What it held is kept until
// begin().
std::expected<std::unique_ptr<Recorder>, std::string> make_recorder(const RecorderOptions& options);

// WAV files of all speakers and microphones in a folder; needs SimulationOptions::capture_sounds.
std::unique_ptr<Recorder> make_sound_recorder(std::string folder);

// What is recorded unless told otherwise: the robots, and the solids that move by themselves, in scene-tree order.
std::vector<const Solid*> recorded_solids(const Simulation& simulation);

}  // namespace lightsout
