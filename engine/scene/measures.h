// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What can be measured on a standing scene, by whoever looks at it from outside: expectations, joint callbacks. Nothing
// here changes it or allocates.
#pragma once

#include <Eigen/Geometry>
#include <string_view>

#include "engine/state/pose.h"

namespace lightsout {

class Joint;
class Robot;
class Scene;
class Solid;
struct WorldAxes;

// By the joint's own DEF or path, or by those of its endPoint; nullptr if there is none.
Joint* find_joint(Scene& scene, std::string_view name);
const Joint* find_joint(const Scene& scene, std::string_view name);
// By its DEF, path or name; nullptr if there is none.
const Robot* find_robot(const Scene& scene, std::string_view name);

// The angle in rad, 0 to pi, between the solid's own z axis and the world's up. A world whose up is y (NUE) has solids
// that stand along their y axis: that is taken there.
double tilt_of(const Solid& solid, const WorldAxes& axes);

// Smallest and largest coordinates in world axes, m, of the bounding objects of the solid and of all solids below it;
// its origin where there are none. Planes are left out: they are everywhere.
struct Extent {
  Vector3d low, high;
};
Extent extent_of(const Scene& scene, const Solid& solid);

// Metres from the top of `lower` to the bottom of `upper` along the world's up, negative if they overlap in height. NaN
// where they do not lie over each other, seen from above.
double clearance_above(const Scene& scene, const Solid& upper, const Solid& lower);

// Whether a contact of the last collision pass is between the one, or a solid below it, and the other, or one below it.
// Contacts must be kept (StageOptions::notes_contacts).
bool touch(const Scene& scene, const Solid& one, const Solid& other);

}  // namespace lightsout
