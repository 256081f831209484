// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Worlds that name what is none of their business (tests/hostile): nothing of it is read, shown or run.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

// A copy of the project in a folder of its own.
struct Hostile {
  TemporaryFolder folder;
  fs::path project = folder / "project";
  Hostile() { fs::copy(LIGHTSOUT_SOURCE_DIR "/tests/hostile", project, fs::copy_options::recursive); }
  ProgramResult lightsout(std::vector<std::string> arguments) const {
    return run_lightsout(arguments, {.directory = project});
  }
  ProgramResult run(const std::string& world, std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"run", "worlds/" + world + ".wbt", "--duration", "40ms"});
    return lightsout(std::move(options));
  }
};

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("Controllers, plugins and remote controls are names of folders, which lead nowhere else") {
  const Hostile hostile;
  for (const std::string world : {"absolute_controller", "climbing_controller"}) {
    const ProgramResult result = hostile.run(world);
    CHECK(result.exit_code == 4);
    CHECK(contains(result.err, "is not a controller's name"));
  }
  const ProgramResult plugin = hostile.run("climbing_plugin");
  CHECK(plugin.exit_code == 5);
  CHECK(contains(plugin.err, "is not a plugin's name"));
  CHECK(contains(hostile.run("climbing_remote_control").err, "is not a remote control's name"));
}

TEST_CASE("PROTO files, textures and meshes outside of the world's own folders are not read") {
  const Hostile hostile;
  const std::string shown = read_file("/etc/passwd");
  const std::string first_line = shown.substr(0, shown.find('\n'));
  struct Case {
    std::string world;
    int exit_code;  // of a run
    std::string says;
  };
  for (const Case& c : {Case{"absolute_proto", 3, "looked for: /etc/passwd, but it is outside of"},
                        Case{"climbing_proto", 3, "looked for: /etc/passwd, but it is outside of"},
                        Case{"climbing_texture", 0, "leads out of the world's project: it is left out"},
                        Case{"climbing_mesh", 3, "leads out of the world's project: it cannot be collided with"}}) {
    INFO(c.world);
    CHECK(hostile.run(c.world).exit_code == c.exit_code);
    const ProgramResult check = hostile.lightsout({"check", "worlds/" + c.world + ".wbt"});
    CHECK(contains(check.out, c.says));
    CHECK(contains(check.out, "--allow outside"));
    CHECK(contains(check.out, "worlds/" + c.world + ".wbt:"));
    CHECK(!contains(check.out + check.err, first_line));
  }
}

TEST_CASE("Names of files in Webots lead nowhere else either") {
  const TemporaryFolder folder;
  fs::create_directories(folder / "project/worlds");
  fs::create_directories(folder / "project/protos");
  fs::create_directories(folder / "assets/inside");
  fs::create_directories(folder / "outside");
  write_file(folder / "outside/Part.proto", "#VRML_SIM R2025a utf8\nPROTO Part [ ] { Solid { } }\n");
  // A tetrahedron.
  write_file(folder / "outside/m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  const std::string place = (folder / "outside").string(), up = "../../../../../../../../../../../..";
  for (const std::string& begin :
       {"webots://" + up + place, "webots:///" + place, "webots://" + place, "webots://projects/" + up + place,
        "https://raw.githubusercontent.com/cyberbotics/webots/R2023b/" + up + place,
        "https://raw.githubusercontent.com/cyberbotics/webots/R2023b/" + place, std::string("webots://../outside"),
        std::string("webots://../../outside"), std::string("../../outside"), std::string("a/../../../outside"),
        "file://" + place, place}) {
    INFO(begin);
    const auto check = [&](const std::string& head, const std::string& nodes) {
      write_file(folder / "project/worlds/w.wbt", "#VRML_SIM R2025a utf8\n" + head + "WorldInfo { }\n" + nodes);
      // The folders that it may read too.
      return run_lightsout({"check", "worlds/w.wbt", "--assets", "../assets"}, {.directory = folder / "project"});
    };
    // What is not found is told: a PROTO of Webots as a warning.
    CHECK(contains(check("EXTERNPROTO \"" + begin + "/Part.proto\"\n", "Part { }\n").out, "Part.proto"));
    CHECK(contains(check("", "Solid { boundingObject Mesh { url \"" + begin + "/m.obj\" } }\n").out, "m.obj"));
  }
}

TEST_CASE("What is no PROTO file is not quoted, wherever it lies") {
  const Hostile hostile;
  const ProgramResult inside = hostile.lightsout({"check", "worlds/secret_proto.wbt"});
  CHECK(inside.exit_code == 1);
  CHECK(contains(inside.out, "is no PROTO file"));
  CHECK(contains(inside.out, "worlds/secret_proto.wbt:2:13:"));
  CHECK(!contains(inside.out, "12345"));
  const ProgramResult allowed = hostile.lightsout({"check", "--allow", "outside", "worlds/absolute_proto.wbt"});
  CHECK(contains(allowed.out, "is no PROTO file"));
  CHECK(!contains(allowed.out, "root:"));
  const ProgramResult world = hostile.lightsout({"check", "secrets/key"});
  CHECK(world.exit_code == 1);
  CHECK(contains(world.out, "is no world"));
  CHECK(!contains(world.out, "12345"));
}

TEST_CASE("with --allow outside a world may name any file, and a repository's worlds name what lies in it") {
  const TemporaryFolder folder;
  fs::create_directories(folder / "repository/one/worlds");
  fs::create_directories(folder / "repository/far/two/protos");
  write_file(folder / "repository/far/two/protos/Part.proto", "#VRML_SIM R2025a utf8\nPROTO Part [ ] { Solid { } }\n");
  write_file(folder / "repository/one/worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nEXTERNPROTO \"../../far/two/protos/Part.proto\"\nWorldInfo { }\nPart { }\n");
  const auto check = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"check", "repository/one/worlds/w.wbt"});
    return run_lightsout(options, {.directory = folder.path()}).exit_code;
  };
  CHECK(check({}) == 1);
  CHECK(check({"--allow", "outside"}) == 0);
  CHECK(check({"--allow", "missing-proto", "--allow", "outside"}) == 0);
  CHECK(check({"--assets", "repository/far/two"}) == 0);
  SECTION("of git") { fs::create_directory(folder / "repository/.git"); }
  SECTION("of an installation") {
    fs::rename(folder / "repository", folder / "projects");
    fs::create_directories(folder / "repository/resources");
    fs::rename(folder / "projects", folder / "repository/projects");
    fs::create_directory_symlink("projects/one", folder / "repository/one");
    CHECK(run_lightsout({"check", "repository/projects/one/worlds/w.wbt"}, {.directory = folder.path()}).exit_code ==
          0);
    return;
  }
  if (fs::exists(folder / "repository/.git")) CHECK(check({}) == 0);
}

