// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/island_rows.h"

#include <algorithm>

namespace lightsout {
namespace {

using ode_inside::Body;

// A 3 x 3 matrix of world axes, of one of body axes: r m r'. ODE's rows have four numbers.
void turned(const dReal* m, const dReal* r, double result[3][3]) {
  double half[3][3];  // m r'
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k)
      half[i][k] = m[4 * i] * r[4 * k] + m[4 * i + 1] * r[4 * k + 1] + m[4 * i + 2] * r[4 * k + 2];
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k)
      result[i][k] = r[4 * i] * half[0][k] + r[4 * i + 1] * half[1][k] + r[4 * i + 2] * half[2][k];
}

void times(const double m[3][3], const double* v, double* result) {
  for (int i = 0; i < 3; ++i) result[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
}

bool inverted(const double m[3][3], double result[3][3]) {
  const auto minor = [&](int r, int c) {
    const int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
    return m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1];
  };
  double cofactors[3][3];
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) cofactors[r][c] = minor(r, c);
  const double determinant = m[0][0] * cofactors[0][0] + m[0][1] * cofactors[0][1] + m[0][2] * cofactors[0][2];
  if (determinant == 0) return false;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) result[r][c] = cofactors[c][r] / determinant;
  return true;
}

// Gyroscopic torque by an implicit step, which stays bounded at any speed (Lacoursiere, Stabilizing gyroscopic forces
// in rigid multibody simulations, 2006): with angular momentum L = I w and the pseudo-tensor P = I - h [L], torque = (I
// P^-1 - 1) L / h. [L] is the matrix of the cross product with L.
void add_gyroscopic_torque(Body& body, double h) {
  double inertia[3][3], momentum[3], pseudo[3][3], inverse[3][3];
  turned(body.mass.I, body.rotation, inertia);
  times(inertia, body.angular_velocity, momentum);
  const double cross[3][3] = {
      {0, -momentum[2], momentum[1]}, {momentum[2], 0, -momentum[0]}, {-momentum[1], momentum[0], 0}};
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) pseudo[r][c] = inertia[r][c] - h * cross[r][c];
  if (!inverted(pseudo, inverse)) return;
  double turn[3], after[3];
  times(inverse, momentum, turn);
  times(inertia, turn, after);
  for (int i = 0; i < 3; ++i) body.torque[i] += (after[i] - momentum[i]) / h;
}

}  // namespace

void IslandRows::count(const ode_inside::Call& call) {
  call_ = &call;
  joints_.take(call.joint_count);
  joint_size_ = all_rows_ = joint_rows_ = 0;
  for (unsigned i = 0; i < call.joint_count; ++i) {
    ode_inside::Joint::Counts counts{};
    call.joints[i]->count(counts);
    if (counts.rows == 0) continue;
    JointRows& rows = joints_[joint_size_++];
    rows.joint = call.joints[i];
    rows.count = counts.rows;
    rows.is_contact = dJointGetType(reinterpret_cast<dJointID>(rows.joint)) == dJointTypeContact;
    all_rows_ += rows.count;
    if (!rows.is_contact) joint_rows_ += rows.count;
  }
}

void IslandRows::undo() {
  for (unsigned i = 0; i < call_->body_count; ++i) {
    std::copy_n(before_[i].force, 3, call_->bodies[i]->force);
    std::copy_n(before_[i].torque, 3, call_->bodies[i]->torque);
  }
}

void IslandRows::read() {
  bodies_.take(call_->body_count);
  before_.take(call_->body_count);
  dVector3 gravity;
  dWorldGetGravity(call_->world, gravity);
  for (unsigned i = 0; i < call_->body_count; ++i) {
    Body& body = *call_->bodies[i];
    body.tag = int(i);
    std::copy_n(body.force, 3, before_[i].force);
    std::copy_n(body.torque, 3, before_[i].torque);
    if (!(body.flags & ode_inside::no_gravity))
      for (int k = 0; k < 3; ++k) body.force[k] += body.mass.mass * gravity[k];
    if (body.flags & ode_inside::gyroscopic && body.inverse_mass > 0) add_gyroscopic_torque(body, call_->step);
    BodyState& state = bodies_[i];
    state.body = &body;
    state.inverse_mass = body.inverse_mass;
    turned(body.inverse_inertia, body.rotation, state.inverse_inertia);
    for (int r = 0; r < 3; ++r) {
      std::fill_n(state.inertia_rows[r], row_width, 0.0);
      std::copy_n(state.inverse_inertia[r], 3, state.inertia_rows[r] + 3);
    }
  }
  for (JointRows& rows : joints()) read(rows);
  // Joints may have added forces.
  for (BodyState& state : bodies()) prepare(state);
  const double per_step = 1 / call_->step;
  for (JointRows& rows : joints())
    for (int r = 0; r < rows.count; ++r) {
      double sum = 0, speed = 0;
      for (int side = 0; side < 2; ++side) {
        if (rows.body[side] < 0) continue;
        const BodyState& state = bodies_[rows.body[side]];
        sum += dot_of_six(rows.jacobian[side].at[r], state.pull);
        if (rows.is_contact) speed += dot_of_six(rows.jacobian[side].at[r], state.velocity);
      }
      rows.expected[r] =
          rows.is_contact && rows.rhs_cfm[r][1] > 0 ? (rows.rhs_cfm[r][0] - speed) / rows.rhs_cfm[r][1] : 0;
      rows.rhs_cfm[r][0] = rows.rhs_cfm[r][0] * per_step - sum;
      rows.rhs_cfm[r][1] *= per_step;
    }
}

