// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `test`: tests of worlds by the real executable. A ball falls from 1 m by z = 1 - g t^2 / 2, and reaches its floor
// after 0.43 s.
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

namespace fs = std::filesystem;

struct Place {
  TemporaryFolder folder;
  Place() {
    fs::create_directories(folder / "worlds");
    write_file(folder / "worlds/w.wbt", world("1"));
  }
  static std::string world(const std::string& height) {
    return R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 10 contactProperties [ ContactProperties { bounce 0 } ] }
DEF FLOOR Solid { name "floor" boundingObject Plane { size 10 10 } }
DEF BALL Solid { translation 0 0 )" +
           height + R"( name "ball" boundingObject Sphere { radius 0.1 } physics Physics { density -1 mass 1 } }
)";
  }
  void write(const std::string& name, const std::string& yaml) const {
    write_file(folder / name, "world: worlds/w.wbt\nduration: 1s\n" + yaml);
  }
  ProgramResult test(std::vector<std::string> words = {}, std::vector<std::string> environment = {}) const {
    words.insert(words.begin(), "test");
    environment.insert(environment.end(), {"GITHUB_ACTIONS=", "CI="});
    return run_lightsout(words, {.directory = folder.path(), .environment = std::move(environment)});
  }
};

constexpr const char* good = "expect: {solid: BALL, touches: FLOOR, by: 0.5s}\n";
constexpr const char* bad = "expect:\n  - {solid: BALL, touches: FLOOR, by: 0.3s, message: 'it, falls'}\n";

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("test tells what held, what failed and what could not be run, in the order of the files") {
  const Place place;
  place.write("a.test.yaml", good);
  place.write("b.test.yaml", bad);
  place.write("d.test.yaml", good);
  const ProgramResult failed = place.test({"-j", "4"});
  CHECK(failed.exit_code == 10);
  const auto a = failed.out.find("passed  a.test.yaml"), b = failed.out.find("failed  b.test.yaml"),
             d = failed.out.find("passed  d.test.yaml");
  CHECK(a < b);
  CHECK(b < d);
  CHECK(d != std::string::npos);
  CHECK_THAT(failed.out, Catch::Contains("b.test.yaml:4:5: it, falls: expected: BALL touches FLOOR by 0.3 s; they do "
                                         "not touch at 0.3 s"));
  CHECK_THAT(failed.out, Catch::Contains("3 tests: 2 passed, 1 failed"));
  write_file(place.folder / "c.test.yaml", "world: worlds/none.wbt\nduration: 1s\n");
  const ProgramResult error = place.test({"--junit", "j.xml"});
  CHECK(error.exit_code == 9);
  CHECK_THAT(error.out, Catch::Contains("error   c.test.yaml"));
  const std::string junit = read_file(place.folder / "j.xml");
  CHECK(has(junit, "tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"0\""));
  CHECK(has(junit, "<failure message=\"expectation-failed: 1 of 1 expectation did not hold"));
  CHECK(has(junit, "<error message=\"environment-failed: "));
}

TEST_CASE("test annotates the line of what did not hold on GitHub") {
  const Place place;
  place.write("b.test.yaml", bad);
  const ProgramResult result = place.test({}, {"GITHUB_ACTIONS=true"});
  CHECK_THAT(result.out,
             Catch::Contains("::error file=b.test.yaml,line=4,col=5,title=b.test.yaml%3A failed::it, falls: "));
}

TEST_CASE("test selects by pattern, tag and shard") {
  const Place place;
  place.write("fall.test.yaml", std::string(good) + "tags: [slow, physics]\nmatrix: {seed: [1, 2, 3]}\n");
  fs::create_directories(place.folder / "more");
  write_file(place.folder / "more/rise.test.yaml", "world: ../worlds/w.wbt\nduration: 0s\n");
  const std::string all =
      "fall.test.yaml::seed=1\nfall.test.yaml::seed=2\nfall.test.yaml::seed=3\nmore/rise.test.yaml\n";
  CHECK(place.test({"--list"}).out == all);
  CHECK(place.test({"--list", "-k", "seed=[12]"}).out == "fall.test.yaml::seed=1\nfall.test.yaml::seed=2\n");
  CHECK(place.test({"--list", "--tags", "physics"}).out == all.substr(0, all.find("more")));
  CHECK(place.test({"--list", "--tags", "!slow"}).out == "more/rise.test.yaml\n");
  CHECK(place.test({"--list", "--shard", "1/2"}).out + place.test({"--list", "--shard", "2/2"}).out ==
        "fall.test.yaml::seed=1\nfall.test.yaml::seed=3\nfall.test.yaml::seed=2\nmore/rise.test.yaml\n");
  CHECK(place.test({"--list", "more"}).out == "more/rise.test.yaml\n");
  CHECK(place.test({"-k", "nothing"}).exit_code == 2);
  CHECK(place.test().exit_code == 0);
}

