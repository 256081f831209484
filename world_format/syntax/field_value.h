// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A field's value from a text that holds nothing else, as people write it on a command line: what a world file says,
// and with fewer quotes and brackets than that needs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "world_format/nodes/schema.h"
#include "world_format/syntax/parser.h"
#include "world_format/text/source.h"

namespace lightsout {

class Diagnostics;

// A text as one element of a list: in quotes where it is no single word.
std::string list_element(std::string_view text);

// `text`: a place in a source, which nodes of the value point to. Nothing after having reported why; what is reported
// is wrong with the value, whatever its severity.
std::optional<Value> read_field_value(const FieldDescription& field, Span text, TypeScope& types,
                                      Diagnostics& diagnostics);

}  // namespace lightsout
