// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Runs whose end a controller decides, through the executable. The controllers are those of tests/controllers.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

using Json = nlohmann::json;

// A project with one robot, run by a controller of the tests.
class Project {
 public:
  Project(const std::string& controller, const std::string& arguments) {
    std::filesystem::create_directory(folder_ / "worlds");
    std::filesystem::create_directory_symlink(LIGHTSOUT_BUILD_DIR "/tests/project/controllers",
                                              folder_ / "controllers");
    write_file(folder_ / "worlds/w.wbt",
               fmt::format("#VRML_SIM R2025a utf8\nWorldInfo {{ basicTimeStep 8 }}\n"
                           "Robot {{ name \"bot\" controller \"{}\" controllerArgs [ {} ] }}\n",
                           controller, arguments));
  }
  ProgramResult run(const std::vector<std::string>& options = {}, std::function<void(pid_t)> watch = nullptr) {
    std::vector<std::string> arguments = {"run", "worlds/w.wbt", "--verdict", "v.json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_lightsout(arguments, {.directory = folder_.path(), .watch = std::move(watch)});
  }
  Json verdict() const { return Json::parse(read_file(folder_ / "v.json")); }
  std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }

 private:
  TemporaryFolder folder_;
};

bool is_alive(int pid) {
  // A zombie has no more memory; it is only not yet waited for by whoever inherited it.
  return ::kill(pid, 0) == 0 && !read_file(fmt::format("/proc/{}/statm", pid)).starts_with("0 ");
}

bool ends_soon(int pid) {
  for (int i = 0; i < 100 && is_alive(pid); ++i) usleep(20000);
  return !is_alive(pid);
}

}  // namespace

TEST_CASE("A run ends with success when every controller has ended") {
  Project project("exits", "\"5\" \"0\"");
  CHECK(project.run().exit_code == 0);
  const Json verdict = project.verdict();
  CHECK(verdict["outcome"] == "done");
  CHECK(verdict["steps"] == 5);
  REQUIRE(verdict["controllers"].size() == 1);
  CHECK(verdict["controllers"][0]["robot"] == "bot");
  CHECK(verdict["controllers"][0]["end"] == "exited");
}

TEST_CASE("A controller inside the process leads to the same bits as one of its own") {
  const std::vector<std::string> arguments = {"run", "worlds/demo.wbt", "--duration", "2s", "--hash", "--quiet"};
  std::vector<std::string> inside = arguments;
  inside.push_back("--in-process");
  const ProgramResult outside = run_lightsout(arguments);
  CHECK(outside.exit_code == 0);
  CHECK(run_lightsout(inside).out == outside.out);
}

TEST_CASE("A controller that exits with a code ends the run, or does not if so asked") {
  Project project("exits", "\"5\" \"3\"");
  const ProgramResult stopped = project.run();
  CHECK(stopped.exit_code == 4);
  CHECK(stopped.err.find("bot") != std::string::npos);
  Json verdict = project.verdict();
  CHECK(verdict["outcome"] == "controller-failed");
  CHECK(verdict["controllers"][0]["exit_code"] == 3);
  CHECK(project.run({"--on-controller-failure", "continue", "--duration", "1s"}).exit_code == 0);
  verdict = project.verdict();
  CHECK(verdict["outcome"] == "done");
  CHECK(verdict["steps"] == 125);
  CHECK(verdict["message"].get<std::string>().find("1 controller had failed") != std::string::npos);
  CHECK(verdict["controllers"][0]["end"] == "failed");
  // With nothing to go on to, and nobody to go on with.
  CHECK(project.run({"--on-controller-failure", "continue"}).exit_code == 4);
  verdict = project.verdict();
  CHECK(verdict["outcome"] == "controller-failed");
  CHECK(verdict["steps"] == 5);
}

TEST_CASE("A crash is told by its signal, and the controller's last words are heard") {
  Project project("crashes", fmt::format("\"{}\"", SIGSEGV));
  const ProgramResult result = project.run({"--log", "log"});
  CHECK(result.exit_code == 4);
  CHECK(result.err.find("SIGSEGV") != std::string::npos);
  CHECK(result.err.find("[bot] last words") != std::string::npos);
  CHECK(project.verdict()["controllers"][0]["reason"].get<std::string>().find("SIGSEGV") != std::string::npos);
  CHECK(read_file(project / "log").find("stdout  [bot] last words") != std::string::npos);
}

TEST_CASE("A controller that is nowhere is told with where it was sought") {
  Project project("nobody", "");
  const ProgramResult result = project.run();
  CHECK(result.exit_code == 4);
  CHECK(result.err.find("nobody") != std::string::npos);
  CHECK(project.verdict()["controllers"][0]["end"] == "absent");
}

TEST_CASE("A controller that hangs is given up after its timeout") {
  Project project("hangs", "");
  CHECK(project.run({"--controller-timeout", "200ms"}).exit_code == 4);
  CHECK(project.verdict()["outcome"] == "controller-failed");
}