TEST_CASE("cases say otherwise what they say, and an expected failure that passes is one") {
  const Place place;
  place.write("c.test.yaml", std::string(good) +
                                 "cases:\n"
                                 "  - {name: short, duration: 0.1s, xfail: it has no time to fall}\n"
                                 "  - {name: long}\n"
                                 "  - {name: high, expect: {solid: BALL, near: [0, 0, 1], at: 0s}}\n");
  const ProgramResult result = place.test();
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Catch::Contains("3 tests: 2 passed, 1 xfailed"));
  place.write("c.test.yaml", std::string(good) + "xfail: never\n");
  const ProgramResult passes = place.test();
  CHECK(passes.exit_code == 10);
  CHECK_THAT(passes.out, Catch::Contains("it passes, and is said to fail: never"));
}

TEST_CASE("a run that is to end otherwise says so") {
  const Place place;
  write_file(place.folder / "worlds/bad.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep \"x\" }\n");
  write_file(place.folder / "bad.test.yaml", "world: worlds/bad.wbt\nduration: 1s\nexpect: {outcome: bad-world}\n");
  CHECK(place.test().exit_code == 0);
  write_file(place.folder / "bad.test.yaml", "world: worlds/bad.wbt\nduration: 1s\n");
  CHECK(place.test().exit_code == 3);
}

TEST_CASE("a file of tests that is wrong is shown at its place, and the others run") {
  const Place place;
  place.write("a.test.yaml", good);
  place.write("w.test.yaml", "expct: {}\ncases: [{name: a, duratoin: 1s}]\n");
  const ProgramResult result = place.test();
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, Catch::Contains("w.test.yaml:3:1: error: a test has no key `expct`; did you mean `expect`?"));
  CHECK_THAT(result.err, Catch::Contains("w.test.yaml:4:19: error: a case has no key `duratoin`"));
  CHECK_THAT(result.out, Catch::Contains("2 tests: 1 passed, 1 error"));
}

TEST_CASE("a golden is made on demand, and a difference says when, where and how much, with a plot") {
  const Place place;
  place.write("g.test.yaml", "golden: {solids: [BALL], every: 10ms, tolerance: 0.01}\n");
  CHECK_THAT(place.test().out, Catch::Contains("there is no golden g.golden: --update makes it"));
  CHECK(place.test({"--update"}, {"CI=true"}).exit_code == 2);
  CHECK_FALSE(fs::exists(place.folder / "g.golden"));
  CHECK(place.test({"--update"}).exit_code == 0);
  CHECK(fs::file_size(place.folder / "g.golden") < 3000);  // 101 samples of 7 numbers are 6464 bytes with their times
  CHECK(place.test().exit_code == 0);
  CHECK(place.test({"--verify"}).exit_code == 0);
  // From 2 cm higher each position is 2 cm off from the first on; more where one is on the floor and the other is not.
  write_file(place.folder / "worlds/w.wbt", Place::world("1.02"));
  const ProgramResult result = place.test({"-o", "out"});
  CHECK(result.exit_code == 10);
  CHECK_THAT(result.out, Catch::Contains("differs from g.golden: position of BALL is 0."));
  CHECK_THAT(result.out, Catch::Contains("the world file is another since it was made"));
  CHECK_THAT(read_file(place.folder / "out/g.test.yaml/golden.svg"), Catch::StartsWith("<svg"));
  place.write("g.test.yaml", "golden: {solids: [BALL], every: 10ms, exact: true}\n");
  CHECK(place.test({"--update"}).exit_code == 0);
  CHECK(place.test().exit_code == 0);
  write_file(place.folder / "worlds/w.wbt", Place::world("1.0200000001"));
  CHECK_THAT(place.test().out, Catch::Contains("(exactly equal was asked)"));
}

