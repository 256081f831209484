// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What differs first between two images of a controller's block, by the names of device and member. Where the project
// lies makes no difference: the texts that say so are left out, and where in the block something else lies because of
// their length.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace lightsout {

struct BlockDifference {
  std::string what;           // "wheel (motor): position"
  std::string first, second;  // the two values, as text
};

// The images are of the same robot. Nothing if they say the same.
std::optional<BlockDifference> difference_of_blocks(std::span<const std::byte> first,
                                                    std::span<const std::byte> second);

// Whether all lies at the same places in both.
bool have_same_places(std::span<const std::byte> first, std::span<const std::byte> second);
// Behind the states of all devices that there were at the start: up to there places are the same whatever the length of
// texts.
std::size_t end_of_states(std::span<const std::byte> image);
// Simulated time as the robot was told it, s.
double time_in(std::span<const std::byte> image);

// What of two boxes differs first, likewise: which message, to or from which device of the image.
std::optional<BlockDifference> difference_of_boxes(std::span<const std::byte> first, std::span<const std::byte> second,
                                                   std::span<const std::byte> image);

}  // namespace lightsout
