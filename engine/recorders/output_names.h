// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What speaks against the name of an output before it is opened; "" if nothing does.
#pragma once

#include <string>

namespace lightsout {

std::string wrong_animation_name(const std::string& path);

}  // namespace lightsout
