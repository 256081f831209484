// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The example in C++ of docs/collide.md, as it stands there: CMake cuts it out of the page.
#include <fmt/format.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "engine/collider/collider.h"

namespace {

namespace fs = std::filesystem;

struct Answers {
  bool touches = false, robot_0 = false;
};

Answers report(const std::string& error) {
  FAIL(error);
  return {};
}

Answers ask(const std::vector<Eigen::Matrix4d>& matrices, const std::vector<Eigen::Matrix4d>& of_robot_0) {
#include "collide_page.inc"
  return {touches, robot_0};
}

// A tetrahedron with its corners in the origin and at 1 on each axis.
void write_model(const fs::path& file) {
  static constexpr const char* corners[] = {"0 0 0", "1 0 0", "0 1 0", "0 0 1"};
  static constexpr int faces[][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  std::ofstream out(file);
  out << "solid model\n";
  for (const auto& face : faces) {
    out << "facet normal 0 0 0\nouter loop\n";
    for (const int corner : face) out << "vertex " << corners[corner] << "\n";
    out << "endloop\nendfacet\n";
  }
  out << "endsolid model\n";
}

Eigen::Matrix4d at(double x) {
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
  matrix(0, 3) = x;
  return matrix;
}

TEST_CASE("the example of the page answers as the page says") {
  const fs::path before = fs::current_path(),
                 folder = fs::temp_directory_path() / fmt::format("lightsout-collide-page-{}", ::getpid());
  fs::create_directories(folder);
  fs::current_path(folder);
  for (const char* file : {"base.stl", "arm.stl", "cell.stl"}) write_model(file);
  // Links one joint apart are not tested: base and arm may overlap.
  const std::vector<Eigen::Matrix4d> apart{at(0), at(0.5), at(3)}, touching{at(0), at(0.5), at(1)};
  const Answers free = ask(apart, apart), hit = ask(touching, touching);
  fs::current_path(before);
  fs::remove_all(folder);
  CHECK_FALSE(free.touches);
  CHECK_FALSE(free.robot_0);
  CHECK(hit.touches);
  CHECK(hit.robot_0);
}

}  // namespace
