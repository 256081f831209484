// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where controllers are found, how they are built, and when a robot gets another one.
#include <fmt/format.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

class Project {
 public:
  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((folder_ / file).parent_path());
    write_file(folder_ / file, text);
  }
  ProgramResult run(const std::string& world, std::vector<std::string> options = {},
                    std::vector<std::string> environment = {}) const {
    options.insert(options.begin(), {"run", world});
    return run_lightsout(options, {.directory = folder_.path(), .environment = std::move(environment)});
  }
  fs::path operator/(const std::string& name) const { return folder_ / name; }

 private:
  TemporaryFolder folder_;
};

std::string world(const std::string& nodes) { return "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n" + nodes; }

constexpr const char* says = R"(
import sys
from controller import Robot
robot = Robot()
print(sys.argv[1:], int(robot.getTime() * 1000))
while robot.step(8) != -1:
    pass
)";

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++found;
  return found;
}

}  // namespace

TEST_CASE("A world below worlds/, at any depth, finds its project's controllers, PROTOs and plugins") {
  const Project project;
  project.write("controllers/says/says.py", says);
  project.write("protos/Post.proto", "#VRML_SIM R2021b utf8\nPROTO Post [ ] { DEF POST Solid { name \"post\" } }\n");
  project.write("plugins/physics/hums/hums.c",
                "#include <plugins/physics.h>\n"
                "void webots_physics_init(void) { dWebotsConsolePrintf(\"hums\"); }\n"
                "void webots_physics_step(void) {}\n"
                "void webots_physics_cleanup(void) {}\n");
  // Of a time when PROTOs of the project needed no line of their own.
  const std::string text =
      "#VRML_SIM R2021b utf8\nWorldInfo { basicTimeStep 8 physics \"hums\" }\n"
      "Robot { name \"bot\" controller \"says\" }\nPost { }\n";
  for (const char* file : {"worlds/w.wbt", "worlds/old/w.wbt", "worlds/old/older/w.wbt"}) {
    project.write(file, text);
    const ProgramResult result = project.run(file, {"--duration", "16ms"});
    CAPTURE(file, result.err);
    CHECK(result.exit_code == 0);
    CHECK(contains(result.err, "[bot] [] 0"));
    CHECK(contains(result.err, "hums: hums"));
  }
}

TEST_CASE("The controller of a PROTO's robot is found in the PROTO's project") {
  const Project project;
  project.write(".git/config", "");  // one repository: its projects may name each other's files
  project.write("other/controllers/says/says.py", says);
  project.write("other/protos/Bot.proto",
                "#VRML_SIM R2025a utf8\nPROTO Bot [ ] { Robot { name \"bot\" controller \"says\" } }\n");
  project.write("own/worlds/w.wbt",
                "#VRML_SIM R2025a utf8\nEXTERNPROTO \"../../other/protos/Bot.proto\"\n"
                "WorldInfo { basicTimeStep 8 }\nBot { }\n");
  const ProgramResult result = project.run("own/worlds/w.wbt", {"--duration", "16ms"});
  INFO(result.err);
  CHECK(contains(result.err, "[bot] [] 0"));
}

