// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Milliseconds of one thread for images of an arena (render_arena.h), beside those of MuJoCo's renderer and a small one
// in OpenGL, both on Mesa's llvmpipe, in one run. `render_bench --pictures DIR` leaves what each sees as PPM files;
// `render_bench --row NAME` takes ours of one row many times, for a profiler; `render_bench --write PAGE` puts the
// table into a page, between the lines `<!-- images: render_bench -->` and `<!-- end of images -->`. With a world as
// argument it takes one image of that from its Viewpoint instead: `render_bench WORLD FILE.ppm [WIDTH HEIGHT]`.
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
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "engine/image/image_file.h"
#include "engine/rays/ray_fan.h"
#include "engine/rays/raycast.h"
#include "engine/render/renderer.h"
#include "engine/scene/scene.h"
#include "engine/simulation.h"
#include "engine/simulation_options.h"
#include "engine/stage/hooks.h"
#include "engine/stage/parts.h"
#include "engine/state/state_hash.h"
#include "tests/bench/render_arena.h"
#include "tests/bench/render_peers.h"
#include "tests/support/alone.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

double seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

std::string text_of(const arena::Thing& thing) {
  const std::string image =
      thing.has_image ? fmt::format(" baseColorMap ImageTexture {{ url [ \"{}\" ] }}", arena::image_file()) : "";
  const Eigen::Vector3d& s = thing.size;
  std::string geometry;
  switch (thing.shape) {
    case arena::Thing::Shape::Box:
      geometry = fmt::format("Box {{ size {} {} {} }}", s.x(), s.y(), s.z());
      break;
    case arena::Thing::Shape::Cylinder:
      geometry = fmt::format("Cylinder {{ radius {} height {} subdivision {} }}", s.x(), s.y(), arena::cylinder_sides);
      break;
    case arena::Thing::Shape::Sphere:
      geometry = fmt::format("Sphere {{ radius {} subdivision 3 }}", s.x());
      break;
    case arena::Thing::Shape::Ball: {
      std::string points, faces;
      const arena::Mesh mesh = arena::ball(s.x());
      for (const auto& p : mesh.points) points += fmt::format("{:.5f} {:.5f} {:.5f} ", p[0], p[1], p[2]);
      for (const auto& t : mesh.triangles) faces += fmt::format("{} {} {} -1 ", t[0], t[1], t[2]);
      geometry =
          "IndexedFaceSet { creaseAngle 1 coord Coordinate { point [ " + points + "] } coordIndex [ " + faces + "] }";
      break;
    }
  }
  return fmt::format(
      "Pose {{ translation {} {} {} children [ Shape {{ appearance PBRAppearance {{ baseColor {} {} {} roughness 0.6 "
      "metalness 0{} }} geometry {} }} ] }}\n",
      thing.place.x(), thing.place.y(), thing.place.z(), thing.color[0], thing.color[1], thing.color[2], image,
      geometry);
}

