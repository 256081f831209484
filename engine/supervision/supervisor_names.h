// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Names of Solids that come into a running world: unlike those of their siblings, which are the Solids below the same
// Solid, or below none.
#pragma once

#include "world_format/nodes/node.h"

namespace lightsout {

// A Solid that has just come, or each that is in the node, gets "name(1)", "name(2)", ... where a sibling has its name
// already, and so do those below it. Names that a PROTO does not let one set, or that its template reads, stay.
void give_unique_names(World& world, Node& arrived);

}  // namespace lightsout
