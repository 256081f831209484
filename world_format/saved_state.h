// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The `hidden` lines that a simulator writes into a saved world: velocities, joint positions and poses of parts of a
// PROTO.
#pragma once

#include <vector>

#include "world_format/nodes/node.h"

namespace lightsout {

class Diagnostics;

// Puts the hidden values of each node below `nodes` into the fields that they are about, and drops them. PROTOs must be
// expanded and USE references resolved, because values name solids by their order in the tree.
void restore_saved_state(MFNode& nodes, Diagnostics& diagnostics);

// What a PROTO instance must be written with beside its parameters so that it stands and moves as it does now: poses of
// endPoints, velocities and joint positions inside of it.
std::vector<HiddenValue> state_below(const Node& instance);

// Axes of a joint whose parameters are an instance of a PROTO that takes no position: a saved world has it in the field
// of the joint.
struct SavedAxis {
  FieldIndex field;        // of the joint: position, position2, position3
  std::string parameters;  // the field of the joint that holds them: jointParameters, jointParameters2, ...
};
std::vector<SavedAxis> saved_axes(const Node& joint);

}  // namespace lightsout
