// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What must hold of every world in worlds/, whatever it shows. Controllers are left out here; tests/app runs with them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <vector>

#include "engine/state/state_hash.h"
#include "tests/support/program.h"
#include "tests/support/simulated.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"
#include "world_format/writer.h"

using namespace lightsout;

namespace {

// Paths from the root of the tree, sorted.
std::vector<std::string> every_world() {
  const std::filesystem::path root = LIGHTSOUT_SOURCE_DIR;
  std::vector<std::string> worlds;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "worlds"))
    if (entry.path().extension() == ".wbt") worlds.push_back(entry.path().lexically_relative(root));
  std::sort(worlds.begin(), worlds.end());
  REQUIRE(worlds.size() >= 7);
  return worlds;
}

}  // namespace

TEST_CASE("Every world passes the strict check") {
  std::vector<std::string> arguments = {"check", "--strict"};
  for (const std::string& world : every_world()) arguments.push_back(world);
  const ProgramResult result = run_lightsout(arguments);
  INFO(result.out << result.err);
  CHECK(result.exit_code == 0);
}

TEST_CASE("Every world goes through the same states twice") {
  for (const std::string& world : every_world()) {
    INFO(world);
    Simulated first(world), second(world);
    first.start();
    second.start();
    CHECK(first.simulation().state_hash() == second.simulation().state_hash());
    const std::uint64_t start = first.simulation().state_hash();
    for (int step = 0; step < 100; ++step) {
      first.step();
      second.step();
      REQUIRE(first.simulation().state_hash() == second.simulation().state_hash());
    }
    CHECK(first.simulation().state_hash() != start);
  }
}

TEST_CASE("Every world means the same after it is written and read again") {
  for (const std::string& world : every_world()) {
    INFO(world);
    const std::string path = std::string(LIGHTSOUT_SOURCE_DIR) + "/" + world;
    Diagnostics diagnostics;
    const auto original = load_world(path, {}, diagnostics);
    REQUIRE(original);
    const std::string text = write_world(*original);
    const auto again = load_world_text(text, path, {}, diagnostics);
    REQUIRE(again);
    for (const Diagnostic& diagnostic : diagnostics.all()) UNSCOPED_INFO(render(diagnostic, false));
    CHECK(diagnostics.empty());
    CHECK(write_world(*again) == text);

    Simulated first(world);
    Simulated second = Simulated::from_text(text);
    CHECK(first.run(0.2).simulation().state_hash() == second.run(0.2).simulation().state_hash());
  }
}
