// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which of ODE's joints are the world's own: plugins have joints of theirs beside them. (Geoms have category bits for
// it, and bodies are asked for by the Solid.)
#pragma once

#include <ode/ode.h>

namespace lightsout {

// Of a joint that the engine makes for good: its data pointer says so.
void mark_as_own(dJointID joint);
bool is_own(dJointID joint);

}  // namespace lightsout
