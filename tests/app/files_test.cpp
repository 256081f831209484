// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What commands read and write: nothing is written over, nothing old is left standing, nothing is lost in silence.
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <nlohmann/json.hpp>

#include "engine/files/whole_file.h"
#include "runs/reports/named_files.h"
#include "tests/support/program.h"

using namespace lightsout;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* world = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 10 }
DEF BALL Solid { name "ball" boundingObject Sphere { radius 0.1 } physics Physics {} }
)";

// A folder with w.wbt and keys.txt.
struct Place {
  TemporaryFolder folder;
  Place() {
    write_file(folder / "w.wbt", world);
    write_file(folder / "keys.txt", "0 Up\n");
  }
  ProgramResult run(std::vector<std::string> arguments, const std::string& duration = "50ms") const {
    arguments.insert(arguments.begin(), {"run", "w.wbt", "--duration", duration});
    return run_lightsout(arguments, {.directory = folder.path()});
  }
  ProgramResult lightsout(const std::string& shell) const {
    return run_program("/bin/sh", {"-c", shell},
                       {.directory = folder.path(), .environment = {"L=" LIGHTSOUT_EXECUTABLE}});
  }
  std::string operator[](const std::string& name) const { return read_file(folder / name); }
};

}  // namespace

TEST_CASE("an output that would take the place of something is refused before anything is touched") {
  const Place place;
  write_file(place.folder / "script.py", "print()\n");
  write_file(place.folder / "tool", "#!/bin/sh\n");
  write_file(place.folder / "old.json", "old");
  fs::create_directory(place.folder / "d");
  fs::create_symlink("w.wbt", place.folder / "link.wbt");
  fs::create_hard_link(place.folder / "keys.txt", place.folder / "other_keys.txt");
  struct Case {
    std::vector<std::string> arguments;
    std::vector<std::string> said;  // both names
  };
  for (const Case& one : std::vector<Case>{
           {{"--verdict", "w.wbt"}, {"--verdict w.wbt", "WORLD w.wbt"}},
           {{"--log", "w.wbt"}, {"--log w.wbt", "WORLD w.wbt"}},
           {{"--log", "./d/../w.wbt"}, {"--log", "WORLD w.wbt"}},
           {{"--log", "link.wbt"}, {"--log link.wbt", "WORLD w.wbt"}},
           {{"--log", "keys.txt", "--keys", "keys.txt"}, {"--log keys.txt", "--keys keys.txt"}},
           {{"--log", "other_keys.txt", "--keys", "keys.txt"}, {"--log other_keys.txt", "--keys keys.txt"}},
           {{"--log", "script.py"}, {"--log script.py", "program"}},
           {{"--verdict", "tool"}, {"--verdict tool", "program"}},
           {{"--verdict", "d"}, {"--verdict d", "folder"}},
           {{"--log", "d"}, {"--log d", "folder"}},
           {{"--sounds", "old.json"}, {"--sounds old.json", "no folder"}},
           {{"--record", "t.csv", "--log", "t.csv"}, {"--record t.csv", "--log t.csv"}},
           {{"--record", "t.csv", "--log", "d/../t.csv"}, {"--record t.csv", "--log d/../t.csv"}},
           {{"--animation", "a.html", "--verdict", "a.json"},
            {"--verdict a.json", "a.json (beside --animation a.html)"}},
           {{"--verdict", "-", "--record", "-"}, {"--verdict", "--record", "standard output"}},
           {{"--verdict", "-", "--hash"}, {"--verdict", "--hash", "standard output"}}}) {
    CAPTURE(one.arguments);
    const ProgramResult result = place.run(one.arguments);
    CAPTURE(result.err);
    CHECK(result.exit_code == 2);
    CHECK(result.out == "");
    for (const std::string& name : one.said) CHECK_THAT(result.err, Catch::Contains(name));
    CHECK(place["w.wbt"] == world);
    CHECK(place["keys.txt"] == "0 Up\n");
    CHECK(place["script.py"] == "print()\n");
    CHECK(place["tool"] == "#!/bin/sh\n");
    CHECK(place["old.json"] == "old");
    CHECK(fs::is_directory(place.folder / "d"));
    for (const char* name : {"t.csv", "a.html", "a.json"}) CHECK_FALSE(fs::exists(place.folder / name));
  }
  // A verdict that is not in the way says what is.
  CHECK(place.run({"--log", "w.wbt", "--verdict", "v.json"}).exit_code == 2);
  CHECK(Json::parse(place["v.json"])["outcome"] == "wrong-use");
}

