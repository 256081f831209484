// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How a device that is asked for its pose all the time finds it: on the body that carries it, or on the nearest solid
// above that moves in its parent. What is between does not move, and is looked up once.
#pragma once

#include <ode/ode.h>

#include <cstdint>

#include "engine/state/pose.h"
#include "engine/state/shared_settings.h"

namespace lightsout {

class Stage;
class Solid;

// Of one solid of one scene, which are told at each call: so that sensors, of which a robot has many, stay small.
class Mount {
 public:
  // world_from_solid.
  Pose pose(Stage& stage, const Solid& solid);
  // Of the solid's frame, world axes: its origin, m, and its x axis, a unit vector.
  struct Axis {
    Vector3d origin, direction;
  };
  Axis x_axis(Stage& stage, const Solid& solid);

 private:
  // carrier_from_solid. Robots of a kind share it.
  struct Place : SharedSetting {
    explicit Place(const Pose& the_pose) : pose(the_pose) {}
    Pose pose;
  };
  // Calls use(position, rotation) with world_from_carrier; place_ is up to date.
  template <class Use>
  auto with_carrier(Stage& stage, const Solid& solid, Use use);
  void find_carrier(Stage& stage, const Solid& solid);

  std::uint32_t arrangement_ = 0;  // of the scene, to which the rest belongs; 0: to none
  bool is_on_body_ = false;
  union {
    dBodyID body;
    const Solid* solid;
  } carrier_;
  Shared<Place> place_;
};

}  // namespace lightsout
