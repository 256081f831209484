// One robot, driven by the same program in C, C++ and Python: what it reads is the same to the last bit, and is what
// physics says it must be.
#include <catch2/catch.hpp>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

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
DEF WALL Solid { translation 1.5 0 1 boundingObject Box { size 1 1 1 } name "wall" }
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

TEST_CASE("C, C++ and Python say the same") {
  const TemporaryFolder folder;
  const std::string c = sayings_of("says_c", folder);
  REQUIRE_FALSE(c.empty());
  CHECK(sayings_of("says_cpp", folder) == c);
  CHECK(sayings_of("says_python", folder) == c);

  auto sayings = parsed(c);
  CHECK(c.substr(0, c.find('\n')) == "sayer 8 10");
  CHECK(sayings["max velocity"].at(0) == std::vector<double>{3});
  CHECK(sayings["table"].at(0) == std::vector<double>{0, 0, 0, 2, 1000, 0});
  REQUIRE(sayings["time"].size() == 20);
  CHECK(sayings["time"].back().at(0) == Approx(0.16));
  // 2 rad/s without physics, from rest: at most 2 t.
  CHECK(sayings["position"].back().at(0) <= 0.32);
  CHECK(sayings["position"].back().at(0) > 0.1);
  // The wall's face is 1 m away: half of the table's range.
  CHECK(sayings["eye"].back().at(0) == Approx(500).epsilon(1e-5));
  CHECK(sayings["gps"].back() == std::vector<double>{0, 0, 1.5});
  CHECK(sayings["accelerometer"].back().at(2) == Approx(9.81));
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

}  // namespace
