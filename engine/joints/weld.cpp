// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/joints/weld.h"

#include <optional>
#include <vector>

#include "engine/bodies/solid.h"
#include "engine/ode/own_joints.h"
#include "engine/stage/stage.h"
#include "engine/state/state.h"

namespace lightsout {

// Keeps where a body stands, and puts it back at the end.
class Weld::Displaced {
 public:
  explicit Displaced(dBodyID body) : body_(body), stood_(body) {}
  ~Displaced() { stood_.put(body_); }
  Displaced(const Displaced&) = delete;
  Displaced& operator=(const Displaced&) = delete;

 private:
  dBodyID body_;
  BodyPose stood_;
};

void Weld::create(dBodyID body1, dBodyID body2) {
  joint_ = dJointCreateFixed(stage_.ode_world(), nullptr);
  dJointAttach(joint_, body1, body2);
  dJointSetFeedback(joint_, &feedback_);
  mark_as_own(joint_);
}

bool Weld::attach(Solid& solid, Solid* other, const Pose* solid_from_other) {
  release();
  Solid* first = solid.moved_by();
  Solid* second = other ? other->moved_by() : nullptr;
  const dBodyID body1 = first ? first->body() : nullptr, body2 = second ? second->body() : nullptr;
  if (body1 == body2) return false;
  first_is_other_ = !body1;
  feedback_ = {};
  create(body1 ? body1 : body2, body1 ? body2 : nullptr);
  sides_ = {};
  sides_[0].solid = (body1 ? first : second)->node().id();
  if (body1 && body2) sides_[1].solid = second->node().id();
  // The joint keeps the bodies as they stand when it is set: for that moment the one that carries the other solid, or
  // this one where the environment does, is put as it shall be.
  if (!solid_from_other) {
    set();
  } else {
    Solid& mover = second ? *second : *first;
    const Displaced displaced(mover.body());
    const Pose carrier_from_world = (second ? *other : solid).pose().inverse();
    const Pose target =
        second ? solid.pose() * *solid_from_other : (other ? other->pose() : Pose()) * solid_from_other->inverse();
    mover.set_body_pose(target * (carrier_from_world * mover.pose()));
    set();
  }
  stage_.add_weld(joint_, first, second);
  return true;
}

// As the bodies stand.
void Weld::set() {
  for (Side& side : sides_) {
    const Solid* solid = body_of(side);
    if (!solid) continue;
    side.stood = BodyPose(solid->body());
    side.in_body = solid->in_body();
  }
  dJointSetFixed(joint_);
}

void Weld::release() {
  if (!joint_) return;
  stage_.remove_weld(joint_);
  dJointDestroy(joint_);
  joint_ = nullptr;
}

// nullptr too where the solid has no body any more.
Solid* Weld::body_of(const Side& side) const {
  const Node* node = side.solid ? stage_.world().find_id(side.solid) : nullptr;
  Solid* solid = node ? stage_.solid_of(*node) : nullptr;
  return solid && solid->body() ? solid : nullptr;
}

void Weld::restore(const WeldRank& rank) {
  Solid *first = body_of(sides_[0]), *second = body_of(sides_[1]);
  if (!first || (sides_[1].solid && !second) || (second && second->body() == first->body())) return;
  create(first->body(), second ? second->body() : nullptr);
  const auto put = [](Solid& solid, const Side& side) {
    // After an edit of its mass the body's frame lies elsewhere in the solid.
    same_bits(solid.in_body(), side.in_body) ? side.stood.put(solid.body())
                                             : solid.set_body_pose(side.stood.pose() * side.in_body);
  };
  {
    const Displaced one(first->body());
    std::optional<Displaced> other;
    put(*first, sides_[0]);
    if (second) {
      other.emplace(second->body());
      put(*second, sides_[1]);
    }
    dJointSetFixed(joint_);
  }
  stage_.restore_weld(joint_, first, second, rank);
}

void Weld::visit_state(StateVisitor& state) {
  if (state.is_hashing()) return;
  if (state.is_loading() && joint_) release();
  bool is_attached = joint_ != nullptr;
  state.field("welded", is_attached);
  if (!is_attached) return;
  WeldRank rank;
  if (joint_) rank = stage_.rank_of(joint_);
  state.field("number", rank.number);
  state.field("before contacts", rank.before_contacts);
  state.field("first body is the other's", first_is_other_);
  for (Side& side : sides_) {
    state.field("body of", side.solid);
    side.stood.visit_state(state);
    state.field("origin in the body", side.in_body.position);
    state.field("axes in the body", side.in_body.rotation);
  }
  for (dReal* felt : {feedback_.f1, feedback_.t1, feedback_.f2, feedback_.t2}) state.numbers("felt", {felt, 3});
  if (state.is_loading() && !state.failed()) restore(rank);
}

void Weld::go_on_from(Weld& before) { copy_state(before, *this); }

Vector3d Weld::force_on_solid() const {
  if (!joint_) return Vector3d::Zero();
  const Vector3d force(feedback_.f1[0], feedback_.f1[1], feedback_.f1[2]);
  return first_is_other_ ? Vector3d(-force) : force;
}

}  // namespace lightsout
