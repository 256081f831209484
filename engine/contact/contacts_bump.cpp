// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Robots without bodies, which their wheels move: what they run into pushes them back.
#include "engine/contact/contacts.h"
#include "engine/joints/kinematic_wheels.h"
#include "engine/shapes/pairs/colliders.h"
#include "engine/shapes/shape.h"
#include "engine/stage/followers.h"
#include "engine/stage/stage.h"

namespace lightsout {

void Contacts::part(double dt) {
  for (KinematicWheels* wheels : bumped_) {
    stage_.followers().place(wheels->solid());  // who looks at them sees what they ran into
    wheels->leave(dt);
  }
  bumped_.clear();
}

void Contacts::bump(const Shape& shape1, const Shape& shape2) {
  const RobotContacts *robot1 = robot_of_[shape1.order], *robot2 = robot_of_[shape2.order];
  KinematicWheels* wheels1 = robot1 ? robot1->wheels : nullptr;
  KinematicWheels* wheels2 = robot2 ? robot2->wheels : nullptr;
  if ((!wheels1 && !wheels2) || robot1 == robot2) return;
  if (!notes_idle_ && (shape1.kind == ShapeKind::Plane || shape2.kind == ShapeKind::Plane)) {
    dVector4 plane;
    dGeomPlaneGetParams((shape1.kind == ShapeKind::Plane ? shape1 : shape2).geom, plane);
    if (!(wheels1 ? wheels1 : wheels2)->is_pushed_along({plane[0], plane[1], plane[2]})) return;
  }
  const Vector3d none = Vector3d::Zero();
  const Vector3d way = (wheels2 ? wheels2->way_out() : none) - (wheels1 ? wheels1->way_out() : none);
  const bool leave_anyway = !way.isZero(0) && are_apart_after(shape1.geom, shape2.geom, way);
  // Only what is the robot's own pushes it back: its children pass through things.
  if (wheels1 && (leave_anyway || shape1.solid != robot1->solid)) wheels1 = nullptr;
  if (wheels2 && (leave_anyway || shape2.solid != robot2->solid)) wheels2 = nullptr;
  if (!wheels1 && !wheels2 && !notes_idle_) return;
  const int n = dCollide(shape1.geom, shape2.geom, most_contacts, &found_[0].geom, sizeof(dContact));
  const auto push = [this](KinematicWheels* wheels, const Vector3d& out, double depth) {
    if (!wheels) return;
    const bool was_bumped = wheels->is_bumped();
    wheels->bump(out, depth);
    if (wheels->is_bumped() && !was_bumped) bumped_.push_back(wheels);
  };
  const double share = wheels1 && wheels2 ? 0.5 : 1;  // each goes half of the way
  for (int i = 0; i < n; ++i) {
    const dContactGeom& contact = found_[i].geom;
    const Vector3d normal(contact.normal[0], contact.normal[1], contact.normal[2]);
    push(wheels1, normal, share * contact.depth);
    push(wheels2, -normal, share * contact.depth);
    note(shape1, shape2, found_[i]);
  }
}

}  // namespace lightsout
