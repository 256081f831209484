// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Friction and slip of one contact, as ContactProperties lay them out: one number for all directions, or numbers along
// and across the friction directions of the two surfaces.
#pragma once

#include <ode/ode.h>

#include <array>

#include "engine/state/pose.h"

namespace lightsout {

struct Shape;

// coulombFriction or forceDependentSlip: 1 number: all directions. 2: both surfaces have these along and across their
// direction. 3: first surface along, across; second in all directions. 4: first along, across; second along, across.
struct FrictionLayout {
  std::array<double, 4> values{};
  int count = 1;

  struct Pair {
    double along;  // the first surface's direction
    double across;
  };
  // `angle` between the directions of the two surfaces, in rad.
  Pair at(double angle) const;
};

// World axes, unit; zero for a shape that has none (only boxes, cylinders and planes have one).
Vector3d friction_direction(const Shape& shape, const Vector3d& normal);

// Sets mode, mu, slip and fdir1 of a contact whose normal is set. `first` is the shape whose material stands first in
// the ContactProperties; rotations in rad turn its direction and the other's about the normal, which looks into the
// geom that has a body: the second of the contact if `reversed`.
void apply_friction(dContact& contact, const FrictionLayout& friction, const FrictionLayout& slip,
                    const std::array<double, 2>& rotation, const Shape& first, const Shape& second, bool reversed);

}  // namespace lightsout
