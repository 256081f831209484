// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Signals that come to controllers while their library waits: for a run, or for their turn.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/optional.h"
#include "tests/support/ports.h"
#include "tests/support/processes.h"
#include "tests/support/program.h"

using namespace lightsout;
using Json = nlohmann::json;

namespace {

const std::string port = std::to_string(own_ports()), listening = std::to_string(own_ports());

// Two robots whose controllers are started by the shell; the run is the newest one of its own TMPDIR.
struct Two {
  TemporaryFolder folder;
  Two() {
    for (const char* part : {"worlds", "tmp", "controllers/loops", "controllers/Loops"})
      std::filesystem::create_directories(folder / part);
    write_file(folder / "worlds/two.wbt",
               "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 16 }\nViewpoint { }\n"
               "Robot { name \"one\" controller \"<extern>\" }\nRobot { name \"two\" controller \"<extern>\" }\n");
  }
  ProgramResult shell(const std::string& script) {
    const std::string head =
        "export PATH=" LIGHTSOUT_BUILD_DIR
        "/bin:$PATH\nrun() { exec lightsout run worlds/two.wbt -q --verdict v.json --extern-timeout 60s "
        "--extern-port " +
        port + " --listen 127.0.0.1:" + listening + " \"$@\"; }\n";
    return run_program("bash", {"-c", head + script},
                       {.directory = folder.path(),
                        .environment = {"TMPDIR=" + (folder / "tmp").string(), "WEBOTS_CONTROLLER_URL="},
                        .timeout = 120});
  }
};

// One that never ends by itself.
struct Language {
  const char* file;
  const char* text;
  int code;  // as a shell has it: 128 and the signal, if that has killed it
};
const std::vector<Language> in_python_and_c = {
    {"loops.py", "from controller import Robot\nrobot = Robot()\nwhile True:\n    robot.step(16)\n", 128 + SIGINT},
    {"loops.c", "#include <webots/robot.h>\nint main() {\n  wb_robot_init();\n  for (;;) wb_robot_step(16);\n}\n",
     128 + SIGINT},
    // Its handler ends the process, on top of the wait.
    {"loops.c",
     "#include <signal.h>\n#include <stdlib.h>\n#include <webots/robot.h>\n"
     "static void end(int signal) {\n  wb_robot_cleanup();\n  exit(40 + signal);\n}\n"
     "int main() {\n  signal(SIGINT, end);\n  wb_robot_init();\n  for (;;) wb_robot_step(16);\n}\n",
     40 + SIGINT},
};
const Language in_java = {"Loops.java",
                          "import com.cyberbotics.webots.controller.Robot;\npublic class Loops {\n"
                          "  public static void main(String[] arguments) {\n    Robot robot = new Robot();\n"
                          "    while (true) robot.step(16);\n  }\n}\n",
                          128 + SIGINT};
const Language in_octave = {"loops.m", "while true\n  wb_robot_step(16);\nend\n", 1};

// The other robot's controller does not come: whoever has connected waits for its second turn.
void interrupt(const Language& language) {
  const std::string name = language.file, stem = name.substr(0, name.find('.'));
  const std::string url = GENERATE(as<std::string>(), "one", "tcp://127.0.0.1:" + listening + "/one");
  const bool is_running = GENERATE(false, true);
  const bool starts_quickly = name.ends_with(".c");
  CAPTURE(name, url, is_running);
  Two two;
  write_file(two.folder / ("controllers/" + stem + "/" + name), language.text);
  // Those 50 s that it looks for its run are not over when `timeout` has no patience any more: 137.
  const ProgramResult result =
      two.shell(std::string("lightsout build controllers/" + stem + " >built.txt 2>&1; ") +
                (is_running ? "run 2>run.err & " : "") + "timeout -s INT -k 10 --preserve-status " +
                (starts_quickly ? "1" : "3") + " lightsout attach " + url + " controllers/" + stem +
                "; echo code $?; kill %1 2>/dev/null; wait");
  CAPTURE(result.err);
  CHECK(result.out == "code " + std::to_string(language.code) + "\n");
}

}  // namespace

