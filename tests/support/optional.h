// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Parts of the machine that tests can do without.
#pragma once

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace lightsout {

// Whether these are there; where one is missing a line says that the test is skipped.
inline bool has_parts(const std::string& program, const std::filesystem::path& file = {}) {
  const bool runs = std::system(("command -v " + program + " >/dev/null").c_str()) == 0;
  const bool built = file.empty() || std::filesystem::exists(file);
  if (!runs) WARN("skipped: there is no " << program);
  if (runs && !built) WARN("skipped: there was no " << file.filename() << " to build for " << program);
  return runs && built;
}

inline bool has_java() { return has_parts("javac", LIGHTSOUT_HOME "/lib/controller/java/Controller.jar"); }
inline bool has_octave() { return has_parts("octave-cli", LIGHTSOUT_HOME "/lib/controller/matlab/lightsout_call.mex"); }

}  // namespace lightsout