std::string arena_text(bool shadows) {
  const auto& d = arena::light_direction;
  std::string text = fmt::format(
      "#VRML_SIM R2025a utf8\nWorldInfo {{ basicTimeStep 16 }}\nViewpoint {{ }}\nBackground {{ skyColor [ 0.5 0.7 1 ] "
      "}}\n"
      "DirectionalLight {{ direction {} {} {} intensity 2 castShadows {} }}\n"
      "Shape {{ appearance PBRAppearance {{ roughness 1 metalness 0 baseColorMap ImageTexture {{ url [ \"{}\" ] }} }} "
      "geometry Plane {{ size {} {} }} }}\n",
      d[0], d[1], d[2], shadows ? "TRUE" : "FALSE", arena::image_file(), arena::floor_size, arena::floor_size);
  int number = 0;
  for (const arena::Group& group : arena::groups()) {
    std::string things;
    for (const arena::Thing& thing : group.things) things += text_of(thing);
    text += fmt::format("Solid {{ translation {} {} {} name \"{}\" children [ {} ] }}\n", group.place.x(),
                        group.place.y(), group.place.z(), number++, things);
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

View view_of(const arena::Camera& camera) {
  View view;
  view.width = camera.width;
  view.height = camera.height;
  view.field_of_view = camera.field_of_view;
  view.pose.position = camera.from;
  const Vector3d x = (camera.to - camera.from).normalized(), y = Vector3d::UnitZ().cross(x).normalized();
  view.pose.rotation.col(0) = x;
  view.pose.rotation.col(1) = y;
  view.pose.rotation.col(2) = x.cross(y);
  return view;
}

void write_ppm(const std::string& path, const View& view, const std::vector<std::uint8_t>& bgra) {
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

class OurArena {
 public:
  explicit OurArena(bool shadows) : scene_(load(shadows)) {
    const double begin = seconds();
    eye_ = std::make_unique<Eye>(renderer_.scene_now());
    made_ = 1000 * (seconds() - begin);
  }
  // ms: of reading files, triangles and textures before the first image.
  double made() const { return made_; }

  double image(const View& view, int repeats) {
    return time_of(repeats, [&] { take(view); });
  }
  double hundred(int repeats) {
    return time_of(repeats, [&] {
      for (int i = 0; i < 100; ++i) take(view_of(arena::small(i)));
    });
  }
  double ranges(const View& view, int repeats) {
    std::vector<float> ranges(std::size_t(view.width * view.height));
    return time_of(repeats, [&] { eye_->take_ranges(view, ranges); });
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
    Raycaster& rays = scene_.simulation->scene().parts().get<Raycaster>();
    RayFan fan;
    constexpr double height = 0.2, turn = 2 * std::numbers::pi;  // rad
    fan.rows = {height * (0.5 - 0.5 / layers), -height / layers, layers};
    fan.columns = {0, turn / columns, columns};
    fan.pose.position = {0, 0, 0.6};
    fan.reach = 20;
    std::vector<Eigen::Vector2d> ways;
    for (int k = 0; k < columns; ++k) ways.emplace_back(std::cos(turn * k / columns), std::sin(turn * k / columns));
    return time_of(20, [&] {
      fan.rays.clear();
      for (int i = 0; i < layers; ++i) {
        const double elevation = fan.rows.first + fan.rows.step * i, across = std::cos(elevation);
        for (const Eigen::Vector2d& way : ways)
          fan.rays.push_back({fan.pose.position, {across * way.x(), across * way.y(), std::sin(elevation)}, fan.reach});
      }
      rays.cast(fan, RaySet::Visible);
    });
  }
  // Of the bytes of all images so far.
  std::uint64_t hash() { return hash_.value(); }
  const std::vector<std::uint8_t>& bytes() const { return bgra_; }
  std::uint32_t triangles() const { return renderer_.scene().triangles(); }
  // The same for OpenGL, which shows the image of the floor as it is on all that has one.
  std::vector<arena::Corner> corners() const {
    std::vector<arena::Corner> all;
    const RenderScene& scene = renderer_.scene();
    for (const RenderBody& body : scene.bodies())
      for (std::size_t i = 0; i < body.triangles.size(); ++i) {
        const Material& material = scene.material(scene.shape(body.shapes[i]).material);
        for (const std::uint32_t k : body.triangles[i]) {
          const Vector3d place = body.pose * Vector3d(body.positions[k].cast<double>()),
                         normal = body.pose.rotation * body.normals[k].cast<double>();
          const Light3& color = material.diffuse;
          all.push_back({{float(place.x()), float(place.y()), float(place.z())},
                         {float(normal.x()), float(normal.y()), float(normal.z())},
                         {body.coordinates[k].x(), 1 - body.coordinates[k].y()},
                         {color[0], color[1], color[2]},
                         material.color ? 1.0f : 0.0f});
        }
      }
    return all;
  }

  // With `threads`, in ms of wall clock: of the whole, then of one.
  std::pair<double, double> together(int threads) {
    Threads pool(threads);
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
      all = std::min(all, wall([&] {
                       pool.run(100, [&](std::size_t k, std::size_t thread) {
                         eyes[thread]->take(view_of(arena::small(int(k))), pictures[k]);
                       });
                     }));
      one = std::min(one, wall([&] {
                       for (int k = 0; k < 100; ++k) eyes[0]->take(view_of(arena::small(k)), pictures[std::size_t(k)]);
                     }));
    }
    return {all, one};
  }

 private:
  static std::unique_ptr<World> load(bool shadows) {
    Diagnostics diagnostics;
    return load_world_text(arena_text(shadows), "/nowhere/worlds/arena", {.allow_outside = true}, diagnostics);
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
  double made_;
  Picture picture_;
  std::vector<std::uint8_t> bgra_;
  StateHash hash_;
};

// A row of the table: ms, NaN where a renderer has none. The part of MuJoCo's time that ours is to be, 0: none is
// asked.
struct Row {
  std::string name;
  double ours, goal = 0;
  double part_of_mujoco = 0;
  double mujoco = NAN, opengl = NAN;
};

std::string cell(double ms) { return std::isnan(ms) ? "" : fmt::format("{:.3f}", ms); }

// What all three are asked for.
enum class Asked : std::uint8_t { Image, Hundred, Depths };
struct Task {
  std::string name;
  Asked asked;
  int width, height;
  bool shadows;
  double goal, part_of_mujoco;
};
const std::vector<Task>& tasks() {
  static const std::vector<Task> all = {{"640x480, shadows", Asked::Image, 640, 480, true, 30, 0.5},
                                        {"640x480", Asked::Image, 640, 480, false, 17, 0.75},
                                        {"320x240, shadows", Asked::Image, 320, 240, true, 11, 0},
                                        {"52x39, shadows", Asked::Image, 52, 39, true, 0, 0},
                                        {"100 views of 52x39, shadows", Asked::Hundred, 52, 39, true, 35, 0},
                                        {"100 views of 52x39", Asked::Hundred, 52, 39, false, 0, 0},
                                        {"ranges 640x480", Asked::Depths, 640, 480, false, 3.5, 0}};
  return all;
}

double time_of_ours(OurArena& ours, const Task& task, int repeats) {
  const View view = view_of(arena::large(task.width, task.height));
  if (task.asked == Asked::Image) return ours.image(view, repeats);
  return task.asked == Asked::Hundred ? ours.hundred(repeats) : ours.ranges(view, repeats);
}

double time_of_peer(arena::Peer& peer, const Task& task, int repeats) {
  const arena::Camera camera = arena::large(task.width, task.height);
  return time_of(repeats,
                 [&] {
                   if (task.asked == Asked::Depths) return peer.depths(camera);
                   if (task.asked == Asked::Image) return peer.image(camera, task.shadows);
                   // Every tenth: they are alike.
                   for (int i = 0; i < 100; i += 10) peer.image(arena::small(i), task.shadows);
                 }) *
         (task.asked == Asked::Hundred ? 10 : 1);
}

void write_ppm(const std::string& path, const arena::Camera& camera, const std::vector<unsigned char>& from_below) {
  std::ofstream file(path, std::ios::binary);
  file << "P6\n" << camera.width << ' ' << camera.height << "\n255\n";
  const std::size_t row = 3 * std::size_t(camera.width);
  for (auto y = std::size_t(camera.height); y-- > 0;)
    file.write(reinterpret_cast<const char*>(from_below.data() + y * row), std::streamsize(row));
}

void leave_picture(arena::Peer& peer, const std::string& pictures) {
  const arena::Camera camera = arena::large(640, 480);
  peer.image(camera, true);
  write_ppm(pictures + "/" + peer.name().substr(0, 6) + ".ppm", camera, peer.bytes());
}

// The last run's rows, as Markdown.
std::string& table() {
  static std::string text =
      "| ms of one thread | lightsout | goal | MuJoCo | OpenGL | OpenGL / lightsout |\n|---|---|---|---|---|---|\n";
  return text;
}

void add_to_table(const Row& row) {
  const auto number = [](double ms) {
    return std::isnan(ms) ? std::string() : ms < 0.1 ? fmt::format("{:.3f}", ms) : fmt::format("{:.1f}", ms);
  };
  table() += fmt::format("| {} | {} | {} | {} | {} | {} |\n", row.name, number(row.ours),
                         row.goal > 0 ? fmt::format("{}", row.goal) : "", number(row.mujoco), number(row.opengl),
                         std::isnan(row.opengl) ? "" : fmt::format("{:.2f}", row.opengl / row.ours));
}

// False: the page has no place for it.
bool write_table(const std::string& page) {
  std::stringstream text;
  text << std::ifstream(page).rdbuf();
  std::string all = text.str();
  const std::string from = "<!-- images: render_bench -->\n", to = "<!-- end of images -->";
  const std::size_t begin = all.find(from), end = all.find(to);
  if (begin == std::string::npos || end == std::string::npos || end < begin) return false;
  all.replace(begin + from.size(), end - begin - from.size(), table());
  std::ofstream file(page);
  file << all;
  file.flush();
  return file.good();
}

void print(const Row& row) {
  add_to_table(row);
  std::string ratio = std::isnan(row.mujoco) ? "" : fmt::format("{:.2f}", row.ours / row.mujoco);
  if (row.part_of_mujoco > 0) ratio += fmt::format(" (goal {})", row.part_of_mujoco);
  fmt::print("{:30} {:9.3f} {:>9} {:>9} {:>9} {:>9}\n", row.name, row.ours,
             row.goal > 0 ? fmt::format("{}", row.goal) : "", cell(row.mujoco), cell(row.opengl), ratio);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  const std::string first_word = count > 1 ? words[1] : "", second_word = count > 2 ? words[2] : "";
  if (count > 2 && first_word[0] != '-') return picture(count, words);
  const std::string pictures = first_word == "--pictures" ? second_word : "";
  if (first_word == "--row") {
    for (const Task& task : tasks())
      if (task.name == second_word) {
        OurArena ours(task.shadows);
        const double ms = time_of_ours(ours, task, task.asked == Asked::Hundred ? 5 : 50);
        fmt::print("{:.3f} ms, pixels: {:016x}\n", ms, ours.hash());
      }
    if (second_word == "first image") {
      double made = 1e9, first = 1e9;
      for (int i = 0; i < 20; ++i) {
        OurArena ours(true);
        made = std::min(made, ours.made());
        first = std::min(first, ours.image(view_of(arena::large(640, 480)), 1));
      }
      fmt::print("{:.1f} ms with files, then {:.1f} ms\n", made, first);
    }
    if (second_word == "lidar 16x1800") {
      OurArena ours(false);
      fmt::print("{:.3f} ms\n", std::min(ours.lidar(16, 1800), ours.lidar(16, 1800)));
    }
    return 0;
  }
  arena::image_file();
  double begin = seconds();
  OurArena lit(true);
  const double loaded = seconds() - begin;
  const View large = view_of(arena::large(640, 480));
  begin = seconds();
  lit.image(large, 1);
  const double first = 1000 * (seconds() - begin), again = lit.image(large, 5);
  if (!pictures.empty()) write_ppm(pictures + "/lightsout.ppm", large, lit.bytes());
  fmt::print("{} triangles, loaded in {:.1f} ms with the scene of images\n", lit.triangles(), 1000 * loaded);
  OurArena plain(false);
  std::string error;
  const auto opengl = arena::make_opengl(lit.corners(), error);
  if (!opengl) fmt::print("no OpenGL: {}\n", error);
  const auto mujoco = arena::make_mujoco(error);
  if (!mujoco) fmt::print("no MuJoCo: {}\n", error);
  fmt::print("{:30} {:>9} {:>9} {:>9} {:>9} {:>9}\n", "ms of CPU, one thread", "ours", "goal", "MuJoCo", "OpenGL",
             "x MuJoCo");
  for (const Task& task : tasks()) {
    const int repeats = task.asked == Asked::Hundred ? 3 : 5;
    Row row{task.name, time_of_ours(task.shadows ? lit : plain, task, repeats), task.goal, task.part_of_mujoco};
    if (opengl) row.opengl = time_of_peer(*opengl, task, 3);
    if (mujoco) row.mujoco = time_of_peer(*mujoco, task, 3);
    print(row);
  }
  View round = large;
  round.projection = Projection::Cylindrical;
  print({"cylindrical 640x480, shadows", lit.image(round, 3)});
  print({"lidar 360x1", lit.lidar(1, 360), 0.06});
  print({"lidar 16x1800", lit.lidar(16, 1800), 3});
  print({"following a step", lit.following(), 0.01});
  // What the first image of a scene makes for itself and for those after it, and the file of its image alone.
  const double file = time_of(5, [] {
    if (!read_image_file(arena::image_file())) std::abort();
  });
  print({"first image, all that it makes but files", lit.made() + first - again - file, 15});
  print({"reading a PNG file of 1000x1000", file});
  const auto [all, one] = lit.together(2);
  fmt::print("100 views on 2 threads: {:.1f} ms of wall clock, on one {:.1f}: {:.2f} times as fast (goal 1.8)\n", all,
             one, one / all);
  if (first_word == "--write" && !write_table(second_word)) {
    fmt::print("{} has no lines for the table\n", second_word);
    return 1;
  }
  fmt::print("pixels: {:016x} {:016x}\n", lit.hash(), plain.hash());
  if (!pictures.empty() && opengl) leave_picture(*opengl, pictures);
  if (!pictures.empty() && mujoco) leave_picture(*mujoco, pictures);
}
