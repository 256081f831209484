// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The name `webots` of the executable, as scripts written for the other simulator call it.
#include <catch2/catch.hpp>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/ports.h"
#include "tests/support/program.h"

using namespace lightsout;

namespace {

const std::string webots = std::string(LIGHTSOUT_BUILD_DIR) + "/bin/webots";
const std::string in_home = std::string(LIGHTSOUT_BUILD_DIR) + "/lib/lightsout/webots";

// A supervisor that says where it is on both streams and quits with status 3 after ten steps of 16 ms.
struct Quits {
  TemporaryFolder folder;
  std::string world = folder / "worlds/quits.wbt";
  Quits() {
    std::filesystem::create_directories(folder / "worlds");
    std::filesystem::create_directories(folder / "controllers/quits");
    write_file(world,
               "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 16 }\n"
               "Robot { name \"q\" controller \"quits\" supervisor TRUE }\n");
    write_file(folder / "controllers/quits/quits.py",
               "import sys\nfrom controller import Supervisor\nrobot = Supervisor()\n"
               "while robot.step(16) != -1:\n"
               "    if robot.getTime() >= 0.159:\n"
               "        print('RESULT ok')\n        print('aside', file=sys.stderr)\n"
               "        robot.simulationQuit(3)\n");
  }
};

}  // namespace

TEST_CASE("the name webots takes the options of scripts, and gives the status of the world") {
  const Quits quits;
  for (const std::string& program : {webots, in_home}) {
    const ProgramResult result = run_program(
        program, {"--batch", "--mode=fast", "--stdout", "--stderr", "--minimize", "--no-rendering", quits.world});
    CAPTURE(result.out, result.err);
    CHECK(result.exit_code == 3);
    CHECK(("\n" + result.out).find("\nRESULT ok\n") != std::string::npos);
    CHECK(("\n" + result.err).find("\naside\n") != std::string::npos);
  }
}

TEST_CASE("a world that webots runs may name files anywhere") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "one/worlds");
  std::filesystem::create_directories(folder / "shared/deep/protos");
  const std::string world = folder / "one/worlds/w.wbt";
  write_file(world,
             "#VRML_SIM R2025a utf8\nEXTERNPROTO \"../../shared/deep/protos/Quits.proto\"\n"
             "WorldInfo { basicTimeStep 16 }\nQuits { }\n");
  write_file(folder / "shared/deep/protos/Quits.proto",
             "#VRML_SIM R2025a utf8\nPROTO Quits [ ] { Robot { controller \"quits\" supervisor TRUE } }\n");
  std::filesystem::create_directories(folder / "shared/deep/controllers/quits");
  write_file(folder / "shared/deep/controllers/quits/quits.py",
             "from controller import Supervisor\nSupervisor().simulationQuit(3)\n");
  const ProgramResult result = run_program(webots, {"--batch", world});
  CAPTURE(result.err);
  CHECK(result.exit_code == 3);
  CHECK(run_lightsout({"check", world}).exit_code == 1);
}

TEST_CASE("without --stdout and --stderr webots does not print what controllers print") {
  const Quits quits;
  const ProgramResult result = run_program(webots, {"--mode=pause", quits.world});
  CHECK(result.exit_code == 3);
  CHECK(result.out.empty());
  CHECK(result.err ==
        "WARNING: webots: nobody could end the pause: runs as with --mode=fast\n"
        "WARNING: quit: supervisor q quit with status 3\n");
}

TEST_CASE("webots names the nearest of an option that it does not have") {
  const ProgramResult result = run_program(webots, {"--bacth", "--mode=fast", "x.wbt"});
  CHECK(result.exit_code == 2);
  CHECK(result.err.find("there is no option '--bacth'; did you mean '--batch'?") != std::string::npos);
  CHECK(run_program(webots, {"--mode=slow", "x.wbt"}).exit_code == 2);
  // A launcher of public projects gives the world last or first, and asks for what there is not.
  const Quits quits;
  for (const std::string stream : {"--stream", "--stream=mjpeg"}) {
    const ProgramResult streams = run_program(webots, {"--no-sandbox", "--heartbeat", stream, quits.world});
    CHECK(streams.exit_code == 3);
    CHECK(streams.err.find("WARNING: webots: nothing is streamed") == 0);
  }
  CHECK(run_program(webots, {"--version"}).out.find("Webots version: R2025a") == 0);
}

