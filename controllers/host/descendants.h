// Processes that controllers leave behind while the program goes on: it adopts them (it is their subreaper) and ends
// them.
#pragma once

#include <string>

namespace lightsout {

// Kills and reaps those children of this program that carry `marker` ("NAME=value") in their environment, and theirs.
// Costs nothing when the program has no children. Never throws.
void kill_marked_children(const std::string& marker);

}  // namespace lightsout
