// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Of what this program was made.
#pragma once

#include <string>

namespace lightsout {

struct BuildDescription {
  std::string version;   // "0.1.0"
  std::string commit;    // "352cf45", "unknown" where it was not built from a repository
  std::string build;     // "Release"
  std::string ode;       // "0.16.2, double precision"
  std::string embree;    // "3.13.5"
  std::string compiler;  // "GCC 12.2.0"
};
BuildDescription build_description();

// What --version prints.
std::string version_text();
// The same of its names of Webots: scripts look for a release in the first line, that whose worlds are read.
std::string webots_version_text();

}  // namespace lightsout
