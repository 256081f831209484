// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `run --manifest`, `run --bundle` and `replay`: a run that is made again, here and where nothing else is.
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

// A box that falls, a texture, a PROTO, and a robot whose controller in Python prints and moves nothing.
struct Project {
  TemporaryFolder folder;
  Project() {
    for (const char* name : {"worlds", "protos", "controllers/says"}) fs::create_directories(folder / name);
    write_file(folder / "worlds/w.wbt",
               "#VRML_SIM R2025a utf8\n"
               "EXTERNPROTO \"../protos/Crate.proto\"\n"
               "WorldInfo { basicTimeStep 8 }\n"
               "Crate { }\n"
               "Robot { name \"R\" controller \"says\" }\n");
    write_file(folder / "protos/Crate.proto",
               "#VRML_SIM R2025a utf8\n"
               "PROTO Crate [ field SFVec3f translation 0 0 1 ]\n"
               "{ Solid { translation IS translation boundingObject Box { size 1 1 1 } physics Physics { } } }\n");
    write_file(folder / "controllers/says/says.py",
               "from controller import Robot\n"
               "import words\n"
               "robot = Robot()\n"
               "while robot.step(8) != -1:\n"
               "    print(words.WORD)\n");
    write_file(folder / "controllers/says/words.py", "WORD = 'hello'\n");
  }
  ProgramResult run(std::vector<std::string> more) const {
    more.insert(more.begin(), {"run", "worlds/w.wbt", "--duration", "80ms", "--quiet"});
    return run_lightsout(more, {.directory = folder.path()});
  }
  ProgramResult replay(std::vector<std::string> more) const {
    more.insert(more.begin(), "replay");
    return run_lightsout(more, {.directory = folder.path()});
  }
  Json manifest(const std::string& name = "manifest.json") const { return Json::parse(read_file(folder / name)); }
};

bool names(const Json& manifest, const std::string& role, const std::string& path) {
  for (const Json& file : manifest.at("files"))
    if (file.at("role") == role && file.at("path") == path) return true;
  return false;
}

}  // namespace

TEST_CASE("A manifest names the files that a run has read, by what they are for") {
  const Project project;
  REQUIRE(project.run({"--manifest", "manifest.json", "--seed", "3"}).exit_code == 0);
  const Json manifest = project.manifest();
  CHECK(names(manifest, "world", "worlds/w.wbt"));
  CHECK(names(manifest, "proto", "protos/Crate.proto"));
  CHECK(names(manifest, "controller", "controllers/says/says.py"));
  CHECK(names(manifest, "controller", "controllers/says/words.py"));
  CHECK(names(manifest, "program", "bin/lightsout"));
  CHECK(manifest.at("end").at("seed") == 3);
  CHECK(manifest.at("end").at("steps") == 10);
  CHECK(manifest.at("end").at("run_hash").get<std::string>().size() == 16);
  CHECK(manifest.at("versions").contains("ode"));
  CHECK(manifest.at("versions").contains("python"));
  CHECK(manifest.at("git").is_null());
  CHECK(manifest.at("run").at("seed") == "3");
}

TEST_CASE("A manifest has the commit of the world's project, and whether it was changed since") {
  const Project project;
  const auto git = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"-c", "user.name=a", "-c", "user.email=a@b"});
    const ProgramResult result = run_program("git", words, {.directory = project.folder.path()});
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    return result.out;
  };
  git({"init", "-q"});
  git({"add", "."});
  git({"commit", "-q", "-m", "first"});
  REQUIRE(project.run({"--manifest", "manifest.json"}).exit_code == 0);
  CHECK(project.manifest().at("git").at("commit").get<std::string>() + "\n" == git({"rev-parse", "HEAD"}));
  CHECK(project.manifest().at("git").at("dirty") == false);
  write_file(project.folder / "controllers/says/words.py", "WORD = 'other'\n");
  REQUIRE(project.run({"--manifest", "manifest.json"}).exit_code == 0);
  CHECK(project.manifest().at("git").at("dirty") == true);
}

