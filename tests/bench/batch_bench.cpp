// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a run of a batch costs beyond its steps: processor time of `lightsout batch` over many runs of one second of a
// small world, less what the steps of as many seconds take in one run. Beside it what two processes at a time are
// worth, against one on one processor and against one that may use both, and what this machine gives to two batches
// that have nothing to do with each other; the memory of a batch of few and of many runs, and how long it takes to list
// 100,000 of them. Batches that are compared are made in turns, the least of three counts. Prints a table with the
// goals, which are of a machine that does nothing else. `batch_bench costs`: the first two rows alone.
//
// All is written where a folder in memory is to be had: a file system on a disk takes time of its own for thousands
// of new folders (ext4 looks for a place among those that were removed shortly before). Nothing is removed before the
// end. `LIGHTSOUT_BENCH_FOLDER`: where to write instead.
#include <fmt/format.h>
#include <linux/magic.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/statfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
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

// `one_processor`: it may use no other than the first that this program may use.
pid_t start(const Words& words, bool one_processor = false) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  if (cpu_set_t all, one; one_processor && ::sched_getaffinity(0, sizeof all, &all) == 0) {
    CPU_ZERO(&one);
    int first = 0;
    while (!CPU_ISSET(first, &all)) ++first;
    CPU_SET(first, &one);
    ::sched_setaffinity(0, sizeof one, &one);
  }
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  if (!std::freopen("/dev/null", "w", stderr)) ::_exit(127);
  ::execv(argv[0], argv.data());
  ::_exit(127);
}

// By the program and all that it waits for.
Used used_by(const Words& words, bool one_processor = false) {
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = start(words, one_processor);
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

// A folder that is not there yet.
fs::path fresh(const fs::path& root) {
  static int count = 0;
  return root / fmt::format("out_{}", count++);
}

// Its last word is its folder.
Words batch(const fs::path& root, const std::string& world, int runs, int jobs, const Words& more) {
  Words words = {LIGHTSOUT_EXECUTABLE,
                 "batch",
                 root / "worlds" / (world + ".wbt"),
                 "--quiet",
                 "--duration",
                 "1s",
                 "--seeds",
                 fmt::format("1..{}", runs),
                 "-j",
                 fmt::format("{}", jobs)};
  words.insert(words.end(), more.begin(), more.end());
  words.insert(words.end(), {"-o", fresh(root)});
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

// A batch of so many runs: one that was made, by many names. Its folder.
fs::path multiply(const fs::path& root, int runs) {
  const Words one = batch(root, "turns", 1, 1, {"--in-process"});
  used_by(one);
  const fs::path out = one.back();
  const fs::path folders = out / "runs", made = fs::directory_iterator(fs::directory_iterator(folders)->path())->path();
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
  return out;
}

// Processor time of its start, ms: what `python3` of the PATH is may cost more than all else (a version manager's
// script).
double empty_python(const fs::path& root) {
  std::ofstream(root / "empty.py") << "";
  constexpr int times = 10;
  double cpu = 0;
  for (int i = 0; i < times; ++i) cpu += used_by({"/usr/bin/env", "python3", root / "empty.py"}).cpu;
  return cpu / times * 1e3;
}

constexpr int many = 1000;

// Wall clock of two batches beside each other, s.
double two_beside_each_other(const fs::path& root) {
  const auto begin = std::chrono::steady_clock::now();
  std::vector<pid_t> children;
  for (int i = 0; i < 2; ++i) children.push_back(start(batch(root, "turns", many, 1, {"--in-process"})));
  for (const pid_t child : children) ::waitpid(child, nullptr, 0);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void print(const char* what, double value, const char* unit, const char* goal);

void compare_workers(const fs::path& root) {
  double on_one = 1e9, alone = 1e9, two = 1e9, beside = 1e9;  // s, wall clock
  for (int turn = 0; turn < 3; ++turn) {
    on_one = std::min(on_one, used_by(batch(root, "turns", many, 1, {"--in-process"}), true).wall);
    two = std::min(two, used_by(batch(root, "turns", many, 2, {"--in-process"})).wall);
    alone = std::min(alone, used_by(batch(root, "turns", many, 1, {"--in-process"})).wall);
    beside = std::min(beside, two_beside_each_other(root));
  }
  print("1000 runs by -j 1 on one processor", on_one, "s", "");
  print("by -j 1, which may use both", alone, "s", "");
  print("by -j 2", two, "s", "");
  print("-j 2 on two processors against -j 1 on one", on_one / two, "x", "1.95");
  print("-j 2 against -j 1, both on two", alone / two, "x", "");
  print("two batches of -j 1 at once against in turn", 2 * alone / beside, "x", "what this machine gives");
}

// In memory, where that has room for 100,000 runs.
fs::path folder_for_all() {
  if (const char* said = std::getenv("LIGHTSOUT_BENCH_FOLDER")) return said;
  constexpr std::uint64_t enough = 2'000'000'000;  // bytes
  struct statfs status {};
  const bool is_in_memory = ::statfs("/dev/shm", &status) == 0 && status.f_type == TMPFS_MAGIC;
  const std::uint64_t free = std::uint64_t(status.f_bavail) * std::uint64_t(status.f_bsize);
  return is_in_memory && free > enough && ::access("/dev/shm", W_OK) == 0 ? fs::path("/dev/shm")
                                                                          : fs::temp_directory_path();
}

void print(const char* what, double value, const char* unit, const char* goal) {
  fmt::print("  {:<52} {:>8.2f} {:<3} {}\n", what, value, unit, goal);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char**) {
  std::string root = (folder_for_all() / "lightsout_batch_bench_XXXXXX").string();
  if (!::mkdtemp(root.data())) return 1;
  fmt::print("  in {}\n", root);
  write_project(root);
  const Words inside = {"--in-process"};
  print("a run beyond its steps, in process, of 1000 runs", overhead(root, "turns", many, inside), "ms", "at most 3");
  print("with one controller in Python, of 100", overhead(root, "turns_py", 100, {}), "ms", "at most 60");
  print("of that an empty program of the same python3", empty_python(root), "ms", "");
  if (count == 1) {
    compare_workers(root);
    print("memory of 100 runs", double(used_by(batch(root, "turns", 100, 1, inside)).memory) / 1024, "MiB", "");
    print("memory of 1000", double(used_by(batch(root, "turns", many, 1, inside)).memory) / 1024, "MiB", "the same");
    const Words list = {LIGHTSOUT_EXECUTABLE, "results", multiply(root, 100'000)};
    print("a table of 100,000 runs, processor time", used_by(list).cpu, "s", "");
    print("100,000 runs listed, processor time", used_by(list).cpu, "s", "at most 2");
  }
  fs::remove_all(root);
}
