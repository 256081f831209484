// .tum: the trajectory of one solid as evo and the benchmark of TU Munich have it: a line
// "timestamp tx ty tz qx qy qz qw" for each sample (s; m; unit quaternion), the world's axes. The time goes on over
// resets: it never goes back.
#include <algorithm>

#include "engine/bodies/solid.h"
#include "engine/recorders/line_file.h"
#include "engine/recorders/number_text.h"
#include "engine/recorders/sampled_recorder.h"

namespace lightsout {
namespace {

// Eight numbers of at most 24 characters, and what parts them.
constexpr std::size_t most_of_line = 8 * 25;

class TumRecorder final : public SampledRecorder {
 public:
  TumRecorder(const RecorderOptions& options, std::unique_ptr<LineSink> lines)
      : SampledRecorder(options), lines_(std::move(lines)) {}

  const std::string& failure() const override { return lines_->failure(); }
  std::string remark() const override {
    const std::string text = quantities().never_came();
    return text.empty() ? text : options().path + ": " + text;
  }

 private:
  void start(const Recorded&) override {
    lines_->clear();
    line_.reserve(most_of_line);
  }

  void write_sample(const Recorded& run) override {
    if (!quantities().all().front().solid) return;
    const Pose pose = quantities().all().front().solid->pose();
    const Quaterniond q = recorded_rotation(pose.rotation);
    line_.clear();
    append_number(line_, run.total_seconds);
    for (const double number : {pose.position.x(), pose.position.y(), pose.position.z(), q.x(), q.y(), q.z(), q.w()})
      append_number(line_ += ' ', number);
    lines_->write(line_ += '\n');
  }

  void finish() override { lines_->close(); }

  std::unique_ptr<LineSink> lines_;
  std::string line_;
};

}  // namespace

std::expected<std::unique_ptr<Recorder>, std::string> make_tum(const RecorderOptions& options) {
  auto lines = LineFile::open(options.path);
  if (!lines) return std::unexpected(lines.error());
  return std::make_unique<TumRecorder>(options, std::move(*lines));
}

std::string wrong_tum(const RecorderOptions& options) {
  if (std::ranges::any_of(options.what, [](Subject subject) { return subject != Subject::Solids; }))
    return "a trajectory of evo is that of a solid, and of nothing else";
  return options.select.size() == 1 ? "" : "a trajectory of evo is that of one solid: name it by --select";
}

}  // namespace lightsout
