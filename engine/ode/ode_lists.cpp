// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/ode/ode_lists.h"

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <utility>

namespace lightsout {
namespace {

// dObject of ODE's objects.h, the base of dxBody and dxJoint: an intrusive list whose elements know where the pointer
// to them is.
struct Object {
  void* functions;  // of the class
  dWorldID world;
  Object* next;
  Object** tome;
  int tag;
  void* user_data;
};

// dxJointNode of ODE's joints/joint.h.
struct JointNode {
  dJointID joint;
  dBodyID other_body;
  JointNode* next;
};

// The beginning of dxBody.
struct Body : Object {
  JointNode* first_joint;
};

Body* body_of(dBodyID id) { return reinterpret_cast<Body*>(id); }
dBodyID id_of(Object* object) { return reinterpret_cast<dBodyID>(object); }

}  // namespace

OdeLists::OdeLists(dWorldID world) : OdeLists(world, Unchecked()) {
  static std::once_flag once;
  std::call_once(once, check);
}

// A body that is new is the first.
OdeLists::OdeLists(dWorldID world, Unchecked) {
  const dBodyID probe = dBodyCreate(world);
  head_ = body_of(probe)->tome;
  dBodyDestroy(probe);
}

std::vector<dBodyID> OdeLists::bodies() const {
  std::vector<dBodyID> result;
  for (Object* object = *static_cast<Object**>(head_); object; object = object->next) result.push_back(id_of(object));
  return result;
}

void OdeLists::bring_to_front(dBodyID id) {
  Object* object = body_of(id);
  auto** head = static_cast<Object**>(head_);
  if (*head == object) return;
  *object->tome = object->next;
  if (object->next) object->next->tome = object->tome;
  object->next = *head;
  object->next->tome = &object->next;
  object->tome = head;
  *head = object;
}

std::vector<dJointID> OdeLists::joints(dBodyID body) {
  std::vector<dJointID> result;
  for (const JointNode* node = body_of(body)->first_joint; node; node = node->next) result.push_back(node->joint);
  return result;
}

void OdeLists::bring_joints_to_front(dBodyID body, const std::function<bool(dJointID)>& is_first) {
  std::vector<JointNode*> nodes;
  for (JointNode* node = body_of(body)->first_joint; node; node = node->next) nodes.push_back(node);
  std::ranges::stable_partition(nodes, [&](const JointNode* node) { return is_first(node->joint); });
  JointNode** next = &body_of(body)->first_joint;
  for (JointNode* node : nodes) {
    *next = node;
    next = &node->next;
  }
  *next = nullptr;
}

// Every member that is used here, read where this file believes it to be, before any is written.
void OdeLists::check() {
  const dWorldID world = dWorldCreate();
  const dBodyID bodies[] = {dBodyCreate(world), dBodyCreate(world), dBodyCreate(world)};
  const auto refuse = [] {
    dDebug(d_ERR_UNKNOWN,
           "this libode keeps its lists of bodies and joints otherwise than ODE 0.16: a running world "
           "cannot be edited with it");
  };
  int mine = 0;
  for (const dBodyID id : bodies) dBodySetData(id, &mine);
  for (int i = 0; i < 3; ++i) {
    const Body* body = body_of(bodies[i]);
    if (body->world != world || body->user_data != &mine || body->first_joint != nullptr ||
        body->next != (i > 0 ? body_of(bodies[i - 1]) : nullptr) ||
        (i < 2 && body->tome != &body_of(bodies[i + 1])->next))
      return refuse();
  }
  const dJointID joints[] = {dJointCreateBall(world, nullptr), dJointCreateBall(world, nullptr)};
  dJointAttach(joints[0], bodies[0], bodies[1]);
  dJointAttach(joints[1], bodies[0], nullptr);
  const JointNode* node = body_of(bodies[0])->first_joint;
  if (!node || node->joint != joints[1] || node->other_body || !node->next || node->next->joint != joints[0] ||
      node->next->other_body != bodies[1] || node->next->next)
    return refuse();

  OdeLists lists(world, Unchecked());
  if (lists.bodies() != std::vector{bodies[2], bodies[1], bodies[0]}) return refuse();
  lists.bring_to_front(bodies[0]);
  lists.bring_to_front(bodies[1]);
  bring_joints_to_front(bodies[0], [&](dJointID joint) { return joint == joints[0]; });
  if (lists.bodies() != std::vector{bodies[1], bodies[0], bodies[2]} || dBodyGetJoint(bodies[0], 0) != joints[0] ||
      dBodyGetJoint(bodies[0], 1) != joints[1])
    return refuse();
  // ODE itself finds its way in what has been written.
  dBodyDestroy(bodies[0]);
  if (lists.bodies() != std::vector{bodies[1], bodies[2]} || dBodyGetNumJoints(bodies[1]) != 0) return refuse();
  dJointDestroy(joints[0]);
  dJointDestroy(joints[1]);
  dWorldDestroy(world);
}

}  // namespace lightsout