TEST_CASE("A run that is made again is equal as long as its files are, and its outputs stay as they were") {
  const Project project;
  REQUIRE(project.run({"--manifest", "manifest.json", "--log", "log", "--record", "poses.csv", "--every", "16"})
              .exit_code == 0);
  write_file(project.folder / "poses.csv", "mine");
  const ProgramResult same = project.replay({"."});
  INFO(same.out << same.err);
  CHECK(same.exit_code == 0);
  CHECK(same.out.find("equal: done after 10 steps") == 0);
  CHECK(read_file(project.folder / "poses.csv") == "mine");

  // What it prints is in the hash, though nothing moves otherwise.
  write_file(project.folder / "controllers/says/words.py", "WORD = 'other'\n");
  const ProgramResult other = project.replay({"manifest.json"});
  INFO(other.out << other.err);
  CHECK(other.exit_code == 7);
  CHECK(other.out.find("changed: " + (project.folder / "controllers/says/words.py").string() + " (controller)") !=
        std::string::npos);
  CHECK(other.out.find("different: ") != std::string::npos);
  CHECK(other.out.find("the step is not known") != std::string::npos);

  // A change of which nothing comes.
  write_file(project.folder / "controllers/says/words.py", "WORD = 'hello'  # as before\n");
  const ProgramResult changed = project.replay({"manifest.json"});
  CHECK(changed.exit_code == 0);
  CHECK(changed.out.find("changed: ") == 0);

  fs::remove(project.folder / "protos/Crate.proto");
  const ProgramResult missing = project.replay({"manifest.json"});
  CHECK(missing.exit_code == 7);
  CHECK(missing.out.find("missing: ") != std::string::npos);
  CHECK(missing.out.find("bad-world") != std::string::npos);
}

TEST_CASE("The trace of a replay takes the place of an old trace alone") {
  const Project project;
  REQUIRE(project.run({"-o", "r", "--manifest", "manifest.json", "--bundle", "b.tar.zst", "--record", "poses.csv"})
              .exit_code == 0);
  for (const auto& [source, trace] : std::vector<std::pair<std::string, std::string>>{
           {"r", "r/manifest.json"}, {"r", "r/verdict.json"}, {"r", "r/poses.csv"}, {"r/b.tar.zst", "r/b.tar.zst"}}) {
    CAPTURE(source, trace);
    const std::string before = read_file(project.folder / trace);
    REQUIRE(!before.empty());
    const ProgramResult result = project.replay({source, "--trace", trace});
    CHECK(result.exit_code == 2);
    CHECK(result.err.find(trace + " is there, and is no trace") != std::string::npos);
    CHECK(read_file(project.folder / trace) == before);
  }
  for (int time = 0; time < 2; ++time) CHECK(project.replay({"r", "--trace", "new.trace"}).exit_code == 0);
}

TEST_CASE("A replay beside a trace says where the run first differs") {
  const Project project;
  REQUIRE(project.run({"--manifest", "out/manifest.json", "--trace", "out/states.trace"}).exit_code == 0);
  CHECK(project.replay({"out"}).exit_code == 0);
  // It falls from 1 mm higher: the first state differs, in the crate's pose.
  std::string crate = read_file(project.folder / "protos/Crate.proto");
  crate.replace(crate.find("0 0 1 ]"), 7, "0 0 1.001 ]");
  write_file(project.folder / "protos/Crate.proto", crate);
  const ProgramResult other = project.replay({"out"});
  INFO(other.out << other.err);
  CHECK(other.exit_code == 7);
  CHECK(other.out.find("at step 0 (0 s)") != std::string::npos);
  CHECK(other.out.find("1.001") != std::string::npos);
}

