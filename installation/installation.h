// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where this program lies, and what was installed with it: one rule for the build folder, an installation and one that
// was moved.
//
//   <prefix>/bin/lightsout                  the executable
//   <prefix>/lib/liblightsout_collider.so   the collider for other programs
//   <prefix>/lib/lightsout                  the home: our modules, and what WEBOTS_HOME is for controllers and builds
//                                           (resources/, include/, lib/controller, projects/)
#pragma once

#include <filesystem>

namespace lightsout {

// The file of the executable that runs; links to it are followed.
std::filesystem::path own_executable();

// <prefix>/lib/lightsout of the executable, or of the library of ours that another program has loaded.
std::filesystem::path home();

}  // namespace lightsout
