// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The example in C++ of docs/planning.md, as it stands there: CMake cuts it out of the page.
#include <catch2/catch.hpp>
#include <filesystem>

#include "engine/planning/planning_scene.h"
#include "tests/engine/planning/robots.h"

namespace {

void report(const std::string& error) { FAIL(error); }

void ask(const std::vector<double>& goal, bool& is_free) {
#include "planning_page.inc"
  is_free = !motion.collided;
}

TEST_CASE("the example of the page answers as the page says") {
  const lightsout::robots::Folder folder;
  folder.write("arm.urdf", lightsout::robots::planar_arm);
  folder.write("arm.srdf", "<robot name=\"arm\"><disable_collisions link1=\"upper\" link2=\"lower\"/></robot>");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder / "");
  bool straight = false, folded = true;
  ask({1, 1, 0.05}, straight);
  ask({0, 3.14159, -0.35}, folded);  // the hand ends in the upper link
  std::filesystem::current_path(before);
  CHECK(straight);
  CHECK_FALSE(folded);
}

}  // namespace
