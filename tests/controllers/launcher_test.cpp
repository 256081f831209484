// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which file of which folder becomes the controller, and how sources become one. Each test writes a project of its own.
#include "controllers/host/launch/launcher.h"

#include <stdlib.h>
#include <sys/personality.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "engine/programs/spawn.h"
#include "engine/state/log.h"
#include "tests/controllers/engine_side.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;
using namespace lightsout::testing;
using Kind = TurnEnd::Kind;
namespace fs = std::filesystem;

namespace {

class Project {
 public:
  explicit Project(const std::string& name = "lightsout-project-") {
    std::string folder = "/tmp/" + name + "XXXXXX";
    root_ = ::mkdtemp(folder.data());
    fs::create_directories(root_ / "worlds");
  }
  ~Project() { fs::remove_all(root_); }
  const fs::path& root() const { return root_; }
  fs::path controller(const std::string& name) const { return root_ / "controllers" / name; }
  void write(const fs::path& file, const std::string& text, bool executable = false) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
    if (executable) fs::permissions(root_ / file, fs::perms::owner_all);
  }

 private:
  fs::path root_;
};

struct Run {
  CollectingLog log;
  TurnEnd end;
  std::vector<std::string> out;
  Run(const Project& project, const std::string& controller, std::vector<std::string> arguments = {}) {
    HostOptions options;
    options.prefix = build_prefix();
    auto host = make_process_host(options, log);
    {
      EngineSide side(*host, controller, std::move(arguments), project.root());
      end = side.run(5);
    }
    out = log.texts(false);
  }
};

const std::string c_source = R"(#include <stdio.h>
#include <webots/robot.h>
int main() { wb_robot_init(); printf("built %s\n", wb_robot_get_name()); wb_robot_step(8); wb_robot_cleanup(); return 0; }
)";

