// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/project/project_folder.h"

#include <catch2/catch.hpp>

using namespace lightsout;

namespace {

std::string left_out(const std::string& world, std::string_view text) {
  std::string room;
  return std::string(ProjectFolder(world).leave_out(text, room));
}

}  // namespace

TEST_CASE("the project's folder is left out wherever a path begins with it") {
  const std::string world = "/no/such/p/worlds/w.wbt";
  CHECK(left_out(world, "/no/such/p/sounds/a.wav") == "/sounds/a.wav");
  CHECK(left_out(world, "/no/such/p") == "");
  CHECK(left_out(world, "\"/no/such/p\" and file:///no/such/p/b, /no/such/p/c") == "\"\" and file:///b, /c");
  CHECK(left_out(world, {"a\0/no/such/p/b", 14}) == std::string("a\0/b", 4));
}

TEST_CASE("what is not the project's folder stays") {
  const std::string world = "/no/such/p/worlds/w.wbt";
  for (const std::string text :
       {"", "/", "no slash", "/no/such/people", "/no/such/p-2/a", "/home/no/such/p/a", "/no/such", "//no/such/q"})
    CHECK(left_out(world, text) == text);
  // A project at the root has no folder to leave out.
  CHECK(left_out("/worlds/w.wbt", "/sounds/a.wav") == "/sounds/a.wav");
}