TEST_CASE("A project that has moved is replayed where it lies now") {
  const Project project;
  REQUIRE(project.run({"--manifest", "manifest.json"}).exit_code == 0);
  const TemporaryFolder elsewhere;
  for (const char* part : {"worlds", "protos", "controllers"}) fs::rename(project.folder / part, elsewhere / part);
  const ProgramResult emptied = project.replay({"manifest.json"});
  CHECK(emptied.exit_code == 9);
  CHECK(emptied.err.find("worlds/w.wbt: the world is missing; if its project lies elsewhere now, --project") !=
        std::string::npos);
  const ProgramResult mistyped = project.replay({"manifest.json", "--project", "nowhere"});
  CHECK(mistyped.exit_code == 9);
  CHECK(mistyped.err.find("--project nowhere: there is no such folder") != std::string::npos);
  CHECK(mistyped.out.find("different") == std::string::npos);
  const ProgramResult moved = project.replay({"manifest.json", "--project", elsewhere.path().string()});
  INFO(moved.out << moved.err);
  CHECK(moved.exit_code == 0);
}

TEST_CASE("The folder of a project that is missing is named, and how to say where it lies") {
  const Project project;
  fs::create_directory(project.folder / "p");
  for (const char* part : {"worlds", "protos", "controllers"})
    fs::rename(project.folder / part, project.folder / "p" / part);
  REQUIRE(run_lightsout({"run", "p/worlds/w.wbt", "--duration", "80ms", "--quiet", "--manifest", "manifest.json"},
                        {.directory = project.folder.path()})
              .exit_code == 0);
  fs::rename(project.folder / "p", project.folder / "q");
  const ProgramResult missing = project.replay({"manifest.json"});
  INFO(missing.out << missing.err);
  CHECK(missing.exit_code == 9);
  CHECK(missing.err.find("--project") != std::string::npos);
  CHECK(missing.out.find("different") == std::string::npos);
  CHECK(project.replay({"manifest.json", "--project", "q"}).exit_code == 0);
}

TEST_CASE("A replay tells once how the run ended otherwise, and where a controller was looked for") {
  const Project project;
  write_file(project.folder / "worlds/w.wbt",
             read_file(project.folder / "worlds/w.wbt") + "Robot { name \"S\" controller \"says\" }\n");
  REQUIRE(project.run({"--manifest", "out/manifest.json", "--trace", "out/states.trace"}).exit_code == 0);
  fs::remove_all(project.folder / "controllers/says");
  const ProgramResult other = project.replay({"out"});
  INFO(other.out << other.err);
  CHECK(other.exit_code == 7);
  const std::string all = other.out + other.err;
  for (const char* what : {"differs from", "A folder of that name was looked for in", "that run goes on"}) {
    CAPTURE(what);
    const std::size_t first = all.find(what);
    REQUIRE(first != std::string::npos);
    CHECK(all.find(what, first + 1) == std::string::npos);
  }
  CHECK(all.find("R: controller \"says\": there is no controller \"says\"") != std::string::npos);
  CHECK(all.find("S: controller \"says\": not started, for the same reason as that of R") != std::string::npos);
}

TEST_CASE("A run that was interrupted has no end to come to again; what is no manifest is refused") {
  const Project project;
  REQUIRE(project.run({"--manifest", "manifest.json"}).exit_code == 0);
  Json manifest = project.manifest();
  manifest["end"]["outcome"] = "interrupted";
  write_file(project.folder / "cut.json", manifest.dump());
  CHECK(project.replay({"cut.json"}).exit_code == 2);
  manifest["end"]["outcome"] = "out-of-time";
  write_file(project.folder / "late.json", manifest.dump());
  CHECK(project.replay({"late.json"}).exit_code == 2);
  manifest["version"] = 99;
  write_file(project.folder / "later.json", manifest.dump());
  CHECK(project.replay({"later.json"}).err.find("version 99") != std::string::npos);
  write_file(project.folder / "none.json", "{}");
  CHECK(project.replay({"none.json"}).exit_code == 9);
  CHECK(project.replay({"nothing"}).exit_code == 9);
}

