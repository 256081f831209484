// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// One robot, driven by the same program in C, C++, Python, Java and Octave: what it reads is the same to the last bit,
// and is what physics says it must be. A second program calls every function of a supervisor.
#include <catch2/catch.hpp>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/optional.h"
#include "tests/support/program.h"

using namespace lightsout;

namespace {

namespace fs = std::filesystem;

const char world[] = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
DEF BOX Solid {
  translation 0 2 5
  boundingObject DEF BOX_SHAPE Box { size 0.1 0.1 0.1 }
  physics Physics { density -1 mass 1 }
  name "box"
}
DEF WALL Solid { translation 1.5 0 1 boundingObject Box { size 1 1 1 } name "wall" radarCrossSection 2 }
DEF ROBOT Robot {
  translation 0 0 1
  children [
    HingeJoint {
      jointParameters HingeJointParameters { axis 0 0 1 }
      device [
        RotationalMotor { name "motor" maxVelocity 3 }
        PositionSensor { name "position" }
      ]
      endPoint Solid { name "arm" }
    }
    DistanceSensor { name "eye" lookupTable [ 0 0 0, 2 1000 0 ] }
    GPS { name "gps" translation 0 0 0.5 }
    Accelerometer { name "accelerometer" }
    Gyro { name "gyro" }
    Compass { name "compass" }
    InertialUnit { name "unit" }
    Altimeter { name "altimeter" }
    LED { name "led" }
    Camera { width 320 height 240 fieldOfView 1.2 recognition Recognition { } }
    RangeFinder { width 32 height 24 maxRange 5 }
    Lidar { horizontalResolution 180 numberOfLayers 2 fieldOfView 3 }
    Radar { maxRange 40 }
    Display { width 100 height 80 }
  ]
  name "sayer"
  supervisor TRUE
  controller "CONTROLLER"
  controllerArgs [ "SAYINGS" ]
}
)";

std::string sayings_of(const std::string& controller, const TemporaryFolder& folder) {
  const fs::path project = fs::path(LIGHTSOUT_BUILD_DIR) / "tests/project";
  const std::string sayings = folder / (controller + ".txt");
  std::string text = world;
  text.replace(text.find("CONTROLLER"), 10, controller);
  text.replace(text.find("SAYINGS"), 7, sayings);
  const fs::path file = project / "worlds" / (controller + ".wbt");
  std::ofstream(file) << text;
  const ProgramResult result = run_lightsout({"run", file.string(), "--duration", "10s"});
  INFO(result.err);
  CHECK(result.exit_code == 7);  // the status of wb_supervisor_simulation_quit
  return read_file(sayings);
}

// The numbers behind each name, in order; NaN is left out.
std::map<std::string, std::vector<std::vector<double>>> parsed(const std::string& text) {
  std::map<std::string, std::vector<std::vector<double>>> sayings;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    std::vector<double> values;
    for (std::string word; words >> word;) {
      if (std::isdigit(word[0]) || word[0] == '-')
        values.push_back(std::stod(word));
      else if (word != "nan")
        name += (name.empty() ? "" : " ") + word;
    }
    sayings[name].push_back(values);
  }
  return sayings;
}

