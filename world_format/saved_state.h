// The `hidden` lines that a simulator writes into a saved world: velocities, joint positions and poses of parts of a
// PROTO.
#pragma once

#include "world_format/diagnostic.h"
#include "world_format/node.h"

namespace lightsout {

// Puts the hidden values of each node below `nodes` into the fields that they are about, and drops them. PROTOs must be
// expanded and USE references resolved, because values name solids by their order in the tree.
void restore_saved_state(MFNode& nodes, Diagnostics& diagnostics);

}  // namespace lightsout