TEST_CASE("a test that hangs ends at its time limit") {
  const Place place;
  place.write("h.test.yaml", "realtime: true\nduration: 60s\ntimeout: 0.3s\n");
  // The key stands twice.
  CHECK(place.test().exit_code == 2);
  write_file(place.folder / "h.test.yaml", "world: worlds/w.wbt\nrealtime: true\nduration: 60s\ntimeout: 0.3s\n");
  const ProgramResult result = place.test();
  CHECK(result.exit_code == 12);
  CHECK_THAT(result.out, Catch::Contains("not done after 0.3 s of wall clock (timeout)"));
  // It ends by itself, and leaves its verdict.
  CHECK(place.test({"-o", "out"}).exit_code == 12);
  CHECK_THAT(read_file(place.folder / "out/h.test.yaml/verdict.json"), Catch::Contains("\"out-of-time\""));
  // It could be done in less than that, if the time were not over when it is.
  write_file(place.folder / "h.test.yaml", "world: worlds/w.wbt\nduration: 16ms\ntimeout: 1ms\n");
  CHECK(place.test().exit_code == 12);
}

TEST_CASE("tests whose names differ in what a file's name may not have leave folders and goldens of their own") {
  const Place place;
  place.write("n.test.yaml",
              "golden: {solids: [BALL], every: 0.5s}\n"
              "cases:\n"
              "  - {name: ä, expect: {solid: BALL, touches: FLOOR, by: 0.5s}}\n"
              "  - {name: ö, expect: {solid: BALL, touches: FLOOR, by: 0.3s}}\n"
              "  - {name: a/b}\n"
              "  - {name: a_b}\n");
  CHECK(place.test({"--update", "-j", "4", "-o", "out"}).exit_code == 10);
  CHECK(fs::exists(place.folder / "out/n.test.yaml%3A%3A%C3%A4/verdict.json"));
  CHECK(fs::exists(place.folder / "out/n.test.yaml%3A%3A%C3%B6/verdict.json"));
  CHECK(fs::exists(place.folder / "n@a%2Fb.golden"));
  CHECK(fs::exists(place.folder / "n@a_b.golden"));
}

TEST_CASE("a file of tests that is named more than once runs once") {
  const Place place;
  place.write("a.test.yaml", good);
  CHECK(place.test({"--list", "a.test.yaml", "./a.test.yaml", "."}).out == "a.test.yaml\n");
}

TEST_CASE("the folder of the JUnit file is made, and a file that cannot be written is told before any test runs") {
  const Place place;
  place.write("b.test.yaml", bad);
  CHECK(place.test({"--junit", "nx/y/j.xml"}).exit_code == 10);
  CHECK(fs::exists(place.folder / "nx/y/j.xml"));
  const ProgramResult refused = place.test({"--junit", "b.test.yaml/j.xml"});
  CHECK(refused.exit_code == 9);
  CHECK(refused.out.empty());
}

TEST_CASE("errors of a file of tests are told at their places to GitHub, in JUnit and by the code of --list") {
  const Place place;
  place.write("w.test.yaml", "expct: {}\nseed: x\n");
  const ProgramResult result = place.test({"--junit", "j.xml", "--tags", "slow"}, {"GITHUB_ACTIONS=true"});
  CHECK_THAT(result.out, Catch::Contains("::error file=w.test.yaml,line=3,col=1,"));
  CHECK_THAT(result.out, Catch::Contains("::a test has no key `expct`"));
  CHECK_THAT(result.out, Catch::Contains("::error file=w.test.yaml,line=4,col=7,"));
  CHECK_THAT(read_file(place.folder / "j.xml"), Catch::Contains("w.test.yaml:4:7: seed: 'x' is no whole number"));
  CHECK(place.test({"--list"}).exit_code == 2);
}