TEST_CASE("A robot in C++ makes objects of its devices of its own classes, by tag as today or by name as of old") {
  const TemporaryFolder folder;
  fs::create_directories(folder / "worlds");
  fs::create_directories(folder / "controllers/makes");
  write_file(folder / "worlds/w.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { }
Robot { name "r" controller "makes" children [
  DistanceSensor { name "near" } DistanceSensor { name "far" } LED { name "lamp" } GPS { name "gps" }
] }
)");
  write_file(folder / "controllers/makes/makes.cpp", R"(#include <webots/DistanceSensor.hpp>
#include <webots/GPS.hpp>
#include <webots/LED.hpp>
#include <webots/Robot.hpp>
#include <cstdio>

using namespace webots;

struct MySensor : DistanceSensor {
  explicit MySensor(const std::string& name) : DistanceSensor(name) {}
};
struct MyLamp : LED {
  explicit MyLamp(WbDeviceTag tag) : LED(tag) {}
};
struct MyRobot : Robot {
 protected:
  DistanceSensor* createDistanceSensor(const std::string& name) const override { return new MySensor(name); }
  LED* createLED(WbDeviceTag tag) const override { return new MyLamp(tag); }
};

int main() {
  MyRobot robot;
  for (const char* name : {"near", "far"})
    std::printf("%s %d\n", name, dynamic_cast<MySensor*>(robot.getDistanceSensor(name)) != NULL);
  std::printf("name %s\n", robot.getDistanceSensor("far")->getName().c_str());
  std::printf("lamp %d\n", dynamic_cast<MyLamp*>(robot.getDevice("lamp")) != NULL);
  std::printf("gps %d\n", robot.getGPS("gps") != NULL);
  robot.step(32);
  return 0;
}
)");
  const ProgramResult result = run_lightsout({"run", folder / "worlds/w.wbt"});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  for (const char* line : {"near 1", "far 1", "name far", "lamp 1", "gps 1"})
    CHECK(result.err.find(std::string("[r] ") + line + "\n") != std::string::npos);
}

TEST_CASE("C, C++ and Python say the same") {
  const TemporaryFolder folder;
  const std::string c = sayings_of("says_c", folder);
  REQUIRE_FALSE(c.empty());
  CHECK(sayings_of("says_cpp", folder) == c);
  CHECK(sayings_of("says_python", folder) == c);

  auto sayings = parsed(c);
  CHECK(c.substr(0, c.find('\n')) == "sayer 8 15");
  CHECK(sayings["max velocity"].at(0) == std::vector<double>{3});
  CHECK(sayings["table"].at(0) == std::vector<double>{0, 0, 0, 2, 1000, 0});
  // What the world says of them; there are images, and nothing that is recognized.
  CHECK(sayings["camera"].at(0) == std::vector<double>{320, 240, 1.2, 16});
  CHECK(sayings["range-finder"].at(0) == std::vector<double>{32, 24, 5, 8});
  CHECK(sayings["lidar"].at(0) == std::vector<double>{180, 2, 360, 3});
  CHECK(sayings["radar"].at(0) == std::vector<double>{40, 8});
  CHECK(sayings["display"].at(0) == std::vector<double>{100, 80});
  CHECK(sayings["images"].back() == std::vector<double>{1, 1, 1, 0});
  // The wall by the radar equation: 20 dBm, 20 dBi and 24 GHz are the defaults of the format.
  const double wavelength = 299792458 / 24e9;
  CHECK(sayings["targets"].back() == std::vector<double>{1});
  // It is larger than the view, 0.78 wide and 0.1 high: its corners are moved onto the sides, one side after the other.
  const double below_near = 0.5 * std::cos(0.05) - std::sin(0.05),
               below_far = 0.5 * std::cos(0.05) - 2 * std::sin(0.05), above_bottom = 1 + below_near * std::sin(0.05),
               beyond_left = 0.5 * std::cos(0.39) - above_bottom * std::sin(0.39),
               nearest = above_bottom + beyond_left * std::sin(0.39), farthest = 2 + below_far * std::sin(0.05),
               distance = (nearest + farthest) / 2;
  CHECK(sayings["target"].back().at(0) == Approx(distance));
  CHECK(sayings["target"].back().at(1) ==
        Approx(60 + 10 * std::log10(wavelength * wavelength * 2 / (std::pow(4 * M_PI, 3) * std::pow(distance, 4)))));
  CHECK(sayings["target"].back().at(2) == 0);
  CHECK(sayings["target"].back().at(3) == 0);
  REQUIRE(sayings["time"].size() == 20);
  CHECK(sayings["time"].back().at(0) == Approx(0.16));
  // 2 rad/s without physics, from rest: at most 2 t.
  CHECK(sayings["position"].back().at(0) <= 0.32);
  CHECK(sayings["position"].back().at(0) > 0.1);
  // The wall's face is 1 m away: half of the table's range.
  CHECK(sayings["eye"].back().at(0) == Approx(500).epsilon(1e-5));
  CHECK(sayings["gps"].back() == std::vector<double>{0, 0, 1.5});
  CHECK(sayings["accelerometer"].back().empty());  // no body carries it: NaN
  CHECK(sayings["altimeter"].back().at(0) == Approx(1));
  CHECK(sayings["compass"].back().at(1) == Approx(1));  // ENU: north is y
  // The box falls freely from rest: v = g t.
  CHECK(sayings["box velocity"].front().at(2) == Approx(-9.81 * 0.008));
  CHECK(sayings["box to be"].at(0) == std::vector<double>{0, 1, 2});
  // A step after the set it has fallen on from there, by less than 2 cm at less than 1 m/s.
  CHECK(sayings["box"].at(6).at(1) == Approx(1));
  CHECK(sayings["box"].at(6).at(2) == Approx(2).margin(0.02));
  CHECK(sayings["nodes more"].at(0) == std::vector<double>{1});
  CHECK(sayings["nodes more"].at(1) == std::vector<double>{0});
  CHECK(sayings["new"].at(0) == std::vector<double>{3, 4, 5});
}

