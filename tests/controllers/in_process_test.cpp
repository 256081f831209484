// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The same controllers inside this process: they see and do the same, and their ends, streams and static state are
// their own.
#include <fcntl.h>
#include <stdlib.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <set>

#include "engine/state/log.h"
#include "tests/controllers/engine_side.h"

using namespace lightsout;
using namespace lightsout::testing;
using Kind = TurnEnd::Kind;
namespace fs = std::filesystem;

namespace {

// A project whose controllers are copies of test controllers' sources, to be built.
class Sources {
 public:
  explicit Sources(const std::vector<std::string>& names) {
    char name[] = "/tmp/lightsout-inside-XXXXXX";
    root_ = ::mkdtemp(name);
    fs::create_directories(root_ / "controllers");
    for (const std::string& controller : names)
      fs::copy(fs::path(LIGHTSOUT_SOURCE_DIR) / "tests" / "controllers" / controller,
               root_ / "controllers" / controller, fs::copy_options::recursive);
  }
  ~Sources() { fs::remove_all(root_); }
  const fs::path& root() const { return root_; }
  void write(const std::string& controller, const std::string& file, const std::string& text) const {
    fs::create_directories(root_ / "controllers" / controller);
    std::ofstream(root_ / "controllers" / controller / file) << text;
  }

 private:
  fs::path root_;
};

struct Fixture {
  CollectingLog log;
  std::unique_ptr<ControllerHost> host;
  explicit Fixture(bool in_process = true) {
    HostOptions options;
    options.prefix = build_prefix();
    if (in_process) {
      auto made = make_in_process_host(options, log);
      REQUIRE(made);
      host = std::move(*made);
    } else {
      host = make_process_host(options, log);
    }
  }
};

// Ten steps of readings, and the commands that came back.
std::vector<double> drive(EngineSide& side) {
  std::vector<double> commands;
  side.start();
  REQUIRE(side.wait().kind == Kind::Step);
  for (int i = 1; i <= 10; ++i) {
    side.distance->sensor.values[0] = std::sin(i);
    side.distance->sensor.count = 1;
    side.gps->sensor.values[0] = 1.0 / i;
    side.gps->sensor.count = 1;
    REQUIRE(side.step().kind == Kind::Step);
    commands.push_back(side.motor->velocity);
    commands.push_back(side.motor->changed);
  }
  return commands;
}

}  // namespace

TEST_CASE("in process a controller reads, prints and commands what it does as a process") {
  const Sources sources({"wheels"});
  std::vector<double> commands[2];
  std::vector<std::string> printed[2];
  for (const bool inside : {false, true}) {
    Fixture f(inside);
    {
      EngineSide side(*f.host, "wheels", {"one"}, sources.root());
      commands[inside] = drive(side);
    }
    printed[inside] = f.log.texts(false);
  }
  CHECK(commands[0] == commands[1]);
  CHECK(printed[0] == printed[1]);
  CHECK(printed[1].size() == 14);
  CHECK(printed[1].back() == "over");
}

