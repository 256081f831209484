// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Rays of a swarm: N robots of three moving shapes each in a walled arena, 8 rays of 0.3 m per robot and step, poses
// followed; then the same with a mesh for a body. The tables set the tree against trying every shape, for the same
// rays; the readings of both are compared bit for bit. Last, rays over
// grounds of rough triangles, beside Embree's own triangles.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <span>
#include <vector>

#include "engine/rays/embree_library.h"
#include "engine/rays/ray_mesh.h"
#include "engine/rays/ray_scene.h"
#include "engine/shapes/shape.h"
#include "engine/state/noise.h"

using namespace lightsout;

namespace {

using Time = std::chrono::steady_clock;
double microseconds(Time::time_point since) {
  return std::chrono::duration<double, std::micro>(Time::now() - since).count();
}

// A ball between meridians and parallels: 1,920 triangles, those at the poles without an area.
std::shared_ptr<TriangleMesh> ball(double radius) {
  constexpr int rings = 24, sides = 40;
  auto mesh = std::make_shared<TriangleMesh>();
  for (int ring = 0; ring <= rings; ++ring)
    for (int side = 0; side < sides; ++side) {
      const double polar = std::numbers::pi * ring / rings, around = 2 * std::numbers::pi * side / sides;
      const Vector3d outward(std::sin(polar) * std::cos(around), std::sin(polar) * std::sin(around), std::cos(polar));
      mesh->vertices.push_back((radius * outward).cast<float>());
    }
  const auto at = [&](int ring, int side) { return ring * sides + side % sides; };
  for (int side = 0; side < sides; ++side)
    for (int ring = 0; ring < rings; ++ring) {
      mesh->triangles.push_back({at(ring, side), at(ring + 1, side), at(ring + 1, side + 1)});
      mesh->triangles.push_back({at(ring, side), at(ring + 1, side + 1), at(ring, side + 1)});
    }
  return mesh;
}

// A ground of 10 m by 10 m, each of whose corners is moved at random: no two triangles of it lie alike.
std::shared_ptr<TriangleMesh> rough_ground(int cells) {
  Noise noise(1, "heights");
  auto mesh = std::make_shared<TriangleMesh>();
  const float cell = 10.0F / float(cells);
  for (int row = 0; row <= cells; ++row)
    for (int column = 0; column <= cells; ++column) {
      const auto moved = [&] { return cell * float(0.6 * noise.uniform() - 0.3); };
      mesh->vertices.emplace_back(float(column) * cell + moved(), float(row) * cell + moved(), moved());
    }
  for (int row = 0; row < cells; ++row)
    for (int column = 0; column < cells; ++column) {
      const int corner = row * (cells + 1) + column, above = corner + cells + 1;
      mesh->triangles.push_back({corner, corner + 1, above});
      mesh->triangles.push_back({corner + 1, above + 1, above});
    }
  return mesh;
}

// The triangles in Embree's own tree, by its single precision: what a ray costs where its last bits may differ between
// processors.
class OwnTriangles {
 public:
  OwnTriangles(const EmbreeDevice& device, const TriangleMesh& mesh)
      : api_(device.api()), scene_(api_.rtcNewScene(device.handle())) {
    api_.rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
    const RTCGeometry geometry = api_.rtcNewGeometry(device.handle(), RTC_GEOMETRY_TYPE_TRIANGLE);
    fill(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, mesh.vertices);
    fill(geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT3, mesh.triangles);
    api_.rtcCommitGeometry(geometry);
    api_.rtcAttachGeometry(scene_, geometry);
    api_.rtcReleaseGeometry(geometry);  // the scene holds it
    api_.rtcCommitScene(scene_);
  }
  ~OwnTriangles() { api_.rtcReleaseScene(scene_); }
  OwnTriangles(const OwnTriangles&) = delete;
  OwnTriangles& operator=(const OwnTriangles&) = delete;

  // m; the ray's length where it hits nothing.
  double distance(const Ray& ray) const {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRayHit look{};
    const Eigen::Vector3f from = ray.origin.cast<float>(), way = ray.direction.cast<float>();
    look.ray = {from.x(), from.y(), from.z(), 0, way.x(), way.y(), way.z(), 0, float(ray.length), ~0U, 0, 0};
    look.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    api_.rtcIntersect1(scene_, &context, &look);
    return double(look.ray.tfar);
  }

