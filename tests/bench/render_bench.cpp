// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Milliseconds of one thread for images of an arena: 30 textured boxes, 5 meshes of 5,000 triangles, a floor with an
// image of 1000 x 1000 pixels, a directional light, 10 robots of 40 shapes. With a world as argument it takes one image
// of that from its Viewpoint instead: `render_bench WORLD FILE.ppm [WIDTH HEIGHT]`.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <numbers>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/rays/raycast.h"
#include "engine/render/renderer.h"
#include "engine/simulation.h"
#include "engine/state/state_hash.h"
#include "tests/support/alone.h"
#include "world_format/load.h"

using namespace lightsout;

namespace {

double seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

// A ball of 2 x 50 x 50 triangles.
std::string ball(double radius) {
  std::string points, faces;
  constexpr int rings = 50, sides = 50;
  for (int i = 0; i <= rings; ++i)
    for (int j = 0; j < sides; ++j) {
      const double polar = std::numbers::pi * i / rings, around = 2 * std::numbers::pi * j / sides;
      const double r = radius * (1 + 0.05 * std::sin(8 * around));
      points += fmt::format("{:.5f} {:.5f} {:.5f} ", r * std::sin(polar) * std::cos(around),
                            r * std::sin(polar) * std::sin(around), r * std::cos(polar));
    }
  for (int i = 0; i < rings; ++i)
    for (int j = 0; j < sides; ++j) {
      const int a = i * sides + j, b = i * sides + (j + 1) % sides, c = a + sides, d = b + sides;
      faces += fmt::format("{} {} {} -1 {} {} {} -1 ", a, c, d, a, d, b);
    }
  return "IndexedFaceSet { creaseAngle 1 coord Coordinate { point [ " + points + "] } coordIndex [ " + faces + "] }";
}

std::string arena(bool shadows) {
  const auto at = [](double x, double y, double z, const std::string& inner) {
    return fmt::format("Solid {{ translation {} {} {} name \"{} {} {}\" children [ {} ] }}\n", x, y, z, x, y, z, inner);
  };
  const auto look = [](double r, double g, double b) {
    return fmt::format("appearance PBRAppearance {{ baseColor {} {} {} roughness 0.6 metalness 0 }}", r, g, b);
  };
  std::string text =
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 16 }\nViewpoint { }\nBackground { skyColor [ 0.5 0.7 1 ] }\n" +
      fmt::format("DirectionalLight {{ direction 0.4 -0.5 -1 intensity 2 castShadows {} }}\n",
                  shadows ? "TRUE" : "FALSE") +
      "Shape { appearance PBRAppearance { roughness 1 metalness 0 baseColorMap ImageTexture { url [ "
      "\"" LIGHTSOUT_SOURCE_DIR
      "/docs/images/animation.png\" ] } "
      "} "
      "geometry Plane { size 10 10 } }\n";
  for (int i = 0; i < 30; ++i)
    text += at(4.2 * std::cos(i * 0.7), 4.2 * std::sin(i * 0.7), 0.25,
               "Shape { " + look(0.3 + 0.02 * i, 0.5, 0.9 - 0.02 * i) + " geometry Box { size 0.5 0.5 0.5 } }");
  for (int i = 0; i < 5; ++i)
    text += at(-1 + i, 2.5 - i, 0.5, "Shape { " + look(0.8, 0.4, 0.2 * i) + " geometry " + ball(0.4) + " }");
  for (int robot = 0; robot < 10; ++robot) {
    std::string parts;
    for (int k = 0; k < 40; ++k)
      parts +=
          fmt::format("Pose {{ translation {} {} {} children [ Shape {{ {} geometry {} }} ] }}\n", 0.05 * (k % 5),
                      0.05 * (k / 5 % 4), 0.05 * (k / 20) + 0.05, look(0.02 * k, 0.6, 0.3),
                      k % 2 ? "Cylinder { radius 0.03 height 0.04 subdivision 24 }" : "Box { size 0.04 0.04 0.04 }");
    text += at(-2 + 0.4 * robot, -1 + 0.3 * (robot % 3), 0, parts);
  }
  return text;
}

struct Loaded {
  NoControllers host;
  Hooks hooks;
  WarningLog log;
  Diagnostics diagnostics;
  std::unique_ptr<Simulation> simulation;
  explicit Loaded(std::unique_ptr<World> world) {
    if (!world) std::abort();
    simulation = std::make_unique<Simulation>(std::move(world), SimulationOptions{}, host, hooks, log);
    if (!simulation->start(diagnostics)) std::abort();
  }
};