TEST_CASE("webots writes what steps take, of as many as are asked for, with the machine that it was on") {
  const Quits quits;  // after ten steps of 16 ms
  const std::string file = (quits.folder / "p.txt").string();
  const auto lines_of = [&](const std::string& said) {
    CHECK(run_program(webots, {"--mode=fast", "--sysinfo", "--log-performance=" + said, quits.world}).exit_code == 3);
    std::vector<std::string> lines;
    std::istringstream text(read_file(file));
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
  };
  const std::vector<std::string> some = lines_of(file + ",3");
  REQUIRE(some.size() == 2 + 1 + 3 + 1);
  CHECK(some[0].starts_with("# lightsout "));
  CHECK(some[0].find("processors") != std::string::npos);
  CHECK(some[1].find("basic time step 16 ms, 1 robots") != std::string::npos);
  CHECK(some[2] == "step,time_s,total_ms,controllers_ms,physics_ms,sensors_ms,records_ms");
  double mean = 0;
  for (int i = 1; i <= 3; ++i) {
    double step = 0, time = 0, total = 0, parts[4] = {};
    REQUIRE(std::sscanf(some[2 + i].c_str(), "%lf,%lf,%lf,%lf,%lf,%lf,%lf", &step, &time, &total, &parts[0], &parts[1],
                        &parts[2], &parts[3]) == 7);
    CHECK(step == i);
    CHECK(time == Approx(0.016 * i));
    // Each number is rounded to 0.0001 ms.
    CHECK(total == Approx(parts[0] + parts[1] + parts[2] + parts[3]).margin(5 * 0.00005 + 1e-9));
    CHECK(total > 0);
    mean += total / 3;
  }
  double said_mean = 0;
  REQUIRE(std::sscanf(some[6].c_str(), "# mean of 3 steps,,%lf", &said_mean) == 1);
  CHECK(said_mean == Approx(mean).margin(0.0002));
  // The step in which it quits is one.
  CHECK(lines_of(file).size() == 2 + 1 + 10 + 1);

  CHECK(run_program(webots, {"--log-performance=/dev/full", quits.world}).exit_code == 9);
  const ProgramResult itself = run_program(webots, {"--log-performance=" + quits.world, quits.world});
  CHECK(itself.exit_code == 2);
  CHECK(read_file(quits.world).starts_with("#VRML_SIM"));
  for (const std::string& wrong : std::vector<std::string>{",3", file + ",0", file + ",x"})
    CHECK(run_program(webots, {"--log-performance=" + wrong, quits.world}).exit_code == 2);
}

