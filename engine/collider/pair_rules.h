// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which pairs of links are excluded from or forced into the check, as the user lists them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/collider/checked.h"
#include "engine/collider/export.h"

namespace lightsout {

// `allow A B`: A and B may touch, the pair is not checked. `check A B`: it is, even if they are neighbours. A and B
// name links: by name, by "GROUP.LINK" (counted from 0), or by "GROUP.*" for all of a group. Later rules win.
struct PairRule {
  bool check = false;
  std::string first, second;
  int line = 0;  // of its file, 0 if it has none
};

// One rule a line, `#` begins a comment. The error names the line.
LIGHTSOUT_PUBLIC Checked<std::vector<PairRule>> read_pair_rules(std::string_view text);

}  // namespace lightsout
