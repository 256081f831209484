// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What the first simulation of a process does once. A process that others are forked from, for a run each, does it for
// all of them.
#pragma once

namespace lightsout {

class Log;

// `log`: of what ODE says meanwhile.
void make_ready(Log& log);

}  // namespace lightsout