TEST_CASE("an interrupt ends a controller in Python and C at once, whatever it waits for") {
  interrupt(GENERATE(from_range(in_python_and_c)));
}

TEST_CASE("an interrupt ends a controller in Java at once, whatever it waits for") {
  if (has_java()) interrupt(in_java);
}

TEST_CASE("an interrupt ends a controller in Octave at once, whatever it waits for") {
  if (has_octave()) interrupt(in_octave);
}

// The second one thinks in its second turn until the first one, which waits, has raised what it had to.
TEST_CASE("handlers of Python run while the library waits, and a controller goes on after what they raise") {
  Two two;
  write_file(two.folder / "controllers/thinks.py",
             "import os\nimport time\nfrom controller import Robot\nrobot = Robot()\n"
             "for i in range(20):\n    robot.step(16)\n    patience = 0 if i != 1 else 3000\n"
             "    while patience and not os.path.exists('raised'):\n        patience -= 1\n        time.sleep(0.01)\n");
  write_file(two.folder / "controllers/hears.py",
             "import signal\nfrom controller import Robot\nrobot = Robot()\nheard = []\n"
             "def hears(number, frame):\n    heard.append(number)\n"
             "    if len(heard) == 2:\n        raise InterruptedError('heard')\n"
             "signal.signal(signal.SIGALRM, hears)\nrobot.step(16)\n"
             "signal.setitimer(signal.ITIMER_REAL, 0.2, 0.2)\n"
             "try:\n    for i in range(40):\n        robot.step(16)\n    print('not raised')\n"
             "except InterruptedError as error:\n    signal.setitimer(signal.ITIMER_REAL, 0)\n"
             "    raised_at = robot.getTime()\nopen('raised', 'w').close()\n"
             "while robot.getTime() < 0.32 and robot.step(16) != -1:\n    pass\n"
             "print(raised_at, robot.getTime())\n");
  const std::string url = GENERATE(as<std::string>(), "one", "tcp://127.0.0.1:" + listening + "/one");
  const ProgramResult result =
      two.shell("run 2>run.err & sleep 0.5; lightsout attach two controllers/thinks.py & lightsout attach " + url +
                " controllers/hears.py; wait");
  CAPTURE(url, result.err, read_file(two.folder / "run.err"));
  CHECK(result.out == "0.032 0.32\n");
  CHECK(result.err.find("arning") == std::string::npos);
  const Json verdict = Json::parse(read_file(two.folder / "v.json"));
  for (const Json& each : verdict["controllers"]) CHECK(each["end"] == "exited");
}

// As a supervisor ends a run by Ctrl-C: it catches what is raised, asks, and quits.
TEST_CASE("a supervisor whose wait for a step was given up asks, and quits, when that step has ended") {
  Two two;
  write_file(two.folder / "worlds/two.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 16 }\nViewpoint { }\n"
             "DEF ONE Robot { name \"one\" supervisor TRUE controller \"<extern>\" }\n"
             "Robot { name \"two\" controller \"<extern>\" }\n");
  write_file(two.folder / "controllers/thinks.py",
             "import os\nimport time\nfrom controller import Robot\nrobot = Robot()\nrobot.step(16)\n"
             "patience = 3000\nwhile patience and not os.path.exists('raised'):\n    patience -= 1\n"
             "    time.sleep(0.01)\ntime.sleep(0.2)\nwhile robot.step(16) != -1:\n    pass\n");
  write_file(two.folder / "controllers/quits.py",
             "import signal\nfrom controller import Supervisor\nrobot = Supervisor()\n"
             "def hears(number, frame):\n    raise InterruptedError('heard')\n"
             "signal.signal(signal.SIGALRM, hears)\nrobot.step(16)\nsignal.setitimer(signal.ITIMER_REAL, 0.3)\n"
             "try:\n    while robot.step(16) != -1:\n        pass\nexcept InterruptedError:\n"
             "    open('raised', 'w').close()\n    print(robot.getFromDef('ONE') is not None, robot.getTime())\n"
             "    robot.simulationQuit(5)\n");
  const std::string url = GENERATE(as<std::string>(), "one", "tcp://127.0.0.1:" + listening + "/one");
  const ProgramResult result = two.shell(
      "run 2>run.err & simulation=$!; sleep 0.5; lightsout attach two controllers/thinks.py & "
      "lightsout attach " +
      url + " controllers/quits.py; wait $simulation; echo $?");
  CAPTURE(url, result.err, read_file(two.folder / "run.err"));
  CHECK(result.out == "True 0.032\n5\n");
  CHECK(result.err.find("arning") == std::string::npos);
}

