// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What arguments and the small files beside a world may say, and that what is wrong is refused with its place.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// w.wbt with a ball and a robot whose controller leaves a file `started` behind it.
struct Place {
  TemporaryFolder folder;
  Place() {
    fs::create_directories(folder / "worlds");
    fs::create_directories(folder / "controllers/marks");
    write_file(folder / "worlds/w.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 10 }
DEF BALL Solid { name "ball" boundingObject Sphere { radius 0.1 } physics Physics {} }
DEF BOT Robot { name "bot" controller "marks" }
)");
    write_file(folder / "controllers/marks/marks", "#!/bin/sh\ntouch " + (folder / "started").string() + "\nexit 3\n");
    fs::permissions(folder / "controllers/marks/marks", fs::perms::owner_all);
  }
  ProgramResult run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"run", "worlds/w.wbt", "--on-controller-failure", "continue", "--duration",
                                         "50ms", "--verdict", "v.json"});
    return run_lightsout(arguments, {.directory = folder.path()});
  }
  bool was_started() const { return fs::exists(folder / "started"); }
  Json verdict() const { return Json::parse(read_file(folder / "v.json")); }
};

}  // namespace

TEST_CASE("a seed is a whole number in decimal digits") {
  const Place place;
  const auto seed = [&](const std::string& text) {
    CHECK(place.run({"--seed", text}).exit_code == 0);
    return place.verdict()["seed"].get<std::uint64_t>();
  };
  CHECK(seed("08") == 8);
  CHECK(seed("010") == 10);
  CHECK(seed("18446744073709551615") == 18446744073709551615u);  // 2^64 - 1
  for (const char* wrong : {"-1", "18446744073709551616", "0x10", "1.5", "1e3", "", "7s"}) {
    CAPTURE(wrong);
    const ProgramResult result = place.run({fmt::format("--seed={}", wrong)});
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::Contains("--seed"));
  }
}

TEST_CASE("whole numbers of other options are decimal too") {
  const Place place;
  CHECK(place.run({"--passes", "010"}).exit_code == 0);
  for (const std::vector<std::string>& wrong :
       std::vector<std::vector<std::string>>{{"--passes", "0x2"}, {"--passes", "1.5"}, {"--repeat", "2.5", "--verify"}})
    CHECK(place.run(wrong).exit_code == 2);
  CHECK(run_lightsout({"collide", "--group", "sphere:1", "--list", "--robots", "0x0"}).exit_code == 2);
  CHECK(run_lightsout({"collide", "--group", "sphere:1", "--list", "--jobs", "1.5"}).exit_code == 2);
}

TEST_CASE("An option that takes no value is given none") {
  const Place place;
  for (const std::string option : {"--no-code=false", "--sandbox=no", "--hash=0"}) {
    const ProgramResult result = place.run({option});
    INFO(option << "\n" << result.err);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::Contains(option.substr(0, option.find('='))));
  }
}

