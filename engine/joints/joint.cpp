// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/joints/joint.h"

#include "engine/bodies/solid.h"
#include "engine/state/state.h"

namespace lightsout {

#define JOINT(type, factory) std::unique_ptr<Joint> factory(const JointSetup& setup);
#include "engine/joints/kinds/joints.def"
#undef JOINT

std::unique_ptr<Joint> make_joint(const JointSetup& setup) {
  const std::string& type = setup.node.type().name();
#define JOINT(name, factory) \
  if (type == #name) return factory(setup);
#include "engine/joints/kinds/joints.def"
#undef JOINT
  return nullptr;
}

Joint::~Joint() {
  if (ode_joint_) dJointDestroy(ode_joint_);
}

Solid* Joint::holder() { return parent_ && parent_->body() ? parent_ : nullptr; }

Pose Joint::construction_frame() const {
  if (closed_at_) return closed_at_->parent;
  if (end_point_ && !closes_loop_) return end_point_->construction_frame();
  return parent_ ? parent_->construction_in_world() : Pose();
}

void Joint::put_ends_as_closed() {
  if (!closed_at_) return;
  if (holder()) parent_->set_body_pose(closed_at_->parent);
  if (end_point_) end_point_->set_body_pose(closed_at_->end_point);
}

void Joint::put_ends_back() {
  if (!closed_at_) return;
  if (holder()) parent_->set_body_pose(parent_->construction_in_world());
  if (end_point_) end_point_->set_body_pose(end_point_->construction_in_world());
}

void Joint::make_end_point_at(const Pose& in_parent) { end_point_->construction_ = in_parent; }
void Joint::set_end_point_pose(const Pose& in_parent) { end_point_->set_in_parent(in_parent); }
void Joint::moved_end_point(const EndPointMover& self) { end_point_->moved_since_by_ = &self; }

void Joint::visit_state(StateVisitor& state) {
  state.node(path_);
  for (JointAxis& axis : axes()) {
    state.field("position", axis.position);
    state.field("velocity", axis.velocity);
  }
}

}  // namespace lightsout