View look_at(const Vector3d& from, const Vector3d& to, int width, int height, double fov) {
  View view;
  view.width = width;
  view.height = height;
  view.field_of_view = fov;
  view.pose.position = from;
  const Vector3d x = (to - from).normalized(), y = Vector3d::UnitZ().cross(x).normalized();
  view.pose.rotation.col(0) = x;
  view.pose.rotation.col(1) = y;
  view.pose.rotation.col(2) = x.cross(y);
  return view;
}

void write_ppm(const char* path, const View& view, const std::vector<std::uint8_t>& bgra) {
  std::ofstream file(path, std::ios::binary);
  file << "P6\n" << view.width << ' ' << view.height << "\n255\n";
  for (std::size_t i = 0; i < bgra.size(); i += 4)
    for (const int c : {2, 1, 0}) file.put(char(bgra[i + std::size_t(c)]));
}

template <class Work>
double time_of(int repeats, Work work) {
  double best = 1e9;
  for (int i = 0; i < repeats; ++i) {
    const double begin = seconds();
    work();
    best = std::min(best, seconds() - begin);
  }
  return 1000 * best;
}

int picture(int count, char** words) {
  Diagnostics diagnostics;
  Loaded scene(load_world(words[1], {}, diagnostics));
  Renderer renderer(scene.simulation->scene());
  View view;
  view.width = count > 4 ? std::atoi(words[3]) : 640;
  view.height = count > 4 ? std::atoi(words[4]) : 480;
  double exposure = 1;
  for (const NodePtr& node : scene.simulation->scene().world().nodes())
    if (node->is_a("Viewpoint")) {
      view.pose = {to_eigen(node->get<Vec3>("position")), to_matrix(node->get<Rotation>("orientation"))};
      view.field_of_view = node->get<double>("fieldOfView");
      view.near = node->get<double>("near");
      exposure = node->get<double>("exposure");
    }
  if (view.height > view.width) view.field_of_view *= double(view.width) / view.height;
  Picture image;
  const double begin = seconds();
  renderer.take(view, image);
  const double first = seconds();
  renderer.take(view, image);
  fmt::print("first {:.1f} ms, then {:.1f} ms, {} triangles\n", 1000 * (first - begin), 1000 * (seconds() - first),
             renderer.scene().triangles());
  std::vector<std::uint8_t> bgra(std::size_t(view.width * view.height) * 4);
  show(image, exposure, bgra);
  write_ppm(words[2], view, bgra);
  for (const std::string& warning : scene.log.warnings) fmt::print("{}\n", warning);
  return 0;
}

// One row of the table: what was measured, and the goal.
struct Row {
  std::string name;
  double ms, goal;
};

class Arena {
 public:
  explicit Arena(bool shadows) : scene_(load(shadows)), eye_(std::make_unique<Eye>(renderer_.scene_now())) {}

  static View large(int width, int height) { return look_at({-4.5, -3.5, 2}, {0, 0, 0.2}, width, height, 1.2); }
  // Of an e-puck's camera among the robots.
  static View small(int i) {
    return look_at({2.2 * std::cos(i * 0.1), 2.2 * std::sin(i * 0.1), 0.1}, {0.5 * std::sin(i), 0, 0.1}, 52, 39, 1);
  }

  double image(const View& view, int repeats) {
    return time_of(repeats, [&] { take(view); });
  }
  double hundred() {
    return time_of(3, [&] {
      for (int i = 0; i < 100; ++i) take(small(i));
    });
  }
  double ranges(const View& view) {
    std::vector<float> ranges(std::size_t(view.width * view.height));
    return time_of(5, [&] { eye_->take_ranges(view, ranges); });
  }
  double following() {
    return time_of(5,
                   [&] {
                     for (int i = 0; i < 100; ++i) {
                       renderer_.moved();
                       renderer_.scene_now();
                     }
                   }) /
           100;
  }
  double lidar(int layers, int columns) {
    Raycaster& rays = scene_.simulation->scene().part<Raycaster>();
    return time_of(5, [&] {
      for (int i = 0; i < layers; ++i)
        for (int k = 0; k < columns; ++k) {
          const double azimuth = 2 * std::numbers::pi * k / columns, elevation = 0.2 * (0.5 - (i + 0.5) / layers);
          const Vector3d way(std::cos(elevation) * std::cos(azimuth), std::cos(elevation) * std::sin(azimuth),
                             std::sin(elevation));
          rays.cast({{0, 0, 0.6}, way, 20}, RaySet::Visible, nullptr);
        }
    });
  }
  // Of the bytes of all images so far.
  std::uint64_t hash() const { return hash_.value(); }
  const std::vector<std::uint8_t>& bytes() const { return bgra_; }
  std::uint32_t triangles() const { return renderer_.scene().triangles(); }

