// The narrow phase that worlds need and stock ODE lacks, as ODE's own: a cone class with its colliders, and colliders
// in place of those that let things rock, roll off or fall through (measured by tests/worlds/pairs_test.cpp). They hold
// for every geom in the process, of plugins too.
#pragma once

#include <ode/ode.h>

namespace lightsout {

// Once in a process, after ODE's own initialisation.
void install_colliders();

// Apex up, centred at half its height.
dGeomID create_cone(dSpaceID space, double radius, double height);
void set_cone_size(dGeomID cone, double radius, double height);

}  // namespace lightsout
