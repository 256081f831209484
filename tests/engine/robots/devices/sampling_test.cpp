// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The rule that all sensors share: nothing before one period, periods in whole steps, disabling keeps the last value.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "controllers/wire/gps.h"
#include "controllers/wire/motor.h"
#include "controllers/wire/sensor.h"
#include "engine/robots/device.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "tests/support/device_bench.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

// Falls freely from z = 0: after n steps z = -g h^2 n (n + 1) / 2 (v += g h, then x += v h).
const char falling[] = R"(DEF R Robot {
  children [ GPS { } ]
  boundingObject Sphere { radius 0.1 }
  physics Physics { }
  controller "test"
})";
double height(int n) { return -9.81 * 0.01 * 0.01 * n * (n + 1) / 2; }

}  // namespace

TEST_CASE("the first value comes one period after enabling, and is NaN before") {
  DeviceBench bench(falling);
  auto& gps = bench.state<lo_gps_state>("gps").sensor;
  bench.step(2);
  CHECK(std::isnan(gps.values[2]));
  gps.period_ms = 30;  // the controller's turn at 20 ms
  bench.step(2);
  CHECK(gps.count == 0);
  CHECK(std::isnan(gps.values[2]));
  bench.step();
  CHECK(gps.count == 1);
  CHECK(gps.values[2] == Approx(height(5)).margin(1e-12));
  bench.step(2);
  CHECK(gps.count == 1);
  CHECK(gps.values[2] == Approx(height(5)).margin(1e-12));
  bench.step();
  CHECK(gps.values[2] == Approx(height(8)).margin(1e-12));
}

TEST_CASE("a period below the step acts as the step, one between is rounded up") {
  DeviceBench bench(falling);
  auto& gps = bench.state<lo_gps_state>("gps").sensor;
  gps.period_ms = 1;
  bench.step(3);
  CHECK(gps.count == 3);
  gps.period_ms = 15;
  bench.step(4);
  CHECK(gps.count == 5);
}

TEST_CASE("disabling keeps the last value, enabling again waits for a period") {
  DeviceBench bench(falling);
  auto& gps = bench.state<lo_gps_state>("gps").sensor;
  gps.period_ms = 10;
  bench.step(4);
  gps.period_ms = 0;
  bench.step(3);
  CHECK(gps.values[2] == Approx(height(4)).margin(1e-12));
  gps.period_ms = 20;
  bench.step();
  CHECK(gps.values[2] == Approx(height(4)).margin(1e-12));
  bench.step();
  CHECK(gps.values[2] == Approx(height(9)).margin(1e-12));
}

// R2025a's WbSensor::setRefreshRate takes the time of each enabling as the last update.
TEST_CASE("a period that is given again begins anew") {
  DeviceBench bench(falling);
  auto& gps = bench.state<lo_gps_state>("gps").sensor;
  gps.period_ms = 30, gps.enables = 1;
  bench.step(2);
  ++gps.enables;  // the controller's turn at 20 ms
  bench.step(2);
  CHECK(gps.count == 0);
  bench.step();
  CHECK(gps.count == 1);
  CHECK(gps.values[2] == Approx(height(5)).margin(1e-12));
}

