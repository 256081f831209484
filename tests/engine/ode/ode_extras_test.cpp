// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Suspension axes on ODE's hinges: the sag and the oscillation of a spring, and that the joint stays what its holder
// knows.
#include "engine/ode/ode_extras.h"

#include <catch2/catch.hpp>
#include <cmath>

namespace {

constexpr double h = 0.001, gravity = 10, wheel_mass = 2, stiffness = 4000, damping = 60;
const double spring_erp = h * stiffness / (h * stiffness + damping);
const double spring_cfm = 1 / (h * stiffness + damping);

// ODE wants to be initialised once; ending it with each rig would take its meshes away from other tests.
dWorldID make_world() {
  dInitODE2(0);
  return dWorldCreate();
}

// A wheel (body 2) on a chassis that is far heavier or the world itself (body 1); the axle is along y, gravity along
// -z.
struct Rig {
  dWorldID world = make_world();
  dBodyID chassis = nullptr;
  dBodyID wheel = dBodyCreate(world);
  dJointID hinge = nullptr;

  explicit Rig(bool free_chassis) {
    dWorldSetGravity(world, 0, 0, -gravity);
    dWorldSetERP(world, 0.2);
    dWorldSetCFM(world, 1e-10);
    dMass mass;
    dMassSetSphereTotal(&mass, wheel_mass, 0.1);
    dBodySetMass(wheel, &mass);
    dBodySetPosition(wheel, 1, 0, 0);
    if (free_chassis) {
      chassis = dBodyCreate(world);
      dMassSetBoxTotal(&mass, 1e12, 1, 1, 1);
      dBodySetMass(chassis, &mass);
      dBodySetGravityMode(chassis, 0);
    }
    hinge = dJointCreateHinge(world, nullptr);
    dJointAttach(hinge, chassis, wheel);
    dJointSetHingeAnchor(hinge, 1, 0, 0);
    dJointSetHingeAxis(hinge, 0, 1, 0);
  }
  ~Rig() { dWorldDestroy(world); }
  void soften(double x, double y, double z) {
    dJointSetHingeParam(hinge, dParamSuspensionERP, spring_erp);
    dJointSetHingeParam(hinge, dParamSuspensionCFM, spring_cfm);
    dJointSetHingeSuspensionAxis(hinge, x, y, z);
  }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) dWorldStep(world, h);
  }
};

}  // namespace

TEST_CASE("a suspended wheel sags by m g / k") {
  const bool free_chassis = GENERATE(true, false);
  Rig rig(free_chassis);
  rig.soften(0, 0, 1);
  rig.run(5000);
  const double sag = wheel_mass * gravity / stiffness;
  CHECK(dBodyGetPosition(rig.wheel)[2] == Approx(-sag).epsilon(1e-3));
  CHECK(std::abs(dBodyGetPosition(rig.wheel)[0] - 1) < 1e-4);
  CHECK(std::abs(lightsout::suspension_travel(rig.hinge)) == Approx(sag).epsilon(1e-3));
}

TEST_CASE("an oblique suspension axis carries only the force along it") {
  Rig rig(true);
  // 30 degrees from the vertical, towards the axle: the spring bears m g cos(30), the joint bears the rest.
  const double angle = M_PI / 6;
  rig.soften(0, std::sin(angle), std::cos(angle));
  rig.run(5000);
  const double travel = wheel_mass * gravity * std::cos(angle) / stiffness;
  CHECK(dBodyGetPosition(rig.wheel)[2] == Approx(-travel * std::cos(angle)).epsilon(1e-3));
  CHECK(dBodyGetPosition(rig.wheel)[1] == Approx(-travel * std::sin(angle)).epsilon(1e-3));
}

TEST_CASE("the suspension swings with the frequency and damping of its spring") {
  Rig rig(true);
  rig.soften(0, 0, 1);
  // Released at rest above its place by m g / k: z = sag (e^(-b t) (cos w t + b/w sin w t) - 1), b = d/2m, w^2 = k/m -
  // b^2.
  const double sag = wheel_mass * gravity / stiffness, b = damping / (2 * wheel_mass);
  const double w = std::sqrt(stiffness / wheel_mass - b * b);
  for (int step = 1; step <= 200; ++step) {
    dWorldStep(rig.world, h);
    const double t = step * h;
    const double expected = sag * (std::exp(-b * t) * (std::cos(w * t) + b / w * std::sin(w * t)) - 1);
    // The first-order integrator errs by about w h / 2 of the amplitude.
    CHECK(std::abs(dBodyGetPosition(rig.wheel)[2] - expected) < sag * w * h);
  }
}

