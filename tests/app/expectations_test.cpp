// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What is expected of a run, by the real executable. A ball falls from 1 m onto a floor that gives nothing back: by
// z = 1 - g t^2 / 2 its centre is at 0.1 m after sqrt(2 x 0.9 / 9.81) = 0.428 s, and stays there.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

using Json = nlohmann::json;

constexpr const char* world = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 10 contactProperties [ ContactProperties { bounce 0 } ] }
DEF FLOOR Solid { name "floor" boundingObject Plane { size 10 10 } }
DEF BALL Solid { translation 0 0 1 name "ball" boundingObject Sphere { radius 0.1 } physics Physics { density -1 mass 1 } }
DEF SHELF Solid { translation 3 0 0.5 name "shelf" boundingObject Box { size 1 1 0.2 } }
DEF CUP Solid { translation 3.2 0 0.7 name "cup" boundingObject Box { size 0.1 0.1 0.2 } physics Physics { density -1 mass 1 } }
)";

struct Place {
  TemporaryFolder folder;
  Place() {
    std::filesystem::create_directories(folder / "worlds");
    write_file(folder / "worlds/w.wbt", world);
  }
  ProgramResult run(const std::string& yaml, std::vector<std::string> more = {}) const {
    write_file(folder / "run.yaml", "world: worlds/w.wbt\nduration: 2s\nverdict: v.json\n" + yaml);
    more.insert(more.begin(), {"run", "run.yaml"});
    return run_lightsout(more, {.directory = folder.path()});
  }
  Json verdict() const { return Json::parse(read_file(folder / "v.json")); }
  // Of one expectation, a flow mapping.
  Json judge(const std::string& expectation) const {
    CAPTURE(expectation);
    const ProgramResult result = run("expect: {" + expectation + "}\n");
    CAPTURE(result.err);
    REQUIRE(verdict()["expectations"].size() == 1);
    const Json entry = verdict()["expectations"][0];
    CHECK(result.exit_code == (entry["state"] == "held" ? 0 : 10));
    return entry;
  }
  bool holds(const std::string& expectation) const { return judge(expectation)["state"] == "held"; }
};

}  // namespace

TEST_CASE("each condition holds where physics says so, and not elsewhere") {
  const Place place;
  CHECK(place.holds("solid: BALL, near: [0, 0, 1], at: 0s, tolerance: 1e-9"));
  CHECK(place.holds("solid: BALL, near: [0, 0, 0.1], tolerance: 0.005, after: 1s"));
  CHECK_FALSE(place.holds("solid: BALL, near: [0, 0, 0.2], at_end: true"));
  CHECK(place.holds("solid: BALL, inside: [[-1, -1, 0], [1, 1, 1.01]], always: true"));
  CHECK_FALSE(place.holds("solid: BALL, inside: [[-1, -1, 0.5], [1, 1, 2]], always: true"));
  CHECK(place.holds("solid: CUP, upright: 2deg, always: true"));
  CHECK(place.holds("solid: CUP, above: SHELF, always: true"));
  CHECK_FALSE(place.holds("solid: BALL, above: SHELF"));
  // 3 m away, at the same height: never nearer.
  CHECK(place.holds("solid: BALL, to: SHELF, distance: {min: 3}, always: true"));
  // g t after 0.3 s, one step of 10 ms less at most.
  CHECK(place.holds("solid: BALL, speed: 2.943, tolerance: 0.1, at: 300ms"));
  CHECK(place.holds("solid: BALL, turn_rate: {max: 0.01}, always: true"));
  CHECK(place.holds("solid: BALL, touches: FLOOR, at: 1s"));
  CHECK(place.holds("solid: BALL, touches: FLOOR, never: true, during: [0s, 0.4s]"));
  CHECK(place.holds("solid: BALL, touches: FLOOR, within: [0.4s, 0.5s]"));
  CHECK_FALSE(place.holds("solid: BALL, touches: CUP, by: 2s"));
  CHECK(place.holds("holds: 'speed(\"BALL\") < 5 and not touches(\"BALL\", \"CUP\")', always: true"));
  CHECK_FALSE(place.holds("holds: 'select(3, position(\"BALL\")) > limit', parameters: {limit: 0.5}, always: true"));
  CHECK(place.holds("warnings: 0"));
  CHECK(place.holds("outcome: done"));
  CHECK_FALSE(place.holds("exit_code: 4"));
}

