// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a controller asks for after its last step takes effect when it ends, whichever way that is, in each language and
// in process; and what follows where it was the last one.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

std::string asking_robot(const std::string& controller, const std::string& arguments) {
  return fmt::format(R"(DEF ASKS Robot {{ name "asks" supervisor TRUE controller "{}" controllerArgs [ {} ] children [
  Emitter {{ }}
  HingeJoint {{
    jointParameters DEF ARM HingeJointParameters {{ }}
    device RotationalMotor {{ name "arm" maxTorque 1000 }}
    endPoint Solid {{ name "arm" }}
  }}
] }}
)",
                     controller, arguments);
}

const char head[] = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
DEF BALL Solid { name "ball" }
)";

const char seeing_robot[] = R"(Robot { name "sees" supervisor TRUE controller "parts" children [ Receiver { } ] }
)";

// Two steps of two robots, then one of them ends; three steps later the other one tells. The arm has no body: it turns
// with 1 rad/s from the first step on, 3 x 8 ms.
const char heard[] = "[sees] ball 1 2 3, data gone, packet bye, arm 0.024\n";
const char lost[] = "[sees] ball 0 0 0, data , packet none, arm 0\n";

// A project whose controllers come from their sources: they run in process too.
class Project {
 public:
  Project() {
    fs::create_directories(folder_ / "controllers/parts");
    fs::create_directory(folder_ / "worlds");
    fs::copy_file(fs::path(LIGHTSOUT_SOURCE_DIR) / "tests/controllers/parts/parts.c",
                  folder_ / "controllers/parts/parts.c");
  }
  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((folder_ / file).parent_path());
    write_file(folder_ / file, text);
  }
  ProgramResult run(const std::string& world, std::vector<std::string> options = {}) const {
    write("worlds/w.wbt", world);
    options.insert(options.begin(), {"run", "worlds/w.wbt", "--verdict", "v.json"});
    return run_lightsout(options, {.directory = folder_.path()});
  }
  Json verdict() const { return Json::parse(read_file(folder_ / "v.json")); }
  fs::path operator/(const std::string& name) const { return folder_ / name; }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("What a controller in C asked for after its last step takes effect when it ends, in process too") {
  const Project project;
  const auto heard_after = [&](const std::string& way, bool in_process) {
    std::vector<std::string> options = {"--on-controller-failure", "continue", "--duration", "10s"};
    if (in_process) options.push_back("--in-process");
    const ProgramResult result = project.run(head + asking_robot("parts", '"' + way + '"') + seeing_robot, options);
    UNSCOPED_INFO(way << (in_process ? " in process: " : ": ") << result.err);
    return result.err;
  };
  for (const bool in_process : {false, true})
    for (const char* way : {"return", "cleanup", "exit", "exit 3"})
      CHECK(heard_after(way, in_process).find(heard) != std::string::npos);
  // What was asked for between step_begin and the end waits for the end of that step.
  for (const bool in_process : {false, true})
    CHECK(heard_after("begun", in_process).find("packet bye, arm 0.016\n") != std::string::npos);
  // As a process that is killed: it had not asked yet.
  for (const bool in_process : {false, true}) CHECK(heard_after("_exit", in_process).find(lost) != std::string::npos);
  // The end of a child of the controller is not the controller's.
  CHECK(heard_after("forked", false).find(lost) != std::string::npos);
}

TEST_CASE("What a controller asks for before its first step takes effect when it ends") {
  const Project project;
  const ProgramResult result = project.run(head + asking_robot("parts", "\"at once\"") + seeing_robot);
  INFO(result.err);
  CHECK(result.err.find("[sees] ball 1 2 3, data gone, packet bye, arm 0.04\n") != std::string::npos);
}

