// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What is wrong in a file, and where.
#pragma once

#include <string>

namespace lightsout {

struct PlacedError {
  std::string file;          // "" where it is of none
  int line = 0, column = 0;  // from 1
  std::string text;
};

}  // namespace lightsout
