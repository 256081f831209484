// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How many robots a processor simulates: kinematic E-pucks with 8 infra-red sensors in an arena, each with its own
// obstacle avoidance in C, through the executable. Prints robot-seconds simulated per second of processor time, and
// what a step of one robot takes, loading left out. Sensors and controllers go at the basic step.
#include <fmt/format.h>
#include <sys/resource.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

constexpr double spacing = 0.2;  // m between robots at the start

const char controller[] = R"(
#include <stdio.h>
#include <webots/distance_sensor.h>
#include <webots/motor.h>
#include <webots/robot.h>

/* Braitenberg: each sensor that sees something slows the wheel on its own side or the other. */
int main() {
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  static const double weights[8][2] = {{-1.3, -1.0}, {-1.3, -1.0}, {-0.5, 0.5}, {0, 0},
                                       {0, 0},       {0.05, -0.5}, {-0.75, 0},  {-0.75, 0}};
  WbDeviceTag sensors[8];
  for (int i = 0; i < 8; ++i) {
    char name[4];
    snprintf(name, sizeof name, "ps%d", i);
    sensors[i] = wb_robot_get_device(name);
    wb_distance_sensor_enable(sensors[i], step);
  }
  const WbDeviceTag left = wb_robot_get_device("left wheel motor"), right = wb_robot_get_device("right wheel motor");
  wb_motor_set_position(left, INFINITY);
  wb_motor_set_position(right, INFINITY);
  while (wb_robot_step(step) != -1) {
    double speed[2] = {5, 5};
    for (int i = 0; i < 8; ++i) {
      const double seen = wb_distance_sensor_get_value(sensors[i]) / 1000;
      speed[0] += 5 * weights[i][0] * seen;
      speed[1] += 5 * weights[i][1] * seen;
    }
    for (int i = 0; i < 2; ++i) speed[i] = speed[i] > 6.28 ? 6.28 : speed[i] < -6.28 ? -6.28 : speed[i];
    wb_motor_set_velocity(left, speed[0]);
    wb_motor_set_velocity(right, speed[1]);
  }
  wb_robot_cleanup();
  return 0;
}
)";

const char python[] = R"(
from controller import Robot

WEIGHTS = ((-1.3, -1.0), (-1.3, -1.0), (-0.5, 0.5), (0, 0), (0, 0), (0.05, -0.5), (-0.75, 0), (-0.75, 0))
robot = Robot()
step = int(robot.getBasicTimeStep())
sensors = [robot.getDevice(f'ps{i}') for i in range(8)]
for sensor in sensors:
    sensor.enable(step)
motors = [robot.getDevice('left wheel motor'), robot.getDevice('right wheel motor')]
for motor in motors:
    motor.setPosition(float('inf'))
while robot.step(step) != -1:
    speeds = [5, 5]
    for sensor, weights in zip(sensors, WEIGHTS):
        seen = sensor.getValue() / 1000
        for i in range(2):
            speeds[i] += 5 * weights[i] * seen
    for motor, speed in zip(motors, speeds):
        motor.setVelocity(max(-6.28, min(6.28, speed)))
)";

// How controllers run.
enum class Kind { InProcess, Processes, Python };

const char* name_of(Kind kind) {
  return kind == Kind::InProcess ? "in process" : kind == Kind::Processes ? "processes" : "Python";
}

std::string world(int robots, int step_ms, Kind kind) {
  const int side = int(std::ceil(std::sqrt(robots)));
  std::string text =
      fmt::format("#VRML_SIM R2025a utf8\nWorldInfo {{ basicTimeStep {} }}\nRectangleArena {{ floorSize {} {} }}\n",
                  step_ms, (side + 1) * spacing, (side + 1) * spacing);
  for (int i = 0; i < robots; ++i)
    text += fmt::format(
        "E-puck {{ translation {} {} 0 rotation 0 0 1 {} name \"e{}\" controller \"{}\" kinematic TRUE }}\n",
        (i % side - (side - 1) / 2.0) * spacing, (i / side - (side - 1) / 2.0) * spacing, 0.7 * i, i,
        kind == Kind::Python ? "avoids_in_python" : "avoids");
  return text;
}

double children_cpu() {
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](timeval t) { return double(t.tv_sec) + double(t.tv_usec) * 1e-6; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Processor time of a run of the project and of all its controllers.
double cpu_of(const std::filesystem::path& project, double duration, Kind kind) {
  const std::string command = fmt::format(
      "cd {} && {} run worlds/w.wbt --quiet --threads 1 --duration {}s{} < /dev/null 2> talk.txt || (cat talk.txt >&2; "
      "false)",
      project.string(), LIGHTSOUT_EXECUTABLE, duration, kind == Kind::InProcess ? " --in-process" : "");
  const double before = children_cpu();
  if (std::system(command.c_str()) != 0) std::exit(1);
  return children_cpu() - before;
}

void write(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

void measure(int robots, int step_ms, double duration, Kind kind) {
  const std::filesystem::path project = LIGHTSOUT_BUILD_DIR "/tests/swarm_project";
  write(project / "controllers/avoids/avoids.c", std::string("#include <math.h>\n") + controller);
  write(project / "controllers/avoids_in_python/avoids_in_python.py", python);
  write(project / "worlds/w.wbt", world(robots, step_ms, kind));
  cpu_of(project, 0.1, kind);  // builds the controller
  const double load = cpu_of(project, 0.1, kind);
  const double all = cpu_of(project, duration + 0.1, kind);
  const double robot_steps = robots * duration * 1000 / step_ms;
  fmt::print("{:>10} {:>6} {:>8} {:>18.0f} {:>18.0f} {:>12.2f} {:>11.2f}\n", name_of(kind), robots, step_ms,
             robots * duration / (all - load), 1e9 * (all - load) / robot_steps, all - load, load);
  std::fflush(stdout);
}

}  // namespace

// All cases, or that of the arguments: robots, step in ms, simulated seconds, "processes" or nothing.
int main(int argc, char** argv) {
  fmt::print("{:>10} {:>6} {:>8} {:>18} {:>18} {:>12} {:>11}\n", "", "robots", "step, ms", "robot-s per CPU-s",
             "ns per robot-step", "stepping, s", "loading, s");
  if (argc > 3) {
    measure(std::atoi(argv[1]), std::atoi(argv[2]), std::atof(argv[3]), argc < 5 ? Kind::InProcess : Kind::Processes);
    return 0;
  }
  for (const int step_ms : {32, 100}) {
    measure(100, step_ms, 2 * step_ms, Kind::InProcess);
    measure(1000, step_ms, 0.4 * step_ms, Kind::InProcess);
    measure(100, step_ms, 0.6 * step_ms, Kind::Processes);
  }
  // What Python costs is the difference of these two.
  measure(1, 32, 320, Kind::Processes);
  measure(1, 32, 320, Kind::Python);
}
