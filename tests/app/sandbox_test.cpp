// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What runs in the sandbox reaches nothing else, and repeats what it does outside.
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/keyctl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

// A copy of tests/hostile, and a folder for outputs.
struct Hostile {
  TemporaryFolder folder;
  fs::path project = folder / "project", out = folder / "out";
  Hostile() {
    fs::copy(LIGHTSOUT_SOURCE_DIR "/tests/hostile", project, fs::copy_options::recursive);
    fs::create_directory(out);
  }
  ProgramResult run(const std::string& world, std::vector<std::string> options = {}, const ProgramOptions& given = {},
                    const std::string& duration = "40ms") const {
    options.insert(options.begin(), {"run", (project / "worlds" / (world + ".wbt")).string(), "--duration", duration,
                                     "--sandbox", "--verdict", (out / "v.json").string()});
    ProgramOptions program = given;
    program.directory = out;
    return run_lightsout(options, program);
  }
  // A world of this name, and the controller in Python of its robot.
  void add(const std::string& name, const std::string& controller) const {
    fs::create_directory(project / "controllers" / name);
    write_file(project / "controllers" / name / (name + ".py"), controller);
    write_file(project / "worlds" / (name + ".wbt"),
               "#VRML_SIM R2025a utf8\nWorldInfo { }\nRobot { controller \"" + name + "\" }\n");
  }
  Json verdict() const { return Json::parse(read_file(out / "v.json")); }
};

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Of any process.
bool is_on_a_command_line(const std::string& text) {
  std::error_code error;
  for (fs::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
    if (std::atoi(entry->path().filename().c_str()) <= 0) continue;
    try {  // reading of a process that is gone fails
      std::ifstream file(entry->path() / "cmdline", std::ios::binary);
      if (std::string(std::istreambuf_iterator<char>(file), {}).find(text) != std::string::npos) return true;
    } catch (const std::exception&) {
    }
  }
  return false;
}

// Of a process, so far; 0: it is not there.
long most_memory_kb(pid_t pid) {
  std::ifstream status(fmt::format("/proc/{}/status", pid));
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::strtol(line.c_str() + 6, nullptr, 10);
  return 0;
}

// Listens on a port of this machine.
struct Listener {
  int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int port = 0;
  Listener() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    REQUIRE(::bind(socket, reinterpret_cast<sockaddr*>(&address), size) == 0);
    REQUIRE(::listen(socket, 8) == 0);
    REQUIRE(::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    port = ntohs(address.sin_port);
  }
  ~Listener() { ::close(socket); }
};

// A session keyring with a key in it, which what is started inherits; false where the kernel gives none.
bool have_key() {
  constexpr char name[] = "lightsout-test-key", value[] = "secret";
  return ::syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr) > 0 &&
         ::syscall(SYS_add_key, "user", name, value, sizeof value, KEY_SPEC_SESSION_KEYRING) > 0;
}

bool can_make_socket(int family) {
  const int made = ::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (made >= 0) ::close(made);
  return made >= 0;
}

}  // namespace

TEST_CASE("A controller in the sandbox can do nothing that it could do outside") {
  const Hostile hostile;
  const Listener listener;
  const std::vector<std::string> environment = {"TEST_KEY=secret", fmt::format("TEST_PORT={}", listener.port),
                                                "TEST_HOME=" + (hostile.folder / "home").string()};
  fs::create_directory(hostile.folder / "home");
  const bool has_key = have_key(), has_vsock = can_make_socket(AF_VSOCK);
  const ProgramResult inside = hostile.run("intruder", {}, {.environment = environment});
  INFO(inside.err);
  CHECK(inside.exit_code == 0);
  CHECK(contains(inside.err, "[bot] tried all"));
  std::string could;
  for (std::size_t at = 0; (at = inside.err.find("could ", at)) != std::string::npos; ++at)
    could += inside.err.substr(at, inside.err.find('\n', at) + 1 - at);
  // Into the sandbox's own /tmp, in which the project is shown: below, nothing is there.
  const std::string own = "could write beside the project\n";
  if (const auto at = could.find(own); at != std::string::npos) could.erase(at, own.size());
  CHECK(could == "");
  for (const char* file :
       {"project/written", "written", "project/controllers/intruder/mine", "project/worlds/intruder.wbt.part"})
    CHECK(!fs::exists(hostile.folder / file));
  // The attempts are real: outside they succeed.
  const ProgramResult outside =
      run_lightsout({"run", (hostile.project / "worlds/intruder.wbt").string(), "--duration", "40ms"},
                    {.directory = hostile.out, .environment = environment});
  for (const char* what : {"read a file of the system", "see the users of the machine", "see the home of its user",
                           "write into the project", "write beside the project", "read a key of the environment",
                           "read a key of the environment of a process", "open a file that is the output of a process",
                           "reach the network", "call clone3", "hold up who writes a file that is shown"})
    CHECK(contains(outside.err, std::string("could ") + what));
  // Where this machine has keys and such sockets.
  if (has_key)
    for (const char* what : {"find a key of who started it", "change a key of who started it", "add a key"})
      CHECK(contains(outside.err, std::string("could ") + what));
  if (has_vsock) CHECK(contains(outside.err, "could open a socket of the family VSOCK"));
}

