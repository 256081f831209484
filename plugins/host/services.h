// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The functions that plugins find in the executable.
#pragma once

#include <ode/ode.h>

#include <string_view>

namespace lightsout {

class Scene;
class Solid;

// The Solid with that DEF name; dots scope the search and may skip levels. nullptr if there is none.
Solid* find_solid_by_def(Scene& scene, std::string_view def);

// Makes sure that a program which links this library has the services, even where it calls none itself.
void keep_services();

}  // namespace lightsout
