// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The narrow phase that worlds need and stock ODE lacks, as ODE's own: a cone class with its colliders, and colliders
// in place of those that let things rock, roll off or fall through (measured by tests/worlds/pairs_test.cpp). They hold
// for every geom in the process, of plugins too.
#pragma once

#include <ode/ode.h>

#include "engine/state/pose.h"

namespace lightsout {

// At least once in a process, after ODE's own initialisation; more often does nothing.
void install_colliders();

// Apex up, centred at half its height.
dGeomID create_cone(dSpaceID space, double radius, double height);
void set_cone_size(dGeomID cone, double radius, double height);

// Whether two geoms are apart once the second has moved by `way` (world axes, m). False where that cannot be told at
// once.
bool are_apart_after(dGeomID first, dGeomID second, const Vector3d& way);

}  // namespace lightsout
