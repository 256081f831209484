// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a run of a batch costs beyond its steps: processor time of `lightsout batch` over many runs of one second of a
// small world, less what the steps of as many seconds take in one run. Prints a table in milliseconds a run; the
// targets are 3 ms with a controller in process and 60 ms with one in Python.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

double seconds(timeval time) { return double(time.tv_sec) + double(time.tv_usec) * 1e-6; }

// Processor time of the program and all that it waits for, s.
double cpu_of(const Words& words) {
  rusage before{}, after{};
  ::getrusage(RUSAGE_CHILDREN, &before);
  const pid_t child = ::fork();
  if (child == 0) {
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    if (!std::freopen("/dev/null", "w", stderr)) ::_exit(127);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fmt::print("{} failed\n", words.at(1));
    std::exit(1);
  }
  ::getrusage(RUSAGE_CHILDREN, &after);
  return seconds(after.ru_utime) + seconds(after.ru_stime) - seconds(before.ru_utime) - seconds(before.ru_stime);
}

// A ball on a floor, and a robot that reads a sensor and turns a motor.
void write_project(const fs::path& root) {
  fs::create_directories(root / "worlds");
  const auto write = [&root](const std::string& name, const std::string& text) {
    fs::create_directories((root / name).parent_path());
    std::ofstream(root / name) << text;
  };
  write(
      "controllers/turns/turns.c",
      "#include <webots/motor.h>\n#include <webots/position_sensor.h>\n#include <webots/robot.h>\nint main() {\n"
      "  wb_robot_init();\n  WbDeviceTag motor = wb_robot_get_device(\"motor\"), sensor = "
      "wb_robot_get_device(\"sensor\");\n  wb_position_sensor_enable(sensor, 16);\n  while (wb_robot_step(16) != -1)\n"
      "    wb_motor_set_position(motor, 0.5 - wb_position_sensor_get_value(sensor));\n  wb_robot_cleanup();\n  return "
      "0;\n}\n");
  write("controllers/turns_py/turns_py.py",
        "from controller import Robot\nrobot = Robot()\nmotor, sensor = robot.getDevice('motor'), "
        "robot.getDevice('sensor')\n"
        "sensor.enable(16)\nwhile robot.step(16) != -1: motor.setPosition(0.5 - sensor.getValue())\n");
  const auto world = [](const std::string& controller) {
    return "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 16 }\n"
           "Solid { boundingObject Plane { size 9 9 } }\n"
           "Solid { translation 1 0 0.5 boundingObject Sphere { radius 0.1 } physics Physics { } }\n"
           "Robot { controller \"" +
           controller +
           "\" children [ HingeJoint { jointParameters HingeJointParameters { }\n"
           "  device [ RotationalMotor { name \"motor\" } PositionSensor { name \"sensor\" } ]\n"
           "  endPoint Solid { translation 0 0 0.5 boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } } } ] "
           "}\n";
  };
  write("worlds/turns.wbt", world("turns"));
  write("worlds/turns_py.wbt", world("turns_py"));
}

// Milliseconds a run beyond its steps.
double overhead(const fs::path& root, const std::string& world, int runs, const Words& more) {
  const std::string name = root / "worlds" / (world + ".wbt"), out = root / ("out_" + world);
  const auto with = [&more](Words words) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const auto one = [&](const std::string& duration) {
    return cpu_of(with({LIGHTSOUT_EXECUTABLE, "run", name, "--quiet", "--duration", duration}));
  };
  one("16ms");  // builds the controller
  const double steps = one(fmt::format("{}s", runs)) - one("16ms");
  const double batch = cpu_of(with({LIGHTSOUT_EXECUTABLE, "batch", name, "--quiet", "--duration", "1s", "--seeds",
                                    fmt::format("1..{}", runs), "-j", "1", "-o", out}));
  return (batch - steps) / runs * 1e3;
}

}  // namespace

int main() {
  std::string root = (fs::temp_directory_path() / "lightsout_batch_bench_XXXXXX").string();
  if (!::mkdtemp(root.data())) return 1;
  write_project(root);
  fmt::print("ms of processor time that a run costs beyond its steps\n");
  fmt::print("  {:<36} {:>8.2f}\n", "in process, of 1000 runs", overhead(root, "turns", 1000, {"--in-process"}));
  fmt::print("  {:<36} {:>8.2f}\n", "one controller in Python, of 100", overhead(root, "turns_py", 100, {}));
  fs::remove_all(root);
}
