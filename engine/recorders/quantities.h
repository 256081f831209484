// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The things of a running world of which numbers are recorded (solids, joints, motors, sensors), found by what a
// recording selects and followed through edits, resets and other worlds. Knows no file and no format.
//
// A quantity is its node's for as long as that lives, and then that of whatever has its path: after an import, or in
// another world.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/recorders/recorder.h"
#include "engine/state/pose.h"

namespace lightsout {

class Device;
struct ReadingList;
class Joint;
class Motor;

struct QuantityField {
  std::string name, unit, text;
};

struct Quantity {
  Subject subject;
  std::string name;  // path, or as it was selected
  std::string kind;  // "Solid", "Joint", "Motor", or the class of the sensor: "GPS"
  std::vector<QuantityField> fields;
  std::uint32_t node_id = 0;          // in the world that is simulated; 0: it was not seen in this one
  bool was_there = false;             // in any
  const ReadingList* list = nullptr;  // of a sensor that reads things instead of numbers
  std::string things;                 // as JSON with commas between them: see look()
  std::uint32_t seen_samples = 0;     // that its things are of
  // What it is in the scene, by its subject; nullptr: it is not there.
  const Solid* solid = nullptr;
  const Joint* joint = nullptr;
  const Device* device = nullptr;

  bool is_there() const { return solid || joint || device; }
  // A solid that was selected is called by its path where it is there.
  const std::string& shown_name() const;
  // Of the solid that it is, world_from_solid.
  Pose pose() const;
  // Adds a number for each field, NaN where it is not there.
  void read(std::vector<double>& numbers) const;
  // Of a sensor: how many samples its controller has of it.
  std::uint32_t samples() const;
  // Of lidars and range finders, m; lo_lidar_point each.
  std::span<const float> ranges() const;
  std::span<const std::byte> points() const;
  // It has measured since `known` samples, which become its own, and there is something to tell.
  bool has_news(std::uint32_t& known) const;
  // More than what a row of a table has room for.
  bool is_bulk() const { return subject == Subject::Readings && fields.empty() && !list; }
};

class Quantities {
 public:
  explicit Quantities(const RecorderOptions& options) : options_(options) {}
  // What there would be in a scene.
  std::vector<Quantity> in(const Scene& scene);
  // What is there when a run begins.
  void begin(const Recorded& run);
  // After each step: asks for everything again where the scene has been built anew. What has come is at the end of
  // all() from then on.
  void follow(const Recorded& run);

  // After each step, be it recorded or not: lists that sensors have read since. What comes once is gathered.
  void look();
  // What was gathered has been recorded.
  void forget_gathered();

  std::span<const Quantity> all() const { return all_; }
  bool records(Subject subject) const;
  // Whether a solid, or one above it, is selected; nullptr is the environment.
  bool selects(const Solid* solid) const;
  // The same of one of its devices, which may be selected alone.
  bool selects(const Device& device) const;
  // Of solids that were selected and never came: a remark; "" if all did.
  std::string never_came() const;

 private:
  std::vector<Quantity> found_in(const Scene& scene) const;
  void find_tops(const Scene& scene);
  bool finds_by_node(Quantity& quantity, const Recorded& run) const;

  RecorderOptions options_;
  std::vector<Quantity> all_;
  std::vector<const Solid*> tops_;  // that are selected and there
  std::int64_t generation_ = 0;
  int world_ = 0;
};

// The unit quaternion of a rotation, of the two the one with w >= 0.
Quaterniond recorded_rotation(const Matrix3d& rotation);

}  // namespace lightsout
