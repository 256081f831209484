// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Sensors of worlds of older releases: readings in the frames of then, and the rules of then.
#include <catch2/catch.hpp>
#include <cmath>

#include "controllers/wire/distance_sensor.h"
#include "controllers/wire/touch_sensor.h"
#include "engine/robots/exchange/release.h"
#include "tests/support/device_bench.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

double distance_of(const std::string& version, const std::string& sensor, const std::string& others) {
  DeviceBench bench("#VRML_SIM " + version +
                    " utf8\nWorldInfo { basicTimeStep 10 gravity 0 0 0 }\nRobot { controller \"test\" children [ "
                    "DistanceSensor { lookupTable [ 0 0 0, 10 10 0 ] " +
                    sensor + " } ] }\n" + others);
  auto& state = bench.state<lo_distance_sensor_state>("distance sensor").sensor;
  state.period_ms = 10;
  bench.step();
  return state.values[0];
}

}  // namespace

TEST_CASE("a force-3d sensor reads in the frame of the world's release") {
  // A sensor of 2 kg hangs below the robot; y is up. It passes on its weight, which is along -y of the old frame; today
  // y of then is z.
  for (const std::string version : {"R2021a", "R2025a"}) {
    const bool is_old = version == "R2021a";
    DeviceBench bench(
        "#VRML_SIM " + version +
        " utf8\nWorldInfo { basicTimeStep 10 coordinateSystem \"NUE\" }\nRobot { controller \"test\" children [ "
        "TouchSensor { " +
        (is_old ? "" : "rotation 0.5773502691896258 0.5773502691896258 0.5773502691896258 -2.0943951023931953") +
        " type \"force-3d\" lookupTable [ ] boundingObject Box { size 0.1 0.1 0.1 } physics Physics { density "
        "-1 mass 2 } } ] }");
    auto& state = bench.state<lo_touch_sensor_state>("touch sensor").sensor;
    state.period_ms = 10;
    bench.step(3);
    const double weight = 2 * 9.81;
    INFO(version << ": " << state.values[0] << " " << state.values[1] << " " << state.values[2]);
    CHECK(std::fabs(state.values[is_old ? 1 : 2]) == Approx(weight).epsilon(1e-3));
    for (const int other : {0, is_old ? 2 : 1}) CHECK(std::fabs(state.values[other]) < 1e-3 * weight);
  }
}

TEST_CASE("devices of the library's robots are read in the frames that their bodies had") {
  // y up and -z ahead: a robot's body, and each device that stands in it as it does, has x to the right. Flocking
  // controllers of then make a bearing of an E-puck's direction[0], to the right, and direction[2], back. A Nao's frame
  // never was another.
  Diagnostics diagnostics;
  const auto world = load_world_text("#VRML_SIM R2021a utf8\nWorldInfo { }\nDEF E E-puck { }\nDEF N Nao { }\n",
                                     "/nowhere/worlds/test.wbt", {}, diagnostics);
  REQUIRE(world);
  const auto device_of = [&](const char* def, const char* type) {
    const Node* found = nullptr;
    for_each_node(*world->find_def(def), [&](const Node& node) {
      if (!found && node.is_a(type)) found = &node;
    });
    REQUIRE(found);
    return found;
  };
  const Release release(*world);
  const Matrix3d puck = release.then_from_now(*device_of("E", "Receiver"));
  CHECK(puck * Vector3d(1, 0, 0) == Vector3d(0, 0, -1));
  CHECK(puck * Vector3d(0, 1, 0) == Vector3d(-1, 0, 0));
  CHECK(puck * Vector3d(0, 0, 1) == Vector3d(0, 1, 0));
  CHECK(release.then_from_now(*device_of("N", "TouchSensor")) == Matrix3d::Identity());
}

TEST_CASE("infra-red rays of Webots 6 meet boundingObjects, with the colour of their shapes") {
  const std::string shell =
      "Solid { translation 2 0 0 boundingObject Box { size 2 2 2 } children [ Shape { geometry Box { size 1 1 1 } } ] "
      "}";
  CHECK(distance_of("V6.0", "", shell) == Approx(1));
  CHECK(distance_of("V7.4", "type \"infra-red\"", shell) == Approx(1.5));
  // Black: 0.2 of the light comes back.
  const std::string dark =
      "Solid { translation 2 0 0 boundingObject Shape { appearance Appearance { material Material { diffuseColor 0 0 0 "
      "} "
      "} geometry Box { size 2 2 2 } } }";
  CHECK(distance_of("V6.0", "", dark) == Approx(1 / 0.2));
}

TEST_CASE("a sonar of Webots 6 hears what it meets at a flat angle") {
  // A wall turned by 60 degrees, its face 2 m ahead.
  const std::string wall =
      "Solid { translation 2 0 0 rotation 0 1 0 1.0471975511965976 boundingObject Box { size 0.0002 4 4 } }";
  CHECK(distance_of("V6.0", "type \"sonar\"", wall) == Approx(2).epsilon(0.001));
  CHECK(distance_of("V8.0", "type \"sonar\"", wall) == Approx(10));
}

TEST_CASE("noise of lookup tables was uniform, the number its most") {
  // 2000 draws of 1 +- 0.1: none beyond, the deviation 0.1 / sqrt(3); a Gaussian one has 0.1.
  for (const std::string version : {"V6.0", "V8.0"}) {
    DeviceBench bench("#VRML_SIM " + version +
                      " utf8\nWorldInfo { basicTimeStep 10 }\nRobot { controller \"test\" children [ DistanceSensor { "
                      "lookupTable [ 0 1 0.1, 1 1 0.1 ] } ] }");
    auto& state = bench.state<lo_distance_sensor_state>("distance sensor").sensor;
    state.period_ms = 10;
    double sum = 0, most = 0;
    const int count = 2000;
    for (int i = 0; i < count; ++i) {
      bench.step();
      const double error = state.values[0] - 1;
      sum += error * error;
      most = std::max(most, std::fabs(error));
    }
    const bool is_old = version == "V6.0";
    CHECK(std::sqrt(sum / count) == Approx(is_old ? 0.1 / std::sqrt(3) : 0.1).epsilon(0.06));
    CHECK((most <= 0.1) == is_old);
  }
}

TEST_CASE("a compass finds the north that an old file names") {
  DeviceBench bench(
      "#VRML_SIM V8.5 utf8\nWorldInfo { basicTimeStep 10 northDirection 0 0 -1 }\nRobot { controller \"test\" children "
      "[ "
      "Compass { } ] }");
  auto& state = bench.state<lo_sensor_state>("compass");
  state.period_ms = 10;
  bench.step();
  CHECK(state.values[0] == 0);
  CHECK(state.values[1] == 0);
  CHECK(state.values[2] == -1);
}