TEST_CASE("convert and collide refuse outputs that are inputs") {
  const Place place;
  const auto refused = [&](const std::vector<std::string>& arguments) {
    const ProgramResult result = run_lightsout(arguments, {.directory = place.folder.path()});
    CAPTURE(arguments, result.err);
    CHECK(result.exit_code == 2);
    CHECK(place["w.wbt"] == world);
  };
  refused({"convert", "w.wbt", "-o", "w.wbt"});
  write_file(place.folder / "poses.csv", "1 0 0 0 0 1 0 0 0 0 1 0\n");
  const std::vector<std::string> boxes = {"collide", "--group", "box:1,1,1", "--poses", "poses.csv"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), boxes.begin(), boxes.end());
    return more;
  };
  refused(with({"-o", "poses.csv"}));
  refused(with({"-o", "r", "--find-allowed", "r"}));
  CHECK(place["poses.csv"].size() > 10);
  const ProgramResult converted =
      run_lightsout({"convert", "w.wbt", "-o", "new/deep/w.wbt"}, {.directory = place.folder.path()});
  CHECK(converted.exit_code == 0);
  CHECK_THAT(place["new/deep/w.wbt"], Catch::StartsWith("#VRML_SIM"));
}

TEST_CASE("what an output is written to stays what it is: links, pipes, devices") {
  const Place place;
  write_file(place.folder / "target", "old");
  fs::create_symlink("target", place.folder / "link");
  fs::create_symlink("nothing_yet", place.folder / "dangling");
  CHECK(place.run({"--verdict", "link", "--log", "dangling"}).exit_code == 0);
  CHECK(fs::is_symlink(place.folder / "link"));
  CHECK(fs::is_symlink(place.folder / "dangling"));
  CHECK(Json::parse(place["target"])["outcome"] == "done");
  CHECK_THAT(place["nothing_yet"], Catch::Contains("reached 0.05 s"));

  REQUIRE(::mkfifo((place.folder / "pipe").c_str(), 0600) == 0);
  const ProgramResult piped =
      place.lightsout("cat pipe > got & \"$L\" run w.wbt --duration 50ms -q --verdict pipe; code=$?; wait; exit $code");
  CHECK(piped.exit_code == 0);
  CHECK(fs::is_fifo(place.folder / "pipe"));
  CHECK(Json::parse(place["got"])["outcome"] == "done");
  // A bundle too, which takes its place when it is whole.
  fs::create_symlink("elsewhere.tar.zst", place.folder / "bundle.tar.zst");
  REQUIRE(::mkfifo((place.folder / "pipe.tar.zst").c_str(), 0600) == 0);
  CHECK(place.run({"--bundle", "bundle.tar.zst"}).exit_code == 0);
  CHECK(fs::is_symlink(place.folder / "bundle.tar.zst"));
  const ProgramResult bundled = place.lightsout(
      "cat pipe.tar.zst > got.tar.zst & \"$L\" run w.wbt --duration 50ms -q --bundle pipe.tar.zst; code=$?; wait; exit "
      "$code");
  CHECK(bundled.exit_code == 0);
  CHECK(fs::is_fifo(place.folder / "pipe.tar.zst"));
  for (const char* bundle : {"elsewhere.tar.zst", "got.tar.zst"})
    CHECK(run_lightsout({"replay", bundle}, {.directory = place.folder.path()}).exit_code == 0);
  // An animation writes files beside the one that is named.
  REQUIRE(::mkfifo((place.folder / "scene.json").c_str(), 0600) == 0);
  CHECK(place
            .lightsout("cat scene.json > got.json & \"$L\" run w.wbt --duration 50ms -q --animation scene.html; "
                       "code=$?; wait; exit $code")
            .exit_code == 0);
  CHECK(fs::is_fifo(place.folder / "scene.json"));
  CHECK(Json::parse(place["got.json"]).contains("frames"));
  // Whoever names the null device twice means it.
  CHECK(place.run({"--verdict", "/dev/null", "--log", "/dev/null"}).exit_code == 0);
  CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("a dash is standard output") {
  const Place place;
  const ProgramResult verdict = place.run({"--verdict", "-", "--quiet"});
  CHECK(verdict.exit_code == 0);
  CHECK(Json::parse(verdict.out)["steps"] == 5);
  const ProgramResult record = place.run({"--record", "-", "--quiet"});
  CHECK(place.run({"--record", "t.csv", "--quiet"}).exit_code == 0);
  CHECK(record.exit_code == 0);
  CHECK(record.out == place["t.csv"]);
  CHECK_FALSE(fs::exists(place.folder / "-"));
}

TEST_CASE("the folders of all outputs are made") {
  const Place place;
  CHECK(place
            .run({"--record", "a/b/t.csv", "--log", "c/d/log", "--verdict", "e/f/v.json", "--animation", "g/h/a.html",
                  "--sounds", "i/j", "--snapshot-every", "20ms", "--snapshots", "k/l", "--plugin-drawing", "m/n/d"})
            .exit_code == 0);
  for (const char* name : {"a/b/t.csv", "c/d/log", "e/f/v.json", "g/h/a.html", "g/h/a.json", "i/j", "k/l", "m/n/d"})
    CHECK(fs::exists(place.folder / name));
}

TEST_CASE("no output is older than the run, however that ends") {
  const Place place;
  write_file(place.folder / "bad.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { gravity \"down\" }\n");
  const auto old = [&] {
    for (const char* name : {"t.csv", "log", "a.html", "a.json", "a.x3d", "a.css", "d.jsonl", "v.json"})
      write_file(place.folder / name, "of yesterday");
  };
  for (const char* name : {"bad.wbt", "missing.wbt"}) {
    old();
    CAPTURE(name);
    const ProgramResult result =
        run_lightsout({"run", name, "--duration", "1s", "--record", "t.csv", "--log", "log", "--animation", "a.html",
                       "--plugin-drawing", "d.jsonl", "--verdict", "v.json"},
                      {.directory = place.folder.path()});
    CHECK(result.exit_code != 0);
    for (const char* file : {"t.csv", "log", "a.html", "a.json", "a.x3d", "a.css", "d.jsonl", "v.json"}) {
      CAPTURE(file);
      CHECK((!fs::exists(place.folder / file) || place[file] != "of yesterday"));
    }
  }
  // Killed while it waits for a world that comes through a pipe: nothing of the old is there.
  old();
  REQUIRE(::mkfifo((place.folder / "slow.wbt").c_str(), 0600) == 0);
  ProgramOptions options{.directory = place.folder.path()};
  options.watch = [&](pid_t pid) {
    if (!fs::exists(place.folder / "v.json")) ::kill(pid, SIGKILL);
  };
  CHECK(run_lightsout({"run", "slow.wbt", "--duration", "1s", "--record", "t.csv", "--verdict", "v.json"}, options)
            .signal == SIGKILL);
  CHECK_FALSE(fs::exists(place.folder / "t.csv"));
}

TEST_CASE("A run that is refused for snapshots of another run, or for its seed, leaves the outputs of that") {
  const Place place;
  const std::vector<std::string> outputs = {"--record", "t.csv", "--log", "log"};
  const std::vector<std::string> snapshots = {"--snapshot-every", "20ms", "--snapshots", "kept"};
  const auto both = [&](std::vector<std::string> words) {
    words.insert(words.end(), outputs.begin(), outputs.end());
    return place.run(words);
  };
  REQUIRE(both(snapshots).exit_code == 0);
  const std::string rows = place["t.csv"], log = place["log"];
  CHECK(both(snapshots).exit_code == 2);
  CHECK(place["t.csv"] == rows);
  CHECK(place["log"] == log);
  CHECK(both({"--from", "kept/step_000000002.snapshot", "--seed", "77"}).exit_code == 2);
  CHECK(place["t.csv"] == rows);
  CHECK(place["log"] == log);
}

TEST_CASE("an animation that is cut short by a kill leaves no half of a file") {
  const Place place;
  ProgramOptions options{.directory = place.folder.path()};
  options.watch = [&](pid_t pid) {
    std::error_code error;
    if (fs::file_size(place.folder / "a.json.part", error) > 10000 && !error) ::kill(pid, SIGKILL);
  };
  CHECK(run_lightsout({"run", "w.wbt", "--duration", "10h", "--animation", "a.html"}, options).signal == SIGKILL);
  CHECK_FALSE(fs::exists(place.folder / "a.json"));
}

TEST_CASE("what cannot be written to the end is an error, not an exit code 0") {
  const Place place;
  fs::create_symlink("/dev/full", place.folder / "full.csv");
  for (const char* option : {"--record", "--log", "--verdict"}) {
    CAPTURE(option);
    const ProgramResult result = place.run({option, "full.csv"});
    CHECK(result.exit_code == 9);
    CHECK_THAT(result.err, Catch::Contains("No space left on device"));
  }
  // The animation is in a buffer until it is closed: a short one fails only there.
  fs::create_symlink("/dev/full", place.folder / "a.json.part");
  const ProgramResult animation = place.run({"--animation", "a.html"});
  CHECK(animation.exit_code == 9);
  CHECK_THAT(animation.err, Catch::Contains("a.json"));

  for (const char* arguments : {"run w.wbt --duration 50ms --hash", "run w.wbt --duration 50ms --verdict -",
                                "run w.wbt --duration 50ms --record -", "check keys.txt", "nodes Solid",
                                "convert w.wbt", "--help", "--version", "collide --group sphere:1 --list"}) {
    CAPTURE(arguments);
    const ProgramResult full = place.lightsout(std::string("\"$L\" ") + arguments + " > /dev/full");
    CHECK(full.exit_code == 9);
    CHECK_THAT(full.err, Catch::Contains("standard output") || Catch::Contains("No space left on device"));
    const ProgramResult closed = place.lightsout(std::string("\"$L\" ") + arguments + " >&-");
    CHECK(closed.exit_code == 9);
    CHECK_THAT(closed.err, Catch::Contains("standard output") || Catch::Contains("Bad file descriptor"));
  }
  // The verdict tells of a manifest or a bundle that was lost, too.
  fs::create_symlink("/dev/full", place.folder / "full.json");
  fs::create_symlink("/dev/full", place.folder / "full.tar.zst");
  for (const auto& [option, file] : {std::pair("--manifest", "full.json"), std::pair("--bundle", "full.tar.zst")}) {
    CAPTURE(option);
    CHECK(place.run({option, file, "--verdict", "v.json"}).exit_code == 9);
    CHECK(Json::parse(place["v.json"])["outcome"] == "environment-failed");
    CHECK(Json::parse(place["v.json"])["exit_code"] == 9);
    CHECK(fs::is_symlink(place.folder / file));
  }
  // The verdict tells of a hash that was lost.
  CHECK(place.lightsout("\"$L\" run w.wbt --duration 50ms --hash --verdict v.json > /dev/full").exit_code == 9);
  CHECK(Json::parse(place["v.json"])["outcome"] == "environment-failed");
}

TEST_CASE("no file gets the number of a standard stream that is closed") {
  const Place place;
  CHECK(place.run({"--record", "whole.csv", "-q"}).exit_code == 0);
  const ProgramResult closed =
      place.lightsout("\"$L\" run w.wbt --duration 50ms --record t.csv --log log <&- >&- 2>&-");
  CHECK(closed.exit_code == 0);
  CHECK(place["t.csv"] == place["whole.csv"]);
  CHECK_THAT(place["log"], !Catch::Contains("time,"));
}

TEST_CASE("a file that is missing has one exit code in every command") {
  const Place place;
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"run", "no.wbt", "--duration", "1s"},
                                             {"run", "w.wbt", "--duration", "1s", "--keys", "no"},
                                             {"run", "w.wbt", "--duration", "1s", "--run-file", "no"},
                                             {"run", "w.wbt", "--duration", "1s", "--assets", "no"},
                                             {"run", "--from", "no"},
                                             {"run", "-", "--duration", "1s"},
                                             {"check", "no.wbt"},
                                             {"check", "-"},
                                             {"batch", "no.wbt", "-o", "out"},
                                             {"batch", "no.yaml", "-o", "out"},
                                             {"batch", "w.wbt", "-o", "out", "--points", "no.csv"},
                                             {"check", "w.wbt", "no.wbt"},
                                             {"check", "w.wbt", "--assets", "no"},
                                             {"convert", "no.wbt"},
                                             {"convert", "w.wbt", "--assets", "keys.txt"},
                                             {"collide", "no.wbt", "--list"},
                                             {"collide", "w.wbt", "--joints", "no"},
                                             {"collide", "w.wbt", "--assets", "no", "--list"},
                                             {"collide", "--group", "no.stl", "--list"},
                                             {"collide", "--group", "no.stl*2", "box:1,1,1", "--list"},
                                             {"collide", "--group", "sphere:1", "--poses", "no"},
                                             {"collide", "--group", "sphere:1", "--allow", "no", "--list"},
                                             {"build", "no"}}) {
    CAPTURE(arguments);
    const ProgramResult result = run_lightsout(arguments, {.directory = place.folder.path()});
    CHECK(result.exit_code == 9);
    CHECK_THAT(result.err + result.out,
               Catch::Contains("no") || Catch::Contains("keys.txt") || Catch::Contains("cannot open"));
  }
}

