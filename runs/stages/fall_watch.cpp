// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/stages/fall_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/bodies/solid.h"
#include "engine/scene/scene.h"
#include "engine/shapes/shape.h"
#include "engine/state/clock.h"
#include "engine/state/log.h"

namespace lightsout {
namespace {

constexpr double metres_below = 5;
constexpr double seconds_between_looks = 0.5;
constexpr double nowhere = -std::numeric_limits<double>::infinity();

// How far down the box of a shape reaches: infinitely far for a plane, which is under everything or beside it.
double depth(const Shape& shape, const Vector3d& down) {
  if (!shape.geom) return nowhere;
  if (shape.kind == ShapeKind::Plane) return -nowhere;
  dReal box[6];
  dGeomGetAABB(shape.geom, box);
  double result = 0;
  for (int axis = 0; axis < 3; ++axis) result += std::max(down[axis] * box[2 * axis], down[axis] * box[2 * axis + 1]);
  return result;
}

class FallWatch final : public Recorder {
 public:
  FallWatch(std::vector<std::string> left_out, Log& log) : left_out_(std::move(left_out)), log_(log) {}

  void begin(const Recorded& run) override {
    down_ = run.scene.gravity();
    if (down_.norm() > 0) down_.normalize();
    bottom_ = lowest(run.scene, false);
    period_ = std::max<std::int64_t>(1, std::llround(seconds_between_looks / run.clock.dt()));
  }

  void sample(const Recorded& run) override {
    if (told_ || run.clock.step() % period_ != 0) return;
    const Scene& scene = run.scene;
    for (const auto& solid : scene.solids()) {
      if (!solid->owns_body()) continue;
      const double below = down_.dot(solid->pose().position) - bottom_;
      if (!(below > metres_below) || !(down_.dot(solid->linear_velocity()) > 0)) continue;
      // What came into the world since, or was moved.
      const double now_below = down_.dot(solid->pose().position) - std::max(bottom_, lowest(scene, true));
      if (!(now_below > metres_below)) continue;
      told_ = true;
      log_.write(
          left_out_.empty() ? LogLevel::Info : LogLevel::Warning, "",
          fmt::format("{} falls, and is {:.0f} m below everything that the world holds{}{}", solid->path(), now_below,
                      left_out_.empty() ? "" : ". Left out of the world: ", fmt::join(left_out_, ", ")));
      return;
    }
  }

  const std::string& failure() const override { return failure_; }

 private:
  double lowest(const Scene& scene, bool only_fixed) const {
    double result = nowhere;
    const auto take = [&](const auto& shapes) {
      for (const auto& shape : shapes) result = std::max(result, depth(*shape, down_));
    };
    take(scene.environment_shapes());
    for (const auto& solid : scene.solids())
      if (!only_fixed || !solid->body()) take(solid->shapes());
    return result;
  }

  std::vector<std::string> left_out_;
  Log& log_;
  Vector3d down_ = Vector3d::Zero();
  double bottom_ = nowhere;
  std::int64_t period_ = 1;
  bool told_ = false;
  std::string failure_;
};

}  // namespace

std::unique_ptr<Recorder> make_fall_watch(std::vector<std::string> left_out, Log& log) {
  return std::make_unique<FallWatch>(std::move(left_out), log);
}

}  // namespace lightsout