TEST_CASE("a verdict says when an expectation first failed, how far off it was and at worst") {
  const Place place;
  // Below 0.5 m from sqrt(2 x 0.5 / 9.81) = 0.319 s on; at worst at the floor.
  const Json failed = place.judge("solid: BALL, inside: [[-1, -1, 0.5], [1, 1, 2]], always: true, message: it flies");
  CHECK(failed["state"] == "failed");
  CHECK(failed["message"] == "it flies");
  CHECK(failed["file"] == "run.yaml");
  CHECK(failed["line"] == 4);
  CHECK(failed["column"] == 9);
  CHECK(failed["unit"] == "m");
  CHECK(failed["time"].get<double>() == Approx(0.32).margin(0.011));
  CHECK(failed["number"].get<double>() < 0.05);
  CHECK(failed["worst"].get<double>() == Approx(0.4).margin(0.05));
  CHECK(failed["max"] == 0);
  CHECK(failed["min"].is_null());
  CHECK(place.verdict()["outcome"] == "expectation-failed");
  CHECK_THAT(place.verdict()["message"].get<std::string>(), Catch::StartsWith("1 of 1 expectation did not hold"));
}

TEST_CASE("an expectation of a time that the run does not reach has not held") {
  const Place place;
  CHECK(place.judge("solid: BALL, upright: true, at: 3s")["state"] == "not-reached");
  CHECK(place.judge("solid: BALL, near: [0, 0, 0.1], during: [1s, 3s]")["state"] == "not-reached");
  CHECK(place.judge("solid: BALL, near: [0, 0, 5], by: 3s")["state"] == "failed");
}

TEST_CASE("stop_when ends a run as done, where what it waits for has held for long enough") {
  const Place place;
  CHECK(place.run("stop_when: {solid: BALL, touches: FLOOR}\n").exit_code == 0);
  const double first = place.verdict()["simulated_seconds"];
  CHECK(first == Approx(0.43).margin(0.011));
  CHECK_THAT(place.verdict()["message"].get<std::string>(), Catch::Contains("BALL touches FLOOR (run.yaml:4:12)"));
  CHECK(place.run("stop_when: {solid: BALL, touches: FLOOR, for: 0.5s}\n").exit_code == 0);
  CHECK(place.verdict()["simulated_seconds"].get<double>() == Approx(first + 0.5));
  // From the command line, where nobody else would end the run.
  const ProgramResult result =
      run_lightsout({"run", "worlds/w.wbt", "--stop-when", "solid: BALL, near: [0, 0, 0.1], tolerance: 0.01",
                     "--expect", "solid: BALL, speed: {min: 1}, at_end: true"},
                    {.directory = place.folder.path()});
  CHECK(result.exit_code == 10);
  CHECK_THAT(result.err, Catch::Contains("the speed of BALL is at least 1 m/s at the end"));
}

TEST_CASE("what a robot prints and measures is found by its DEF, path or name, and entries of objects by theirs") {
  const Place place;
  std::filesystem::create_directories(place.folder / "controllers/says");
  write_file(place.folder / "worlds/w.wbt",
             std::string(world) + "DEF ROVER Robot { name \"rover\" controller \"says\" }\n");
  write_file(place.folder / "controllers/says/says.py",
             "import json, os\n"
             "from controller import Robot\n"
             "print('hello')\n"
             "with open(os.environ['LIGHTSOUT_METRICS'], 'w') as file:\n"
             "    json.dump({'deep': {'y': {'z': 3}, 'a.b': 2}}, file)\n"
             "robot = Robot()\n"
             "while robot.step(10) != -1:\n"
             "    pass\n");
  for (const char* robot : {"ROVER", "rover"}) CHECK(place.holds(std::string("printed: hello, robot: ") + robot));
  CHECK(place.holds("metric: ROVER.deep.y.z, value: 3"));
  CHECK(place.holds("metric: ROVER.deep.a.b, value: 2"));
  CHECK_FALSE(place.holds("metric: ROVER.deep.y.w, value: 3"));
}

TEST_CASE("what a supervisor could have brought and has not is no success of never") {
  const Place place;
  write_file(place.folder / "worlds/w.wbt",
             std::string(world) + "Robot { name \"boss\" supervisor TRUE controller \"<none>\" }\n");
  const Json absent = place.judge("solid: LATER, speed: {max: 1}, never: true");
  CHECK(absent["state"] == "failed");
  CHECK_THAT(absent["seen"].get<std::string>(), Catch::Contains("LATER"));
  CHECK_FALSE(place.holds("solid: LATER, speed: {max: 1}, always: true"));
  CHECK(place.holds("solid: BALL, speed: {min: 100}, never: true"));
}

