// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/series/series_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "engine/bodies/solid.h"
#include "engine/files/whole_file.h"
#include "engine/joints/joint.h"
#include "engine/recorders/quantities.h"
#include "engine/scene/measures.h"
#include "engine/scene/scene.h"
#include "engine/state/clock.h"
#include "runs/series/series.h"
#include "runs/series/series_settings.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

constexpr double not_there = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view solid_prefix = "solid:", joint_prefix = "joint:", reading_prefix = "reading:";

std::optional<std::string> name_after(std::string_view prefix, const std::string& text) {
  if (!text.starts_with(prefix)) return {};
  return text.substr(prefix.size());
}

// Sensors by their paths, and all that are of a solid or below it.
RecorderOptions options_of_readings(std::vector<std::string> names) {
  return {.path = {}, .select = std::move(names), .what = {lightsout::Subject::Readings}};
}

std::vector<std::string> names_of_readings(const SeriesSettings& settings) {
  std::vector<std::string> names;
  for (const std::string& text : settings.of)
    if (auto name = name_after(reading_prefix, text)) names.push_back(std::move(*name));
  return names;
}

class SeriesRecorder final : public Recorder {
 public:
  explicit SeriesRecorder(const SeriesSettings& settings)
      : settings_(settings), readings_(options_of_readings(names_of_readings(settings))) {}

  void begin(const Recorded& run) override {
    if (has_begun_) return;
    has_begun_ = true;
    series_.version = LIGHTSOUT_VERSION;
    for (const std::string& name : settings_.of) add(run.scene, name);
    if (const auto names = names_of_readings(settings_); !names.empty()) add_readings(run);
    sample(run);
  }

  void sample(const Recorded& run) override {
    const double period = settings_.every * 1000;
    if (period > 0 && run.clock.step() % run.clock.steps_in(period) != 0) return;
    if (generation_ != run.scene_generation) find(run);
    // The clock of a world that was reset begins again; the series goes on.
    if (!series_.times.empty() && run.clock.time() < last_time_) offset_ += last_time_;
    last_time_ = run.clock.time();
    series_.times.push_back(offset_ + last_time_);
    for (Subject& subject : subjects_) take(subject);
    for (std::size_t i = 0; i < first_of_readings_.size(); ++i) take(readings_.all()[i], first_of_readings_[i]);
  }

  void end(const Recorded&) override {
    const int error = write_whole_file(settings_.path, pack(series_));
    if (error) failure_ = fmt::format("{}: {}", settings_.path, std::strerror(error));
  }

  const std::string& failure() const override { return failure_; }

 private:
  // What some of the quantities are of.
  struct Subject {
    std::string name;
    bool is_joint;
    std::size_t first, count;  // of its quantities
    const Solid* solid = nullptr;
    const Joint* joint = nullptr;
  };

  void add(const Scene& scene, const std::string& text) {
    const std::size_t first = series_.quantities.size();
    if (const auto solid = name_after(solid_prefix, text)) {
      series_.quantities.push_back({*solid, SeriesQuantity::Kind::Position, {}});
      series_.quantities.push_back({*solid, SeriesQuantity::Kind::Rotation, {}});
      subjects_.push_back({*solid, false, first, 2});
    } else if (const auto joint = name_after(joint_prefix, text)) {
      const Joint* found = find_joint(scene, *joint);
      const std::size_t axes = found ? found->axes().size() : 1;
      for (std::size_t axis = 0; axis < axes; ++axis)
        series_.quantities.push_back(
            {axes == 1 ? *joint : fmt::format("{} axis {}", *joint, axis + 1), SeriesQuantity::Kind::Joint, {}});
      subjects_.push_back({*joint, true, first, axes});
    }
  }

  // A quantity for each number, and one for all ranges: how many those are is known with the first sample of them.
  void add_readings(const Recorded& run) {
    readings_.begin(run);
    for (const Quantity& sensor : readings_.all()) {
      first_of_readings_.push_back(series_.quantities.size());
      for (const QuantityField& field : sensor.fields)
        series_.quantities.push_back(
            {fmt::format("{}.{}", sensor.name, field.name), SeriesQuantity::Kind::Reading, {}, field.unit});
      if (sensor.is_bulk())
        series_.quantities.push_back({sensor.name + ".ranges", SeriesQuantity::Kind::Reading, {}, "m", 0});
    }
  }

  void find(const Recorded& run) {
    generation_ = run.scene_generation;
    for (Subject& subject : subjects_) {
      if (subject.is_joint)
        subject.joint = find_joint(run.scene, subject.name);
      else
        subject.solid = run.scene.find_solid(subject.name);
    }
    if (!first_of_readings_.empty()) readings_.follow(run);
  }