// Of a library in C the loader makes the first copy alone. What a file says of addresses is each robot's own in all of
// them: of variables, functions and texts, in tables, exported or not; constructors and destructors run once for each.
TEST_CASE("in process addresses in the constants of a library in C are those of its own copy") {
  const Sources sources({});
  sources.write("addresses", "addresses.c", R"(#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <webots/robot.h>
static int hidden = 7;
int exported = 11;
static int *const to_hidden = &hidden;
int *to_exported = &exported;
static void count(void) { ++hidden; ++exported; }
void count_more(void) { hidden += 10; }
static void (*const table[])(void) = {count, count_more};
static const char *const words[] = {"one", "two"};
double (*const of_libm)(double) = cos;
int (*const of_library)(int) = wb_robot_step;
static int constructed;
__attribute__((constructor)) static void begin(void) { ++constructed; }
__attribute__((destructor)) static void end(void) { printf("destroyed at %d\n", hidden); }
static void at_end(void) { printf("at exit\n"); }
static char zeroes[20000];
int main(int argc, char **argv) {
  wb_robot_init();
  atexit(at_end);
  const int rounds = atoi(argv[1]);
  for (int i = 0; i < rounds; ++i) {
    table[0]();
    table[1]();
    zeroes[i * 100] += 1;
    if (of_library(8) == -1) break;
  }
  printf("%d %d %d %d %s %g %d\n", *to_hidden, *to_exported, constructed, to_hidden == &hidden && to_exported == &exported,
         words[rounds % 2], of_libm(0), zeroes[0]);
  return 0;
}
)");
  Fixture f;
  {
    std::vector<std::unique_ptr<EngineSide>> sides;
    for (const char* rounds : {"1", "2", "3"})
      sides.push_back(
          std::make_unique<EngineSide>(*f.host, "addresses", std::vector<std::string>{rounds}, sources.root()));
    for (const auto& side : sides) side->start();
    std::vector<bool> ended(sides.size());
    for (const auto& side : sides) REQUIRE(side->wait().kind == Kind::Step);
    for (int i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < sides.size(); ++j)
        if (!ended[j]) ended[j] = sides[j]->step().kind == Kind::Exited;
    CHECK(ended == std::vector<bool>(3, true));
  }
  // 7 and 11 to begin with, 11 and 1 more in each round. The first robot's library is the loader's, whose order of
  // destructors is kept.
  CHECK(f.log.texts(false) == std::vector<std::string>{"18 12 1 1 two 1 1", "destroyed at 18", "at exit",  //
                                                       "29 13 1 1 one 1 1", "destroyed at 29", "at exit",  //
                                                       "40 14 1 1 two 1 1", "destroyed at 40", "at exit"});
}

TEST_CASE("in process each robot has its own copy of static state, and they take turns") {
  const Sources sources({});
  sources.write("counter", "counter.cpp", R"(#include <cstdlib>
#include <iostream>
#include <webots/robot.h>
struct Counter { int steps = 0; ~Counter() { std::cout << "destroyed at " << steps << std::endl; } };
static Counter counter;
static void at_end() { std::cout << "at exit" << std::endl; }
int main(int argc, char **argv) {
  wb_robot_init();
  std::atexit(at_end);
  std::cerr << "argument " << argv[1] << '\n';
  while (wb_robot_step(8) != -1)
    if (++counter.steps == std::atoi(argv[1])) std::exit(counter.steps);
  return 0;
}
)");
  Fixture f;
  EngineSide a(*f.host, "counter", {"2"}, sources.root()), b(*f.host, "counter", {"3"}, sources.root());
  a.start();
  b.start();
  REQUIRE(a.wait().kind == Kind::Step);
  REQUIRE(b.wait().kind == Kind::Step);
  // What none of them writes is there once: inodes of what can be executed and was loaded from the copies, which lie in
  // memory alone, so that no file is left whenever the program is killed.
  std::multiset<std::string> code;
  std::ifstream maps("/proc/self/maps");
  for (std::string addresses, rights, offset, device, inode, file; maps >> addresses >> rights >> offset >> device;) {
    maps >> inode;
    std::getline(maps, file);
    if (rights[2] == 'x' && file.find("/memfd:lightsout-controller") != std::string::npos) code.insert(inode);
  }
  CHECK(code.size() == 2);
  CHECK(code.count(code.empty() ? "" : *code.begin()) == 2);
  REQUIRE(a.step().kind == Kind::Step);
  REQUIRE(b.step().kind == Kind::Step);
  const TurnEnd end_a = a.step();
  CHECK(end_a.reason == "exited with code 2");
  REQUIRE(b.step().kind == Kind::Step);
  CHECK(b.step().reason == "exited with code 3");
  const std::vector<std::string> expected{"at exit", "destroyed at 2", "at exit", "destroyed at 3"};
  CHECK(f.log.texts(false) == expected);
  CHECK(f.log.texts(true) == std::vector<std::string>{"argument 2", "argument 3"});
}