TEST_CASE("motor, stops, angle and rate are those of the hinge") {
  const bool free_chassis = GENERATE(true, false);
  // Where body 1 is the world, stock ODE's motor and stops work against the angle that it reports; so must ours.
  const double sign = free_chassis ? 1 : -1;
  for (const bool suspended : {false, true}) {
    Rig rig(free_chassis);
    if (suspended) rig.soften(0, 0, 1);
    dJointSetHingeParam(rig.hinge, dParamFMax, 100);
    dJointSetHingeParam(rig.hinge, dParamVel, 2);
    rig.run(500);
    CHECK(dJointGetHingeAngleRate(rig.hinge) == Approx(sign * 2).epsilon(1e-6));
    CHECK(dJointGetHingeAngle(rig.hinge) == Approx(sign * 1).epsilon(1e-2));
    dJointSetHingeParam(rig.hinge, dParamHiStop, 1.25);
    rig.run(1000);
    CHECK(dJointGetHingeAngle(rig.hinge) == Approx(sign * 1.25).epsilon(1e-3));
    CHECK(dJointGetHingeParam(rig.hinge, dParamHiStop) == 1.25);
    dJointSetHingeParam(rig.hinge, dParamVel, -2);
    dJointSetHingeParam(rig.hinge, dParamLoStop, -0.5);
    rig.run(2000);
    CHECK(dJointGetHingeAngle(rig.hinge) == Approx(sign * -0.5).epsilon(1e-3));
    // The wheel has turned; the suspension has not turned with it.
    if (suspended) CHECK(dBodyGetPosition(rig.wheel)[2] == Approx(-wheel_mass * gravity / stiffness).epsilon(1e-2));
  }
}

TEST_CASE("an axis given to a hinge that has turned keeps its stops where they were") {
  Rig rig(true);
  dJointSetHingeParam(rig.hinge, dParamFMax, 100);
  dJointSetHingeParam(rig.hinge, dParamVel, 2);
  rig.run(500);
  dJointSetHingeParam(rig.hinge, dParamHiStop, 1.5);
  rig.soften(0, 0, 1);
  rig.run(1000);
  CHECK(dJointGetHingeAngle(rig.hinge) == Approx(1.5).epsilon(1e-3));
}

TEST_CASE("the joint's id, bodies, type, place and feedback stay") {
  Rig rig(true);
  dJointFeedback feedback{};
  dJointSetFeedback(rig.hinge, &feedback);
  int data = 0;
  dJointSetData(rig.hinge, &data);
  rig.soften(0, 0, 2);
  CHECK(dJointGetType(rig.hinge) == dJointTypeHinge);
  CHECK(dJointGetBody(rig.hinge, 0) == rig.chassis);
  CHECK(dJointGetBody(rig.hinge, 1) == rig.wheel);
  CHECK(dJointGetData(rig.hinge) == &data);
  CHECK(dJointIsEnabled(rig.hinge) == 1);
  CHECK(dJointGetFeedback(rig.hinge) == &feedback);
  CHECK(dBodyGetNumJoints(rig.wheel) == 1);
  CHECK(dBodyGetJoint(rig.wheel, 0) == rig.hinge);
  CHECK(dConnectingJoint(rig.chassis, rig.wheel) == rig.hinge);
  dVector3 axis;
  dJointGetHingeSuspensionAxis(rig.hinge, axis);
  CHECK(axis[2] == 1);
  rig.run(5000);
  // At rest the joint bears the wheel's weight.
  CHECK(std::abs(feedback.f2[2]) == Approx(wheel_mass * gravity).epsilon(1e-3));
  CHECK(dJointGetHingeParam(rig.hinge, dParamSuspensionERP) == spring_erp);
  CHECK(dJointGetHingeParam(rig.hinge, dParamSuspensionCFM) == spring_cfm);

  SECTION("the zero vector makes it rigid again") {
    dJointSetHingeSuspensionAxis(rig.hinge, 0, 0, 0);
    rig.run(5000);
    CHECK(std::abs(dBodyGetPosition(rig.wheel)[2]) < 1e-6);
    CHECK(dBodyGetNumJoints(rig.wheel) == 1);
    CHECK(dJointGetFeedback(rig.hinge) == &feedback);
    CHECK(std::abs(feedback.f2[2]) == Approx(wheel_mass * gravity).epsilon(1e-3));
  }
  SECTION("disabled, it holds nothing") {
    dJointDisable(rig.hinge);
    CHECK(dJointIsEnabled(rig.hinge) == 0);
    const double z = dBodyGetPosition(rig.wheel)[2];
    rig.run(100);
    CHECK(dBodyGetPosition(rig.wheel)[2] < z - 0.04);
  }
  SECTION("destroyed, it leaves nothing behind") {
    dJointDestroy(rig.hinge);
    CHECK(dBodyGetNumJoints(rig.wheel) == 0);
    const double z = dBodyGetPosition(rig.wheel)[2];
    rig.run(100);
    CHECK(dBodyGetPosition(rig.wheel)[2] < z - 0.04);
  }
}