TEST_CASE("A build in the sandbox writes into its own copy") {
  const Hostile hostile;
  const ProgramResult result = hostile.run("builder");
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(contains(result.err, "[bot] built"));
  CHECK(!fs::exists(hostile.project / "controllers/builder/builder"));
  CHECK(!fs::exists(hostile.project / "written_by_make"));
  CHECK(!fs::exists(hostile.folder / "written_by_make"));
}

TEST_CASE("The limits of the sandbox end all that is in it") {
  const Hostile hostile;
  struct Case {
    std::string world, limit, name;
  };
  for (const Case& c : {Case{"forks", "sandbox_processes=100", "sandbox_processes"},
                        Case{"fills", "sandbox_memory=400000000", "sandbox_memory"},
                        Case{"waits", "sandbox_seconds=1", "sandbox_seconds"}}) {
    INFO(c.world);
    const ProgramResult result = hostile.run(c.world, {"--limit", c.limit});
    INFO(result.err);
    CHECK(result.exit_code == 9);
    CHECK(contains(result.err, fmt::format("(--limit {}=N raises it)", c.name)));
    CHECK(hostile.verdict()["outcome"] == "environment-failed");
    // Nothing is left of it.
    CHECK(!is_on_a_command_line(hostile.project.string()));
  }
}

TEST_CASE("A run in the sandbox writes what it writes outside, and its hash is the same") {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& name, std::vector<std::string> options) {
    for (const char* word : {"--duration", "200ms", "--hash", "--quiet"}) options.emplace_back(word);
    for (const char* output : {"--record=", "--animation=", "--trace="})
      options.push_back(output + (folder / (name + (output[2] == 'a'   ? ".html"
                                                    : output[2] == 't' ? ".trace"
                                                                       : ".csv")))
                                     .string());
    options.insert(options.begin(),
                   {"run", "worlds/demo.wbt", "--snapshot-every", "80ms", "--snapshots", folder / name});
    return run_lightsout(options);
  };
  const ProgramResult outside = run("outside", {}), inside = run("inside", {"--sandbox"});
  INFO(inside.err);
  CHECK(inside.exit_code == 0);
  CHECK(inside.out == outside.out);
  CHECK(inside.out.size() == 17);
  for (const char* ending : {".csv", ".json", ".x3d", ".css"}) {
    CHECK(!read_file(folder / (std::string("inside") + ending)).empty());
    CHECK(read_file(folder / (std::string("inside") + ending)).size() ==
          read_file(folder / (std::string("outside") + ending)).size());
  }
  CHECK(fs::exists(folder / "inside.trace"));
  CHECK(fs::exists(folder / "inside/step_000000010.snapshot"));
  // And goes on from there.
  const ProgramResult on = run_lightsout({"run", "worlds/demo.wbt", "--from", folder / "inside/step_000000020.snapshot",
                                          "--duration", "200ms", "--hash", "--quiet", "--sandbox"});
  INFO(on.err);
  CHECK(on.out == outside.out);
}

TEST_CASE("Programs in the sandbox find their user and this machine by name, and nobody else") {
  const TemporaryFolder folder;
  fs::create_directories(folder / "project/worlds");
  fs::create_directories(folder / "project/controllers/names");
  write_file(folder / "project/worlds/names.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { }\nRobot { name \"r\" controller \"names\" }\n");
  write_file(folder / "project/controllers/names/names.py",
             "import getpass, os, pwd, socket\n"
             "from controller import Robot\n"
             "os.environ.pop('LOGNAME', None); os.environ.pop('USER', None)\n"
             "print('user', getpass.getuser() == pwd.getpwuid(os.getuid()).pw_name, os.path.expanduser('~'))\n"
             "print('users', len(pwd.getpwall()))\n"
             "server = socket.create_server(('localhost', 0))\n"
             "print('localhost', socket.create_connection(('localhost', server.getsockname()[1])).getpeername()[0])\n"
             "Robot().step(0)\n");
  const ProgramResult run = run_lightsout(
      {"run", folder / "project/worlds/names.wbt", "--duration", "40ms", "--sandbox", "-o", folder / "out"});
  INFO(run.err << run.out);
  CHECK(run.exit_code == 0);
  const std::string said = run.err + run.out;
  CHECK(contains(said, "user True /tmp"));
  CHECK(contains(said, "users 1"));
  CHECK(contains(said, "localhost 127.0.0.1"));
}

