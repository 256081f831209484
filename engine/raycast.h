// Rays against the scene's shapes, on Embree: against collision shapes (boundingObjects) or visible ones (Shapes).
#pragma once

#include <cstdint>
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
  std::uint32_t number;  // of the shape in its set
  int triangle;          // of the shape's mesh; -1: the shape is no mesh
  Vector3d local;        // the point in the shape's frame
};

// Opaque: the collision shapes but for those that stand in a Shape of transparency 1. Visible: without such Shapes,
// too.
enum class RaySet { Collision, Visible, Opaque };

class Raycaster {
 public:
  explicit Raycaster(Scene& scene);
  ~Raycaster();

  // Solids were built, removed, or moved although they cannot move (by an edit): shapes are taken from the scene again
  // at the next cast.
  void invalidate();
  // Poses moved: they are followed at the next cast. Called once per step.
  void moved();

  // The nearest hit; shapes of the robots `except` and `also_except` (nullptr: none) are not hit. A ray that starts
  // inside a closed collision shape hits where it leaves it; planes and triangles of this set are hit from both sides.
  // Visible shapes are hit from their outside only: a sensor in the housing of its robot, or on it, looks out.
  std::optional<RayHit> cast(const Ray& ray, RaySet set, const Robot* except, const Robot* also_except = nullptr);
  // How much of an infra-red ray the surface at a hit of this set sends back: 1 for bright red, 0.2 for black.
  double infra_red_factor(const RayHit& hit, RaySet set);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lightsout