void IslandRows::prepare(BodyState& state) const {
  const Body& body = *state.body;
  double turn[3];
  times(state.inverse_inertia, body.torque, turn);
  for (int k = 0; k < 3; ++k) {
    state.pull[k] = body.force[k] * state.inverse_mass + body.linear_velocity[k] / call_->step;
    state.pull[3 + k] = turn[k] + body.angular_velocity[k] / call_->step;
    state.velocity[k] = body.linear_velocity[k];
    state.velocity[3 + k] = body.angular_velocity[k];
  }
}

void IslandRows::read(JointRows& rows) const {
  constexpr double infinity = dInfinity;
  const double cfm = dWorldGetCFM(call_->world);
  // The tree reads all rows of a joint's blocks.
  const int used = rows.is_contact ? rows.count : block_size;
  for (int r = 0; r < rows.count; ++r) {
    rows.rhs_cfm[r][0] = 0;
    rows.rhs_cfm[r][1] = cfm;
    rows.low_high[r][0] = -infinity;
    rows.low_high[r][1] = infinity;
    rows.findex[r] = -1;
    rows.force[r] = 0;
  }
  for (int side = 0; side < 2; ++side) {
    const Body* body = rows.joint->node[side].body;
    rows.body[side] = body ? body->tag : -1;
    if (body) std::fill_n(rows.jacobian[side].at[0], used * row_width, 0.0);
  }
  rows.joint->read(1 / call_->step, dWorldGetERP(call_->world), row_width, rows.jacobian[0].at[0],
                   rows.jacobian[1].at[0], 2, rows.rhs_cfm[0], rows.low_high[0], rows.findex);
  for (int side = 0; side < 2; ++side)
    if (rows.body[side] >= 0) {
      const BodyState& state = bodies_[rows.body[side]];
      kernels_->weigh(rows.jacobian[side].at[0], used, state.inverse_mass, state.inertia_rows[0],
                      rows.weighted[side].at[0]);
    }
}

void IslandRows::finish() {
  const std::size_t size = call_->body_count;
  double* acting = acting_.take(row_width * size);
  std::fill_n(acting, row_width * size, 0.0);
  for (JointRows& rows : joints()) {
    dJointFeedback* feedback = rows.joint->feedback;
    for (int side = 0; side < 2; ++side) {
      if (rows.body[side] < 0) continue;
      alignas(64) double sum[row_width] = {};
      kernels_->add_rows(sum, rows.jacobian[side].at[0], rows.count, rows.force);
      double* on_body = acting + row_width * rows.body[side];
      for (int c = 0; c < block_size; ++c) on_body[c] += sum[c];
      if (!feedback) continue;
      std::copy_n(sum, 3, side == 0 ? feedback->f1 : feedback->f2);
      std::copy_n(sum + 3, 3, side == 0 ? feedback->t1 : feedback->t2);
    }
  }
  const double h = call_->step;
  for (std::size_t i = 0; i < size; ++i) {
    BodyState& state = bodies_[i];
    Body& body = *state.body;
    const double* on_body = acting + row_width * i;
    double impulse[3], turn[3];
    for (int k = 0; k < 3; ++k) {
      body.linear_velocity[k] += (on_body[k] + body.force[k]) * (h * state.inverse_mass);
      impulse[k] = (on_body[3 + k] + body.torque[k]) * h;
    }
    times(state.inverse_inertia, impulse, turn);
    for (int k = 0; k < 3; ++k) body.angular_velocity[k] += turn[k];
    dxStepBody(reinterpret_cast<dxBody*>(&body), h);
    std::fill_n(body.force, 3, 0.0);
    std::fill_n(body.torque, 3, 0.0);
  }
}

}  // namespace lightsout