TEST_CASE("A signal ends a run in the sandbox with its verdict, and a supervisor's status comes through") {
  const Hostile hostile;
  bool sent = false;
  const std::string script = (hostile.project / "controllers/waits/waits.py").string();
  const ProgramResult result = hostile.run("waits", {},
                                           {.watch =
                                                [&](pid_t pid) {
                                                  // When the controller is there.
                                                  if (sent || !is_on_a_command_line(script)) return;
                                                  ::kill(pid, SIGTERM);
                                                  sent = true;
                                                }},
                                           "1h");
  INFO(result.err);
  CHECK(result.exit_code == 8);
  CHECK(hostile.verdict()["outcome"] == "interrupted");

  fs::create_directory(hostile.project / "controllers/quits");
  write_file(hostile.project / "controllers/quits/quits.py",
             "from controller import Supervisor\nrobot = Supervisor()\nrobot.simulationQuit(1)\nrobot.step(32)\n");
  write_file(hostile.project / "worlds/quits.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { }\nRobot { supervisor TRUE controller \"quits\" }\n");
  CHECK(hostile.run("quits").exit_code == 1);
  CHECK(hostile.verdict()["exit_code"] == 1);
}

TEST_CASE("A robot that waits for a controller from outside is refused in the sandbox at once") {
  const TemporaryFolder folder;
  fs::create_directories(folder / "p/worlds");
  write_file(
      folder / "p/worlds/w.wbt",
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 16 }\nRobot { name \"digger\" controller \"<extern>\" }\n");
  const ProgramResult result = run_lightsout({"run", "p/worlds/w.wbt", "--sandbox", "--verdict", "v.json"},
                                             {.directory = folder.path(), .timeout = 60});
  INFO(result.err);
  CHECK(result.exit_code == 2);
  CHECK(contains(result.err, "digger: the run is in a --sandbox, where its <extern> controller cannot connect"));
  CHECK(!contains(result.err, "WEBOTS_CONTROLLER_URL"));
  CHECK(nlohmann::json::parse(read_file(folder / "v.json"))["outcome"] == "wrong-use");
}

TEST_CASE("The sandbox says what it needs, and refuses to show more than a project") {
  const Hostile hostile;
  const ProgramResult none = hostile.run("waits", {}, {.environment = {"PATH=/nowhere"}});
  CHECK(none.exit_code == 9);
  CHECK(contains(none.err, "(Debian: bubblewrap)"));
  CHECK(hostile.verdict()["outcome"] == "environment-failed");
  // Where namespaces are forbidden, bubblewrap says so and ends with 1.
  const fs::path bwrap = hostile.folder / "bin/bwrap";
  fs::create_directory(bwrap.parent_path());
  write_file(bwrap, "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n");
  fs::permissions(bwrap, fs::perms::owner_all);
  const ProgramResult forbidden =
      hostile.run("waits", {}, {.environment = {"PATH=" + bwrap.parent_path().string() + ":/usr/bin:/bin"}});
  CHECK(forbidden.exit_code == 9);
  CHECK(contains(forbidden.err, "may forbid user namespaces"));
  CHECK(hostile.verdict()["outcome"] == "environment-failed");
  const ProgramResult wide =
      hostile.run("waits", {}, {.environment = {"HOME=" + (hostile.project / "worlds/home").string()}});
  CHECK(wide.exit_code == 2);
  CHECK(contains(wide.err, "put the world into a folder of its own"));
}

TEST_CASE("What comes out of the sandbox gives no rights away, and is what was asked for") {
  const Hostile hostile;
  hostile.add("leaves",
              "import glob, os\n"
              "from controller import Robot\n"
              "robot = Robot()\n"
              "robot.step(32)\n"
              "for folder in glob.glob('/run/lightsout/*'):\n"
              "    for name in ('program', 'Makefile', 'a.png', 'deep/b.png'):\n"
              "        os.makedirs(folder + '/deep', exist_ok=True)\n"
              "        open(f'{folder}/{name}', 'w').write('x')\n"
              "        os.chmod(f'{folder}/{name}', 0o6755)\n");
  fs::create_directory(hostile.out / "images");
  write_file(hostile.out / "images/Makefile", "mine");
  const ProgramResult result = hostile.run("leaves", {"--images", "images", "--law-files", "laws"});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(read_file(hostile.out / "images/Makefile") == "mine");
  CHECK(!fs::exists(hostile.out / "images/program"));
  for (const char* file : {"images/a.png", "images/deep/b.png", "laws/program", "laws/Makefile"}) {
    INFO(file);
    REQUIRE(fs::exists(hostile.out / file));
    CHECK((fs::status(hostile.out / file).permissions() & (fs::perms::set_uid | fs::perms::set_gid)) ==
          fs::perms::none);
  }
}

