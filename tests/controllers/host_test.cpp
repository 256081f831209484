// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Controllers as processes: what they see, and how each way to end or to go wrong is reported. The engine's side is the
// test's.
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <csignal>
#include <fstream>
#include <thread>

#include "controllers/host/processes/shared_block.h"
#include "controllers/wire/version.h"
#include "engine/state/log.h"
#include "tests/controllers/engine_side.h"

using namespace lightsout;
using namespace lightsout::testing;
using Kind = TurnEnd::Kind;

namespace {

struct Fixture {
  CollectingLog log;
  std::unique_ptr<ControllerHost> host;
  explicit Fixture(std::optional<double> timeout_s = std::nullopt) {
    HostOptions options;
    options.prefix = build_prefix();
    options.timeout_s = timeout_s;
    host = make_process_host(options, log);
  }
};

bool contains(const std::vector<std::string>& texts, const std::string& part) {
  for (const std::string& text : texts)
    if (text.find(part) != std::string::npos) return true;
  return false;
}

bool is_alive(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string text((std::istreambuf_iterator<char>(stat)), {});
  const std::size_t end = text.rfind(") ");
  return end != std::string::npos && text[end + 2] != 'Z' && text[end + 2] != 'X';
}

bool dies_soon(pid_t pid) {
  for (int i = 0; i < 300; ++i) {
    if (!is_alive(pid)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace

TEST_CASE("a controller sees its robot and its sensors, and moves its motor in lock step") {
  Fixture f;
  {
    EngineSide side(*f.host, "wheels", {"one", "two words"});
    side.start();
    REQUIRE(side.wait().kind == Kind::Step);
    CHECK(side.block()->step_ms == 8);
    CHECK(side.distance->sensor.period_ms == 16);
    CHECK(side.gps->sensor.period_ms == 8);
    CHECK((side.motor->changed & LO_MOTOR_POSITION) != 0);
    CHECK(std::isinf(side.motor->position));
    for (int i = 1; i <= 3; ++i) {
      side.motor->changed = 0;
      side.distance->sensor.values[0] = 0.5 * i;
      side.distance->sensor.count = 1;
      side.gps->sensor.values[0] = i;
      side.gps->sensor.count = 1;
      REQUIRE(side.step().kind == Kind::Step);
      CHECK(side.motor->changed == LO_MOTOR_VELOCITY);
      CHECK(side.motor->velocity == -0.5 * i);
    }
  }
  const std::vector<std::string> expected{"tester model T 4 first data 3",
                                          "argument one",
                                          "argument two words",
                                          "before nan 2 0.5",
                                          "t=0.008 ds=0.5 x=1",
                                          "t=0.016 ds=1 x=2",
                                          "t=0.024 ds=1.5 x=3",
                                          "over"};
  CHECK(f.log.texts(false) == expected);
  CHECK(f.log.texts(true).empty());
  CHECK(f.log.lines().front().robot == "tester");
}

TEST_CASE("how a controller ended is told") {
  Fixture f;
  SECTION("code 0") {
    EngineSide side(*f.host, "exits", {"3", "0"});
    const TurnEnd end = side.run(10);
    CHECK(end.kind == Kind::Exited);
    CHECK(side.time_s() == Approx(0.024));
  }
  SECTION("code 0 after cleanup") {
    EngineSide side(*f.host, "exits", {"3", "0", "cleanup"});
    CHECK(side.run(10).kind == Kind::Exited);
  }
  SECTION("another code") {
    EngineSide side(*f.host, "exits", {"2", "3", GENERATE("", "cleanup")});
    const TurnEnd end = side.run(10);
    CHECK(end.kind == Kind::Failed);
    CHECK(end.exit_code == 3);
    CHECK(end.reason == "exited with code 3");
  }
  SECTION("a signal, and the last bytes before it") {
    EngineSide side(*f.host, "crashes", {std::to_string(SIGSEGV)});
    const TurnEnd end = side.run(10);
    CHECK(end.kind == Kind::Failed);
    CHECK(end.reason == "was killed by SIGSEGV (Segmentation fault)");
    CHECK(f.log.texts(false) == std::vector<std::string>{"last words"});
  }
  SECTION("killed from outside") {
    EngineSide side(*f.host, "crashes", {std::to_string(SIGKILL)});
    CHECK(side.run(10).reason == "was killed by SIGKILL (Killed)");
    CHECK(f.log.texts(false) == std::vector<std::string>{"last words"});
  }
}

TEST_CASE("a controller that hangs is killed after the limit") {
  Fixture f(0.2);
  EngineSide side(*f.host, "hangs");
  const TurnEnd end = side.run(10);
  CHECK(end.kind == Kind::Failed);
  CHECK(end.reason.find("0.2 s") != std::string::npos);
}

TEST_CASE("the limit is for a turn, not for a run") {
  Fixture f(0.4);
  EngineSide side(*f.host, "wheels");
  side.start();
  REQUIRE(side.wait().kind == Kind::Step);
  for (int i = 0; i < 8; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    REQUIRE(side.step().kind == Kind::Step);
  }
}

TEST_CASE("an interruption ends the wait for a controller that hangs") {
  CollectingLog log;
  std::atomic<bool> interrupted{false};
  HostOptions options;
  options.prefix = build_prefix();
  options.interrupted = &interrupted;
  auto host = make_process_host(options, log);
  EngineSide side(*host, "hangs");
  side.start();
  REQUIRE(side.wait().kind == Kind::Step);
  std::thread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    interrupted = true;
  });
  const TurnEnd end = side.step();
  user.join();
  CHECK(end.kind == Kind::Failed);
  CHECK(end.reason == "was interrupted");
}

TEST_CASE("output is complete, line by line, to the last byte") {
  Fixture f;
  EngineSide side(*f.host, "prints");
  CHECK(side.run(10).kind == Kind::Exited);
  const auto lines = f.log.texts(false);
  REQUIRE(lines.size() == 7);
  CHECK(lines[0] == "before init");
  // 200,000 characters in pieces of 65,536.
  CHECK(lines[1] + lines[2] + lines[3] + lines[4] == std::string(200000, 'x'));
  CHECK(lines[5].empty());
  CHECK(lines[6] == "unfinished but complete");
  CHECK(f.log.texts(true) == std::vector<std::string>{"to stderr"});
}

TEST_CASE("a flood of output comes through whole") {
  Fixture f;
  f.log.drop_lines();
  EngineSide side(*f.host, "floods");
  CHECK(side.run(10).kind == Kind::Exited);
  CHECK(f.log.count() == 1000000);
}

TEST_CASE("random bytes in the block end the controller, not the engine") {
  Fixture f(2.0);
  const int seed = GENERATE(1, 2, 3, 4, 5);
  SECTION("in the header") {
    EngineSide side(*f.host, "scribbles", {std::to_string(seed), "0", "512"});
    CHECK(side.run(60).kind == Kind::Failed);
  }
  SECTION("in the boxes' sizes") {
    EngineSide side(*f.host, "scribbles", {std::to_string(seed), std::to_string(offsetof(lo_block, to_engine)), "80"});
    CHECK(side.run(60).kind == Kind::Failed);
  }
  SECTION("in the place of the bits of touched devices") {
    EngineSide side(*f.host, "scribbles",
                    {std::to_string(seed), std::to_string(offsetof(lo_block, touched)),
                     std::to_string(offsetof(lo_block, touched) + sizeof(std::uint32_t))});
    CHECK(side.run(60).reason == "damaged the memory that it shares with the simulation, and was killed");
  }
  SECTION("behind the header the engine's copies hold") {
    EngineSide side(*f.host, "scribbles", {std::to_string(seed), "2048", "100000"});
    const Kind kind = side.run(60).kind;
    CHECK((kind == Kind::Failed || kind == Kind::Exited || kind == Kind::Step));
  }
}

TEST_CASE("a block is intact as long as its layout is that with which the controller started") {
  const lo_block laid_out{.magic = LO_BLOCK_MAGIC,
                          .version = LO_BLOCK_VERSION,
                          .size = 8192,
                          .device_count = 3,
                          .devices = 128,
                          .touched = 256,
                          .to_engine = {4096, 2048, 0, 0},
                          .to_controller = {6144, 2048, 0, 0}};
  lo_block now = laid_out;
  now.turn = LO_TURN_CONTROLLER;
  now.request = LO_REQUEST_STEP;
  now.step_ms = 8;
  now.to_engine.size = 2048;
  now.to_engine.more = 1;
  CHECK(is_intact(now, laid_out));
  for (std::uint32_t* word :
       {&now.magic, &now.version, &now.size, &now.device_count, &now.devices, &now.touched, &now.to_engine.offset,
        &now.to_engine.capacity, &now.to_controller.offset, &now.to_controller.capacity, &now.to_engine.size}) {
    CAPTURE(word - &now.magic);
    ++*word;
    CHECK_FALSE(is_intact(now, laid_out));
    --*word;
  }
}

TEST_CASE("a controller that takes its memory away") {
  Fixture f;
  SECTION("by unmapping it crashes itself") {
    EngineSide side(*f.host, "unmaps", {"unmap"});
    CHECK(side.run(10).reason == "was killed by SIGSEGV (Segmentation fault)");
  }
  SECTION("the shared file cannot be shrunk") {
    EngineSide side(*f.host, "unmaps", {"shrink"});
    CHECK(side.run(10).kind == Kind::Exited);
    CHECK(f.log.texts(false) == std::vector<std::string>{"shrink -1"});
  }
}

TEST_CASE("no child of a controller is left behind") {
  auto f = std::make_unique<Fixture>();
  const std::string way = GENERATE("group", "session");
  pid_t child = 0;
  {
    EngineSide side(*f->host, "forks", {way});
    side.start();
    REQUIRE(side.wait().kind == Kind::Step);
    for (int i = 0; i < 200 && f->log.count() == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    REQUIRE(f->log.count() == 1);
    child = std::stoi(f->log.texts(false)[0]);
    CHECK(is_alive(child));
  }
  f->host.reset();
  CHECK(dies_soon(child));
}

TEST_CASE("no process is left behind when the engine is killed") {
  const std::string way = GENERATE("group", "session");
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t engine = ::fork();
  if (engine == 0) {
    CollectingLog log;
    HostOptions options;
    options.prefix = build_prefix();
    auto host = make_process_host(options, log);
    EngineSide side(*host, "forks", {way});
    side.start();
    side.wait();
    while (log.count() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    const pid_t child = std::stoi(log.texts(false)[0]);
    if (::write(ends[1], &child, sizeof child) < 0) ::_exit(1);
    for (;;) ::pause();
  }
  pid_t child = 0;
  REQUIRE(::read(ends[0], &child, sizeof child) == sizeof child);
  CHECK(is_alive(child));
  ::kill(engine, SIGKILL);
  ::waitpid(engine, nullptr, 0);
  CHECK(dies_soon(child));
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_CASE("between step_begin and step_end readings stand still and commands wait") {
  Fixture f;
  EngineSide side(*f.host, "overlaps");
  side.start();
  REQUIRE(side.wait().kind == Kind::Step);
  CHECK(side.motor->velocity == 1);
  side.motor->changed = 0;
  side.distance->sensor.values[0] = 11;
  side.distance->sensor.count = 1;
  REQUIRE(side.step().kind == Kind::Step);  // step_begin
  CHECK(side.motor->velocity == 2);
  CHECK(side.motor->changed == LO_MOTOR_VELOCITY);
  side.motor->changed = 0;
  side.distance->sensor.values[0] = 12;
  REQUIRE(side.step().kind == Kind::Step);
  CHECK(side.motor->velocity == 3);
  CHECK(side.motor->changed == (LO_MOTOR_VELOCITY | LO_MOTOR_POSITION));
  CHECK(side.distance->sensor.values[0] == 12);
  CHECK(side.step().kind == Kind::Exited);
  CHECK(f.log.texts(false) == std::vector<std::string>{"between 0.008 11", "after 0.016 12"});
}

TEST_CASE("misuse is told once, with robot, device and function, long messages pass a small box") {
  Fixture f;
  EngineSide side(*f.host, "asks");
  side.start();
  REQUIRE(side.wait().kind == Kind::Step);
  CHECK(side.immediates() == 100008 / 4096 + 0);
  REQUIRE(side.messages().size() == 1);
  CHECK(side.messages()[0].kind == LO_MESSAGE_CUSTOM_DATA);
  CHECK(side.messages()[0].payload == std::string(100000, 'd'));
  CHECK((side.motor->changed & LO_MOTOR_VELOCITY) == 0);
  side.send(LO_MESSAGE_CUSTOM_DATA, 0, std::string(9000, 'e'));  // more than two boxes
  REQUIRE(side.step().kind == Kind::Step);
  CHECK(side.block()->step_ms == 0);
  REQUIRE(side.step().kind == Kind::Step);
  CHECK(side.step().kind == Kind::Exited);
  const auto out = f.log.texts(false);
  REQUIRE(out.size() == 5);
  CHECK(out[0] == "unknown 0");
  CHECK(out[1] == "disabled nan");
  CHECK(out[2] == "custom 100000");
  CHECK(out[3] == "custom " + std::string(9000, 'e'));
  CHECK(out[4] == "urdf p_");
  const auto errors = f.log.texts(true);
  REQUIRE(errors.size() == 6);
  CHECK(contains(errors, "\"no such\""));
  CHECK(contains(errors, "robot \"tester\", device \"ds\", wb_motor_set_velocity(): the device is a DistanceSensor"));
  CHECK(contains(errors, "no device with tag 99"));
  CHECK(contains(errors, "'velocity' is not a number"));
  CHECK(contains(errors, "negative"));
  CHECK(contains(errors, "wb_distance_sensor_get_value(): the sensor is not enabled"));
}

TEST_CASE("the end of the simulation: -1, then the next step exits, then a second of grace") {
  Fixture f;
  SECTION("the step after -1 ends the process") {
    {
      EngineSide side(*f.host, "stubborn");
      side.start();
      REQUIRE(side.wait().kind == Kind::Step);
      side.link().terminate();
      CHECK(side.link().wait_turn().kind == Kind::Exited);
    }
    CHECK(f.log.texts(false) == std::vector<std::string>{"told"});
  }
  SECTION("who does not end is killed") {
    EngineSide side(*f.host, "stubborn", {"pause"});
    side.start();
    REQUIRE(side.wait().kind == Kind::Step);
    side.link().terminate();
    CHECK(side.link().wait_turn().reason == "was killed by SIGKILL (Killed)");
    CHECK(f.log.texts(false) == std::vector<std::string>{"told"});
  }
}

TEST_CASE("controllers that need no process have no link") {
  Fixture f;
  for (const char* name : {"", "<none>", "void", "<generic>"}) {
    ControllerDescription description;
    description.controller = name;
    CHECK(f.host->open(description, 4096) == nullptr);
  }
}
