// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/ode/own_joints.h"

namespace lightsout {
namespace {

constexpr char own_mark = 0;

}  // namespace

void mark_as_own(dJointID joint) { dJointSetData(joint, const_cast<char*>(&own_mark)); }

bool is_own(dJointID joint) { return dJointGetData(joint) == &own_mark; }

}  // namespace lightsout
