// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The bodies and the constraint rows of one island, as ODE's own joints give them: what dWorldStep poses.
//
// With J the rows' Jacobian, M the masses, v velocities before the step, f forces, h the step's length and c, cfm what
// joints ask for, the forces x of the rows solve
//   (J M^-1 J' + cfm / h) x = c / h - J (v / h + M^-1 f) + w
// where w = 0 or x is at a bound and w pushes against it (Baraff 1994; ODE's step.cpp). After a step J v = c - cfm x +
// h w, so a contact that stays as it is will have the force (c - J v) / cfm, or that is beyond its bound.
#pragma once

#include <span>

#include "engine/solver/block.h"
#include "engine/solver/kernels.h"
#include "engine/solver/ode_inside.h"
#include "engine/solver/scratch.h"

namespace lightsout {

struct BodyState {
  ode_inside::Body* body;
  double inverse_mass;
  double inverse_inertia[3][3];                   // in world axes
  alignas(64) double inertia_rows[3][row_width];  // its rows behind three zeros
  alignas(16) double pull[block_size];            // v / h + M^-1 f, linear and angular
  alignas(16) double velocity[block_size];        // v
};

struct JointRows {
  ode_inside::Joint* joint;
  int body[2];  // in the island; -1: the environment
  int count;
  bool is_contact;
  // Of the bodies that are there; linear, angular. Rows beyond `count` are zero where the joint is no contact.
  Block jacobian[2];
  Block weighted[2];  // J M^-1
  double rhs_cfm[block_size][2];
  double low_high[block_size][2];
  int findex[block_size];  // the row of this joint whose force scales the bounds, or -1
  double force[block_size];
  double expected[block_size];  // of contacts: what `force` would be if the row moved on as it does
};

class IslandRows {
 public:
  // Counts the rows, and those of joints that are no contacts.
  void count(const ode_inside::Call& call);
  int all_rows() const { return all_rows_; }
  int joint_rows() const { return joint_rows_; }
  // Reads the rows. Adds gravity and gyroscopic torques to the bodies' forces, as ODE does at a step's beginning, and
  // what joints add; `undo` takes all that back.
  void read();
  void undo();
  // Moves the bodies by the forces of the rows, and tells the joints' feedback.
  void finish();

  std::span<JointRows> joints() { return {joints_.get(), std::size_t(joint_size_)}; }
  std::span<BodyState> bodies() { return {bodies_.get(), call_->body_count}; }

 private:
  struct Forces {
    double force[3], torque[3];
  };
  void prepare(BodyState& state) const;
  void read(JointRows& rows) const;

  const Kernels* kernels_ = &kernels();
  const ode_inside::Call* call_ = nullptr;
  Scratch<BodyState> bodies_;
  Scratch<Forces> before_;
  Scratch<double> acting_;  // constraint forces on each body
  Scratch<JointRows> joints_;
  int joint_size_ = 0, all_rows_ = 0, joint_rows_ = 0;
};

}  // namespace lightsout