TEST_CASE("An output that a program in the sandbox takes away ends the run, which names it") {
  const Hostile hostile;
  hostile.add("takes",
              "import glob, os\n"
              "from controller import Robot\n"
              "robot = Robot()\n"
              "how = os.environ['HOW']\n"
              "for file in glob.glob('/run/lightsout/*/ex.csv'):\n"
              "    os.unlink(file)\n"
              "    if how == 'link': os.symlink('/etc/hosts', file)\n"
              "    if how == 'pipe': os.mkfifo(file)\n"
              "    if how == 'folder': os.mkdir(file)\n"
              "while robot.step(32) != -1: pass\n");
  for (const std::string how : {"remove", "link", "pipe", "folder"}) {
    INFO(how);
    const ProgramResult result = hostile.run("takes", {"--record", "ex.csv", "--env", "HOW=" + how});
    INFO(result.err);
    CHECK(result.exit_code == 9);
    CHECK(contains(result.err, "--record ex.csv: the run has left no file of that name in the sandbox"));
    CHECK(hostile.verdict()["outcome"] == "environment-failed");
    CHECK(!fs::exists(fs::symlink_status(hostile.out / "ex.csv")));
  }
  CHECK(hostile.run("takes", {"--record", "other.csv", "--env", "HOW=remove"}).exit_code == 0);
  // A run that did not get so far says why, and not what it has not written.
  write_file(hostile.project / "worlds/wrong.wbt", "#VRML_SIM R2025a utf8\nWorldInfo {\n");
  const ProgramResult wrong = hostile.run("wrong", {"--record", "ex.csv"});
  INFO(wrong.err);
  CHECK(wrong.exit_code == 3);
}

