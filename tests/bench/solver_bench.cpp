// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Solving an island along the tree of its joints against ODE's dense solver: robots of several kinds, of bodies, joints
// and contacts alone, put back into their first state before each step. Processor time, in turns.
//
// solver_bench [NAME [STEPS]]: all robots, or the one whose name holds NAME; with STEPS that many by the first
// alone, or by the second if it is negative, for a profile.
#include <fmt/format.h>
#include <ode/ode.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/ode/ode_context.h"
#include "engine/solver/island_solver.h"
#include "tests/support/silent_log.h"

using namespace lightsout;

namespace {

constexpr double h = 0.008;

class Machine {
 public:
  Machine() {
    dWorldSetGravity(world_, 0, 0, -9.81);
    dWorldSetCFM(world_, 1e-5);
  }
  ~Machine() {
    dJointGroupDestroy(group_);
    dWorldDestroy(world_);
  }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  dBodyID body(double mass, double x, double y, double z) {
    const dBodyID body = dBodyCreate(world_);
    dMass m;
    dMassSetBoxTotal(&m, mass, 0.1, 0.1, 0.2);
    dBodySetMass(body, &m);
    dBodySetPosition(body, x, y, z);
    bodies_.push_back(body);
    return body;
  }
  // A hinge halfway between the two, with a motor that holds still; `torque` 0: none.
  void hinge(dBodyID one, dBodyID other, int axis, double torque) {
    const dJointID joint = dJointCreateHinge(world_, nullptr);
    dJointAttach(joint, one, other);
    const dReal *p = dBodyGetPosition(one), *q = other ? dBodyGetPosition(other) : p;
    dJointSetHingeAnchor(joint, (p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2);
    dJointSetHingeAxis(joint, axis == 0, axis == 1, axis == 2);
    dJointSetHingeParam(joint, dParamFMax, torque);
  }
  void slider(dBodyID one, dBodyID other, int axis, double velocity, double force) {
    const dJointID joint = dJointCreateSlider(world_, nullptr);
    dJointAttach(joint, one, other);
    dJointSetSliderAxis(joint, axis == 0, axis == 1, axis == 2);
    dJointSetSliderParam(joint, dParamVel, velocity);
    dJointSetSliderParam(joint, dParamFMax, force);
  }
  // Four corners of a rectangle, seen from the body's middle; half a side in the two axes that the normal is not.
  void contacts(dBodyID one, dBodyID other, int normal, double sign, double offset, double half1, double half2) {
    for (int i = 0; i < 4; ++i) {
      const int axis1 = (normal + 1) % 3, axis2 = (normal + 2) % 3;
      std::array<double, 3> at{};
      at[normal] = offset;
      at[axis1] = i % 2 ? half1 : -half1;
      at[axis2] = i / 2 ? half2 : -half2;
      contact(one, other, at, normal, sign);
    }
  }
  void contact(dBodyID one, dBodyID other, std::array<double, 3> at, int normal, double sign) {
    dContact contact{};
    contact.surface.mode = dContactApprox1 | dContactSoftCFM | dContactSoftERP;
    contact.surface.mu = 1;
    contact.surface.soft_cfm = 1e-3;
    contact.surface.soft_erp = 0.2;
    for (int k = 0; k < 3; ++k) contact.geom.pos[k] = dBodyGetPosition(one)[k] + at[k];
    contact.geom.normal[normal] = sign;
    contact.geom.depth = 1e-4;
    dJointAttach(dJointCreateContact(world_, group_, &contact), one, other);
  }

  void step() {
    while (states_.size() < bodies_.size()) states_.emplace_back(bodies_[states_.size()]);
    for (const State& state : states_) state.restore();
    dWorldStep(world_, h);
  }

 private:
  struct State {
    explicit State(dBodyID of) : body(of) {
      std::copy_n(dBodyGetPosition(body), 3, position);
      std::copy_n(dBodyGetQuaternion(body), 4, turn);
    }
    void restore() const {
      dBodySetPosition(body, position[0], position[1], position[2]);
      dBodySetQuaternion(body, turn);
      dBodySetLinearVel(body, 0, 0, 0);
      dBodySetAngularVel(body, 0, 0, 0);
    }
    dBodyID body;
    double position[3];
    dQuaternion turn;
  };
  dWorldID world_ = dWorldCreate();
  dJointGroupID group_ = dJointGroupCreate(0);
  std::vector<dBodyID> bodies_;
  std::vector<State> states_;
};

// As in step_bench: each leg six hinges, each arm three, abdomen two, neck one.
void humanoid(Machine& m) {
  const dBodyID pelvis = m.body(8, 0, 0, 1);
  const auto chain = [&](dBodyID from, double x, double y, double z, std::initializer_list<int> axes, double way) {
    for (const int axis : axes) {
      const dBodyID next = m.body(1.5, x, y, z += way);
      m.hinge(next, from, axis, 200);
      from = next;
    }
    return from;
  };
  const dBodyID chest = chain(pelvis, 0, 0, 1, {2, 1}, 0.2);
  chain(chest, 0, 0, 1.4, {2}, 0.2);
  for (const double side : {-0.1, 0.1}) {
    chain(chest, 0, 2 * side, 1.4, {1, 0, 1}, -0.2);
    const dBodyID foot = chain(pelvis, 0, side, 1, {2, 0, 1, 1, 1, 0}, -0.16);
    m.contacts(foot, nullptr, 2, 1, -0.02, 0.2, 0.08);
  }
}

// A trunk with four legs of three hinges, each foot a ball.
void walker(Machine& m) {
  const dBodyID trunk = m.body(10, 0, 0, 0.5);
  for (int i = 0; i < 4; ++i) {
    const double x = i % 2 ? 0.3 : -0.3, y = i / 2 ? 0.15 : -0.15;
    dBodyID from = trunk;
    for (int k = 0; k < 3; ++k) {
      const dBodyID next = m.body(1, x, y, 0.45 - 0.17 * k);
      m.hinge(next, from, k == 0 ? 0 : 1, 50);
      from = next;
    }
    m.contact(from, nullptr, {0, 0, -0.05}, 2, 1);
  }
}

void cart_pole(Machine& m) {
  const dBodyID cart = m.body(1, 0, 0, 0.1), pole = m.body(0.1, 0.1, 0, 0.5);
  m.slider(cart, nullptr, 0, 0.1, 10);
  m.hinge(pole, cart, 1, 0);
}

void two_wheels(Machine& m) {
  const dBodyID trunk = m.body(3, 0, 0, 0.08);
  for (const double side : {-0.08, 0.08}) {
    const dBodyID wheel = m.body(0.5, 0, side, 0.05);
    m.hinge(wheel, trunk, 1, 10);
    m.contact(wheel, nullptr, {0, 0.01, -0.05}, 2, 1);
    m.contact(wheel, nullptr, {0, -0.01, -0.05}, 2, 1);
  }
  m.contact(trunk, nullptr, {0.08, 0, -0.08}, 2, 1);
}

// Seven hinges, and two fingers that press on a box as strongly as they can.
void arm(Machine& m) {
  dBodyID from = nullptr;
  for (int i = 0; i < 7; ++i) {
    const dBodyID next = m.body(2 - 0.2 * i, 0.1 * i, 0, 0.5);
    m.hinge(next, from, i % 3, 200);
    from = next;
  }
  const dBodyID box = m.body(0.5, 0.75, 0, 0.5);
  for (const double side : {-0.1, 0.1}) {
    const dBodyID finger = m.body(0.1, 0.75, side, 0.5);
    m.slider(finger, from, 1, side > 0 ? 1 : -1, 30);
    m.contacts(box, finger, 1, side > 0 ? -1 : 1, side / 2, 0.02, 0.02);
  }
}

void tree_of_100(Machine& m) {
  std::vector<dBodyID> bodies = {m.body(5, 0, 0, 1)};
  for (int i = 1; i <= 100; ++i) {
    const dBodyID next = m.body(0.5, 0.1 * i, 0.05 * (i % 4), 1);
    m.hinge(next, bodies[i % 5 == 0 ? i / 2 : i - 1], i % 3, 50);
    bodies.push_back(next);
  }
}

void box(Machine& m) { m.contacts(m.body(1, 0, 0, 0.1), nullptr, 2, 1, -0.1, 0.05, 0.05); }

struct Scene {
  std::string_view name;
  void (*make)(Machine&);
};
constexpr Scene scenes[] = {{"humanoid of 21 joints", humanoid},
                            {"walker of 12 joints", walker},
                            {"cart-pole", cart_pole},
                            {"two-wheeled robot", two_wheels},
                            {"arm with gripper and box", arm},
                            {"tree of 100 joints", tree_of_100},
                            {"box on a floor", box}};

// By the solver, or by ODE's own where there is none.
double seconds(Machine& machine, IslandSolver* solver, int steps) {
  const auto now = [] {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
  };
  const double start = now();
  for (int i = 0; i < steps; ++i) {
    std::optional<IslandSolver::Stepping> stepping;
    if (solver) stepping.emplace(*solver);
    machine.step();
  }
  return now() - start;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view wanted = argc > 1 ? argv[1] : "";
  SilentLog log;
  const OdeMessages messages(log);
  fmt::print("{:<28} {:>10} {:>10} {:>8}\n", "island", "tree us", "dense us", "ratio");
  for (const Scene& scene : scenes) {
    if (scene.name.find(wanted) == std::string_view::npos) continue;
    Machine machine;
    scene.make(machine);
    IslandSolver solver;
    solver.set_takes(IslandSolver::Takes::AllWithJoints);
    if (argc > 2) {
      const int wanted_steps = std::atoi(argv[2]);
      seconds(machine, wanted_steps > 0 ? &solver : nullptr, std::abs(wanted_steps));
      continue;
    }
    double sparse = 0, dense = 0;
    constexpr int turns = 20, steps = 50;
    for (int turn = 0; turn < turns; ++turn) {
      dense += seconds(machine, nullptr, steps);
      sparse += seconds(machine, &solver, steps);
    }
    const double all = turns * steps;
    fmt::print("{:<28} {:>10.2f} {:>10.2f} {:>8.3f}{}\n", scene.name, sparse / all * 1e6, dense / all * 1e6,
               sparse / dense, solver.counts().dense > 0 ? "  (both dense)" : "");
  }
  return 0;
}
