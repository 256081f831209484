// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/stages/step_times_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iterator>
#include <numeric>
#include <utility>

#include "engine/controller_end.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/simulation.h"
#include "engine/state/clock.h"
#include "engine/state/part.h"
#include "runs/manifests/machine.h"

namespace lightsout {
namespace {

// "12.3450,0.2500,11.5000,0.5000,0.0950": the whole, then its parts, in ms.
void append_times(std::string& line, const std::array<double, StepTimes::parts>& seconds) {
  fmt::format_to(std::back_inserter(line), "{:.4f}", std::accumulate(seconds.begin(), seconds.end(), 0.0) * 1e3);
  for (const double part : seconds) fmt::format_to(std::back_inserter(line), ",{:.4f}", part * 1e3);
  line += '\n';
}

}  // namespace

std::expected<std::unique_ptr<StepTimesFile>, std::string> StepTimesFile::open(const std::string& path,
                                                                               std::optional<std::int64_t> most) {
  auto file = OutputFile::open(path);
  if (!file) return std::unexpected(file.error());
  return std::make_unique<StepTimesFile>(std::move(*file), most);
}

void StepTimesFile::begin(const std::string& world, const Simulation& simulation, double load_seconds) {
  const Scene& scene = simulation.scene();
  file_.write(fmt::format(
      "# lightsout {}; {}; {}; {} processors\n"
      "# {}: basic time step {} ms, {} robots, {} solids; loaded and started in {:.1f} ms\n"
      "step,time_s,total_ms,controllers_ms,physics_ms,sensors_ms,records_ms\n",
      LIGHTSOUT_VERSION, operating_system(), processor(), ::sysconf(_SC_NPROCESSORS_ONLN), world,
      simulation.clock().basic_time_step_ms(), scene.robots().size(), scene.solids().size(), load_seconds * 1e3));
}

void StepTimesFile::note(const Simulation& simulation) {
  if (is_whole()) return;
  ++steps_;
  std::array<double, StepTimes::parts> seconds;
  for (int i = 0; i < StepTimes::parts; ++i) {
    seconds[i] = times_.seconds(StepTimes::Part(i));
    sums_[i] += seconds[i];
  }
  line_.clear();
  fmt::format_to(std::back_inserter(line_), "{},{:.6g},", simulation.total_steps(), simulation.total_seconds());
  append_times(line_, seconds);
  file_.write(line_);
}

void StepTimesFile::end() {
  if (steps_ > 0) {
    for (double& sum : sums_) sum /= double(steps_);
    line_ = fmt::format("# mean of {} steps,,", steps_);
    append_times(line_, sums_);
    file_.write(line_);
  }
  file_.close();
}

}  // namespace lightsout
