// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Driver: its life.
#include <webots/vehicle/driver.h>

#include <webots/vehicle/Driver.hpp>

#include "controllers/cpp/session_objects.h"
#include "controllers/lib/session.h"

namespace webots {

bool Driver::isInitialisationPossible() { return wbu_driver_initialization_is_possible(); }
Driver::Driver() { wbu_driver_init(); }
Driver::~Driver() { wbu_driver_cleanup(); }

Driver* Driver::getDriverInstance() {
  if (lo_robot() && session_objects().robot) return dynamic_cast<Driver*>(session_objects().robot);
  return new Driver();
}

}  // namespace webots