TEST_CASE("what is wrong with an expectation is refused at its place") {
  const Place place;
  const auto refused = [&](const std::string& yaml, const std::string& what) {
    CAPTURE(yaml);
    const ProgramResult result = place.run(yaml);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::Contains(what));
  };
  refused("expect:\n  - {solid: BALL, neer: [0, 0, 1]}\n",
          "run.yaml:5:19: error: an expectation has no key `neer`; did you mean `near`?");
  refused("expect:\n  - {solid: BALL, near: [0, 0, 1], axis: 2}\n", "an expectation of `near` has no key `axis`");
  refused("expect:\n  - {solid: BALL, near: [0, 0]}\n", "run.yaml:5:25: error: near is a point [x, y, z] in m");
  refused("expect:\n  - {near: [0, 0, 1]}\n", "`solid` is missing");
  refused("expect:\n  - {solid: BALL, at: 1s}\n", "says what is to hold by one of near, inside");
  refused("expect:\n  - {solid: BALL, near: [0, 0, 1], at: 1s, always: true}\n",
          "`at` and `always` do not go together");
  refused("expect:\n  - {outcome: don}\n", "outcome is not `don`; did you mean `done`?");
  refused("stop_when: {outcome: done}\n", "is known when the run has ended, and cannot end it");
  refused("stop_when: {solid: BALL, upright: true, at: 1s}\n", "has no key `at`");
  refused("expect:\n  - {solid: BAL, upright: true}\n",
          "run.yaml:5:5: the world has no solid of the DEF or path `BAL`; did you mean `BALL`?");
  refused("expect:\n  - {printed_like: '(', by: 1s}\n", "is no regular expression");
  refused("expect:\n  - {printed: hello, robot: nobdy, never: true}\n",
          "run.yaml:5:5: the world has no robot `nobdy` (DEF, path or name)");
  refused("stop_when: {solid: BALL, touches: NOWHERE}\n", "run.yaml:4:12: the world has no solid");
  const ProgramResult named =
      run_lightsout({"run", "worlds/w.wbt", "--duration", "1s", "--stop-when", "solid: BALL, touches: NOWHERE"},
                    {.directory = place.folder.path()});
  CHECK(named.exit_code == 2);
  CHECK_THAT(named.err, Catch::Contains("--stop-when: the world has no solid"));
  // What was refused did not hold.
  CHECK(place.run("expect: {controller: nobody, ends: runs}\n").exit_code == 2);
  CHECK(place.verdict()["expectations"][0]["state"] != "held");
  refused("no_code: true\nexpect:\n  - {holds: 'true'}\n", "--no-code forbids conditions in Lua");
}

TEST_CASE("Lua that does not work ends the run as a plugin that failed") {
  const Place place;
  CHECK(place.run("expect: {holds: 'position(\"NOBODY\") > 1', always: true}\n").exit_code == 5);
  CHECK_THAT(place.verdict()["message"].get<std::string>(), Catch::Contains("no solid of the DEF or path 'NOBODY'"));
  CHECK(place.run("expect: {holds: 'time()'}\n").exit_code == 5);
  // What cannot be read is known before the first step, also where it would be asked at the end.
  write_file(place.folder / "bad.lua", "function holds( return true end\n");
  CHECK(place.run("expect: {lua: bad.lua}\n").exit_code == 5);
  CHECK(place.verdict()["steps"] == 0);
  write_file(place.folder / "endless.lua", "function holds() while true do end end\n");
  CHECK(place.run("plugin_timeout: 200ms\nexpect: {lua: endless.lua}\n").exit_code == 5);
  write_file(place.folder / "good.lua", "function holds() return distance('BALL', 'SHELF') > least end\n");
  CHECK(place.run("expect: {lua: good.lua, parameters: {least: 3}, always: true}\n").exit_code == 0);
}

TEST_CASE("expectations hold and fail alike when a run is repeated, guarded or goes on from a snapshot") {
  const Place place;
  const std::string held = "expect: {solid: BALL, near: [0, 0, 0.1], tolerance: 0.01, after: 1s}\n";
  const std::string failed = "expect: {solid: BALL, near: [0, 0, 1], at: 1s}\n";
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--repeat", "2", "--verify"}, {"--plugin-guard"}}) {
    CAPTURE(more);
    CHECK(place.run(held, more).exit_code == 0);
    CHECK(place.run(failed, more).exit_code == 10);
    CHECK(place.verdict()["expectations"][0]["state"] == "failed");
  }
  CHECK(place.run("snapshot_every: 500ms\nsnapshots: s\n").exit_code == 0);
  const std::string from = "from: s/step_000000050.snapshot\n";
  CHECK(place.run(from + held).exit_code == 0);
  CHECK(place.run(from + failed).exit_code == 10);
  // What was before is not known.
  CHECK(place.run(from + "expect: {solid: BALL, near: [0, 0, 1], at: 0s}\n").exit_code == 10);
  CHECK(place.verdict()["expectations"][0]["state"] == "not-reached");
}

TEST_CASE("what is expected changes no bit of the motion") {
  const Place place;
  CHECK(place.run("").exit_code == 0);
  const Json hash = place.verdict()["run_hash"];
  CHECK(place.run("expect: [{solid: BALL, touches: FLOOR}, {holds: 'speed(\"CUP\") < 1', always: true}]\n").exit_code ==
        0);
  CHECK(place.verdict()["run_hash"] == hash);
}