TEST_CASE("What a controller in C++ asked for after its last step takes effect when it ends, in process too") {
  const Project project;
  project.write("controllers/leaves/leaves.cpp", R"(#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <webots/Emitter.hpp>
#include <webots/Motor.hpp>
#include <webots/Supervisor.hpp>
using namespace webots;
int main(int, char **argv) {
  const std::string way = argv[1];
  Supervisor here, *robot = &here;
  robot->step(8);
  robot->step(8);
  const double place[3] = {1, 2, 3};
  robot->getFromDef("BALL")->getField("translation")->setSFVec3f(place);
  robot->setCustomData("gone");
  robot->getEmitter("emitter")->send("bye", 4);
  robot->getMotor("arm")->setPosition(INFINITY);
  robot->getMotor("arm")->setVelocity(1);
  if (way == "exit") std::exit(0);
  if (way == "throw") throw std::runtime_error("too late");
  return 0;
}
)");
  for (const bool in_process : {false, true})
    for (const char* way : {"return", "exit", "throw"}) {
      std::vector<std::string> options = {"--on-controller-failure", "continue", "--duration", "10s"};
      if (in_process) options.push_back("--in-process");
      const ProgramResult result =
          project.run(head + asking_robot("leaves", fmt::format("\"{}\"", way)) + seeing_robot, options);
      CAPTURE(way, in_process, result.err);
      CHECK(result.exit_code == 0);
      CHECK(result.signal == 0);
      // An exception that nobody catches is the end of a process: nothing on its stack is destroyed.
      CHECK(result.err.find(way == std::string("throw") ? lost : heard) != std::string::npos);
      CHECK(project.verdict()["controllers"][0]["end"] == (way == std::string("throw") ? "failed" : "exited"));
    }
}

TEST_CASE("What a controller in Python asked for after its last step takes effect when it ends") {
  const Project project;
  project.write("controllers/leaves/leaves.py", R"(
import sys
from controller import Supervisor
robot = Supervisor()
robot.step(8)
robot.step(8)
robot.getFromDef('BALL').getField('translation').setSFVec3f([1, 2, 3])
robot.setCustomData('gone')
robot.getDevice('emitter').send(b'bye\0')
arm = robot.getDevice('arm')
arm.setPosition(float('inf'))
arm.setVelocity(1)
if sys.argv[1] == 'exit':
    sys.exit(0)
if sys.argv[1] == 'raise':
    raise RuntimeError('too late')
)");
  for (const char* way : {"return", "exit", "raise"}) {
    const ProgramResult result = project.run(head + asking_robot("leaves", fmt::format("\"{}\"", way)) + seeing_robot,
                                             {"--on-controller-failure", "continue", "--duration", "10s"});
    CAPTURE(way, result.err);
    CHECK(result.err.find(heard) != std::string::npos);
    CHECK(project.verdict()["controllers"][0]["end"] == (way == std::string("raise") ? "failed" : "exited"));
  }
}

TEST_CASE("What the last controller asks for is done before the run ends") {
  const Project project;
  const auto alone = [&](const std::string& wish) { return head + asking_robot("parts", "\"return\" " + wish); };
  const bool in_process = GENERATE(false, true);
  CAPTURE(in_process);
  const std::vector<std::string> options =
      in_process ? std::vector<std::string>{"--in-process"} : std::vector<std::string>{};
  SECTION("another world") {
    const std::string other = (project / "worlds/other.wbt").string();
    write_file(other, head + asking_robot("parts", "\"exit\" \"quit\" \"7\""));
    const ProgramResult result = project.run(alone(fmt::format("\"load\" \"{}\"", other)), options);
    INFO(result.err);
    CHECK(result.exit_code == 7);
    CHECK(project.verdict()["total_steps"] == 4);
  }
  SECTION("another world, which what else was asked for is not meant for") {
    const std::string other = (project / "worlds/other.wbt").string();
    write_file(other, head + asking_robot("parts", "\"exit\""));
    CHECK(project.run(alone(fmt::format("\"reset\" \"\" \"load\" \"{}\"", other)), options).exit_code == 0);
    CHECK(project.verdict()["resets"] == 0);
    CHECK(project.verdict()["steps"] == 2);
  }
  SECTION("a reset") {
    const ProgramResult result = project.run(alone("\"reset\""), options);
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(project.verdict()["resets"] == 1);
    CHECK(project.verdict()["steps"] == 0);
    CHECK(project.verdict()["total_steps"] == 2);
  }
  SECTION("a quit") { CHECK(project.run(alone("\"quit\" \"5\""), options).exit_code == 5); }
  SECTION("a saved world, with what was set before") {
    const std::string saved = (project / "saved.wbt").string();
    const ProgramResult result = project.run(alone(fmt::format("\"save\" \"{}\"", saved)), options);
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(read_file(saved).find("translation 1 2 3") != std::string::npos);
  }
}

