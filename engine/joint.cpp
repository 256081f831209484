#include "engine/joint.h"

#include "engine/solid.h"
#include "engine/state_hash.h"

namespace lightsout {

#define JOINT(type, factory) std::unique_ptr<Joint> factory(const JointSetup& setup);
#include "engine/objects/joints.def"
#undef JOINT

std::unique_ptr<Joint> make_joint(const JointSetup& setup) {
  const std::string& type = setup.node.type().name();
#define JOINT(name, factory) \
  if (type == #name) return factory(setup);
#include "engine/objects/joints.def"
#undef JOINT
  return nullptr;
}

Joint::~Joint() {
  if (ode_joint_) dJointDestroy(ode_joint_);
}

void Joint::set_end_point_pose(const Pose& in_parent) { end_point_->in_parent_ = in_parent; }

void Joint::hash(StateHash& hash) const {
  for (const JointAxis& axis : axes()) {
    hash.label(path_, "position");
    hash.add(axis.position);
    hash.label(path_, "velocity");
    hash.add(axis.velocity);
  }
}

}  // namespace lightsout
