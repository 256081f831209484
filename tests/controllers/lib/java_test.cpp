// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Controllers in Java, run by the executable as a user's project has them.
#include <catch2/catch.hpp>

#include "tests/support/optional.h"
#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const char robot_world[] = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 10 }
DEF R Robot { name "r" controller "drives" controllerArgs [ "one" "two" ] supervisor TRUE
  children [ Emitter { } Receiver { name "own" } ] }
Robot { name "other" controller "<none>" children [ Receiver { } ] }
)";

// A main() around these statements.
std::string source(const std::string& statements) {
  return "import com.cyberbotics.webots.controller.*;\npublic class drives {\n"
         "  public static void main(String[] arguments) {\n    Supervisor robot = new Supervisor();\n" +
         statements + "\n  }\n}\n";
}

struct Project {
  TemporaryFolder temporary;
  fs::path folder;
  fs::path controller;
  explicit Project(const std::string& statements, const std::string& name = "project")
      : folder(temporary / name), controller(folder / "controllers/drives") {
    fs::create_directories(controller);
    fs::create_directories(folder / "worlds");
    write_file(folder / "worlds/w.wbt", robot_world);
    write_file(controller / "drives.java", source(statements));
  }
  ProgramResult run(std::vector<std::string> options = {}, std::vector<std::string> environment = {}) const {
    options.insert(options.begin(), {"run", "worlds/w.wbt", "--duration", "100ms"});
    return run_lightsout(options, {.directory = folder, .environment = environment, .timeout = 200});
  }
};

const char says_hello[] = R"(    while (robot.step(10) != -1) { }
    System.out.println(arguments.length + " \u00e9 " + arguments[1] + " " + robot.getTime());)";

}  // namespace

TEST_CASE("Java: a source is compiled once, and again when it changes; arguments and letters arrive") {
  if (!has_java()) return;
  const Project project(says_hello);
  const ProgramResult first = project.run();
  INFO(first.err);
  CHECK(first.exit_code == 0);
  CHECK(contains(first.err, "[r] 2 \u00e9 two 0.09\n"));
  const fs::path made = project.controller / "build/release/drives.class";
  const auto at = fs::last_write_time(made);
  CHECK(project.run().exit_code == 0);
  CHECK(fs::last_write_time(made) == at);
  CHECK(project.run({"--no-build"}).exit_code == 0);
  write_file(project.controller / "drives.java", source("    System.out.println(\"anew\");"));
  CHECK(contains(project.run().err, "[r] anew\n"));
}

// javac and java take the letters of file names from the locale: in that of C there is none but ASCII.
TEST_CASE("Java: sources are built and run below folders of any name, in any locale") {
  if (!has_java()) return;
  for (const std::string locale : {"C", "C.UTF-8"}) {
    const Project project(says_hello, "\u00fc b\u00e4r");
    const ProgramResult result = project.run({}, {"LC_ALL=" + locale});
    CAPTURE(locale, result.err);
    CHECK(result.exit_code == 0);
    CHECK(contains(result.err, "[r] 2 \u00e9 two 0.09\n"));
    CHECK(fs::exists(project.controller / "build/release/drives.class"));
    // From where it was built, and by the world's whole name.
    const ProgramResult again = run_lightsout(
        {"run", (project.folder / "worlds/w.wbt").string(), "--duration", "100ms", "--no-build"}, {.timeout = 200});
    CAPTURE(again.err);
    CHECK(contains(again.err, "[r] 2 \u00e9 two 0.09\n"));
  }
}

TEST_CASE("Java: a class or an archive without a source runs, and what the class path of runtime.ini names") {
  if (!has_java()) return;
  const Project project("    System.out.println(help.Helper.text() + System.getProperty(\"said\"));");
  const std::string folder = project.folder.string();
  fs::create_directories(project.folder / "sources/help");
  write_file(project.folder / "sources/help/Helper.java",
             "package help;\npublic class Helper { public static String text() { return \"helped \"; } }\n");
  const auto shell = [](const std::string& command) { REQUIRE(std::system(command.c_str()) == 0); };
  shell("cd " + folder + " && javac -d made sources/help/Helper.java && jar cf helper.jar -C made help");
  write_file(
      project.controller / "runtime.ini",
      "[environment variables with paths]\nCLASSPATH = ../../helper.jar\n[java]\nOPTIONS = -Dsaid=\"so and so\"\n");
  CHECK(contains(project.run().err, "[r] helped so and so\n"));
  fs::remove(project.controller / "drives.java");
  fs::rename(project.controller / "build/release/drives.class", project.controller / "drives.class");
  fs::remove_all(project.controller / "build");
  CHECK(contains(project.run().err, "[r] helped so and so\n"));
  shell("cd " + project.controller.string() + " && jar cf drives.jar drives.class && rm drives.class");
  CHECK(contains(project.run().err, "[r] helped so and so\n"));
}

