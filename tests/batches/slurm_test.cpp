// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A sweep on a Slurm cluster of one machine, which fails on the way.
#include <catch2/catch.hpp>
#include <chrono>
#include <string>
#include <thread>

#include "tests/batches/project.h"

using namespace lightsout;
using namespace lightsout::batch_tests;

namespace {

constexpr const char* setup = LIGHTSOUT_SOURCE_DIR "/scripts/slurm";

struct Cluster {
  TemporaryFolder folder;
  ProgramResult started = run_program(setup, {"start", folder.path().string()}, {.timeout = 60});
  ~Cluster() { run_program(setup, {"stop", folder.path().string()}, {.timeout = 60}); }
  bool is_there() const { return started.exit_code == 0; }
  std::string configuration() const { return "SLURM_CONF=" + (folder / "slurm.conf").string(); }
  void node(const std::string& verb) const {
    const ProgramResult result = run_program(setup, {verb, folder.path().string()}, {.timeout = 60});
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
  }
};

}  // namespace

TEST_CASE("300 runs on a cluster whose node is killed on the way are those of one machine", "[slurm]") {
  const Cluster cluster;
  if (!cluster.is_there()) {
    WARN("skipped: " << cluster.started.err);
    return;
  }
  const Project project("usleep(20000);");
  const auto batch = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "batch");
    return run_lightsout(
        words, {.directory = project.folder.path(), .environment = {cluster.configuration()}, .timeout = 120});
  };
  const std::vector<std::string> sweep = {"worlds/w.wbt", "--duration", "80ms", "--repetitions", "150", "--set",
                                          "passes=1,2",   "-j",         "1"};
  auto here = sweep, there = sweep;
  here.insert(here.end(), {"-o", "here"});
  there.insert(there.end(), {"-o", "there", "--submit", "slurm", "--chunk", "30", "--time", "10"});
  REQUIRE(batch(here).exit_code == 0);
  const ProgramResult submitted = batch(there);
  INFO(submitted.err);
  REQUIRE(submitted.exit_code == 0);
  CHECK(submitted.err.find("10 of 10 tasks, for 300 runs") != std::string::npos);

  const auto status = [&] { return batch({"-o", "there", "--status"}).err; };
  const auto wait_for = [&](const std::string& text, int seconds) {
    for (int i = 0; i < 5 * seconds && status().find(text) == std::string::npos; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
  };
  for (int i = 0; i < 100 && status().starts_with("0 of"); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  cluster.node("kill-node");
  CHECK(status().find(" 0 missing") == std::string::npos);
  cluster.node("node");
  wait_for("300 of 300 runs are there", 120);
  INFO(status());
  CHECK(batch({"-o", "there", "--status"}).err.find("300 of 300 runs are there, 0 of them failed") !=
        std::string::npos);

  // Nothing is missing: nothing is submitted.
  CHECK(batch(there).err.find("all 300 runs are there") != std::string::npos);
  CHECK(project.run({"results", "there"}).exit_code == 0);
  auto rows = without_times(project.table("there")), expected = without_times(project.table("here"));
  // The command names the file in which the common part stands.
  for (auto* table : {&rows, &expected})
    for (Row& row : *table) row.erase("command");
  CHECK(rows == expected);
}

TEST_CASE("What was submitted can be taken back, and where nothing was that is said", "[slurm]") {
  const Cluster cluster;
  if (!cluster.is_there()) {
    WARN("skipped: " << cluster.started.err);
    return;
  }
  const Project project("usleep(20000);");
  const ProgramOptions options{.directory = project.folder.path(), .environment = {cluster.configuration()}};
  const ProgramResult submitted = run_lightsout({"batch", "worlds/w.wbt", "--duration", "80ms", "--seeds", "1..1000",
                                                 "-o", "out", "--submit", "slurm", "--array-size", "4"},
                                                options);
  CHECK(submitted.err.find("4 of 4 tasks") != std::string::npos);
  CHECK(run_lightsout({"batch", "-o", "out", "--cancel"}, options).exit_code == 0);
  for (int i = 0; i < 100; ++i) {
    if (run_lightsout({"batch", "-o", "out", "--status"}, options).err.find("Slurm: none") != std::string::npos) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  CHECK(run_lightsout({"batch", "-o", "out", "--status"}, options).err.find("Slurm: none") != std::string::npos);
  CHECK(run_lightsout({"batch", "-o", "other", "--cancel"}, options).exit_code == 9);
  CHECK(run_lightsout({"batch", "--status"}, options).exit_code == 2);
}
