// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The optional parts of parts.def, and whether this machine has them.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lightsout {

struct OptionalPart {
  std::string name, package, purpose;
  // The program, or the files of which one is enough.
  std::string program;
  std::vector<std::string> arguments, files;
};
std::vector<OptionalPart> optional_parts();

struct OptionalPartState {
  bool found = false;
  std::string path;
  std::string version;  // the first line that says one; "" for files
  std::string trouble;  // it is there and does not work: what it said
};
OptionalPartState look_for(const OptionalPart& part);

}  // namespace lightsout
