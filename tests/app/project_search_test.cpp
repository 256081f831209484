// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A PROTO brings what its own project holds: the controller and the plugin that it names.
#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

// A repository with the project `mine`, whose world has a robot of a PROTO of the project `theirs`.
struct Repository {
  TemporaryFolder folder;
  Repository() {
    for (const char* part : {".git", "mine/worlds", "theirs/protos/arms", "theirs/controllers/waves",
                             "theirs/plugins/physics/wind", "theirs/plugins/physics/empty"})
      fs::create_directories(folder / part);
    write_file(folder / "theirs/protos/arms/Arm.proto", R"(#VRML_SIM R2025a utf8
PROTO Arm [ field SFString controller "waves" ] { Robot { name "arm" controller IS controller } }
)");
    write_file(folder / "theirs/controllers/waves/waves",
               "#!/bin/sh\necho from $(basename $(dirname $(dirname $PWD)))\n");
    fs::permissions(folder / "theirs/controllers/waves/waves", fs::perms::owner_all);
    write_file(folder / "theirs/plugins/physics/wind/wind.c", "int wind;\n");
  }
  void world(const std::string& info) const {
    write_file(folder / "mine/worlds/w.wbt",
               "#VRML_SIM R2025a utf8\nEXTERNPROTO \"../../theirs/protos/arms/Arm.proto\"\nWorldInfo { " + info +
                   " }\nArm {}\n");
  }
  ProgramResult lightsout(std::vector<std::string> arguments) const {
    arguments.emplace_back("mine/worlds/w.wbt");
    return run_lightsout(arguments, {.directory = folder.path()});
  }
};

const std::vector<std::string> run = {"run", "--duration", "100ms", "--on-controller-failure", "continue"};

}  // namespace

TEST_CASE("A controller is found in the project of the PROTO that names it, behind that of the world") {
  const Repository repository;
  repository.world("");
  CHECK_THAT(repository.lightsout(run).err, Catch::Contains("[arm] from theirs"));
  fs::copy(repository.folder / "theirs/controllers", repository.folder / "mine/controllers",
           fs::copy_options::recursive);
  CHECK_THAT(repository.lightsout(run).err, Catch::Contains("[arm] from mine"));
}

TEST_CASE("A controller is found in a folder of --assets") {
  const Repository repository;
  repository.world("");
  fs::create_directories(repository.folder / "others/projects/default");
  fs::rename(repository.folder / "theirs/controllers", repository.folder / "others/projects/default/controllers");
  CHECK_THAT(repository.lightsout(run).err, Catch::Contains("there is no controller \"waves\""));
  const std::vector<std::string> with_assets = {"run",      "--duration", "0s",    "--on-controller-failure",
                                                "continue", "--assets",   "others"};
  CHECK_THAT(repository.lightsout(with_assets).err, Catch::Contains("[arm] from default"));
}

TEST_CASE("A physics plugin is found in the project of a PROTO of the world") {
  const Repository repository;
  repository.world("physics \"wind\"");
  CHECK_THAT(repository.lightsout({"check"}).out, Catch::Contains("the physics plugin \"wind\" is not built yet"));
  repository.world("physics \"calm\"");
  CHECK_THAT(repository.lightsout({"check"}).out, Catch::Contains("there is no physics plugin \"calm\""));
  fs::rename(repository.folder / "theirs/controllers/waves", repository.folder / "theirs/controllers/Waves");
  repository.world("physics \"Wind\"");
  const std::string said = repository.lightsout({"check"}).out;
  CHECK_THAT(said, Catch::Contains("; there is " + (repository.folder / "theirs/plugins/physics/wind").string() +
                                   ": capitals count"));
  CHECK_THAT(said, Catch::Contains("; there is " + (repository.folder / "theirs/controllers/Waves").string() +
                                   ": capitals count"));
  fs::rename(repository.folder / "theirs/controllers/Waves", repository.folder / "theirs/controllers/waves");
  repository.world("physics \"calm\"");
  // A run looks in the same places.
  const ProgramResult result = repository.lightsout({"run", "--duration", "0s"});
  CHECK_THAT(result.err, Catch::Contains((repository.folder / "theirs/plugins/physics/calm").string()));
  repository.world("physics \"empty\"");
  CHECK_THAT(repository.lightsout({"run", "--duration", "0s"}).err,
             Catch::Contains((repository.folder / "theirs/plugins/physics/empty").string()));
}
