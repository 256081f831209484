// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/robot_world.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "engine/bodies/solid.h"
#include "engine/robots/devices/motor.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"

namespace lightsout {

Simulated world_of(const std::string& robot, const std::string& version, const std::string& info) {
  // Since R2020b the file says that y is up.
  const bool says_y_up = version == "R2020b" || version == "R2021a";
  auto world = Simulated::from_text("#VRML_SIM " + version + " utf8\nWorldInfo { basicTimeStep 16 " +
                                    (says_y_up ? "coordinateSystem \"NUE\" " : "") + info +
                                    " }\nFloor { size 50 50 }\nDEF R " + robot + "\n");
  world.start();
  world.take_diagnostics();
  return world;
}

double mass_of(Simulated& world) {
  double total = 0;
  for (const auto& solid : world.simulation().scene().solids())
    if (solid->owns_body()) {
      dMass mass;
      dBodyGetMass(solid->body(), &mass);
      total += mass.mass;
    }
  return total;
}

std::set<std::string> devices_of(Simulated& world) {
  std::set<std::string> names;
  for (const auto& device : world.simulation().scene().robots()[0]->devices()) names.insert(device->name());
  return names;
}

std::set<std::string> sonars() {
  std::set<std::string> names;
  for (int i = 0; i < 16; ++i) names.insert("so" + std::to_string(i));
  return names;
}

Motor& motor(Simulated& world, const std::string& name) {
  for (const auto& device : world.simulation().scene().robots()[0]->devices())
    if (device->name() == name)
      if (auto* found = dynamic_cast<Motor*>(device.get())) return *found;
  FAIL("no motor " << name);
  throw;
}

void spin(Simulated& world, const std::string& name, double speed) {
  motor(world, name).set_position(INFINITY);
  motor(world, name).set_velocity(speed);
}

}  // namespace lightsout
