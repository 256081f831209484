// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/solver/random_island.h"

namespace lightsout {

RandomIsland::RandomIsland(const IslandKind& kind, unsigned seed) : kind_(kind), random_(seed) {
  world = dWorldCreate();
  contacts_ = dJointGroupCreate(0);
  dWorldSetGravity(world, 0, 0, -9.81);
  dWorldSetCFM(world, kind.cfm);
  const int count = std::uniform_int_distribution(1, kind.bodies)(random_);
  const int loops = int(kind.loops * count + 0.5), contacts = int(kind.contacts * count + 0.5);
  feedback_.reserve(count + loops);
  for (int i = 0; i < count; ++i) add_body();
  // A tree: each hangs on one before it. Chains and stars among them.
  const double bushiness = number(0, 1);
  const bool is_held = chance(0.5);
  for (int i = is_held ? 0 : 1; i < count; ++i) {
    const int before = chance(bushiness) ? std::uniform_int_distribution(0, std::max(i - 1, 0))(random_) : i - 1;
    chance(0.5) || i == 0 ? add_joint(bodies[i], i == 0 ? nullptr : bodies[before])
                          : add_joint(bodies[before], bodies[i]);
  }
  const auto any = [&] { return bodies[std::uniform_int_distribution(0, count - 1)(random_)]; };
  for (int i = 0; i < loops; ++i) {
    const dBodyID one = any(), other = any();
    add_joint(one, one == other ? nullptr : other);
  }
  for (int i = 0; i < contacts; ++i) {
    const dBodyID one = any(), other = any();
    const int points = std::uniform_int_distribution(1, 4)(random_);
    for (int k = 0; k < points; ++k) add_contact(one, one == other || chance(0.5) ? nullptr : other);
  }
  for (const dBodyID body : bodies) {
    if (chance(kind.kinematic)) dBodySetKinematic(body);
    move_a_little(body);
  }
}

RandomIsland::~RandomIsland() {
  dJointGroupDestroy(contacts_);
  dWorldDestroy(world);
}

void RandomIsland::add_body() {
  const dBodyID body = dBodyCreate(world);
  dMass mass;
  dMassSetBoxTotal(&mass, number(0.2, 5), number(0.1, 0.4), number(0.1, 0.4), number(0.1, 0.4));
  dBodySetMass(body, &mass);
  dBodySetPosition(body, number(-1, 1), number(-1, 1), number(0, 2));
  dQuaternion turn = {number(-1, 1), number(-1, 1), number(-1, 1), number(-1, 1)};
  dNormalize4(turn);
  dBodySetQuaternion(body, turn);
  dBodySetLinearVel(body, number(-1, 1), number(-1, 1), number(-1, 1));
  dBodySetAngularVel(body, number(-3, 3), number(-3, 3), number(-3, 3));
  dBodyAddForce(body, number(-5, 5), number(-5, 5), number(-5, 5));
  dBodyAddTorque(body, number(-1, 1), number(-1, 1), number(-1, 1));
  dBodySetGyroscopicMode(body, chance(0.8));
  dBodySetGravityMode(body, chance(0.9));
  bodies.push_back(body);
}

// Joints have errors to correct.
void RandomIsland::move_a_little(dBodyID body) {
  const dReal* p = dBodyGetPosition(body);
  dBodySetPosition(body, p[0] + number(-1e-3, 1e-3), p[1] + number(-1e-3, 1e-3), p[2] + number(-1e-3, 1e-3));
  dQuaternion turn;
  for (int k = 0; k < 4; ++k) turn[k] = dBodyGetQuaternion(body)[k] + number(-1e-3, 1e-3);
  dBodySetQuaternion(body, turn);
}

void RandomIsland::set_axis(dJointID joint, void (*set)(dJointID, int, dReal), int group, double position) {
  set(joint, dParamCFM + group, kind_.cfm);
  if (chance(kind_.motors)) {
    set(joint, dParamVel + group, number(-2, 2));
    const bool is_weak = chance(kind_.weak);
    // At a stop ODE adds what a motor could give as a force: no infinite one.
    const bool has_limit = is_weak || kind_.stops > 0 || chance(0.8);
    set(joint, dParamFMax + group, is_weak ? number(0.01, 2) : has_limit ? number(1e3, 1e4) : dInfinity);
  }
  if (chance(kind_.stops)) {
    const bool is_low = chance(0.5);
    set(joint, dParamLoStop + group, is_low ? position + 0.05 : -3);
    set(joint, dParamHiStop + group, is_low ? 3 : position - 0.05);
    set(joint, dParamStopCFM + group, kind_.cfm);
    set(joint, dParamStopERP + group, 0.3);
    if (chance(0.3)) set(joint, dParamBounce + group, 0.4);
  }
}

dJointID RandomIsland::add_joint(dBodyID one, dBodyID other) {
  const dReal *p = dBodyGetPosition(one), *q = other ? dBodyGetPosition(other) : p;
  const double x = (p[0] + q[0]) / 2 + 0.01, y = (p[1] + q[1]) / 2, z = (p[2] + q[2]) / 2;
  dVector3 axis = {number(-1, 1), number(-1, 1), 1.5}, second = {1.5, number(-1, 1), 0};
  dNormalize3(axis);
  dNormalize3(second);
  dJointID joint = nullptr;
  switch (std::uniform_int_distribution(0, 7)(random_)) {
    case 0:
      joint = dJointCreateBall(world, nullptr);
      dJointAttach(joint, one, other);
      dJointSetBallAnchor(joint, x, y, z);
      dJointSetBallParam(joint, dParamCFM, kind_.cfm);
      break;
    case 1:
      joint = dJointCreateSlider(world, nullptr);
      dJointAttach(joint, one, other);
      dJointSetSliderAxis(joint, axis[0], axis[1], axis[2]);
      set_axis(joint, dJointSetSliderParam, 0, 0);
      break;
    case 2:
      joint = dJointCreateUniversal(world, nullptr);
      dJointAttach(joint, one, other);
      dJointSetUniversalAnchor(joint, x, y, z);
      dJointSetUniversalAxis1(joint, axis[0], axis[1], axis[2]);
      dJointSetUniversalAxis2(joint, axis[2], 0, -axis[0]);
      set_axis(joint, dJointSetUniversalParam, 0, 0);
      set_axis(joint, dJointSetUniversalParam, dParamGroup2, 0);
      break;
    case 3:
      joint = dJointCreateFixed(world, nullptr);
      dJointAttach(joint, one, other);
      dJointSetFixed(joint);
      dJointSetFixedParam(joint, dParamCFM, kind_.cfm);
      break;
    case 4:
      if (other) {
        joint = dJointCreateHinge2(world, nullptr);
        dJointAttach(joint, one, other);
        dJointSetHinge2Anchor(joint, x, y, z);
        dJointSetHinge2Axes(joint, axis, second);
        set_axis(joint, dJointSetHinge2Param, 0, 0);
        set_axis(joint, dJointSetHinge2Param, dParamGroup2, 0);
        break;
      }
      [[fallthrough]];
    default:
      joint = dJointCreateHinge(world, nullptr);
      dJointAttach(joint, one, other);
      dJointSetHingeAnchor(joint, x, y, z);
      dJointSetHingeAxis(joint, axis[0], axis[1], axis[2]);
      set_axis(joint, dJointSetHingeParam, 0, 0);
      break;
  }
  dJointSetFeedback(joint, &feedback_.emplace_back());
  return joint;
}

void RandomIsland::add_contact(dBodyID one, dBodyID other) {
  dContact contact{};
  contact.surface.mode = dContactSoftCFM | dContactSoftERP;
  contact.surface.soft_cfm = kind_.cfm;
  contact.surface.soft_erp = 0.2;
  contact.surface.mu = number(0.2, 1.5);
  if (!kind_.sticky || chance(0.5)) {
    contact.surface.mode |= dContactApprox1;
  } else if (chance(0.5)) {
    contact.surface.mu = dInfinity;
  }
  if (chance(0.2)) contact.surface.mu = 0;
  if (chance(0.3)) {
    contact.surface.mode |= dContactBounce;
    contact.surface.bounce = 0.5;
    contact.surface.bounce_vel = 0.1;
  }
  if (chance(0.2)) {
    contact.surface.mode |= dContactRolling;
    contact.surface.rho = 0.05;
  }
  if (chance(0.3)) {
    contact.surface.mode |= dContactSlip1 | dContactSlip2;
    contact.surface.slip1 = contact.surface.slip2 = 1e-3;
  }
  const dReal* p = dBodyGetPosition(one);
  dVector3 normal = {number(-1, 1), number(-1, 1), 1.5};
  dNormalize3(normal);
  for (int k = 0; k < 3; ++k) {
    contact.geom.pos[k] = p[k] + number(-0.2, 0.2);
    contact.geom.normal[k] = normal[k];
  }
  contact.geom.depth = number(0, 0.01);
  dJointAttach(dJointCreateContact(world, contacts_, &contact), one, other);
}

std::vector<double> RandomIsland::velocities() const {
  std::vector<double> result;
  for (const dBodyID body : bodies) {
    const dReal *linear = dBodyGetLinearVel(body), *angular = dBodyGetAngularVel(body);
    result.insert(result.end(), linear, linear + 3);
    result.insert(result.end(), angular, angular + 3);
  }
  return result;
}

std::vector<double> RandomIsland::poses() const {
  std::vector<double> result;
  for (const dBodyID body : bodies) {
    const dReal *position = dBodyGetPosition(body), *turn = dBodyGetQuaternion(body);
    result.insert(result.end(), position, position + 3);
    result.insert(result.end(), turn, turn + 4);
  }
  return result;
}

std::vector<double> RandomIsland::feedback() const {
  std::vector<double> result;
  for (const dJointFeedback& feedback : feedback_) {
    result.insert(result.end(), feedback.f1, feedback.f1 + 3);
    result.insert(result.end(), feedback.t1, feedback.t1 + 3);
  }
  return result;
}

}  // namespace lightsout
