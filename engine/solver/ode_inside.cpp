// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/ode_inside.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <vector>

namespace lightsout::ode_inside {
namespace {

constexpr const char* step_island_name = "_Z12dxStepIslandPK30dxStepperProcessingCallContext";
constexpr const char* step_body_name = "_Z10dxStepBodyP6dxBodyd";
constexpr const char* hinge_count_name = "_ZN12dxJointHinge8getInfo1EPN7dxJoint5Info1E";
constexpr const char* hinge_read_name = "_ZN12dxJointHinge8getInfo2EddiPdS0_iS0_S0_Pi";

// What a step of the world that is tried looks like from inside.
struct Trial {
  dWorldID world = nullptr;
  double step = 0;
  std::vector<dBodyID> bodies;
  std::vector<dJointID> joints;
  bool was_called = false, was_as_known = false;
  int bodies_stepped = 0;
};
thread_local Trial* trial = nullptr;

template <class T, class Id>
bool are(T* const* objects, unsigned count, const std::vector<Id>& ids) {
  return count == ids.size() && std::equal(ids.begin(), ids.end(), objects,
                                           [](Id id, T* object) { return reinterpret_cast<T*>(id) == object; });
}

bool equal(const dReal* a, std::initializer_list<double> b) { return std::equal(b.begin(), b.end(), a); }

bool bodies_are_as_known(dWorldID world) {
  const dBodyID id = dBodyCreate(world), kinematic = dBodyCreate(world);
  const Body& body = *reinterpret_cast<const Body*>(id);
  dMass mass;
  dMassSetParameters(&mass, 2, 0, 0, 0, 1, 4, 16, 0, 0, 0);
  dBodySetMass(id, &mass);
  dBodySetPosition(id, 1, 2, 3);
  dBodySetLinearVel(id, 4, 5, 6);
  dBodySetAngularVel(id, 7, 8, 9);
  dBodySetForce(id, 10, 11, 12);
  dBodySetTorque(id, 13, 14, 15);
  dBodySetGyroscopicMode(id, 0);
  const bool has_neither = !(body.flags & gyroscopic) && !(body.flags & no_gravity);
  dBodySetGyroscopicMode(id, 1);
  dBodySetGravityMode(id, 0);
  const bool has_both = body.flags & gyroscopic && body.flags & no_gravity;
  dBodySetKinematic(kinematic);
  const Body& fixed = *reinterpret_cast<const Body*>(kinematic);
  const bool result = body.world == world && has_neither && has_both && body.mass.mass == 2 && body.mass.I[5] == 4 &&
                      equal(body.inverse_inertia, {1, 0, 0, 0, 0, .25, 0, 0, 0, 0, 1.0 / 16}) &&
                      body.inverse_mass == .5 && equal(body.position, {1, 2, 3}) &&
                      equal(body.rotation, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}) &&
                      equal(body.orientation, {1, 0, 0, 0}) && equal(body.linear_velocity, {4, 5, 6}) &&
                      equal(body.angular_velocity, {7, 8, 9}) && equal(body.force, {10, 11, 12}) &&
                      equal(body.torque, {13, 14, 15}) && fixed.inverse_mass == 0 && fixed.inverse_inertia[0] == 0;
  dBodyDestroy(id);
  dBodyDestroy(kinematic);
  return result;
}

// What tells of the island has been taken of it, which is nothing that a step would read.
bool is_as_known(const Arena& arena) {
  return arena.all && arena.all <= arena.begin && arena.begin <= arena.next && arena.next - arena.begin < 1024 &&
         arena.next < arena.end && arena.end - arena.all < 1 << 20 && arena.manager;
}

bool is_as_known(dJointID id, dBodyID first, dBodyID second) {
  dJointFeedback feedback;
  dJointSetFeedback(id, &feedback);
  const Joint& joint = *reinterpret_cast<const Joint*>(id);
  const bool result = joint.node[0].body == reinterpret_cast<Body*>(first) &&
                      joint.node[1].body == reinterpret_cast<Body*>(second) && joint.node[0].joint == &joint &&
                      joint.feedback == &feedback;
  dJointSetFeedback(id, nullptr);
  return result;
}

std::string reason_of(Trial& tried) {
  if (!stock_step_island() || !stock_step_body()) return "it does not export dxStepIsland and dxStepBody";
  if (!bodies_are_as_known(tried.world)) return "it keeps bodies otherwise";
  const dBodyID bodies[] = {dBodyCreate(tried.world), dBodyCreate(tried.world)};
  const dJointID hinge = dJointCreateHinge(tried.world, nullptr), ball = dJointCreateBall(tried.world, nullptr);
  dJointAttach(hinge, bodies[0], bodies[1]);
  dJointAttach(ball, nullptr, bodies[0]);
  if (!is_as_known(hinge, bodies[0], bodies[1]) || !is_as_known(ball, bodies[0], nullptr))
    return "it keeps joints otherwise";
  void** const functions = reinterpret_cast<Joint*>(hinge)->functions;
  if (functions[2] != dlsym(RTLD_DEFAULT, hinge_count_name) || functions[3] != dlsym(RTLD_DEFAULT, hinge_read_name))
    return "its joints tell their rows otherwise";
  // The newest body and each body's newest joint come first.
  tried.bodies = {bodies[1], bodies[0]};
  tried.joints = {hinge, ball};
  dWorldStep(tried.world, tried.step);
  if (!tried.was_called) return "it does not take the function that steps an island from the symbol table";
  if (!tried.was_as_known) return "it hands over islands otherwise";
  if (tried.bodies_stepped != 2) return "it does not take the function that steps a body from the symbol table";
  return "";
}

}  // namespace

StepIsland* stock_step_island() {
  static const auto function = reinterpret_cast<StepIsland*>(dlsym(RTLD_NEXT, step_island_name));
  return function;
}

StepBody* stock_step_body() {
  static const auto function = reinterpret_cast<StepBody*>(dlsym(RTLD_NEXT, step_body_name));
  return function;
}

void note(const Call& call) {
  if (!trial) return;
  trial->was_called = true;
  trial->was_as_known =
      call.world == trial->world && call.step == trial->step && call.body_count == trial->bodies.size() &&
      call.joint_count == trial->joints.size() && call.threads == 1 && is_as_known(*call.arena) &&
      are(call.bodies, call.body_count, trial->bodies) && are(call.joints, call.joint_count, trial->joints);
}

void note(const Body&) {
  if (trial) ++trial->bodies_stepped;
}

std::string reason_against() {
  Trial tried;
  tried.world = dWorldCreate();
  tried.step = 0.0625;
  trial = &tried;
  const std::string reason = reason_of(tried);
  trial = nullptr;
  dWorldDestroy(tried.world);
  return reason;
}

}  // namespace lightsout::ode_inside