  void take(const Subject& subject) {
    SeriesQuantity* quantities = &series_.quantities[subject.first];
    if (subject.is_joint) {
      for (std::size_t axis = 0; axis < subject.count; ++axis) {
        const bool is_there = subject.joint && axis < subject.joint->axes().size();
        quantities[axis].values.push_back(is_there ? subject.joint->axes()[axis].position : not_there);
      }
      return;
    }
    const Pose pose =
        subject.solid ? subject.solid->pose() : Pose{Vector3d::Constant(not_there), Matrix3d::Constant(not_there)};
    for (const double coordinate : pose.position) quantities[0].values.push_back(coordinate);
    const Quaterniond turn =
        subject.solid ? recorded_rotation(pose.rotation) : Quaterniond(not_there, not_there, not_there, not_there);
    for (const double part : {turn.w(), turn.x(), turn.y(), turn.z()}) quantities[1].values.push_back(part);
  }

  void take(const Quantity& sensor, std::size_t first) {
    numbers_.clear();
    sensor.read(numbers_);
    for (std::size_t i = 0; i < numbers_.size(); ++i) series_.quantities[first + i].values.push_back(numbers_[i]);
    if (sensor.is_bulk()) take_ranges(sensor.ranges(), series_.quantities[first]);
  }

  void take_ranges(std::span<const float> ranges, SeriesQuantity& quantity) {
    if (quantity.count == 0 && !ranges.empty()) {
      quantity.count = ranges.size();
      quantity.values.assign((series_.times.size() - 1) * quantity.count, not_there);
    }
    for (std::size_t i = 0; i < quantity.count; ++i)
      quantity.values.push_back(i < ranges.size() ? double(ranges[i]) : not_there);
  }

  const SeriesSettings settings_;
  Series series_;
  std::vector<Subject> subjects_;
  Quantities readings_;
  std::vector<std::size_t> first_of_readings_;  // their quantities in the series, sensor by sensor
  std::vector<double> numbers_;
  std::int64_t generation_ = -1;
  bool has_begun_ = false;
  double offset_ = 0, last_time_ = 0;
  std::string failure_;
};

std::optional<std::string> wrong_solid(const std::string& name, const Scene& scene) {
  if (scene.find_solid(name)) return {};
  std::vector<std::string_view> paths;
  for (const auto& each : scene.solids()) paths.push_back(each->path());
  const std::string_view meant = did_you_mean(name, paths);
  return fmt::format("{}solid:{}: the world has no solid of this DEF or path{}", series_of, name,
                     meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant));
}

std::optional<std::string> wrong_joint(const std::string& name, const Scene& scene) {
  if (find_joint(scene, name)) return {};
  return fmt::format("{}joint:{}: the world has no joint of this DEF or path, nor one of such an endPoint", series_of,
                     name);
}

std::optional<std::string> wrong_reading(const std::string& name, const Scene& scene) {
  const RecorderOptions options = options_of_readings({name});
  if (std::string missing = missing_in(options, scene); !missing.empty())
    return fmt::format("{}reading:{}: the world has no sensor of this path, nor a solid of this name", series_of, name);
  const auto readings = Quantities(options).in(scene);
  if (std::ranges::any_of(readings, [](const Quantity& one) { return !one.list; })) return {};
  if (readings.empty()) return fmt::format("{}reading:{}: it is no sensor, and has none", series_of, name);
  return fmt::format("{}reading:{}: a {} reads lists, and a series holds numbers: --record takes them", series_of, name,
                     readings.front().kind);
}

}  // namespace

std::unique_ptr<Recorder> make_series_recorder(const SeriesSettings& settings) {
  return std::make_unique<SeriesRecorder>(settings);
}

std::optional<std::string> wrong_series_name(const std::string& name) {
  for (const std::string_view prefix : {solid_prefix, joint_prefix, reading_prefix})
    if (const auto after = name_after(prefix, name); after && !after->empty()) return {};
  return fmt::format("'{}' is neither solid:NAME, joint:NAME nor reading:NAME", name);
}

std::optional<std::string> wrong_series(const SeriesSettings& settings, const Scene& scene) {
  using LooksForIt = std::optional<std::string> (*)(const std::string&, const Scene&);
  constexpr std::pair<std::string_view, LooksForIt> looks[] = {
      {solid_prefix, wrong_solid}, {joint_prefix, wrong_joint}, {reading_prefix, wrong_reading}};
  for (const std::string& text : settings.of)
    for (const auto& [prefix, look] : looks)
      if (const auto name = name_after(prefix, text))
        if (auto wrong = look(*name, scene)) return wrong;
  return {};
}

}  // namespace lightsout