TEST_CASE("places of files are found behind links, and open files are none") {
  const Place place;
  fs::create_symlink("second", place.folder / "first");
  fs::create_symlink("w.wbt", place.folder / "second");
  CHECK(fs::weakly_canonical(place_of(place.folder / "first")) == fs::weakly_canonical(place.folder / "w.wbt"));
  fs::create_symlink("round", place.folder / "round");
  CHECK_NOTHROW(place_of(place.folder / "round"));
  CHECK(place_of("/dev/stdout") == "/dev/stdout");
  CHECK(is_plain(place.folder / "first"));
  CHECK_FALSE(is_plain("/dev/null"));
  CHECK_FALSE(is_plain(place.folder.path()));
}

TEST_CASE("files that may not be looked at are the same only by the same name") {
  // A name that is too long stands for a folder that may not be searched, which it always may for root.
  const std::string folder = std::string(300, 'x') + "/";
  NamedFiles files;
  files.writes("--record", folder + "r.csv");
  files.writes("--log", folder + "r.log");
  CHECK_FALSE(files.conflict());
  files.writes("--verdict", folder + "./r.log");
  REQUIRE(files.conflict());
  CHECK(files.conflict()->options == std::vector<std::string>{"--log", "--verdict"});
}

TEST_CASE("no old verdict is left where more than one is asked for") {
  const Place place;
  write_file(place.folder / "v.json", "stale");
  CHECK(place.run({"--verdict", "v.json", "--verdict=v2.json"}).exit_code == 2);
  for (const char* name : {"v.json", "v2.json"}) {
    INFO(name);
    CHECK(Json::parse(place[name])["outcome"] == "wrong-use");
  }
}

