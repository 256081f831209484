// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a verdict and a log tell of a run's end.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>

#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

struct Project {
  TemporaryFolder folder;
  Project(const std::string& controller, const std::string& world = "") {
    fs::create_directories(folder / "worlds");
    fs::create_directories(folder / "controllers/c");
    write_file(folder / "controllers/c/c.py",
               "import os\nfrom controller import Supervisor\ns = Supervisor()\n" + controller);
    write_file(folder / "worlds/w.wbt",
               "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n" + world +
                   "Robot { name \"bot\" controller \"c\" supervisor TRUE children [ GPS { accuracy 0.1 } ] }\n");
  }
  ProgramResult run(std::vector<std::string> more) const {
    std::vector<std::string> words = {"run", "worlds/w.wbt", "--verdict", "v.json"};
    words.insert(words.end(), more.begin(), more.end());
    return run_lightsout(words, {.directory = folder.path()});
  }
  Json verdict() const { return Json::parse(read_file(folder / "v.json")); }
};

}  // namespace

TEST_CASE("A supervisor that quits ends the run by an outcome of its own; the code is its status") {
  for (const int status : {0, 3}) {
    const Project project("s.step(8)\ns.simulationQuit(" + std::to_string(status) + ")\n");
    const ProgramResult result = project.run({"--duration", "1s"});
    INFO(result.err);
    CHECK(result.exit_code == status);
    CHECK(project.verdict()["outcome"] == "quit");
    CHECK(project.verdict()["quit_status"] == status);
    CHECK_THAT(result.err, Catch::Contains("quit: supervisor bot quit with status " + std::to_string(status)));
  }
}

TEST_CASE("A verdict knows the run whose hash could not be printed") {
  const Project project("while s.step(8) != -1: pass\n");
  const ProgramResult result = run_program(
      "sh",
      {"-c", "exec \"$0\" run worlds/w.wbt --duration 80ms --hash --verdict v.json > /dev/full", LIGHTSOUT_EXECUTABLE},
      {.directory = project.folder.path()});
  INFO(result.err);
  CHECK(result.exit_code == 9);
  const Json verdict = project.verdict();
  CHECK(verdict["outcome"] == "environment-failed");
  CHECK(verdict["steps"] == 10);
  CHECK(verdict["run_hash"].is_string());
}

TEST_CASE("The last line of a run with resets tells all that was simulated") {
  const Project project(
      "for i in range(3):\n  for j in range(5): s.step(8)\n  s.simulationReset()\n  s.step(8)\n"
      "while s.step(8) != -1: pass\n");
  const ProgramResult result = project.run({"--duration", "400ms"});
  INFO(result.err);
  // 50 steps of 8 ms, of which the third reset left some.
  CHECK_THAT(result.err, Catch::Contains("0.4 s simulated in 50 steps"));
  CHECK_THAT(result.err, Catch::Contains(" s since the last of 3 resets"));
}

TEST_CASE("Warnings are counted, each once, and the first of them stand in the verdict") {
  const Project project("s.step(8)\n", "Solid { nmae \"x\" }\nPointLight { intensity -1 }\n");
  const ProgramResult result = project.run({"--duration", "80ms", "--log", "log"});
  INFO(result.err);
  const Json warnings = project.verdict()["warnings"];
  CHECK(warnings["count"] == 2);
  CHECK_THAT(warnings["first"][0].get<std::string>(), Catch::Contains("worlds/w.wbt:3:9: Solid has no field `nmae`"));
  // Each line of the log has a time and a level, or belongs to the one above.
  std::istringstream log(read_file(project.folder / "log"));
  const std::regex head(R"( *[0-9]+\.[0-9]{3} (debug|info|warning|error|stdout|stderr) .*)"), below(" {19}.*");
  bool is_first = true;
  for (std::string line; std::getline(log, line); is_first = false) {
    CAPTURE(line);
    CHECK((std::regex_match(line, head) || (!is_first && std::regex_match(line, below))));
  }
  CHECK_THAT(read_file(project.folder / "log"), Catch::Contains("0.000 warning worlds/w.wbt:3:9: warning: Solid has"));
}

TEST_CASE("A seed that is set before a reset is that of the episode from then on, and follows to controllers") {
  // Three readings of a noisy sensor in each of four episodes: seeds 5, 6, 5 again, and without a word.
  const Project project(
      "print('seed', os.environ['LIGHTSOUT_SEED'], flush=True)\n"
      "if os.environ['LIGHTSOUT_SEED'] == '5': raise SystemExit(0)\n"
      "gps = s.getDevice('gps')\ngps.enable(8)\nseed = "
      "s.getRoot().getField('children').getMFNode(0).getField('randomSeed')\n"
      "def episode():\n  out = []\n  for i in range(3):\n    s.step(8)\n    out.append(tuple(gps.getValues()))\n  "
      "return out\n"
      "first = episode()\nruns = []\n"
      "for k in (5, 6, 5, None):\n  if k: seed.setSFInt32(k)\n  s.simulationReset()\n  s.step(8)\n  "
      "runs.append(episode())\n"
      "print('same', runs[0] == runs[2], runs[2] == runs[3], 'other', runs[0] != runs[1], flush=True)\n"
      "s.getSelf().restartController()\ns.step(8)\n");
  const ProgramResult result = project.run({"--duration", "2s", "--seed", "08"});
  INFO(result.err);
  CHECK_THAT(result.err, Catch::Contains("same True True other True"));
  CHECK_THAT(result.err, Catch::Contains("seed 8"));
  CHECK_THAT(result.err, Catch::Contains("seed 5"));
  CHECK(project.verdict()["seed"] == 8);
}

TEST_CASE("A seed is decimal, whatever it begins with") {
  const Project project("");
  CHECK(project.run({"--duration", "8ms", "--seed", "010"}).exit_code == 0);
  CHECK(project.verdict()["seed"] == 10);
  for (const char* seed : {"0x10", "-1", "1e3", "1.5", "", "18446744073709551616"})
    CHECK(project.run({"--duration", "8ms", "--seed", seed}).exit_code == 2);
}