TEST_CASE("What is refused is said by the option, the value and what can be done") {
  const Place place;
  fs::create_directories(place.folder / "folder");
  write_file(place.folder / "text", "nonsense\n");
  struct Wrong {
    std::vector<std::string> words;
    int code;
    const char* message;
  };
  const std::string world = "worlds/w.wbt";
  for (const Wrong& wrong : std::vector<Wrong>{
           {{"run", world, "--duration"}, 2, "--duration: a value is missing: --duration TIME"},
           {{"run", world, "--duration", "1s", "--duration", "2s"},
            2,
            "--duration: it can be given once, and was given 2 times"},
           {{"run", world, "--solver", "fast"}, 2, "--solver: 'fast' is not one of: auto, exact, dense, quick"},
           {{"run", world, "-q", "-v"}, 2, "--quiet and --verbose do not go together"},
           {{"run", world, "--duration", "1s", "--verdict", "text/v.json"},
            9,
            "--verdict text/v.json: cannot make the folder text"},
           {{"run", world, "--run-file", "none.yaml"}, 9, "cannot open --run-file none.yaml: No such file"},
           {{"run", world, "--run-file", "folder"}, 9, "--run-file folder is a folder"},
           {{"run", world, "--duration", "1s", "--against", "text"}, 2, "--against text: this is no trace"},
           {{"batch", world, "-o", "out", "-j", "x"}, 2, "--jobs: 'x' is no number from 1 to 4096"},
           {{"batch", world, "-o", "out", "--partition", "p"}, 2, "--partition needs --submit"},
           {{"batch", world, "-o", "text", "--duration", "1s"}, 2, "-o text is no folder"},
           {{"batch", "none.wbt", "-o", "out", "--duration", "1s"}, 9, "cannot open WORLD none.wbt: No such file"},
           {{"batch", "folder", "-o", "out", "--duration", "1s"}, 9, "WORLD folder is a folder"},
           {{"batch", world, "-o", "out", "--points", "none"}, 9, "cannot open --points none: No such file"},
           {{"batch", world, "-o", "out", "--points", "folder"}, 9, "--points folder is a folder"},
           {{"trace", "text"}, 2, "text: this is no trace"},
           {{"trace", "folder"}, 9, "FILE1 folder is a folder"},
           {{"replay", "text"}, 2, "text is no manifest"},
           {{"replay", "folder"}, 9, "cannot open SOURCE folder/manifest.json: No such file"},
           {{"feed", "text", "bot"}, 2, "text: this is no recorded exchange"},
           {{"feed", "folder", "bot"}, 9, "FILE folder is a folder"},
           {{"build", "text"}, 9, "DIR text is no folder"}}) {
    CAPTURE(wrong.words);
    const ProgramResult result = run_lightsout(wrong.words, {.directory = place.folder.path()});
    CHECK(result.exit_code == wrong.code);
    CHECK_THAT(result.err, Catch::Contains(wrong.message));
    CHECK(!fs::exists(place.folder / "out"));
  }
  CHECK(!place.was_started());
}

TEST_CASE("the time between samples has a unit, and is in ms without") {
  const Place place;
  const auto samples = [&](const std::string& every) {
    CHECK(place.run({"--record", "t.csv", "--every", every}).exit_code == 0);
    const std::string text = read_file(place.folder / "t.csv");
    return std::count(text.begin(), text.end(), '\n') - 1;  // header
  };
  CHECK(samples("20") == 3);  // at 0, 20 and 40 ms
  CHECK(samples("20ms") == 3);
  CHECK(samples("0.02s") == 3);
  CHECK(samples("0") == 6);
  CHECK(place.run({"--record", "t.csv", "--every", "-1"}).exit_code == 2);
  CHECK(place.run({"--record", "t.csv", "--every", "often"}).exit_code == 2);
}

TEST_CASE("a command that does not exist is named, with the nearest") {
  const ProgramResult near = run_lightsout({"chekc", "worlds/demo.wbt"});
  CHECK(near.exit_code == 2);
  CHECK_THAT(near.err, Catch::Contains("there is no command 'chekc'; did you mean 'check'?"));
  const ProgramResult far = run_lightsout({"frob"});
  CHECK(far.exit_code == 2);
  CHECK_THAT(far.err, Catch::Contains("there is no command 'frob'; the commands are run, batch"));
}

TEST_CASE("a wrong selection or a robot that nobody is are told before a controller starts") {
  const Place place;
  const ProgramResult selected = place.run({"--record", "t.csv", "--select", "BAL"});
  CHECK(selected.exit_code == 2);
  CHECK_THAT(selected.err, Catch::Contains("did you mean 'BALL'?"));
  CHECK_FALSE(place.was_started());

  write_file(place.folder / "keys.txt", "0 to bot Up\n0.01 to bto Up\n0.02 to bto Down\n");
  const ProgramResult keys = place.run({"--keys", "keys.txt"});
  CHECK(keys.exit_code == 2);
  CHECK_THAT(keys.err, Catch::Contains("keys.txt:2:9: error: the world has no robot of the name \"bto\"; did you mean "
                                       "\"bot\"? [bad-keys]\n  0.01 to bto Up\n          ^~~\n"));
  CHECK_THAT(keys.err, Catch::Contains("keys.txt: 1 error"));
  CHECK_FALSE(place.was_started());

  write_file(place.folder / "keys.txt", "0 to bot Up\n");
  CHECK(place.run({"--keys", "keys.txt"}).exit_code == 0);
  CHECK(place.was_started());
}