 private:
  template <class Row>
  void fill(RTCGeometry geometry, RTCBufferType type, RTCFormat format, const std::vector<Row>& rows) {
    static_assert(sizeof(Row) == 12);
    std::memcpy(api_.rtcSetNewGeometryBuffer(geometry, type, 0, format, sizeof(Row), rows.size()), rows.data(),
                rows.size() * sizeof(Row));
  }
  const EmbreeLibrary& api_;
  RTCScene scene_;
};

// What distance(ray) takes of the fastest of some turns, in microseconds, and the sum of the distances.
struct Timed {
  double each = std::numeric_limits<double>::infinity(), sum = 0;

  template <class Distance>
  void turn(std::span<const Ray> rays, const Distance& distance) {
    sum = 0;
    const auto since = Time::now();
    for (const Ray& ray : rays) sum += distance(ray);
    each = std::min(each, microseconds(since) / double(rays.size()));
  }
};

// The mean of both over all rays. They take turns over a part of the rays after the other, so that what else the
// machine does meets both.
template <class One, class Other>
std::array<Timed, 2> time_both(std::span<const Ray> rays, const One& one, const Other& other) {
  constexpr std::size_t parts = 10;
  constexpr int turns = 15;
  std::array<Timed, 2> all = {Timed{0, 0}, Timed{0, 0}};
  for (std::size_t part = 0; part < parts; ++part) {
    std::array<Timed, 2> best;
    const auto some = rays.subspan(part * rays.size() / parts, rays.size() / parts);
    for (int turn = 0; turn < turns; ++turn) {
      best[0].turn(some, one);
      best[1].turn(some, other);
    }
    for (std::size_t i : {0, 1}) {
      all[i].each += best[i].each / parts;
      all[i].sum += best[i].sum;
    }
  }
  return all;
}

// Rays from half a metre above a rough ground into all directions that go down.
void print_rough_grounds(const EmbreeDevice& device) {
  fmt::print("rough grounds\n{:>9} {:>6} {:>9} {:>13} {:>7} {:>6}\n", "triangles", "rays", "tree/us", "Embree's own/us",
             "ratio", "equal");
  for (int cells : {10, 30, 100, 150, 300}) {
    const auto ground = rough_ground(cells);
    const RayMesh mesh(ground);
    Noise noise(1, "rays");
    std::vector<Ray> rays;
    for (int i = 0; i < 20000; ++i) {
      const Vector3d from(10 * noise.uniform(), 10 * noise.uniform(), 0.5);
      const double around = 2 * std::numbers::pi * noise.uniform(), down = std::numbers::pi / 2 * noise.uniform();
      rays.push_back(
          {from, {std::cos(around) * std::cos(down), std::sin(around) * std::cos(down), -std::sin(down)}, 20});
    }
    const auto by_tree = [&](const Ray& ray) {
      const auto hit = mesh.hit(ray.origin, ray.direction, ray.length, false);
      return hit ? hit->distance : ray.length;
    };
    const OwnTriangles own_triangles(device, *ground);
    const auto by_embree = [&](const Ray& ray) { return own_triangles.distance(ray); };
    const auto [tree, embree] = time_both(rays, by_tree, by_embree);
    bool equal = std::abs(tree.sum - embree.sum) < 1e-4 * tree.sum;
    for (int i = 0; i < 50; ++i) {
      const Ray& ray = rays[std::size_t(i)];
      const auto hit = mesh.hit_by_trying_all(ray.origin, ray.direction, ray.length, false);
      equal = equal && by_tree(ray) == (hit ? hit->distance : ray.length);
    }
    fmt::print("{:>9} {:>6} {:>9.2f} {:>13.2f} {:>7.2f} {:>6}\n", ground->triangles.size(), rays.size(), tree.each,
               embree.each, tree.each / embree.each, equal ? "yes" : "NO");
  }
}

struct Swarm {
  std::shared_ptr<TriangleMesh> mesh = ball(0.04);
  std::vector<std::unique_ptr<Shape>> shapes;
  std::vector<RayScene::Carrier> carriers;
  std::vector<RayScene::Target> targets;
  std::vector<Pose> poses;
  std::vector<Vector3d> centers;
  std::vector<std::byte> robots;  // told apart by address alone