// The other one thinks until the first one, whose step the run owes an answer, has gone.
TEST_CASE("a controller that ends in order while it waits for its turn has exited") {
  struct Leaver {
    const char* file;
    const char* text;
  };
  const Leaver leaver = GENERATE(
      Leaver{"leaves/leaves.py",
             "import signal\nfrom controller import Robot\nrobot = Robot()\n"
             "def hears(number, frame):\n    raise InterruptedError('heard')\n"
             "signal.signal(signal.SIGALRM, hears)\nrobot.step(16)\nsignal.setitimer(signal.ITIMER_REAL, 0.3)\n"
             "try:\n    while robot.step(16) != -1:\n        pass\nexcept InterruptedError:\n    print('bye')\n"},
      Leaver{"leaves/leaves.c",
             "#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <sys/time.h>\n"
             "#include <webots/robot.h>\n"
             "static void end(int signal) {\n  wb_robot_cleanup();\n  exit(0);\n}\n"
             "int main() {\n  struct itimerval time = {{0, 0}, {0, 300000}};\n  puts(\"bye\");\n"
             "  signal(SIGALRM, end);\n  wb_robot_init();\n  wb_robot_step(16);\n"
             "  setitimer(ITIMER_REAL, &time, NULL);\n  while (wb_robot_step(16) != -1) {}\n  return 1;\n}\n"});
  const std::string url = GENERATE(as<std::string>(), "one", "tcp://127.0.0.1:" + listening + "/one");
  Two two;
  std::filesystem::create_directories(two.folder / "controllers/leaves");
  write_file(two.folder / ("controllers/" + std::string(leaver.file)), leaver.text);
  write_file(two.folder / "controllers/thinks.py",
             "import os\nimport time\nfrom controller import Robot\nrobot = Robot()\nrobot.step(16)\n"
             "patience = 3000\nwhile patience and not os.path.exists('gone'):\n    patience -= 1\n"
             "    time.sleep(0.01)\nfor i in range(5):\n    robot.step(16)\n");
  const ProgramResult result = two.shell(
      "lightsout build controllers/leaves >built.txt 2>&1; run 2>run.err & simulation=$!; sleep 0.5; "
      "lightsout attach two controllers/thinks.py & lightsout attach " +
      url + " controllers/leaves; echo $?; touch controllers/gone; wait $simulation; echo $?");
  CAPTURE(leaver.file, url, result.err, read_file(two.folder / "run.err"));
  CHECK(result.out == "bye\n0\n0\n");
  const Json controllers = Json::parse(read_file(two.folder / "v.json"))["controllers"];
  CHECK(controllers.size() == 2);
  for (const Json& each : controllers) CHECK(each["end"] == "exited");
}

TEST_CASE("SIGQUIT ends a run in order") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "controllers/thinks");
  write_file(folder / "controllers/thinks/thinks.py",
             "import time\nfrom controller import Robot\nrobot = Robot()\n"
             "open('thinks', 'w').close()\nwhile True:\n    time.sleep(1)\n");
  std::filesystem::create_directories(folder / "worlds");
  write_file(folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { }\nRobot { name \"r\" controller \"thinks\" }\n");
  int sent = 0;
  const ProgramResult result =
      run_lightsout({"run", "worlds/w.wbt", "--duration", "1000s", "--verdict", "v.json"},
                    {.directory = folder.path(), .watch = [&](pid_t pid) {
                       if (std::filesystem::exists(folder / "controllers/thinks/thinks") && sent < 1)
                         sent += ::kill(pid, SIGQUIT) == 0;
                     }});
  CHECK(sent == 1);
  CHECK(result.exit_code == 8);
  CHECK(Json::parse(read_file(folder / "v.json"))["outcome"] == "interrupted");
}

