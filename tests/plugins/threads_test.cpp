// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Threads that plugins and joint callbacks start: what goes wrong in one ends the run with its verdict, and one that
// goes on holds nothing up.
#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/programs/interposed.h"
#include "tests/support/program.h"

#if LIGHTSOUT_INTERPOSES

using namespace lightsout;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

namespace {

struct Done {
  ProgramResult result;
  Json verdict;
  std::string samples;
};

Done run(const std::string& thread, const std::string& world = "threads", const Words& more = {}) {
  const TemporaryFolder folder;
  Words words{"run",       "tests/plugins/project/worlds/" + world + ".wbt",
              "--verdict", folder / "v.json",
              "--record",  folder / "t.csv",
              "--every",   "8"};
  words.insert(words.end(), more.begin(), more.end());
  if (std::ranges::find(more, "--duration") == more.end()) words.insert(words.end(), {"--duration", "80ms"});
  Done done;
  done.result = run_lightsout(words, {.environment = {"THREAD=" + thread}, .timeout = 240});
  done.verdict = Json::parse(read_file(folder / "v.json"), nullptr, false);
  done.samples = read_file(folder / "t.csv");
  return done;
}

void check_fails(const std::string& thread, const std::string& how, const Words& more = {}) {
  const Done done = run(thread, "threads", more);
  INFO(thread << ": " << done.result.err);
  CHECK(done.result.exit_code == 5);
  REQUIRE(done.verdict.is_object());
  CHECK(done.verdict["outcome"] == "plugin-failed");
  CHECK_THAT(done.verdict["message"].get<std::string>(), Catch::Contains("had a thread that " + how));
  // The second step is not made without what the plugin failed to do: one row of the start, one of the first step.
  CHECK(done.verdict["steps"] == 1);
  CHECK_THAT(done.samples, Catch::Contains("\n0.008,"));
  CHECK_THAT(done.samples, !Catch::Contains("\n0.016,"));
}

void check_done(const Done& done) {
  INFO(done.result.err);
  CHECK(done.result.exit_code == 0);
  REQUIRE(done.verdict.is_object());
  CHECK(done.verdict["outcome"] == "done");
  CHECK(done.verdict["steps"] == 10);
}

}  // namespace

TEST_CASE("A thread of a plugin that crashes ends the run as a crash of the plugin does") {
  const std::string by_null = "was killed by SIGSEGV (segmentation fault): a NULL pointer was followed (address 0x8)";
  check_fails("crash", by_null);
  check_fails("crash", by_null, {"--plugin-guard"});
  check_fails("crash amid printing", by_null);
  check_fails("overflow", "was killed by SIGSEGV (segmentation fault)");
  check_fails("abort", "was killed by SIGABRT");
}

TEST_CASE("An exception that leaves a thread of a plugin ends the run with what it says") {
  check_fails("throw", "let a C++ exception out: std::runtime_error: nothing to read");
}

TEST_CASE("A thread of a plugin that ends the process ends the callback that is running, too") {
  check_fails("exit under a loop", "called exit(0) (seen in webots_physics_step), step 1 (t = 8 ms)");
}

TEST_CASE("A thread of a plugin that crashes ends the wait for a controller") {
  // Nothing else would end the run.
  const Done done = run("crash later", "threads_wait");
  INFO(done.result.err);
  CHECK(done.result.exit_code == 5);
  REQUIRE(done.verdict.is_object());
  CHECK(done.verdict["outcome"] == "plugin-failed");
  CHECK_THAT(done.verdict["message"].get<std::string>(), Catch::Contains("was killed by SIGSEGV"));
}

TEST_CASE("A plugin whose threads go on stays loaded, and the run is done, with a warning") {
  for (const Words& more : {Words{}, Words{"--plugin-guard"}, Words{"--repeat", "2", "--verify"}}) {
    const Done done = run("go on", "threads", more);
    check_done(done);
    CHECK_THAT(done.result.err, Catch::Contains("the physics plugin \"threads\" has left 2 threads that go on"));
  }
}

TEST_CASE("A plugin's threads may end behind its last callback, and its destructors may end them") {
  for (const std::string thread : {"end soon", "be joined", "do little"}) {
    const Done done = run(thread);
    check_done(done);
    CHECK_THAT(done.result.err, !Catch::Contains("that goes on"));
    CHECK((done.result.err.find("the thread was joined") != std::string::npos) == (thread == "be joined"));
  }
}

TEST_CASE("A thread of a joint callback that crashes ends the run, and one that goes on is reported") {
  const TemporaryFolder folder;
  write_file(
      folder / "laws.cpp",
      "#include <plugins/joint_callback.h>\n#include <chrono>\n#include <thread>\n"
      "#define LAW(name, body) extern \"C\" int name(void*, const lo_joint_in* in, lo_joint_out*) "
      "{ if (in->first) body; return 0; }\n"
      "LAW(crashes, std::thread([] { *(volatile int*)8 = 1; }).join())\n"
      "LAW(goes_on, std::thread([] { for (;;) std::this_thread::sleep_for(std::chrono::seconds(1)); }).detach())\n");
  const ProgramResult built = run_program("g++", {"-std=c++17", "-g", "-fPIC", "-shared", "-Iplugins/include",
                                                  folder / "laws.cpp", "-o", folder / "liblaws.so"});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const auto run = [&](const std::string& function) {
    write_file(folder / "r.yaml",
               "joint_callbacks:\n  - joint: HINGE\n    library: liblaws.so\n    function: " + function + "\n");
    return run_lightsout({"run", "worlds/pendulum.wbt", "--duration", "80ms", "--run-file", folder / "r.yaml"},
                         {.timeout = 240});
  };
  const ProgramResult crashed = run("crashes");
  INFO(crashed.err);
  CHECK(crashed.exit_code == 5);
  CHECK_THAT(crashed.err, Catch::Contains("had a thread that was killed by SIGSEGV"));
  const ProgramResult left = run("goes_on");
  INFO(left.err);
  CHECK(left.exit_code == 0);
  CHECK_THAT(left.err, Catch::Contains("a joint callback has left a thread that goes on"));
}

#endif
