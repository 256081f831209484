// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Other names of the executable: a link of that name makes it take the command line that scripts written for the other
// simulator give to its program of that name.
#pragma once

#include <string_view>

namespace lightsout {

using Entry = int (*)(int argc, char** argv);  // the exit code

// `webots`: runs a world.
int webots_entry(int argc, char** argv);
// `webots-controller`: starts a controller for a robot of a run.
int webots_controller_entry(int argc, char** argv);

// By the last part of the path that it was started by; nullptr: it is `lightsout`.
inline Entry entry_named(std::string_view path) {
  const std::string_view name = path.substr(path.find_last_of('/') + 1);
  if (name == "webots") return webots_entry;
  if (name == "webots-controller") return webots_controller_entry;
  return nullptr;
}

}  // namespace lightsout