  // With `threads`, in ms of wall clock: of the whole, then of one.
  std::pair<double, double> together(int threads) {
    RenderPool pool(threads);
    std::vector<std::unique_ptr<Eye>> eyes;
    for (int i = 0; i < threads; ++i) eyes.push_back(std::make_unique<Eye>(renderer_.scene_now()));
    std::vector<Picture> pictures(100);
    const auto wall = [](auto work) {
      timespec from, to;
      clock_gettime(CLOCK_MONOTONIC, &from);
      work();
      clock_gettime(CLOCK_MONOTONIC, &to);
      return 1e3 * double(to.tv_sec - from.tv_sec) + 1e-6 * double(to.tv_nsec - from.tv_nsec);
    };
    double all = 1e9, one = 1e9;
    for (int i = 0; i < 5; ++i) {
      all = std::min(
          all, wall([&] {
            pool.run(100, [&](std::size_t k, std::size_t thread) { eyes[thread]->take(small(int(k)), pictures[k]); });
          }));
      one = std::min(one, wall([&] {
                       for (int k = 0; k < 100; ++k) eyes[0]->take(small(k), pictures[std::size_t(k)]);
                     }));
    }
    return {all, one};
  }

 private:
  static std::unique_ptr<World> load(bool shadows) {
    Diagnostics diagnostics;
    return load_world_text(arena(shadows), "/nowhere/worlds/arena", {.allow_outside = true}, diagnostics);
  }
  void take(const View& view) {
    eye_->take(view, picture_);
    bgra_.resize(4 * std::size_t(view.width * view.height));
    show(picture_, 1, bgra_);
    hash_.add(std::int64_t(hash_of(std::as_bytes(std::span(bgra_)))));
  }

  Loaded scene_;
  Renderer renderer_{scene_.simulation->scene()};
  std::unique_ptr<Eye> eye_;
  Picture picture_;
  std::vector<std::uint8_t> bgra_;
  StateHash hash_;
};

}  // namespace

int main(int count, char** words) {
  if (count > 2) return picture(count, words);
  std::vector<Row> rows;
  double begin = seconds();
  Arena lit(true);
  const double loaded = seconds() - begin;
  const View large = Arena::large(640, 480);
  begin = seconds();
  lit.image(large, 1);
  const double first = 1000 * (seconds() - begin);
  fmt::print("{} triangles, loaded in {:.1f} ms with the scene of images\n", lit.triangles(), 1000 * loaded);
  rows.push_back({"640x480, shadows", lit.image(large, 5), 30});
  if (count > 1) write_ppm(words[1], large, lit.bytes());
  Arena plain(false);
  rows.push_back({"640x480", plain.image(large, 5), 17});
  rows.push_back({"320x240, shadows", lit.image(Arena::large(320, 240), 5), 11});
  rows.push_back({"52x39, shadows", lit.image(Arena::large(52, 39), 9), 0});
  rows.push_back({"100 views of 52x39, shadows", lit.hundred(), 35});
  rows.push_back({"100 views of 52x39", plain.hundred(), 0});
  rows.push_back({"ranges 640x480", lit.ranges(large), 3.5});
  View round = large;
  round.projection = Projection::Cylindrical;
  rows.push_back({"cylindrical 640x480, shadows", lit.image(round, 3), 0});
  rows.push_back({"lidar 360x1", lit.lidar(1, 360), 0.06});
  rows.push_back({"lidar 16x1800", lit.lidar(16, 1800), 3});
  rows.push_back({"following a step", lit.following(), 0.01});
  rows.push_back({"first image", first, 15});
  fmt::print("{:32} {:>10} {:>10}\n", "ms of CPU, one thread", "measured", "goal");
  for (const Row& row : rows)
    fmt::print("{:32} {:10.3f} {:>10}\n", row.name, row.ms, row.goal > 0 ? fmt::format("{}", row.goal) : "");
  const auto [all, one] = lit.together(2);
  fmt::print("100 views on 2 threads: {:.1f} ms of wall clock, on one {:.1f}: {:.2f} times as fast (goal 1.8)\n", all,
             one, one / all);
  fmt::print("pixels: {:016x} {:016x}\n", lit.hash(), plain.hash());
}
