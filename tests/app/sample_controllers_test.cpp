// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The controllers that robots of the PROTO library name by default are there for every world, and do what their names
// say.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <sstream>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

// What a run of a world has recorded.
struct Recording {
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;
  ProgramResult result;

  std::vector<double> of(const std::string& column) const {
    const auto found = std::ranges::find(columns, column);
    INFO(column);
    REQUIRE(found != columns.end());
    std::vector<double> values;
    for (const auto& row : rows) values.push_back(row[std::size_t(found - columns.begin())]);
    return values;
  }
};

Recording record(const std::string& world, const std::string& duration, const std::string& keys = "") {
  TemporaryFolder folder;
  write_file(folder / "w.wbt", world);
  write_file(folder / "keys.txt", keys);
  std::vector<std::string> arguments = {"run", "w.wbt", "--duration", duration, "--record", "w.csv", "--every", "5"};
  if (!keys.empty()) arguments.insert(arguments.end(), {"--keys", "keys.txt"});
  Recording recording;
  recording.result = run_lightsout(arguments, {.directory = folder.path(), .environment = {}});
  INFO(recording.result.err);
  REQUIRE(recording.result.exit_code == 0);
  std::ifstream file(folder / "w.csv");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream cells(line);
    const bool head = recording.columns.empty();
    if (!head) recording.rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) {
      std::erase(cell, '"');
      if (head)
        recording.columns.push_back(cell);
      else
        recording.rows.back().push_back(cell.empty() ? NAN : std::stod(cell));
    }
  }
  REQUIRE(!recording.rows.empty());
  return recording;
}

// Along the ground, from a row on.
double path_length(const std::vector<double>& x, const std::vector<double>& y, std::size_t from = 1) {
  double length = 0;
  for (std::size_t i = std::max<std::size_t>(from, 1); i < x.size(); ++i)
    length += std::hypot(x[i] - x[i - 1], y[i] - y[i - 1]);
  return length;
}

}  // namespace

TEST_CASE("robots of older files drive about by their default controllers and stay off the walls") {
  struct Case {
    const char *name, *place;
    double height, half, radius;  // of the robot's origin; of the arena; of the robot, m
  };
  // Radii: User Guide, pages of the robots (the Pioneer's is from its axle to its tail).
  for (const Case& c :
       {Case{"E-puck", "0.1 0 0.2", 0, 0.5, 0.037}, Case{"Khepera1", "0.1 0 0.2", 0, 0.4, 0.0275},
        Case{"Khepera3", "0.1 -0.0033 0.2", 0, 0.7, 0.064}, Case{"Thymio2", "0.1 0 0.2", 0, 0.7, 0.05},
        Case{"Khepera4", "0.1 0 0.2", 0, 1, 0.0704}, Case{"Pioneer3dx", "0.1 0.0975 0.2", 0.0975, 3, 0.28}}) {
    INFO(c.name);
    std::ostringstream world;
    world
        << "#VRML_SIM R2021a utf8\nWorldInfo { coordinateSystem \"NUE\" basicTimeStep 16 }\nRectangleArena { floorSize "
        << 2 * c.half << " " << 2 * c.half << " wallHeight 0.5 }\nDEF R " << c.name << " { translation " << c.place
        << " }\n";
    const Recording run = record(world.str(), "30s");
    const auto x = run.of("R.x"), z = run.of("R.z"), up = run.of("R.y");
    // On, and not only against a wall: in the last third as well.
    CHECK(path_length(x, z) > 2 * c.half);
    CHECK(path_length(x, z, 2 * x.size() / 3) > 0.5 * c.half);
    for (std::size_t i = 0; i < x.size(); ++i) {
      REQUIRE(std::max(std::abs(x[i]), std::abs(z[i])) < c.half - 0.9 * c.radius);
      REQUIRE(up[i] == Approx(c.height).margin(0.01));
    }
  }
}

