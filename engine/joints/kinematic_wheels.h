// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The plane motion of a two-wheeled robot without Physics: a DifferentialWheels, or a Robot whose two motors turn two
// equal wheels. Walls and other such robots push it back.
#pragma once

#include "engine/state/pose.h"

namespace lightsout {

class CacheLines;
class Joint;
class Solid;
class StateVisitor;

class KinematicWheels {
 public:
  // In the robot's frame: `up` and `front` are unit and perpendicular. Lengths in m.
  struct Geometry {
    Vector3d up, front;
    double radius;
    double axle;
  };
  // A joint that turns a wheel, and 1 or -1: the sense in which it drives the robot forward.
  struct Wheel {
    const Joint* joint = nullptr;
    double sense = 1;
  };

  KinematicWheels(Solid& solid, const Geometry& geometry) : solid_(solid), geometry_(geometry) {}
  // Speeds are those of joints.
  KinematicWheels(Solid& solid, const Geometry& geometry, Wheel left, Wheel right)
      : solid_(solid), geometry_(geometry), left_(left), right_(right) {}

  const Solid& solid() const { return solid_; }
  // Of the wheels, in rad/s, forwards.
  void set_speeds(double left, double right) {
    left_speed_ = left;
    right_speed_ = right;
  }
  void act(double dt);
  // What act() touches.
  void list_memory(CacheLines& lines) const;
  // Leaves what it was found in contact with since.
  void leave(double dt);
  // Whether a contact with this normal (unit, world axes) pushes it: that with the ground does not.
  bool is_pushed_along(const Vector3d& normal) const;
  // It was found in contact: it shall leave along `out` (unit, world axes) by `depth`.
  void bump(const Vector3d& out, double depth);
  // How it is going to leave, m, world axes.
  const Vector3d& way_out() const { return way_out_; }
  // In the last step.
  bool is_bumped() const { return bumped_; }
  // Of the same robot before an edit.
  void take_over(const KinematicWheels& before);
  void visit_state(StateVisitor& state);

 private:
  Solid& solid_;
  Geometry geometry_;
  Wheel left_, right_;
  double left_speed_ = 0, right_speed_ = 0;
  Vector3d way_out_ = Vector3d::Zero();  // m, world axes
  bool bumped_ = false;
};

}  // namespace lightsout
