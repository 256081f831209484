// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Controllers that share no memory with the engine: over TCP, in lock step, and whatever comes from there.
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <thread>

#include "controllers/host/extern/remote_peer.h"
#include "controllers/wire/extern.h"
#include "controllers/wire/version.h"
#include "engine/programs/environment.h"
#include "engine/programs/spawn.h"
#include "tests/controllers/engine_side.h"

using namespace lightsout;
using namespace lightsout::testing;
using Kind = TurnEnd::Kind;
using Heard = RemotePeer::Heard;
namespace fs = std::filesystem;

namespace {

const std::string secret = "a secret of this test";

// A host that listens at a free port of the loopback interface.
struct Fixture {
  CollectingLog log;
  std::string folder, url;
  std::unique_ptr<ControllerHost> host;
  std::unique_ptr<EngineSide> side;
  explicit Fixture(std::optional<double> timeout_s = std::nullopt, const std::string& token = "") {
    char name[] = "/tmp/lightsout-remote-XXXXXX";
    folder = ::mkdtemp(name);
    ::setenv("TMPDIR", folder.c_str(), 1);
    HostOptions options;
    options.prefix = build_prefix();
    options.timeout_s = timeout_s;
    options.extern_timeout_s = 20;
    options.listen = ListenSettings{ListenAddress::parse("0").value(), token};
    options.extern_listener = [this](std::string_view, ExternNews news, std::string_view said) {
      if (news == ExternNews::Waits && said.starts_with("tcp://")) url = said;
    };
    host = make_process_host(options, log);
    side = std::make_unique<EngineSide>(*host, "<extern>");
    side->start();
    REQUIRE(url.starts_with("tcp://127.0.0.1:"));
  }
  ~Fixture() {
    side.reset();
    host.reset();
    ::unsetenv("TMPDIR");
    fs::remove_all(folder);
  }
  Spawned controller(const std::string& name, std::vector<std::string> arguments = {}, const std::string& token = "") {
    Environment environment = Environment::current();
    environment.set("WEBOTS_CONTROLLER_URL", url);
    if (!token.empty()) environment.set("LIGHTSOUT_TOKEN", token);
    SpawnRequest request;
    request.folder = test_project() / "controllers" / name;
    request.program = request.folder / name;
    request.arguments = {request.program.string()};
    request.arguments.insert(request.arguments.end(), arguments.begin(), arguments.end());
    request.environment = environment.entries();
    auto process = spawn(request);
    REQUIRE(process);
    return std::move(*process);
  }
};

int wait_for(const Spawned& process) {
  int status = 0;
  ::waitpid(process.pid, &status, 0);
  return status;
}

// A peer by hand: one end of a pair of sockets.
struct Pair {
  alignas(64) std::vector<std::byte> memory = std::vector<std::byte>(8192);
  FileDescriptor far;
  std::unique_ptr<RemotePeer> peer;
  static constexpr std::uint32_t image = 1024, box = 512;
  lo_block& block() { return *reinterpret_cast<lo_block*>(memory.data()); }
  Pair() {
    int ends[2];
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    far = FileDescriptor(ends[1]);
    block().magic = LO_BLOCK_MAGIC;
    block().to_engine = {image, box, 0, 0};
    block().to_controller = {image + box, box, 0, 0};
    peer = std::make_unique<RemotePeer>(FileDescriptor(ends[0]), block(), image, std::uint32_t(memory.size()));
  }
  void say(const void* bytes, std::size_t size) { REQUIRE(::send(far.get(), bytes, size, 0) == ssize_t(size)); }
  void say(std::initializer_list<std::uint32_t> numbers) { say(numbers.begin(), numbers.size() * 4); }
  Heard hear(std::chrono::milliseconds patience = std::chrono::milliseconds(200)) {
    return peer->wait(std::chrono::steady_clock::now() + patience, [] { return false; });
  }
};

}  // namespace