// They write numbers in other digits, of the same values.
TEST_CASE("Java says what C says") {
  if (!has_java()) return;
  const TemporaryFolder folder;
  CHECK(parsed(sayings_of("says_java", folder)) == parsed(sayings_of("says_c", folder)));
}

TEST_CASE("Octave says what C says") {
  if (!has_octave()) return;
  const TemporaryFolder folder;
  CHECK(parsed(sayings_of("says_octave", folder)) == parsed(sayings_of("says_c", folder)));
}

// As the manual has it: text, bytes with a length, or a list of numbers of one type; what is none of these is told.
TEST_CASE("Python sends text, bytes and lists of numbers, and goes on after what cannot be sent") {
  TemporaryFolder folder;
  fs::create_directories(folder / "controllers/talks");
  fs::create_directory(folder / "worlds");
  write_file(folder / "controllers/talks/talks.py", R"(
import sys
from controller import Robot
robot = Robot()
if robot.name == 'sender':
    emitter = robot.getDevice('emitter')
    for message, length in ('word', 2), (b'bytes', 3), (b'bytes', None), ([0.5, 2], 2), ([3, -4], None), ([], None), \
            (7, None), ([None], None):
        emitter.send(message, length)
    robot.step(10)
else:
    receiver = robot.getDevice('receiver')
    receiver.enable(10)
    robot.step(10)
    robot.step(10)
    print(receiver.getQueueLength(), file=sys.stderr)
    for read in (receiver.getString, receiver.getBytes, receiver.getBytes, receiver.getFloats, receiver.getInts):
        print(read(), file=sys.stderr)
        receiver.nextPacket()
)");
  write_file(folder / "worlds/w.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 10 }
Robot { name "sender" controller "talks" children [ Emitter { } ] }
Robot { name "taker" controller "talks" children [ Receiver { } ] }
)");
  const ProgramResult result = run_lightsout({"run", "worlds/w.wbt"}, {.directory = folder.path()});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  for (const std::string said : {"[taker] 5\n", "[taker] word\n", "[taker] b'byt'\n", "[taker] b'bytes'\n",
                                 "[taker] (0.5, 2.0)\n", "[taker] (3, -4)\n", "[sender] Error: Emitter.send(): [] is",
                                 "[sender] Error: Emitter.send(): 7 is", "[sender] Error: Emitter.send(): [None] is"})
    CHECK(result.err.find(said) != std::string::npos);
}

// --- Every function of supervisor.h

