// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// World file versions as one number that grows with time.
#pragma once

#include <string_view>

namespace lightsout {

// "V6.0" -> 600, "V8.5.1" -> 851, "R2021b" -> 202102; 0 if it is none.
int version_number(std::string_view version);

constexpr std::string_view current_version = "R2025a";

}  // namespace lightsout
