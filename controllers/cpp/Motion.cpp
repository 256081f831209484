// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Motion: its life.
#include <webots/utils/motion.h>

#include <cstddef>
#include <webots/utils/Motion.hpp>

namespace webots {

Motion::Motion(const std::string& fileName) : motionRef(wbu_motion_new(fileName.c_str())) {}
Motion::~Motion() { wbu_motion_delete(motionRef); }
bool Motion::isValid() const { return motionRef != NULL; }

}  // namespace webots
