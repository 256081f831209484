// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `run --record-exchange`, `run --replay-exchange` and `feed`: world and controllers, each without the other.
#include <signal.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

ProgramResult run(std::vector<std::string> arguments, const ProgramOptions& options = {}) {
  arguments.insert(arguments.begin(), "run");
  return run_lightsout(arguments, options);
}

// A cart on which a motor acts as its controller in Python says.
struct Cart {
  TemporaryFolder folder;
  Cart() {
    for (const char* name : {"worlds", "controllers/drives", "controllers/other"})
      fs::create_directories(folder / name);
    world("1");
    controller("drives", "1.0");
    controller("other", "1.0 + (robot.getTime() > 0.05)");
  }
  // `mass`: of the body that the motor turns, kg.
  void world(const std::string& mass) const {
    write_file(folder / "worlds/w.wbt",
               "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n"
               "Robot { name \"R\" controller \"drives\" children [\n"
               "  HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 }\n"
               "    device [ RotationalMotor { name \"m\" maxTorque 0.1 } PositionSensor { name \"p\" } ]\n"
               "    endPoint Solid { boundingObject Box { size 1 1 1 } physics Physics { density -1 mass " +
                   mass +
                   " } } }\n"
                   "] }\n");
  }
  void controller(const std::string& name, const std::string& velocity) const {
    write_file(folder / ("controllers/" + name + "/" + name + ".py"),
               "from controller import Robot\n"
               "robot = Robot()\n"
               "motor, sensor = robot.getDevice('m'), robot.getDevice('p')\n"
               "motor.setPosition(float('inf'))\n"
               "sensor.enable(8)\n"
               "while robot.step(8) != -1:\n"
               "    motor.setVelocity(" +
                   velocity +
                   ")\n"
                   "    print(f'at {sensor.getValue()}')\n");
  }
  ProgramResult lightsout(const std::vector<std::string>& words) const {
    return run_lightsout(words, {.directory = folder.path()});
  }
};

}  // namespace

TEST_CASE("The world runs to the same hash with its controllers, and without them on what they said") {
  const TemporaryFolder folder;
  const std::string file = folder / "exchange";
  for (const bool in_process : {false, true}) {
    CAPTURE(in_process);
    std::vector<std::string> words = {"worlds/demo.wbt", "--duration",        "2s", "--hash",
                                      "--quiet",         "--record-exchange", file};
    if (in_process) words.push_back("--in-process");
    const ProgramResult whole = run(words);
    INFO(whole.err);
    REQUIRE(whole.exit_code == 0);
    const ProgramResult alone =
        run({"worlds/demo.wbt", "--duration", "2s", "--hash", "--quiet", "--replay-exchange", file});
    INFO(alone.err);
    CHECK(alone.exit_code == 0);
    CHECK(alone.out == whole.out);
    const ProgramResult fed = run_lightsout({"feed", file, "obstacle_avoider"});
    INFO(fed.out << fed.err);
    CHECK(fed.exit_code == 0);
    CHECK(fed.out.find("equal: ") == 0);
  }
}

TEST_CASE("An exchange with a reset departs where the world has none") {
  const Cart cart;
  const std::vector<std::string> run = {"run", "worlds/w.wbt", "--duration", "200ms"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = run;
    words.insert(words.end(), more.begin(), more.end());
    return cart.lightsout(words);
  };
  REQUIRE(with({"--rehearsal", "48ms", "--record-exchange", "x"}).exit_code == 0);
  CHECK(with({"--rehearsal", "48ms", "--replay-exchange", "x"}).exit_code == 0);
  const ProgramResult other = with({"--replay-exchange", "x"});
  INFO(other.err);
  CHECK(other.exit_code == 7);
  CHECK(other.err.find("was ended and started anew then") != std::string::npos);
}

TEST_CASE("A world that has changed departs from the exchange at the reading that shows it") {
  const Cart cart;
  REQUIRE(cart.lightsout({"run", "worlds/w.wbt", "--duration", "200ms", "--record-exchange", "x"}).exit_code == 0);
  CHECK(cart.lightsout({"run", "worlds/w.wbt", "--duration", "200ms", "--replay-exchange", "x"}).exit_code == 0);
  cart.world("2");
  const ProgramResult other = cart.lightsout({"run", "worlds/w.wbt", "--duration", "200ms", "--replay-exchange", "x"});
  INFO(other.err);
  CHECK(other.exit_code == 7);
  CHECK(other.err.find("robot R, turn ") != std::string::npos);
  CHECK(other.err.find("p (PositionSensor): sensor.values[0]") != std::string::npos);
}

