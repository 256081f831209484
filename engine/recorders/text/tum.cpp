// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// .tum: the trajectory of one solid as evo and the benchmark of TU Munich have it: a line
// "timestamp tx ty tz qx qy qz qw" for each sample (s; m; unit quaternion), the world's axes. The time goes on over
// resets: it never goes back.
#include <algorithm>

#include "engine/recorders/number_text.h"
#include "engine/recorders/text/line_recorder.h"

namespace lightsout {
namespace {

// Eight numbers of at most 24 characters, and what parts them.
constexpr std::size_t most_of_line = 8 * 25;

class TumRecorder final : public LineRecorder {
 public:
  using LineRecorder::LineRecorder;

 private:
  void start(const Recorded& run) override {
    LineRecorder::start(run);
    line_.reserve(most_of_line);
  }

  void write_sample(const Recorded& run) override {
    if (!quantities().all().front().solid) return;
    const Pose pose = quantities().all().front().pose();
    const Quaterniond q = recorded_rotation(pose.rotation);
    line_.clear();
    append_number(line_, run.total_seconds);
    for (const double number : {pose.position.x(), pose.position.y(), pose.position.z(), q.x(), q.y(), q.z(), q.w()})
      append_number(line_ += ' ', number);
    lines().write(line_ += '\n');
  }

  std::string line_;
};

}  // namespace

std::expected<std::unique_ptr<Recorder>, std::string> make_tum(const RecorderOptions& options) {
  return make_line_recorder<TumRecorder>(options);
}

std::string wrong_tum(const RecorderOptions& options) {
  if (std::ranges::any_of(options.what, [](Subject subject) { return subject != Subject::Solids; }))
    return "a trajectory of evo is that of a solid, and of nothing else";
  return options.select.size() == 1 ? "" : "a trajectory of evo is that of one solid: name it by --select";
}

}  // namespace lightsout
