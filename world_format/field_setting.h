// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What is set otherwise than a world's file says: a field of a node, by name (`--set ROBOT.gain=0.5`).
#pragma once

#include <expected>
#include <string>

#include "world_format/text/source.h"

namespace lightsout {

// The name is a path of nodes and a field, joined by dots. A node of the path is meant by its DEF, by its `name`, or,
// if nothing has such a one, by its type; or by the field of the node before that holds it: `ARM.physics.mass`,
// `WorldInfo.contactProperties[0].bounce`. Levels may be skipped. Of several nodes the one nearest to the world's top
// level is meant, and two at one level are an error.
//
// The field's type says how the value is read: numbers as in a world file, in brackets or not; lists the same; a string
// with its quotes or without; the words of a list of strings apart, unless quotes hold them together; nodes as in a
// world file.
struct FieldSetting {
  std::string name, value;
  // Where it was said, for what is wrong with it.
  SourcePtr source;
  Span name_at, value_at;
};

// "NAME=VALUE"; the error says why it is none.
std::expected<FieldSetting, std::string> parse_field_setting(std::string text);

}  // namespace lightsout
