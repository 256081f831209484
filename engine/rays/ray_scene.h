// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A set of shapes on carriers with poses, and the nearest of them along a ray. Embree finds the candidates, or a look
// around where the ray begins; what is hit and where is computed in double precision by ray_geometry.h, so that a
// reading does not depend on the machine.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/rays/ray.h"

namespace lightsout {

class EmbreeDevice;
class RayFan;
class Robot;
struct Shape;

class RayScene {
 public:
  // What moves as one: a solid.
  struct Carrier {
    const Robot* robot;  // nullptr: of no robot
    bool moves;          // place() may be called again after the first commit()
  };
  struct Target {
    const Shape* shape;     // in the carrier: Shape::in_solid
    std::uint32_t carrier;  // index; never less than that of the target before
    bool is_looked_at;      // a visible shape: met from its outside only; a Plane ends at half its size to both sides
  };

  // `device` nullptr: every shape is tried for every ray.
  RayScene(std::vector<Carrier> carriers, std::vector<Target> targets, std::shared_ptr<const EmbreeDevice> device);
  ~RayScene();

  // world_from_carrier, by index.
  void place(std::size_t carrier, const Pose& pose);
  const Pose& pose(std::size_t carrier) const;
  // What was placed counts from here on.
  void commit();
  // Threads of numbers (Threads::here) below `count` may cast at the same time.
  void set_threads(std::size_t count);

  // Shapes of the two robots are not hit. Of equally near ones the first in order is.
  std::optional<RayHit> cast(const Ray& ray, const Robot* except, const Robot* also_except);
  // The same by trying every shape: faster for a few of them, and what cast() is tested against.
  std::optional<RayHit> cast_at_all(const Ray& ray, const Robot* except, const Robot* also_except) const;
  // What each ray of the fan meets, as cast() would answer of it: into fan.hits.
  void cast(RayFan& fan);
  // By its number in a hit.
  const Shape& shape(std::uint32_t number) const;

  // Whether a device is worth its millisecond for these shapes.
  static bool is_large(const std::vector<Target>& targets);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lightsout
