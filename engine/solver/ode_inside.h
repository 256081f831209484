// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What ODE 0.16 keeps inside of bodies and joints, and hands to the function that steps an island. This room alone
// reads it (engine/ode/ode_lists knows the lists); `ode_inside::reason_against` tries this knowledge on a world of its
// own.
#pragma once

#include <ode/ode.h>

#include <cstdint>
#include <string>

// ODE's own name: it is part of the name of the function that steps an island.
struct dxStepperProcessingCallContext;
// As ODE calls it (island_step.cpp).
void dxStepBody(dxBody* body, dReal step);

namespace lightsout::ode_inside {

// dObject of objects.h, the base of dxBody and dxJoint.
struct Object {
  void** functions;  // of the class
  dWorldID world;
  Object* next;
  Object** tome;
  int tag;
  void* user_data;
};

struct Joint;

// dxBody, as far as a step needs it. Velocities are of the centre of mass, all in world axes.
struct Body : Object {
  struct JointNode* first_joint;
  unsigned flags;
  dGeomID geom;
  dMass mass;
  dMatrix3 inverse_inertia;  // in the body's axes; zero where kinematic
  dReal inverse_mass;        // zero where kinematic
  dVector3 position;
  dMatrix3 rotation;
  dQuaternion orientation;
  dVector3 linear_velocity, angular_velocity;
  dVector3 force, torque;
};

constexpr unsigned no_gravity = 8, gyroscopic = 256;  // Body::flags

struct JointNode {
  Joint* joint;
  Body* body;
  JointNode* next;
};

// dxJoint. The first body is never missing; the second is where the environment holds the joint.
struct Joint : Object {
  unsigned flags;
  JointNode node[2];
  dJointFeedback* feedback;

  // Rows of the joint: in all, and those without bounds.
  struct Counts {
    std::uint8_t rows, unbounded;
  };
  // getInfo1: how many rows the joint has now.
  void count(Counts& counts) {
    using Function = void (*)(Joint*, Counts*);
    reinterpret_cast<Function>(functions[2])(this, &counts);
  }
  // getInfo2: the rows. The caller has set the Jacobians to zero, pairs to (0, world's CFM) and (-inf, inf), and
  // `findex` to -1. The right hand side is a velocity, the CFM's unit is s / kg; a step's length divides both.
  void read(double steps_per_second, double erp, int row_skip, double* jacobian1, double* jacobian2, int pair_skip,
            double* rhs_cfm, double* low_high, int* findex) {
    using Function = void (*)(Joint*, dReal, dReal, int, dReal*, dReal*, int, dReal*, dReal*, int*);
    reinterpret_cast<Function>(functions[3])(this, steps_per_second, erp, row_skip, jacobian1, jacobian2, pair_skip,
                                             rhs_cfm, low_high, findex);
  }
};

// dxWorldProcessMemArena of util.h: the memory that an island's step takes from, of enough size for any of the world's.
struct Arena {
  char *next, *begin, *end;
  char* all;            // of which the beginning was lost to alignment
  const void* manager;  // that gives it back
};

// dxStepperProcessingCallContext of util.h.
struct Call {
  dWorldID world;
  dReal step;
  Arena* arena;
  void* final_releasee;
  Body* const* bodies;
  Joint* const* joints;
  unsigned body_count, joint_count, threads;
};

// ODE's own steps, found by their names: of an island by its dense solver, and of one body by its velocity.
using StepIsland = void(const dxStepperProcessingCallContext*);
using StepBody = void(Body*, dReal);
StepIsland* stock_step_island();
StepBody* stock_step_body();

// Empty if ODE is as this file has it, else what is otherwise. It steps a world of its own.
std::string reason_against();
// To be told each call of dxStepIsland and dxStepBody: the trial looks at its own.
void note(const Call& call);
void note(const Body& body);

}  // namespace lightsout::ode_inside
