// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/collider/motion_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lightsout {
namespace {

// What FCL's distances of primitives may be too large by.
constexpr double fcl_error = 1e-5;

}  // namespace

std::string what_is_wrong(const MotionRequest& request) {
  if (!(request.tolerance > 0) || std::isinf(request.tolerance))
    return fmt::format("the tolerance {} is not a length greater than 0", request.tolerance);
  if (!(request.time_tolerance > 0))
    return fmt::format("the time tolerance {} is not greater than 0", request.time_tolerance);
  if (!(request.margin >= 0) || std::isinf(request.margin))
    return fmt::format("the margin {} is not a length from 0 on", request.margin);
  return "";
}

std::expected<double, std::string> MotionCheck::speed_of(const PlacedPair& pair) const {
  const ColliderScene& scene = *bodies.scene();
  const auto ball = [&](int number) {
    const ColliderScene::Body& body = scene.bodies()[std::size_t(number)];
    const Eigen::Vector3d& centre = body.model->centre();
    return LinkBall{body.in_link ? *body.in_link * centre : centre, body.model->radius()};
  };
  const LinkPair of = bodies.links(pair);
  // In order: links rise.
  const auto place_of = [&](int link) { return int(std::ranges::lower_bound(links, link) - links.begin()); };
  const double speed = motion.speed(place_of(of.first), ball(pair.first), place_of(of.second), ball(pair.second));
  if (speed >= 0 && std::isfinite(speed)) return speed;
  return std::unexpected(
      fmt::format("links {} and {}: the speed of one as seen from the other has no bound (half-spaces "
                  "cannot turn)",
                  scene.links()[std::size_t(of.first)].name, scene.links()[std::size_t(of.second)].name));
}

Checked<void> MotionCheck::run(MotionResult& result) {
  // Far pairs are out with one look at their spheres, which stand at the start as long as no pair has moved them.
  if (const Placed placed = place(0); !placed) return std::unexpected(placed.error());
  std::vector<std::pair<PlacedPair*, double>> near;
  for (PlacedPair& pair : pairs) {
    const auto speed = speed_of(pair);
    if (!speed) return std::unexpected(speed.error());
    if (bodies.gap(pair) - request.margin <= *speed) near.emplace_back(&pair, *speed);
  }
  for (const auto& [pair, speed] : near)
    if (const Placed done = advance(*pair, speed, result); !done) return std::unexpected(done.error());
  return {};
}

MotionCheck::Placed MotionCheck::advance(PlacedPair& pair, double speed, MotionResult& result) {
  double apart = 0;
  for (double time = 0;;) {
    if (Placed placed = place(time); !placed) return placed;
    if (!bodies.spheres_apart(pair, request.margin) && bodies.touch(pair, request.margin))
      return narrow(pair, apart, time, result);
    apart = time;
    // The first contact of another pair, if there was one, is the end; at its very time the earlier pair counts.
    const double end = result.collided ? result.time : 1;
    if (time >= end || speed == 0) return {};
    double distance = bodies.gap(pair) - request.margin;
    if (distance < request.tolerance) {
      const double farthest = speed * (end - time) + request.margin + fcl_error;
      distance = bodies.distance(pair, farthest).distance - request.margin;
      if (pair.kind == PairKind::Fcl) distance -= fcl_error;
    }
    time = std::min(end, time + (std::max(0.0, distance) + request.tolerance) / speed);
  }
}

MotionCheck::Placed MotionCheck::narrow(PlacedPair& pair, double apart, double touching, MotionResult& result) {
  while (touching - apart > request.time_tolerance) {
    const double middle = apart + (touching - apart) / 2;
    if (middle <= apart || middle >= touching) break;
    if (Placed placed = place(middle); !placed) return placed;
    (bodies.touch(pair, request.margin) ? touching : apart) = middle;
  }
  if (!result.collided || touching < result.time) result = {true, touching, apart, bodies.links(pair)};
  return {};
}

}  // namespace lightsout
