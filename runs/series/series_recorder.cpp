#include "runs/series/series_recorder.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "engine/bodies/solid.h"
#include "engine/files/whole_file.h"
#include "engine/joints/joint.h"
#include "engine/scene/measures.h"
#include "engine/state/clock.h"
#include "runs/run_settings.h"
#include "runs/series/series.h"

namespace lightsout {
namespace {

constexpr double not_there = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view solid_prefix = "solid:", joint_prefix = "joint:";

std::optional<std::string> name_after(std::string_view prefix, const std::string& text) {
  if (!text.starts_with(prefix)) return {};
  return text.substr(prefix.size());
}

class SeriesRecorder final : public Recorder {
 public:
  explicit SeriesRecorder(const SeriesSettings& settings) : settings_(settings) {}

  void begin(const Recorded& run) override {
    if (!series_.quantities.empty()) return;
    series_.version = LIGHTSOUT_VERSION;
    for (const std::string& name : settings_.of) add(run.scene, name);
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

  void find(const Recorded& run) {
    generation_ = run.scene_generation;
    for (Subject& subject : subjects_) {
      if (subject.is_joint)
        subject.joint = find_joint(run.scene, subject.name);
      else
        subject.solid = run.scene.find_solid(subject.name);
    }
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
    Quaterniond turn =
        subject.solid ? Quaterniond(pose.rotation) : Quaterniond(not_there, not_there, not_there, not_there);
    if (turn.w() < 0) turn.coeffs() = -turn.coeffs();
    for (const double part : {turn.w(), turn.x(), turn.y(), turn.z()}) quantities[1].values.push_back(part);
  }

  const SeriesSettings settings_;
  Series series_;
  std::vector<Subject> subjects_;
  std::int64_t generation_ = -1;
  double offset_ = 0, last_time_ = 0;
  std::string failure_;
};

}  // namespace

std::unique_ptr<Recorder> make_series_recorder(const SeriesSettings& settings) {
  return std::make_unique<SeriesRecorder>(settings);
}

std::optional<std::string> wrong_series_name(const std::string& name) {
  for (const std::string_view prefix : {solid_prefix, joint_prefix})
    if (const auto after = name_after(prefix, name); after && !after->empty()) return {};
  return fmt::format("'{}' is neither solid:NAME nor joint:NAME", name);
}

std::optional<std::string> wrong_series(const SeriesSettings& settings, const Scene& scene) {
  for (const std::string& text : settings.of) {
    if (const auto solid = name_after(solid_prefix, text); solid && !scene.find_solid(*solid)) {
      std::vector<std::string_view> paths;
      for (const auto& each : scene.solids()) paths.push_back(each->path());
      const std::string_view meant = did_you_mean(*solid, paths);
      return fmt::format("a series of {}: the world has no solid of this DEF or path{}", text,
                         meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant));
    }
    if (const auto joint = name_after(joint_prefix, text); joint && !find_joint(scene, *joint))
      return fmt::format("a series of {}: the world has no joint of this DEF or path, nor one of such an endPoint",
                         text);
  }
  return {};
}

}  // namespace lightsout
