// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Controllers that somebody else starts, with `attach` and `webots-controller`, on this machine and over TCP: as a user
// has them, from a shell.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/ports.h"
#include "tests/support/program.h"

using namespace lightsout;
using Json = nlohmann::json;

namespace {

const std::string port = std::to_string(own_ports());

const std::string bin = std::string(LIGHTSOUT_BUILD_DIR) + "/bin";

// A project with a world of robots that wait, and controllers in Python; its run is the newest one of its own TMPDIR.
struct Yard {
  TemporaryFolder folder;
  explicit Yard(const std::string& robots) {
    for (const char* part : {"worlds", "tmp"}) std::filesystem::create_directories(folder / part);
    write_file(folder / "worlds/yard.wbt",
               "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 16 }\nViewpoint { }\n" + robots);
  }
  void controller(const std::string& name, const std::string& body) {
    const std::string part = "controllers/" + name;
    std::filesystem::create_directories(folder / part);
    write_file(folder / (part + "/" + name + ".py"),
               "import os\nimport sys\nfrom controller import Robot, Supervisor\n" + body);
  }
  // `run` is `lightsout run worlds/yard.wbt --verdict v.json` with a patience of 40 s, or of PATIENCE.
  ProgramResult shell(const std::string& script) {
    const std::string head =
        "export PATH=" + bin +
        ":$PATH\nrun() { lightsout run worlds/yard.wbt --extern-timeout ${PATIENCE:-40s} --verdict v.json "
        "--extern-port " +
        port + " \"$@\"; }\n";
    return run_program("bash", {"-c", head + script},
                       {.directory = folder.path(),
                        .environment = {"TMPDIR=" + (folder / "tmp").string(), "WEBOTS_CONTROLLER_URL="},
                        .timeout = 120});
  }
  Json verdict() { return Json::parse(read_file(folder / "v.json")); }
};

const std::string digger = "Robot { name \"digger\" controller \"<extern>\" }\n";
// Takes the given number of steps and ends with a code.
std::string steps(int count, int code) {
  return "robot = Robot()\nfor i in range(" + std::to_string(count) + "):\n    robot.step(16)\nsys.exit(" +
         std::to_string(code) + ")\n";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("attach starts a controller as a run would, and ends with its exit code") {
  Yard yard(digger);
  yard.controller("digs",
                  "robot = Robot()\nrobot.step(16)\nprint(robot.getName(), sys.argv[1:], os.getcwd().split('/')[-1],"
                  " os.environ['VARIABLE'], os.environ['WEBOTS_HOME'].split('/')[-1])\nsys.exit(5)\n");
  write_file(yard.folder / "controllers/digs/runtime.ini", "[environment variables]\nVARIABLE = of the file\n");
  const std::string form =
      GENERATE(as<std::string>(), "attach digger controllers/digs", "attach digger controllers/digs/digs.py",
               "attach --robot digger controllers/digs/", "attach controllers/digs/digs.py",
               "attach ipc://" + port + "/digger controllers/digs");
  const ProgramResult result = yard.shell("run -q & lightsout " + form + " --one two; echo code $?; wait");
  CAPTURE(form, result.out, result.err);
  CHECK(result.out == "digger ['--one', 'two'] digs of the file lightsout\ncode 5\n");
  CHECK(yard.verdict()["controllers"][0]["end"] == "exited");
}

TEST_CASE("attach starts programs that PATH has where it is, and says what is not there") {
  Yard yard(digger);
  const ProgramResult result = yard.shell(
      "lightsout attach digger bash -c 'echo $WEBOTS_CONTROLLER_URL $(pwd); exit 3'; echo $?\n"
      "lightsout attach 'a b/c' env | grep ^WEBOTS_CONTROLLER_URL\n"
      "lightsout attach digger no-such-program; echo $?\nlightsout attach; echo $?\nlightsout attach --bogus x; echo "
      "$?\n"
      "touch plain; lightsout attach digger plain; echo $?");
  CAPTURE(result.out, result.err);
  CHECK(result.out == "digger " + std::filesystem::canonical(yard.folder.path()).string() +
                          "\n3\nWEBOTS_CONTROLLER_URL=a%20b%2Fc\n4\n2\n2\n4\n");
  CHECK(has(result.err, "there is neither a file nor a program `no-such-program`"));
  CHECK(has(result.err, "there is no option '--bogus'"));
  CHECK(has(result.err, "is not executable"));
}

TEST_CASE("webots-controller takes the options of scripts, in bin and in the home") {
  Yard yard(digger + "Robot { name \"other\" controller \"<extern>\" }\n");
  yard.controller("digs", "robot = Robot()\nrobot.step(16)\nprint(robot.getName(), *sys.argv[1:])\n");
  const ProgramResult result = yard.shell(
      "run -q & webots-controller --protocol=ipc --port=" + port +
      " --robot-name=other controllers/digs/digs.py -a >other.txt "
      "& " +
      std::string(LIGHTSOUT_BUILD_DIR) +
      "/lib/lightsout/webots-controller --robot-name=digger controllers/digs/digs.py --help; wait; cat other.txt\n"
      "webots-controller --protocol=tcp controllers/digs/digs.py; echo $?\n"
      "webots-controller --prot=tcp controllers/digs/digs.py; echo $?\nwebots-controller; echo $?\n"
      "webots-controller --protocol=udp x; echo $?\nwebots-controller --help | grep -c -- '--matlab-path'");
  CAPTURE(result.out, result.err);
  CHECK(has(result.out, "digger --help\n"));
  CHECK(has(result.out, "other -a\n"));
  CHECK(result.out.ends_with("2\n2\n2\n2\n1\n"));
  CHECK(has(result.err, "--ip-address"));
}

TEST_CASE("a controller that comes back to a run that is over, or was killed, hears the end") {
  Yard yard(digger);
  // Its turn takes longer than the run lives.
  yard.controller("thinks",
                  "import time\nrobot = Robot()\nrobot.step(16)\nprint('thinks', flush=True)\n"
                  "while not os.path.exists('../../over'):\n    time.sleep(0.01)\n"
                  "print('answer', robot.step(16), flush=True)\n");
  const std::string attach = "timeout 100 lightsout attach digger controllers/thinks >said.txt 2>&1 & ";
  const ProgramResult over =
      yard.shell(attach + "run --controller-timeout 5s -q; echo code $?; touch over; wait; cat said.txt; rm over");
  CAPTURE(over.out, over.err);
  CHECK(has(over.out, "code 4\n"));
  CHECK(has(over.out, "answer -1\n"));
  CHECK(!has(over.out, "gone away"));
  CHECK(yard.verdict()["controllers"][0]["exit_code"].is_null());
  // As in Webots, a controller goes with a simulator that was killed: its next step ends it, as a failure.
  for (const std::string listens : {"", "--listen 0 --extern-urls "}) {
    const ProgramResult killed = yard.shell(
        (listens.empty()
             ? attach + "c=$!; run -q & r=$!; "
             : "mkfifo urls; run -q " + listens + ">urls & r=$!; exec 3<urls; read -r u <&3; read -r u <&3; " +
                   "timeout 100 lightsout attach $u controllers/thinks >said.txt 2>&1 & c=$!; ") +
        "until grep -q thinks said.txt; do sleep 0.05; done; "
        "pkill -KILL -P $r -x lightsout; kill -KILL $r 2>/dev/null; wait $r; touch over; wait $c; echo code $?; cat "
        "said.txt; rm said.txt over");
    CAPTURE(listens, killed.out, killed.err);
    CHECK(has(killed.out, "code 1\n"));
    CHECK(has(killed.out, "the simulation has gone away"));
    CHECK(!has(killed.out, "answer"));
  }
}

TEST_CASE("without a name a controller gets the robot that still waits, and with WEBOTS_ROBOT_NAME that one") {
  Yard yard(digger + "Robot { name \"b b\" controller \"<extern>\" }\n");
  yard.controller("digs", "robot = Robot()\nprint(robot.getName(), flush=True)\nfor i in range(3): robot.step(16)\n");
  const std::string wait = " & until grep -q . first.txt; do sleep 0.05; done; ";
  const ProgramResult rest = yard.shell("run -q & lightsout attach digger controllers/digs >first.txt" + wait +
                                        "lightsout attach controllers/digs; wait");
  CAPTURE(rest.out, rest.err);
  CHECK(rest.out == "b b\n");
  const ProgramResult named =
      yard.shell(": >first.txt; run -q & WEBOTS_ROBOT_NAME='b b' lightsout attach controllers/digs >first.txt" + wait +
                 "lightsout attach controllers/digs; wait; cat first.txt");
  CAPTURE(named.out, named.err);
  CHECK(named.out == "digger\nb b\n");
}

TEST_CASE("an empty name is no robot, and an empty option says nothing") {
  Yard yard(digger);
  yard.controller("digs", "robot = Robot()\nrobot.step(16)\nprint(robot.getName())\n");
  const ProgramResult result = yard.shell(
      "lightsout attach '' controllers/digs; echo $?\n"
      "run -q & webots-controller --robot-name= --ip-address= controllers/digs/digs.py; wait");
  CAPTURE(result.out, result.err);
  CHECK(result.out == "2\ndigger\n");
  CHECK(has(result.err, "attach: the robot's name is empty"));
}

TEST_CASE("robots that cannot be told apart by name are found before any controller starts") {
  const std::string eager = "Robot { name \"eager\" controller \"digs\" }\n",
                    other = "Robot { controller \"<extern>\" name \"";
  struct Case {
    std::string names, message, place;
  };
  for (const Case& c : {Case{digger + other + "digger\" }\n",
                             "another robot with an extern controller is named \"digger\" too", "yard.wbt:6"},
                        Case{other + "\" }\n", "its name is empty", "yard.wbt:5"}}) {
    Yard yard(eager + c.names);
    yard.controller("digs", "print('started', flush=True)\nrobot = Robot()\nrobot.step(16)\n");
    const ProgramResult run = yard.shell("run");
    CAPTURE(run.out, run.err);
    CHECK(run.exit_code == 4);
    CHECK(has(run.err, c.message));
    CHECK(!has(run.err, "started"));
    CHECK(!has(run.err, "waiting for"));
    const ProgramResult check = yard.shell("lightsout check worlds/yard.wbt");
    CAPTURE(check.out, check.err);
    CHECK(check.exit_code == 1);
    CHECK(has(check.out, c.place));
    CHECK(has(check.out, c.message));
  }
  // One that waits and one that is started may have the same name.
  Yard yard("Robot { name \"digger\" controller \"<none>\" }\n" + digger);
  CHECK(yard.shell("lightsout check worlds/yard.wbt").exit_code == 0);
}

TEST_CASE("where the path of a robot's socket would be too long, run and controller say so at once") {
  Yard yard(digger);
  yard.controller("digs", "robot = Robot()\nrobot.step(16)\n");
  // 108 bytes is what a socket's name may have (unix(7)).
  std::string commands = "export TMPDIR=$PWD/";
  commands.append(100, 'd').append(
      "; mkdir $TMPDIR\nrun; echo run $?\n"
      "timeout 20 lightsout attach digger controllers/digs; echo attach $?\n");
  const ProgramResult result = yard.shell(commands);
  CAPTURE(result.out, result.err);
  CHECK(result.out == "run 4\nattach 1\n");
  CHECK(has(result.err, "is too long for a socket; set TMPDIR to a shorter one"));
  CHECK(has(result.err, "is too long for sockets; set TMPDIR to a shorter one"));
}

TEST_CASE("URLs of robots that cannot be printed end the run before it waits") {
  Yard yard(digger);
  const ProgramResult result = yard.shell(
      "run -q --extern-urls >/dev/full; echo $?\n"
      "webots --extern-urls worlds/yard.wbt >/dev/full; echo $?\n"
      "run -q --duration 0 --extern-urls");
  CAPTURE(result.out, result.err);
  CHECK(has(result.out, "9\n9\nipc://"));
  CHECK(has(result.err, "standard output: No space left on device"));
  CHECK(!has(result.err, "waiting for"));
}

TEST_CASE("what make builds by hand stands beside its sources, and follows them in runs") {
  Yard yard(digger + "Robot { name \"own\" controller \"cdigs\" }\n");
  const auto source = [&](const std::string& says) {
    std::filesystem::create_directories(yard.folder / "controllers/cdigs");
    write_file(yard.folder / "controllers/cdigs/cdigs.c",
               "#include <stdio.h>\n#include <webots/robot.h>\nint main() {\n  wb_robot_init();\n"
               "  printf(\"%s " +
                   says + "\\n\", wb_robot_get_name());\n  wb_robot_cleanup();\n  return 0;\n}\n");
  };
  source("first");
  write_file(yard.folder / "controllers/cdigs/Makefile",
             "WEBOTS_HOME_PATH = $(WEBOTS_HOME)\ninclude $(WEBOTS_HOME_PATH)/resources/Makefile.os.include\n"
             "ifeq ($(OSTYPE),linux)\nCFLAGS += -DLINUX\nendif\n"
             "include $(WEBOTS_HOME_PATH)/resources/Makefile.include\n");
  const std::string home = "export WEBOTS_HOME=" + std::string(LIGHTSOUT_BUILD_DIR) + "/lib/lightsout; ";
  const std::string make = home + "make -s -C controllers/cdigs && readlink controllers/cdigs/build/release/cdigs\n";
  const std::string run = "run 2>&1 & webots-controller --robot-name=digger controllers/cdigs/cdigs; wait\n";
  const ProgramResult first = yard.shell(make + run);
  CAPTURE(first.out, first.err);
  // The program itself, as scripts find its folder where links are followed.
  CHECK(has(first.out, "../../cdigs\n"));
  CHECK(std::filesystem::is_regular_file(std::filesystem::symlink_status(yard.folder / "controllers/cdigs/cdigs")));
  CHECK(has(first.out, "digger first\n"));
  CHECK(has(first.out, "[own] own first\n"));
  source("second");
  const ProgramResult second = yard.shell(home + run + "make -s -C controllers/cdigs clean; ls controllers/cdigs");
  CAPTURE(second.out, second.err);
  CHECK(has(second.out, "[own] own second\n"));
  CHECK(second.out.ends_with("Makefile\ncdigs.c\n"));
  // Each goal has its own, and the last one that was made by hand lies beside the sources.
  const ProgramResult goals = yard.shell(
      home +
      "cd controllers/cdigs; make -s && cp cdigs release && make -s debug && cmp -s release build/release/cdigs && "
      "! cmp -s release cdigs && readlink build/debug/cdigs && make -s && cmp -s release cdigs && "
      "readlink build/release/cdigs && rm cdigs && make -s && cmp -s release cdigs && make -s clean; rm release; ls");
  CAPTURE(goals.out, goals.err);
  CHECK(goals.out == "../../cdigs\n../../cdigs\nMakefile\ncdigs.c\n");
  // A file of that name is somebody's own.
  const ProgramResult own = yard.shell("echo mine >controllers/cdigs/cdigs; " + make + "cat controllers/cdigs/cdigs");
  CHECK(own.out == "mine\n");
}

TEST_CASE("libraries of a project are made by make, and found in their folders and where runtime.ini says") {
  Yard yard("Robot { name \"r\" controller \"uses\" }\n");
  const auto write = [&](const std::string& file, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(yard.folder / file).parent_path());
    write_file(yard.folder / file, text);
  };
  write("libraries/near/near.c", "int near_by(void) { return 4; }\n");
  write("elsewhere/libraries/far/far.c", "int far_off(void) { return 2; }\n");
  for (const std::string library : {"libraries/near", "elsewhere/libraries/far"})
    write(library + "/Makefile",
          "include $(WEBOTS_HOME)/resources/Makefile.os.include\n"
          "include $(WEBOTS_HOME)/projects/default/libraries/Makefile.include\n");
  write("controllers/uses/Makefile",
        "LIBRARIES = -L../../libraries/near -lnear -L../../elsewhere/libraries/far -lfar\n"
        "include $(WEBOTS_HOME)/resources/Makefile.include\n");
  write(
      "controllers/uses/uses.c",
      "#include <stdio.h>\n#include <webots/robot.h>\nint near_by(void), far_off(void);\nint main() {\n"
      "  wb_robot_init();\n  printf(\"%d\\n\", 10 * near_by() + far_off());\n  wb_robot_cleanup();\n  return 0;\n}\n");
  write("controllers/uses/runtime.ini",
        "[environment variables with paths]\nWEBOTS_LIBRARY_PATH = ../../elsewhere/libraries/far\n");
  const ProgramResult result = yard.shell(
      "export WEBOTS_HOME=" + std::string(LIGHTSOUT_BUILD_DIR) +
      "/lib/lightsout; for part in libraries/near elsewhere/libraries/far; do make -s -C $part; done; run 2>&1");
  CAPTURE(result.out, result.err);
  CHECK(has(result.out, "[r] 42\n"));
}

TEST_CASE("webots-controller runs a controller in MATLAB's language by the program that is named") {
  Yard yard(digger);
  std::filesystem::create_directories(yard.folder / "controllers/mdigs");
  write_file(yard.folder / "controllers/mdigs/mdigs.m", "wb_robot_step(16);\n");
  write_file(yard.folder / "octave-mine", "#!/bin/sh\necho mine \"$WEBOTS_CONTROLLER_NAME\" $WEBOTS_CONTROLLER_URL\n");
  const ProgramResult result = yard.shell(
      "chmod +x octave-mine\n"
      "webots-controller --robot-name=digger --matlab-path=$PWD/octave-mine controllers/mdigs/mdigs.m; echo $?\n"
      "webots-controller --robot-name=digger --matlab-path=no-such-octave controllers/mdigs; echo $?");
  CAPTURE(result.out, result.err);
  CHECK(result.out == "mine mdigs digger\n0\n4\n");
  CHECK(has(result.err, "there is no program `no-such-octave`"));
}

TEST_CASE("what a controller prints goes to the log of the run where that is asked for") {
  Yard yard(digger);
  yard.controller("digs",
                  "print('before')\nrobot = Robot()\nfor i in range(3):\n    robot.step(16)\n    print('line', i)\n"
                  "print('aside', file=sys.stderr)\nprint('x' * 100000)\nprint('no end', end='')\n");
  const ProgramResult result = yard.shell(
      "run --log log.txt 2>run.err & lightsout attach --stdout-redirect --stderr-redirect digger "
      "controllers/digs; wait");
  CAPTURE(result.out, result.err, read_file(yard.folder / "log.txt"));
  CHECK(result.out == "before\n");
  CHECK(result.err.empty());
  const std::string log = read_file(yard.folder / "log.txt");
  for (const char* line : {"line 0\n", "line 1\n", "line 2\n", "aside\n", "no end\n"}) CHECK(has(log, line));
  CHECK(has(log, std::string(16000, 'x')));
}

TEST_CASE("a robot whose controller has gone waits for another one where that is asked for") {
  Yard yard(digger);
  yard.controller("digs", steps(3, 0));
  yard.controller("fails", "robot = Robot()\nrobot.step(16)\nos.kill(os.getpid(), 9)\n");
  SECTION("until the duration is reached") {
    const ProgramResult result = yard.shell(
        "run --extern-reconnect --duration 160ms 2>run.err & lightsout attach controllers/digs; "
        "lightsout attach controllers/fails; lightsout attach controllers/digs; wait $!; echo code $?");
    CAPTURE(result.out, result.err, read_file(yard.folder / "run.err"));
    CHECK(has(result.out, "code 0\n"));
    const Json verdict = yard.verdict();
    CHECK(verdict["outcome"] == "done");
    CHECK(verdict["steps"] == 10);
    CHECK(verdict["failed_controllers"] == 1);
    // Lives of 4, 2 and 4 steps: in the step in which one goes, time passes without it.
    REQUIRE(verdict["controllers"].size() == 3);
    CHECK(verdict["controllers"][0]["end"] == "exited");
    CHECK(verdict["controllers"][1]["end"] == "failed");
    CHECK(verdict["controllers"][2]["end"] == "exited");
  }
  SECTION("and nobody comes: how the last one ended is how the robot's controller ended") {
    const bool fails = GENERATE(false, true);
    const ProgramResult result =
        yard.shell(std::string("PATIENCE=5s; run --extern-reconnect 2>run.err & lightsout ") + "attach controllers/" +
                   (fails ? "fails" : "digs") + "; wait $!; echo code $?");
    CAPTURE(result.out, result.err, read_file(yard.folder / "run.err"));
    CHECK(has(result.out, fails ? "code 4\n" : "code 0\n"));
    CHECK(yard.verdict()["controllers"].size() == 1);
    CHECK(has(read_file(yard.folder / "run.err"), "no program has connected"));
  }
}

TEST_CASE("a second controller of a robot is turned away, and both sides say so") {
  Yard yard(digger);
  yard.controller("waits",
                  "import time\nrobot = Robot()\nopen('there', 'w').close()\n"
                  "while not os.path.exists('gone'):\n    robot.step(16)\n    time.sleep(0.01)\n");
  const ProgramResult result = yard.shell(
      "run 2>run.err & lightsout attach controllers/waits & "
      "while [ ! -e controllers/waits/there ]; do sleep 0.05; done\n"
      "lightsout attach digger controllers/waits; echo code $?; touch controllers/waits/gone; wait");
  CAPTURE(result.out, result.err, read_file(yard.folder / "run.err"));
  CHECK(result.out == "code 1\n");
  CHECK(has(result.err, "the robot has a controller already"));
  CHECK(has(read_file(yard.folder / "run.err"), "was turned away: the robot has its controller, process"));
  CHECK(yard.verdict()["outcome"] == "done");
}

TEST_CASE("a robot without synchronization does not wait for who has not come") {
  Yard yard("Robot { name \"digger\" controller \"<extern>\" synchronization FALSE }\n");
  const ProgramResult result = yard.shell("run --duration 160ms");
  CAPTURE(result.err);
  CHECK(result.exit_code == 0);
  CHECK(yard.verdict()["steps"] == 10);
}

TEST_CASE("started, connected by shared memory and over TCP, controllers make the same run, with images and requests") {
  const auto robots = [](const std::string& looker, const std::string& mover) {
    return "DEF LOOKER Robot { name \"looker\" supervisor TRUE controller \"" + looker +
           "\" children [ Camera { name \"camera\" width 32 height 24 } ] }\n"
           "DEF BALL Solid { translation 2 0 1 children [ Shape { appearance PBRAppearance { baseColor 1 0 0 } "
           "geometry "
           "DEF S Sphere { radius 0.3 } } ] boundingObject USE S physics Physics { } name \"ball\" }\n"
           "DEF MOVER Robot { name \"mover\" translation 0 3 0 controller \"" +
           mover +
           "\" children [ HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 } device RotationalMotor { "
           "name "
           "\"m\" } endPoint Solid { translation 0.2 0 0 boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } } "
           "} "
           "] boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } }\n";
  };
  // Throws the ball about by what it sees, and asks for nodes.
  const std::string looks =
      "robot = Supervisor()\ncamera = robot.getDevice('camera')\ncamera.enable(16)\nball = robot.getFromDef('BALL')\n"
      "for i in range(30):\n    robot.step(16)\n    image = camera.getImage()\n"
      "    ball.addForce([sum(image) % 97 - 48, ball.getPosition()[2], 5], False)\n";
  const std::string moves =
      "robot = Robot()\nm = robot.getDevice('m')\nfor i in range(40):\n    robot.step(16)\n"
      "    m.setPosition(0.03 * i)\n";
  Yard started(robots("looks", "moves")), waiting(robots("<extern>", "<extern>"));
  for (Yard* yard : {&started, &waiting}) {
    yard->controller("looks", looks);
    yard->controller("moves", moves);
  }
  const std::string hash = started.shell("run -q --hash").out;
  REQUIRE(hash.size() == 17);
  const ProgramResult ipc = waiting.shell(
      "run -q --hash & lightsout attach looker controllers/looks & lightsout attach mover controllers/moves; wait");
  CAPTURE(ipc.err);
  CHECK(ipc.out == hash);
  const ProgramResult tcp = waiting.shell(
      "run -q --hash --extern-urls --listen 0 >urls & until [ $(grep -c tcp urls) = 2 ]; do sleep 0.05; done\n"
      "lightsout attach $(grep tcp.*looker urls) controllers/looks & lightsout attach $(grep tcp.*mover urls) "
      "controllers/moves; wait; tail -n 1 urls");
  CAPTURE(tcp.err);
  CHECK(tcp.out == hash);
}

TEST_CASE("a run listens for other machines with a secret alone") {
  Yard yard(digger);
  const ProgramResult none = yard.shell("run --listen 0.0.0.0:0");
  CHECK(none.exit_code == 2);
  CHECK(has(none.err, "set LIGHTSOUT_TOKEN"));
  CHECK(yard.shell("run --listen nonsense").exit_code == 2);
  yard.controller("digs", "robot = Robot()\nrobot.step(16)\n");
  const ProgramResult with = yard.shell(
      "(export LIGHTSOUT_TOKEN=0123456789abcdef; run --listen 0.0.0.0:0 --extern-urls >urls 2>run.err) & "
      "until grep -q tcp urls; do sleep 0.05; done; port=$(sed -n 's/tcp.*:\\([0-9]*\\).*/\\1/p' urls)\n"
      "lightsout attach tcp://127.0.0.1:$port/digger controllers/digs; echo code $?\n"
      "LIGHTSOUT_TOKEN=0123456789abcdef lightsout attach tcp://127.0.0.1:$port/digger controllers/digs; "
      "echo code $?; wait");
  CAPTURE(with.out, with.err);
  CHECK(with.out == "code 1\ncode 0\n");
  CHECK(has(with.err, "wants another secret"));
}
