// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Variants of PROTOs of the built-in library: the text of a PROTO that has the interface of another one, but for some
// parameters, and is an instance of it. What may be said of a variant stands in worlds/protos/variants.txt.
#pragma once

#include <string>
#include <string_view>

namespace lightsout::library {

struct Variant {
  std::string_view path;       // "y_up/Wall"
  std::string_view base;       // "Wall"
  std::string_view base_text;  // of the PROTO that it is made from
  std::string_view clauses;    // "set bodyRotation 0 0 1 0; unconnectedField SFInt32 filtering 5"
};

std::string variant_text(const Variant& variant);

}  // namespace lightsout::library
