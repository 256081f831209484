// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Computed torque for one link: gravity and inertia are fed forward, position and velocity errors fed back, so that the
// error obeys e'' + kd e' + kp e = 0 whatever the link weighs. Parameters: mass (kg), length (m, joint to centre of
// mass), inertia (kg m2 about the joint), gravity, kp, kd; angle 0 is straight down.
#include <plugins/joint_callback.h>

#include <cmath>
#include <cstring>

namespace {

struct Link {
  double mass = 0, length = 0, inertia = 0, gravity = 9.81, kp = 0, kd = 0;
  double last_position = 0;
};

}  // namespace

extern "C" {

void* computed_torque_open(const lo_joint_setup* setup) {
  auto* link = new Link;
  const struct {
    const char* name;
    double* value;
  } known[] = {{"mass", &link->mass},       {"length", &link->length}, {"inertia", &link->inertia},
               {"gravity", &link->gravity}, {"kp", &link->kp},         {"kd", &link->kd}};
  for (int i = 0; i < setup->parameter_count; ++i)
    for (const auto& k : known)
      if (!std::strcmp(setup->parameters[i].name, k.name)) *k.value = setup->parameters[i].value;
  return link;
}

void computed_torque_close(void* state) { delete static_cast<Link*>(state); }

int computed_torque(void* state, const lo_joint_in* in, lo_joint_out* out) {
  auto& link = *static_cast<Link*>(state);
  const double velocity = in->first ? 0 : (in->currentPos - link.last_position) / in->dynStepSize;
  link.last_position = in->currentPos;
  const double torque = link.inertia * (link.kp * in->errorValue - link.kd * velocity) +
                        link.mass * link.gravity * link.length * std::sin(in->currentPos);
  // A torque is a limit that a velocity out of reach uses up.
  out->force = std::fmin(std::fabs(torque), in->maxForce);
  out->velocity = torque > 0 ? in->velUpperLimit : -in->velUpperLimit;
  return 0;
}
}