// The system sends SIGXCPU at the soft limit, and each second of processor time from there on.
TEST_CASE("The limit of processor time ends a run in order") {
  const TemporaryFolder folder;
  write_file(folder / "w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n"
             "Solid { boundingObject Sphere { } physics Physics { } }\n");
  const ProgramResult result = run_program(
      "sh",
      {"-c", "ulimit -St 1; exec \"$0\" run w.wbt --duration 10000000s -q -o out --record r.csv", LIGHTSOUT_EXECUTABLE},
      {.directory = folder.path(), .timeout = 120});
  INFO(result.err);
  CHECK(result.exit_code == 8);
  const std::string table = read_file(folder / "out/r.csv");
  CHECK(table.ends_with('\n'));
  CHECK(read_file(folder / "out/verdict.json").find("\"outcome\": \"interrupted\"") != std::string::npos);
}

TEST_CASE("A run that a signal ends before its first state has its trace and its bundle") {
  const TemporaryFolder folder;
  for (const char* part : {"worlds", "controllers/c"}) std::filesystem::create_directories(folder / part);
  write_file(folder / "worlds/w.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { }\nRobot { controller \"c\" }\n");
  write_file(folder / "controllers/c/c.c", "int main(void) { return 0; }\n");
  write_file(folder / "controllers/c/Makefile", "all:\n\t@touch begun; sleep 1000\n");
  bool sent = false;
  const ProgramResult result = run_lightsout(
      {"run", "worlds/w.wbt", "--duration", "1s", "--trace", "trace", "--bundle", "b.tar.zst", "--verdict", "v.json"},
      {.directory = folder.path(), .watch = [&](pid_t pid) {
         if (!sent && std::filesystem::exists(folder / "controllers/c/begun")) sent = ::kill(pid, SIGTERM) == 0;
       }});
  INFO(result.err);
  CHECK(sent);
  CHECK(result.exit_code == 8);
  CHECK(std::filesystem::exists(folder / "trace"));
  CHECK(std::filesystem::exists(folder / "b.tar.zst"));
  CHECK(result.err.find("not written") == std::string::npos);
}

namespace {

// Whether the program hears of the signal by a handler of its own.
bool catches(pid_t pid, int signal) {
  std::istringstream status(read_file("/proc/" + std::to_string(pid) + "/status"));
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("SigCgt:")) return std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1;
  return false;
}

}  // namespace