// A program as its author committed it: linked to a library that is afterwards missing, or in which a version, a
// variable or a function that only a call with arguments needs is.
void link_to_other(const Project& project, const std::string& name, const std::string& lacking) {
  const fs::path folder = project.controller(name), code = project.root() / "code";
  project.write("code/old.c", "int other = 3;\n");
  project.write("code/new.c", "int another = 3;\n");
  project.write("code/function.c", "int other(void) { return 3; }\n");
  project.write("code/old.map", "OLD { *; };\n");
  project.write("code/new.map", "NEW { *; };\n");
  project.write("code/program.c", R"(#include <stdio.h>
#include <webots/robot.h>
#ifdef FUNCTION
int other(void);
#else
extern int other;
#endif
int main(int count, char **arguments) {
  wb_robot_init();
  printf("brought %s\n", wb_robot_get_name());
#ifdef FUNCTION
  if (count > 1) printf("%d\n", other());
#else
  printf("%d\n", other);
#endif
  wb_robot_step(8);
  wb_robot_cleanup();
  return 0;
}
)");
  fs::create_directories(folder);
  const std::string prefix = build_prefix().string();
  const std::string library = "gcc -shared -fPIC -o " + (folder / "libother.so").string() + " ";
  const auto shell = [&](const std::string& command) {
    REQUIRE(std::system(("cd " + code.string() + " && " + command).c_str()) == 0);
  };
  const bool is_function = lacking == "function";
  shell(library + (is_function ? "function.c" : "old.c -Wl,--version-script=new.map"));
  shell("gcc -fPIC -Wl,-z,lazy -o " + (folder / name).string() + (is_function ? " -DFUNCTION" : "") + " program.c -I" +
        prefix + "/include/controller/c -L" + prefix + "/lib/controller -lController -L" + folder.string() +
        " -lother");
  if (lacking == "library") fs::remove(folder / "libother.so");
  if (lacking == "version") shell(library + "old.c -Wl,--version-script=old.map");
  if (lacking == "symbol") shell(library + "new.c -Wl,--version-script=new.map");
  if (is_function) shell(library + "new.c");
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("C sources without a Makefile are built, and again when they change") {
  Project project;
  project.write("controllers/maker/maker.c", c_source);
  Run first(project, "maker");
  INFO(first.end.reason);
  CHECK(first.end.kind == Kind::Exited);
  CHECK(first.out == std::vector<std::string>{"built tester"});
  CHECK(first.log.talk().size() == 1);
  CHECK(fs::exists(project.controller("maker") / "build" / "release" / "libmaker.so"));
  CHECK_FALSE(fs::exists(project.controller("maker") / "maker"));

  std::string changed = c_source;
  changed.replace(changed.find("built"), 5, "again");
  project.write("controllers/maker/maker.c", changed);
  fs::last_write_time(project.controller("maker") / "maker.c",
                      fs::file_time_type::clock::now() + std::chrono::seconds(2));
  CHECK(Run(project, "maker").out == std::vector<std::string>{"again tester"});
}

TEST_CASE("a built controller whose sources and headers are older is not made again, and is after a header's change") {
  Project project;
  project.write("controllers/maker/said.h", "#define SAID \"first\"\n");
  std::string source = "#include \"said.h\"\n" + c_source;
  source.replace(source.find("\"built %s\\n\""), 12, "SAID \" %s\\n\"");
  project.write("controllers/maker/maker.c", source);
  CHECK(Run(project, "maker").out == std::vector<std::string>{"first tester"});

  const fs::path object = project.controller("maker") / "build" / "release" / "maker.c.o";
  const fs::file_time_type written = fs::last_write_time(object);
  CHECK(Run(project, "maker").out == std::vector<std::string>{"first tester"});
  CHECK(fs::last_write_time(object) == written);

  project.write("controllers/maker/said.h", "#define SAID \"second\"\n");
  fs::last_write_time(project.controller("maker") / "said.h",
                      fs::file_time_type::clock::now() + std::chrono::seconds(2));
  CHECK(Run(project, "maker").out == std::vector<std::string>{"second tester"});
}

TEST_CASE("C++ sources, several files, subfolders and the usual variables of a user's Makefile") {
  Project project;
  project.write("controllers/mixed/main.cpp", R"(#include <cstdio>
#include <webots/robot.h>
extern "C" int helper(void);
int number();
int main() { wb_robot_init(); std::printf("%d %d %d\n", helper(), number(), GIVEN); wb_robot_step(8); return 0; }
)");
  project.write("controllers/mixed/helper.c", "#include \"helper.h\"\nint helper(void) { return VALUE; }\n");
  project.write("controllers/mixed/include/helper.h", "#define VALUE 3\n");
  project.write("controllers/shared/number.cpp", "int number() { return 4; }\n");
  project.write("controllers/mixed/Makefile", R"(C_SOURCES = helper.c
CXX_SOURCES = main.cpp ../shared/number.cpp
INCLUDE = -I"include"
CFLAGS = -DGIVEN=5
USE_C_API = true
null :=
space := $(null) $(null)
WEBOTS_HOME_PATH?=$(subst $(space),\ ,$(strip $(subst \,/,$(WEBOTS_HOME))))
include $(WEBOTS_HOME_PATH)/resources/Makefile.include
)");
  Run run(project, "mixed");
  INFO(run.end.reason);
  CHECK(run.end.kind == Kind::Exited);
  CHECK(run.out == std::vector<std::string>{"3 4 5"});
}

TEST_CASE("the vehicle libraries are linked where a controller without a Makefile uses them, in C and in C++") {
  Project project;
  project.write("controllers/car/car.c", R"(#include <stdio.h>
#include <webots/robot.h>
#include <webots/vehicle/car.h>
#include <webots/vehicle/driver.h>
int main() { wb_robot_init(); printf("C %d\n", wbu_driver_initialization_is_possible()); wb_robot_cleanup(); return 0; }
)");
  project.write("controllers/driver/driver.cpp", R"(#include <cstdio>
#include <webots/Robot.hpp>
#include <webots/vehicle/Car.hpp>
#include <webots/vehicle/Driver.hpp>
int main() { std::printf("C++ %d\n", webots::Driver::isInitialisationPossible()); return 0; }
)");
  for (const auto& [name, line] : {std::pair{"car", "C 0"}, std::pair{"driver", "C++ 0"}}) {
    Run run(project, name);
    INFO(run.end.reason);
    CHECK(run.out == std::vector<std::string>{line});
  }
}

TEST_CASE("sources of before GCC 10, below a folder with a blank in its name") {
  const Project project("lightsout project ");
  const std::string include = "#include \"../old/include/shared.h\"\n";
  project.write("controllers/old/include/shared.h", "int shared;\nint more(void);\n");
  project.write("controllers/old/include/all.h", include);
  project.write("controllers/old/more.c", include + "int more(void) { return ++shared; }\n");
  project.write("controllers/old/old.c", R"(#include <stdio.h>
#include <webots/robot.h>
#include "include/all.h"
int main() { wb_robot_init(); shared = 4; printf("%d\n", more()); wb_robot_step(8); return 0; }
)");
  Run run(project, "old");
  INFO(run.end.reason);
  CHECK(run.end.kind == Kind::Exited);
  CHECK(run.out == std::vector<std::string>{"5"});
  CHECK(fs::exists(project.controller("old") / "build" / "release" / "libold.so"));
}

// What Webots' own headers bring along, in C++ too: motor.h, position_sensor.h and brake.h math.h, for INFINITY (2014,
// 2019, 2023); keyboard.h types.h; the names of headers before R2021b.
TEST_CASE("headers of C bring along in C++ what sources rely on, and have their older names") {
  const Project project;
  const auto write = [&](const std::string& part, const std::string& headers, const std::string& body) {
    std::string text;
    for (std::istringstream list(headers); std::getline(list, text, ' ');)
      project.write("controllers/old/" + part + "_" + fs::path(text).stem().string() + ".cpp",
                    "#include <webots/" + text + ">\n" + body + "\n");
  };
  write("math", "motor.h position_sensor.h brake.h servo.h", "static double x() { return sin(M_PI) + INFINITY; }");
  write("types", "keyboard.h differential_wheels.h", "static WbDeviceTag tag; static WbNodeRef node;");
  write("window", "robot_wwi.h utils/default_robot_window.h",
        "static void send(int *n) { wb_robot_wwi_send_text(\"a\"); wb_robot_wwi_receive(n); }");
  write("window", "robot_window.h", "static void* call() { return wb_robot_window_custom_function(0); }");
  project.write("controllers/old/old.cpp", R"(#include <cstdio>
#include <webots/robot.h>
int main() { wb_robot_init(); std::printf("built\n"); wb_robot_step(8); wb_robot_cleanup(); return 0; }
)");
  Run run(project, "old");
  INFO(run.end.reason);
  CHECK(run.end.kind == Kind::Exited);
  CHECK(run.out == std::vector<std::string>{"built"});
}

// As controllers of 2014 do that include nothing else.
TEST_CASE("the classes of devices come with that of DifferentialWheels") {
  const Project project;
  project.write("controllers/old/old.cpp", R"(#include <cstdio>
#include <webots/DifferentialWheels.hpp>
using namespace webots;
class MyRobot : public DifferentialWheels {
  Camera *camera;
  DistanceSensor *eye;
  Compass *compass;
  Servo *servo;
public:
  MyRobot() : camera(getCamera("camera")), eye(getDistanceSensor("eye")), compass(getCompass("compass")), servo(0) {}
  bool has_any() const { return camera || eye || compass; }
  double sees() const { return eye->getValue() + *compass->getValues() + camera->getWidth() + servo->getPosition(); }
};
int main() {
  MyRobot robot;
  std::printf("%d\n", robot.has_any() ? (int)robot.sees() : -1);
  robot.step(8);
  return 0;
}
)");
  Run run(project, "old");
  INFO(run.end.reason);
  CHECK(run.end.kind == Kind::Exited);
  CHECK(run.out == std::vector<std::string>{"-1"});
}

// The font came with R2018.
TEST_CASE("a label of a C controller goes with and without its font") {
  const Project project;
  project.write("controllers/old/old.c", R"(#include <stdio.h>
#include <webots/robot.h>
#include <webots/supervisor.h>
int main() {
  wb_robot_init();
  wb_supervisor_set_label(0, "old", 0, 0, 0.1, 0xff0000, 0);
  wb_supervisor_set_label(1, "new", 0, 0.1, 0.1, 0xff0000, 0, "Impact");
  printf("labelled\n");
  wb_robot_step(8);
  return 0;
}
)");
  Run run(project, "old");
  INFO(run.end.reason);
  CHECK(run.end.kind == Kind::Exited);
  CHECK(run.out == std::vector<std::string>{"labelled"});
}

// Change logs: the blend of a pasted image came with Webots 8.5, the descendants of contact points with R2021a.
TEST_CASE("functions of a C controller that got an argument go without it too") {
  const Project project;
  project.write("controllers/old/old.c", R"(#include <stdio.h>
#include <webots/display.h>
#include <webots/inertial_unit.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/robot.h>
#include <webots/supervisor.h>
int main() {
  wb_robot_init();
  const WbDeviceTag none = 0;
  wb_display_image_paste(none, NULL, 1, 2);
  wb_display_image_paste(none, NULL, 1, 2, true);
  const int one = wb_supervisor_node_get_number_of_contact_points(NULL);
  const int both = wb_supervisor_node_get_number_of_contact_points(NULL, true);
  wb_motor_set_motor_torque(none, 1);
  wb_position_sensor_enable_position(none, 8);
  printf("%d %d %d %d\n", one, both, wb_inertial_unit_get_lookup_table_size(none),
         wb_inertial_unit_get_lookup_table(none) == NULL);
  wb_robot_step(8);
  return 0;
}
)");
  Run run(project, "old");
  INFO(run.end.reason);
  CHECK(run.end.kind == Kind::Exited);
  CHECK(run.out == std::vector<std::string>{"-1 -1 0 1"});
}

TEST_CASE("a program of another machine gives way to the sources beside it, and to a script") {
  Project project;
  // Mach-O for x86-64, and the ELF of a 32-bit ARM.
  const std::string alien = GENERATE(std::string("\xcf\xfa\xed\xfe\x07\0\0\x01", 8),
                                     std::string("\x7f"
                                                 "ELF\x01\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\x28\0",
                                                 20));
  project.write("controllers/maker/maker.c", c_source);
  project.write("controllers/maker/maker", alien, true);
  CHECK(Run(project, "maker").out == std::vector<std::string>{"built tester"});
  project.write("controllers/script/script.py", "from controller import Robot\nprint('script', Robot().getName())\n");
  project.write("controllers/script/script", alien, true);
  CHECK(Run(project, "script").out == std::vector<std::string>{"script tester"});
}

TEST_CASE("a program that does not find what it was linked to is built from its sources, and stays as it is") {
  Project project;
  const std::string lacking = GENERATE("library", "version", "symbol");
  CAPTURE(lacking);
  link_to_other(project, "maker", lacking);
  std::ostringstream before, after;
  before << std::ifstream(project.controller("maker") / "maker").rdbuf();
  project.write("controllers/maker/maker.c", c_source);
  Run run(project, "maker");
  INFO(run.end.reason);
  CHECK(run.out == std::vector<std::string>{"built tester"});
  REQUIRE(run.log.talk().size() == 1);
  CHECK(contains(run.log.talk()[0], (project.controller("maker") / "maker").string()));
  CHECK(contains(run.log.talk()[0], lacking == "library"   ? "there is no libother.so"
                                    : lacking == "version" ? "version `NEW' not found"
                                                           : "undefined symbol: other"));
  CHECK(contains(run.log.talk()[0], "built from its sources"));
  after << std::ifstream(project.controller("maker") / "maker").rdbuf();
  CHECK(after.str() == before.str());
}

TEST_CASE("a program without sources that does not find what it was linked to: the error names it") {
  Project project;
  link_to_other(project, "maker", "library");
  Run run(project, "maker");
  CHECK(run.end.kind == Kind::Absent);
  CHECK(contains(run.end.reason, "there is no libother.so"));
}

TEST_CASE("a program that may never call what it does not find runs where nothing can be built") {
  Project project;
  link_to_other(project, "maker", "function");
  if (GENERATE(false, true)) project.write("controllers/maker/maker.c", "#error not these\n");
  Run run(project, "maker");
  INFO(run.end.reason);
  CHECK(run.end.kind == Kind::Exited);
  CHECK(run.out == std::vector<std::string>{"brought tester"});
  REQUIRE(run.log.talk().size() >= 1);
  CHECK(contains(run.log.talk().back(), "undefined symbol: other"));
}

TEST_CASE("a user's own Makefile that knows nothing of ours") {
  Project project;
  project.write("controllers/own/code/own.c", c_source);
  project.write("controllers/own/Makefile",
                "own: code/own.c\n\tgcc -o own code/own.c -I$(WEBOTS_HOME)/include/controller/c "
                "-L$(WEBOTS_HOME)/lib/controller -lController\n");
  Run run(project, "own");
  INFO(run.end.reason);
  CHECK(run.out == std::vector<std::string>{"built tester"});
}

TEST_CASE("a broken source: the report holds what the compiler said") {
  Project project;
  project.write("controllers/broken/broken.c", "#include <webots/robot.h>\nint main() { return undeclared_thing; }\n");
  Run run(project, "broken");
  CHECK(run.end.kind == Kind::Absent);
  CHECK(contains(run.end.reason, "undeclared_thing"));
  CHECK(contains(run.end.reason, "make -C"));
  CHECK(contains(run.end.reason, "broken.c:2"));
}

TEST_CASE("what a compiler of another machine noted for a Makefile with rules of its own is named") {
  const Project project;
  const fs::path folder = project.controller("far");
  project.write("controllers/far/far.c", c_source);
  const auto reason = [&](const std::string& notes) {
    fs::remove_all(folder / "build");
    project.write("controllers/far/Makefile", "build/far.o: far.c\n\tcc -c -o $@ $<\n-include build/" + notes + "\n");
    project.write("controllers/far/build/" + notes, "build/far.o: far.c \\\n /nowhere/include/robot.h\n");
    return Run(project, "far").end.reason;
  };
  for (const char* notes : {"far.d", "far.o.d"})
    CHECK(contains(reason(notes), (folder / "Makefile").string() +
                                      ": there is no '/nowhere/include/robot.h', of which 'build/far.o' is " +
                                      "to be made. " + (folder / "build" / notes).string() +
                                      " says so, which was made elsewhere: delete it, or the folder it lies in"));
  // Of another kind: nothing is said of it.
  CHECK(contains(reason("notes.txt"), "of which 'build/far.o' is to be made"));
}

TEST_CASE("a controller that is nowhere: where it was looked for, and what to do") {
  Project project;
  Run run(project, "nobody");
  CHECK(run.end.kind == Kind::Absent);
  CHECK(contains(run.end.reason, (project.root() / "controllers").string()));
  CHECK(contains(run.end.reason, (build_prefix() / "projects" / "default" / "controllers").string()));
  CHECK(contains(run.end.reason, "<none>"));
}

TEST_CASE("a controller whose folder or file has other capitals is named") {
  const Project project;
  project.write("controllers/driver1/driver1.py", "print(1)\n");
  project.write("controllers/Driver2/driver2.py", "print(1)\n");
  CHECK(contains(Run(project, "Driver1").end.reason, (project.root() / "controllers").string() + "; there is " +
                                                         project.controller("driver1").string() +
                                                         ": capitals count\n"));
  CHECK(contains(Run(project, "Driver2").end.reason,
                 "; there is " + (project.controller("Driver2") / "driver2.py").string() + ": capitals count"));
}

TEST_CASE("folders without anything that runs are told apart") {
  Project project;
  const auto reason = [&](const std::string& name) {
    Run run(project, name);
    CHECK(run.end.kind == Kind::Absent);
    return run.end.reason;
  };
  project.write("controllers/empty/readme.txt", "nothing");
  CHECK(contains(reason("empty"), "neither an executable"));
  project.write("controllers/drawn/drawn.bsg", "");
  CHECK(contains(reason("drawn"), "is a Botstudio controller"));
  project.write("controllers/plain/plain", "#!/bin/sh\n");
  CHECK(contains(reason("plain"), "chmod +x"));
  project.write("controllers/alien/alien", "MZ\x01\x02 not for this machine", true);
  CHECK(contains(reason("alien"), "Exec format error"));
  project.write("controllers/idle/Makefile", "all:\n\t@echo nothing to do\n");
  CHECK(contains(reason("idle"), "made neither"));
}

TEST_CASE("Python: arguments, folder, unbuffered lines, environment") {
  Project project;
  project.write("controllers/snake/snake.py", R"(import os, sys
print("args", sys.argv[1:])
print("in", os.path.basename(os.getcwd()))
print("robot", os.environ["WEBOTS_ROBOT_NAME"], "seed", os.environ["LIGHTSOUT_SEED"])
print("python path", os.path.basename(os.environ["PYTHONPATH"].split(":")[0]), os.environ["PYTHONIOENCODING"])
print("instance", os.environ["WEBOTS_INSTANCE_PATH"][-1])
sys.stdout.write("no newline, \u00e4")
os._exit(4)
)");
  Run run(project, "snake", {"a", "b c"});
  CHECK(run.end.kind == Kind::Failed);
  CHECK(run.end.reason == "exited with code 4");
  CHECK(run.out == std::vector<std::string>{"args ['a', 'b c']", "in snake", "robot tester seed 0",
                                            "python path python UTF-8", "instance /", "no newline, \u00e4"});
}

TEST_CASE("a Python controller's shebang names its interpreter, one that is missing is replaced with a word") {
  Project project;
  project.write("controllers/typed/typed.py",
                "#!/usr/bin/env python3 -B\nimport sys\nprint(sys.dont_write_bytecode)\n");
  CHECK(Run(project, "typed").out == std::vector<std::string>{"True"});
  project.write("controllers/older/older.py", "#!/usr/bin/env python2.5\nprint('runs')\n");
  Run run(project, "older");
  CHECK(run.out == std::vector<std::string>{"runs"});
  REQUIRE(run.log.talk().size() == 1);
  CHECK(contains(run.log.talk()[0], "python2.5"));
}

TEST_CASE("a first line that is not followed is reported, with what runs instead") {
  const Project project;
  const auto warning = [&](const std::string& line) {
    project.write("controllers/typed/typed.py", line + "\nprint('runs')\n");
    const Run run(project, "typed");
    CHECK(run.out == std::vector<std::string>{"runs"});
    CHECK(run.log.talk().size() <= 1);
    return run.log.talk().empty() ? "" : run.log.talk()[0];
  };
  CHECK(warning("# no program") == "");
  CHECK(warning("#!/usr/bin/env -S python3 -B") == "");
  CHECK(contains(warning("#!/my venv/bin/python"),
                 "typed.py asks for `/my`, which is not there (in a first line a path ends at its first blank;"));
  CHECK(contains(warning("#!/bin/sh"), "asks for `/bin/sh`, which is no Python; python3 is used"));
  CHECK(contains(warning("#!/usr/bin"), "asks for `/usr/bin`, which is not there; python3 is used"));
  const std::string python = find_program("python3")->string();
  project.write("controllers/typed/runtime.ini", "[python]\nCOMMAND = " + python + "\n");
  CHECK(contains(warning("#!/nowhere/python"), "`/nowhere/python`, which is not there; " + python + " is used"));
}

TEST_CASE("where there is no Python at all nothing is said to be used") {
  const Project project;
  project.write("controllers/typed/typed.py", "#!/usr/bin/env python3\n");
  project.write("controllers/older/older.py", "#!/usr/bin/env python2.5\n");
  const std::string path = ::getenv("PATH");
  ::setenv("PATH", "/nowhere", 1);
  const Run typed(project, "typed"), older(project, "older");
  ::setenv("PATH", path.c_str(), 1);
  CHECK(typed.end.kind == Kind::Absent);
  CHECK(contains(typed.end.reason, "typed.py needs Python and there is no `python3`: install it"));
  CHECK(contains(older.end.reason, "no `python3`, and asks for `python2.5`, which is not there: install it"));
  CHECK(typed.log.talk().empty());
  CHECK(older.log.talk().empty());
}

// The tests run in another folder, from which none of these paths leads anywhere.
TEST_CASE("relative paths of programs count from the controller's folder") {
  const Project project;
  project.write("my tools/python", "#!/bin/sh\nVIA=tools exec python3 \"$@\"\n", true);
  project.write("tools/python", "#!/bin/sh\nVIA=line exec python3 \"$@\"\n", true);
  project.write("tools/octave-of-ours", "#!/bin/sh\necho octave\n", true);
  const std::string script = "import os\nprint(os.environ.get('VIA'))\n";
  project.write("controllers/near/near.py", script);
  project.write("controllers/near/runtime.ini", "[python]\nCOMMAND = ../../my tools/python\n");
  CHECK(Run(project, "near").out == std::vector<std::string>{"tools"});
  project.write("controllers/line/line.py", "#!../../tools/python\n" + script);
  CHECK(Run(project, "line").out == std::vector<std::string>{"line"});
  project.write("controllers/sums/sums.m", "disp(1)\n");
  project.write("controllers/sums/runtime.ini", "[matlab]\nCOMMAND = ../../tools/octave-of-ours\n");
  CHECK(Run(project, "sums").out == std::vector<std::string>{"octave"});
  project.write("controllers/Cart/Cart.java", "class Cart {}\n");
  project.write("controllers/Cart/runtime.ini", "[java]\nCOMMAND = ../../tools/java\n");
  CHECK(contains(Run(project, "Cart").end.reason, "there is no program `../../tools/java` in the controller's folder"));
}

TEST_CASE("addresses and hashes are those of the last run") {
  Project project;
  project.write("controllers/places/places.c", R"(#include <stdio.h>
#include <stdlib.h>
#include <webots/robot.h>
int main() { int here; wb_robot_init(); printf("%p %p %p\n", (void *)&here, (void *)main, malloc(9)); wb_robot_step(8); return 0; }
)");
  // Some containers do not allow it.
  const int before = ::personality(0xffffffff);
  if (::personality(unsigned(before) | ADDR_NO_RANDOMIZE) != -1) {
    ::personality(unsigned(before));
    CHECK(Run(project, "places").out == Run(project, "places").out);
  }
  project.write("controllers/hashes/hashes.py",
                "from controller import Robot\nRobot()\nprint(hash('a'), {'b', 'c', 'd', 'e'})\n");
  CHECK(Run(project, "hashes").out == Run(project, "hashes").out);
}

TEST_CASE("runtime.ini gives variables, paths from the controller's folder, and the interpreter's options") {
  Project project;
  project.write("controllers/tuned/runtime.ini", R"([environment variables with paths]
EXTRA_PATH = ../libs
PYTHONPATH = ../libs
[environment variables]
GREETING = hello
WHERE = $(GREETING), $(NOT_SET_ANYWHERE)there
[python]
OPTIONS = -B
)");
  project.write("controllers/libs/helper_of_tuned.py", "value = 7\n");
  project.write("controllers/tuned/tuned.py", R"(import os, sys
import helper_of_tuned
print(helper_of_tuned.value, os.environ["WHERE"], os.environ["EXTRA_PATH"] == os.path.abspath("../libs"))
print(sys.dont_write_bytecode)
)");
  Run run(project, "tuned");
  INFO(run.end.reason);
  CHECK(run.out == std::vector<std::string>{"7 hello, there True", "True"});
}

TEST_CASE("options of runtime.ini may hold blanks in quotation marks, and a program that is not there is named") {
  Project project;
  project.write("controllers/quoted/quoted.py", "import sys\nprint(sys._xoptions, sys.dont_write_bytecode)\n");
  const auto with = [&](const std::string& ini) {
    project.write("controllers/quoted/runtime.ini", "[python]\n" + ini + "\n");
    return Run(project, "quoted");
  };
  CHECK(with("OPTIONS = -X said=\"a b\" -B").out == std::vector<std::string>{"{'said': 'a b'} True"});
  CHECK(with("OPTIONS = \"-Xsaid=a b\" '-B'").out == std::vector<std::string>{"{'said': 'a b'} True"});
  CHECK(with("OPTIONS = -Xsaid='a -B").out == std::vector<std::string>{"{'said': \"'a\"} True"});
  const Run run = with("COMMAND = /nowhere/python3");
  CHECK(run.end.kind == Kind::Absent);
  CHECK(contains(run.end.reason, "there is no program `/nowhere/python3`, which "));
  CHECK(contains(run.end.reason, "quoted/runtime.ini names as COMMAND of [python]"));
}

namespace {

// How runs of two controllers end, one by the default rules and one with a Makefile, where the installation lies in a
// folder with a blank and the user's cache folder is this one.
std::vector<TurnEnd> runs_with_a_blank(const Project& project, const std::string& cache) {
  project.write("controllers/plain/plain.c", c_source);
  project.write("controllers/maker/maker.c", c_source);
  project.write("controllers/maker/Makefile", "include $(WEBOTS_HOME_PATH)/resources/Makefile.include\n");
  fs::create_directory_symlink(build_prefix(), project.root() / "my prefix");
  ::setenv("XDG_CACHE_HOME", (project.root() / cache).c_str(), 1);
  std::vector<TurnEnd> ends;
  for (const char* controller : {"plain", "maker"}) {
    CollectingLog log;
    HostOptions options;
    options.prefix = project.root() / "my prefix";
    auto host = make_process_host(options, log);
    EngineSide side(*host, controller, {}, project.root());
    ends.push_back(side.run(5));
  }
  ::unsetenv("XDG_CACHE_HOME");
  return ends;
}

}  // namespace

TEST_CASE("what make cannot include from a folder with a blank it includes by a link in the user's cache folder") {
  const Project project;
  for (const TurnEnd& end : runs_with_a_blank(project, "cache")) CHECK(end.kind == Kind::Exited);
  const std::vector<fs::path> links(fs::directory_iterator(project.root() / "cache" / "lightsout" / "homes"), {});
  REQUIRE(links.size() == 1);
  CHECK(fs::read_symlink(links[0]) == project.root() / "my prefix");
}

TEST_CASE("an installation in a folder with a blank says that make cannot cope with it where there can be no link") {
  const Project project;
  for (const TurnEnd& end : runs_with_a_blank(project, "my cache")) {
    CHECK(end.kind == Kind::Absent);
    CHECK(contains(end.reason, "make cannot cope with where lightsout is installed (the part \"my prefix\" of "));
    CHECK(contains(end.reason, "there can be no link to it (the part \"my cache\" of "));
  }
}

TEST_CASE("two robots with one controller build it once and both run") {
  Project project;
  project.write("controllers/twin/twin.c", c_source);
  CollectingLog log;
  HostOptions options;
  options.prefix = build_prefix();
  auto host = make_process_host(options, log);
  EngineSide a(*host, "twin", {}, project.root()), b(*host, "twin", {}, project.root());
  CHECK(a.run(5).kind == Kind::Exited);
  CHECK(b.run(5).kind == Kind::Exited);
  CHECK(log.texts(false) == std::vector<std::string>{"built tester", "built tester"});
  CHECK(log.talk().size() == 1);
}

TEST_CASE("the projects are searched in order: the world's, the PROTO's, extra ones, the installation's") {
  ControllerDescription description;
  description.world_path = "/p/worlds/old/deep.wbt";
  description.proto_files = {"/q/protos/arms/left/Arm.proto", "/s/protos/Base.proto"};
  LaunchSettings settings;
  settings.prefix = "/prefix";
  settings.extra_projects = {"/r", "/p"};
  const std::vector<fs::path> expected{"/p",
                                       "/q",
                                       "/s",
                                       "/r",
                                       "/r/projects/default",
                                       "/r/resources/projects",
                                       "/p/projects/default",
                                       "/p/resources/projects",
                                       "/prefix/projects/default",
                                       "/prefix/resources/projects"};
  CHECK(controller_projects(description, settings) == expected);
}
