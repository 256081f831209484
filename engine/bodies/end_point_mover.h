// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/state/pose.h"

namespace lightsout {

// What moves a solid in its parent and finds where it stands when somebody asks: a joint without bodies, of whose steps
// between two exchanges with controllers nobody looks at most.
class EndPointMover {
 public:
  // parent_from_solid
  virtual Pose end_point_pose() const = 0;

 protected:
  ~EndPointMover() = default;
};

}  // namespace lightsout
