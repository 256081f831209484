// How a device that is asked for its pose all the time finds it: on the body that carries it, or on the nearest solid
// above that moves in its parent. What is between does not move, and is looked up once.
#pragma once

#include <ode/ode.h>

#include <cstdint>

#include "engine/pose.h"

namespace lightsout {

class Scene;
class Solid;

class Mount {
 public:
  Mount(const Scene& scene, const Solid& solid) : scene_(scene), solid_(solid) {}
  // world_from_solid.
  Pose pose();
  // Of the solid's frame, world axes: its origin, m, and its x axis, a unit vector.
  struct Axis {
    Vector3d origin, direction;
  };
  Axis x_axis();

 private:
  // world_from_carrier; in_carrier_ is up to date.
  Pose carrier_pose();
  void find_carrier();

  const Scene& scene_;
  const Solid& solid_;
  std::uint32_t arrangement_ = 0;  // of the scene, to which the rest belongs; 0: to none
  dBodyID body_ = nullptr;         // that carries the solid; nullptr: carrier_ does
  const Solid* carrier_ = nullptr;
  Pose in_carrier_;  // carrier_from_solid
};

}  // namespace lightsout