TEST_CASE("A robot that a template makes anew gets its controller again, with the new arguments") {
  const Project project;
  project.write("controllers/says/says.py", says);
  project.write("controllers/sets/sets.py", R"(
from controller import Supervisor
robot = Supervisor()
robot.step(8)
robot.step(8)
robot.getFromDef('TALKER').getField('word').setSFString('two')
robot.step(8)
robot.getFromDef('PLAIN').getField('controller').setSFString('other')
robot.step(8)
robot.step(8)
robot.simulationQuit(0)
robot.step(8)
)");
  project.write("controllers/other/other.py", std::string(says) + "# another one\n");
  project.write("protos/Talker.proto", R"(#VRML_SIM R2025a utf8
# template language: lua
PROTO Talker [ field SFString word "one" ] {
  Robot { name "talker" controller "says" controllerArgs [ "%{= fields.word.value }%" ] }
}
)");
  project.write("worlds/w.wbt",
                "#VRML_SIM R2025a utf8\nEXTERNPROTO \"../protos/Talker.proto\"\n"
                "WorldInfo { basicTimeStep 8 }\n"
                "DEF TALKER Talker { }\n"
                "DEF PLAIN Robot { name \"plain\" controller \"says\" controllerArgs [ \"a\" ] }\n"
                "Robot { name \"boss\" supervisor TRUE controller \"sets\" }\n");
  const ProgramResult result = project.run("worlds/w.wbt");
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(contains(result.err, "[talker] ['one'] 0\n"));
  // Set with the request for the third step, at whose end the controller is another one.
  CHECK(contains(result.err, "[talker] ['two'] 24\n"));
  CHECK(count(result.err, "[talker]") == 2);
  CHECK(contains(result.err, "[plain] ['a'] 0\n"));
  CHECK(contains(result.err, "[plain] ['a'] 32\n"));
}

TEST_CASE("Worlds that a supervisor loads find their PROTOs in the folders of --assets too") {
  const Project project;
  project.write("controllers/loads/loads.py", R"(
from controller import Supervisor
robot = Supervisor()
if robot.getFromDef('THERE'):
    print('there')
else:
    robot.worldLoad('../../worlds/b.wbt')
)");
  project.write("assets/Elsewhere.proto", "#VRML_SIM R2025a utf8\nPROTO Elsewhere [ ] { Solid { name \"there\" } }\n");
  const std::string robot = "Robot { name \"bot\" supervisor TRUE controller \"loads\" }\n";
  project.write("worlds/a.wbt", world(robot));
  project.write("worlds/b.wbt",
                "#VRML_SIM R2025a utf8\nEXTERNPROTO \"Elsewhere.proto\"\n"
                "WorldInfo { basicTimeStep 8 }\nDEF THERE Elsewhere { }\n" +
                    robot);
  const ProgramResult result = project.run("worlds/a.wbt", {"--assets", "assets"});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(contains(result.err, "[bot] there"));
}

TEST_CASE("A plugin is new in a world that is loaded again, and the same after a reset") {
  const Project project;
  project.write("plugins/physics/counts/counts.c",
                "#include <plugins/physics.h>\nstatic int begun = 0;\n"
                "void webots_physics_init(void) { dWebotsConsolePrintf(\"begun %d\", ++begun); }\n"
                "void webots_physics_step(void) {}\nvoid webots_physics_cleanup(void) {}\n");
  project.write("controllers/does/does.py", R"(
import os, sys
from controller import Supervisor
robot = Supervisor()
robot.step(8)
if not os.path.exists('done'):
    open('done', 'w').close()
    getattr(robot, sys.argv[1])()
robot.step(8)
robot.step(8)
)");
  const auto said = [&](const std::string& what) {
    fs::remove(project / "controllers/does/done");
    project.write(
        "worlds/w.wbt",
        fmt::format("#VRML_SIM R2025a utf8\nWorldInfo {{ basicTimeStep 8 physics \"counts\" }}\n"
                    "Robot {{ name \"bot\" supervisor TRUE controller \"does\" controllerArgs [ \"{}\" ] }}\n",
                    what));
    const ProgramResult result = project.run("worlds/w.wbt");
    UNSCOPED_INFO(result.err);
    CHECK(result.exit_code == 0);
    return result.err;
  };
  CHECK(count(said("worldReload"), "begun 1") == 2);
  const std::string reset = said("simulationReset");
  CHECK(count(reset, "begun 1") == 1);
  CHECK(count(reset, "begun 2") == 1);
}

TEST_CASE("Sources of years when headers brought cstring along build as controllers") {
  const Project project;
  project.write("controllers/copies/copies.cpp", R"(#include <webots/Robot.hpp>
#include <iostream>
int main() {
  webots::Robot robot;
  char text[8];
  strcpy(text, "copied");
  char *end;
  std::cout << text << " " << strtol("7", &end, 10) << std::endl;
}
)");
  project.write("worlds/w.wbt", world("Robot { name \"bot\" controller \"copies\" }\n"));
  const ProgramResult result = project.run("worlds/w.wbt");
  INFO(result.err);
  CHECK(contains(result.err, "[bot] copied 7"));
}

