// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a device with images has taken last, for who records them.
#pragma once

#include <cstdint>
#include <span>

namespace lightsout {

struct ShownImage {
  int width = 0, height = 0;
  std::span<const std::uint8_t> bgra;  // valid until the robot has its next turn
  std::uint32_t count = 0;             // how many it has taken; 0: none
};

class ShowsImage {
 public:
  virtual ShownImage shown_image() const = 0;

 protected:
  ~ShowsImage() = default;
};

}  // namespace lightsout
