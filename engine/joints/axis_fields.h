// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The fields of a joint's node by axis.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace lightsout {

// Where the parameters of an axis stand, and where its position is hidden if it has none.
inline constexpr std::array<std::string_view, 3> parameter_fields = {"jointParameters", "jointParameters2",
                                                                     "jointParameters3"},
                                                 position_fields = {"position", "position2", "position3"};
// Of the one or the other.
inline std::size_t axis_of_field(std::string_view field) {
  return field.ends_with('2') ? 1 : field.ends_with('3') ? 2 : 0;
}

}  // namespace lightsout
