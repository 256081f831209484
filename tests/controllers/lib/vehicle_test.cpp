// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The vehicle library against a scripted engine: geometry of steering and speeds of the wheels, from the formulas of
// the Ackermann steering.
#include <webots/robot.h>
#include <webots/vehicle/car.h>
#include <webots/vehicle/driver.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "controllers/wire/brake.h"
#include "controllers/wire/motor.h"
#include "controllers/wire/position_sensor.h"
#include "tests/controllers/lib/fake_engine.h"

using lightsout::testing::FakeEngine;
using lightsout::testing::stderr_of;

namespace {

enum Tag { RightSteer = 1, LeftSteer, RightFront, LeftFront, FirstSensor, FirstBrake = FirstSensor + 6 };

std::vector<FakeEngine::DeviceSetup> devices() {
  std::vector<FakeEngine::DeviceSetup> all;
  for (const char* name : {"right_steer", "left_steer", "right_front_wheel", "left_front_wheel"})
    all.push_back({LO_DEVICE_MOTOR, name, sizeof(lo_motor_state)});
  for (const char* name : {"right_steer_sensor", "left_steer_sensor", "right_front_sensor", "left_front_sensor",
                           "right_rear_sensor", "left_rear_sensor"})
    all.push_back({LO_DEVICE_POSITION_SENSOR, name, sizeof(lo_position_sensor_state)});
  for (const char* name : {"right_front_brake", "left_front_brake", "right_rear_brake", "left_rear_brake"})
    all.push_back({LO_DEVICE_BRAKE, name, sizeof(lo_brake_state)});
  return all;
}

// Wheelbase 2.5 m, tracks 1.5 m, radii 0.3 m, brake 500, electric, 200 N m, 50 kW, three gears.
const char measures[] = "2.5 1.5 1.5 0.3 0.3 500 0 E 200 50000 1000 4500 150 0.1 0 0.25 3000 1000 3 4 -12 10 7 none";

TEST_CASE("a front-driven car steers and rolls about one point") {
  FakeEngine engine(devices());
  stderr_of([] { CHECK(wbu_driver_get_gear_number() == 0); });  // before its initialisation
  wb_robot_set_custom_data(measures);
  CHECK(wbu_driver_initialization_is_possible());
  for (int tag = RightSteer; tag <= LeftFront; ++tag) engine.state<lo_motor_state>(tag).max_velocity = 1000;
  wbu_driver_init();
  CHECK(wbu_car_get_type() == WBU_CAR_TRACTION);
  CHECK(wbu_car_get_engine_type() == WBU_CAR_ELECTRIC_ENGINE);
  CHECK(wbu_car_get_wheelbase() == 2.5);
  CHECK(wbu_driver_get_gear_number() == 3);

  // Straight on at 36 km/h = 10 m/s: both wheels at 10 / 0.3 rad/s.
  wbu_driver_set_cruising_speed(36);
  CHECK(engine.state<lo_motor_state>(RightFront).velocity == Approx(10 / 0.3));
  CHECK(engine.state<lo_motor_state>(LeftFront).velocity == Approx(10 / 0.3));
  CHECK(std::isinf(engine.state<lo_motor_state>(LeftFront).position));

  // A turn to the right with its centre at R = L / tan(d) to the right of the rear axle's middle: the wheels stand at
  // atan(L / (R -+ track / 2)) and roll with speeds like their distances from the centre.
  const double angle = 0.2, radius = 2.5 / std::tan(angle);
  wbu_driver_set_steering_angle(angle);
  CHECK(engine.state<lo_motor_state>(RightSteer).position == Approx(std::atan(2.5 / (radius - 0.75))));
  CHECK(engine.state<lo_motor_state>(LeftSteer).position == Approx(std::atan(2.5 / (radius + 0.75))));
  const double right = engine.state<lo_motor_state>(RightFront).velocity;
  const double left = engine.state<lo_motor_state>(LeftFront).velocity;
  CHECK(right / left == Approx(std::hypot(2.5, radius - 0.75) / std::hypot(2.5, radius + 0.75)));
  CHECK((right + left) / 2 == Approx(10 / 0.3));

  const std::string said = stderr_of([] { wbu_driver_set_gear(7); });
  CHECK_FALSE(said.empty());
  CHECK(wbu_driver_step() == 0);
  CHECK(engine.step_ms == 32);
}

TEST_CASE("a robot without a car's measures is no car") {
  FakeEngine engine({});
  CHECK_FALSE(wbu_driver_initialization_is_possible());
}

}  // namespace