TEST_CASE("the controller of the Khepera drives a robot on DifferentialWheels") {
  std::ostringstream world;
  world
      << "#VRML_SIM R2017a utf8\nWorldInfo { basicTimeStep 16 }\nRectangleArena { floorSize 0.8 0.8 wallHeight 0.5 }\n"
         "DEF R DifferentialWheels { translation 0.1 0 0.2 controller \"braitenberg\" axleLength 0.053 wheelRadius "
         "0.008 "
         "maxSpeed 100 speedUnit 0.1 boundingObject Transform { translation 0 0.016 0 children [ "
         "Cylinder { radius 0.0275 height 0.02 } ] } children [ ";
  // The places of the Khepera's sensors, and where they look: x to the right, y up, z back.
  const double angles[] = {90, 45, 10, -10, -45, -90, -160, 160};
  for (int i = 0; i < 8; ++i) {
    const double angle = angles[i] * M_PI / 180;
    world << "DistanceSensor { name \"ds" << i << "\" translation " << -0.028 * std::sin(angle) << " 0.016 "
          << -0.028 * std::cos(angle) << " rotation 0 1 0 " << angle + M_PI / 2
          << " lookupTable [ 0 1023 0, 0.05 0 0 ] type \"infra-red\" } ";
  }
  world << "] }\n";
  const Recording run = record(world.str(), "30s");
  const auto x = run.of("R.x"), z = run.of("R.z");
  CHECK(path_length(x, z) > 0.8);
  for (std::size_t i = 0; i < x.size(); ++i) REQUIRE(std::max(std::abs(x[i]), std::abs(z[i])) < 0.4 - 0.9 * 0.0275);
}

TEST_CASE("a Create turns round where its bumper meets something") {
  const Recording run = record(
      "#VRML_SIM R2021a utf8\nWorldInfo { coordinateSystem \"NUE\" basicTimeStep 16 }\nRectangleArena { floorSize 2 2 "
      "wallHeight 0.3 }\n"
      "DEF R Create { translation 0 0.044 0 }\n",
      "30s");
  const auto x = run.of("R.x"), z = run.of("R.z");
  // To a wall and back, more than once: the arena is 2 m wide.
  CHECK(path_length(x, z) > 4);
  CHECK(path_length(x, z, 2 * x.size() / 3) > 1);
}

TEST_CASE("a conveyor belt carries what lies on it at its speed, for as long as it is told") {
  const std::string head =
      "#VRML_SIM R2025a utf8\n"
      "EXTERNPROTO \"https://raw.githubusercontent.com/cyberbotics/webots/R2025a/projects/objects/factory/conveyors/"
      "protos/ConveyorBelt.proto\"\nWorldInfo { basicTimeStep 8 }\n"
      "DEF BOX Solid { translation -0.5 0 0.65 boundingObject Box { size 0.1 0.1 0.1 } physics Physics { density -1 "
      "mass 1 } }\n";
  // Speed 0.5 m/s by default; friction 1 brings the box to it in 0.05 s, over 13 mm less than the belt.
  const auto on = record(head + "ConveyorBelt { }\n", "1.5s").of("BOX.x");
  CHECK(on.back() == Approx(-0.5 + 0.5 * 1.5 - 0.013).margin(0.02));
  // 0.3 m/s for 2 s: it stands after that.
  const auto timed = record(head + "ConveyorBelt { speed 0.3 timer 2 }\n", "4s").of("BOX.x");
  CHECK(timed.back() == Approx(-0.5 + 0.3 * 2).margin(0.02));
  CHECK(timed.back() == Approx(timed[3 * timed.size() / 4]).margin(1e-3));
}

TEST_CASE("a Robotino bounces off walls without turning") {
  const Recording run = record(
      "#VRML_SIM R2021a utf8\nWorldInfo { coordinateSystem \"NUE\" basicTimeStep 16 contactProperties "
      "ContactProperties { material1 "
      "\"WheelMat\" "
      "coulombFriction [ 0, 2, 0 ] } }\nRectangleArena { floorSize 3 3 wallHeight 0.5 }\nDEF R Robotino3 { }\n",
      "30s");
  const auto x = run.of("R.x"), z = run.of("R.z");
  CHECK(path_length(x, z) > 5);
  // Its radius is 0.2265 m.
  for (std::size_t i = 0; i < x.size(); ++i) REQUIRE(std::max(std::abs(x[i]), std::abs(z[i])) < 1.5 - 0.23);
}

