// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where a controller is found, and what is said where it is nowhere.
#include "controllers/host/launch/find_controller.h"

#include <stdlib.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a controller is that of the first project that has it") {
  const TemporaryFolder folder;
  const std::vector<fs::path> projects{folder / "a", folder / "b", folder / "c"};
  fs::create_directories(projects[1] / "controllers/rover");
  fs::create_directories(projects[2] / "controllers/rover");
  const auto found = find_controller("rover", projects);
  REQUIRE(found);
  CHECK(*found == projects[1] / "controllers/rover");
}

TEST_CASE("of a controller that is nowhere a sentence is said, and to who runs it each place") {
  const TemporaryFolder folder;
  const std::vector<fs::path> projects{folder / "a", folder / "b"};
  fs::create_directories(projects[1] / "controllers/Rover");
  const auto found = find_controller("rover", projects);
  REQUIRE(!found);
  const NoController& none = found.error();
  for (const std::string& text : {none.sentence, none.report}) {
    CHECK(text.starts_with("there is no controller \"rover\""));
    CHECK(contains(text, (projects[1] / "controllers/Rover").string() + ": capitals count"));
  }
  CHECK(!contains(none.sentence, "\n"));
  for (const fs::path& project : projects) CHECK(contains(none.report, "\n  " + (project / "controllers").string()));
}

TEST_CASE("what is no name of a folder is not looked for") {
  const TemporaryFolder folder;
  fs::create_directories(folder / "a/controllers");
  fs::create_directories(folder / "a/rover");
  for (const std::string name : {"../rover", "/rover", "."}) {
    const auto found = find_controller(name, {folder / "a"});
    REQUIRE(!found);
    CHECK(found.error().sentence == "\"" + name + "\" is not a controller's name: it is a folder in controllers/");
    CHECK(found.error().report == found.error().sentence);
  }
}