TEST_CASE("an expectation of what the world has not is an error at its line") {
  const Place place;
  place.write("w.test.yaml",
              "expect:\n  - {solid: BALL, touches: FLOOR, by: 0.5s}\n  - {solid: NOPE, upright: 5}\n"
              "  - {solid: BALL, near: [9, 9, 9]}\n");
  const ProgramResult result = place.test({"--junit", "j.xml"}, {"GITHUB_ACTIONS=true"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.out, Catch::Contains("::error file=w.test.yaml,line=5,col=5,"));
  CHECK_THAT(result.out, Catch::Contains("::the world has no solid"));
  for (const char* other : {"line=1,", "line=4,", "line=6,"}) CHECK_THAT(result.out, !Catch::Contains(other));
  const std::string junit = read_file(place.folder / "j.xml");
  CHECK_THAT(junit, Catch::Contains("w.test.yaml:5:5: the world has no solid"));
  CHECK_THAT(junit, !Catch::Contains("w.test.yaml:6:"));
}

TEST_CASE("a golden or a stop of what the world has not is an error at its line, and the rest was not looked at") {
  const Place place;
  const auto check = [&](const std::string& text, const std::string& line, const std::string& why) {
    INFO(text);
    place.write("w.test.yaml", text);
    const ProgramResult result = place.test({}, {"GITHUB_ACTIONS=true"});
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.out, Catch::Contains("::error file=w.test.yaml," + line + ",") && Catch::Contains(why));
    CHECK_THAT(result.out, !Catch::Contains("no controller gave it"));
  };
  // Two lines that say world and duration stand before.
  check("golden: {solids: [NOPE]}\n", "line=3,col=1", "::golden: a series of solid:NOPE: the world has no solid");
  check("stop_when: {solid: NOPE, upright: 5}\nexpect: {metric: R.x, value: 1}\n", "line=3,col=12",
        "::the world has no solid");
  check("expect:\n  - {metric: R.x, value: 1}\n  - {solid: NOPE, upright: 5}\n", "line=5,col=5",
        "::the world has no solid");
}

TEST_CASE("an error in what a test sets, or in its world, is told at its place, in words") {
  const Place place;
  const auto check = [&](const std::string& text, int exit_code, const std::string& where, const std::string& why) {
    INFO(text);
    place.write("w.test.yaml", text);
    const ProgramResult result = place.test({"--junit", "j.xml"}, {"GITHUB_ACTIONS=true"});
    INFO(result.out);
    CHECK(result.exit_code == exit_code);
    CHECK_THAT(result.out, Catch::Contains("::error file=" + where + ",") && Catch::Contains(why));
    const std::string junit = read_file(place.folder / "j.xml");
    INFO(junit);
    const auto element = junit.find("<error message=");
    REQUIRE(element != junit.npos);
    const std::string error = junit.substr(element, junit.find("</error>") - element);
    // In the attribute, which services show in their lists, and in the text with its place.
    CHECK(error.find(why) < error.find('>'));
    CHECK_THAT(error.substr(error.find('>')), Catch::Contains(why));
    CHECK_THAT(error, !Catch::Contains("expected:"));
  };
  const std::string holds = "expect: {solid: BALL, above: FLOOR}\n";
  check("set: {BALL.nmae: x}\n" + holds, 2, "w.test.yaml,line=3,col=12", "has no field `nmae`");
  check("set:\n  BALL.name: x\n  BALL.translation: [0, 0]\n" + holds, 2, "w.test.yaml,line=5,col=21",
        "expected 3 numbers");
  check("cases:\n  - {name: a, set: {NOPE.name: x}}\n" + holds, 2, "w.test.yaml,line=4,col=21", "has no node `NOPE`");
  write_file(place.folder / "worlds/w.wbt", "#VRML_SIM R2025a utf8\nWorldInfo {\n  basicTimeStep x\n}\n");
  check(holds, 3, "worlds/w.wbt,line=3,col=17", "expected a number");
}

TEST_CASE("the report of a test says what the test made of its run") {
  const Place place;
  place.write("g.test.yaml", "golden:\n  solids: [BALL]\n");
  REQUIRE(place.test({"--update"}).exit_code == 0);
  const auto reported = [&] {
    const ProgramResult result =
        run_lightsout({"report", "out/g.test.yaml", "-o", "r.html"}, {.directory = place.folder.path()});
    CHECK(result.exit_code == 0);
    return read_file(place.folder / "r.html");
  };
  CHECK(place.test({"-o", "out"}).exit_code == 0);
  CHECK_THAT(reported(), Catch::Contains("\"passed\""));
  // The run is done as before; only what it is held against is another.
  write_file(place.folder / "g.test.yaml",
             "world: worlds/w.wbt\nduration: 1s\nset: {BALL.translation: [0, 0, 1.1]}\ngolden:\n  solids: [BALL]\n");
  CHECK(place.test({"-o", "out"}).exit_code == 10);
  const std::string page = reported();
  CHECK_THAT(page, Catch::Contains("\"failed\""));
  CHECK_THAT(page, Catch::Contains("BALL"));
}

TEST_CASE("a golden that differs is told at its line to GitHub") {
  const Place place;
  place.write("g.test.yaml", "golden:\n  solids: [BALL]\n");
  CHECK_THAT(place.test({}, {"GITHUB_ACTIONS=true"}).out,
             Catch::Contains("::error file=g.test.yaml,line=3,col=1,title=g.test.yaml%3A failed::there is no golden"));
}

