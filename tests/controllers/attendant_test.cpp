// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/processes/attendant.h"

#include <poll.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "controllers/host/processes/bell.h"
#include "engine/programs/spawn.h"
#include "engine/state/log.h"

using namespace lightsout;

namespace {

class Lines : public Log {
 public:
  void write(LogLevel, std::string_view, std::string_view) override {}
  void controller_line(std::string_view, bool, std::string_view line) override { text += std::string(line) + '\n'; }
  std::string text;
};

Spawned shell(const std::string& line) {
  auto process = spawn({.program = "/bin/sh", .arguments = {"sh", "-c", line}, .environment = {}, .folder = "/"});
  REQUIRE(process);
  return std::move(*process);
}

}  // namespace

TEST_CASE("A process that cannot be watched is gone at once, and the next one is looked after") {
  Lines log;
  const auto bell = Bell::create();
  REQUIRE(bell);
  const auto seat = Seat::take(**bell);
  REQUIRE(seat);
  const std::atomic<bool> interrupted = false;
  Attendant attendant({}, &interrupted, "ATTENDANT_TEST=1");
  REQUIRE(attendant.failure().empty());
  for (int turn = 0; turn < 50; ++turn) {
    // The attendant has its output in hand when it turns out that nobody would see its end.
    Spawned unseen = shell("echo lost; exec sleep 1000");
    pollfd said{unseen.output.get(), POLLIN, 0};
    REQUIRE(::poll(&said, 1, 20'000) == 1);
    unseen.pidfd.reset();
    REQUIRE_FALSE(attendant.watch(std::make_shared<Ward>(std::move(unseen), nullptr, *seat, log, "r", "c")));
    log.text.clear();
    const auto ward = std::make_shared<Ward>(shell("echo seen; echo also seen >&2"), nullptr, *seat, log, "r", "c");
    REQUIRE(attendant.watch(ward));
    REQUIRE(ward->wait_end(std::chrono::seconds(20)));
    attendant.deliver(*ward);
    CHECK(log.text == "seen\nalso seen\n");
  }
}
