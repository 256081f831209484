// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Beyond these no robot world has a meaning: a body that left the Earth's neighbourhood or outran every machine.
#pragma once

namespace lightsout {

inline constexpr double absurd_distance = 1e8;  // m
inline constexpr double absurd_speed = 1e6;     // m/s, rad/s

}  // namespace lightsout
