// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Track: a belt around a solid. What its boundingObject touches is moved by the belt's surface, as on a conveyor; the
// solid itself moves the other way where it stands on the ground. Its wheels turn as supervisors read them, and the
// picture on it moves; its links are seen alone (belt.h).
#pragma once

#include <vector>

#include "engine/joints/kinds/motor_axis.h"
#include "engine/state/pose.h"

namespace lightsout {

// The TextureTransform that a Track moves; nullptr if there is none.
Node* moving_texture(Node& track);
const Node* moving_texture(const Node& track);

class Track final : public MotorAxis {
 public:
  // `setup.parent` is the Track itself, a Solid.
  explicit Track(const JointSetup& setup);
  void keep_zero_of(const Joint& before) override;
  void act(double dt) override;
  void write_to_tree(World& world) override;
  void visit_state(StateVisitor& state) override;

  // Of the surface where its outward normal is `normal`: m/s, world axes, relative to the solid. The belt runs around
  // the solid's y axis, at its top along +x for positive speeds.
  Vector3d surface_velocity(const Vector3d& normal) const;
  // As it stands now in its place in the track.
  Matrix3d wheel_rotation(const Node& wheel) const;
  // m, of the belt since its zero.
  double way() const { return Joint::axes()[0].position; }
  bool is_moving() const { return Joint::axes()[0].velocity != 0; }

 private:
  struct Wheel {
    Node* node;
    Matrix3d start;  // its orientation where the belt is at 0
    double turn;     // about y, rad per metre of the belt
  };
  void shift_texture(double way);
  Matrix3d rotation_of(const Wheel& wheel) const;

  std::vector<Wheel> wheels_;
  bool moves_ = false;  // or did
  Node* texture_;       // the TextureTransform that moves with the belt, or nullptr
};

}  // namespace lightsout