TEST_CASE("A controller that has changed departs at the command that shows it") {
  const Cart cart;
  REQUIRE(cart.lightsout({"run", "worlds/w.wbt", "--duration", "200ms", "--record-exchange", "x"}).exit_code == 0);
  const ProgramResult same = cart.lightsout({"feed", "x", "R"});
  INFO(same.out << same.err);
  CHECK(same.exit_code == 0);
  const ProgramResult other = cart.lightsout({"feed", "x", "R", "--controller", "other"});
  INFO(other.out << other.err);
  CHECK(other.exit_code == 7);
  // Time 0.056 is the first beyond 0.05; a velocity of 2 where it was 1.
  CHECK(other.out.find("at 0.056 s") != std::string::npos);
  CHECK(other.out.find("m (Motor): velocity: 1 then, 2 now") != std::string::npos);
  CHECK(cart.lightsout({"feed", "x", "nobody"}).exit_code == 2);
  CHECK(cart.lightsout({"feed", "x", "R", "--controller", "none_such"}).exit_code == 4);
}

TEST_CASE("An exchange is of use where the project lies in a folder of another name") {
  const Cart cart;
  REQUIRE(
      cart.lightsout({"run", "worlds/w.wbt", "--duration", "200ms", "--hash", "--record-exchange", "x"}).exit_code ==
      0);
  const std::string hash = cart.lightsout({"run", "worlds/w.wbt", "--duration", "200ms", "--hash"}).out;
  const fs::path longer = cart.folder / "in_a_folder_with_a_longer_name";
  fs::create_directory(longer);
  fs::rename(cart.folder / "worlds", longer / "worlds");
  const ProgramResult alone = run_lightsout(
      {"run", "worlds/w.wbt", "--duration", "200ms", "--hash", "--replay-exchange", "../x"}, {.directory = longer});
  INFO(alone.err);
  CHECK(alone.exit_code == 0);
  CHECK(alone.out == hash);
}

TEST_CASE("What was recorded before a run was killed is played to its end") {
  const Cart cart;
  const ProgramResult killed =
      run_lightsout({"run", "worlds/w.wbt", "--realtime", "--duration", "1h", "--record-exchange", "x"},
                    {.directory = cart.folder.path(), .timeout = 60, .watch = [&](pid_t pid) {
                       std::error_code error;
                       if (fs::file_size(cart.folder / "x", error) > 2000 && !error) ::kill(pid, SIGKILL);
                     }});
  CHECK(killed.signal == SIGKILL);
  const ProgramResult played = cart.lightsout({"run", "worlds/w.wbt", "--duration", "1h", "--replay-exchange", "x"});
  INFO(played.err);
  CHECK(played.exit_code == 0);
  CHECK(played.err.find("x holds no more: the exchange was cut off") != std::string::npos);
  CHECK(cart.lightsout({"feed", "x", "R"}).out.find("cut off") != std::string::npos);
}

