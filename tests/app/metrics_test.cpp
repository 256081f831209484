// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What controllers measure and leave, wherever they run, and where it is found.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

namespace {

// Two robots with one controller in C, which counts its steps and leaves a file, and one in Python with lines.
struct Project {
  TemporaryFolder folder;
  Project() {
    fs::create_directories(folder / "worlds");
    fs::create_directories(folder / "controllers/counts");
    fs::create_directories(folder / "controllers/lines");
    write_file(folder / "controllers/counts/counts.c",
               "#include <stdio.h>\n#include <stdlib.h>\n#include <webots/robot.h>\n"
               "int main() {\n  wb_robot_init();\n  int steps = 0;\n  while (wb_robot_step(8) != -1) ++steps;\n"
               "  const char *path = getenv(\"LIGHTSOUT_METRICS\");\n"
               "  FILE *file = fopen(path, \"w\");\n"
               "  fprintf(file, \"{\\\"steps\\\": %d, \\\"name\\\": \\\"%s\\\", \\\"asked\\\": \\\"%s\\\"}\", steps,"
               " wb_robot_get_name(), getenv(\"ASKED\") ? getenv(\"ASKED\") : \"\");\n  fclose(file);\n"
               "  const char *folder = getenv(\"LIGHTSOUT_RUN_DIR\");\n"
               "  if (folder) {\n    char name[4096];\n    snprintf(name, sizeof name, \"%s/%s.txt\", folder, "
               "wb_robot_get_name());\n    file = fopen(name, \"w\");\n    fputs(\"left\\n\", file);\n"
               "    fclose(file);\n  }\n  wb_robot_cleanup();\n  return 0;\n}\n");
    write_file(folder / "controllers/lines/lines.py",
               "import json, os\nfrom controller import Robot\nrobot = Robot()\n"
               "out = open(os.environ['LIGHTSOUT_METRICS'], 'a')\n"
               "while robot.step(8) != -1:\n"
               "  out.write(json.dumps({'time': robot.getTime(), 'deep': {'x': 1}}) + '\\n'); out.flush()\n"
               "out.write('{\"time\"'); out.flush()\n");
    write_file(folder / "worlds/w.wbt",
               "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n"
               "Robot { name \"left\" controller \"counts\" }\nRobot { name \"right one\" controller \"counts\" }\n"
               "DEF THIRD Robot { name \"third\" controller \"lines\" }\n");
  }
  ProgramResult run(Words words) const { return run_lightsout(words, {.directory = folder.path(), .timeout = 120}); }
  Json json(const std::string& name) const { return Json::parse(read_file(folder / name)); }
};

void check_metrics(const Json& verdict) {
  const Json& metrics = verdict["metrics"];
  INFO(metrics.dump());
  CHECK(metrics["left.steps"] == 9);
  CHECK(metrics["left.name"] == "left");
  CHECK(metrics["right one.name"] == "right one");
  CHECK(metrics["THIRD.time"] == 0.072);
  CHECK(metrics["THIRD.deep"]["x"] == 1);
}

}  // namespace

TEST_CASE("What controllers measure stands in the verdict, wherever they run") {
  const Project project;
  Words words = {"run", "worlds/w.wbt", "--duration", "80ms", "--verdict", "v.json", "--env", "ASKED=for=it"};
  SECTION("processes") {}
  SECTION("in process") { words.push_back("--in-process"); }
  SECTION("guarded") { words.push_back("--plugin-guard"); }
  SECTION("twice") { words.insert(words.end(), {"--repeat", "2", "--verify"}); }
  SECTION("in a sandbox") {
    if (run_program("/bin/sh", {"-c", "bwrap --ro-bind / / true"}).exit_code != 0) return;
    words.push_back("--sandbox");
  }
  const ProgramResult made = project.run(words);
  INFO(made.err);
  CHECK(made.exit_code == 0);
  const Json verdict = project.json("v.json");
  check_metrics(verdict);
  CHECK(verdict["metrics"]["left.asked"] == "for=it");
  CHECK(verdict["warnings"]["count"] == 0);
}

