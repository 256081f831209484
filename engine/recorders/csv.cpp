// Trajectories as comma-separated values: a comment line with units and frames, a header, a line per sample.
//
// A line is on disk, whole, when sample() returns. The kernel may cut a write short when the process is killed inside
// it, so a line is first written as a comment and then made to count by overwriting its '#': one byte, which is written
// or is not. What a kill leaves is whole lines and at most one unfinished comment, which readers told of comments skip.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <limits>

#include "engine/joint.h"
#include "engine/recorders/recorder.h"
#include "engine/simulation.h"
#include "engine/solid.h"

namespace lightsout {
namespace {

constexpr std::string_view comment =
    "# lightsout trajectory 1. time: s. x y z: position of the solid's origin, m, world axes. qw qx qy qz: unit "
    "quaternion "
    "that turns solid axes into world axes. vx vy vz: velocity of the origin, m/s, world axes. wx wy wz: angular "
    "velocity, "
    "rad/s, world axes. joint: position of the joint that holds the solid, rad or m.\n";

// A header field, quoted if a reader could take part of it for something else; control characters become blanks.
std::string header_field(std::string name) {
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
  std::uint32_t node_id;
  std::size_t axes;  // of the joint that holds it
  const Solid* solid;
};

class CsvRecorder final : public Recorder {
 public:
  CsvRecorder(const RecorderOptions& options, int file, bool regular)
      : options_(options), file_(file), regular_(regular) {}
  ~CsvRecorder() override { ::close(file_); }

  void begin(const Simulation& simulation) override {
    if (regular_ && ::ftruncate(file_, 0) != 0) return fail();
    period_steps_ = simulation.clock().steps_in(options_.every_ms);
    columns_.clear();
    for (const Solid* solid : recorded_solids(simulation, options_.select))
      columns_.push_back({solid->node().id(), solid->joint() ? solid->joint()->axes().size() : 0, solid});
    generation_ = simulation.scene_generation();
    write_at_end(comment);
    write_header();
    sample(simulation);
  }

  void sample(const Simulation& simulation) override {
    const std::int64_t step = simulation.clock().step();
    if (step % period_steps_ == 0) write_sample(simulation);
  }

  void end(const Simulation& simulation) override {
    // The state that ended a diverged run is what its reader looks for.
    const bool diverged = simulation.stop() && simulation.stop()->outcome == Outcome::Diverged;
    if (diverged && simulation.clock().step() != last_step_) write_sample(simulation);
  }

  const std::string& failure() const override { return failure_; }

 private:
  void write_header() {
    line_ = "time";
    for (const auto& [id, axes, solid] : columns_) {
      for (const char* quantity : {"x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"})
        line_ += ',' + header_field(fmt::format("{}.{}", solid->path(), quantity));
      for (std::size_t axis = 0; axis < axes; ++axis)
        line_ += ',' + header_field(fmt::format("{}.joint{}", solid->path(), axis ? std::to_string(axis + 1) : ""));
    }
    line_ += '\n';
    write_line();
  }

  void write_sample(const Simulation& simulation) {
    if (!failure_.empty()) return;
    last_step_ = simulation.clock().step();
    line_.clear();
    append(simulation.clock().time());
    if (generation_ != simulation.scene_generation()) find_again(simulation);
    for (const Columns& columns : columns_) append(columns);
    line_.back() = '\n';
    write_line();
  }

  // The scene was rebuilt: the nodes live on, their solids are others.
  void find_again(const Simulation& simulation) {
    generation_ = simulation.scene_generation();
    for (Columns& columns : columns_) {
      const Node* node = simulation.world().find_id(columns.node_id);
      columns.solid = node ? simulation.scene().solid_of(*node) : nullptr;
    }
  }

  void append(const Columns& columns) {
    if (!columns.solid) {  // removed from the world
      for (std::size_t i = 0; i < 13 + columns.axes; ++i) append(std::numeric_limits<double>::quiet_NaN());
      return;
    }
    const Solid& solid = *columns.solid;
    const Pose pose = solid.pose();
    Quaterniond q(pose.rotation);
    // Of the two quaternions of a rotation the one with w >= 0.
    if (q.w() < 0) q.coeffs() = -q.coeffs();
    append(pose.position);
    for (double value : {q.w(), q.x(), q.y(), q.z()}) append(value);
    append(solid.linear_velocity());
    append(solid.angular_velocity());
    for (std::size_t axis = 0; axis < columns.axes; ++axis)
      append(solid.joint() ? solid.joint()->axes()[axis].position : std::numeric_limits<double>::quiet_NaN());
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

  void write_line() {
    if (!regular_) return write_at_end(line_);
    const char first = line_.front();
    const off_t start = size_;
    line_.front() = '#';
    write_at_end(line_);
    if (failure_.empty() && ::pwrite(file_, &first, 1, start) != 1) fail();
  }

  void write_at_end(std::string_view text) {
    while (!text.empty() && failure_.empty()) {
      const ssize_t written =
          regular_ ? ::pwrite(file_, text.data(), text.size(), size_) : ::write(file_, text.data(), text.size());
      if (written < 0) {
        if (errno != EINTR) fail();
        continue;
      }
      size_ += written;
      text.remove_prefix(std::size_t(written));
    }
  }

  void fail() { failure_ = fmt::format("{}: {}", options_.path, std::strerror(errno)); }

  RecorderOptions options_;
  int file_;
  bool regular_;  // not a pipe or a device, whose reader sees each line as it comes
  off_t size_ = 0;
  std::int64_t period_steps_ = 1;
  std::int64_t last_step_ = -1;
  std::vector<Columns> columns_;
  std::int64_t generation_ = 0;
  std::string line_;
  std::string failure_;
};

}  // namespace

std::expected<std::unique_ptr<Recorder>, std::string> make_csv_recorder(const RecorderOptions& options) {
  const int file = ::open(options.path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) return std::unexpected(fmt::format("{}: {}", options.path, std::strerror(errno)));
  struct stat status;
  const bool regular = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  return std::make_unique<CsvRecorder>(options, file, regular);
}

}  // namespace lightsout
