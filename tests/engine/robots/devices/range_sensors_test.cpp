// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Range finders of the built-in library: Sharp's give the volts of the laws in the Webots User Guide, DistanceSensor
// sensors; lidars have the angles, ranges and masses of its page Lidar sensors.
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>

#include "controllers/wire/distance_sensor.h"
#include "controllers/wire/lidar.h"
#include "engine/bodies/solid.h"
#include "engine/robots/device.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/shapes/shape.h"
#include "engine/state/state.h"
#include "tests/support/device_bench.h"

using namespace lightsout;

TEST_CASE("Sharp's range finders give the volts of their laws") {
  struct Law {
    const char* name;
    double factor, power, offset, nearest, farthest;
  };
  for (const Law& law :
       {Law{"GP2D120", 0.5131, -0.5735, -0.6143, 0.04, 0.3}, Law{"GP2Y0A41SK0F", 0.5131, -0.5735, -0.6143, 0.04, 0.3},
        Law{"GP2Y0A02YK0F", 1.784, -0.4215, -1.11, 0.2, 1.5}, Law{"GP2Y0A710K0F", 1.962, -0.5214, 0.4926, 1, 5.5}})
    for (const double part : {0.0, 0.1, 0.37, 0.8, 1.0, 1.5}) {
      const double distance = law.nearest + part * (law.farthest - law.nearest);
      CAPTURE(law.name, distance);
      // A dark wall on the robot's left; the robot is turned, the sensor looks left.
      DeviceBench bench("Robot { controller \"test\" children [ Sharp" + std::string(law.name) +
                        " { translation 0 0.1 0.5 rotation 0 0 1 1.5707963267948966 } ] }\n"
                        "Solid { translation 0 " +
                        std::to_string(0.1 + distance + 0.05) +
                        " 0 boundingObject DEF WALL Shape { geometry Box { size 4 0.1 4 } } children [ USE WALL ] }");
      auto& state = bench.state<lo_distance_sensor_state>("Sharp's IR sensor " + std::string(law.name)).sensor;
      state.period_ms = 10;
      bench.step();
      const double volts = law.factor * std::pow(std::min(distance, law.farthest), law.power) + law.offset;
      // Between its rows the table is a chord of the law.
      CHECK(state.values[0] == Approx(volts).epsilon(0.003));
    }
}

TEST_CASE("lidars of the library have their documented angles, ranges and masses") {
  struct Data {
    const char *name, *device;
    int points;
    double degrees, nearest, farthest, mass;
    int layers = 1;
  };
  for (const Data& data : {Data{"HokuyoUrg04lx", "Hokuyo URG-04LX", 667, 240, 0.06, 4.095, 0.16},
                           Data{"HokuyoUrg04lxug01", "Hokuyo URG-04LX-UG01", 667, 240, 0.2, 5.6, 0.16},
                           Data{"HokuyoUtm30lx", "Hokuyo UTM-30LX", 1080, 270, 0.1, 30, 0.37},
                           Data{"RobotisLds01", "LDS-01", 360, 360, 0.12, 3.5, 0.125},
                           Data{"SickLms291", "Sick LMS 291", 180, 180, 0.01, 80, 4.5},
                           Data{"VelodynePuck", "Velodyne VLP-16", 3600, 360, 0.5, 100, 0.83, 16},
                           Data{"VelodyneHDL-32E", "Velodyne HDL-32E", 4500, 360, 1, 70, 1, 32},
                           Data{"VelodyneHDL-64E", "Velodyne HDL-64E", 4500, 360, 1, 120, 12.7, 64}}) {
    CAPTURE(data.name);
    DeviceBench bench("Robot { controller \"test\" children [ " + std::string(data.name) +
                      " { } ] boundingObject Box { } physics Physics { density -1 mass 1 } }");
    const auto& state = bench.state<lo_lidar_state>(data.device);
    CHECK(state.horizontal_resolution == data.points);
    CHECK(state.layers == data.layers);
    CHECK(state.fov == Approx(data.degrees * M_PI / 180));
    CHECK(state.min_range == data.nearest);
    CHECK(state.max_range == data.farthest);
    dMass mass;
    dBodyGetMass(bench.simulation().scene().solids()[0]->body(), &mass);
    CHECK(mass.mass == Approx(1 + data.mass));
  }
}

TEST_CASE("a Kinect has its devices by the names that it is given, and a motor if it has a foot") {
  for (const bool foot : {true, false}) {
    DeviceBench bench("Robot { controller \"test\" children [ Kinect { cameraName \"eye\" foot " +
                      std::string(foot ? "TRUE" : "FALSE") + " } ] }");
    std::set<std::string> names;
    for (const auto& device : bench.simulation().scene().robots()[0]->devices()) names.insert(device->name());
    CHECK(names == (foot ? std::set<std::string>{"eye color", "eye range", "tilt motor"}
                         : std::set<std::string>{"eye color", "eye range"}));
  }
}