TEST_CASE("Every life of a controller is fed, and every robot of a controller") {
  const Cart cart;
  write_file(cart.folder / "worlds/two.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n"
             "DEF R Robot { name \"R\" controller \"sends\" children [ Emitter { name \"e\" } ] }\n"
             "Robot { name \"S\" controller \"sends\" children [ Emitter { name \"e\" } ] }\n"
             "Robot { name \"boss\" supervisor TRUE controller \"boss\" }\n");
  for (const char* name : {"sends", "boss"}) fs::create_directories(cart.folder / "controllers" / name);
  write_file(cart.folder / "controllers/sends/sends.py",
             "import os\n"
             "from controller import Robot\n"
             "robot = Robot()\n"
             "emitter = robot.getDevice('e')\n"
             "while robot.step(8) != -1:\n"
             "    emitter.send('x')\n");
  write_file(cart.folder / "controllers/boss/boss.py",
             "from controller import Supervisor\n"
             "robot = Supervisor()\n"
             "for i in range(10):\n"
             "    robot.step(8)\n"
             "    if i in (3, 6): robot.getFromDef('R').restartController()\n"
             "robot.simulationQuit(0)\n"
             "robot.step(8)\n");
  const ProgramResult whole = cart.lightsout({"run", "worlds/two.wbt", "--quiet", "--record-exchange", "x"});
  INFO(whole.err);
  REQUIRE(whole.exit_code == 0);
  const auto lines = [](const std::string& text) { return std::ranges::count(text, '\n'); };
  const ProgramResult lives = cart.lightsout({"feed", "x", "R"});
  INFO(lives.out << lives.err);
  CHECK(lives.exit_code == 0);
  CHECK(lines(lives.out) == 3);
  for (const char* life : {"equal: R, life 1 of 3 said", "equal: R, life 2 of 3 said", "equal: R, life 3 of 3 said"})
    CHECK(lives.out.find(life) != std::string::npos);
  const ProgramResult robots = cart.lightsout({"feed", "x", "sends"});
  CHECK(robots.exit_code == 0);
  CHECK(lines(robots.out) == 4);
  CHECK(robots.out.find("equal: S said") != std::string::npos);

  // It differs in its last life alone: from 7 steps of 8 ms on.
  write_file(cart.folder / "controllers/sends/sends.py",
             "from controller import Robot\n"
             "robot = Robot()\n"
             "emitter = robot.getDevice('e')\n"
             "late = robot.getTime() > 0.05 and robot.getName() == 'R'\n"
             "while robot.step(8) != -1:\n"
             "    emitter.send('y' if late else 'x')\n");
  const ProgramResult late = cart.lightsout({"feed", "x", "sends"});
  INFO(late.out << late.err);
  CHECK(late.exit_code == 7);
  CHECK(lines(late.out) == 4);
  CHECK(late.out.find("equal: R, life 2 of 3") != std::string::npos);
  CHECK(late.out.find("different: R, life 3 of 3: turn ") != std::string::npos);
  CHECK(late.out.find("equal: S said") != std::string::npos);
  CHECK(cart.lightsout({"feed", "x", "sends", "--controller", "none_such"}).exit_code == 4);
}

TEST_CASE("What controllers print behind their last step stands where it stood then") {
  const Cart cart;
  const std::string robot = "DEF R Robot { name \"R\" controller \"says\" }\n",
                    boss = "Robot { name \"boss\" supervisor TRUE controller \"boss\" }\n";
  for (const char* name : {"says", "boss"}) fs::create_directories(cart.folder / "controllers" / name);
  write_file(cart.folder / "controllers/says/says.py",
             "from controller import Robot\n"
             "robot = Robot()\n"
             "print('begin')\n"
             "while robot.step(8) != -1:\n"
             "    pass\n"
             "print('end', flush=True)\n");
  const auto by_itself = [](const std::string& log) {
    std::istringstream in(log);
    std::string lines;
    for (std::string line; std::getline(in, line);)
      if (line.find(" stdout ") != line.npos || line.find(" done: ") != line.npos) lines += line + "\n";
    return lines;
  };
  // Whose turn comes first: the one that is restarted has had its own, or has not.
  for (const bool boss_first : {false, true})
    for (const char* act : {"robot.getFromDef('R').restartController()", "robot.simulationReset()",
                            "robot.getFromDef('R').remove()", "robot.worldReload()"}) {
      CAPTURE(boss_first, act);
      write_file(cart.folder / "worlds/s.wbt",
                 "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n" + (boss_first ? boss + robot : robot + boss));
      write_file(cart.folder / "controllers/boss/boss.py", std::string("from controller import Supervisor\n"
                                                                       "robot = Supervisor()\n"
                                                                       "for i in range(5):\n"
                                                                       "    robot.step(8)\n"
                                                                       "print('now')\n") +
                                                               act +
                                                               "\n"
                                                               "while robot.step(8) != -1:\n"
                                                               "    pass\n");
      const std::vector<std::string> words = {"run", "worlds/s.wbt", "--duration", "120ms", "--hash", "--log"};
      const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), words.begin(), words.end());
        return cart.lightsout(more);
      };
      const ProgramResult whole = with({"whole.log", "--record-exchange", "x"});
      INFO(whole.err);
      REQUIRE(whole.exit_code == 0);
      const std::string then = by_itself(read_file(cart.folder / "whole.log"));
      CHECK(then.find("[R] end") != then.npos);
      // What is recorded of a run that plays an exchange is the same again.
      for (const auto& [played, recorded] : {std::pair("x", "y"), {"y", "z"}}) {
        const ProgramResult again = with({"again.log", "--replay-exchange", played, "--record-exchange", recorded});
        INFO(again.err);
        CHECK(again.exit_code == 0);
        CHECK(again.out == whole.out);
        CHECK(by_itself(read_file(cart.folder / "again.log")) == then);
      }
    }
}

