// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a plugin draws and which pairs it finds notable, as lines of JSON.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/program.h"

using namespace lightsout;
using Json = nlohmann::json;

namespace {

std::vector<Json> lines_of(const std::filesystem::path& file) {
  std::vector<Json> lines;
  std::istringstream text(read_file(file));
  for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line));
  return lines;
}

}  // namespace

TEST_CASE(
    "A plugin draws into the main view and into that of each robot with a camera, and its notable pairs are kept") {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_lightsout({"run", "tests/plugins/project/worlds/sees.wbt", "--duration", "300ms", "--plugin-drawing",
                     folder / "drawn.json", "--plugin-collisions", folder / "pairs.json"},
                    {.timeout = 240});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);

  // Manual, webots_physics_draw: `view` is NULL for the 3D view and Robot::name for a robot's camera; pass 0 is before,
  // pass 1 after the rendering.
  const std::vector<Json> drawn = lines_of(folder / "drawn.json");
  REQUIRE(drawn.size() == 31);
  for (const Json& line : drawn) {
    const Json& batches = line["batches"];
    REQUIRE(batches.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
      const bool of_robot = i >= 2;
      const double name_length = 7;  // eye "1"
      CHECK(batches[i]["pass"] == i % 2);
      CHECK(batches[i].contains("view") == of_robot);
      if (of_robot) CHECK(batches[i]["view"] == "eye \"1\"");
      CHECK(batches[i]["vertices"] == Json({{of_robot ? name_length : 0.0, double(i % 2), 0.0}}));
    }
  }

  // The ball falls by g h^2 n (n + 1) / 2 in n steps, through the floor: their boxes touch until its top is below the
  // floor's underside, after 0.25 m, n (n + 1) > 500: up to n = 21. A pair is found where the step before has left
  // things, and at the load too.
  const std::vector<Json> pairs = lines_of(folder / "pairs.json");
  REQUIRE(pairs.size() == 22);
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    CHECK(pairs[n]["time"].get<double>() == Approx(0.01 * double(n)));
    REQUIRE(pairs[n]["pairs"].size() == 1);
    std::vector<std::string> names = pairs[n]["pairs"][0];
    std::ranges::sort(names);
    CHECK(names == std::vector<std::string>{"BALL", "FLOOR"});
  }
}

// OpenGL's specification, 2.6.1: which corners each kind of primitive joins. Where it leaves their order free, the
// order is not looked at.
TEST_CASE(
    "What a plugin draws is recorded as points, lines and triangles in the world, with their colours and widths") {
  const TemporaryFolder folder;
  const ProgramResult result = run_lightsout({"run", "tests/plugins/project/worlds/paints.wbt", "--duration", "10ms",
                                              "--plugin-drawing", folder / "drawn.json"},
                                             {.timeout = 240});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  const Json line = lines_of(folder / "drawn.json").at(0);
  const Json& batches = line["batches"];
  REQUIRE(batches.size() == 4);
  const std::vector<std::vector<int>> corners{
      {0, 1, 2, 3},
      {0, 1, 2, 3, 0, 1, 1, 2, 2, 3, 0, 1, 1, 2, 2, 3, 3, 0},
      {0, 1, 2, 0, 1, 2, 2, 1, 3, 0, 1, 2, 0, 2, 3, 0, 1, 2, 0, 2, 3, 0, 1, 3, 0, 3, 2, 0, 1, 2, 0, 2, 3}};
  const Json square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  const char* kinds[] = {"points", "lines", "triangles"};
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(batches[i]["kind"] == kinds[i]);
    CHECK(batches[i]["pass"] == 1);
    Json expected = Json::array(), red = Json::array();
    for (const int corner : corners[i]) {
      expected.push_back(square[std::size_t(corner)]);
      red.push_back({1, 0, 0, 1});
    }
    CHECK(batches[i]["vertices"] == expected);
    CHECK(batches[i]["colors"] == red);
  }
  CHECK(batches[0]["size"] == 5);
  CHECK(batches[1]["size"] == 3);
  // (1, 0, 0) scaled by 2, turned by a right angle about z, moved by 10 along x. Nothing of the array.
  REQUIRE(batches[3]["vertices"].size() == 1);
  CHECK(batches[3]["vertices"][0][0].get<double>() == Approx(10));
  CHECK(batches[3]["vertices"][0][1].get<double>() == Approx(2));
  CHECK(batches[3]["colors"][0][1] == 1);
  CHECK(batches[3]["colors"][0][3].get<double>() == Approx(0.2));
}
