// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Meaning beyond grammar: ranges, choices (value_check.h), which node may stand where. In the place of a wrong value
// stands, with a warning, what Webots puts there (WbFieldChecker and the update functions of its nodes): mostly the
// default. A node where it cannot be is left out with a warning. What ODE would refuse is checked by the engine, which
// knows why.
#pragma once

#include <cstdint>

#include "world_format/nodes/node.h"

namespace lightsout {

class Diagnostics;

// Leaves no entry in the journal.
void check_world(World& world, Diagnostics& diagnostics);

// The nodes that are about to come into a field of `parent` (nullptr: the world's top level), in a world of their own:
// `holder`, a node of the parent's type, has them in that field.
void check_import(World& scratch, Node& holder, const Node& parent, Diagnostics& diagnostics);

// After edits: values of two fields of an edited node that cannot work together (the ends of a range, an angle of view
// and its projection) are replaced as in a file. What that changes comes to the end of the journal.
void check_edits(World& world, Journal& journal, Diagnostics& diagnostics);

}  // namespace lightsout
