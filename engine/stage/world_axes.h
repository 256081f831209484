// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which way is up.
#pragma once

#include "engine/state/pose.h"

namespace lightsout {

// The world's own axes as unit vectors (WorldInfo.coordinateSystem: ENU, NUE or EUN).
struct WorldAxes {
  Vector3d up = Vector3d::UnitZ();
  Vector3d north = Vector3d::UnitY();
  Vector3d east = Vector3d::UnitX();
};

}  // namespace lightsout
