// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Mass, centre of mass and inertia of a solid from its Physics node and its shapes.
#pragma once

#include <ode/ode.h>

#include <memory>
#include <optional>

#include "engine/shapes/shape.h"
#include "engine/state/read_only.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class Diagnostics;

// Of one shape of the given density (kg/m^3), in the solid's frame. Zero mass for a plane.
dMass shape_mass(const Shape& shape, double density);

// In the solid's frame, kg and kg m^2 about its origin. nullopt if ODE would refuse it (reported). Of edited physics,
// what makes none of it is left out instead, with a warning: an inertiaMatrix, or all numbers.
std::optional<dMass> solid_mass(const Node& physics, ReadOnly<Shape> shapes, Diagnostics& diagnostics,
                                bool was_edited = false);

// Where there is nothing to compute an inertia from: the identity, kg m^2, about the origin.
dMass with_unit_inertia(double mass);

// About the same axes through a point that is moved by -`by`: as dMassTranslate, which says more than it should of what
// is no mass any more.
void translate(dMass& mass, const Vector3d& by);

// Whether ODE can move a body of this mass: positive, with an inertia about its centre of mass that is positive
// definite and has an inverse.
bool is_physical(const dMass& mass);

// m^3
double shape_volume(const Shape& shape);

// The same mass seen from a frame in which the old one has pose `to_from`.
dMass transformed(dMass mass, const Pose& to_from);

}  // namespace lightsout
