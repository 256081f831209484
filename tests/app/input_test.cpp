// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `run --keys`: what controllers read of keyboard, mouse and joystick, through the executable.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

struct Typed {
  ProgramResult result;
  std::vector<std::string> lines;  // what the controller wrote
};

// Six steps of 10 ms; the controller reads its keyboard at every second one.
Typed type(const std::string& keys, const std::string& patience = {}, const std::string& robot = "bot") {
  TemporaryFolder folder;
  std::filesystem::create_directory(folder / "worlds");
  std::filesystem::create_directory_symlink(LIGHTSOUT_BUILD_DIR "/tests/project/controllers", folder / "controllers");
  const std::string out = (folder / "out").string();
  write_file(folder / "worlds/w.wbt",
             fmt::format("#VRML_SIM R2025a utf8\nWorldInfo {{ basicTimeStep 10 }}\n"
                         "Robot {{ name \"{}\" controller \"types\" controllerArgs [ \"{}\" {} ] }}\n"
                         "Robot {{ name \"{}\" controller \"<none>\" }}\n",
                         robot, out, patience, robot == "bot" ? "other robot" : "bot"));
  write_file(folder / "keys.txt", keys);
  Typed typed;
  typed.result =
      run_lightsout({"run", "worlds/w.wbt", "--duration", "60ms", "--keys", "keys.txt"}, {.directory = folder.path()});
  if (typed.result.exit_code != 0) return typed;
  const std::string text = read_file(out);
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1)
    typed.lines.push_back(text.substr(begin, text.find('\n', begin) - begin));
  return typed;
}

// The part of a line from one word to another.
std::string part(const std::string& line, const std::string& from, const std::string& to) {
  const std::size_t begin = line.find(from) + from.size();
  return line.substr(begin, to.empty() ? std::string::npos : line.find(to) - begin);
}
std::string keys_in(const std::string& line) { return part(line, " keys", " mouse"); }
std::string mouse_in(const std::string& line) { return part(line, " mouse ", " joystick"); }
std::string joystick_in(const std::string& line) { return part(line, " joystick ", ""); }

}  // namespace

TEST_CASE("Keys that are down at a sample are read then, first the one that went down last") {
  const Typed typed = type("# forwards, then a turn\n0 Up\n0.03 Up Shift+a   # with a capital letter\n0.05 -\n");
  REQUIRE(typed.result.exit_code == 0);
  REQUIRE(typed.lines.size() == 5);          // the step to 60 ms ends the run
  CHECK(keys_in(typed.lines[0]) == "");      // 10 ms: half a sampling period
  CHECK(keys_in(typed.lines[1]) == " 315");  // 20 ms: WB_KEYBOARD_UP
  CHECK(keys_in(typed.lines[2]) == "");      // not a sample
  CHECK(keys_in(typed.lines[3]) == " S65 315");
  CHECK(keys_in(typed.lines[4]) == "");
}

TEST_CASE("Releasing a key lets go of it whatever was held with it") {
  const Typed typed = type("0 press Ctrl+B\n0 press Alt+Left\n0.02 release B\n0.02 press Return Space\n");
  REQUIRE(typed.lines.size() == 5);
  CHECK(keys_in(typed.lines[1]) == " 32 4 A314");
}

TEST_CASE("At most seven keys are told, the last ones") {
  const Typed typed = type("0 keys 1 2 3 4 5 6 7 8 9\n");
  REQUIRE(typed.lines.size() == 5);
  CHECK(keys_in(typed.lines[1]) == " 57 56 55 54 53 52 51");
}

TEST_CASE("The mouse is where the script says, and nowhere before") {
  const Typed typed = type(
      "0.02 mouse at 0.25 0.5 1 2 3\n0.03 mouse press left\n0.04 mouse at 0.3 0.5\n"
      "0.05 mouse release left\n0.05 mouse away\n");
  REQUIRE(typed.lines.size() == 5);
  CHECK(mouse_in(typed.lines[0]) == "nan nan nan nan nan 000");
  CHECK(mouse_in(typed.lines[1]) == "0.25 0.5 1 2 3 000");
  CHECK(mouse_in(typed.lines[2]) == "0.25 0.5 1 2 3 100");
  CHECK(mouse_in(typed.lines[3]) == "0.3 0.5 nan nan nan 100");
  CHECK(mouse_in(typed.lines[4]) == "nan nan nan nan nan 000");
}

TEST_CASE("A joystick is plugged in, moved, pressed and unplugged") {
  const Typed typed = type(
      "0.02 joystick connect \"Flight Stick\" 2 1 3\n0.02 joystick axis 1 -32768\n"
      "0.03 joystick pov 0 4\n0.03 joystick press 2\n0.03 joystick press 0\n"
      "0.04 joystick release 2\n0.05 joystick disconnect\n");
  REQUIRE(typed.lines.size() == 5);
  CHECK(joystick_in(typed.lines[0]) == "none");
  CHECK(joystick_in(typed.lines[1]) == "Flight Stick a0 a-32768 p0");
  CHECK(joystick_in(typed.lines[2]) == "Flight Stick a0 a-32768 p4 b0 b2");
  CHECK(joystick_in(typed.lines[3]) == "Flight Stick a0 a-32768 p4 b0");
  CHECK(joystick_in(typed.lines[4]) == "none");
}

