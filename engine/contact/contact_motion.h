// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What carries along whatever touches it, beside the motion of bodies: belts that run, and solids without a body that
// move.
#pragma once

#include <ode/ode.h>

#include "engine/state/pose.h"

namespace lightsout {

class Solid;
class Track;

// Of the two solids of a contact.
struct Movers {
  const Track *track1 = nullptr, *track2 = nullptr;
  const Solid* kinematic = nullptr;  // the one without a body, if it moves by itself

  bool any() const { return track1 || track2 || kinematic; }
  bool has_running_belt() const;
  // Velocity of the second surface against the first at a contact of theirs (m/s, world axes), bodies at rest.
  // `first_has_body`: the kinematic one is the second.
  Vector3d motion_at(const dContactGeom& contact, bool first_has_body) const;
};

// Whether the solid moves by itself now: a supervisor has given it a velocity.
bool moves_by_itself(const Solid& solid);
// Whether a joint without bodies, its own or one that carries it, has just moved it.
bool is_moved_by_joint(const Solid& solid);

// What two surfaces do at a contact beside the motion of their bodies, `motion` being the second's velocity against the
// first's (m/s, world axes): ODE lets the first body of a contact move by it along the normal, which looks into that
// body, and in the friction directions. A contact whose first body is missing (`reversed`) counts the second as its
// first. Where no friction direction is given, the first is that of the motion.
void apply_motion(dContact& contact, Vector3d motion, bool reversed);

}  // namespace lightsout