// R2025a's WbSensor::reset forgets the time of the last update.
TEST_CASE("a reset ends the period of a sensor, which stays enabled") {
  DeviceBench bench(R"(DEF R Robot {
    children [
      GPS { } Accelerometer { }
      HingeJoint { device RotationalMotor { } endPoint Solid { boundingObject Sphere { radius 0.1 } physics Physics { } } }
    ]
    boundingObject Sphere { radius 0.1 }
    physics Physics { }
    battery [ 100, 100, 0 ]
    cpuConsumption 0
    controller "test"
  })");
  auto& robot = bench.state<lo_robot_state>("robot");
  auto& gps = bench.state<lo_gps_state>("gps").sensor;
  auto& accelerometer = bench.state<lo_sensor_state>("accelerometer");
  auto& motor = bench.state<lo_motor_state>("rotational motor");
  gps.period_ms = accelerometer.period_ms = motor.feedback_period_ms = robot.battery_period_ms = 30;
  motor.changed = LO_MOTOR_FEEDBACK_PERIOD;
  bench.step(4);
  CHECK(gps.values[2] == Approx(height(3)).margin(1e-12));
  CHECK(accelerometer.values[2] == Approx(0).margin(1e-9));
  bench.simulation().request_reset();
  motor.feedback = robot.battery_value_j = std::numeric_limits<double>::quiet_NaN();
  bench.step();
  CHECK(bench.time() == 0);
  CHECK(gps.count == 2);
  CHECK(gps.values[2] == 0);
  CHECK(accelerometer.values[2] == Approx(9.81));  // no change is known of
  CHECK(motor.feedback == 0);
  CHECK(robot.battery_value_j == 100);
  bench.step(2);
  CHECK(gps.count == 2);
  bench.step();
  CHECK(gps.values[2] == Approx(height(3)).margin(1e-12));
  CHECK(accelerometer.values[2] == Approx(0).margin(1e-9));
}

TEST_CASE("a controller that starts again knows a device that an edit has put between the others") {
  DeviceBench bench(
      R"(DEF R Robot { children [ GPS { name "a" } GPS { name "b" translation 0 0 2 } ] controller "test" })");
  bench.step();
  World& world = bench.simulation().world();
  Node& robot = *world.find_def("R");
  const FieldIndex children = robot.type().find("children");
  Diagnostics diagnostics;
  MFNode nodes = load_nodes("GPS { name \"c\" translation 0 0 3 }", world, &robot, children, diagnostics);
  REQUIRE(nodes.size() == 1);
  world.insert(&robot, children, 1, Value(std::move(nodes.front())));
  bench.simulation().request_restart(robot.id());
  bench.step(3);  // its first turn, in which all devices are read, is over
  for (const auto& [name, height] : {std::pair("c", 3.0), std::pair("b", 2.0), std::pair("a", 0.0)}) {
    CAPTURE(name);
    auto& gps = bench.state<lo_gps_state>(name).sensor;
    gps.period_ms = 10;
    bench.step();
    CHECK(gps.count == 1);
    CHECK(gps.values[2] == height);
  }
}

TEST_CASE("a controller is told a lookup table when it has changed, not with every edit of its sensor") {
  DeviceBench bench(R"(Robot {
    children [ DistanceSensor { } LightSensor { } TouchSensor { boundingObject Sphere { radius 0.1 } } Gyro { } ]
    controller "test"
  })");
  bench.step();
  const auto edit = [&](std::size_t i, const char* field, auto change) {
    Node& node = const_cast<Node&>(bench.simulation().scene().robots()[0]->devices()[i]->node());
    change(node, node.type().find(field));
    bench.step();
  };
  const std::array<const char*, 4> names{"distance sensor", "light sensor", "touch sensor", "gyro"};
  World& world = bench.simulation().world();
  for (std::size_t i = 0; i < names.size(); ++i) {
    CAPTURE(names[i]);
    bench.take(names[i]);
    edit(i, "resolution", [&](Node& node, FieldIndex field) { world.set(node, field, Value(0.5)); });
    CHECK(bench.take(names[i]).empty());
    edit(i, "lookupTable", [&](Node& node, FieldIndex field) {
      world.set(node, field, Value(MFVec3f{{0, 1, 2}, {3, 4, 5}}));
    });
    const auto told = bench.take(names[i]);
    REQUIRE(told.size() == 1);
    CHECK(told[0].size() == 6 * sizeof(double));
    // The scene is built anew for a row that comes, and the second edit is followed in place before.
    edit(i, "lookupTable", [&](Node& node, FieldIndex field) {
      world.insert(&node, field, 0, Value(Vec3{-1, 0, 0}));
      world.set(node, node.type().find("resolution"), Value(0.25));
    });
    const auto again = bench.take(names[i]);
    REQUIRE(again.size() == 1);
    CHECK(again[0].size() == 9 * sizeof(double));
  }
}
