// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Processes that controllers leave behind while the program goes on: it adopts them (it is their subreaper) and ends
// them.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace lightsout {

// Kills and reaps those children of this program that carry `marker` ("NAME=value") in their environment, and theirs.
// Costs nothing when the program has no children. Never throws.
void kill_marked_children(const std::string& marker);

// Ends what users' code inside this process (controllers, plugins) has started by itself and left behind, when this
// ends: the children that were not there before, and theirs. Costs nothing where there are none.
class Strays {
 public:
  Strays();
  ~Strays();
  Strays(const Strays&) = delete;
  Strays& operator=(const Strays&) = delete;

 private:
  std::vector<pid_t> before_;
};

}  // namespace lightsout
