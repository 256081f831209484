// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Accelerometer, gyro, compass, inertial unit, altimeter, GPS and position sensor against mechanics.
#include <catch2/catch.hpp>
#include <cmath>

#include "controllers/wire/gps.h"
#include "controllers/wire/inertial_unit.h"
#include "controllers/wire/position_sensor.h"
#include "engine/bodies/solid.h"
#include "engine/scene/scene.h"
#include "engine/state/noise.h"
#include "tests/support/device_bench.h"

using namespace lightsout;

namespace {

void check_vector(const double* values, double x, double y, double z, double margin = 1e-9) {
  CHECK(values[0] == Approx(x).margin(margin));
  CHECK(values[1] == Approx(y).margin(margin));
  CHECK(values[2] == Approx(z).margin(margin));
}

// A robot about its x axis by 0.3 rad, with the sensors at its origin.
std::string tilted(const std::string& physics) {
  return "Robot { rotation 1 0 0 0.3 children [ Accelerometer { } Gyro { } Compass { } InertialUnit { } Altimeter { "
         "translation 0 0 0.5 } ] boundingObject Sphere { radius 0.1 } " +
         physics + " controller \"test\" }";
}

}  // namespace

TEST_CASE("at rest the accelerometer reads +g upwards in its own frame") {
  // A fixed joint holds a solid with Physics below one without; it gives way by 1e-5 of its force.
  DeviceBench bench("Solid { children [ " + tilted("physics Physics { }") + " ] }");
  auto& accelerometer = bench.state<lo_sensor_state>("accelerometer");
  accelerometer.period_ms = 10;
  bench.step(100);
  // Up in a frame turned by +0.3 about x: (0, sin 0.3, cos 0.3).
  check_vector(accelerometer.values, 0, 9.81 * std::sin(0.3), 9.81 * std::cos(0.3), 1e-3);
}

TEST_CASE("the accelerometer of a robot without Physics reads NaN") {
  // Webots, src/webots/nodes/WbAccelerometer.cpp.
  DeviceBench bench(tilted(""));
  auto& accelerometer = bench.state<lo_sensor_state>("accelerometer");
  accelerometer.period_ms = 10;
  bench.step(2);
  CHECK(accelerometer.count == 2);
  for (int i = 0; i < 3; ++i) CHECK(std::isnan(accelerometer.values[i]));
  CHECK(bench.take_warnings().size() == 1);
}

TEST_CASE("in free fall the accelerometer reads nothing") {
  DeviceBench bench(tilted("physics Physics { }"));
  auto& accelerometer = bench.state<lo_sensor_state>("accelerometer");
  accelerometer.period_ms = 20;
  bench.step(4);
  CHECK(accelerometer.count == 2);
  check_vector(accelerometer.values, 0, 0, 0, 1e-9);
}

TEST_CASE("a sensor on a turning arm feels the centripetal acceleration and the rate") {
  // A free sphere in a world without gravity turns at 2 rad/s about z; the sensors sit 0.5 m out along x.
  DeviceBench bench(R"(WorldInfo { basicTimeStep 1 gravity 0 }
DEF R Robot {
  children [ Accelerometer { translation 0.5 0 0 } Gyro { rotation 1 0 0 1.5707963267948966 } ]
  boundingObject Sphere { radius 0.1 }
  physics Physics { }
  controller "test"
})");
  Solid* body = bench.simulation().scene().find_solid("R");
  dBodySetAngularVel(body->body(), 0, 0, 2);
  auto& accelerometer = bench.state<lo_sensor_state>("accelerometer");
  auto& gyro = bench.state<lo_sensor_state>("gyro");
  accelerometer.period_ms = gyro.period_ms = 1;
  bench.step(50);
  // -w^2 r = -2 m/s^2 along x. The difference quotient lies half a step back: the direction is off by w h / 2 = 1e-3.
  check_vector(accelerometer.values, -2, 0, 0, 2 * 1.01e-3);
  CHECK(accelerometer.values[1] == Approx(2 * 1e-3).epsilon(0.02));
  // World z is the sensor's y axis turned by 90 degrees about x: (0, 1, 0).
  check_vector(gyro.values, 0, 2, 0, 1e-6);
}

TEST_CASE("the gyro of a robot that nothing moves reads zero") {
  DeviceBench bench(tilted(""));
  auto& gyro = bench.state<lo_sensor_state>("gyro");
  gyro.period_ms = 10;
  bench.step();
  check_vector(gyro.values, 0, 0, 0, 0);
  CHECK(bench.take_warnings().size() == 1);
}

