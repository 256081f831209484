// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What supervisors may do with a run. The simulation implements it.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>

namespace lightsout {

class Clock;
class Log;
class Recorder;
class Scene;
class World;

class Supervised {
 public:
  virtual World& world() = 0;
  virtual Scene& scene() = 0;
  // Grows when a new scene takes over: pointers to its solids are to be asked for again.
  virtual std::int64_t scene_generation() const = 0;
  virtual const Clock& clock() const = 0;
  virtual Log& log() = 0;
  // Length of a dynamics step in s.
  virtual double pass_dt() const = 0;

  // To be done at the end of the step in which it was asked for.
  virtual void request_reset() = 0;
  // Ends and starts the controller of the robot with this node id.
  virtual void request_restart(std::uint32_t robot) = 0;
  // Replaces the world by another (or by itself, from its file).
  virtual void request_world(std::string path) = 0;
  // The run ends with this status.
  virtual void request_quit(const std::string& supervisor, int status) = 0;
  // The world as it is now, with velocities, so that loading it continues the motion. The error names the file.
  virtual std::expected<void, std::string> save_world(const std::string& path) = 0;
  // Begins at once.
  virtual void start_recorder(std::unique_ptr<Recorder> recorder) = 0;
  // Ends and goes, and tells what went wrong, "" if nothing did.
  virtual std::string stop_recorder(const Recorder* recorder) = 0;

 protected:
  ~Supervised() = default;
};

}  // namespace lightsout