TEST_CASE("a matrix takes what a run file takes under a key") {
  const Place place;
  place.write("m.test.yaml",
              "matrix:\n"
              "  set: [{BALL.translation: [0, 0, 1]}, {BALL.translation: [0, 0, 2]}]\n"
              "  expect:\n"
              "    - solid: BALL\n"
              "      touches: FLOOR\n"
              "      by: 0.5s\n");
  const ProgramResult result = place.test();
  CHECK(result.exit_code == 10);  // from 2 m it takes sqrt(2 * 1.9 / 9.81) = 0.62 s
  CHECK_THAT(result.out, Catch::Contains("passed  m.test.yaml::set={BALL.translation: [0, 0, 1]},expect={solid: BALL, "
                                         "touches: FLOOR, by: 0.5s}"));
  CHECK_THAT(result.out, Catch::Contains("2 tests: 1 passed, 1 failed"));
  place.write("m.test.yaml", "matrix: {seed: [1, 1]}\n");
  CHECK_THAT(place.test().err, Catch::Contains("two cases have the name `seed=1`"));
}

TEST_CASE("a matrix is over fields of the world and keys of runs alike") {
  const Place place;
  write_file(place.folder / "m.test.yaml",
             "world: worlds/w.wbt\nduration: 50ms\nset: {BALL.name: b}\n"
             "matrix: {seed: [1, 2], BALL.translation: [[0, 0, 1], [0, 0, 2]], BALL.name: [a]}\n"
             "expect: {solid: BALL, inside: [[-1, -1, 0.5], [1, 1, 3]], always: true}\n");
  const ProgramResult listed = place.test({"--list"});
  CHECK(listed.exit_code == 0);
  CHECK_THAT(listed.out, Catch::Contains("m.test.yaml::seed=2,BALL.translation=[0, 0, 2],BALL.name=a"));
  CHECK_THAT(place.test().out, Catch::Contains("4 tests: 4 passed"));
}

TEST_CASE("an option of one value leaves the words behind it to the paths") {
  const Place place;
  write_file(place.folder / "a.test.yaml", "world: worlds/w.wbt\nduration: 16ms\ntags: slow\n");
  write_file(place.folder / "b.test.yaml", "world: worlds/w.wbt\nduration: 16ms\ntags: slow\n");
  const ProgramResult listed = place.test({"--tags", "slow", "a.test.yaml", "--list"});
  CHECK_THAT(listed.out, Catch::Contains("a.test.yaml"));
  CHECK_THAT(listed.out, !Catch::Contains("b.test.yaml"));
}

TEST_CASE("what a test writes takes the place of no test and of no folder") {
  const Place place;
  write_file(place.folder / "a.test.yaml", "world: worlds/w.wbt\nduration: 16ms\n");
  CHECK(place.test({"--junit", "a.test.yaml"}).exit_code == 2);
  CHECK(place.test({"--junit", "worlds"}).exit_code == 2);
}

TEST_CASE("a JUnit file takes the place of nothing that tests read") {
  const Place place;
  write_file(place.folder / "a.test.yaml",
             "world: worlds/w.wbt\nduration: 16ms\nkeys: k.keys\ngolden: {solids: [BALL], file: a.golden}\n"
             "expect: {lua: h.lua, always: true}\n");
  write_file(place.folder / "k.keys", "# none\n");
  write_file(place.folder / "h.lua", "function holds() return true end\n");
  const ProgramResult made = place.test({"--update"});
  INFO(made.out << made.err);
  REQUIRE(made.exit_code == 0);
  for (const char* name : {"a.golden", "k.keys", "h.lua"}) {
    CAPTURE(name);
    const std::string before = read_file(place.folder / name);
    CHECK(place.test({"--junit", name}).exit_code == 2);
    CHECK(read_file(place.folder / name) == before);
  }
  fs::create_symlink("k.keys", place.folder / "link.xml");
  CHECK(place.test({"--junit", "link.xml"}).exit_code == 2);
}

