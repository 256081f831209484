// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a field takes of a value of another type: parameters of old PROTOs are bound to fields that have changed since.
#pragma once

#include "world_format/nodes/value.h"

namespace lightsout {

// A whole number as a number; one element as a list of it; of a rotation its axis; a number as the first of three (a
// gain as the gains of a PID controller). Any other value as it is.
Value converted(const Value& value, FieldType type);

}  // namespace lightsout
