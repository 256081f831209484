// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The PID of pid.lua in C++: the same operations in the same order, so the same bits.
#include <plugins/joint_callback.h>

#include <cstring>

namespace {

struct Pid {
  double p = 0, i = 0, d = 0;
  double cumulative_error = 0, last_error = 0;
};

}  // namespace

extern "C" {

void* pid_open(const lo_joint_setup* setup) {
  auto* pid = new Pid;
  for (int k = 0; k < setup->parameter_count; ++k) {
    const auto& parameter = setup->parameters[k];
    if (!std::strcmp(parameter.name, "PID_P")) pid->p = parameter.value;
    if (!std::strcmp(parameter.name, "PID_I")) pid->i = parameter.value;
    if (!std::strcmp(parameter.name, "PID_D")) pid->d = parameter.value;
  }
  return pid;
}

void pid_close(void* state) { delete static_cast<Pid*>(state); }

int pid(void* state, const lo_joint_in* in, lo_joint_out* out) {
  auto& self = *static_cast<Pid*>(state);
  if (in->first) self.cumulative_error = 0;
  double ctrl = in->errorValue * self.p;
  if (self.i != 0)
    self.cumulative_error = self.cumulative_error + in->errorValue * in->dynStepSize;
  else
    self.cumulative_error = 0;
  ctrl = ctrl + self.cumulative_error * self.i;
  if (!in->first) ctrl = ctrl + (in->errorValue - self.last_error) / in->dynStepSize * self.d;
  self.last_error = in->errorValue;
  double velocity = ctrl / in->dynStepSize;
  if (velocity > in->velUpperLimit) velocity = in->velUpperLimit;
  if (velocity < -in->velUpperLimit) velocity = -in->velUpperLimit;
  out->velocity = velocity;
  out->force = in->maxForce;
  return 0;
}
}
