// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Whose an ODE object is: of the world's own, what in the world it stands for. Plugins have objects of theirs beside
// these.
#pragma once

#include <ode/ode.h>

#include <string>

namespace lightsout {

class Scene;

// "the body of CRATE", "the geom of FLOOR", "the joint ARM.ELBOW"; "" if it is none of the scene's.
std::string owner_of(const Scene& scene, dBodyID body);
std::string owner_of(const Scene& scene, dGeomID geom_or_space);
std::string owner_of(const Scene& scene, dJointID joint);

}  // namespace lightsout