const char base_proto[] = R"(#VRML_SIM R2025a utf8
PROTO CallsBase [ field SFVec3f translation 0 0 0 ]
{ Pose { translation IS translation children [ DEF CORE Group { } ] } }
)";

const char all_proto[] = R"(#VRML_SIM R2025a utf8
EXTERNPROTO "CallsBase.proto"
PROTO CallsAll [
  field SFVec3f translation 0 0 0
  unconnectedField MFString marks [ ]
  unconnectedField SFBool truth FALSE
  unconnectedField SFInt32 whole 0
  unconnectedField SFFloat real 0
  unconnectedField SFVec2f pair 0 0
  unconnectedField SFVec3f point 0 0 0
  unconnectedField SFRotation turn 0 0 1 0
  unconnectedField SFColor paint 0 0 0
  unconnectedField SFString word ""
  unconnectedField MFBool truths [ ]
  unconnectedField MFInt32 wholes [ ]
  unconnectedField MFFloat reals [ ]
  unconnectedField MFVec2f pairs [ ]
  unconnectedField MFVec3f points [ ]
  unconnectedField MFRotation turns [ ]
  unconnectedField MFColor paints [ ]
]
{ CallsBase { translation IS translation } }
)";

const char calls_world[] = R"(#VRML_SIM R2025a utf8
EXTERNPROTO "PROTOS/CallsAll.proto"
WorldInfo { basicTimeStep 8 }
DEF VIEW Viewpoint { }
Solid { name "floor" boundingObject Plane { size 10 10 } }
DEF BOX Solid {
  name "box" translation 0 0 0.05 boundingObject Box { size 0.1 0.1 0.1 } physics Physics { density -1 mass 2 }
}
DEF ALL CallsAll { translation 1 2 3 }
DEF STAND Solid {
  name "stand" translation 2 0 0
  children [
    DEF HINGE HingeJoint {
      jointParameters HingeJointParameters { axis 0 0 1 }
      endPoint DEF BOB Solid { name "bob" translation 1 0 0 }
    }
  ]
}
Robot { name "caller" supervisor TRUE controller "CONTROLLER" controllerArgs [ "SAYINGS" ] children [ LED { name "led" } ] }
)";

std::string calls_of(const std::string& controller) {
  // In the project of the controllers: what it saves is loaded again, and finds them there.
  const fs::path project = fs::path(LIGHTSOUT_BUILD_DIR) / "tests/project";
  fs::create_directories(project / "protos");
  fs::create_directories(project / "worlds");
  write_file(project / "protos/CallsBase.proto", base_proto);
  write_file(project / "protos/CallsAll.proto", all_proto);
  const fs::path sayings = project / "worlds" / (controller + "_sayings");
  fs::remove(sayings);
  std::string text = calls_world;
  text.replace(text.find("CONTROLLER"), 10, controller);
  text.replace(text.find("SAYINGS"), 7, sayings.string());
  text.replace(text.find("PROTOS"), 6, (project / "protos").string());
  const fs::path file = project / "worlds" / (controller + ".wbt");
  write_file(file, text);
  const ProgramResult result = run_lightsout({"run", file.string(), "--duration", "10s"});
  INFO(result.out << result.err);
  CHECK(result.exit_code == 7);  // the status of its last call
  return read_file(sayings);
}

// The names that a pattern finds in files of the home and that a program does not call.
std::set<std::string> missing(const std::vector<std::string>& files, const std::string& pattern,
                              const std::string& program) {
  std::string text;
  for (const std::string& file : files) text += read_file(fs::path(LIGHTSOUT_HOME) / file);
  const std::string calls = read_file(fs::path(LIGHTSOUT_SOURCE_DIR) / "tests/controllers" / program);
  const std::regex name(pattern);
  std::set<std::string> names;
  int found = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), name), end; at != end; ++at) {
    ++found;
    if (calls.find((*at)[1].str() + "(") == std::string::npos) names.insert((*at)[1]);
  }
  CHECK(found > 5);
  return names;
}

