// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/joints/kinds/hinge_joint.h"

namespace lightsout {

std::unique_ptr<Joint> make_hinge_joint(const JointSetup& setup) { return std::make_unique<HingeJoint>(setup); }

}  // namespace lightsout