TEST_CASE("webots says what machine it is on, prints dots where that is asked for, and what it does not offer") {
  const ProgramResult system = run_program(webots, {"--sysinfo"});
  CHECK(system.exit_code == 0);
  CHECK(system.out.starts_with("Webots version: R2025a"));
  CHECK(system.out.find("\nSystem: Linux ") != std::string::npos);

  const Quits quits;
  write_file(quits.folder / "controllers/quits/quits.py",
             "import time\nfrom controller import Supervisor\nrobot = Supervisor()\nrobot.step(16)\n"
             "time.sleep(1)\nprint('line', flush=True)\nrobot.step(16)\nrobot.simulationQuit(3)\nrobot.step(16)\n");
  // At least so many in the second in which it sleeps: the timer is never early, and a loaded machine may be late.
  const ProgramResult beats = run_program(webots, {"--heartbeat=100", "--stdout", quits.world});
  CAPTURE(beats.out);
  CHECK(beats.exit_code == 3);
  CHECK(beats.out.find("...") != std::string::npos);
  // Lines stay lines for who reads them.
  CHECK(beats.out.find(".\nline\n") != std::string::npos);

  const auto refusal = [](const std::vector<std::string>& words) {
    const ProgramResult result = run_program(webots, words);
    CHECK(result.exit_code == 2);
    return result.err;
  };
  CHECK(refusal({"convert", "-p", "a=b", "x.proto"}).find("'convert' is not offered: PROTOs") != std::string::npos);
  CHECK(refusal({"--update-world", "x.wbt"}).find("`lightsout convert WORLD -o WORLD`") != std::string::npos);
  CHECK(refusal({"--update-proto-cache", "x.wbt"}).find("there is no cache") != std::string::npos);
  CHECK(refusal({"--batch"}).find("WORLD is required") != std::string::npos);
  CHECK(refusal({"--heartbeat=0", "x.wbt"}).find("--heartbeat") != std::string::npos);
}

TEST_CASE("the URL of an extern robot is printed by webots --extern-urls, by run --extern-urls and by run -q") {
  const TemporaryFolder folder;
  const std::string world = folder / "w.wbt";
  write_file(world,
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 16 }\n"
             "Robot { name \"a b\" controller \"<extern>\" }\nRobot { name \"c\" controller \"<extern>\" }\n");
  const std::string port = std::to_string(own_ports());
  // Nobody connects: the run ends after 0.1 s of wall clock, when both URLs have been said.
  const ProgramResult run =
      run_lightsout({"run", world, "--extern-urls", "--extern-timeout", "100ms", "--extern-port", port});
  CAPTURE(run.out, run.err);
  CHECK(run.exit_code == 4);
  CHECK(run.out == "ipc://" + port + "/a b\nipc://" + port + "/c\n");
  CHECK(run.err.find("--extern-timeout") != std::string::npos);
  const ProgramResult quiet = run_lightsout({"run", world, "-q", "--extern-timeout", "100ms", "--extern-port", port});
  CHECK(quiet.out.empty());
  CHECK(quiet.err.find("c: waits for its extern controller: WEBOTS_CONTROLLER_URL=ipc://" + port) != std::string::npos);
}