TEST_CASE("Folders in each other come out of the sandbox, and go into it, up to a limit") {
  const Hostile hostile;
  hostile.add("digs",
              "import os\n"
              "from controller import Robot\n"
              "robot = Robot()\n"
              "os.chdir(os.environ['LIGHTSOUT_RUN_DIR'])\n"
              "for i in range(int(os.environ['DEPTH'])):\n"
              "    name = 'd' * int(os.environ['LENGTH'])\n"
              "    os.mkdir(name)\n"
              "    os.chdir(name)\n"
              "while robot.step(32) != -1: pass\n");
  long peak_kb = 0;
  const auto run = [&](int depth, int length, const std::string& limit) {
    fs::remove_all(hostile.out / "o");
    return hostile.run("digs",
                       {"-o", "o", "--env", fmt::format("DEPTH={}", depth), "--env", fmt::format("LENGTH={}", length),
                        "--limit", "sandbox_depth=" + limit},
                       {.watch = [&](pid_t pid) { peak_kb = std::max(peak_kb, most_memory_kb(pid)); }});
  };
  CHECK(run(20, 1, "20").exit_code == 0);
  const ProgramResult deeper = run(21, 1, "20");
  INFO(deeper.err);
  CHECK(deeper.exit_code == 9);
  CHECK(contains(deeper.err, "o has more folders in each other: the limit is 20 folders (--limit sandbox_depth=N"));
  CHECK(hostile.verdict()["outcome"] == "environment-failed");
  // Their paths come to 225 MB, and more as a list of names.
  const ProgramResult deepest = run(1500, 200, "100000");
  INFO(deepest.err);
  CHECK(deepest.exit_code == 9);
  CHECK(contains(deepest.err, "o/...: File name too long"));
  CHECK(deepest.err.size() < 10'000);
  CHECK(peak_kb < 300'000);

  fs::create_directories(hostile.project / "controllers/digs/a/b/c");
  const ProgramResult in = hostile.run("digs", {"--limit", "sandbox_depth=3"});
  INFO(in.err);
  CHECK(in.exit_code == 2);
  CHECK(contains(in.err, "controllers has more folders in each other: the limit is 3 folders"));
}

TEST_CASE("What a program in the sandbox puts into the place of the verdict is bounded") {
  const Hostile hostile;
  // A long file without a byte of it on the disk, and nobody is left to put another one into its place.
  hostile.add("floods",
              "import glob, os, signal\n"
              "for folder in glob.glob('/run/lightsout/*'):\n"
              "    with open(folder + '/verdict.json', 'wb') as file:\n"
              "        file.truncate(3 << 30)\n"
              "os.kill(-1, signal.SIGKILL)\n");
  const ProgramResult result = hostile.run("floods");
  INFO(result.err);
  CHECK(result.exit_code == 9);
  CHECK(hostile.verdict()["outcome"] == "environment-failed");
}

TEST_CASE("What one process takes of memory is the limit's doing, not the controller's") {
  const Hostile hostile;
  // 600 MB at once, which a look five times a second may miss.
  write_file(hostile.project / "controllers/fills/fills.py",
             "from controller import Robot\nrobot = Robot()\nrobot.step(8)\n"
             "block = b'x' * 600000000\ndel block\nwhile robot.step(8) != -1: pass\n");
  const ProgramResult result = hostile.run("fills", {"--limit", "sandbox_memory=300000000"});
  INFO(result.err);
  CHECK(result.exit_code == 9);
  CHECK(contains(result.err, "(--limit sandbox_memory=N raises it)"));
  const ProgramResult least = hostile.run("fills", {"--limit", "sandbox_memory=1000"});
  INFO(least.err);
  CHECK(least.exit_code == 9);
  CHECK(contains(least.err, "(--limit sandbox_memory=N raises it)"));
}

TEST_CASE("The verdict of a run that was killed in the sandbox says how far it had come") {
  const Hostile hostile;
  write_file(hostile.project / "controllers/waits/waits.py",
             "import os, signal\nfrom controller import Robot\nrobot = Robot()\nrobot.step(32)\nrobot.step(32)\n"
             "os.kill(os.getppid(), signal.SIGKILL)\n");
  const ProgramResult result = hostile.run("waits", {"--seed", "7"}, {}, "1s");
  INFO(result.err);
  CHECK(result.exit_code == 9);
  const Json verdict = hostile.verdict();
  INFO(verdict);
  CHECK(verdict["seed"] == 7);
  CHECK(verdict["basic_time_step_ms"] == 32);
  CHECK(verdict["steps"] == 2);
  CHECK(verdict["simulated_seconds"] == 0.064);
}

TEST_CASE("The command and the environment that a runtime.ini names are the sandbox's") {
  const Hostile hostile;
  fs::create_directory(hostile.folder / "home");
  const std::vector<std::string> environment = {"TEST_KEY=secret", "TEST_HOME=" + (hostile.folder / "home").string()};
  const ProgramResult inside = hostile.run("commands", {}, {.environment = environment});
  INFO(inside.err);
  CHECK(contains(inside.err, "[bot] tried all"));
  CHECK(!contains(inside.err, "could"));
  // Outside it can all of that.
  const ProgramResult outside =
      run_lightsout({"run", (hostile.project / "worlds/commands.wbt").string(), "--duration", "40ms"},
                    {.directory = hostile.out, .environment = environment});
  INFO(outside.err);
  for (const char* what :
       {"read a key of the environment", "see the home of its user", "write into the project", "write into the home"})
    CHECK(contains(outside.err, std::string("could ") + what));
}

TEST_CASE("The sandbox of a plain user holds off what that of root does") {
  const Hostile hostile;
  const std::string as_nobody = "exec setpriv --reuid nobody --regid nogroup --clear-groups \"$@\"";
  const auto run = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"-c", "umask 0; " + as_nobody, "sh"});
    return run_program("sh", words, {.directory = hostile.out, .environment = {"TEST_KEY=secret"}});
  };
  for (const char* place : {".", "out", "project"}) fs::permissions(hostile.folder / place, fs::perms::all);
  if (::getuid() != 0 || run({LIGHTSOUT_EXECUTABLE, "--version"}).exit_code != 0 ||
      run({"bwrap", "--ro-bind", "/", "/", "true"}).exit_code != 0) {
    WARN("skipped: it needs root, setpriv, a build folder that all may read, and user namespaces for all");
    return;
  }
  const ProgramResult result = run({LIGHTSOUT_EXECUTABLE, "run", (hostile.project / "worlds/intruder.wbt").string(),
                                    "--duration", "40ms", "--sandbox", "--verdict", "v.json"});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(contains(result.err, "[bot] tried all"));
  std::string could = result.err;
  // Into the sandbox's own /tmp, in which the project is shown.
  const std::string own = "could write beside the project\n";
  if (const auto at = could.find(own); at != std::string::npos) could.erase(at, own.size());
  CHECK(!contains(could, "could"));
  CHECK(!fs::exists(hostile.folder / "project/written"));
}