TEST_CASE("A signal ends a run that waits for a template, at load and when a supervisor imports it") {
  const TemporaryFolder folder;
  for (const char* part : {"worlds", "protos", "controllers/imports"})
    std::filesystem::create_directories(folder / part);
  const bool is_lua = GENERATE(false, true);
  CAPTURE(is_lua);
  write_file(folder / "protos/Endless.proto",
             std::string("#VRML_SIM R2025a utf8\n# template language: ") +
                 (is_lua ? "lua\nPROTO Endless [ ]\n{\n  Pose { %{ while true do end }% }\n}\n"
                         : "javascript\nPROTO Endless [ ]\n{\n  Pose { %< while (true) {} >% }\n}\n"));
  const std::string head = "#VRML_SIM R2025a utf8\nEXTERNPROTO \"../protos/Endless.proto\"\nWorldInfo { }\n";
  write_file(folder / "worlds/load.wbt", head + "Endless { }\n");
  write_file(folder / "worlds/import.wbt",
             "#VRML_SIM R2025a utf8\nIMPORTABLE EXTERNPROTO \"../protos/Endless.proto\"\nWorldInfo { }\n"
             "Robot { controller \"imports\" supervisor TRUE }\n");
  write_file(folder / "controllers/imports/imports.py",
             "import os\nfrom controller import Supervisor\ns = Supervisor()\ns.step(32)\ns.step(32)\n"
             "open(os.environ['MARK'], 'w').close()\n"
             "s.getRoot().getField('children').importMFNodeFromString(-1, 'Endless { }')\ns.step(32)\n");
  const std::string world = GENERATE("load", "import");
  CAPTURE(world);
  const std::filesystem::path mark = folder / "mark";
  bool told = false;
  const ProgramResult result =
      run_lightsout({"run", folder / ("worlds/" + world + ".wbt"), "--duration", "1s", "--record", folder / "t.csv",
                     "--what", "solids", "--select", "*", "--limit", "template_seconds=1000", "--limit",
                     "template_instructions=none", "--verdict", folder / "v.json", "--env", "MARK=" + mark.string()},
                    {.timeout = 120, .watch = [&](pid_t pid) {
                       if (told || !catches(pid, SIGTERM) || (world == "import" && !std::filesystem::exists(mark)))
                         return;
                       told = true;
                       ::kill(pid, SIGTERM);
                     }});
  INFO(result.err);
  CHECK(result.exit_code == 8);
  const Json verdict = Json::parse(read_file(folder / "v.json"));
  CHECK(verdict.at("outcome") == "interrupted");
  // What was simulated before is kept.
  if (world == "import") CHECK(verdict.at("steps") == 2);
}

namespace {

// Of a program that is started with a signal that it has not heard yet: so it comes before whatever the program does.
const std::string with_signal =
    "import os, signal, sys\nsignal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})\n"
    "os.kill(os.getpid(), signal.SIGTERM)\nos.execv(sys.argv[1], sys.argv[1:])\n";

ProgramResult run_with_signal(const std::vector<std::string>& words, const TemporaryFolder& folder) {
  std::vector<std::string> all = {"-c", with_signal, LIGHTSOUT_EXECUTABLE};
  all.insert(all.end(), words.begin(), words.end());
  return run_program("python3", all, {.directory = folder.path()});
}

}  // namespace

TEST_CASE("A signal that comes just before a pipe without a far end is opened ends the run") {
  struct Use {
    const char* option;
    const char* name;
  };
  const Use use = GENERATE(Use{"--record", "p.csv"}, Use{"--record", "p.csv.gz"}, Use{"--record", "p.jsonl"},
                           Use{"--record", "p.mcap"}, Use{"--log", "p"}, Use{"--trace", "p"}, Use{"--verdict", "p"},
                           Use{"--manifest", "p"}, Use{"--series", "p"}, Use{"--record-exchange", "p"},
                           Use{"--step-times", "p"}, Use{"--keys", "p"}, Use{"--against", "p"}, Use{"--from", "p"},
                           Use{"--replay-exchange", "p"}, Use{"", "p.wbt"}, Use{"", "p.yaml"});
  CAPTURE(use.option, use.name);
  const TemporaryFolder folder;
  write_file(folder / "w.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { }\nSolid { physics Physics { } }\n");
  REQUIRE(::mkfifo((folder / use.name).c_str(), 0600) == 0);
  const bool is_option = *use.option != '\0', is_verdict = std::string(use.option) == "--verdict";
  std::vector<std::string> words = {"run", is_option ? "w.wbt" : use.name, "--duration", "1s"};
  if (is_option) words.insert(words.end(), {use.option, use.name});
  if (!is_verdict) words.insert(words.end(), {"--verdict", "v.json"});
  const ProgramResult result = run_with_signal(words, folder);
  INFO(result.err);
  CHECK(result.exit_code == 8);
  if (!is_verdict) CHECK(Json::parse(read_file(folder / "v.json"))["outcome"] == "interrupted");
}

