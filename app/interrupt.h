// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Signals to the program: Ctrl-C and its kin as a flag that a run looks at between steps, and writes that fail instead
// of ending the process.
#pragma once

#include <atomic>

namespace lightsout {

// First of all: signals to end wait until the command says what becomes of them, and writing to a closed pipe or beyond
// a limit of file size is an error like others, no signal.
void hold_interrupts();
// They end the process at once, with a word and exit code 8: nothing can be lost.
void let_interrupts_end();
// SIGINT, SIGTERM, SIGHUP and SIGQUIT, those that wait too, set the flag and interrupt blocking calls, and nobody waits
// for pipes any more (engine/descriptors/waiting.h); what users' code in this process takes too long over is ended.
// Another signal of a kind a while after the first (not the same wish sent twice, to the process and to its group) ends
// the process at once.
std::atomic<bool>& catch_interrupts();

}  // namespace lightsout