TEST_CASE("the compass shows north: +y in ENU, +x in NUE, +z in EUN") {
  const std::pair<const char*, Vector3d> systems[] = {
      {"ENU", Vector3d::UnitY()}, {"NUE", Vector3d::UnitX()}, {"EUN", Vector3d::UnitZ()}};
  for (const auto& [system, north] : systems) {
    DeviceBench bench(std::string("WorldInfo { basicTimeStep 10 coordinateSystem \"") + system + "\" }" + tilted(""));
    auto& compass = bench.state<lo_sensor_state>("compass");
    compass.period_ms = 10;
    bench.step();
    const Vector3d expected = Eigen::AngleAxisd(-0.3, Vector3d::UnitX()) * north;
    INFO(system);
    check_vector(compass.values, expected.x(), expected.y(), expected.z());
  }
}

TEST_CASE("axes that are off are NaN, tables and resolution act on each axis") {
  DeviceBench bench(R"(Solid { children [ Robot {
    children [ Accelerometer { yAxis FALSE lookupTable [ -100 -1000 0, 100 1000 0 ] resolution 5 } ]
    boundingObject Sphere { radius 0.1 }
    physics Physics { }
    controller "test"
  } ] })");
  auto& accelerometer = bench.state<lo_sensor_state>("accelerometer");
  REQUIRE(accelerometer.lookup_table.count == 2);
  CHECK(bench.numbers(accelerometer.lookup_table)[1] == -1000);
  accelerometer.period_ms = 10;
  bench.step(100);  // held by a fixed joint, at rest
  CHECK(accelerometer.values[0] == 0);
  CHECK(std::isnan(accelerometer.values[1]));
  CHECK(accelerometer.values[2] == 100);  // 98.1 to the nearest 5
}

TEST_CASE("the inertial unit gives the orientation as a quaternion") {
  DeviceBench bench(tilted(""));
  auto& unit = bench.state<lo_inertial_unit_state>("inertial unit");
  unit.sensor.period_ms = 10;
  bench.step();
  check_vector(unit.sensor.values, std::sin(0.15), 0, 0);
  CHECK(unit.sensor.values[3] == Approx(std::cos(0.15)));
  CHECK(unit.coordinate_system == LO_WORLD_ENU);
}

TEST_CASE("the altimeter measures the height of the sensor, not of the robot") {
  DeviceBench bench(tilted("translation 0 0 1"));
  auto& altimeter = bench.state<lo_sensor_state>("altimeter");
  altimeter.period_ms = 10;
  bench.step();
  CHECK(altimeter.values[0] == Approx(1 + 0.5 * std::cos(0.3)));
}

// WbAltimeter.cpp of R2025a; of geographic references the third number is the altitude.
TEST_CASE("the altimeter counts from the height of the world's reference") {
  const auto read = [](const std::string& info) {
    DeviceBench bench("WorldInfo { basicTimeStep 10 gpsReference 10 20 30 " + info +
                      " } Robot { children [ Altimeter { } ] controller \"test\" }");
    auto& altimeter = bench.state<lo_sensor_state>("altimeter");
    altimeter.period_ms = 10;
    bench.step();
    return altimeter.values[0];
  };
  CHECK(read("") == 30);
  CHECK(read("coordinateSystem \"NUE\"") == 20);
  CHECK(read("coordinateSystem \"NUE\" gpsCoordinateSystem \"WGS84\"") == 30);
}

TEST_CASE("GPS: reference, resolution and velocity of a body, NaN where nothing is known") {
  DeviceBench bench(R"(WorldInfo { basicTimeStep 10 gravity 0 gpsReference 100 200 300 }
DEF R Robot { translation 1 2 3 children [ GPS { resolution 0.5 speedResolution 0.25 } ]
  boundingObject Sphere { radius 0.1 } physics Physics { } controller "test" })");
  dBodySetLinearVel(bench.simulation().scene().find_solid("R")->body(), 0.3, 0, 0.4);
  auto& gps = bench.state<lo_gps_state>("gps");
  gps.sensor.period_ms = 10;
  CHECK(std::isnan(gps.speed_vector[0]));
  bench.step();
  check_vector(gps.sensor.values, 101, 202, 303);
  check_vector(gps.speed_vector, 0.3, 0, 0.4);
  CHECK(gps.sensor.values[3] == 0.5);
}

TEST_CASE("GPS without a body: the velocity is the difference of two samples") {
  DeviceBench bench("Robot { children [ GPS { } ] controller \"test\" }");
  auto& gps = bench.state<lo_gps_state>("gps");
  gps.sensor.period_ms = 10;
  bench.step();
  CHECK(std::isnan(gps.sensor.values[3]));
  bench.step();
  CHECK(gps.sensor.values[3] == 0);
}