TEST_CASE("A signal that comes while the end of a run waits for a reader is an interruption") {
  const std::string option = GENERATE("--verdict", "--manifest", "--verdict of a guarded run");
  CAPTURE(option);
  const bool is_guarded = option.ends_with("run"), is_verdict = option.starts_with("--verdict");
  const TemporaryFolder folder;
  write_file(folder / "w.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { }\nSolid { physics Physics { } }\n");
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  std::vector<std::string> words = {
      "run", "w.wbt", "--duration", "1s", "--log", "log", is_verdict ? "--verdict" : "--manifest", "pipe"};
  if (!is_verdict) words.insert(words.end(), {"--verdict", "v.json"});
  if (is_guarded) words.emplace_back("--plugin-guard");
  bool told = false;
  const ProgramResult result = run_lightsout(words, {.directory = folder.path(), .watch = [&](pid_t pid) {
                                                       const bool is_over =
                                                           std::filesystem::exists(folder / "log") &&
                                                           read_file(folder / "log").find("done") != std::string::npos;
                                                       if (is_over && !std::exchange(told, true)) ::kill(pid, SIGTERM);
                                                     }});
  INFO(result.err);
  CHECK(told);
  CHECK(result.exit_code == 8);
  CHECK(result.err.find("not written") != std::string::npos);
  CHECK(result.err.find("pipe") != std::string::npos);
  if (!is_verdict) CHECK(Json::parse(read_file(folder / "v.json"))["outcome"] == "interrupted");
}

TEST_CASE("A signal ends a command that waits for a file without a far end, with a word") {
  const std::string words = GENERATE(
      "batch pipe.yaml -o out", "batch --run-file pipe.yaml -o out", "batch w.wbt --duration 1s --points pipe -o out",
      "batch --duration 1s pipe.wbt -o out", "test pipe.test.yaml", "check pipe.wbt", "convert pipe.wbt",
      "collide pipe.wbt --list", "replay pipe", "trace pipe", "verify pipe.wbt");
  CAPTURE(words);
  const TemporaryFolder folder;
  write_file(folder / "w.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { }\n");
  for (const char* name : {"pipe", "pipe.yaml", "pipe.test.yaml", "pipe.wbt"})
    REQUIRE(::mkfifo((folder / name).c_str(), 0600) == 0);
  int looks = 0;  // at which it was asleep
  const ProgramResult result = run_program("bash", {"-c", "exec \"$0\" " + words, LIGHTSOUT_EXECUTABLE},
                                           {.directory = folder.path(), .watch = [&](pid_t pid) {
                                              const bool is_up =
                                                  read_file("/proc/" + std::to_string(pid) + "/comm") == "lightsout\n";
                                              looks = is_up && is_asleep(pid) ? looks + 1 : 0;
                                              if (looks == 10) ::kill(pid, SIGTERM);
                                            }});
  INFO(result.err);
  CHECK(looks >= 10);
  CHECK(result.exit_code == 8);
  CHECK((result.out + result.err).find("interrupted") != std::string::npos);
}

TEST_CASE("A signal ends a run whose reader takes nothing any more") {
  const TemporaryFolder folder;
  const std::string name = GENERATE("p.csv", "p.csv.gz", "p.mcap");
  const bool is_stdout = GENERATE(false, true);
  if (is_stdout && name != "p.csv") return;
  const std::string pipe = folder / name;
  CAPTURE(name, is_stdout);
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  REQUIRE(reader >= 0);
  int looks = 0;  // at which it was asleep
  bool told = false;
  const auto watch = [&](pid_t pid) {
    looks = catches(pid, SIGTERM) && is_asleep(pid) ? looks + 1 : 0;
    if (looks == 10 && !std::exchange(told, true)) ::kill(pid, SIGTERM);
  };
  const std::string record = is_stdout ? "-" : pipe;
  const std::string command = "exec \"$0\" run worlds/pendulum.wbt -q --duration 1000000s --record " + record +
                              " --verdict " + (folder / "v.json").string() + (is_stdout ? " > " + pipe : "");
  const ProgramResult result = run_program("bash", {"-c", command, LIGHTSOUT_EXECUTABLE}, {.watch = watch});
  ::close(reader);
  INFO(result.err);
  CHECK(result.exit_code == 8);
  CHECK(Json::parse(read_file(folder / "v.json"))["outcome"] == "interrupted");
}