TEST_CASE("A build that fails shows what is wrong with the user's files, and no command lines") {
  const Project project;
  project.write("worlds/w.wbt", world("Robot { name \"bot\" controller \"bad\" }\n"));
  const auto failure = [&] {
    const ProgramResult result = project.run("worlds/w.wbt");
    CHECK(result.exit_code == 4);
    UNSCOPED_INFO(result.err);
    CHECK_FALSE(contains(result.err, "-fPIC"));
    CHECK_FALSE(contains(result.err, "Makefile.controller"));
    return result.err;
  };
  SECTION("a source") {
    project.write("controllers/bad/bad.c", "int main() { return nothing; }\n");
    CHECK(contains(failure(), "bad.c:1:21: error: 'nothing' undeclared"));
  }
  const std::string makefile = (project / "controllers/bad/Makefile").string();
  const std::string include = "include $(WEBOTS_HOME)/resources/Makefile.include\n";
  SECTION("a Makefile that names a source that is not there") {
    project.write("controllers/bad/Makefile", "C_SOURCES = missing.c\n" + include);
    CHECK(contains(failure(),
                   makefile + ": there is no 'missing.c', of which 'build/release/missing.c.o' is to be made"));
  }
  SECTION("a Makefile that names no source") {
    project.write("controllers/bad/Makefile", include);
    CHECK(contains(failure(), makefile + ": "));
  }
  SECTION("a Makefile that make does not understand") {
    project.write("controllers/bad/Makefile", "C_SOURCES = a.c\nnonsense\n" + include);
    CHECK(contains(failure(), makefile + ":2: missing separator"));
  }
}

TEST_CASE("Where a module is missing the Python that misses it is named") {
  const Project project;
  project.write("controllers/needs/needs.py", "import no_such_module_of_mine\n");
  project.write("worlds/w.wbt", world("Robot { name \"bot\" controller \"needs\" }\n"));
  const std::string which = run_program("sh", {"-c", "command -v python3"}).out;
  const ProgramResult result = project.run("worlds/w.wbt");
  INFO(result.err);
  CHECK(result.exit_code == 4);
  CHECK(contains(result.err,
                 "exited with code 1 (ModuleNotFoundError: No module named 'no_such_module_of_mine'). It runs in " +
                     which.substr(0, which.find('\n')) + ": "));
}

TEST_CASE("A controller whose folder must not be written is not built for want of rights, which is the machine's") {
  const TemporaryFolder folder;
  const std::filesystem::path controller = folder / "controllers/c";
  std::filesystem::create_directories(controller);
  std::filesystem::create_directories(folder / "worlds");
  write_file(controller / "c.c", "#include <webots/robot.h>\nint main() { wb_robot_init(); return 0; }\n");
  write_file(folder / "worlds/w.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { }\nRobot { name \"r\" controller \"c\" }\n");
  using std::filesystem::perms;
  std::filesystem::permissions(folder.path(), perms::owner_all | perms::others_read | perms::others_exec);
  std::filesystem::permissions(controller,
                               perms::owner_read | perms::owner_exec | perms::others_read | perms::others_exec);
  std::vector<std::string> words = {LIGHTSOUT_EXECUTABLE};
  // Root may write everywhere.
  if (::geteuid() == 0) words.insert(words.begin(), {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"});
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(), words.begin() + 1, words.end());
    return run_program(words[0], more, {.directory = folder.path()});
  };
  if (run({"--version"}).exit_code != 0) return;  // it lies where others may not look
  const ProgramResult result = run({"run", "worlds/w.wbt", "--duration", "1s"});
  std::filesystem::permissions(controller, perms::owner_all);
  INFO(result.err);
  CHECK(result.exit_code == 9);
  CHECK(result.err.find("Permission denied") != std::string::npos);
}
