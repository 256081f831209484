// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Devices of the same joint as objects. Internal.
#ifndef LIGHTSOUT_CPP_ASSOCIATED_H
#define LIGHTSOUT_CPP_ASSOCIATED_H

#include <webots/Robot.hpp>

namespace webots {

// The robot's object for the tag, looked up once and then kept in `known`.
template <class T>
T* associated(T*& known, int tag) {
  if (!known) known = dynamic_cast<T*>(Robot::getDeviceFromTag(tag));
  return known;
}

}  // namespace webots

#endif
