// Track: a belt around a solid. What its boundingObject touches is moved by the belt's surface, as on a conveyor; the
// solid itself moves the other way where it stands on the ground. Its links and textures are not simulated.
#pragma once

#include "engine/objects/motor_axis.h"
#include "engine/pose.h"

namespace lightsout {

class Track final : public MotorAxis {
 public:
  // `setup.parent` is the Track itself, a Solid.
  explicit Track(const JointSetup& setup) : MotorAxis(setup, true) {}
  void act(double dt) override;

  // Of the surface where its outward normal is `normal`: m/s, world axes, relative to the solid. The belt runs around
  // the solid's y axis, at its top along +x for positive speeds.
  Vector3d surface_velocity(const Vector3d& normal) const;
  bool is_moving() const { return Joint::axes()[0].velocity != 0; }
};

}  // namespace lightsout
