// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A field's value from a text that holds nothing else, as people write it on a command line: what a world file says,
// and with fewer quotes and brackets than that needs.
#pragma once

#include <optional>

#include "world_format/parser.h"
#include "world_format/schema.h"
#include "world_format/source.h"

namespace lightsout {

class Diagnostics;

// `text`: a place in a source, which nodes of the value point to. Nothing after having reported why; what is reported
// is wrong with the value, whatever its severity.
std::optional<Value> read_field_value(const FieldDescription& field, Span text, TypeScope& types,
                                      Diagnostics& diagnostics);

}  // namespace lightsout
