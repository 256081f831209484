// Trajectories as comma-separated values: a comment line with units and frames, a header, a line per sample.
//
// A header is written once, so the columns are those of the start: solids that come into the world later go into a
// second file, which has a line for each of them and sample. A column is a solid's for as long as its node lives, and
// then that of whatever has its path: after an import, or in another world.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <optional>
#include <utility>

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/recorders/later_path.h"
#include "engine/recorders/line_file.h"
#include "engine/recorders/recorder.h"
#include "engine/scene/scene.h"

namespace lightsout {
namespace {

constexpr std::string_view quantities_comment =
    "time: s. x y z: position of the solid's origin, m, world axes. qw qx qy qz: unit quaternion "
    "that turns solid axes into world axes. vx vy vz: velocity of the origin, m/s, world axes. wx wy wz: angular "
    "velocity, "
    "rad/s, world axes. joint: position of the joint that holds the solid, rad or m.\n";
constexpr std::string_view comment = "# lightsout trajectory 1. ";
constexpr std::string_view later_comment = "# lightsout trajectory 1, solids that came later. ";
constexpr const char* quantities[] = {"x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"};
constexpr std::size_t most_axes = 3;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

// "joint", "joint2", "joint3".
std::string name_of_axis(std::size_t axis) { return axis ? fmt::format("joint{}", axis + 1) : "joint"; }

// A field, quoted if a reader could take part of it for something else; control characters become blanks.
std::string quoted_field(std::string name) {
  bool quote = false;
  for (char& c : name) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
    quote |= c == ',' || c == '"' || c == '#' || c == ' ';
  }
  if (!quote) return name;
  std::string quoted = "\"";
  for (char c : name) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

// What the columns of one solid show.
struct Columns {
  std::string name;       // path of the solid, or as it was selected
  std::size_t axes;       // of the joint that holds it
  const Solid* solid;     // nullptr: it is not there
  std::uint32_t node_id;  // in the world that is simulated; 0: it was not seen in this one
  bool was_there;         // in any
};

class CsvRecorder final : public Recorder {
 public:
  CsvRecorder(const RecorderOptions& options, LineFile file) : options_(options), file_(std::move(file)) {}

  void begin(const Recorded& run) override {
    file_.clear();
    remove_old_later();
    period_steps_ = run.clock.steps_in(options_.every * 1000);
    columns_.clear();
    if (options_.select.empty()) {
      for (const Solid* solid : recorded_solids(run.scene)) columns_.push_back(columns_of(solid->path(), solid));
    } else {
      for (const std::string& name : options_.select) columns_.push_back(columns_of(name, run.scene.find_solid(name)));
    }
    generation_ = run.scene_generation;
    world_ = run.world_generation;
    file_.write_plain(fmt::format("{}{}", comment, quantities_comment));
    write_header();
    sample(run);
  }

  void sample(const Recorded& run) override {
    if (generation_ != run.scene_generation) find_again(run);
    const std::int64_t step = run.clock.step();
    if (step % period_steps_ == 0) write_sample(run);
  }

  void end(const Recorded& run) override {
    // The state that ended a diverged run is what its reader looks for.
    const bool diverged = run.diverged;
    if (diverged && run.clock.step() != last_step_) write_sample(run);
    file_.close();
    if (later_) later_->close();
  }

  const std::string& failure() const override {
    return file_.failure().empty() && later_ ? later_->failure() : file_.failure();
  }

  std::string remark() const override {
    std::string text =
        lost_ ? "solids that came later are not recorded: only a regular file has another beside it" : "";
    for (const Columns& columns : columns_)
      if (!columns.was_there)
        text += fmt::format("{}no solid of the DEF or path {} ever came into the world", text.empty() ? "" : "; ",
                            columns.name);
    return text.empty() ? text : fmt::format("{}: {}", options_.path, text);
  }

 private:
  static Columns columns_of(std::string name, const Solid* solid) {
    if (!solid) return {std::move(name), 0, nullptr, 0, false};
    return {std::move(name), solid->joint() ? solid->joint()->axes().size() : 0, solid, solid->node().id(), true};
  }

  void write_header() {
    line_ = "time";
    for (const Columns& columns : columns_) {
      const std::string& path = columns.solid ? columns.solid->path() : columns.name;
      for (const char* quantity : quantities) line_ += ',' + quoted_field(fmt::format("{}.{}", path, quantity));
      for (std::size_t axis = 0; axis < columns.axes; ++axis)
        line_ += ',' + quoted_field(fmt::format("{}.{}", path, name_of_axis(axis)));
    }
    line_ += '\n';
    file_.write(line_);
  }

