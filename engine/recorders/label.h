// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a label on the screen shows; nobody sees it but recorders.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace lightsout {

struct Label {
  std::string text, font;
  double x = 0, y = 0, size = 0, transparency = 0;
  std::uint32_t color = 0;  // 0xRRGGBB
  bool operator==(const Label&) const = default;
};

using Labels = std::map<int, Label>;  // by id

}  // namespace lightsout