TEST_CASE("the folder of a test takes the place of what an earlier test has written, and of nothing else") {
  const Place place;
  write_file(place.folder / "a.test.yaml", "world: worlds/w.wbt\nduration: 16ms\n");
  const std::string test = read_file(place.folder / "a.test.yaml");
  const ProgramResult here = place.test({"-o", "."});
  INFO(here.out << here.err);
  CHECK(here.exit_code == 2);
  CHECK_THAT(here.err, Catch::Contains("a.test.yaml is there, and is not what a test has written"));
  CHECK(read_file(place.folder / "a.test.yaml") == test);

  const fs::path own = place.folder / "out/a.test.yaml";
  fs::create_directories(own / "mine");
  CHECK(place.test({"-o", "out"}).exit_code == 2);
  CHECK(fs::exists(own / "mine"));
  fs::remove_all(own);
  fs::create_directories(place.folder / "other");
  fs::create_directory_symlink("../other", own);
  CHECK(place.test({"-o", "out"}).exit_code == 2);
  CHECK(fs::is_symlink(own));
  fs::remove(own);
  for (int time = 0; time < 2; ++time) {
    CHECK(place.test({"-o", "out"}).exit_code == 0);
    CHECK(fs::exists(own / "test.json"));
    write_file(own / "old", "");
  }
  fs::remove(own / "test.json");
  fs::remove(own / "verdict.json");  // as a test that was killed leaves it
  CHECK(place.test({"-o", "out"}).exit_code == 0);
  CHECK(!fs::exists(own / "old"));
}

TEST_CASE("a golden that is a folder is an error of its test alone") {
  const Place place;
  write_file(place.folder / "f.test.yaml", "world: worlds/w.wbt\nduration: 16ms\ngolden: {solids: [BALL]}\n");
  write_file(place.folder / "g.test.yaml", "world: worlds/w.wbt\nduration: 16ms\n");
  fs::create_directory(place.folder / "f.golden");
  const ProgramResult result = place.test({"--junit", "all.xml"});
  CHECK(result.exit_code == 9);
  CHECK_THAT(result.out, Catch::Contains("f.golden: Is a directory"));
  CHECK_THAT(result.out, Catch::Contains("2 tests: 1 passed"));
  CHECK(fs::exists(place.folder / "all.xml"));
}

TEST_CASE("a golden takes the place of goldens alone") {
  const Place place;
  const std::string world = read_file(place.folder / "worlds/w.wbt");
  const auto update = [&place](const std::string& file) {
    write_file(place.folder / "f.test.yaml",
               "world: worlds/w.wbt\nduration: 16ms\ngolden: {solids: [BALL], file: " + file + "}\n");
    return place.test({"--update"});
  };
  CHECK(update("worlds/w.wbt").exit_code == 2);
  CHECK(read_file(place.folder / "worlds/w.wbt") == world);
  CHECK(update("f.test.yaml").exit_code == 2);
  CHECK_THAT(read_file(place.folder / "f.test.yaml"), Catch::StartsWith("world: "));
  write_file(place.folder / "notes.txt", "notes");
  const ProgramResult notes = update("notes.txt");
  CHECK(notes.exit_code == 9);
  CHECK_THAT(notes.out, Catch::Contains("notes.txt is there and is no golden"));
  CHECK(read_file(place.folder / "notes.txt") == "notes");
  CHECK(update("f.golden").exit_code == 0);
  CHECK(update("f.golden").exit_code == 0);
}

TEST_CASE("tolerances are of what a golden holds, and its samples lie apart") {
  const Place place;
  const auto run = [&place](const std::string& golden, const std::vector<std::string>& words = {}) {
    write_file(place.folder / "t.test.yaml", "world: worlds/w.wbt\nduration: 20ms\ngolden: {" + golden + "}\n");
    return place.test(words);
  };
  CHECK(run("solids: [BALL], tolerance: {position: 1, BALL: 2}", {"--update"}).exit_code == 0);
  CHECK(run("solids: [BALL], tolerance: {position: 1, BALL: 2}").exit_code == 0);
  const ProgramResult misspelt = run("solids: [BALL], tolerance: {positon: 1}");
  CHECK(misspelt.exit_code == 2);
  CHECK_THAT(misspelt.out, Catch::Contains("tolerance of `positon`"));
  CHECK_THAT(run("solids: [BALL], every: 0s").err, Catch::Contains("every must be above 0"));
  const ProgramResult both = run("solids: [BALL], exact: true, tolerance: 1");
  CHECK_THAT(both.err, Catch::Contains("`exact` and `tolerance` do not go together"));
  CHECK_THAT(both.err, !Catch::Contains("needs"));
}