TEST_CASE("in process each robot draws and reads its arguments as a process does, whoever else does so") {
  const Sources sources({});
  sources.write("draws", "draws.cpp", R"(#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <webots/robot.h>
inline int &count() { static int value = 0; return value; }
template <class T> struct Sum { static int value; };
template <class T> int Sum<T>::value = 0;
int main(int argc, char **argv) {
  for (int option; (option = getopt(argc, argv, "n:")) != -1;)
    if (option == 'n') srand(atoi(optarg)), srand48(atoi(optarg));
  wb_robot_init();
  do printf("%d: %d %ld %.17g %d\n", optind, rand(), random(), drand48(), ++count() + (Sum<int>::value += 3));
  while (wb_robot_step(8) != -1);
  return 0;
}
)");
  std::vector<std::vector<std::string>> said;
  for (const bool in_process : {false, true, true}) {
    Fixture f(in_process);
    {
      EngineSide a(*f.host, "draws", {"-n", "7"}, sources.root()), b(*f.host, "draws", {"-n", "8"}, sources.root()),
          c(*f.host, "draws", {}, sources.root());
      for (EngineSide* side : {&a, &b, &c}) side->start();
      for (EngineSide* side : {&a, &b, &c}) REQUIRE(side->wait().kind == Kind::Step);
      for (int i = 0; i < 5; ++i)
        for (EngineSide* side : {&c, &a, &b}) REQUIRE(side->step().kind == Kind::Step);
    }
    said.push_back(f.log.texts(false));
    std::ranges::sort(said.back());
  }
  CHECK(said[0].size() == 18);
  CHECK(said[1] == said[0]);
  CHECK(said[2] == said[0]);
}

TEST_CASE("in process: what runs at a controller's end has the controller's time, and its exit code") {
  const Sources sources({});
  const std::string head = "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n#include <webots/robot.h>\n";
  const std::string main = "int main(void) { atexit(last); wb_robot_init(); wb_robot_step(8); return 0; }\n";
  sources.write("ignores", "ignores.c",
                head +
                    "#include <signal.h>\nint main(void) {\n"
                    "  for (int i = SIGRTMIN; i <= SIGRTMAX; ++i) signal(i, SIG_IGN);\n"
                    "  wb_robot_init();\n  wb_robot_step(8);\n  for (;;) pause();\n}\n");
  sources.write("sleeps", "sleeps.c", head + "static void last(void) { for (;;) pause(); }\n" + main);
  sources.write("leaves", "leaves.c", head + "static void last(void) { printf(\"last\\n\"); exit(7); }\n" + main);
  CollectingLog log;
  HostOptions options;
  options.prefix = build_prefix();
  options.timeout_s = 0.2;
  auto host = make_in_process_host(options, log);
  REQUIRE(host);
  EngineSide sleeps(**host, "sleeps", {}, sources.root()), leaves(**host, "leaves", {}, sources.root());
  const TurnEnd end = sleeps.run(10);
  CHECK(end.kind == Kind::Failed);
  CHECK(end.reason.find("gave no answer for 0.2 s") == 0);
  CHECK(leaves.run(10).exit_code == 7);
  CHECK(log.texts(false) == std::vector<std::string>{"last"});
  EngineSide ignores(**host, "ignores", {}, sources.root());
  CHECK(ignores.run(10).reason.find("gave no answer for 0.2 s") == 0);
  // Where the simulation ends first, it has a moment.
  EngineSide told(**host, "sleeps", {}, sources.root());
  told.start();
  REQUIRE(told.wait().kind == Kind::Step);
  told.link().terminate();
}

