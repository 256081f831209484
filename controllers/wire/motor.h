/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Rotational and linear motors. Positions in rad or m, forces in N m or N. */
#ifndef LIGHTSOUT_WIRE_MOTOR_H
#define LIGHTSOUT_WIRE_MOTOR_H

#include "controllers/wire/block.h"

enum { /* lo_motor_state.changed */
       LO_MOTOR_POSITION = 1,
       LO_MOTOR_VELOCITY = 2,
       LO_MOTOR_ACCELERATION = 4,
       LO_MOTOR_AVAILABLE_FORCE = 8,
       LO_MOTOR_FORCE = 16,
       LO_MOTOR_PID = 32,
       LO_MOTOR_FEEDBACK_PERIOD = 64
};

typedef struct {
  /* commands: the fields whose bit is in `changed`; what they are checked against follows, in one cache line with them
   */
  uint32_t changed;
  uint32_t feedback_period_ms;
  double position; /* +-infinity: velocity control */
  double velocity;
  /* configuration */
  double max_velocity, multiplier, min_position, max_position;
  int32_t linear;              /* 0: rotational */
  uint32_t coupled_tags_count; /* motors that share the name before "::" */
  /* more commands */
  double acceleration; /* -1: unlimited */
  double available_force;
  double force; /* force or torque control until the next position command */
  double pid[3];
  /* more configuration */
  double max_force;
  lo_array coupled_tags; /* uint32_t */
  uint32_t brake_tag;    /* devices of the same joint; 0: none */
  uint32_t position_sensor_tag;
  double initial_acceleration, initial_pid[3];
  /* readings */
  double feedback;
} lo_motor_state;

#endif