TEST_CASE("Java: an exception, an exit code and an error of the compiler are told, with their lines") {
  if (!has_java()) return;
  const Project thrower("    int[] none = null;\n    robot.step(10);\n    System.out.println(none[0]);");
  const ProgramResult thrown = thrower.run();
  INFO(thrown.err);
  CHECK(thrown.exit_code == 4);
  CHECK(contains(thrown.err, "[r] Exception in thread \"main\" java.lang.NullPointerException"));
  CHECK(contains(thrown.err, "[r] \tat drives.main(drives.java:7)"));
  CHECK(contains(thrown.err, "controller-failed"));

  const ProgramResult left = Project("    robot.step(10);\n    System.exit(3);").run();
  CHECK(left.exit_code == 4);
  CHECK(contains(left.err, "exited with code 3"));
  CHECK(Project("    robot.step(10);\n    System.exit(0);").run().exit_code == 0);

  const ProgramResult wrong = Project("    robot.go();").run();
  CHECK(wrong.exit_code != 0);
  CHECK(contains(wrong.err, "drives.java:5: error: cannot find symbol"));
}

TEST_CASE("Java: what a supervisor set last is done, and a second Robot is refused") {
  if (!has_java()) return;
  const ProgramResult result = Project(R"(    robot.getSelf().getField("customData").setSFString("last");
    try { new Robot(); } catch (IllegalStateException error) { System.out.println(error.getMessage()); }
    try { robot.getSelf().getField("translation").setSFVec3f(new double[2]); }
    catch (IllegalArgumentException error) { System.out.println(error.getMessage()); }
    Emitter emitter = (Emitter) robot.getDevice("emitter");
    System.out.println(emitter.send(new byte[] {1, 2, 3}) + " " + emitter.getChannel() + " " + Emitter.CHANNEL_BROADCAST);
    robot.step(10);
    System.out.println(robot.getSelf().getField("customData").getSFString() + " " + robot.getSelf().getPose().length);
    robot.simulationQuit(5);
    robot.step(10);)")
                                   .run();
  INFO(result.err);
  CHECK(result.exit_code == 5);
  CHECK(contains(result.err, "[r] there is a Robot already"));
  CHECK(contains(result.err, "[r] 3 numbers are needed, there are 2\n"));
  CHECK(contains(result.err, "[r] 1 0 -1\n"));
  CHECK(contains(result.err, "[r] last 16\n"));
}

// Public controllers of 2008 have such a class: its reset() is called by nobody, and what it gives are the types that
// they assign. The robot does not move; nothing is near its sensor, whose table gives 1000 there.
TEST_CASE("Java: a controller of Webots 5 has static functions, with reset() before and die() behind them") {
  if (!has_java()) return;
  const Project project("");
  write_file(project.folder / "worlds/w.wbt",
             "#VRML_SIM V5.0 utf8\nWorldInfo { basicTimeStep 10 }\nDifferentialWheels { translation 1 2 3 name \"r\" "
             "controller \"drives\" children [ GPS { } DistanceSensor { lookupTable [ 0 0 0 1 1000 0 ] } ] }\n");
  const bool calls_reset = GENERATE(false, true);
  write_file(project.controller / "drives.java",
             "import com.cyberbotics.webots.Controller;\npublic class drives extends Controller {\n"
             "  static final java.util.List<Integer> tags = new java.util.ArrayList<>();\n"
             "  public static void reset() {\n    tags.add(robot_get_device(\"gps\"));\n"
             "    tags.add(Controller.robot_get_device(\"distance sensor\"));\n    gps_enable(tags.get(0), 10);\n"
             "    distance_sensor_enable(tags.get(1), 10);\n  }\n"
             "  public static void die() { robot_console_print(\"dies\\n\"); }\n"
             "  public static int run(int step) {\n    if (step == 3) {\n"
             "      float[] matrix = gps_get_matrix(tags.get(0));\n      float y = gps_position_y(matrix);\n"
             "      int near = distance_sensor_get_value(tags.get(1));\n"
             "      robot_console_print(robot_get_name() + \" \" + tags.size() + \" \" + matrix[12] + \" \" + y + \" "
             "\" + near + "
             "\"\\n\");\n    }\n    return 10;\n  }\n"
             "  public static void main(String[] arguments) {\n" +
                 std::string(calls_reset ? "    reset();\n" : "    robot_console_print(\"main\\n\");\n") +
                 "    for (int step = 1; ; ++step) robot_step(run(step));\n  }\n}\n");
  const ProgramResult result = project.run();
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(contains(result.err, "[r] r 2 1.0 2.0 1000\n"));
  CHECK(contains(result.err, "[r] dies\n"));
}

TEST_CASE("Java: in the sandbox and repeated it is the same") {
  if (!has_java()) return;
  const Project project(says_hello);
  const ProgramResult repeated = project.run({"--repeat", "2", "--verify"});
  INFO(repeated.err);
  CHECK(repeated.exit_code == 0);
  if (!has_parts("bwrap")) return;
  const ProgramResult sandboxed = project.run({"--sandbox"});
  INFO(sandboxed.err);
  CHECK(sandboxed.exit_code == 0);
  CHECK(contains(sandboxed.err, "[r] 2 \u00e9 two 0.09\n"));
}

TEST_CASE("Java: where it is missing, an error says what to install") {
  const Project project(says_hello);
  const ProgramResult result = project.run({}, {"PATH=/nonexistent"});
  CHECK(result.exit_code != 0);
  CHECK(contains(result.err,
                 "is a controller in Java and there is no `java`: install it (Debian: default-jdk-headless)"));
}