TEST_CASE("a file that cannot be read is one test that cannot be run, and leaves the others alone") {
  const Place place;
  write_file(place.folder / "a.test.yaml", "world: worlds/w.wbt\nduration: 20ms\n");
  fs::create_symlink("nowhere", place.folder / "b.test.yaml");
  const ProgramResult result = place.test();
  CHECK(result.exit_code == 9);
  CHECK_THAT(result.out, Catch::Contains("passed  a.test.yaml"));
  CHECK_THAT(result.out, Catch::Contains("error   b.test.yaml"));
  // A run that was refused has no verdict: its exit code says what it was.
  fs::remove(place.folder / "b.test.yaml");
  write_file(place.folder / "b.test.yaml", "world: worlds/w.wbt\nduration: 20ms\nrecord: ../a.csv\n");
  CHECK(place.test().exit_code == 2);
}

TEST_CASE("samples of a golden are held against those of their times") {
  const Place place;
  const auto write_test = [&place](const char* rest) {
    write_file(place.folder / "e.test.yaml", fmt::format("world: worlds/w.wbt\n{}\n", rest));
  };
  write_test("duration: 200ms\ngolden: {solids: [BALL], every: 10ms}");
  CHECK(place.test({"--update"}).exit_code == 0);
  write_test("duration: 400ms\ngolden: {solids: [BALL], every: 20ms}");
  CHECK_THAT(place.test().out, Catch::Contains("sample 2 is at 0.01 s in the golden and at 0.02 s in the run"));
}

TEST_CASE("a matrix of too many tests is refused before it is made") {
  const Place place;
  std::string values = "[1";
  for (int i = 2; i < 1000; ++i) values += ", " + std::to_string(i);
  values += "]";
  place.write("a.test.yaml", "matrix: {seed: " + values + ", passes: " + values + "}\n");
  const ProgramResult result = place.test({"--list"});
  CHECK(result.exit_code == 2);
  CHECK(has(result.err, "this makes 998001 tests of one file"));
}

TEST_CASE("a test that is said to fail may do so by its time limit") {
  const Place place;
  write_file(place.folder / "h.test.yaml",
             "world: worlds/w.wbt\nrealtime: true\nduration: 60s\ntimeout: 0.3s\nxfail: it hangs\n");
  const ProgramResult result = place.test();
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Catch::Contains("1 xfailed"));
}

TEST_CASE("a word of the command line that is no key is told with the key") {
  const Place place;
  place.write("e.test.yaml", "env: {A: b}\n");
  CHECK_THAT(place.test().err, Catch::Contains("a test has no key `env`; did you mean `environment`?"));
}

TEST_CASE("a case and a file whose names come to the same have goldens and folders of their own") {
  const Place place;
  place.write("a.test.yaml", "golden: {solids: [BALL], every: 0.5s}\ncases: [{name: b, duration: 0.5s}]\n");
  place.write("a.b.test.yaml", "golden: {solids: [BALL], every: 0.5s}\n");
  CHECK(place.test({"--update", "-o", "out"}).exit_code == 0);
  CHECK(fs::exists(place.folder / "a@b.golden"));
  CHECK(fs::exists(place.folder / "a.b.golden"));
  CHECK(place.test({"-o", "out"}).exit_code == 0);
  CHECK(fs::exists(place.folder / "out/a.test.yaml%3A%3Ab/log"));
  CHECK(fs::exists(place.folder / "out/a.b.test.yaml/log"));
}

