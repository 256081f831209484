// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Rays against the scene's shapes, on Embree: against collision shapes (boundingObjects) or visible ones (Shapes).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "engine/rays/ray.h"
#include "engine/state/part.h"

namespace lightsout {

class RayFan;
class Stage;
class Robot;
struct Shape;

// Opaque: the collision shapes but for those that stand in a Shape of transparency 1. Visible: without such Shapes,
// too.
enum class RaySet { Collision, Visible, Opaque };

class Raycaster final : public Part {
 public:
  static constexpr PartKind part_kind = PartKind::Raycaster;

  explicit Raycaster(Stage& stage);
  ~Raycaster() override;

  // Shapes are taken from the stage again at the next cast.
  void rearranged() override;
  // Poses are followed at the next cast.
  void moved() override;

  // Threads of numbers (Threads::here) below `count` may ask at the same time, while nothing moves.
  void set_threads(std::size_t count);

  // The nearest hit; shapes of the robots `except` and `also_except` (nullptr: none) are not hit. A ray that starts
  // inside a closed collision shape hits where it leaves it; planes and triangles of this set are hit from both sides.
  // Visible shapes are hit from their outside only: a sensor in the housing of its robot, or on it, looks out.
  std::optional<RayHit> cast(const Ray& ray, RaySet set, const Robot* except, const Robot* also_except = nullptr);
  // What each ray of the fan meets, into fan.hits; and the shape that a hit means.
  void cast(RayFan& fan, RaySet set);
  const Shape& shape(RaySet set, std::uint32_t number);
  // How much of an infra-red ray the surface at a hit of this set sends back: 1 for bright red, 0.2 for black.
  double infra_red_factor(const RayHit& hit, RaySet set);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lightsout
