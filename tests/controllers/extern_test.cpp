// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Controllers that somebody else starts, here the test, and that connect by name.
#include "controllers/wire/extern.h"

#include <stdlib.h>
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <csignal>
#include <thread>

#include "engine/programs/environment.h"
#include "engine/programs/spawn.h"
#include "engine/state/log.h"
#include "tests/controllers/engine_side.h"

using namespace lightsout;
using namespace lightsout::testing;
using Kind = TurnEnd::Kind;
namespace fs = std::filesystem;

namespace {

struct Fixture {
  CollectingLog log;
  std::string folder;
  std::unique_ptr<ControllerHost> host;
  std::atomic<bool> interrupted{false};
  Fixture() {
    char name[] = "/tmp/lightsout-extern-XXXXXX";
    folder = ::mkdtemp(name);
    ::setenv("TMPDIR", folder.c_str(), 1);
    HostOptions options;
    options.prefix = build_prefix();
    options.interrupted = &interrupted;
    host = make_process_host(options, log);
  }
  ~Fixture() {
    host.reset();
    ::unsetenv("TMPDIR");
    // Nothing is left in it but the folders of the user.
    CHECK(fs::is_empty(fs::directory_iterator(fs::path(folder) / "webots")->path()));
    fs::remove_all(folder);
  }
  // The port of this host's simulation: its folder's name. (The line that tells it is written only if somebody waits.)
  int port() const {
    const fs::path user = fs::directory_iterator(fs::path(folder) / "webots")->path();
    return std::stoi(fs::directory_iterator(user)->path().filename().string());
  }
};

Spawned start_by_hand(const std::string& controller, const std::string& url) {
  Environment environment = Environment::current();
  environment.set("WEBOTS_CONTROLLER_URL", url);
  SpawnRequest request;
  request.folder = test_project() / "controllers" / controller;
  request.program = request.folder / controller;
  request.arguments = {request.program.string()};
  request.environment = environment.entries();
  auto process = spawn(request);
  REQUIRE(process);
  return std::move(*process);
}

int wait_for(const Spawned& process) {
  int status = 0;
  ::waitpid(process.pid, &status, 0);
  return status;
}

}  // namespace

TEST_CASE("an extern controller connects by each form of the URL and runs in lock step") {
  Fixture f;
  EngineSide side(*f.host, "<extern>");
  side.start();
  const std::string form = GENERATE("ipc://PORT/tester", "ipc://PORT", "tcp://localhost:PORT/tester", "tester", "");
  // The port is the first free one.
  std::string url = form;
  for (int port = LO_EXTERN_FIRST_PORT; port < LO_EXTERN_FIRST_PORT + LO_EXTERN_PORTS; ++port)
    for (const auto& user : fs::directory_iterator(fs::path(f.folder) / "webots"))
      if (fs::exists(user.path() / std::to_string(port)) && url.find("PORT") != std::string::npos)
        url.replace(url.find("PORT"), 4, std::to_string(port));
  INFO(url);
  std::jthread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    const Spawned process = start_by_hand("paces", url);
    wait_for(process);
  });
  REQUIRE(side.wait().kind == Kind::Step);
  for (int i = 1; i <= 3; ++i) {
    side.distance->sensor.values[0] = i;
    side.distance->sensor.count = 1;
    side.gps->sensor.values[0] = 10;
    side.gps->sensor.count = 1;
    REQUIRE(side.step().kind == Kind::Step);
    CHECK(side.motor->velocity == 10 + i);
  }
  side.link().terminate();
  const auto talk = f.log.talk();
  REQUIRE(talk.size() == 2);
  CHECK(talk[0].find("tester: waiting for its extern controller since ") == 0);
  CHECK(talk[0].find("WEBOTS_CONTROLLER_URL=ipc://" + std::to_string(f.port()) + "/tester") != std::string::npos);
  CHECK(talk[1].find("has connected") != std::string::npos);
}

TEST_CASE("an extern controller that is killed has lost its connection") {
  Fixture f;
  EngineSide side(*f.host, "<extern>");
  side.start();
  const Spawned process = start_by_hand("hangs", "tester");
  REQUIRE(side.wait().kind == Kind::Step);
  std::jthread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    ::kill(process.pid, SIGKILL);
    wait_for(process);
  });
  const TurnEnd end = side.step();
  CHECK(end.kind == Kind::Failed);
  CHECK(end.reason.find("lost its connection") == 0);
}

TEST_CASE("an extern controller ends in order when the simulation does, and when it vanishes") {
  Fixture f;
  auto side = std::make_unique<EngineSide>(*f.host, "<extern>");
  side->start();
  const Spawned process = start_by_hand("stubborn", "tester");
  REQUIRE(side->wait().kind == Kind::Step);
  side.reset();
  const int status = wait_for(process);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("whoever thinks when the simulation ends keeps its turn: only its own library ends its wait then") {
  Fixture f;
  EngineSide side(*f.host, "<extern>");
  side.start();
  const Spawned process = start_by_hand("hangs", "tester");
  REQUIRE(side.wait().kind == Kind::Step);
  side.link().hand_turn();
  side.link().terminate();
  // A turn that the host gave back now could be the one that the library has just given the controller: it would wait
  // for good.
  CHECK(side.block()->turn == LO_TURN_CONTROLLER);
  ::kill(process.pid, SIGKILL);
  wait_for(process);
}

TEST_CASE("a second caller is refused, an unknown name and a port where nobody listens are told") {
  Fixture f;
  EngineSide side(*f.host, "<extern>");
  side.start();
  const Spawned first = start_by_hand("paces", "tester");
  REQUIRE(side.wait().kind == Kind::Step);
  const auto complaint = [&](const std::string& url) {
    const Spawned process = start_by_hand("paces", url);
    std::string text;
    char buffer[512];
    for (int i = 0; i < 300 && text.find('\n') == std::string::npos; ++i) {
      const ssize_t count = ::read(process.errors.get(), buffer, sizeof buffer);
      if (count > 0) text.append(buffer, static_cast<std::size_t>(count));
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ::kill(process.pid, SIGKILL);
    wait_for(process);
    return text;
  };
  CHECK(complaint("tester").find("has a controller already") != std::string::npos);
  CHECK(complaint("ipc://" + std::to_string(f.port()) + "/other").find("no robot waits at") != std::string::npos);
  CHECK(complaint("tcp://localhost:" + std::to_string(f.port()) + "/other").find("no robot \"other\"") !=
        std::string::npos);
  CHECK(complaint("tcp://127.0.0.1:1/tester").find("no simulation listens on port 1 of 127.0.0.1") !=
        std::string::npos);
  CHECK(complaint("http://x").find("is neither") != std::string::npos);
  side.link().terminate();
  wait_for(first);
}

TEST_CASE("waiting for an extern controller ends with an interruption") {
  Fixture f;
  EngineSide side(*f.host, "<extern>");
  side.start();
  f.interrupted = true;
  CHECK(side.wait().reason == "was interrupted");
}

TEST_CASE("names of robots become parts of paths") {
  char text[64];
  lo_extern_name("e-puck 2/left", text);
  CHECK(text == std::string("e-puck%202%2Fleft"));
  lo_extern_name("..", text);
  CHECK(text == std::string("%2E."));
  lo_extern_name(std::string(200, 'x').c_str(), text);
  CHECK(std::string(text).size() == 16);
}