TEST_CASE("with --no-code nothing runs that comes with the world") {
  const Hostile hostile;
  const ProgramResult controller = hostile.run("intruder", {"--no-code"});
  CHECK(controller.exit_code == 0);
  CHECK(contains(controller.err, "its controller \"intruder\" is not run (--no-code)"));
  CHECK(!contains(controller.err, "tried all"));
  CHECK(!fs::exists(hostile.project / "written"));

  const ProgramResult in_process = hostile.run("builder", {"--no-code", "--in-process"});
  CHECK(in_process.exit_code == 0);
  CHECK(!fs::exists(hostile.project / "controllers/builder/builder"));

  for (const std::string command : {"check", "convert"}) {
    const ProgramResult result = hostile.lightsout({command, "worlds/template.wbt", "--no-code"});
    CHECK(result.exit_code == (command == "check" ? 1 : 3));
    CHECK(contains(result.out + result.err, "PROTO Counted is a template, which --no-code does not let run"));
  }
  CHECK(hostile.run("template", {"--no-code"}).exit_code == 3);

  write_file(hostile.project / "law.lua", "");
  write_file(hostile.project / "r.yaml", "joint_callbacks:\n  - joint: HINGE\n    lua: law.lua\n");
  const ProgramResult law = hostile.run("waits", {"--no-code", "--run-file", "r.yaml"});
  CHECK(law.exit_code == 2);
  CHECK(contains(law.err, "r.yaml:2: --no-code forbids its joint callbacks"));

  // A robot that is run by a controller of ours is no stranger's.
  write_file(hostile.project / "worlds/own.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { }\nRobot { name \"bot\" controller \"void_of_ours\" }\n");
  CHECK(contains(hostile.run("own", {"--no-code"}).err, "is not run"));
}

TEST_CASE("with --no-code no physics plugin runs") {
  const Hostile hostile;
  fs::create_directories(hostile.project / "plugins/physics/mine");
  write_file(hostile.project / "plugins/physics/mine/mine.c", "#error never compiled\n");
  write_file(hostile.project / "worlds/plugin.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { physics \"mine\" }\n");
  const ProgramResult none = hostile.run("plugin", {"--no-code"});
  CHECK(none.exit_code == 0);
  CHECK(contains(none.err, "this physics plugin is not run (--no-code)"));
  const ProgramResult unbuilt = hostile.run("plugin", {"--no-build"});
  CHECK(unbuilt.exit_code == 5);
  CHECK(contains(unbuilt.err, "has to be built, which --no-build forbids"));
}

TEST_CASE("with --no-build what is built runs, and nothing that is not") {
  const Hostile hostile;
  const ProgramResult refused = hostile.run("builder", {"--no-build"});
  CHECK(refused.exit_code == 4);
  CHECK(contains(refused.err, "controllers/builder has to be built, which --no-build forbids"));
  CHECK(!fs::exists(hostile.project / "controllers/builder/builder"));
  CHECK(!fs::exists(hostile.project / "controllers/builder/build"));
  REQUIRE(hostile.run("builder").exit_code == 0);
  const ProgramResult built = hostile.run("builder", {"--no-build"});
  CHECK(built.exit_code == 0);
  CHECK(contains(built.err, "[bot] built"));
  // A script is not built.
  CHECK(contains(hostile.run("intruder", {"--no-build"}).err, "[bot] tried all"));
}