// What test suites do that keep a world for many tests: a supervisor of theirs steps it by request, and controllers
// come, go and come again, by ipc and by tcp, whether or not time passes.
TEST_CASE("a world that webots runs outlives its extern controllers, and says who comes and goes as it happens") {
  const TemporaryFolder folder;
  write_file(folder / "w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 32 }\nViewpoint { }\n"
             "DEF BALL Solid { translation 0 0 1 boundingObject Sphere { radius 0.1 } physics Physics { } }\n"
             "Robot { name \"probe\" controller \"<extern>\" synchronization FALSE }\n"
             "Robot { name \"agent\" controller \"<extern>\" supervisor TRUE }\n");
  write_file(folder / "probe.py",
             "from controller import Robot\nrobot = Robot()\nprint('ready', flush=True)\n"
             "while robot.step(32) != -1:\n    pass\n");
  write_file(folder / "agent.py", R"(
import sys
from controller import Supervisor
robot = Supervisor()
for line in sys.stdin:
    if line == 'reset\n': robot.simulationReset()
    if line == 'reload\n': robot.worldReload()
    if line != 'look\n': print(robot.step(32), flush=True)
    else: print(round(robot.getFromDef('BALL').getPosition()[2], 3), flush=True)
)");
  write_file(folder / "suite.py", R"(
import os, queue, re, subprocess, sys, threading, time
webots, home, first = sys.argv[1:]
world = subprocess.Popen([webots, '--batch', '--stdout', '--stderr', '--mode=fast', f'--port={first}', '--extern-urls',
    '--no-rendering', '--minimize', '--heartbeat=5000', 'w.wbt'], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    text=True, bufsize=1, start_new_session=True)
lines = []
def read():
    for line in world.stdout: lines.append(line.rstrip())
threading.Thread(target=read, daemon=True).start()
def wait_for(text, count=1):
    until = time.monotonic() + 30
    while sum(bool(re.match(text, line)) for line in lines) < count:
        assert time.monotonic() < until and world.poll() is None, (text, count, lines)
        time.sleep(0.01)
def start(script, url):
    return subprocess.Popen([sys.executable, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        env={**os.environ, 'WEBOTS_CONTROLLER_URL': url, 'WEBOTS_HOME': home, 'PYTHONPATH': home + '/lib/controller/python'})
def ask(what):
    agent.stdin.write(what + '\n')
    return agent.stdout.readline().strip()
wait_for('ipc://[0-9]+/agent')
wait_for('ipc://[0-9]+/probe')
port = re.search('ipc://([0-9]+)/probe', '\n'.join(lines))[1]
agent = start('agent.py', f'ipc://{port}/agent')
wait_for("INFO: 'agent' extern controller: connected.")
assert ask('look') == '1.0' and ask('step') == '0'
# No time passes while they come and go.
for round, url in enumerate((f'ipc://{port}/probe', f'tcp://127.0.0.1:{port}/probe', f'ipc://{port}/probe'), 1):
    probe = start('probe.py', url)
    wait_for("INFO: 'probe' extern controller: connected.", round)
    assert probe.stdout.readline() == 'ready\n'
    assert ask('step') == '0' and ask('step') == '0'
    probe.terminate() if round == 1 else probe.kill()
    probe.wait()
    wait_for("INFO: 'probe' extern controller: disconnected", round)
    assert ask('step') == '0' and ask('reset') == '0' and float(ask('look')) > 0.99
assert ask('reload') == '-1'
agent.kill()
wait_for('ipc://[0-9]+/agent', 2)
agent = start('agent.py', f'ipc://{port}/agent')
wait_for("INFO: 'agent' extern controller: connected.", 2)
assert ask('look') == '1.0' and ask('step') == '0'
world.terminate()
assert world.wait(5) == 8, world.returncode
print('all is well')
)");
  const ProgramResult result = run_program(
      "python3", {"suite.py", webots, std::string(LIGHTSOUT_BUILD_DIR) + "/lib/lightsout", std::to_string(own_ports())},
      {.directory = folder.path(), .environment = {"TMPDIR=" + folder.path().string()}, .timeout = 120});
  CAPTURE(result.err);
  CHECK(result.out == "all is well\n");
}

// A supervisor that thinks for as long as its test likes, beside a robot that works.
TEST_CASE("webots does not wait for the turns of extern controllers whose robots have no synchronization") {
  const TemporaryFolder folder;
  write_file(folder / "w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 32 }\nViewpoint { }\n"
             "Robot { name \"works\" controller \"<extern>\" }\n"
             "Robot { name \"idles\" controller \"<extern>\" supervisor TRUE synchronization FALSE }\n");
  write_file(folder / "works.py",
             "from controller import Robot\nrobot = Robot()\nfor i in range(50): assert robot.step(32) == 0\n"
             "print('done', flush=True)\nwhile robot.step(32) != -1: pass\n");
  write_file(folder / "idles.py", R"(
import sys
from controller import Supervisor
robot = Supervisor()
print('here', flush=True)
for line in sys.stdin:
    if line == 'find\n': print(robot.getFromDef('NOBODY'), flush=True)
    if line == 'step\n': print(robot.step(32), round(robot.getTime(), 3), flush=True)
)");
  write_file(folder / "suite.py", R"(
import os, re, select, subprocess, sys
program, home, *options = sys.argv[1:]
world = subprocess.Popen([program, *options, 'w.wbt'], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
port = re.search('ipc://([0-9]+)/', world.stdout.readline())[1]
def start(robot):
    return subprocess.Popen([sys.executable, robot + '.py'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        bufsize=1, env={**os.environ, 'WEBOTS_CONTROLLER_URL': f'ipc://{port}/{robot}', 'WEBOTS_HOME': home,
                        'PYTHONPATH': home + '/lib/controller/python'})
def ask(what):
    idles.stdin.write(what + '\n')
    return idles.stdout.readline().strip()
idles = start('idles')
idles.stdout.readline()
works = start('works')
if select.select([works.stdout], [], [], 10)[0]:
    print('works', works.stdout.readline(), end='')
    assert ask('find') == 'None'
    state, now = ask('step').split()
    assert state == '0' and float(now) >= 50 * 0.032, now
    state, later = ask('step').split()
    assert float(later) >= float(now) + 0.032, (now, later)
else:
    print('works waits')
for each in (world, works, idles): each.kill()
)");
  const std::string home = std::string(LIGHTSOUT_BUILD_DIR) + "/lib/lightsout";
  const auto suite = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "suite.py");
    return run_program(
        "python3", arguments,
        {.directory = folder.path(), .environment = {"TMPDIR=" + folder.path().string()}, .timeout = 120});
  };
  const std::string port = std::to_string(own_ports());
  const ProgramResult free = suite({webots, home, "--batch", "--stdout", "--extern-urls", "--port=" + port});
  CAPTURE(free.err);
  CHECK(free.out == "works done\n");
  const ProgramResult run = suite({std::string(LIGHTSOUT_BUILD_DIR) + "/bin/lightsout", home, "run", "--extern-urls",
                                   "--extern-port", port, "--extern-reconnect"});
  CAPTURE(run.err);
  CHECK(run.out == "works waits\n");
}

TEST_CASE("webots says which ports it has tried, and where a robot waits, as scripts look for it") {
  const TemporaryFolder folder;
  write_file(folder / "w.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { }\nRobot { name \"r\" controller \"<extern>\" }\n");
  write_file(folder / "suite.py", R"(
import socket, subprocess, sys
first = int(sys.argv[2])
held = []
for port in range(first, first + 11):
    held.append(socket.socket())
    held[-1].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held[-1].bind(('', port))
    held[-1].listen(1)
command = [sys.argv[1], '--batch', '--no-sandbox', '--stdout', f'--port={first}', 'w.wbt']
result = subprocess.run(command, capture_output=True, text=True)
print(result.returncode, f'failed to open TCP server in the port range [{first}-{first + 10}]' in result.stderr)
for each in held: each.close()
world = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
print(world.stdout.readline().replace(str(first), 'PORT'), open(f'/proc/{world.pid}/comm').read(), end='')
world.terminate()
world.communicate()
)");
  const ProgramResult result =
      run_program("python3", {"suite.py", webots, std::to_string(own_ports(11))},
                  {.directory = folder.path(), .environment = {"TMPDIR=" + folder.path().string()}, .timeout = 60});
  CAPTURE(result.err);
  CHECK(result.out == "4 True\nINFO: 'r' extern controller: waiting for connection on ipc://PORT/r\n webots-bin\n");
}

TEST_CASE("webots runs a world without controllers until it is told to end") {
  const TemporaryFolder folder;
  write_file(folder / "w.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { }\nViewpoint { }\n");
  const ProgramResult result = run_program("timeout", {"1", webots, "--batch", (folder / "w.wbt").string()});
  CHECK(result.exit_code == 124);
  CHECK(result.err.find("--duration") == std::string::npos);
}

// A shell without job control has what it puts in the background ignore SIGINT.
TEST_CASE("SIGINT ends webots also where a script has put it in the background") {
  const TemporaryFolder folder;
  write_file(folder / "w.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { }\nViewpoint { }\n");
  const std::string script = webots + " --batch w.wbt & sleep 0.5; kill -INT $!; wait $!; echo $?";
  const ProgramResult result = run_program("bash", {"-c", script}, {.directory = folder.path(), .timeout = 30});
  CAPTURE(result.err);
  CHECK(result.out == "8\n");
}