TEST_CASE("Ctrl-C ends a run whose controller hangs") {
  Project project("hangs", "");
  bool sent = false;
  const ProgramResult result = project.run({"--record", "t.csv"}, [&](pid_t pid) {
    // The header and two states: the controller has taken its only step.
    const std::string text = read_file(project / "t.csv");
    if (!sent && std::count(text.begin(), text.end(), '\n') >= 3) sent = ::kill(pid, SIGINT) == 0;
  });
  CHECK(result.exit_code == 8);
  CHECK(project.verdict()["outcome"] == "interrupted");
}

TEST_CASE("Signals that were ignored when the program was started stay so") {
  Project project("hangs", "");
  // The shell becomes the program, which nohup or a script without job control has ignore them.
  const std::vector<std::string> words{"-c",
                                       "trap '' HUP INT; exec \"$0\" \"$@\"",
                                       LIGHTSOUT_EXECUTABLE,
                                       "run",
                                       project / "worlds/w.wbt",
                                       "--controller-timeout",
                                       "1.5s",
                                       "--record",
                                       project / "t.csv"};
  int sent = 0;
  const ProgramResult result = run_program("sh", words, {.watch = [&](pid_t pid) {
                                             const std::string text = read_file(project / "t.csv");
                                             if (sent > 0 || std::count(text.begin(), text.end(), '\n') < 3) return;
                                             sent = (::kill(pid, SIGHUP) == 0) + (::kill(pid, SIGINT) == 0);
                                           }});
  CAPTURE(result.err);
  CHECK(sent == 2);
  CHECK(result.exit_code == 4);
  CHECK_THAT(result.err, Catch::Contains("gave no answer for 1.5 s"));
}

TEST_CASE("No process is left behind, however the run ends") {
  for (int signal : {0, SIGINT, SIGKILL}) {
    INFO("signal " << signal);
    Project project("forks", "\"group\"");
    bool sent = signal == 0;
    std::vector<std::string> options = {"--log", "log"};
    if (signal == 0)
      options.insert(options.end(), {"--duration", "1s"});
    else
      options.insert(options.end(), {"--realtime"});
    const ProgramResult result = project.run(options, [&](pid_t pid) {
      if (!sent && read_file(project / "log").find("[bot] ") != std::string::npos) sent = ::kill(pid, signal) == 0;
    });
    CHECK(result.exit_code == (signal == 0 ? 0 : signal == SIGINT ? 8 : -1));
    const std::string log = read_file(project / "log");
    const std::size_t at = log.find("[bot] ");
    REQUIRE(at != std::string::npos);
    CHECK(ends_soon(std::stoi(log.substr(at + 6))));
  }
}

TEST_CASE("The text of a packet serves Python controllers that decode it, and those that do not") {
  TemporaryFolder folder;
  std::filesystem::create_directories(folder / "controllers/hears");
  std::filesystem::create_directory(folder / "worlds");
  write_file(folder / "controllers/hears/hears.py", R"(
from controller import Robot
robot = Robot()
if robot.getName() == 'speaker':
    robot.getDevice('emitter').send('go left')
    robot.step(10)
    raise SystemExit
receiver = robot.getDevice('receiver')
receiver.enable(10)
while receiver.getQueueLength() == 0:
    robot.step(10)
text = receiver.getData()
print(text.decode('utf-8').split(), text.decode() == text == receiver.getString(), receiver.getBytes().decode())
)");
  write_file(folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 10 }\n"
             "Robot { name \"bot\" controller \"hears\" children [ Receiver { } ] }\n"
             "Robot { name \"speaker\" controller \"hears\" children [ Emitter { } ] }\n");
  const ProgramResult result = run_lightsout({"run", "worlds/w.wbt", "--duration", "1s"}, {.directory = folder.path()});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("[bot] ['go', 'left'] True go left") != std::string::npos);
}

TEST_CASE("Packets of Python controllers that hold numbers stay bytes for struct, and texts from C stay texts") {
  TemporaryFolder folder;
  std::filesystem::create_directories(folder / "controllers/hears");
  std::filesystem::create_directory(folder / "worlds");
  write_file(folder / "controllers/hears/hears.py", R"(
import struct
from controller import Robot
robot = Robot()
packets = [struct.pack('dd?', 0.25, -3, True), struct.pack('i', 65), b'yes\0', 'na\u00efve'.encode()]
if robot.getName() == 'speaker':
    for packet in packets:
        robot.getDevice('emitter').send(packet)
    robot.step(10)
    raise SystemExit
receiver = robot.getDevice('receiver')
receiver.enable(10)
while receiver.getQueueLength() < 4:
    robot.step(10)
heard = []
for packet in packets:
    assert receiver.getBytes() == packet
    heard.append(receiver.getData())
    receiver.nextPacket()
print(struct.unpack('dd?', heard[0]), [type(data).__name__ for data in heard], heard[3] == heard[3].decode() == 'na\u00efve')
)");
  // Before R2023a `getData` gave bytes, and who wanted a text decoded them.
  for (auto [version, numbers] : {std::pair{"R2020b", "['bytes', 'bytes', 'bytes', 'PacketText']"},
                                  {"R2025a", "['bytes', 'PacketText', 'PacketText', 'PacketText']"}}) {
    write_file(folder / "worlds/w.wbt",
               fmt::format("#VRML_SIM {} utf8\nWorldInfo {{ basicTimeStep 10 }}\n"
                           "Robot {{ name \"bot\" controller \"hears\" children [ Receiver {{ }} ] }}\n"
                           "Robot {{ name \"speaker\" controller \"hears\" children [ Emitter {{ }} ] }}\n",
                           version));
    const ProgramResult result =
        run_lightsout({"run", "worlds/w.wbt", "--duration", "1s"}, {.directory = folder.path()});
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.err.find(std::string("[bot] (0.25, -3.0, True) ") + numbers + " True") != std::string::npos);
  }
}

