// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A controller that crashes inside this process ends as one that is a process of its own: the run is told of it.
// Signals are the process's; what happens elsewhere goes where it went before.
#pragma once

namespace lightsout {

// `leave`: called in the signal's handler, on a stack of its own. It does not return if a controller has crashed, else
// it is false. The first call counts.
void watch_for_crashes(bool (*leave)(int signal));

// After a crash the heap may be in the middle of something, or damaged: this process ends with a word rather than hang.
void try_the_heap();

}  // namespace lightsout
