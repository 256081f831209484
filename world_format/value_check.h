// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which values a field may have, and what stands in the place of another.
#pragma once

#include <string>
#include <vector>

#include "world_format/nodes/schema.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

// Sentences; "": nothing is wrong. Of a number by which memory is taken:
std::string limit_problem(const FieldDescription& field, const Value& value);
// Of its range, direction or choices:
struct ValueProblem {
  DiagnosticKind kind;
  std::string sentence;
};
ValueProblem problem_of(const FieldDescription& field, const Value& value);
// What stands in for a value that has such a problem, and the problem's sentence with it.
Value repaired(const FieldDescription& field, const Value& value);
std::string with_replacement(std::string problem, const FieldDescription& field, const Value& instead);

// By what the functions above look at: any value that the field's type allows may be wrong.
bool is_restricted(const FieldDescription& field);
// Nothing speaks against a number, or a rotation, as most are.
bool is_plainly_right(const FieldDescription& field, const Value& value);

// One value: "" if the field may have it, if with a warning, else what is wrong, as a sentence.
std::string value_problem(const FieldDescription& field, const Value& value);

// Of an edit, but for limits: what is wrong is replaced as in a file, if anything can stand in its place, and the
// sentence says by what; "" if nothing is wrong or nothing can.
std::string repair_value(const FieldDescription& field, Value& value);

// Of the scale of a Transform; true: there were any. Manual: "zero values are automatically reset to 1".
bool reset_zeros(Vec3& scale);

// "a", "b" or "c", between such quotes.
std::string list_of(const std::vector<std::string>& choices, char quote);

}  // namespace lightsout
