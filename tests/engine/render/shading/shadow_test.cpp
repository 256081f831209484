// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Shadows of parallel light by grids: that a grid leaves out nothing, and that none of it is seen.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <random>

#include "engine/render/scene/light_grid.h"
#include "engine/scene/scene.h"
#include "tests/engine/render/rendered.h"

using namespace lightsout;

namespace {

struct Heap {
  std::vector<Eigen::Vector3f> positions;
  std::vector<BallTree::Triangle> triangles;
};

// Small triangles, long ones, large ones, and some without an area.
Heap heap_of(int count, std::mt19937& random) {
  std::uniform_real_distribution<float> any(-1, 1);
  const auto point = [&](float size) {
    return Eigen::Vector3f(size * any(random), size * any(random), size * any(random));
  };
  Heap heap;
  for (int i = 0; i < count; ++i) {
    const float size = i % 20 == 0 ? 2.0f : i % 5 == 0 ? 0.3f : 0.03f;
    const Eigen::Vector3f middle = point(1), to = point(size), way = i % 50 == 1 ? to : point(i % 7 ? size : 0.001f);
    const auto first = std::uint32_t(heap.positions.size());
    heap.positions.insert(heap.positions.end(), {middle, middle + to, middle + way});
    heap.triangles.push_back({first, first + 1, first + 2});
  }
  return heap;
}

bool is_in(const ParallelShadow& shadow, const Eigen::Vector3f& p) {
  for (std::size_t i = 0; i < 3; ++i)
    if (!(shadow.m[i].dot(p) + shadow.c[i] >= 0)) return false;
  return shadow.m[3].dot(p) + shadow.behind(1e-4f, 1e-6f) > 0;
}

}  // namespace

TEST_CASE("a grid holds in a point's cell all triangles that the point is in the shadow of") {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> any(-1.5f, 1.5f);
  for (const int count : {1, 2, 40, 3000}) {
    const Heap heap = heap_of(count, random);
    std::vector<std::uint32_t> all(heap.triangles.size());
    std::iota(all.begin(), all.end(), 0U);
    for (const Eigen::Vector3f& light :
         {Eigen::Vector3f(0, 0, 1), Eigen::Vector3f(-1, 0, 0), Eigen::Vector3f(0.4f, -0.5f, 1)}) {
      const Eigen::Vector3f towards = light.normalized();
      const LightGrid grid(heap.positions, heap.triangles, all, towards);
      int dark = 0, wrong = 0;
      for (int i = 0; i < 500; ++i) {
        const Eigen::Vector3f p(any(random), any(random), any(random));
        const LightGrid::Spot spot = grid.find(p.x(), p.y(), p.z());
        bool in_grid = false, in_any = false;
        if (spot.cell != LightGrid::none)
          for (const LightGrid::Entry& entry : grid.entries_in(spot.cell)) {
            ParallelShadow own;
            const ParallelShadow* shadow = entry.may_hold(spot) ? grid.shadow(entry.number, own) : nullptr;
            in_grid |= shadow && is_in(*shadow, p);
          }
        for (const BallTree::Triangle& t : heap.triangles) {
          ParallelShadow shadow;
          in_any |= shadow.find({heap.positions[t[0]], heap.positions[t[1]], heap.positions[t[2]]}, towards) &&
                    is_in(shadow, p);
        }
        dark += in_any;
        wrong += in_grid != in_any;
      }
      CHECK(wrong == 0);
      if (count >= 40) CHECK(dark > 20);
    }
  }
}

// Four lights at most have grids: a fifth one asks the tree. All five from one direction are as bright as one of five
// times the light, and dark in the same places.
TEST_CASE("a light that has no grid throws the same shadows as one that has") {
  const std::string white = "Appearance { material Material { diffuseColor 1 1 1 } }";
  std::string things = "Shape { appearance " + white + " geometry Plane { size 10 10 } }\n";
  for (int i = 0; i < 12; ++i)
    things += fmt::format(
        "Solid {{ translation {} {} {} rotation 1 2 3 {} children [ Shape {{ appearance {} geometry {} }} ] }}\n",
        std::sin(2.1 * i), std::cos(1.3 * i), 0.3 + 0.05 * i, 0.3 * i, white,
        i % 2 ? "Box { size 0.3 0.2 0.4 }" : "Sphere { radius 0.2 subdivision 3 }");
  const auto light = [](double intensity) {
    return fmt::format("DirectionalLight {{ direction 0.4 -0.5 -1 intensity {} castShadows TRUE }}\n", intensity);
  };
  std::string weak;
  for (int i = 0; i < 5; ++i) weak += light(0.25);
  Rendered one(things + light(1.25)), five(things + weak);
  for (const int width : {40, 300}) {
    View view = Rendered::view(width, width);
    view.pose.position = {-3, 0, 2};
    view.pose.rotation = Eigen::AngleAxisd(0.6, Vector3d::UnitY()).toRotationMatrix();
    const auto image = one.take(view), other = five.take(view);
    int dark = 0, wrong = 0;
    for (int y = 0; y < width; ++y)
      for (int x = 0; x < width; ++x) {
        dark += image.gray(x, y) == 0;
        wrong += std::abs(image.gray(x, y) - other.gray(x, y)) > 1;
      }
    CHECK(dark > width * width / 50);
    CHECK(wrong == 0);
  }
}

// The light comes to a body from another side at each turn: what was known of it before is forgotten, and from the
// fourth turn on small images are made by the tree.
TEST_CASE("the shadow of what turns is that of what stands there") {
  const auto world = [](double angle) {
    return fmt::format(
        "Shape {{ appearance Appearance {{ material Material {{ }} }} geometry Plane {{ size 10 10 }} }}\n"
        "DEF BAR Solid {{ translation 0 0 0.5 rotation 0 0 1 {} children [ Shape {{ appearance Appearance {{ material "
        "Material {{ }} }} geometry Box {{ size 1 0.1 0.1 }} }} Pose {{ translation 0.4 0 0.2 children [ Shape {{ "
        "appearance Appearance {{ material Material {{ }} }} geometry Sphere {{ radius 0.2 subdivision 5 }} }} ] }} ] "
        "}}\n"
        "DirectionalLight {{ direction 0.4 -0.5 -1 castShadows TRUE }}\n",
        angle);
  };
  Rendered turned(world(0));
  View view = Rendered::view(60, 60);
  view.pose.position = {-3, 0, 2};
  view.pose.rotation = Eigen::AngleAxisd(0.6, Vector3d::UnitY()).toRotationMatrix();
  turned.take(view);
  for (int i = 1; i < 8; ++i) {
    Simulation& simulation = turned.world().simulation();
    Node& bar = *simulation.scene().world().find_def("BAR");
    simulation.scene().world().set(bar, bar.type().find("rotation"), Rotation{0, 0, 1, 0.4 * i});
    turned.world().run(0.016);
    turned.renderer().moved();
    Rendered stands(world(0.4 * i));
    CHECK(turned.take(view).bgra == stands.take(view).bgra);
  }
}