// By name the last of them, as in the package of R2025a; by index each one, as the manual says.
TEST_CASE("Python controllers reach devices of one name") {
  TemporaryFolder folder;
  std::filesystem::create_directories(folder / "controllers/asks");
  std::filesystem::create_directory(folder / "worlds");
  write_file(folder / "controllers/asks/asks.py", R"(
from controller import Robot
robot = Robot()
first, second = (robot.getDeviceByIndex(index) for index in range(robot.getNumberOfDevices()))
print(robot.getDevice('eye') is second, robot.devices['eye'] is second, len(robot.devices))
for eye in first, second:
    eye.enable(10)
robot.step(10)
print(first.getValue(), second.getValue(), robot.getDeviceByIndex(2), robot.getDeviceByIndex(-1))
)");
  write_file(folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 10 }\n"
             "Robot { name \"bot\" controller \"asks\" children [\n"
             "  DistanceSensor { name \"eye\" lookupTable [ 0 1 0 ] }\n"
             "  DistanceSensor { name \"eye\" lookupTable [ 0 2 0 ] }\n"
             "] }\n");
  const ProgramResult result = run_lightsout({"run", "worlds/w.wbt"}, {.directory = folder.path()});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("[bot] True True 1") != std::string::npos);
  CHECK(result.err.find("[bot] 1.0 2.0 None None") != std::string::npos);
  CHECK(result.err.find("index 2 is out of range, there are 2 devices") != std::string::npos);
}

TEST_CASE("A Python class of before R2022b keeps attributes that Robot has properties for") {
  // Then there were methods only: class Referee(Supervisor) could have a `time` of its own.
  TemporaryFolder folder;
  std::filesystem::create_directories(folder / "controllers/asks");
  std::filesystem::create_directory(folder / "worlds");
  write_file(folder / "controllers/asks/asks.py", R"(
from controller import Supervisor
names = ['name', 'model', 'time', 'basic_time_step', 'mode', 'supervisor', 'synchronization', 'project_path',
         'world_path', 'number_of_devices', 'devices']
class Referee(Supervisor):
    def __init__(self):
        super().__init__()
        assert (self.name, self.basic_time_step, self.number_of_devices) == ('bot', 10, 1)
        for name in names:
            setattr(self, name, 'own ' + name)
referee = Referee()
referee.step()
assert referee.getDevice('eye') and not referee.getDevice('ear')
print(*(getattr(referee, name) for name in names), sep=',')
print(referee.getName(), referee.getTime(), referee.getBasicTimeStep(), referee.getSupervisor(), referee.getNumberOfDevices())
)");
  write_file(folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 10 }\n"
             "Robot { name \"bot\" controller \"asks\" supervisor TRUE children DistanceSensor { name \"eye\" } }\n");
  const ProgramResult result = run_lightsout({"run", "worlds/w.wbt"}, {.directory = folder.path()});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("own name,own model,own time,") != std::string::npos);
  CHECK(result.err.find("[bot] bot 0.01 10.0 True 1") != std::string::npos);
  CHECK(result.err.find("robot \"bot\" has no device \"ear\"") != std::string::npos);
}

TEST_CASE("A battery sensor where there is no battery tells -1, and why") {
  TemporaryFolder folder;
  std::filesystem::create_directories(folder / "controllers/asks");
  std::filesystem::create_directory(folder / "worlds");
  write_file(folder / "controllers/asks/asks.py", R"(
from controller import Robot
robot = Robot()
robot.batterySensorEnable(10)
robot.step(10)
print('energy', robot.batterySensorGetValue())
)");
  write_file(folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 10 }\nRobot { name \"bot\" controller \"asks\" }\n");
  const ProgramResult result = run_lightsout({"run", "worlds/w.wbt"}, {.directory = folder.path()});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("wb_robot_battery_sensor_enable(): the robot has no battery") != std::string::npos);
  CHECK(result.err.find("[bot] energy -1.0") != std::string::npos);
}