TEST_CASE("What cannot be built is told apart from what need not be") {
  const TemporaryFolder folder;
  const ProgramResult nowhere = run_lightsout({"build", "nowhere"}, {.directory = folder.path()});
  CHECK(nowhere.exit_code == 9);
  CHECK(nowhere.err.find("DIR nowhere is no folder") != std::string::npos);
  std::filesystem::create_directories(folder / "says");
  CHECK(run_lightsout({"build", "says"}, {.directory = folder.path()}).err.find("no Makefile") != std::string::npos);
  write_file(folder / "says/says.py", "print('hi')\n");
  for (const char* name : {"says", "says/"}) {
    const ProgramResult script = run_lightsout({"build", name}, {.directory = folder.path()});
    CHECK(script.exit_code == 0);
    CHECK(script.err.find("nothing to build") != std::string::npos);
  }
}

TEST_CASE("Of two runs at once with the same output the second is refused, and the first is whole") {
  const TemporaryFolder folder;
  for (const char* part : {"worlds", "controllers/waits"}) std::filesystem::create_directories(folder / part);
  write_file(folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\nRobot { name \"bot\" controller \"waits\" }\n");
  write_file(folder / "controllers/waits/waits.py",
             "import os, time\nfrom controller import Robot\nrobot = Robot()\nrobot.step(8)\nopen('../../begun', 'w')\n"
             "while not os.path.exists('../../over'):\n    time.sleep(0.01)\nwhile robot.step(8) != -1: pass\n");
  const std::string run = "\"$0\" run worlds/w.wbt --duration 160ms -q --record ";
  const ProgramResult result = run_program(
      "bash",
      {"-c",
       run + "same.csv --verdict same.json & until [ -e begun ]; do sleep 0.05; done; ln -s same.csv link.csv\n" + run +
           "same.csv --verdict same.json; echo $?\n" + run + "link.csv --verdict other.json; echo $?\n" + run +
           "else.csv --verdict same.json; echo $?\ntouch over; wait %1; echo $?\n" + run +
           "same.csv --verdict same.json; echo $?",
       LIGHTSOUT_EXECUTABLE},
      {.directory = folder.path()});
  INFO(result.err);
  CHECK(result.out == "2\n2\n2\n0\n0\n");
  CHECK(result.err.find("--record same.csv: another run is writing it now") != std::string::npos);
  CHECK(read_file(folder / "other.json").find("\"outcome\": \"wrong-use\"") != std::string::npos);
  CHECK(read_file(folder / "same.json").find("\"outcome\": \"done\"") != std::string::npos);
  // A header, the start and 20 steps.
  const std::string samples = read_file(folder / "same.csv");
  CHECK(std::count(samples.begin(), samples.end(), '\n') == 22);
  CHECK(!std::filesystem::exists(folder / "else.csv"));
}

// The first begins, and goes on until it is let go.
TEST_CASE("Of two at once that are given one folder, or folders in each other, the second is refused") {
  struct Two {
    const char *first, *second;
    int code;
  };
  const Two pairs[] = {
      {"run worlds/w.wbt -o out", "run worlds/w.wbt --snapshot-every 80ms --snapshots out/snapshots", 2},
      {"run worlds/w.wbt --images out/images", "run worlds/w.wbt --images out/images", 2},
      {"run worlds/w.wbt --images out/images", "run worlds/w.wbt --images out/../out/images/more", 2},
      {"run worlds/w.wbt --sounds out/sounds", "run worlds/w.wbt --images out", 2},
      {"run worlds/w.wbt --images out/images", "run worlds/w.wbt --images out/more", 0},
      {"run worlds/w.wbt --snapshot-every 80ms", "run worlds/w.wbt --snapshot-every 80ms", 2},
      {"run worlds/w.wbt --images out/images", "batch worlds/w.wbt --seeds 1 -o out", 2},
      {"batch worlds/w.wbt --seeds 1 -o out", "run worlds/w.wbt -o out/mine", 2},
      {"batch worlds/w.wbt --seeds 1 -o out", "batch worlds/w.wbt --seeds 2 -o out", 0},
      {"batch worlds/w.wbt --seeds 1 -o out", "batch worlds/w.wbt --seeds 2 -o out/more", 2},
      {"run worlds/w.wbt --images out", "test w.test.yaml -o out", 2},
      {"batch worlds/w.wbt --seeds 1 -o out", "run worlds/w.wbt --record out/more/t.csv", 2},
      {"run worlds/w.wbt -o out", "run worlds/w.wbt --verdict out/v.json", 2},
      {"run worlds/w.wbt --record out/t.csv", "batch worlds/w.wbt --seeds 1 -o out", 2},
      {"run worlds/w.wbt --record out/t.csv", "run worlds/w.wbt --record out/u.csv", 0},
      {"run worlds/w.wbt --images out", "test w.test.yaml", 0},
  };
  const auto with_duration = [](std::string words) {
    return words.starts_with("test") ? words : words + " --duration 160ms";
  };
  // All pairs at once, each in a folder of its own: who is refused has waited for seconds.
  const TemporaryFolder folder;
  std::string script;
  for (std::size_t i = 0; i < std::size(pairs); ++i) {
    const std::filesystem::path own = folder / std::to_string(i);
    for (const char* part : {"worlds", "controllers/waits"}) std::filesystem::create_directories(own / part);
    write_file(own / "worlds/w.wbt",
               "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\nRobot { name \"bot\" controller \"waits\" }\n");
    write_file(own / "w.test.yaml", "world: worlds/w.wbt\nduration: 160ms\n");
    write_file(own / "controllers/waits/waits.py",
               "import os, time\nfrom controller import Robot\nrobot = Robot()\nrobot.step(8)\n"
               "first = not os.path.exists('../../begun')\nopen('../../begun', 'w')\n"
               "while first and not os.path.exists('../../over'):\n    time.sleep(0.01)\n"
               "while robot.step(8) != -1: pass\n");
    script += fmt::format(
        "(cd {}; \"$0\" {} >first.out 2>&1 & until [ -e begun ]; do sleep 0.05; done\n"
        "\"$0\" {} >second.out 2>&1; echo $? >codes\ntouch over; wait %1; echo $? >>codes) &\n",
        i, with_duration(pairs[i].first), with_duration(pairs[i].second));
  }
  run_program("bash", {"-c", script + "wait", LIGHTSOUT_EXECUTABLE}, {.directory = folder.path(), .timeout = 120});
  for (std::size_t i = 0; i < std::size(pairs); ++i) {
    const std::filesystem::path own = folder / std::to_string(i);
    CAPTURE(pairs[i].first, pairs[i].second);
    const std::string second = read_file(own / "second.out");
    INFO(read_file(own / "first.out") << second);
    CHECK(read_file(own / "codes") == std::to_string(pairs[i].code) + "\n0\n");
    if (pairs[i].code == 2) CHECK(second.find(" is writing into ") != std::string::npos);
  }
}