TEST_CASE("A bundle holds what a run has read, and is replayed when the project is gone") {
  const Project project;
  CHECK(project.run({"--bundle", "run.zip"}).exit_code == 2);
  REQUIRE(project.run({"--bundle", "run.tar.zst", "--trace", "states.trace"}).exit_code == 0);
  for (const char* part : {"worlds", "protos", "controllers"}) fs::remove_all(project.folder / part);
  const ProgramResult same = project.replay({"run.tar.zst", "--json"});
  INFO(same.out << same.err);
  CHECK(same.exit_code == 0);
  const Json json = Json::parse(same.out);
  CHECK(json.at("equal") == true);
  CHECK(json.at("changes").empty());
}

TEST_CASE("A bundle holds the Lua of expectations and of joint callbacks, wherever a run file names them") {
  const Project project;
  fs::create_directory(project.folder / "laws");
  write_file(project.folder / "worlds/w.wbt",
             read_file(project.folder / "worlds/w.wbt") +
                 "HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 }\n"
                 "  endPoint DEF ARM Solid { translation 0 3 1 name \"arm\" boundingObject Sphere { radius 0.1 } "
                 "physics Physics { } } }\n");
  write_file(project.folder / "laws/law.lua", "function sysCall_joint(data) return {vel = 0.5, force = 20} end\n");
  write_file(project.folder / "laws/e.lua", "function holds() return true end\n");
  // One as a mapping, one as a text.
  write_file(project.folder / "laws/run.yaml",
             "joint_callbacks: {joint: ARM, lua: law.lua}\nexpect: [\"lua: e.lua\", {lua: e.lua, always: true}]\n");
  const ProgramResult made = project.run({"--run-file", "laws/run.yaml", "--bundle", "run.tar.zst"});
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  // Another law would show if it was read.
  write_file(project.folder / "laws/law.lua", "function sysCall_joint(data) return {vel = -0.5, force = 20} end\n");
  const ProgramResult here = project.replay({"run.tar.zst"});
  INFO(here.out << here.err);
  CHECK(here.exit_code == 0);
  for (const char* part : {"worlds", "protos", "controllers", "laws"}) fs::remove_all(project.folder / part);
  const ProgramResult same = project.replay({"run.tar.zst"});
  INFO(same.out << same.err);
  CHECK(same.exit_code == 0);
}

TEST_CASE("A bundle of a run with a folder from which it read nothing is replayed") {
  const Project project;
  fs::create_directory(project.folder / "spare");
  REQUIRE(project.run({"--assets", "spare", "--bundle", "run.tar.zst"}).exit_code == 0);
  const ProgramResult same = project.replay({"run.tar.zst"});
  INFO(same.out << same.err);
  CHECK(same.exit_code == 0);
}

TEST_CASE("A bundle keeps names that are no ASCII as they are") {
  const Project project;
  write_file(project.folder / "controllers/says/r\xc3\xa9glage \xe6\xa9\x9f.txt", "x");
  REQUIRE(project.run({"--bundle", "run.tar.zst", "--manifest", "manifest.json"}).exit_code == 0);
  CHECK(names(project.manifest(), "controller", "controllers/says/r\xc3\xa9glage \xe6\xa9\x9f.txt"));
  for (const char* part : {"worlds", "protos", "controllers"}) fs::remove_all(project.folder / part);
  const ProgramResult same = project.replay({"run.tar.zst"});
  INFO(same.out << same.err);
  CHECK(same.exit_code == 0);
  CHECK(same.out.find("equal: ") == 0);
  const ProgramResult listed =
      run_program("tar", {"--quoting-style=literal", "-tf", "run.tar.zst"}, {.directory = project.folder.path()});
  CHECK(listed.exit_code == 0);
  CHECK(listed.out.find("files/project/controllers/says/r\xc3\xa9glage") != std::string::npos);
}