TEST_CASE("A run's folder holds what it writes and what its controllers leave") {
  const Project project;
  Words words = {"run", "worlds/w.wbt", "--duration", "80ms", "-o", "deep/out", "--record", "poses.csv"};
  SECTION("processes") {}
  SECTION("in process") { words.push_back("--in-process"); }
  SECTION("in a sandbox") {
    if (run_program("/bin/sh", {"-c", "bwrap --ro-bind / / true"}).exit_code != 0) return;
    words.push_back("--sandbox");
  }
  const ProgramResult made = project.run(words);
  INFO(made.err);
  CHECK(made.exit_code == 0);
  for (const char* name : {"verdict.json", "log", "poses.csv", "left.txt", "right one.txt", "metrics.left.json",
                           "metrics.right-one.json", "metrics.THIRD.json"}) {
    CAPTURE(name);
    CHECK(fs::exists(project.folder / "deep/out" / name));
  }
  check_metrics(project.json("deep/out/verdict.json"));
  // What is there stays.
  const ProgramResult again = project.run(words);
  CHECK(again.exit_code == 2);
  CHECK_THAT(again.err, Catch::Contains("--output deep/out: the folder holds files already"));
  check_metrics(project.json("deep/out/verdict.json"));
}

TEST_CASE("Names lead out of a run's folder only from the root") {
  const Project project;
  const ProgramResult out =
      project.run({"run", "worlds/w.wbt", "--duration", "8ms", "-o", "out", "--record", "../poses.csv"});
  CHECK(out.exit_code == 2);
  CHECK_THAT(out.err, Catch::Contains("--record ../poses.csv: this leads out of the run's folder, out"));
  CHECK_FALSE(fs::exists(project.folder / "out"));
  const std::string elsewhere = project.folder / "elsewhere.csv";
  CHECK(project.run({"run", "worlds/w.wbt", "--duration", "8ms", "-o", "out", "--record", elsewhere}).exit_code == 0);
  CHECK(fs::exists(elsewhere));
  write_file(project.folder / "file", "");
  CHECK(project.run({"run", "worlds/w.wbt", "--duration", "8ms", "-o", "file"}).exit_code == 2);
}

TEST_CASE("Metrics that are no JSON object are a warning with their place, and the run goes on") {
  const Project project;
  write_file(project.folder / "controllers/lines/lines.py",
             "import os\nfrom controller import Robot\nrobot = Robot()\n"
             "open(os.environ['LIGHTSOUT_METRICS'], 'w').write('{\"a\": 1}\\nnonsense\\n')\n"
             "while robot.step(8) != -1: pass\n");
  const ProgramResult made = project.run({"run", "worlds/w.wbt", "--duration", "80ms", "-o", "out"});
  INFO(made.err);
  CHECK(made.exit_code == 0);
  CHECK_THAT(made.err, Catch::Contains("metrics.THIRD.json:2:2: warning: metrics are a JSON object"));
  const Json verdict = project.json("out/verdict.json");
  CHECK(verdict["metrics"]["THIRD.a"] == 1);
  CHECK(verdict["warnings"]["count"] == 1);
  CHECK_THAT(verdict["warnings"]["first"][0].get<std::string>(), Catch::Contains("metrics are a JSON object"));
}

TEST_CASE("A batch's table has a column for each metric, and who asks is answered with them") {
  const Project project;
  const ProgramResult made =
      project.run({"batch", "worlds/w.wbt", "--duration", "80ms", "--seeds", "1..2", "-o", "out"});
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  const std::string table = read_file(project.folder / "out/results.csv");
  for (const char* column : {"left.steps", "right one.steps", "THIRD.time", "THIRD.deep.x"})
    CHECK_THAT(table, Catch::Contains(column));
  int left = 0;
  for (const auto& entry : fs::recursive_directory_iterator(project.folder / "out/runs"))
    left += entry.path().filename() == "left.txt";
  CHECK(left == 2);
  const ProgramResult asked = run_program(
      "/bin/sh",
      {"-c", "echo '{\"id\": 1}' | " LIGHTSOUT_EXECUTABLE " batch worlds/w.wbt --duration 80ms --ask -o asked"},
      {.directory = project.folder.path()});
  CHECK(Json::parse(asked.out)["metrics"]["left.steps"] == 9);
}

TEST_CASE("Metrics with a number that no double holds cost no run and no batch") {
  const Project project;
  write_file(project.folder / "controllers/lines/lines.py",
             "import os\nfrom controller import Robot\nrobot = Robot()\n"
             "open(os.environ['LIGHTSOUT_METRICS'], 'w').write('{\"n\":1e400}')\n"
             "while robot.step(8) != -1: pass\n");
  const ProgramResult made =
      project.run({"batch", "worlds/w.wbt", "--duration", "80ms", "--seeds", "1..2", "-o", "out"});
  INFO(made.err);
  CHECK(made.exit_code == 0);
  const ProgramResult alone = project.run({"run", "worlds/w.wbt", "--duration", "80ms", "-o", "alone"});
  CHECK(alone.exit_code == 0);
  CHECK_THAT(alone.err, Catch::Contains("metrics.THIRD.json:1:6: warning: metrics are a JSON object"));
  CHECK(project.json("alone/verdict.json")["metrics"]["left.steps"] == 9);
}
