// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Each robot finds a seed of its own in its environment.
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

struct Project {
  TemporaryFolder folder;
  Project() {
    fs::create_directories(folder / "worlds");
    fs::create_directories(folder / "controllers/says");
    const fs::path script = folder / "controllers/says/says";
    write_file(script, "#!/bin/sh\necho $WEBOTS_ROBOT_NAME=$LIGHTSOUT_ROBOT_SEED.\n");
    fs::permissions(script, fs::perms::owner_all);
  }
  // What the robot of the name was told in a run with these robots.
  std::string seed(const std::string& name, const std::string& robots, const std::string& seed) const {
    write_file(folder / "worlds/w.wbt", "#VRML_SIM R2025a utf8\nWorldInfo {}\n" + robots);
    const std::string said = run_lightsout({"run", "worlds/w.wbt", "--duration", "64ms", "--seed", seed,
                                            "--on-controller-failure", "continue"},
                                           {.directory = folder.path()})
                                 .err;
    const std::size_t begin = said.find(name + "=");
    INFO(said);
    REQUIRE(begin != std::string::npos);
    return said.substr(begin, said.find('.', begin) - begin).substr(name.size() + 1);
  }
};

std::string robot(const std::string& name) { return "Robot { name \"" + name + "\" controller \"says\" }\n"; }

}  // namespace

TEST_CASE("A robot's seed is its own, and follows from the run's seed and its path alone") {
  const Project project;
  const std::string both = robot("left") + robot("right");
  const std::string left = project.seed("left", both, "5"), right = project.seed("right", both, "5");
  CHECK(std::stoull(left) < (std::uint64_t(1) << 32));
  CHECK(left != right);
  CHECK(project.seed("left", robot("left"), "5") == left);
  CHECK(project.seed("left", robot("other") + both, "5") == left);
  CHECK(project.seed("left", both, "6") != left);
}