TEST_CASE("Every function of a supervisor does the same in C, C++ and Python") {
  using Names = std::set<std::string>;
  CHECK(missing({"include/controller/c/webots/supervisor.h"}, R"((wb_supervisor_\w+)\()", "calls_c/calls_c.c") ==
        Names{});
  for (const std::string header : {"Supervisor", "Node", "Field", "Proto"}) {
    CAPTURE(header);
    Names names = missing({"include/controller/cpp/webots/" + header + ".hpp"}, R"(\n  [\w:]+[^/\n(]*?[ *](\w+)\()",
                          "calls_cpp/calls_cpp.cpp");
    for (const char* own : {"findNode", "findField", "findProto", "cleanup"}) names.erase(own);
    CHECK(names == Names{});
  }
  for (const std::string module : {"supervisor", "node", "field", "proto"}) {
    CAPTURE(module);
    const std::string path = "lib/controller/python/controller/" + module;
    CHECK(missing({path + ".py", path + "_functions.py"}, R"(\n    def ([a-z]+[A-Z]\w+)\()",
                  "calls_python/calls_python.py") == Names{});
  }

  const std::string c = calls_of("calls_c");
  REQUIRE_FALSE(c.empty());
  CHECK(calls_of("calls_cpp") == c);
  CHECK(calls_of("calls_python") == c);

  auto calls = parsed(c);
  CHECK(calls["life"].size() == 4);
  CHECK(calls["nobody"].at(0) == std::vector<double>{-1});
  CHECK(calls["parameters"] == std::vector<std::vector<double>>{{17}, {1}});
  CHECK(calls["derived"] == std::vector<std::vector<double>>{{1}, {0}});
  for (std::size_t i = 0; i < 2; ++i) {  // what waits, and what is there
    CAPTURE(i);
    CHECK(calls["whole"].at(i) == std::vector<double>{-7});
    CHECK(calls["real"].at(i) == std::vector<double>{0.1});
    CHECK(calls["point"].at(i) == std::vector<double>{0.25, 0.5, 0.75});
    CHECK(calls["points"].at(2 * i) == std::vector<double>{1, 0.5, 0.25});
    CHECK(calls["points"].at(2 * i + 1) == std::vector<double>{0.25, 0.5, 0.75});
    CHECK(calls["truths"].at(2 * i) == std::vector<double>{0});
    CHECK(calls["truths"].at(2 * i + 1) == std::vector<double>{1});
  }
  CHECK(calls["marks left"].at(0) == std::vector<double>{1});
  CHECK(calls["none"].at(0) == std::vector<double>{-1});
  CHECK(calls["contacts"].at(0) == std::vector<double>{4});  // the corners of a box on a plane
  CHECK(calls["balance"].at(0) == std::vector<double>{1});
  CHECK(calls["velocity"].at(0) == std::vector<double>{0.1, 0, 1, 0, 0, 0.5});
  CHECK(calls["stopped"].at(0) == std::vector<double>(6, 0));
  // 2 kg, twice a force with 0.75 N upwards: once in world axes, once in those of the box, which stands upright.
  CHECK(calls["velocity"].at(1).at(2) == Approx(1 + 0.008 * (2 * 0.75 / 2 - 9.81)));
  // The bob is 1 m from the stand at (2, 0).
  CHECK(calls["swung"].at(0).at(0) == Approx(2 + std::cos(0.3)));
  CHECK(calls["swung"].at(0).at(1) == Approx(std::sin(0.3)));
  CHECK(calls["saved"] == std::vector<std::vector<double>>{{1}, {1}, {1}});
  CHECK(calls["animation"] == std::vector<std::vector<double>>{{1}, {1}, {1}, {1}});
  CHECK(calls["time"].at(0) == std::vector<double>{0});
}

}  // namespace
