// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A value of YAML on one line.
#pragma once

#include <yaml-cpp/yaml.h>

#include <string>

namespace lightsout {

// "7", "[1, 2]", "{BOB.mass: 2}". A text has quotes where it would read otherwise without them, one that is no part of
// another value only if it has more than one line.
std::string yaml_flow_of(const YAML::Node& node);

}  // namespace lightsout