TEST_CASE("a group's suspended hinge goes with its group") {
  Rig rig(true);
  dJointDestroy(rig.hinge);
  const dJointGroupID group = dJointGroupCreate(0);
  for (int i = 0; i < 3; ++i) {
    rig.hinge = dJointCreateHinge(rig.world, group);
    dJointAttach(rig.hinge, rig.chassis, rig.wheel);
    dJointSetHingeAnchor(rig.hinge, 1, 0, 0);
    dJointSetHingeAxis(rig.hinge, 0, 1, 0);
    CHECK(dJointIsEnabled(rig.hinge) == 1);
    rig.soften(0, 0, 1);
    rig.run(10);
    CHECK(dBodyGetNumJoints(rig.wheel) == 1);
    dJointGroupEmpty(group);
    CHECK(dBodyGetNumJoints(rig.wheel) == 0);
  }
  dJointGroupDestroy(group);
}

TEST_CASE("a hinge-2 gives way along the axis it was given, steers and drives") {
  Rig rig(true);
  dJointDestroy(rig.hinge);
  const dJointID joint = dJointCreateHinge2(rig.world, nullptr);
  dJointAttach(joint, rig.chassis, rig.wheel);
  dJointSetHinge2Anchor(joint, 1, 0, 0);
  const dVector3 steering{0, 0, 1}, axle{0, 1, 0};
  dJointSetHinge2Axes(joint, steering, axle);
  dVector3 axis;
  dJointGetHinge2SuspensionAxis(joint, axis);
  CHECK(axis[2] == 1);
  const double angle = GENERATE(0.0, 0.3);
  dJointSetHinge2Param(joint, dParamSuspensionERP, spring_erp);
  dJointSetHinge2Param(joint, dParamSuspensionCFM, spring_cfm);
  dJointSetHinge2SuspensionAxis(joint, std::sin(angle), 0, std::cos(angle));
  // Steering locked by its stops at 0.2 rad, wheel driven.
  dJointSetHinge2Param(joint, dParamLoStop, 0.2);
  dJointSetHinge2Param(joint, dParamHiStop, 0.2);
  dJointSetHinge2Param(joint, dParamVel2, 3);
  dJointSetHinge2Param(joint, dParamFMax2, 100);
  rig.run(5000);
  const double travel = wheel_mass * gravity * std::cos(angle) / stiffness;
  CHECK(dBodyGetPosition(rig.wheel)[2] == Approx(-travel * std::cos(angle)).epsilon(2e-3));
  CHECK(dBodyGetPosition(rig.wheel)[0] == Approx(1 - travel * std::sin(angle)).epsilon(2e-3));
  CHECK(dJointGetHinge2Angle1(joint) == Approx(0.2).epsilon(1e-2));
  CHECK(dJointGetHinge2Angle2Rate(joint) == Approx(3).epsilon(1e-3));
  CHECK(dJointGetHinge2Param(joint, dParamVel2) == 3);

  // The same without a suspension axis of its own: the signs are those of stock ODE.
  Rig stock(true);
  dJointDestroy(stock.hinge);
  const dJointID plain = dJointCreateHinge2(stock.world, nullptr);
  dJointAttach(plain, stock.chassis, stock.wheel);
  dJointSetHinge2Anchor(plain, 1, 0, 0);
  dJointSetHinge2Axes(plain, steering, axle);
  dJointSetHinge2Param(plain, dParamLoStop, 0.2);
  dJointSetHinge2Param(plain, dParamHiStop, 0.2);
  dJointSetHinge2Param(plain, dParamVel2, 3);
  dJointSetHinge2Param(plain, dParamFMax2, 100);
  stock.run(5000);
  CHECK(dJointGetHinge2Angle1(plain) == Approx(0.2).epsilon(1e-2));
  CHECK(dBodyGetAngularVel(stock.wheel)[1] == Approx(dBodyGetAngularVel(rig.wheel)[1]).epsilon(1e-2));
}

TEST_CASE("small functions") {
  const dGeomID ball = dCreateSphere(nullptr, 1), box = dCreateBox(nullptr, 1, 1, 1);
  dGeomSetDynamicFlag(ball);
  CHECK(dAreGeomsSame(ball, ball) == 1);
  CHECK(dAreGeomsSame(ball, box) == 0);
  dGeomDestroy(ball);
  dGeomDestroy(box);
}
