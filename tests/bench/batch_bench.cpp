// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a run of a batch costs beyond its steps: processor time of `lightsout batch` over many runs of one second of a
// small world, less what the steps of as many seconds take in one run. Beside it what two processes at a time are
// worth, and what this machine gives to two batches that have nothing to do with each other, the memory of a batch of
// few and of many runs, and how long it takes to list 100,000 of them. Prints a table with the goals, which are of a
// machine that does nothing else. `batch_bench costs`: the first two rows alone.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

double seconds(timeval time) { return double(time.tv_sec) + double(time.tv_usec) * 1e-6; }

struct Used {
  double cpu = 0, wall = 0;  // s
  long memory = 0;           // most that a process filled at a time, KiB
};

pid_t start(const Words& words) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  if (!std::freopen("/dev/null", "w", stderr)) ::_exit(127);
  ::execv(argv[0], argv.data());
  ::_exit(127);
}

// By the program and all that it waits for.
Used used_by(const Words& words) {
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = start(words);
  int status = 0;
  rusage use{};
  ::wait4(child, &status, 0, &use);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fmt::print("{} failed\n", words.at(1));
    std::exit(1);
  }
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  return {seconds(use.ru_utime) + seconds(use.ru_stime), wall.count(), use.ru_maxrss};
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

Words batch(const fs::path& root, const std::string& world, int runs, int jobs, const Words& more,
            const std::string& folder = "out") {
  const fs::path out = root / folder;
  fs::remove_all(out);
  Words words = {LIGHTSOUT_EXECUTABLE,
                 "batch",
                 root / "worlds" / (world + ".wbt"),
                 "--quiet",
                 "--duration",
                 "1s",
                 "--seeds",
                 fmt::format("1..{}", runs),
                 "-j",
                 fmt::format("{}", jobs),
                 "-o",
                 out};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// Milliseconds a run beyond its steps.
double overhead(const fs::path& root, const std::string& world, int runs, const Words& more) {
  const auto one = [&](const std::string& duration) {
    Words words = {LIGHTSOUT_EXECUTABLE, "run", root / "worlds" / (world + ".wbt"), "--quiet", "--duration", duration};
    words.insert(words.end(), more.begin(), more.end());
    return used_by(words).cpu;
  };
  one("16ms");  // builds the controller
  const double steps = one(fmt::format("{}s", runs)) - one("16ms");
  return (used_by(batch(root, world, runs, 1, more)).cpu - steps) / runs * 1e3;
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A batch of so many runs: one that was made, by many names.
void multiply(const fs::path& root, int runs) {
  used_by(batch(root, "turns", 1, 1, {"--in-process"}));
  const fs::path folders = root / "out" / "runs",
                 made = fs::directory_iterator(fs::directory_iterator(folders)->path())->path();
  const std::string description = text_of(made / "run.json"), own_name = made.filename().string();
  constexpr int most_names = 30'000;  // of one file; file systems have a limit (65,000 on ext4)
  fs::path original = made;
  for (int i = 0; i < runs; ++i) {
    const std::string name = fmt::format("{:02x}{:014x}", i % 256, i);
    const fs::path copy = folders / name.substr(0, 2) / name;
    fs::create_directories(copy);
    const bool is_original = i % most_names == 0;
    for (const auto& file : fs::directory_iterator(made)) {
      const fs::path name_of_file = file.path().filename();
      if (name_of_file == "run.json")
        std::ofstream(copy / name_of_file) << std::string(description).replace(description.find(own_name), 16, name);
      else if (is_original)
        fs::copy_file(file.path(), copy / name_of_file);
      else
        fs::create_hard_link(original / name_of_file, copy / name_of_file);
    }
    if (is_original) original = copy;
  }
}

// How many times faster two batches are beside each other than one after the other.
double beside_each_other(const fs::path& root, double alone) {
  const auto begin = std::chrono::steady_clock::now();
  std::vector<pid_t> children;
  for (const char* folder : {"one", "other"})
    children.push_back(start(batch(root, "turns", 1000, 1, {"--in-process"}, folder)));
  for (const pid_t child : children) ::waitpid(child, nullptr, 0);
  return 2 * alone / std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void print(const char* what, double value, const char* unit, const char* goal) {
  fmt::print("  {:<52} {:>8.2f} {:<3} {}\n", what, value, unit, goal);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char**) {
  std::string root = (fs::temp_directory_path() / "lightsout_batch_bench_XXXXXX").string();
  if (!::mkdtemp(root.data())) return 1;
  write_project(root);
  const Words inside = {"--in-process"};
  print("a run beyond its steps, in process, of 1000 runs", overhead(root, "turns", 1000, inside), "ms", "at most 3");
  print("with one controller in Python, of 100", overhead(root, "turns_py", 100, {}), "ms", "at most 60");
  if (count == 1) {
    const Used alone = used_by(batch(root, "turns", 1000, 1, inside)),
               two = used_by(batch(root, "turns", 1000, 2, inside));
    print("1000 runs by -j 2 against -j 1", alone.wall / two.wall, "x", "1.95 on two cores");
    print("two such batches, -j 1, at once against in turn", beside_each_other(root, alone.wall), "x",
          "what this machine gives");
    const long few = used_by(batch(root, "turns", 100, 1, inside)).memory;
    print("memory of 100 runs", double(few) / 1024, "MiB", "");
    print("memory of 1000", double(alone.memory) / 1024, "MiB", "the same");
    multiply(root, 100'000);
    const Words list = {LIGHTSOUT_EXECUTABLE, "results", fs::path(root) / "out"};
    print("a table of 100,000 runs, processor time", used_by(list).cpu, "s", "");
    print("100,000 runs listed, processor time", used_by(list).cpu, "s", "at most 2");
  }
  fs::remove_all(root);
}
