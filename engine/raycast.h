// Rays against the scene's shapes, on Embree. Two sets: collision shapes (boundingObjects) and visible ones (Shapes).
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "engine/pose.h"

namespace lightsout {

class Scene;
class Robot;
struct Shape;

struct Ray {
  Vector3d origin;     // world axes, m
  Vector3d direction;  // unit
  double length;       // m
};

struct RayHit {
  double distance;  // m from the origin
  Vector3d normal;  // unit, world axes, against the ray
  const Shape* shape;
};

enum class RaySet { Collision, Visible };

class Raycaster {
 public:
  explicit Raycaster(Scene& scene);
  ~Raycaster();

  // Solids were built or removed: shapes are taken from the scene again at the next cast.
  void invalidate();
  // Poses moved: they are followed at the next cast. Called once per step.
  void moved();

  // The nearest hit; shapes of the robot `except` (nullptr: none) are not hit. A ray that starts
  // inside a closed shape hits where it leaves it.
  std::optional<RayHit> cast(const Ray& ray, RaySet set, const Robot* except);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lightsout