TEST_CASE("A world that is loaded again and again ends with the duration, or where no time passes") {
  const Project project;
  // Three steps each time: two, and one after the request.
  const ProgramResult stepping =
      project.run(head + asking_robot("parts", "\"return\" \"reload\" \"\" \"step\""), {"--duration", "80ms"});
  INFO(stepping.err);
  CHECK(stepping.exit_code == 0);
  CHECK(project.verdict()["outcome"] == "done");
  CHECK(project.verdict()["total_steps"] == 10);
  CHECK(project.verdict()["message"] == "reached 0.08 s of simulated time");
  const ProgramResult still =
      project.run(head + asking_robot("parts", "\"at once\" \"reload\""), {"--duration", "80ms"});
  INFO(still.err);
  CHECK(still.exit_code == 4);
  CHECK(project.verdict()["message"].get<std::string>().find("no time was simulated in between") != std::string::npos);
}

TEST_CASE("A reset does not begin the duration anew") {
  const Project project;
  project.write("controllers/resets/resets.py", R"(
from controller import Supervisor
robot = Supervisor()
while robot.step(8) != -1:
    if robot.getTime() > 0.035:
        robot.simulationReset()
)");
  const ProgramResult result = project.run(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\nRobot { supervisor TRUE controller \"resets\" }\n",
      {"--duration", "200ms"});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(project.verdict()["total_steps"] == 25);
  CHECK(project.verdict()["resets"].get<int>() > 2);
}

TEST_CASE("A loaded world in which nobody has a controller ends the run that has no duration") {
  const Project project;
  const std::string other = (project / "worlds/empty.wbt").string();
  write_file(other, head);
  const ProgramResult result =
      project.run(head + asking_robot("parts", fmt::format("\"return\" \"load\" \"{}\" \"step\"", other)), {});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(project.verdict()["message"].get<std::string>().find("no robot of it has a controller") != std::string::npos);
}

TEST_CASE("A status beyond what a process can end with is not taken for success") {
  // wb_supervisor_simulation_quit takes any int; a process has the codes 0 to 255.
  for (const auto& [status, code] : {std::pair(0, 0), {7, 7}, {255, 255}, {256, 255}, {1000, 255}, {-1, 255}}) {
    INFO(status);
    TemporaryFolder folder;
    std::filesystem::create_directories(folder / "controllers/quits");
    std::filesystem::create_directory(folder / "worlds");
    write_file(folder / "controllers/quits/quits.py",
               "from controller import Supervisor\nSupervisor().simulationQuit(" + std::to_string(status) + ")\n");
    write_file(folder / "worlds/w.wbt",
               "#VRML_SIM R2025a utf8\nWorldInfo { }\nRobot { name \"bot\" controller \"quits\" supervisor TRUE }\n");
    const ProgramResult result =
        run_lightsout({"run", "worlds/w.wbt", "--duration", "1s", "--verdict", "v.json"}, {.directory = folder.path()});
    CHECK(result.exit_code == code);
    const nlohmann::json verdict = nlohmann::json::parse(read_file(folder / "v.json"));
    CHECK(verdict["exit_code"] == code);
    CHECK(verdict["quit_status"] == status);
  }
}

TEST_CASE("Where a thread calls exit() its code is that of the controller, whatever main() does meanwhile") {
  const Project project;
  // Its end lasts until main() has returned, or has had the time to.
  project.write("controllers/leaves/leaves.c", R"(#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <webots/robot.h>
static volatile int main_returns;
static void lasts(void) {
  const struct timespec moment = {0, 10000000};
  for (int i = 0; i < 30 && !main_returns; ++i) nanosleep(&moment, NULL);
  if (main_returns) nanosleep(&(struct timespec){1, 0}, NULL);
}
static void *leaves(void *step) {
  while (!*(volatile int *)step) {}
  exit(5);
}
int main(void) {
  static volatile int step;
  pthread_t thread;
  atexit(lasts);
  wb_robot_init();
  pthread_create(&thread, NULL, leaves, (void *)&step);
  while (wb_robot_step(8) != -1) ++step;
  main_returns = 1;
  return 0;
}
)");
  const char world[] = "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\nRobot { controller \"leaves\" }\n";
  for (const bool in_process : {false, true}) {
    CAPTURE(in_process);
    std::vector<std::string> options = {"--duration", "1h"};
    if (in_process) options.push_back("--in-process");
    const ProgramResult result = project.run(world, options);
    INFO(result.err);
    CHECK(result.exit_code == 4);
    CHECK(project.verdict()["controllers"][0]["exit_code"] == 5);
  }
}
