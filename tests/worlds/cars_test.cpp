// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Cars of the built-in library: springs, brakes, engines, and what is seen from inside.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "engine/bodies/solid.h"
#include "engine/render/renderer.h"
#include "engine/robots/devices/motor.h"
#include "engine/scene/scene.h"
#include "tests/support/robot_world.h"

using namespace lightsout;

TEST_CASE("cars stand on their springs, roll by their wheels' radius and turn about one point") {
  struct Car {
    const char* name;
    bool front, rear;                               // driven
    double wheelbase, track, radius, body, wheels;  // masses
    double spring, seconds;                         // N/m; from 0 to 100 km/h
  };
  // The numbers of Webots' cars; the Lincoln's wheels are cylinders of 0.22 m of density 1000.
  const Car car = GENERATE(Car{"BmwX5", true, false, 2.995, 1.628, 0.374, 2000, 120, 1e5, 7},
                           Car{"CitroenCZero", false, true, 2.55, 1.31, 0.28575, 1200, 22, 3e4, 17.5},
                           Car{"LincolnMKZ", true, true, 2.94, 1.64, 0.358, 1950, 354.4, 1e5, 4.97},
                           Car{"ToyotaPrius", true, false, 2.8, 1.628, 0.317, 1805, 32, 1e5, 10.7},
                           Car{"TeslaModel3", false, true, 2.94, 1.72, 0.36, 1847, 41.6, 6e4, 4});
  const bool old = GENERATE(false, true);
  CAPTURE(car.name, old);
  const std::string hard = "material1 \"default\" coulombFriction [ 8 ] softCFM 0.00001 }";
  auto world = world_of(std::string(car.name) + " { controller \"void\" }", old ? "R2021a" : "R2025a",
                        "physicsDisableTime 0 ERP 0.6 contactProperties [ ContactProperties { " + hard +
                            " ContactProperties { material2 \"" + car.name +
                            (car.name == std::string("TeslaModel3") ? "Wheel\" " : "Wheels\" ") + hard + " ]");
  CHECK(mass_of(world) == Approx(car.body + car.wheels));
  world.run(3);
  // Level or not, the middle of the springs' four ends sinks by the weight that they carry.
  const Pose start = world.solid("R").pose();
  const Vector3d up = old ? Vector3d::UnitY() : Vector3d::UnitZ();
  const Vector3d ahead = old ? Vector3d::UnitZ() : Vector3d::UnitX();
  const Vector3d middle = start * (ahead * car.wheelbase / 2);
  CHECK(middle.dot(up) == Approx(car.radius - car.body * 9.81 / (4 * car.spring)).margin(0.003));

  const auto turn_wheels = [&](double left, double right, double rear_left, double rear_right) {
    if (car.front) spin(world, "left_front_wheel", left), spin(world, "right_front_wheel", right);
    if (car.rear) spin(world, "left_rear_wheel", rear_left), spin(world, "right_rear_wheel", rear_right);
  };
  // The wheels are accelerated so that the car has 100 km/h after its seconds.
  turn_wheels(100, 100, 100, 100);
  world.run(0.96);
  CHECK((world.solid("R").pose().position - start.position).dot(ahead) ==
        Approx(0.5 * 100 / 3.6 / car.seconds * 0.96 * 0.96).epsilon(0.05));
  turn_wheels(10, 10, 10, 10);
  world.run(5);
  const Vector3d before = world.solid("R").pose().position;
  world.run(0.8);
  CHECK((world.solid("R").pose().position - before).dot(ahead) == Approx(8 * car.radius).epsilon(0.004));

  // Round a point 15 m to the right of the rear axle's middle: each wheel as fast as it is far from it.
  const double circle = 15, rate = 10 * car.radius / circle, half = car.track / 2;
  motor(world, "right_steer").set_position(std::atan(car.wheelbase / (circle - half)));
  motor(world, "left_steer").set_position(std::atan(car.wheelbase / (circle + half)));
  turn_wheels(std::hypot(circle + half, car.wheelbase) * rate / car.radius,
              std::hypot(circle - half, car.wheelbase) * rate / car.radius, (circle + half) * rate / car.radius,
              (circle - half) * rate / car.radius);
  world.run(3);
  const double turned = world.solid("R").angular_velocity().dot(up);
  // Tyres slip a little.
  CHECK(turned == Approx(-rate).epsilon(0.05));

  auto simple = world_of(std::string(car.name) + "Simple { }", old ? "R2021a" : "R2025a");
  CHECK(mass_of(simple) == 0);
  CHECK(devices_of(simple).empty());
}

TEST_CASE("a camera behind the windscreen of a car sees the road alone") {
  auto world = world_of(
      "BmwX5 { controller \"void\" sensorsSlotTop [ DEF EYE Camera { translation 0.72 0 -0.05 fieldOfView 1 } ] }");
  Renderer renderer(world.simulation().scene());
  View view;
  view.width = 64;
  view.height = 32;
  view.field_of_view = 1;
  view.pose = world.solid("EYE").pose();
  std::vector<float> ranges(64 * 32);
  renderer.take_ranges(view, ranges);
  // The road is some 1.76 m below, and the car may pitch a little: nothing is nearer than 1.7 m / tan(15.3 degrees)
  // = 6.2 m.
  CHECK(*std::ranges::min_element(ranges) > 6);
  CHECK(*std::ranges::min_element(ranges) < 7);
}
