// Ctrl-C and its kin, as a flag that a run looks at between steps.
#pragma once

#include <atomic>

namespace lightsout {

// From now on SIGINT, SIGTERM and SIGHUP set the flag instead of ending the process, and interrupt blocking calls; the
// second signal of a kind ends it at once. Writing to a closed pipe is an error like others, no signal.
const std::atomic<bool>& catch_interrupts();

}  // namespace lightsout
