#include "engine/joints/weld.h"

#include <algorithm>

#include "engine/bodies/solid.h"
#include "engine/ode/own_joints.h"
#include "engine/stage/stage.h"

namespace lightsout {

// Puts the body that carries `solid` where the solid would be at `target`, and back at the end.
class Weld::Displaced {
 public:
  Displaced(Solid& mover, const Solid& solid, const Pose& target) : body_(mover.body()) {
    std::copy_n(dBodyGetPosition(body_), 3, position_);
    std::copy_n(dBodyGetQuaternion(body_), 4, orientation_);
    const Pose solid_from_mover = solid.pose().inverse() * mover.pose();
    mover.set_body_pose(target * solid_from_mover);
  }
  ~Displaced() {
    dBodySetPosition(body_, position_[0], position_[1], position_[2]);
    dBodySetQuaternion(body_, orientation_);
  }

 private:
  dBodyID body_;
  dReal position_[3];
  dQuaternion orientation_;
};

bool Weld::attach(Solid& solid, Solid* other, const Pose* solid_from_other) {
  release();
  Solid* first = solid.moved_by();
  Solid* second = other ? other->moved_by() : nullptr;
  const dBodyID body1 = first ? first->body() : nullptr, body2 = second ? second->body() : nullptr;
  if (body1 == body2) return false;
  joint_ = dJointCreateFixed(stage_.ode_world(), nullptr);
  first_is_other_ = !body1;
  dJointAttach(joint_, body1 ? body1 : body2, body1 ? body2 : nullptr);
  // The joint keeps the bodies as they stand when it is set: for that moment they are put as they shall be.
  if (!solid_from_other) {
    dJointSetFixed(joint_);
  } else if (second) {
    const Displaced displaced(*second, *other, solid.pose() * *solid_from_other);
    dJointSetFixed(joint_);
  } else {
    const Displaced displaced(*first, solid, (other ? other->pose() : Pose()) * solid_from_other->inverse());
    dJointSetFixed(joint_);
  }
  feedback_ = {};
  dJointSetFeedback(joint_, &feedback_);
  mark_as_own(joint_);
  stage_.add_weld(joint_, first, second);
  return true;
}

void Weld::release() {
  if (!joint_) return;
  stage_.remove_weld(joint_);
  dJointDestroy(joint_);
  joint_ = nullptr;
}

Vector3d Weld::force_on_solid() const {
  if (!joint_) return Vector3d::Zero();
  const Vector3d force(feedback_.f1[0], feedback_.f1[1], feedback_.f1[2]);
  return first_is_other_ ? Vector3d(-force) : force;
}

}  // namespace lightsout