TEST_CASE("an unknown key of a run file is an error at its place") {
  const Place place;
  write_file(place.folder / "run.yaml", "# how\npases: 3\n");
  const ProgramResult result = place.run({"--run-file", "run.yaml"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, Catch::Contains("run.yaml:2:1: error: a run file has no key `pases`; did you mean `passes`? "
                                         "[bad-run-file]\n  pases: 3\n  ^~~~~\n"));
  CHECK_FALSE(place.was_started());
}

TEST_CASE("what ended well says so, and what failed on the way is said beside it") {
  const Place place;
  const ProgramResult failed = place.run({});
  CHECK(failed.exit_code == 0);
  CHECK_THAT(failed.err, Catch::Contains("warning: done, but 1 controller had failed: reached 0.05 s"));
  CHECK(place.verdict()["failed_controllers"] == 1);

  write_file(place.folder / "controllers/marks/marks", "#!/bin/sh\nexit 0\n");
  const ProgramResult well = place.run({});
  CHECK(well.exit_code == 0);
  CHECK(well.err.find("failed") == std::string::npos);
  CHECK(place.verdict()["failed_controllers"] == 0);
}

TEST_CASE("warnings come once, however often a world runs") {
  const Place place;
  write_file(place.folder / "worlds/w.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 10 optimalThreadCount 4 }
Solid { nmae "a" }
Robot { name "bot" controller "nowhere_at_all" }
)");
  const ProgramResult result = place.run({"--repeat", "3", "--verify", "--log", "log"});
  CHECK(result.exit_code == 0);
  for (const std::string& text : {result.err, read_file(place.folder / "log")}) {
    const std::size_t first = text.find("unknown-field");
    REQUIRE(first != std::string::npos);
    CHECK(text.find("unknown-field", first + 1) == std::string::npos);
  }
}

TEST_CASE("files that are missing are one line with their number, and a list where everything is wanted") {
  const Place place;
  std::string shapes;
  for (int i = 0; i < 5; ++i)
    shapes += fmt::format("Shape {{ appearance Appearance {{ texture ImageTexture {{ url \"t{}.png\" }} }} }}\n", i);
  write_file(
      place.folder / "worlds/w.wbt",
      fmt::format("#VRML_SIM R2025a utf8\nWorldInfo {{ basicTimeStep 10 }}\nSolid {{ children [\n{}] }}\n", shapes));
  const auto lines_with = [](const std::string& text, const std::string& word) {
    int count = 0;
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size()) ++count;
    return count;
  };
  const ProgramResult brief = place.run({"--log", "log"});
  CHECK(brief.exit_code == 0);
  CHECK_THAT(brief.err, Catch::Contains("warning: 5 files named by the world were not found and left out: `t0.png`, "
                                        "`t1.png`, `t2.png`, ... (--verbose"));
  CHECK(lines_with(brief.err, "missing-asset") == 1);
  CHECK(lines_with(read_file(place.folder / "log"), "missing-asset") == 5);
  CHECK(lines_with(place.run({"--verbose"}).err, "missing-asset") == 5);
}