TEST_CASE("A line can be for one robot") {
  const std::string script = "0 to \"other robot\" Up\n0 to bot Down\n";
  const Typed one = type(script), other = type(script, "", "other robot");
  REQUIRE((one.lines.size() == 5 && other.lines.size() == 5));
  CHECK(keys_in(one.lines[1]) == " 317");
  CHECK(keys_in(other.lines[1]) == " 315");
}

// Simulated time stands still while a controller waits; the user's clock goes on.
TEST_CASE("A controller that waits gets the next event that it waits for, or nothing in time") {
  const Typed typed = type("0.5 mouse at 0.1 0.1\n1 W\n1.2 mouse press left\n5 mouse release left\n", "\"1500\"");
  REQUIRE(typed.lines.size() == 8);
  CHECK(typed.lines[0] == "came 4 key 87 left 0");
  CHECK(typed.lines[1] == "came 1 key -1 left 1");
  CHECK(typed.lines[2] == "came 0 key -1 left 1");
  CHECK(keys_in(typed.lines[4]) == " 87");  // still down
}

TEST_CASE("Wrong lines are shown with their place, and nothing is simulated") {
  const Typed typed = type("0 Upp\n1 mouse press lef\n0.5 A\n");
  CHECK(typed.result.exit_code == 2);
  CHECK(typed.result.err.find("keys.txt:1:3: error: `Upp` is no key; did you mean `Up`? [bad-keys]") !=
        std::string::npos);
  CHECK(typed.result.err.find("keys.txt:2:15: error: left, middle or right is expected here [bad-keys]") !=
        std::string::npos);
  CHECK(typed.lines.empty());
}

TEST_CASE("A run with input repeats itself") {
  TemporaryFolder folder;
  write_file(folder / "keys.txt", "0.1 W\n0.2 -\n");
  CHECK(run_lightsout({"run", "worlds/demo.wbt", "--duration", "1s", "--keys", (folder / "keys.txt").string(),
                       "--repeat", "2", "--verify"})
            .exit_code == 0);
}

// R2025a's WbSensor::setRefreshRate takes the time of each enabling as the last update; what the mouse is asked for
// besides leaves it alone.
TEST_CASE("A sampling period that is given again begins anew") {
  TemporaryFolder folder;
  std::filesystem::create_directories(folder / "controllers/reads");
  std::filesystem::create_directory(folder / "worlds");
  write_file(folder / "controllers/reads/reads.py", R"(
from controller import Robot
robot = Robot()
keyboard, mouse, joystick = robot.keyboard, robot.mouse, robot.joystick
def read():
    print(keyboard.getKey(), mouse.getState().u, joystick.isConnected())
for source in keyboard, mouse, joystick:
    source.enable(20)
robot.step(10)
keyboard.enable(20)
mouse.enable(20)
joystick.enable(20)
robot.step(10)
read()
mouse.enable3dPosition()
robot.step(10)
read()
)");
  write_file(folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 10 }\nRobot { name \"bot\" controller \"reads\" }\n");
  write_file(folder / "keys.txt", "0 W\n0 mouse at 0.5 0.25\n0 joystick connect Stick 2 0 4\n");
  const ProgramResult result =
      run_lightsout({"run", "worlds/w.wbt", "--keys", "keys.txt"}, {.directory = folder.path()});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("[bot] -1 nan False\n[bot] 87 0.5 True") != std::string::npos);
}

TEST_CASE("Controllers in Python read keyboard, mouse and joystick too") {
  TemporaryFolder folder;
  std::filesystem::create_directories(folder / "controllers/reads");
  std::filesystem::create_directory(folder / "worlds");
  write_file(folder / "controllers/reads/reads.py", R"(
from controller import Joystick, Keyboard, Mouse, Robot
robot = Robot()
keyboard, mouse, joystick = robot.getKeyboard(), robot.getMouse(), robot.getJoystick()
for source in keyboard, mouse, joystick:
    source.enable(10)
    assert source.getSamplingPeriod() == 10
robot.step(10)
print(keyboard.getKey() == Keyboard.CONTROL + ord('B'), keyboard.getKey(), mouse.getState().u, mouse.getState().left,
      joystick.model, joystick.number_of_axes, joystick.getAxisValue(1), joystick.getPressedButton())
)");
  write_file(folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 10 }\nRobot { name \"bot\" controller \"reads\" }\n");
  write_file(folder / "keys.txt",
             "0 Ctrl+b\n0 mouse at 0.5 0.25\n0 mouse press left\n0 joystick connect Stick 2 0 4\n"
             "0 joystick axis 1 -7\n0 joystick press 3\n");
  const ProgramResult result =
      run_lightsout({"run", "worlds/w.wbt", "--keys", "keys.txt"}, {.directory = folder.path()});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("[bot] True -1 0.5 True Stick 2 -7 3") != std::string::npos);
}
