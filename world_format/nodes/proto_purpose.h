// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a PROTO that was not found was for, as far as its name and its use tell: a world without its floor runs, and all
// falls.
#pragma once

#include <cstdint>
#include <string_view>

#include "world_format/nodes/node.h"

namespace lightsout {

enum class ProtoPurpose : std::uint8_t { Unknown, Carries, Moves };

// `name`: of the PROTO; `instance`: one of it, as written.
ProtoPurpose purpose_of(std::string_view name, const Node& instance);

}  // namespace lightsout