TEST_CASE("in process: exit codes, exceptions, the end of the simulation, standard input") {
  const Sources sources({"exits", "stubborn", "asks", "overlaps"});
  Fixture f;
  SECTION("exit codes") {
    EngineSide side(*f.host, "exits", {"2", "3"}, sources.root());
    const TurnEnd end = side.run(10);
    CHECK(end.kind == Kind::Failed);
    CHECK(end.exit_code == 3);
    EngineSide good(*f.host, "exits", {"2", "0", "cleanup"}, sources.root());
    CHECK(good.run(10).kind == Kind::Exited);
  }
  SECTION("the step after -1 ends the controller, not this process") {
    EngineSide side(*f.host, "stubborn", {}, sources.root());
    side.start();
    REQUIRE(side.wait().kind == Kind::Step);
    side.link().terminate();
    CHECK(side.link().wait_turn().kind == Kind::Exited);
    CHECK(f.log.texts(false) == std::vector<std::string>{"told"});
  }
  SECTION("an exception that nobody catches") {
    sources.write("throws", "throws.cpp", R"(#include <stdexcept>
#include <webots/robot.h>
int main() { wb_robot_init(); wb_robot_step(8); throw std::runtime_error("too late"); }
)");
    EngineSide side(*f.host, "throws", {}, sources.root());
    CHECK(side.run(10).kind == Kind::Failed);
    // As the runtime of C++ says it.
    CHECK(f.log.texts(true) ==
          std::vector<std::string>{"terminate called after throwing an instance of 'std::runtime_error'",
                                   "  what():  too late"});
  }
  SECTION("standard input is empty, not the program's") {
    sources.write("reads", "reads.c", R"(#include <stdio.h>
#include <webots/robot.h>
int main() { wb_robot_init(); printf("%d\n", getchar()); wb_robot_step(8); wb_robot_cleanup(); return 0; }
)");
    EngineSide side(*f.host, "reads", {}, sources.root());
    CHECK(side.run(10).kind == Kind::Exited);
    CHECK(f.log.texts(false) == std::vector<std::string>{"-1"});
  }
  SECTION("long messages and immediate requests") {
    EngineSide side(*f.host, "asks", {}, sources.root());
    side.start();
    REQUIRE(side.wait().kind == Kind::Step);
    CHECK(side.messages().at(0).payload == std::string(100000, 'd'));
    side.send(LO_MESSAGE_CUSTOM_DATA, 0, std::string(9000, 'e'));
    REQUIRE(side.step().kind == Kind::Step);
    REQUIRE(side.step().kind == Kind::Step);
    CHECK(side.step().kind == Kind::Exited);
    CHECK(f.log.texts(false).back() == "urdf p_");
  }
  SECTION("step_begin and step_end") {
    EngineSide side(*f.host, "overlaps", {}, sources.root());
    side.start();
    REQUIRE(side.wait().kind == Kind::Step);
    side.motor->changed = 0;
    side.distance->sensor.values[0] = 11;
    side.distance->sensor.count = 1;
    REQUIRE(side.step().kind == Kind::Step);
    CHECK(side.motor->velocity == 2);
    side.motor->changed = 0;
    side.distance->sensor.values[0] = 12;
    REQUIRE(side.step().kind == Kind::Step);
    CHECK(side.motor->velocity == 3);
    CHECK(side.motor->changed == (LO_MOTOR_VELOCITY | LO_MOTOR_POSITION));
  }
}

TEST_CASE("in process: what is no shared library runs as a process") {
  const Sources sources({});
  sources.write("script", "script.py", "print('a script')\n");
  Fixture f;
  EngineSide side(*f.host, "script", {}, sources.root());
  CHECK(side.run(5).kind == Kind::Exited);
  CHECK(f.log.texts(false) == std::vector<std::string>{"a script"});
}

TEST_CASE("in process a function of the controller's own is not taken for one of the program's") {
  const Sources sources({});
  // Both names exist in libraries of this process.
  sources.write("names", "names.c", R"(#include <stdio.h>
#include <webots/robot.h>
int lo_session_delete(void) { return 41; }
int pthread_create(void) { return 1; }
int main() { wb_robot_init(); printf("%d\n", lo_session_delete() + pthread_create()); wb_robot_cleanup(); return 0; }
)");
  Fixture f;
  EngineSide side(*f.host, "names", {}, sources.root());
  CHECK(side.run(5).kind == Kind::Exited);
  CHECK(f.log.texts(false) == std::vector<std::string>{"42"});
}

TEST_CASE("in process: the folder of the program stays its own") {
  const Sources sources({});
  Fixture f;
  sources.write("walks", "walks.c", R"(#include <stdio.h>
#include <unistd.h>
#include <webots/robot.h>
int main() {
  char here[4096];
  wb_robot_init();
  wb_robot_step(8);
  if (chdir("/proc") != 0) return 1;
  wb_robot_step(8);
  puts(getcwd(here, sizeof here));
  wb_robot_step(8);
  puts(getcwd(here, sizeof here));
  return 0;
}
)");
  const fs::path home = fs::current_path();
  EngineSide side(*f.host, "walks", {}, sources.root()), other(*f.host, "walks", {}, sources.root());
  side.start();
  other.start();
  REQUIRE(other.wait().kind == Kind::Step);
  REQUIRE(side.wait().kind == Kind::Step);
  for (int i = 0; i < 2; ++i) {
    REQUIRE(side.step().kind == Kind::Step);
    CHECK(fs::current_path() == home);
  }
  CHECK(side.step().kind == Kind::Exited);
  CHECK(fs::current_path() == home);
  CHECK(f.log.texts(false) == std::vector<std::string>{"/proc", "/proc"});
}
