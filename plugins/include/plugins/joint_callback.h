/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* The joint callback interface for C and C++: a control law that the simulator calls for one joint at every dynamics
 * pass, before the forces of that pass. A shared library exports one function per law; a run file binds laws to joints.
 * The names in the structs are those of the Lua form of the same interface. */
#ifndef LIGHTSOUT_PLUGINS_JOINT_CALLBACK_H
#define LIGHTSOUT_PLUGINS_JOINT_CALLBACK_H

#ifdef __cplusplus
extern "C" {
#endif

/* Angles in rad, lengths in m, forces in N, torques in N m. Positions and velocities are positive along the joint's
 * axis. */
typedef struct lo_joint_in {
  int first;       /* 1 at the first call after the world was loaded or reset */
  int revolute;    /* 1: hinge, 0: slider */
  int cyclic;      /* 1: a hinge without limits; positions are then in (-pi, pi] */
  int handle;      /* a number of this joint, unique in the run */
  double lowLimit; /* of a joint that is not cyclic */
  double highLimit;
  int passCnt;     /* dynamics pass within the basic step, from 0 */
  int totalPasses; /* dynamics passes per basic step */
  double currentPos;
  double targetPos;
  double errorValue;  /* targetPos - currentPos; of a cyclic joint the shortest way round */
  double effort;      /* force or torque along the axis that the motor, its friction and its stops exerted on the moving
                         side in the last pass */
  double dynStepSize; /* length of a pass in s */
  double targetVel;
  double maxForce;
  double velUpperLimit;
  double currentVel; /* measured, in rad/s or m/s */
  int axis;          /* of the joint: 1, or 2 and 3 of a hinge-2 or ball joint */
} lo_joint_in;

/* What the joint does in this pass: reach `velocity`, exerting at most `force`. */
typedef struct lo_joint_out {
  double force;
  double velocity;
} lo_joint_out;

typedef struct lo_joint_parameter {
  const char* name;
  double value;
} lo_joint_parameter;

/* What the run file says of one joint. Valid during the call only. */
typedef struct lo_joint_setup {
  const char* joint; /* the joint's path in the world */
  int handle;
  int parameter_count;
  const lo_joint_parameter* parameters;
  const char* files; /* the folder for what the law writes (--law-files); NULL: none was given */
} lo_joint_setup;

/* A law named NAME in the run file is three functions. The first is required:
 *
 *   int NAME(void *state, const lo_joint_in *in, lo_joint_out *out);
 *
 * returns 0; any other number, or a result that is not finite, stops the run. `out` comes as {maxForce, 0}. The others
 * are optional: NAME_open makes the state of one joint, once per load of the world; NAME_close takes it back.
 *
 *   void *NAME_open(const lo_joint_setup *setup);
 *   void NAME_close(void *state);
 */
typedef int (*lo_joint_callback)(void* state, const lo_joint_in* in, lo_joint_out* out);
typedef void* (*lo_joint_open)(const lo_joint_setup* setup);
typedef void (*lo_joint_close)(void* state);

#ifdef __cplusplus
}
#endif

#endif