TEST_CASE("A bundle that cannot be written is named, costs no manifest, and leaves the code of a run that failed") {
  const Project project;
  const auto run = [&project] {
    fs::remove(project.folder / "manifest.json");
    fs::remove(project.folder / "run.tar.zst.part");
    fs::create_symlink("/dev/full", project.folder / "run.tar.zst.part");
    return project.run({"--bundle", "run.tar.zst", "--manifest", "manifest.json"});
  };
  const ProgramResult done = run();
  INFO(done.err);
  CHECK(done.exit_code == 9);
  CHECK(done.err.find("bundle not written: run.tar.zst: ") != std::string::npos);
  CHECK(project.manifest().at("end").at("outcome") == "done");
  CHECK_FALSE(fs::exists(project.folder / "run.tar.zst"));
  write_file(project.folder / "controllers/says/says.py", "raise SystemExit(3)\n");
  const ProgramResult failed = run();
  CHECK(failed.exit_code == 4);
  CHECK(failed.err.find("bundle not written: run.tar.zst: ") != std::string::npos);
  CHECK(project.manifest().at("end").at("exit_code") == 4);
}

TEST_CASE("A bundle of a controller in C is replayed where there is nothing but the program and its libraries") {
  const std::string root = "/sandbox";
  const TemporaryFolder folder;
  const std::string bundle = folder / "run.tar.zst";
  // Its controller is built from its source here, and there is no compiler there.
  const ProgramResult made =
      run_lightsout({"run", "worlds/demo.wbt", "--duration", "400ms", "--quiet", "--bundle", bundle});
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  const ProgramResult works = run_program("bwrap", {"--ro-bind", "/", "/", "true"});
  if (works.exit_code != 0) {
    WARN("bwrap may not make a namespace here: " << works.err);
    return;
  }
  const fs::path prefix = LIGHTSOUT_BUILD_DIR;
  std::vector<std::string> words = {
      "--unshare-all", "--die-with-parent", "--tmpfs",         "/tmp",     "--dev",     "/dev",    "--proc",
      "/proc",         "--ro-bind",         "/usr/lib",        "/usr/lib", "--symlink", "usr/lib", "/lib",
      "--ro-bind",     "/etc/ld.so.cache",  "/etc/ld.so.cache"};
  if (fs::exists("/lib64"))
    words.insert(words.end(), {"--symlink", "usr/lib64", "/lib64", "--ro-bind", "/usr/lib64", "/usr/lib64"});
  for (const char* part : {"bin", "lib"})
    words.insert(words.end(), {"--ro-bind", (prefix / part).string(), root + "/" + part});
  words.insert(words.end(), {"--ro-bind", bundle, "/run.tar.zst", "--clearenv", "--chdir", "/tmp",
                             root + "/bin/lightsout", "replay", "/run.tar.zst"});
  const ProgramResult same = run_program("bwrap", words);
  INFO(same.out << same.err);
  CHECK(same.exit_code == 0);
  CHECK(same.out.find("equal: ") != std::string::npos);
}

TEST_CASE("A bundle that would write elsewhere, or more than is allowed, is refused") {
  const TemporaryFolder folder;
  const auto tar = [&](const std::vector<std::string>& words) {
    std::vector<std::string> all = {"--zstd", "-cf", (folder / "bad.tar.zst").string(), "-C", folder.path().string()};
    all.insert(all.end(), words.begin(), words.end());
    const ProgramResult result = run_program("tar", all);
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
  };
  const auto replay = [&](std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"replay", "bad.tar.zst"});
    return run_lightsout(more, {.directory = folder.path()});
  };
  write_file(folder / "file", std::string(10000, 'x'));
  fs::create_symlink("/etc", folder / "link");
  tar({"-P", "--transform", "s,^file,../../climbs,", "file"});
  CHECK(replay().exit_code == 9);
  CHECK(replay().err.find("leads out of it") != std::string::npos);
  tar({"-P", "--transform", "s,^file,/tmp/absolute,", "file"});
  CHECK(replay().err.find("leads out of it") != std::string::npos);
  tar({"link"});
  CHECK(replay().err.find("is a link") != std::string::npos);
  tar({"file"});
  CHECK(replay({"--limit", "bundle_bytes=9999"}).err.find("holds too much") != std::string::npos);
  CHECK(replay({"--limit", "bundle_bytes=10000"}).err.find("holds too much") == std::string::npos);
  tar({"file", "link"});
  CHECK(replay({"--limit", "bundle_files=1"}).err.find("too many files") != std::string::npos);
  write_file(folder / "bad.tar.zst", "no archive");
  CHECK(replay().exit_code == 9);
}