TEST_CASE("GPS in WGS84: a point 100 m north and 50 m east of the reference") {
  DeviceBench bench(R"(WorldInfo { basicTimeStep 10 gpsCoordinateSystem "WGS84" gpsReference 46.5 6.6 400 }
Robot { translation 50 100 2 children [ GPS { } ] controller "test" })");
  auto& gps = bench.state<lo_gps_state>("gps");
  gps.sensor.period_ms = 10;
  bench.step();
  CHECK(gps.coordinate_system == 1);
  // Meridian radius at 46.5 degrees 6,369,037 m, of the parallel 4,398,195 m. Grid north of UTM leaves true north by
  // the convergence (6.6 - 9) sin 46.5 = -1.741 degrees, the scale is 0.9996 (1 + (184 km / 6380 km)^2 / 2) = 1.00002.
  const double convergence = (6.6 - 9) * std::sin(46.5 * M_PI / 180) * M_PI / 180;
  const double north = 100 * std::cos(convergence) - 50 * std::sin(convergence) * -1 * -1;
  const double east = 50 * std::cos(convergence) + 100 * std::sin(convergence);
  CHECK((gps.sensor.values[0] - 46.5) * M_PI / 180 * 6369037 == Approx(north).margin(0.05));
  CHECK((gps.sensor.values[1] - 6.6) * M_PI / 180 * 4398195 == Approx(east).margin(0.05));
  CHECK(gps.sensor.values[2] == Approx(402));
}

TEST_CASE("GPS noise: its deviation is the accuracy, its correlation over a second the noiseCorrelation") {
  DeviceBench bench(
      "WorldInfo { basicTimeStep 10 } Robot { children [ GPS { accuracy 2 noiseCorrelation 0.5 } GPS { name "
      "\"white\" accuracy 2 } ] controller \"test\" }");
  auto& gps = bench.state<lo_gps_state>("gps");
  auto& white = bench.state<lo_gps_state>("white");
  gps.sensor.period_ms = white.sensor.period_ms = 1000;
  double sum2 = 0, product = 0, white2 = 0, white_product = 0, last = 0, white_last = 0;
  int n = 0;
  for (int i = 0; i < 400; ++i) {
    bench.step(100);
    for (int k = 0; k < 3; ++k) white2 += white.sensor.values[k] * white.sensor.values[k];
    const double x = gps.sensor.values[0], w = white.sensor.values[0];
    if (i > 10) {
      sum2 += x * x;
      product += x * last;
      white_product += w * white_last;
      ++n;
    }
    last = x;
    white_last = w;
  }
  // Four standard errors: of a variance s^2 sqrt(2/n) (times sqrt((1 + r^2)/(1 - r^2)) when correlated), of a
  // correlation 1/sqrt(n).
  CHECK(white2 / 1200 == Approx(4).margin(4 * 4 * std::sqrt(2.0 / 1200)));
  CHECK(white_product / n / 4 == Approx(0).margin(4 / std::sqrt(n)));
  CHECK(sum2 / n == Approx(4).margin(4 * 4 * std::sqrt(2.0 / n * 1.25 / 0.75)));
  CHECK(product / sum2 == Approx(0.5).margin(4 / std::sqrt(n)));
}

TEST_CASE("noise of a sensor does not change when another is added") {
  const auto first_reading = [](const std::string& extra) {
    DeviceBench bench("Robot { children [ " + extra + " Altimeter { accuracy 1 } ] controller \"test\" }");
    auto& altimeter = bench.state<lo_sensor_state>("altimeter");
    altimeter.period_ms = 10;
    bench.step();
    return altimeter.values[0];
  };
  CHECK(first_reading("") == first_reading("GPS { accuracy 1 }"));
  CHECK(first_reading("") != 0);
}

TEST_CASE("the position sensor reads its joint, names its motor, and rounds to its resolution") {
  DeviceBench bench(R"(Robot { children [ HingeJoint {
    jointParameters HingeJointParameters { axis 0 0 1 position 0.5 }
    device [ RotationalMotor { name "motor" } PositionSensor { name "fine" } PositionSensor { name "coarse" resolution 0.2 } ]
    endPoint Solid { rotation 0 0 1 0.5 }
  } ] controller "test" })");
  auto& fine = bench.state<lo_position_sensor_state>("fine");
  auto& coarse = bench.state<lo_position_sensor_state>("coarse");
  CHECK(fine.motor_tag == 1);
  CHECK(fine.linear == 0);
  fine.sensor.period_ms = coarse.sensor.period_ms = 10;
  bench.step();
  CHECK(fine.sensor.values[0] == Approx(0.5));
  CHECK((coarse.sensor.values[0] == Approx(0.4) || coarse.sensor.values[0] == Approx(0.6)));
}