  void write_sample(const Recorded& run) {
    if (!failure().empty()) return;
    last_step_ = run.clock.step();
    line_.clear();
    append(run.clock.time());
    for (const Columns& columns : columns_) append(columns.solid, columns.axes);
    line_.back() = '\n';
    file_.write(line_);
    for (const Solid* solid : comers_) {
      line_.clear();
      append(run.clock.time());
      line_ += quoted_field(solid->path()) + ',';
      append(solid, most_axes);
      line_.back() = '\n';
      if (later_) later_->write(line_);
    }
  }

  // The scene was rebuilt: the nodes live on, their solids are others. In another world the ids are others, too.
  void find_again(const Recorded& run) {
    generation_ = run.scene_generation;
    const bool same_world = world_ == run.world_generation;
    world_ = run.world_generation;
    const Scene& scene = run.scene;
    for (Columns& columns : columns_) {
      if (!same_world) columns.node_id = 0;
      const Node* node = columns.node_id ? run.world.find_id(columns.node_id) : nullptr;
      columns.solid = node ? scene.solid_of(*node) : nullptr;
    }
    for (Columns& columns : columns_) {
      if (columns.solid) continue;
      const Solid* solid = scene.find_solid(columns.name);
      if (!solid || is_in_a_column(solid)) continue;
      columns.solid = solid;
      columns.node_id = solid->node().id();
      columns.was_there = true;
    }
    comers_.clear();
    if (!options_.select.empty()) return;
    for (const Solid* solid : recorded_solids(run.scene))
      if (!is_in_a_column(solid)) comers_.push_back(solid);
    if (!comers_.empty() && !later_) open_later();
  }

  bool is_in_a_column(const Solid* solid) const {
    return std::ranges::find(columns_, solid, &Columns::solid) != columns_.end();
  }

  void open_later() {
    lost_ = lost_ || !file_.is_regular();
    if (lost_) return comers_.clear();
    auto file = LineFile::open(later_path(options_.path));
    if (!file) {
      lost_ = true;
      return comers_.clear();
    }
    later_ = std::move(*file);
    later_->clear();
    later_->write_plain(fmt::format("{}{}", later_comment, quantities_comment));
    line_ = "time,solid";
    for (const char* quantity : quantities) (line_ += ',') += quantity;
    for (std::size_t axis = 0; axis < most_axes; ++axis) (line_ += ',') += name_of_axis(axis);
    later_->write(line_ += '\n');
  }

  // What an earlier run has left must not stand for this one's.
  void remove_old_later() {
    const std::string path = later_path(options_.path);
    std::ifstream old(path);
    std::string text(later_comment.size(), '\0');
    if (file_.is_regular() && old.read(text.data(), std::streamsize(text.size())) && text == later_comment)
      ::unlink(path.c_str());
  }

  void append(const Solid* solid, std::size_t axes) {
    if (!solid) {
      for (std::size_t i = 0; i < std::size(quantities) + axes; ++i) append(none);
      return;
    }
    const Pose pose = solid->pose();
    Quaterniond q(pose.rotation);
    // Of the two quaternions of a rotation the one with w >= 0.
    if (q.w() < 0) q.coeffs() = -q.coeffs();
    append(pose.position);
    for (double value : {q.w(), q.x(), q.y(), q.z()}) append(value);
    append(solid->linear_velocity());
    append(solid->angular_velocity());
    for (std::size_t axis = 0; axis < axes; ++axis)
      append(solid->joint() && axis < solid->joint()->axes().size() ? solid->joint()->axes()[axis].position : none);
  }

  // The shortest text that reads back as the same number, and a comma.
  void append(double value) {
    char text[32];
    const char* end = std::to_chars(text, text + sizeof text, value).ptr;
    line_.append(text, std::size_t(end - text));
    line_ += ',';
  }
  void append(const Vector3d& v) {
    append(v.x());
    append(v.y());
    append(v.z());
  }

  RecorderOptions options_;
  LineFile file_;
  std::optional<LineFile> later_;     // once something comes
  bool lost_ = false;                 // something came, and there is no place for it
  std::vector<const Solid*> comers_;  // that are there and in no column
  std::int64_t period_steps_ = 1;
  std::int64_t last_step_ = -1;
  std::vector<Columns> columns_;
  std::int64_t generation_ = 0;
  int world_ = 0;
  std::string line_;
};

}  // namespace

std::expected<std::unique_ptr<Recorder>, std::string> make_csv_recorder(const RecorderOptions& options) {
  auto file = LineFile::open(options.path);
  if (!file) return std::unexpected(file.error());
  return std::make_unique<CsvRecorder>(options, std::move(*file));
}

}  // namespace lightsout