TEST_CASE("a snapshot is gone on from as it was made, or not at all") {
  const Place place;
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"run", "--on-controller-failure", "continue"});
    return run_lightsout(arguments, {.directory = place.folder.path()});
  };
  const std::vector<std::string> making = {"worlds/w.wbt",     "--duration", "0.1s", "--seed", "5",
                                           "--snapshot-every", "50ms"};
  CHECK(run(making).exit_code == 0);
  const std::string at_50ms = "snapshots/step_000000005.snapshot", at_100ms = "snapshots/step_000000010.snapshot";
  CHECK(run({"--from", at_50ms, "--duration", "0.1s", "--seed", "5"}).exit_code == 0);
  const ProgramResult seed = run({"--from", at_50ms, "--duration", "0.1s", "--seed", "6"});
  CHECK(seed.exit_code == 2);
  CHECK_THAT(seed.err, Catch::Contains("seed 5"));
  const ProgramResult over = run({"--from", at_100ms, "--duration", "50ms"});
  CHECK(over.exit_code == 2);
  CHECK_THAT(over.err, Catch::Contains("made at 0.1 s"));
  CHECK(run({"--from", at_100ms, "--duration", "0.1s"}).exit_code == 0);
  const ProgramResult solver = run({"--from", at_50ms, "--duration", "0.1s", "--solver", "quick"});
  CHECK(solver.exit_code == 2);
  CHECK_THAT(solver.err, Catch::Contains("--solver"));
}

TEST_CASE("snapshots of another run are neither lost nor mixed with new ones") {
  const Place place;
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"run", "--on-controller-failure", "continue", "--duration", "0.2s"});
    return run_lightsout(arguments, {.directory = place.folder.path()});
  };
  const std::vector<std::string> making = {"worlds/w.wbt", "--snapshot-every", "50ms", "--hash"};
  const ProgramResult first = run(making);
  CHECK(first.exit_code == 0);
  const ProgramResult again = run(making);
  CHECK(again.exit_code == 2);
  CHECK_THAT(again.err, Catch::Contains("holds snapshots of another run"));
  // Into the same folder, twice from one snapshot and from the later ones: all stay of use.
  std::vector<std::string> files;
  for (const int step : {5, 10, 15, 20}) files.push_back(fmt::format("snapshots/step_{:09}.snapshot", step));
  for (const std::string& from : {files[0], files[0], files[1]})
    CHECK(run({"--from", from, "--snapshot-every", "50ms"}).exit_code == 0);
  for (const std::string& from : files) {
    CAPTURE(from);
    const ProgramResult resumed = run({"--from", from, "--hash"});
    CHECK(resumed.exit_code == 0);
    CHECK(resumed.out == first.out);
  }
}

TEST_CASE("a run file that is no mapping, or says more or less than one, is refused at its place") {
  const Place place;
  const auto bound = [](const std::string& more) {
    return "joint_callbacks:\n  - {joint: BALL, lua: run.yaml, " + more + "}\n";
  };
  const std::pair<std::string, const char*> cases[] = {
      {"", "a run file is a mapping (key: value), and here is nothing"},
      {"# only a remark\n", "a run file is a mapping (key: value), and here is nothing"},
      {"---\n", "a run file is a mapping"},
      {"null\n", "run.yaml:1:1: error: a run file is a mapping"},
      {"[]\n", "run.yaml:1:1: error: a run file is a mapping (key: value) [bad-run-file]"},
      {"hello\n", "run.yaml:1:1: error: a run file is a mapping (key: value) [bad-run-file]"},
      {"\xff\xfe", "a run file is a mapping"},
      {"passes: 1\n---\npasses: 2\n", "run.yaml:3:1: error: a run file is one document, and this is a second one"},
      {bound("target: {}"), "run.yaml:2:42: error: target is motor, a position or {table"},
      {bound("max_force: .nan"), "max_force must be a number, not NaN"},
      {bound("target: .inf"), "must be finite"},
      {bound("parameters: {p: 1, p: 2}"), "parameters has two keys `p`"},
      {"joint_callbacks:\n  - {joint: BALL, lua: worlds}\n", "worlds is a folder"},
  };
  for (const auto& [text, said] : cases) {
    write_file(place.folder / "run.yaml", text);
    const ProgramResult result = place.run({"--run-file", "run.yaml"});
    INFO(text << "\n" << result.err);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::Contains(said));
    CHECK_THAT(result.err, Catch::Contains("[bad-run-file]"));
    CHECK(place.verdict()["outcome"] == "wrong-use");
    CHECK_FALSE(place.was_started());
  }
}