TEST_CASE("A robot that was there then and is not now is a difference, and the other way round") {
  const Cart cart;
  REQUIRE(cart.lightsout({"run", "worlds/w.wbt", "--duration", "200ms", "--record-exchange", "x"}).exit_code == 0);
  std::string renamed = read_file(cart.folder / "worlds/w.wbt");
  renamed.replace(renamed.find("\"R\""), 3, "\"S\"");
  write_file(cart.folder / "worlds/renamed.wbt", renamed);
  write_file(cart.folder / "worlds/empty.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n");
  const auto play = [&](const std::string& world) {
    return cart.lightsout({"run", world, "--duration", "200ms", "--replay-exchange", "x"});
  };
  const ProgramResult other = play("worlds/renamed.wbt"), none = play("worlds/empty.wbt");
  CHECK(other.exit_code == 7);
  CHECK(other.err.find("robot S starts a controller, of which the exchange has nothing") != std::string::npos);
  CHECK(none.exit_code == 7);
  CHECK(none.err.find("the exchange begins with a controller of robot R") != std::string::npos);
}

TEST_CASE("An exchange that is damaged, or of which nothing is whole, is not taken for good") {
  const Cart cart;
  REQUIRE(cart.lightsout({"run", "worlds/w.wbt", "--duration", "200ms", "--record-exchange", "x"}).exit_code == 0);
  const std::string bytes = read_file(cart.folder / "x");
  const auto play = [&] {
    return cart.lightsout({"run", "worlds/w.wbt", "--duration", "200ms", "--replay-exchange", "x"}).exit_code;
  };
  // The one chunk lies behind a head of JSON and before its index.
  for (const std::size_t at : {bytes.size() / 2, bytes.size() / 3, bytes.size() * 2 / 3}) {
    CAPTURE(at);
    std::string flipped = bytes;
    flipped[at] = char(~flipped[at]);
    write_file(cart.folder / "x", flipped);
    CHECK(play() != 0);
    CHECK(cart.lightsout({"feed", "x", "R"}).exit_code != 0);
  }
  write_file(cart.folder / "x", bytes.substr(0, bytes.find('}') + 20));
  CHECK(play() == 2);
  CHECK(cart.lightsout({"feed", "x", "R"}).exit_code == 2);
}

TEST_CASE("A controller that measures finds its file when it is fed, too") {
  const Cart cart;
  write_file(cart.folder / "controllers/drives/drives.py",
             "import os\n"
             "from controller import Robot\n"
             "robot = Robot()\n"
             "with open(os.environ['LIGHTSOUT_METRICS'], 'w') as file:\n"
             "    file.write('{\"a\": 1}')\n"
             "print('measured')\n"
             "while robot.step(8) != -1:\n"
             "    pass\n");
  REQUIRE(cart.lightsout({"run", "worlds/w.wbt", "--duration", "80ms", "--record-exchange", "x"}).exit_code == 0);
  const ProgramResult fed = cart.lightsout({"feed", "x", "R"});
  INFO(fed.out << fed.err);
  CHECK(fed.exit_code == 0);
  CHECK((fed.out + fed.err).find("measured") != std::string::npos);
}

TEST_CASE("What is no exchange is refused") {
  const Cart cart;
  write_file(cart.folder / "x", "no exchange");
  CHECK(cart.lightsout({"run", "worlds/w.wbt", "--duration", "80ms", "--replay-exchange", "x"}).exit_code == 2);
  CHECK(cart.lightsout({"feed", "x", "R"}).exit_code == 2);
}
