// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a joint callback is given beside the joint.
#pragma once

#include <string>

namespace lightsout {

struct JointParameter {
  std::string name;
  double value = 0;
};

}  // namespace lightsout
