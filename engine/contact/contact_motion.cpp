// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/contact/contact_motion.h"

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/joints/kinds/track.h"

namespace lightsout {

bool Movers::has_running_belt() const { return (track1 && track1->is_moving()) || (track2 && track2->is_moving()); }

Vector3d Movers::motion_at(const dContactGeom& contact, bool first_has_body) const {
  const Vector3d at(contact.pos[0], contact.pos[1], contact.pos[2]);
  const Vector3d normal(contact.normal[0], contact.normal[1], contact.normal[2]);
  Vector3d motion = Vector3d::Zero();
  // A belt's surface moves relative to its own solid; the normal looks out of the second shape.
  if (track2) motion += track2->surface_velocity(normal);
  if (track1) motion -= track1->surface_velocity(-normal);
  if (kinematic) motion += (first_has_body ? 1 : -1) * kinematic->velocity_at(at);
  return motion;
}

bool moves_by_itself(const Solid& solid) {
  return solid.can_move() && (!solid.angular_velocity().isZero(0) || !solid.velocity_at(Vector3d::Zero()).isZero(0));
}

bool is_moved_by_joint(const Solid& solid) {
  for (const Solid* s = &solid; s && !s->body(); s = s->parent())
    if (const Joint* joint = s->joint())
      for (const JointAxis& axis : joint->axes())
        if (axis.velocity != 0) return true;
  return false;
}

void apply_motion(dContact& contact, Vector3d motion, bool reversed) {
  dSurfaceParameters& s = contact.surface;
  Vector3d normal(contact.geom.normal[0], contact.geom.normal[1], contact.geom.normal[2]);
  if (reversed) {
    normal = -normal;
    motion = -motion;
  }
  s.mode |= dContactMotionN;
  s.motionN = motion.dot(normal);
  const Vector3d across = motion - s.motionN * normal;
  const double speed = across.norm();
  if (speed == 0) return;
  if (s.mode & dContactFDir1) {
    const Vector3d along(contact.fdir1[0], contact.fdir1[1], contact.fdir1[2]);
    s.mode |= dContactMotion1 | dContactMotion2;
    s.motion1 = across.dot(along);
    s.motion2 = across.dot(normal.cross(along));
    return;
  }
  s.mode |= dContactFDir1 | dContactMotion1;
  s.motion1 = speed;
  for (int i = 0; i < 3; ++i) contact.fdir1[i] = across[i] / speed;
}

}  // namespace lightsout