  Swarm(int count, ShapeKind body) : robots(std::size_t(count)) {
    Noise noise(1, "places");
    const double reach = 0.2 * std::sqrt(double(count));
    for (int side = 0; side < 4; ++side) {
      const double angle = side * std::numbers::pi / 2;
      const Matrix3d turn = Eigen::AngleAxisd(angle, Vector3d::UnitZ()).toRotationMatrix();
      add(ShapeKind::Box, {0.02, 2 * reach, 0.1}, {turn * Vector3d(reach, 0, 0.05), turn}, nullptr, false);
    }
    add(ShapeKind::Plane, {0, 0, 0}, {}, nullptr, false);
    for (int i = 0; i < count; ++i) {
      const Vector3d center(reach * (2 * noise.uniform() - 1), reach * (2 * noise.uniform() - 1), 0.025);
      centers.push_back(center);
      const Matrix3d lying = Eigen::AngleAxisd(std::numbers::pi / 2, Vector3d::UnitX()).toRotationMatrix();
      add(body, {0.037, 0.045, 0}, {center, Matrix3d::Identity()}, robot(i), true);
      for (double side : {-0.026, 0.026})
        add(ShapeKind::Cylinder, {0.02, 0.005, 0}, {center + Vector3d(0, side, 0), lying}, robot(i), true);
    }
  }
  const Robot* robot(int i) const { return reinterpret_cast<const Robot*>(&robots[std::size_t(i)]); }
  void add(ShapeKind kind, const Vector3d& size, const Pose& pose, const Robot* owner, bool moves) {
    shapes.push_back(std::make_unique<Shape>());
    shapes.back()->kind = kind;
    shapes.back()->size = size;
    if (kind == ShapeKind::Mesh) shapes.back()->mesh = mesh;
    targets.push_back({shapes.back().get(), std::uint32_t(carriers.size()), false});
    carriers.push_back({owner, moves});
    poses.push_back(pose);
  }
};

struct Result {
  double follow = std::numeric_limits<double>::infinity(), cast = follow;  // us per step, the best of all steps
  double sum = 0;                                                          // of the distances, to compare
};

Result run(const Swarm& swarm, const std::shared_ptr<const EmbreeDevice>& device, int steps) {
  RayScene scene(swarm.carriers, swarm.targets, device);
  for (std::size_t i = 0; i < swarm.poses.size(); ++i) scene.place(i, swarm.poses[i]);
  scene.commit();
  Result result;
  for (int step = 0; step < steps; ++step) {
    auto since = Time::now();
    for (std::size_t i = 0; i < swarm.poses.size(); ++i)
      if (swarm.carriers[i].moves) scene.place(i, swarm.poses[i]);
    scene.commit();
    result.follow = std::min(result.follow, microseconds(since));
    since = Time::now();
    result.sum = 0;
    for (int robot = 0; robot < int(swarm.centers.size()); ++robot)
      for (int k = 0; k < 8; ++k) {
        const double angle = k * std::numbers::pi / 4;
        const Ray ray{swarm.centers[std::size_t(robot)], {std::cos(angle), std::sin(angle), 0}, 0.3};
        const auto hit = scene.cast(ray, swarm.robot(robot), nullptr);
        result.sum += hit ? hit->distance : ray.length;
      }
    result.cast = std::min(result.cast, microseconds(since));
  }
  return result;
}

}  // namespace

int main() {
  const auto device = EmbreeDevice::open();
  if (!device) {
    fmt::print(stderr, "{}\n", device.error());
    return 1;
  }
  for (const ShapeKind body : {ShapeKind::Cylinder, ShapeKind::Mesh}) {
    fmt::print("bodies are {}\n{:>7} {:>6} {:>12} {:>10} {:>10} {:>14} {:>6}\n",
               body == ShapeKind::Mesh ? "meshes" : "cylinders", "robots", "rays", "follow/us", "cast/us", "step/us",
               "every shape/us", "equal");
    for (int robots : {10, 100, 1000}) {
      const Swarm swarm(robots, body);
      const Result tree = run(swarm, *device, robots > 100 ? 50 : 300);
      const Result all = run(swarm, nullptr, robots > 100 ? 1 : 5);
      fmt::print("{:>7} {:>6} {:>12.1f} {:>10.1f} {:>10.1f} {:>14.1f} {:>6}\n", robots, 8 * robots, tree.follow,
                 tree.cast, tree.follow + tree.cast, all.cast, tree.sum == all.sum ? "yes" : "NO");
    }
  }
  print_rough_grounds(**device);
}
