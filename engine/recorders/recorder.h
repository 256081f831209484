// Watches a simulation and writes what it sees. Never changes it.
#pragma once

namespace lightsout {

class Simulation;

class Recorder {
 public:
  virtual ~Recorder() = default;
  // The scene is built, time is 0.
  virtual void begin(const Simulation&) {}
  // After every step.
  virtual void sample(const Simulation&) = 0;
  // The run is over, whatever way it ended.
  virtual void end(const Simulation&) {}
};

}  // namespace lightsout
