// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Parameters that take some values of their type alone: `SFInt32{1, 2}`.
#pragma once

#include <optional>
#include <vector>

#include "world_format/nodes/value.h"

namespace lightsout {

// What is left of a value held to those that its parameter takes: of a list the elements that are among them, a single
// value as it is. Nothing where all of it is taken. Nodes are held to types instead, and taken here.
std::optional<Value> left_by(const std::vector<Value>& allowed, const Value& value);

}  // namespace lightsout
