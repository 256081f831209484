// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/render_arena.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <numbers>

#include "engine/image/image_writer.h"

namespace lightsout::arena {

std::vector<Group> groups() {
  std::vector<Group> all;
  for (int i = 0; i < 30; ++i)
    all.push_back(
        {{4.2 * std::cos(i * 0.7), 4.2 * std::sin(i * 0.7), 0.25},
         {{Thing::Shape::Box, Eigen::Vector3d::Zero(), {0.5, 0.5, 0.5}, {0.3 + 0.02 * i, 0.5, 0.9 - 0.02 * i}, true}}});
  for (int i = 0; i < 5; ++i)
    all.push_back({{-1.0 + i, 2.5 - i, 0.5},
                   {{Thing::Shape::Ball, Eigen::Vector3d::Zero(), {0.4, 0, 0}, {0.8, 0.4, 0.2 * i}, false}}});
  for (int robot = 0; robot < 10; ++robot) {
    Group group{{-2 + 0.4 * robot, -1 + 0.3 * (robot % 3), 0}, {}};
    for (int k = 0; k < 40; ++k)
      group.things.push_back({k % 2 ? Thing::Shape::Cylinder : Thing::Shape::Box,
                              {0.05 * (k % 5), 0.05 * (k / 5 % 4), 0.05 * (k / 20) + 0.05},
                              k % 2 ? Eigen::Vector3d(0.03, 0.04, 0) : Eigen::Vector3d(0.04, 0.04, 0.04),
                              {0.02 * k, 0.6, 0.3},
                              false});
    all.push_back(std::move(group));
  }
  return all;
}

Mesh ball(double radius) {
  Mesh mesh;
  constexpr int rings = 50, sides = 50;
  for (int i = 0; i <= rings; ++i)
    for (int j = 0; j < sides; ++j) {
      const double polar = std::numbers::pi * i / rings, around = 2 * std::numbers::pi * j / sides;
      const double r = radius * (1 + 0.05 * std::sin(8 * around));
      mesh.points.push_back(
          {r * std::sin(polar) * std::cos(around), r * std::sin(polar) * std::sin(around), r * std::cos(polar)});
    }
  for (int i = 0; i < rings; ++i)
    for (int j = 0; j < sides; ++j) {
      const int a = i * sides + j, b = i * sides + (j + 1) % sides, c = a + sides, d = b + sides;
      mesh.triangles.push_back({a, c, d});
      mesh.triangles.push_back({a, d, b});
    }
  return mesh;
}

const std::string& image_file() {
  static const struct File {
    std::string path =
        (std::filesystem::temp_directory_path() / fmt::format("lightsout_render_bench.{}.png", ::getpid())).string();
    File() {
      constexpr int size = 1000;
      std::vector<std::uint8_t> bgra;
      for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
          const bool is_dark = (x / 25 + y / 25) % 2 != 0;
          const auto grain = std::uint8_t((x * 7919 + y * 104729 + x * y) % 32);
          for (const int level : {is_dark ? 90 : 180, is_dark ? 100 : 200, is_dark ? 110 : 220})
            bgra.push_back(std::uint8_t(level + grain));
          bgra.push_back(255);
        }
      if (const auto written = write_image_file(path, size, size, bgra); !written) {
        std::fprintf(stderr, "%s: %s\n", path.c_str(), written.error().c_str());
        std::exit(1);
      }
    }
    ~File() { std::filesystem::remove(path); }
  } file;
  return file.path;
}

Camera large(int width, int height) { return {{-4.5, -3.5, 2}, {0, 0, 0.2}, width, height, 1.2}; }

Camera small(int i) {
  return {{2.2 * std::cos(i * 0.1), 2.2 * std::sin(i * 0.1), 0.1}, {0.5 * std::sin(i), 0, 0.1}, 52, 39, 1};
}

}  // namespace lightsout::arena
