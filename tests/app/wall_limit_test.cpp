// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A run ends at its limits of wall-clock time and memory, whatever hangs, and says who was waited for.
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

namespace {

struct Project {
  TemporaryFolder folder;
  explicit Project(const std::string& robots, const std::string& info = "") {
    fs::create_directories(folder / "worlds");
    write_file(folder / "worlds/w.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 " + info + " }\n" + robots);
  }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder / name).parent_path());
    write_file(folder / name, text);
  }
  ProgramResult run(const Words& more, double at_most = 20) const {
    Words words = {"run", "worlds/w.wbt", "--verdict", "v.json"};
    words.insert(words.end(), more.begin(), more.end());
    const auto start = std::chrono::steady_clock::now();
    const ProgramResult result = run_lightsout(words, {.directory = folder.path(), .timeout = 60});
    CHECK(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < at_most);
    return result;
  }
  Json verdict() const { return Json::parse(read_file(folder / "v.json")); }
};

std::string robot(const std::string& name, const std::string& controller) {
  return "Robot { name \"" + name + "\" controller \"" + controller + "\" }\n";
}

constexpr const char* hangs_in_c =
    "#include <unistd.h>\n#include <webots/robot.h>\nint main() {\n  wb_robot_init();\n  wb_robot_step(8);\n"
    "  for (;;) pause();\n}\n";
constexpr const char* goes_on = "from controller import Robot\nrobot = Robot()\nwhile robot.step(8) != -1: pass\n";

}  // namespace

TEST_CASE("A run that takes too long ends by its wall-clock limit, with a whole verdict") {
  Words words = {"--wall-limit", "1s"};
  std::string message = "--wall-limit";
  Project project(robot("bot", "c"));
  SECTION("simulating for ever") { project.write("controllers/c/c.py", goes_on); }
  SECTION("in a controller that hangs") {
    project.write("controllers/c/c.c", hangs_in_c);
    message = "while the controller of bot had its turn";
  }
  SECTION("in a controller that hangs in process") {
    project.write("controllers/c/c.c",
                  "#include <webots/robot.h>\nint main() {\n  wb_robot_init();\n  wb_robot_step(8);\n"
                  "  for (volatile int i = 0;;) i = !i;\n}\n");
    words.push_back("--in-process");
    words[1] = "3s";
    message = "while the controller of bot had its turn";
  }
  SECTION("in a build") {
    project.write("controllers/c/Makefile", "all:\n\tsleep 100\n");
    project.write("controllers/c/c.c", hangs_in_c);
    message = "while the controller of bot had its turn";
  }
  const ProgramResult result = project.run(words);
  INFO(result.err);
  CHECK(result.exit_code == 12);
  const Json verdict = project.verdict();
  CHECK(verdict["outcome"] == "out-of-time");
  CHECK_THAT(verdict["message"].get<std::string>(), Catch::Contains(message));
  CHECK_THAT(verdict["message"].get<std::string>(), Catch::Contains("it took longer than"));
}

TEST_CASE("A plugin that hangs is left at the wall-clock limit") {
  const Project project("", "physics \"hangs\"");
  project.write("plugins/physics/hangs/hangs.c",
                "#include <plugins/physics.h>\n#include <unistd.h>\nvoid webots_physics_init() {}\n"
                "void webots_physics_step() { for (;;) pause(); }\nvoid webots_physics_cleanup() {}\n");
  const ProgramResult result = project.run({"--wall-limit", "4s", "--duration", "1s"});
  INFO(result.err);
  CHECK(result.exit_code == 12);
  CHECK(project.verdict()["outcome"] == "out-of-time");
}

TEST_CASE("A run ends at its wall-clock limit where a thread of its own must end the process") {
  // The engine waits for a reader of a named pipe that never comes, of which no flag tells it.
  const Project project(robot("bot", "c"));
  project.write("controllers/c/c.py", goes_on);
  REQUIRE(::mkfifo((project.folder / "r.csv").c_str(), 0600) == 0);
  const ProgramResult result = project.run({"--wall-limit", "1s", "--record", "r.csv"}, 40);
  INFO(result.err);
  CHECK(result.exit_code == 12);
  CHECK(project.verdict()["outcome"] == "out-of-time");
}

TEST_CASE("A turn that may last no time at all is over when somebody looks") {
  const Project project(robot("bot", "c"));
  project.write("controllers/c/c.c", hangs_in_c);
  const ProgramResult result = project.run({"--controller-timeout", "0s"});
  INFO(result.err);
  CHECK(result.exit_code == 4);
  CHECK_THAT(result.err, Catch::Contains("gave no answer for 0 s"));
}

TEST_CASE("A run that is done in time ends as it does without a limit") {
  const Project project(robot("bot", "c"));
  project.write("controllers/c/c.py", goes_on);
  CHECK(project.run({"--wall-limit", "30s", "--duration", "80ms", "--limit", "run_memory=4000000000"}).exit_code == 0);
}

TEST_CASE("A run that fills more memory than it may ends, its controllers counted") {
  const Project project(robot("bot", "c"));
  project.write("controllers/c/c.py",
                "from controller import Robot\nrobot = Robot()\nheap = b'x' * 300000000\n"
                "while robot.step(8) != -1: pass\n");
  const ProgramResult result = project.run({"--limit", "run_memory=250000000"});
  INFO(result.err);
  CHECK(result.exit_code == 9);
  CHECK_THAT(project.verdict()["message"].get<std::string>(), Catch::Contains("--limit run_memory=N raises it"));
}

TEST_CASE("Who is waited for is said while it lasts, and where all stand when the time is over") {
  Project project(robot("left", "goes") + robot("right", "hangs"));
  // In C: on a busy machine Python may take as long as all this to begin.
  project.write("controllers/goes/goes.c",
                "#include <webots/robot.h>\n"
                "int main(void) { wb_robot_init(); while (wb_robot_step(8) != -1) { } return 0; }\n");
  project.write("controllers/hangs/hangs.c", hangs_in_c);
  const ProgramResult result = project.run({"--controller-timeout", "4s", "--log", "log"});
  INFO(result.err);
  CHECK(result.exit_code == 4);
  // Half of the timeout is over: at 2 s, or some time later on a busy machine.
  CHECK_THAT(result.err, Catch::Contains("waiting for right (controller \"hangs\") for "));
  const std::string log = read_file(project.folder / "log");
  CHECK_THAT(log, Catch::Contains("right (controller \"hangs\") gave no answer in time:"));
  CHECK_THAT(log, Catch::Contains("left (controller \"goes\"), process "));
  CHECK_THAT(log, Catch::Contains("waits for the simulation"));
  CHECK_THAT(log, Catch::Contains("has its turn for "));
  // It is for the clock on the wall, and no part of what the run says.
  CHECK(log.find("waiting for") == std::string::npos);
}
