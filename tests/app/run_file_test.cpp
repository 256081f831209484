// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `run` with a run file, beside its options.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

using Json = nlohmann::json;

struct Place {
  TemporaryFolder folder;
  Place() {
    std::filesystem::create_directories(folder / "worlds");
    write_file(folder / "worlds/w.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 10 }
DEF BALL Solid { name "ball" boundingObject Sphere { radius 0.1 } physics Physics {} }
)");
  }
  ProgramResult run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "run");
    return run_lightsout(arguments, {.directory = folder.path()});
  }
  Json verdict() const { return Json::parse(read_file(folder / "v.json")); }
};

}  // namespace

TEST_CASE("a run file says all that a run is, and options win over it") {
  const Place place;
  write_file(place.folder / "run.yaml",
             "world: worlds/w.wbt\nduration: 50ms\nseed: 7\nverdict: v.json\nrecord: r.csv\n");
  CHECK(place.run({"run.yaml"}).exit_code == 0);
  CHECK(place.verdict()["seed"] == 7);
  CHECK(place.verdict()["steps"] == 5);
  CHECK(std::filesystem::exists(place.folder / "r.csv"));
  const Json hash = place.verdict()["run_hash"];
  // The same by the command line alone.
  CHECK(place.run({"worlds/w.wbt", "--duration", "50ms", "--seed", "7", "--verdict", "v.json", "--record", "r.csv"})
            .exit_code == 0);
  CHECK(place.verdict()["run_hash"] == hash);
  CHECK(place.run({"--run-file", "run.yaml", "--seed", "8", "--every", "20"}).exit_code == 0);
  CHECK(place.verdict()["seed"] == 8);
  const std::string recorded = read_file(place.folder / "r.csv");
  CHECK(std::count(recorded.begin(), recorded.end(), '\n') == 1 + 3);  // header; at 0, 20 and 40 ms
}

TEST_CASE("a run file that cannot be read leaves no old verdict where the options want one") {
  const TemporaryFolder folder;
  const std::string verdict = folder / "v.json";
  write_file(verdict, "{ \"outcome\": \"done\" }");
  const ProgramResult result = run_lightsout(
      {"run", "worlds/pendulum.wbt", "--run-file", folder / "none.yaml", "--duration", "1s", "--verdict", verdict});
  CHECK(result.exit_code == 9);
  CHECK(read_file(verdict).find("\"exit_code\": 9") != std::string::npos);
  CHECK(read_file(verdict).find("none.yaml") != std::string::npos);
}

TEST_CASE("a run file that is wrong is refused with its place, and a verdict says so") {
  const Place place;
  write_file(place.folder / "run.yaml", "world: worlds/w.wbt\nverdict: v.json\nduratoin: 1s\nseed: x\n");
  const ProgramResult result = place.run({"run.yaml"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err,
             Catch::Contains("run.yaml:3:1: error: a run file has no key `duratoin`; did you mean `duration`?"));
  CHECK_THAT(result.err, Catch::Contains("run.yaml:4:7: error: seed: 'x' is no whole number"));
  CHECK(place.verdict()["outcome"] == "wrong-use");
  CHECK(place.run({"none.yaml"}).exit_code == 9);
  // Its own file is no output.
  write_file(place.folder / "run.yaml", "world: worlds/w.wbt\nduration: 0s\nverdict: run.yaml\n");
  CHECK(place.run({"run.yaml"}).exit_code == 2);
  CHECK_THAT(read_file(place.folder / "run.yaml"), Catch::StartsWith("world"));
}