TEST_CASE("a golden holds what controllers read, and tells a sensor that is none, or reads lists") {
  const Place place;
  fs::create_directories(place.folder / "controllers/reads");
  write_file(place.folder / "controllers/reads/reads.py",
             "from controller import Robot\nr = Robot()\nfor n in ('gps', 'lidar'): r.getDevice(n).enable(20)\n"
             "while r.step(10) != -1: pass\n");
  const auto world = [&](const std::string& place_of_wall) {
    write_file(place.folder / "worlds/w.wbt",
               "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 10 }\n"
               "DEF ROVER Robot { controller \"reads\" children [ GPS { name \"gps\" accuracy 0.1 } "
               "Lidar { name \"lidar\" horizontalResolution 5 numberOfLayers 1 fieldOfView 0.5 maxRange 9 } "
               "Radar { name \"radar\" } ] }\n"
               "Solid { translation " +
                   place_of_wall +
                   " 0 0 children [ Shape { geometry Box { size 0.2 0.2 0.2 } } ] boundingObject Box { size 0.2 0.2 "
                   "0.2 } }\n");
  };
  world("2");
  write_file(place.folder / "r.test.yaml",
             "world: worlds/w.wbt\nduration: 0.2s\nseed: 3\n"
             "golden: {readings: [ROVER], tolerance: {ROVER.lidar: 0.01}}\n");
  CHECK(place.test({"--update"}).exit_code == 0);
  CHECK(place.test({"--verify"}).exit_code == 0);
  // Within tolerance, and beyond: the middle ray meets the wall 5 cm later, some meet nothing.
  world("2.005");
  CHECK(place.test().exit_code == 0);
  world("2.05");
  const ProgramResult moved = place.test({"-o", "out"});
  CHECK(moved.exit_code == 10);
  // 5 cm, but for what a golden is rounded to.
  CHECK_THAT(moved.out, Catch::Contains("reading of ROVER.lidar.ranges is 0.0"));
  CHECK_THAT(moved.out, Catch::Contains(" m off at 0.02 s (tolerance 0.01)"));
  CHECK_THAT(read_file(place.folder / "out/r.test.yaml/golden.svg"), Catch::Contains("number 3"));
  // Noise of another seed.
  write_file(place.folder / "s.test.yaml",
             "world: worlds/w.wbt\nduration: 0.2s\ngolden: {readings: [ROVER.gps]}\ncases: [{seed: 1}, {seed: 2}]\n");
  CHECK(place.test({"s.test.yaml", "--update"}).exit_code == 0);
  fs::copy_file(place.folder / "s@1.golden", place.folder / "s@2.golden", fs::copy_options::overwrite_existing);
  CHECK_THAT(place.test({"s.test.yaml"}).out, Catch::Contains("reading of ROVER.gps."));
  for (const auto& [name, what] :
       std::map<std::string, std::string>{{"ROVER.radar", "a Radar reads lists, and a series holds numbers"},
                                          {"ROVER.nothing", "no sensor of this path"}}) {
    write_file(place.folder / "w.test.yaml",
               "world: worlds/w.wbt\nduration: 0.1s\ngolden: {readings: [" + name + "]}\n");
    const ProgramResult wrong = place.test({"w.test.yaml", "--update"});
    CHECK(wrong.exit_code == 2);
    CHECK_THAT(wrong.out, Catch::Contains(what));
  }
}

TEST_CASE("JUnit on standard output is alone there, with annotations, failures and --quiet beside it") {
  const Place place;
  place.write("a.test.yaml", good);
  place.write("b.test.yaml", bad);
  for (const char* github : {"GITHUB_ACTIONS=", "GITHUB_ACTIONS=true"})
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"--junit", "-"}, {"--junit", "-", "-q"}, {"--junit", "-", "--verify", "-j", "2"}}) {
      std::vector<std::string> all = words;
      all.insert(all.begin(), "test");
      const ProgramResult result =
          run_lightsout(all, {.directory = place.folder.path(), .environment = {github, "CI="}});
      CHECK(result.exit_code == 10);
      CHECK_THAT(result.out, Catch::StartsWith("<?xml"));
      CHECK_THAT(result.out, Catch::EndsWith("</testsuites>\n"));
      CHECK_THAT(result.err, Catch::Contains("failed  b.test.yaml"));
      CHECK(has(result.err, "::error") == (std::string(github) != "GITHUB_ACTIONS="));
    }
}

TEST_CASE("tests of strangers' worlds run without their programs, and in the sandbox") {
  const Place place;
  fs::create_directories(place.folder / "controllers/writes");
  write_file(place.folder / "controllers/writes/writes.py",
             "import os\nopen(os.environ['TEST_FOLDER'] + '/written', 'w')\n");
  write_file(place.folder / "worlds/w.wbt", Place::world("1") + "Robot { name \"r\" controller \"writes\" }\n");
  place.write("a.test.yaml", good);
  const std::vector<std::string> environment = {"TEST_FOLDER=" + place.folder.path().string()};
  const fs::path written = place.folder / "written";
  const ProgramResult without = place.test({"--no-code"}, environment);
  INFO(without.out << without.err);
  CHECK(without.exit_code == 0);
  CHECK(!fs::exists(written));
  // There the controller finds neither its variable nor the folder, and has failed.
  CHECK(place.test({"--sandbox"}, environment).exit_code == 4);
  CHECK(!fs::exists(written));
  // The attempt is real.
  (void)place.test({}, environment);
  CHECK(fs::exists(written));
}