TEST_CASE("a Mavic hovers a metre higher, and flies where an arrow leans it") {
  const Recording run = record(
      "#VRML_SIM R2021a utf8\nWorldInfo { coordinateSystem \"NUE\" basicTimeStep 8 }\nRectangleArena { floorSize 20 20 "
      "}\n"
      "DEF R Mavic2Pro { translation 0 0.1 0 }\n",
      "20s", "10 Up\n14 -\n");
  const auto x = run.of("R.x"), y = run.of("R.y"), z = run.of("R.z");
  const std::size_t at_10 = x.size() / 2;
  CHECK(y[at_10] == Approx(1.1).margin(0.15));
  CHECK(std::hypot(x[at_10], z[at_10]) < 0.3);
  // Leaning by 0.08 rad it gets 9.81 * 0.08 m/s^2 for 4 s; old files' drone looks along x.
  CHECK(x.back() - x[at_10] > 0.5 * 0.5 * 9.81 * 0.08 * 4 * 4);
  CHECK(y.back() == Approx(1.1).margin(0.2));
}

TEST_CASE("a controller that does nothing is there by its name") {
  const Recording run = record(
      "#VRML_SIM R2025a utf8\nWorldInfo { }\nDEF R Robot { controller \"generic\" boundingObject Box { } }\n", "2s");
  CHECK(run.of("R.x").back() == 0);
}

TEST_CASE("a Nao shows its head, its hand and its sensors") {
  const Recording run = record(
      "#VRML_SIM R2021a utf8\nWorldInfo { coordinateSystem \"NUE\" basicTimeStep 16 }\nRectangleArena { floorSize 3 3 "
      "}\nDEF R Nao { }\n",
      "5s");
  // 5.2 kg on two feet: 25 N each, half a newton aside. Walls 1.5 m away.
  CHECK(run.result.err.find("feet 2") != std::string::npos);
  CHECK(run.result.err.find("sonars 1.50 and 1.50 m") != std::string::npos);
  // It goes on standing.
  CHECK(run.of("R.y").back() > 0.32);
}

TEST_CASE("a youBot drives by the keyboard") {
  const Recording run = record(
      "#VRML_SIM R2021a utf8\nWorldInfo { coordinateSystem \"NUE\" basicTimeStep 16 }\nRectangleArena { floorSize 5 5 "
      "}\nDEF R Youbot { }\n",
      "4s", "1 Up\n2 -\n3 Space\n");
  const auto x = run.of("R.x"), z = run.of("R.z");
  // 4 rad/s of wheels of 5 cm, from 1 s to 3 s, ahead; old files' youBot looks along x.
  CHECK(x.back() - x.front() == Approx(4 * 0.05 * 2).margin(0.05));
  CHECK(std::abs(z.back() - z.front()) < 0.05);
}

TEST_CASE("Tinkerbots bricks swing within their range where no controller is named") {
  // Nothing holds the robot: its base turns against what the twister turns, by less than that.
  const Recording run = record(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 16 gravity 0 }\n"
      "DEF R TinkerbotsBase { upSlot TinkerbotsTwister { slot TinkerbotsCube { } } }\n",
      "20s");
  double most = 0;
  for (const double w : run.of("R.qw")) most = std::max(most, 2 * std::acos(std::min(1.0, std::abs(w))));
  CHECK(most > 0.2);
  CHECK(most < M_PI / 2);
}

TEST_CASE("a ROBOTIS OP2 nods and shakes its head where no motion is named") {
  const Recording run = record(
      "#VRML_SIM R2021a utf8\nWorldInfo { coordinateSystem \"NUE\" basicTimeStep 8 }\nRectangleArena { floorSize 3 3 "
      "}\n"
      "DEF R RobotisOp2 { translation 0 0.23 0 }\n",
      "8s");
  // Both joints of the neck: told 0.3 and 0.5 rad each way, which the motors do not quite reach in time.
  for (const auto& [part, swing] : {std::pair{"Head", 0.5}, std::pair{"Neck", 0.8}}) {
    double low = 0, high = 0;
    for (const std::string& column : run.columns)
      if (column.ends_with(".joint") && column.find(part) != std::string::npos)
        for (const double angle : run.of(column)) {
          low = std::min(low, angle);
          high = std::max(high, angle);
        }
    INFO(part);
    CHECK(high - low > swing);
  }
}