TEST_CASE("a run file that names what the world has not is wrong use, as a keys file is") {
  const Place place;
  write_file(place.folder / "run.yaml", "joint_callbacks:\n  - {joint: NOBODY, lua: run.yaml}\n");
  const ProgramResult result = place.run({"--run-file", "run.yaml"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, Catch::Contains("run.yaml:2: joint callback: the world has no joint NOBODY"));
  CHECK_FALSE(place.was_started());
}

TEST_CASE("a name that is empty is not the wish for no file") {
  const Place place;
  for (const char* option : {"--record", "--log", "--keys", "--run-file", "--animation", "--sounds", "--trace",
                             "--against", "--from", "--law-files", "--plugin-drawing", "--assets"}) {
    const ProgramResult result = place.run({option, ""});
    INFO(option << ": " << result.err);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::Contains("is empty"));
    CHECK(place.verdict()["outcome"] == "wrong-use");
  }
  CHECK(run_lightsout({"run", "", "--duration", "1s"}).exit_code == 2);
  CHECK(run_lightsout({"check", ""}).exit_code == 2);
  CHECK_FALSE(place.was_started());
}

TEST_CASE("an ending that no format has is wrong use") {
  const Place place;
  for (const auto& [option, name] : {std::pair("--record", "a.txt"), {"--record", "a.CSV"}, {"--animation", "a.htm"}}) {
    const ProgramResult result = place.run({option, name});
    INFO(result.err);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::Contains(std::string(option) + " " + name + ": "));
  }
  CHECK_FALSE(place.was_started());
}

TEST_CASE("arguments that are not expected are shown as they were given") {
  const ProgramResult result = run_lightsout({"run", "--", "w.wbt", "--duration", "1s"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, Catch::Contains("not expected: --duration 1s\n"));
}

TEST_CASE("nothing happens to a joystick that is not there, nor outside the view") {
  const Place place;
  const std::string pad = "0 joystick connect pad 2 1 3\n";
  const std::pair<std::string, const char*> cases[] = {
      {"0 mouse at 2 0.5\n", "keys.txt:1:12: error: a place in the view"},
      {"0 mouse at 0.5 -1\n", "keys.txt:1:16: error: a place in the view"},
      {"0 joystick axis 0 5\n", "keys.txt:1:3: error: no joystick is connected then"},
      {"0 joystick press 0\n", "keys.txt:1:3: error: no joystick is connected then"},
      {"0 joystick disconnect\n", "keys.txt:1:3: error: no joystick is connected then"},
      {pad + "1 joystick disconnect\n2 joystick disconnect\n", "keys.txt:3:3: error: no joystick is connected then"},
      {pad + "1 joystick disconnect\n2 joystick pov 0 5\n", "keys.txt:3:3: error: no joystick is connected then"},
      {pad + "1 to bot joystick disconnect\n2 to bot joystick pov 0 5\n", "keys.txt:3:10: error: no joystick"},
      {pad + "1 joystick axis 2 5\n", "keys.txt:2:17: error: the joystick has no axis of this number"},
      {pad + "1 joystick pov 1 5\n", "the joystick has no point of view of this number"},
      {pad + "1 to bot joystick release 3\n", "keys.txt:2:27: error: the joystick has no button of this number"},
  };
  for (const auto& [text, said] : cases) {
    write_file(place.folder / "keys.txt", text);
    const ProgramResult result = place.run({"--keys", "keys.txt"});
    INFO(text << "\n" << result.err);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::Contains(said));
  }
  CHECK_FALSE(place.was_started());
  write_file(place.folder / "keys.txt", pad +
                                            "0 mouse at 0 1\n0 joystick axis 1 5\n0 to bot joystick press 2\n"
                                            "0 to bot joystick connect own 0 0 4\n0 to bot joystick press 3\n");
  CHECK(place.run({"--keys", "keys.txt"}).exit_code == 0);
}