TEST_CASE("A bundle reads nothing but what is in it, whatever its manifest names") {
  const Project project;
  const fs::path folder = project.folder.path();
  REQUIRE(project.run({"--bundle", "run.tar.zst", "--limit", "rays=7"}).exit_code == 0);
  const fs::path unpacked = folder / "unpacked";
  fs::create_directory(unpacked);
  REQUIRE(run_program("tar", {"--zstd", "-xf", (folder / "run.tar.zst").string(), "-C", unpacked.string()}).exit_code ==
          0);
  const Json manifest = Json::parse(read_file(unpacked / "manifest.json"));
  const auto replay = [&](const Json& changed, std::vector<std::string> more = {}) {
    write_file(unpacked / "manifest.json", changed.dump());
    REQUIRE(run_program("tar", {"--zstd", "-cf", (folder / "bad.tar.zst").string(), "-C", unpacked.string(), "."})
                .exit_code == 0);
    more.insert(more.begin(), "bad.tar.zst");
    return project.replay(more);
  };
  CHECK(replay(manifest).exit_code == 0);

  const std::string secrets = "/etc/ssl";
  Json assets = manifest, keys = manifest, root = manifest, file = manifest, climbing = manifest;
  assets["run"]["assets"] = {secrets};
  keys["run"]["keys"] = secrets + "/openssl.cnf";
  root["roots"]["../../secrets"] = "/elsewhere";
  file["files"].push_back(
      {{"role", "file"}, {"root", "project"}, {"path", "/dev/zero"}, {"bytes", 1}, {"fingerprint", ""}});
  climbing["files"].push_back(
      {{"role", "file"}, {"root", "project"}, {"path", "worlds/../../../key"}, {"bytes", 1}, {"fingerprint", ""}});
  for (const Json& bad : {assets, keys, root, file, climbing}) {
    const ProgramResult result = replay(bad);
    INFO(result.err);
    CHECK(result.exit_code == 9);
    CHECK(result.err.find("which is not in it") != std::string::npos);
  }

  // What it asks of the machine is for who makes it again to say: the option is dropped, and the run is equal.
  Json asks = manifest;
  asks["run"]["sandbox_read"] = {secrets};
  asks["run"]["limit"] = {"rays=7", "run_memory=1", "sandbox_seconds=1"};
  const ProgramResult asked = replay(asks);
  INFO(asked.err);
  CHECK(asked.exit_code == 0);
  // And that comes before what the run had: so short a world is refused.
  asks["run"]["limit"] = {"file_bytes=1000000"};
  CHECK(replay(asks).exit_code == 0);
  CHECK(replay(asks, {"--limit", "file_bytes=10"}).exit_code == 7);
}

TEST_CASE("A manifest of this machine may name what is no plain file any more") {
  const Project project;
  REQUIRE(project.run({"--manifest", "manifest.json"}).exit_code == 0);
  Json manifest = project.manifest();
  manifest["files"].push_back(
      {{"role", "file"}, {"root", "project"}, {"path", "/dev/zero"}, {"bytes", 1}, {"fingerprint", ""}});
  write_file(project.folder / "manifest.json", manifest.dump());
  const ProgramResult result = project.replay({"manifest.json"});
  CHECK(result.exit_code == 0);
  CHECK(result.out.find("/dev/zero") != std::string::npos);
}

TEST_CASE("The secret of those who connect is in no manifest") {
  const Project project;
  const std::string secret = "sixteen letters and more";
  REQUIRE(run_lightsout({"run", "worlds/w.wbt", "--duration", "16ms", "--manifest", "manifest.json"},
                        {.directory = project.folder.path(), .environment = {"LIGHTSOUT_TOKEN=" + secret}})
              .exit_code == 0);
  CHECK(read_file(project.folder / "manifest.json").find(secret) == std::string::npos);
}
