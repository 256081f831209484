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
#include <string>

#include "engine/render/renderer.h"
#include "engine/simulation.h"
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

}  // namespace

int main(int count, char** words) {
  if (count > 2) return picture(count, words);
  fmt::print("{:28} {:>10} {:>10}\n", "ms of CPU, one thread", "shadows", "without");
  double table[8][2];
  double first = 0, follow = 0;
  std::uint32_t triangles = 0;
  for (const bool shadows : {true, false}) {
    Diagnostics diagnostics;
    Loaded scene(load_world_text(arena(shadows), "/nowhere/worlds/arena", {.allow_outside = true}, diagnostics));
    Renderer renderer(scene.simulation->scene());
    Picture image;
    const View large = look_at({-4.5, -3.5, 2}, {0, 0, 0.2}, 640, 480, 1.2);
    double begin = seconds();
    renderer.take(large, image);
    if (shadows) first = 1000 * (seconds() - begin);
    triangles = renderer.scene().triangles();
    const auto take = [&](int row, View view, int repeats) {
      std::vector<std::uint8_t> bgra(std::size_t(view.width * view.height) * 4);
      table[row][shadows ? 0 : 1] = time_of(repeats, [&] {
        renderer.take(view, image);
        show(image, 1, bgra);
      });
      if (row == 0 && count > 1) write_ppm(words[1], view, bgra);
    };
    take(0, large, 5);
    take(1, look_at({-4.5, -3.5, 2}, {0, 0, 0.2}, 320, 240, 1.2), 5);
    take(2, look_at({-4.5, -3.5, 2}, {0, 0, 0.2}, 52, 39, 1.2), 9);
    double sum = 0;
    for (int i = 0; i < 100; ++i) {
      take(3, look_at({2.2 * std::cos(i * 0.1), 2.2 * std::sin(i * 0.1), 0.1}, {0.5 * std::sin(i), 0, 0.1}, 52, 39, 1),
           1);
      sum += table[3][shadows ? 0 : 1];
    }
    table[3][shadows ? 0 : 1] = sum;
    std::vector<float> ranges(640 * 480);
    table[4][shadows ? 0 : 1] = time_of(5, [&] { renderer.take_ranges(large, ranges); });
    View round = large;
    round.projection = Projection::Cylindrical;
    take(5, round, 3);
    begin = seconds();
    for (int i = 0; i < 100; ++i) {
      renderer.moved();
      const_cast<RenderScene&>(renderer.scene()).follow();
    }
    follow = 1000 * (seconds() - begin) / 100;
  }
  const char* names[] = {"640x480", "320x240", "52x39", "100 views of 52x39", "ranges 640x480", "cylindrical 640x480"};
  for (int i = 0; i < 6; ++i) fmt::print("{:28} {:10.2f} {:10.2f}\n", names[i], table[i][0], table[i][1]);
  fmt::print("{:28} {:10.2f}\n{:28} {:10.4f}\n{} triangles\n", "first image", first, "following a step", follow,
             triangles);
}
