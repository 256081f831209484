// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// All node types and PROTOs of the built-in library with their fields, as JSON for editors and other programs.
#pragma once

namespace lightsout {

// {"format": "R2025a", "nodes": [{"name", "bases", "abstract", "retired_in", "documentation", "fields": [{"name",
// "type", "default" (as worlds write it), "documentation", "minimum" or "above", "maximum" or "below", "also" (a number
// outside), "choices", "fixed"}]}], "protos": [{"name",
// "documentation", "fields"}]}, to stdout. What there is nothing to say of is left out.
void print_node_pages();

}  // namespace lightsout