TEST_CASE("a controller over TCP runs in lock step") {
  Fixture f;
  const Spawned process = f.controller("paces");
  REQUIRE(f.side->wait().kind == Kind::Step);
  for (int i = 1; i <= 3; ++i) {
    f.side->distance->sensor.values[0] = i;
    f.side->distance->sensor.count = 1;
    f.side->gps->sensor.values[0] = 10;
    f.side->gps->sensor.count = 1;
    REQUIRE(f.side->step().kind == Kind::Step);
    CHECK(f.side->motor->velocity == 10 + i);
  }
  f.side->link().terminate();
  CHECK(WEXITSTATUS(wait_for(process)) == 0);
}

TEST_CASE("messages of any length travel over TCP") {
  Fixture f;
  const Spawned process = f.controller("asks");
  // It prints more than a pipe holds.
  std::jthread reader([&](const std::stop_token& stop) {
    char thrown_away[4096];
    while (!stop.stop_requested())
      if (::read(process.output.get(), thrown_away, sizeof thrown_away) <= 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  TurnEnd end = f.side->wait();
  for (int i = 0; i < 1000 && end.kind == Kind::Step; ++i) end = f.side->step();
  CHECK(end.kind == Kind::Exited);
  CHECK(f.side->immediates() > 0);
  CHECK(WEXITSTATUS(wait_for(process)) == 0);
}

TEST_CASE("a controller over TCP that is killed, or crashes, has lost its connection") {
  Fixture f;
  SECTION("killed in its turn") {
    const Spawned process = f.controller("hangs");
    REQUIRE(f.side->wait().kind == Kind::Step);
    std::jthread user([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      ::kill(process.pid, SIGKILL);
      wait_for(process);
    });
    const TurnEnd end = f.side->step();
    CHECK(end.kind == Kind::Failed);
    CHECK(end.reason.find("lost its connection") == 0);
  }
  SECTION("crashed") {
    const Spawned process = f.controller("crashes", {"11"});
    REQUIRE(f.side->wait().kind == Kind::Step);
    const TurnEnd end = f.side->step();
    wait_for(process);
    CHECK(end.kind == Kind::Failed);
    CHECK(end.reason.find("127.0.0.1:") != std::string::npos);
  }
}

TEST_CASE("a controller over TCP that does not answer fails alone, in its time") {
  Fixture f(0.2);
  const Spawned process = f.controller("hangs");
  REQUIRE(f.side->wait().kind == Kind::Step);
  const TurnEnd end = f.side->step();
  CHECK(end.kind == Kind::Failed);
  CHECK(end.reason.find("gave no answer for 0.2 s") == 0);
  ::kill(process.pid, SIGKILL);
  wait_for(process);
}

TEST_CASE("only who knows the secret gets a robot") {
  Fixture f(std::nullopt, secret);
  const Spawned stranger = f.controller("paces", {}, "another secret entirely");
  std::string text;
  char buffer[512];
  for (int i = 0; i < 500 && text.find("wants another secret") == std::string::npos; ++i) {
    const ssize_t count = ::read(stranger.errors.get(), buffer, sizeof buffer);
    if (count > 0) text.append(buffer, std::size_t(count));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  CHECK(text.find("wants another secret") != std::string::npos);
  ::kill(stranger.pid, SIGKILL);
  wait_for(stranger);
  const Spawned friendly = f.controller("paces", {}, secret);
  CHECK(f.side->wait().kind == Kind::Step);
  f.side->link().terminate();
  wait_for(friendly);
}

TEST_CASE("what is said by no rule ends the connection and touches nothing") {
  Pair p;
  const std::vector<std::byte> before = p.memory;
  SECTION("a frame that is too long, before any of it is read") {
    p.say({0xffffffff, LO_REMOTE_SAID, 0});
    CHECK(p.hear() == Heard::Nonsense);
    CHECK(p.peer->complaint().find("4294967295 bytes") != std::string::npos);
  }
  SECTION("a frame of another kind") {
    p.say({0, LO_REMOTE_TOLD, 0});
    CHECK(p.hear() == Heard::Nonsense);
  }
  SECTION("a turn that it has not got") {
    p.say({12, LO_REMOTE_SAID, 1, 4, LO_NO_MORE_RUNS, 0});
    CHECK(p.hear() == Heard::Nonsense);
    CHECK(p.peer->complaint() == "spoke out of turn");
  }
  SECTION("a difference beyond the image") {
    p.say({24, LO_REMOTE_SAID, 0, 16, Pair::image, 4, 7, LO_NO_MORE_RUNS, 0});
    CHECK(p.hear() == Heard::Nonsense);
  }
  SECTION("more than a box holds") {
    std::vector<std::uint32_t> words(5 + Pair::box / 4 + 1 + 1);
    words[0] = std::uint32_t(words.size() * 4 - 12);
    words[1] = LO_REMOTE_SAID;
    words[3] = 4;
    words[4] = LO_NO_MORE_RUNS;
    words[5] = Pair::box + 4;
    p.say(words.data(), words.size() * 4);
    CHECK(p.hear() == Heard::Nonsense);
  }
  SECTION("something behind its parts") {
    p.say({16, LO_REMOTE_SAID, 0, 4, LO_NO_MORE_RUNS, 0, 1});
    CHECK(p.hear() == Heard::Nonsense);
  }
  SECTION("half a frame, and silence") {
    p.say({12, LO_REMOTE_SAID});
    CHECK(p.hear() == Heard::Nothing);
    p.far.reset();
    CHECK(p.hear() == Heard::Gone);
  }
  CHECK(p.memory == before);
}

TEST_CASE("a frame that comes byte by byte is one") {
  Pair p;
  const std::uint32_t words[] = {24, LO_REMOTE_SAID, 0, 16, 512, 4, 77, LO_NO_MORE_RUNS, 0};
  for (std::size_t i = 0; i < sizeof words; ++i) {
    p.say(reinterpret_cast<const char*>(words) + i, 1);
    CHECK(p.hear(std::chrono::milliseconds(i + 1 == sizeof words ? 200 : 1)) ==
          (i + 1 == sizeof words ? Heard::Turn : Heard::Nothing));
  }
  std::uint32_t word;
  std::memcpy(&word, p.memory.data() + 512, sizeof word);
  CHECK(word == 77);
}

TEST_CASE("images travel whole with the turn, however slowly they are read") {
  Pair p;
  p.peer->note_bulk(4096, 4096);
  p.peer->note_bulk(4096, 4096);  // once
  for (std::size_t i = 0; i < 4096; ++i) p.memory[4096 + i] = std::byte(i * 7);
  p.peer->hand();
  std::vector<std::byte> all;
  const std::size_t wanted = 3 * 4 + 2 * 4 + Pair::image + 3 * 4 + 4 + 8 + 4096 + 4 + 4 + 4;
  std::jthread reader([&] {
    std::byte part[700];
    while (all.size() < wanted) {
      const ssize_t count = ::recv(p.far.get(), part, sizeof part, 0);
      if (count <= 0) return;
      all.insert(all.end(), part, part + count);
    }
  });
  CHECK(p.hear() == Heard::Nothing);
  reader.join();
  REQUIRE(all.size() == wanted);
  CHECK(std::equal(p.memory.begin() + 4096, p.memory.end(), all.begin() + 3 * 4 + 2 * 4 + Pair::image + 3 * 4 + 4 + 8));
}

TEST_CASE("where a run listens is read, and other machines need a secret") {
  CHECK(ListenAddress::parse("2000").value().is_loopback());
  CHECK(ListenAddress::parse("localhost:2000").value().is_loopback());
  CHECK(ListenAddress::parse("[::1]:2000").value().is_loopback());
  const ListenAddress all = ListenAddress::parse("0.0.0.0:2000").value();
  CHECK_FALSE(all.is_loopback());
  CHECK(wrong_token(all, "").find("LIGHTSOUT_TOKEN") != std::string::npos);
  CHECK_FALSE(wrong_token(all, "short").empty());
  CHECK(wrong_token(all, "sixteen letters!").empty());
  CHECK_FALSE(wrong_token(all, std::string(200, 'x')).empty());
  CHECK(wrong_token(ListenAddress::parse("1").value(), "").empty());
  for (const char* wrong : {"", "x", "65536", "-1", ":1", "host:", "::1:5", "1.2.3.4:5x"})
    CHECK_FALSE(ListenAddress::parse(wrong));
}
