// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Many shapes: what Embree finds is what trying every shape finds, to the bit.
#include "engine/rays/ray_scene.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

#include "engine/mesh/triangle_mesh.h"
#include "engine/rays/embree_library.h"
#include "engine/rays/ray_form.h"
#include "engine/shapes/shape.h"
#include "engine/state/noise.h"

using namespace lightsout;

namespace {

std::shared_ptr<const EmbreeDevice> open_device(std::string_view newest = "avx") {
  auto device = EmbreeDevice::open(newest);
  REQUIRE(device);
  return *device;
}

// Robots are told apart by address alone.
const Robot* robot(int number) {
  static const char bytes[16] = {};
  return reinterpret_cast<const Robot*>(bytes + number);
}

struct World {
  std::vector<std::unique_ptr<Shape>> shapes;
  std::vector<RayScene::Carrier> carriers;
  std::vector<RayScene::Target> targets;
  std::vector<Pose> poses;

  void add(ShapeKind kind, const Vector3d& size, const Pose& pose, const Robot* owner = nullptr, bool moves = false,
           std::shared_ptr<const TriangleMesh> mesh = nullptr, bool is_looked_at = false) {
    carriers.push_back({owner, moves});
    poses.push_back(pose);
    carry(kind, size, {}, std::move(mesh), is_looked_at);
  }
  // One more shape on the carrier that was added last.
  void carry(ShapeKind kind, const Vector3d& size, const Pose& in_carrier,
             std::shared_ptr<const TriangleMesh> mesh = nullptr, bool is_looked_at = false) {
    auto shape = std::make_unique<Shape>();
    shape->kind = kind;
    shape->size = size;
    shape->mesh = std::move(mesh);
    shape->in_solid = in_carrier;
    targets.push_back({shape.get(), std::uint32_t(carriers.size() - 1), is_looked_at});
    shapes.push_back(std::move(shape));
  }
  void place(RayScene& scene) const {
    for (std::size_t i = 0; i < poses.size(); ++i) scene.place(i, poses[i]);
    scene.commit();
  }
};

Pose at(double x, double y, double z) { return {{x, y, z}, Matrix3d::Identity()}; }

// By a quarter about its own axis.
Pose turned(Pose pose, const Vector3d& axis) {
  pose.rotation = pose.rotation * Eigen::AngleAxisd(M_PI / 2, axis).toRotationMatrix();
  return pose;
}

Vector3d random_vector(Noise& noise, double reach) {
  Vector3d v;
  for (int i = 0; i < 3; ++i) v[i] = reach * (2 * noise.uniform() - 1);
  return v;
}

Pose random_pose(Noise& noise, double reach) {
  Quaterniond q(noise.gaussian(), noise.gaussian(), noise.gaussian(), noise.gaussian());
  return {random_vector(noise, reach), q.normalized().toRotationMatrix()};
}

std::shared_ptr<const TriangleMesh> tetrahedron() {
  auto mesh = std::make_shared<TriangleMesh>();
  mesh->vertices = {{0, 0, 0}, {0.5f, 0, 0}, {0, 0.5f, 0}, {0, 0, 0.5f}};
  mesh->triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  return mesh;
}

World random_world(int count, std::uint64_t seed) {
  Noise noise(seed, "world");
  World world;
  const auto mesh = tetrahedron();
  world.add(ShapeKind::Plane, {0, 0, 0}, at(0, 0, -5));
  for (int i = 0; i < count; ++i) {
    const ShapeKind kinds[] = {ShapeKind::Box,     ShapeKind::Sphere, ShapeKind::Cylinder,
                               ShapeKind::Capsule, ShapeKind::Cone,   ShapeKind::Mesh};
    const ShapeKind kind = kinds[i % 6];
    const Vector3d size(0.1 + 0.4 * noise.uniform(), 0.1 + 0.4 * noise.uniform(), 0.1 + 0.4 * noise.uniform());
    world.add(kind, size, random_pose(noise, 4), robot(i % 5), i % 2 == 0, kind == ShapeKind::Mesh ? mesh : nullptr);
  }
  return world;
}

// Embree finds what trying every shape finds; whether it is anything.
bool hits_as_trying_all(RayScene& scene, const Ray& ray, const Robot* one, const Robot* other) {
  const auto found = scene.cast(ray, one, other), expected = scene.cast_at_all(ray, one, other);
  REQUIRE(bool(found) == bool(expected));
  if (!found) return false;
  REQUIRE(found->shape == expected->shape);
  REQUIRE(found->distance == expected->distance);
  REQUIRE(found->normal == expected->normal);
  return true;
}

}  // namespace

TEST_CASE("the nearest of several, the length, and the robots left out") {
  World world;
  world.add(ShapeKind::Box, {0.2, 0.2, 0.2}, at(1, 0, 0), robot(0));
  world.add(ShapeKind::Sphere, {0.1, 0, 0}, at(2, 0, 0), robot(1), true);
  world.add(ShapeKind::Plane, {0, 0, 0},
            {{3, 0, 0}, Eigen::AngleAxisd(M_PI / 2, Vector3d::UnitY()).toRotationMatrix()});
  for (const auto& device : {std::shared_ptr<const EmbreeDevice>(), open_device()}) {
    RayScene scene(world.carriers, world.targets, device);
    world.place(scene);
    const Ray ray{Vector3d::Zero(), Vector3d::UnitX(), 10};
    const auto nearest = scene.cast(ray, nullptr, nullptr);
    REQUIRE(nearest);
    CHECK(nearest->distance == Approx(0.9));
    CHECK(nearest->shape == world.shapes[0].get());
    CHECK(nearest->normal == -Vector3d::UnitX());
    CHECK((nearest->local - Vector3d(-0.1, 0, 0)).norm() < 1e-15);
    CHECK(scene.cast(ray, robot(0), nullptr)->distance == Approx(1.9));
    CHECK(scene.cast(ray, robot(0), robot(1))->distance == Approx(3));
    CHECK(scene.cast(ray, robot(1), robot(0))->distance == Approx(3));
    CHECK_FALSE(scene.cast({ray.origin, ray.direction, 0.89}, nullptr, nullptr));
    CHECK(scene.cast({ray.origin, ray.direction, 0.91}, nullptr, nullptr));

    scene.place(1, at(0.5, 0, 0));
    scene.commit();
    CHECK(scene.cast(ray, nullptr, nullptr)->distance == Approx(0.4));
  }
}

// In the carrier's frame the rays run along +x, from 2 m before the middles of the shapes; lengths of shapes in m.
TEST_CASE("shapes that are turned on a carrier that is turned") {
  World world;
  world.add(ShapeKind::Cylinder, {0.2, 1, 0}, {}, robot(0), true);
  world.shapes.back()->in_solid = turned(at(0, 0, 1), Vector3d::UnitX());
  world.carry(ShapeKind::Box, {0.4, 0.2, 0.2}, turned(at(0, 0, 2), Vector3d::UnitZ()));
  world.carry(ShapeKind::Sphere, {0.3, 0, 0}, turned(at(0, 0, 3), Vector3d::UnitY()));
  const Matrix3d turn =
      (Eigen::AngleAxisd(0.7, Vector3d::UnitZ()) * Eigen::AngleAxisd(0.4, Vector3d::UnitX())).matrix();
  world.poses[0] = {{3, -2, 1}, turn};
  struct Expected {
    Vector3d origin;  // in the carrier's frame
    double distance;
    Vector3d normal;  // in the carrier's frame
    Vector3d local;   // in the shape's
  };
  const Vector3d back = -Vector3d::UnitX();
  const Expected expected[] = {
      {{-2, 0.25, 1}, 2 - 0.2, back, {-0.2, 0, -0.25}},             // the cylinder's axis is the carrier's -y
      {{-2, 0.15, 2}, 2 - 0.2 / 2, back, {0.15, 0.1, 0}},           // the box's x axis is the carrier's y
      {{-2, 0.18, 3}, 2 - 0.24, {-0.8, 0.6, 0}, {0, 0.18, -0.24}},  // 3, 4, 5; the ball's z axis is the carrier's x
  };
  for (const auto& device : {std::shared_ptr<const EmbreeDevice>(), open_device()}) {
    RayScene scene(world.carriers, world.targets, device);
    world.place(scene);
    for (std::size_t i = 0; i < std::size(expected); ++i) {
      INFO("shape " << i);
      const auto hit = scene.cast({world.poses[0] * expected[i].origin, turn.col(0), 10}, nullptr, nullptr);
      REQUIRE(hit);
      CHECK(hit->shape == world.shapes[i].get());
      CHECK(hit->number == i);
      CHECK(std::abs(hit->distance - expected[i].distance) < 1e-12);
      CHECK((hit->normal - turn * expected[i].normal).norm() < 1e-12);
      CHECK((hit->local - expected[i].local).norm() < 1e-12);
    }
  }
}

TEST_CASE("equally near shapes: the first in order") {
  World world;
  world.add(ShapeKind::Box, {1, 1, 1}, at(2, 0, 0), nullptr, true);
  world.add(ShapeKind::Box, {1, 2, 2}, at(2, 0, 0));
  world.add(ShapeKind::Box, {1, 3, 3}, at(2, 0, 0), nullptr, true);
  RayScene scene(world.carriers, world.targets, open_device());
  world.place(scene);
  CHECK(scene.cast({Vector3d::Zero(), Vector3d::UnitX(), 9}, nullptr, nullptr)->shape == world.shapes[0].get());
}

TEST_CASE("a closed mesh from inside and outside") {
  World world;
  world.add(ShapeKind::Mesh, {0, 0, 0}, at(0, 0, 0), nullptr, false, tetrahedron());
  for (const auto& device : {std::shared_ptr<const EmbreeDevice>(), open_device()}) {
    RayScene scene(world.carriers, world.targets, device);
    world.place(scene);
    // The slanted face is x + y + z = 0.5.
    const auto leaving = scene.cast({{0.1, 0.1, 0.1}, Vector3d::UnitX(), 9}, nullptr, nullptr);
    REQUIRE(leaving);
    CHECK(leaving->distance == Approx(0.2));
    CHECK(leaving->triangle == 3);
    CHECK((leaving->normal + Vector3d(1, 1, 1) / std::sqrt(3.0)).norm() < 1e-7);  // against the ray
    const auto entering = scene.cast({{0.1, 0.1, -3}, Vector3d::UnitZ(), 9}, nullptr, nullptr);
    REQUIRE(entering);
    CHECK(entering->distance == Approx(3));
    CHECK(entering->triangle == 0);
  }
}

TEST_CASE("what is looked at is met from its outside only") {
  // Each shape reaches from -0.1 to 0.1 on the x axis; the plane, turned, looks along -x.
  const Pose turned{{-0.1, 0, 0}, Eigen::AngleAxisd(-M_PI / 2, Vector3d::UnitY()).toRotationMatrix()};
  auto cube = std::make_shared<TriangleMesh>();
  for (int i = 0; i < 8; ++i)
    cube->vertices.push_back(0.1f * Eigen::Vector3f(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
  cube->triangles = {{0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}, {0, 1, 4}, {1, 5, 4},
                     {2, 6, 3}, {3, 6, 7}, {0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}};
  const std::pair<ShapeKind, Vector3d> shapes[] = {
      {ShapeKind::Box, {0.2, 0.2, 0.2}},   {ShapeKind::Sphere, {0.1, 0, 0}}, {ShapeKind::Cylinder, {0.1, 0.2, 0}},
      {ShapeKind::Capsule, {0.1, 0.2, 0}}, {ShapeKind::Cone, {0.2, 0.2, 0}}, {ShapeKind::Plane, {0.2, 0.2, 0}},
      {ShapeKind::Mesh, Vector3d::Zero()}};
  for (const auto& device : {std::shared_ptr<const EmbreeDevice>(), open_device()}) {
    for (const auto& [kind, size] : shapes) {
      INFO("kind " << int(kind));
      World world;
      world.add(kind, size, kind == ShapeKind::Plane ? turned : at(0, 0, 0), nullptr, false,
                kind == ShapeKind::Mesh ? cube : nullptr, true);
      world.add(ShapeKind::Box, {0.2, 2, 2}, at(1, 0, 0), nullptr, false, nullptr, true);
      RayScene scene(world.carriers, world.targets, device);
      world.place(scene);
      const auto distance = [&](double from) {
        const auto hit = scene.cast({{from, 0.01, 0.02}, Vector3d::UnitX(), 10}, nullptr, nullptr);
        return hit ? hit->distance : 10;
      };
      CHECK(distance(-1) < 0.95);
      for (const double inside : {-0.05, 0.0, 0.05, 0.1}) CHECK(distance(inside) == Approx(0.9 - inside));
      CHECK(distance(1) == 10);  // in the box behind
    }
  }
}

TEST_CASE("random scenes: Embree finds what trying every shape finds, while things move") {
  const auto device = open_device();
  for (int count : {30, 300}) {
    World world = random_world(count, 17);
    RayScene scene(world.carriers, world.targets, device);
    Noise noise(23, "rays");
    int hits = 0;
    for (int step = 0; step < 20; ++step) {
      for (std::size_t i = 1; i < world.poses.size(); ++i)
        if (world.carriers[i].moves) world.poses[i] = random_pose(noise, 4);
      world.place(scene);
      for (int i = 0; i < 200; ++i) {
        const Ray ray{random_vector(noise, 5), random_vector(noise, 1).normalized(), 12 * noise.uniform()};
        const Robot* except = robot(int(5 * noise.uniform()));
        INFO("step " << step << ", ray " << i);
        hits += hits_as_trying_all(scene, ray, except, nullptr);
      }
    }
    CHECK(hits > 500);
  }
}

// A point on a shape where rounding decides whether a ray to it meets the shape, or which part of it: a corner, or one
// on an edge or on the rim. In the shape's frame.
Vector3d critical_point(const Shape& shape, Noise& noise) {
  const double along = noise.uniform() < 0.5 ? 0 : noise.uniform();
  const double around = 2 * M_PI * noise.uniform();
  if (shape.kind == ShapeKind::Mesh) {
    const Eigen::Vector3i& triangle = shape.mesh->triangles[std::size_t(noise.uniform() * 4)];
    const Vector3d a = shape.mesh->vertices[std::size_t(triangle[0])].cast<double>();
    const Vector3d b = shape.mesh->vertices[std::size_t(triangle[1])].cast<double>();
    return a + along * (b - a);
  }
  if (shape.kind == ShapeKind::Box) {
    Vector3d corner = shape.size / 2;
    for (int i = 0; i < 3; ++i)
      if (noise.uniform() < 0.5) corner[i] = -corner[i];
    corner[int(3 * noise.uniform())] *= 1 - 2 * along;
    return corner;
  }
  // The rim of a cylinder, and what touches the box around a ball or capsule.
  const double radius = shape.kind == ShapeKind::Cone ? shape.size.x() / 2 : shape.size.x();
  const double up = shape.kind == ShapeKind::Sphere ? 0 : shape.size.y() / 2;
  return {radius * std::cos(around), radius * std::sin(around), noise.uniform() < 0.5 ? up : -up};
}

TEST_CASE("rays at corners, edges and rims: with each of Embree's instruction sets what trying every shape finds") {
  World world = random_world(120, 47);
  // Axes as the world's too: rays then run in the faces of the boxes of Embree's tree.
  for (std::size_t i = 1; i < world.poses.size(); i += 3) world.poses[i].rotation = Matrix3d::Identity();
  for (const char* newest : {"sse2", "sse4.2", "avx", "avx2", "avx512"}) {
    INFO(newest);
    RayScene scene(world.carriers, world.targets, open_device(newest));
    world.place(scene);
    Noise noise(53, "rays");
    int hits = 0;
    for (int i = 0; i < 4000; ++i) {
      const std::size_t aimed = 1 + std::size_t(noise.uniform() * double(world.shapes.size() - 1));
      const Vector3d goal = world.poses[aimed] * critical_point(*world.shapes[aimed], noise);
      Vector3d origin = random_vector(noise, 5);
      if (i % 4 == 0) origin.head<2>() = goal.head<2>();
      if (i % 4 == 1) origin.x() = goal.x();
      const double distance = (goal - origin).norm();
      if (distance < 1e-3) continue;
      // It ends there, or goes on.
      const Ray ray{origin, (goal - origin) / distance, i % 2 ? distance : 2 * distance};
      INFO("ray " << i << " at shape " << aimed);
      hits += hits_as_trying_all(scene, ray, nullptr, nullptr);
    }
    CHECK(hits > 2500);
  }
}

// Shapes of one robot that lie in and beside each other, which the tree takes together; robots roam through each other.
TEST_CASE("robots of several shapes: Embree finds what trying every shape finds, while things move") {
  World world;
  Noise noise(41, "robots");
  for (int number = 0; number < 12; ++number) {
    world.add(ShapeKind::Cylinder, {0.15, 0.2, 0.1}, {}, robot(number), true);
    world.carry(ShapeKind::Sphere, {0.15, 0.2, 0.1}, at(0.1, 0, 0));
    world.carry(ShapeKind::Box, {0.15, 0.2, 0.1}, at(-0.1, 0.05, 0));
    world.carry(ShapeKind::Mesh, {0.15, 0.2, 0.1}, turned(at(0, 0, 0.3), Vector3d::UnitX()), tetrahedron());
    world.carry(ShapeKind::Capsule, {0.15, 0.2, 0.1}, turned(at(0, 0, 1.5), Vector3d::UnitY()));
  }
  RayScene scene(world.carriers, world.targets, open_device());
  int hits = 0;
  for (int step = 0; step < 20; ++step) {
    for (Pose& pose : world.poses) pose = random_pose(noise, 1.5);
    world.place(scene);
    for (int i = 0; i < 400; ++i) {
      const Ray ray{random_vector(noise, 2), random_vector(noise, 1).normalized(), 3 * noise.uniform()};
      const Robot *one = robot(int(12 * noise.uniform())), *other = i % 2 ? robot(int(12 * noise.uniform())) : nullptr;
      INFO("step " << step << ", ray " << i);
      hits += hits_as_trying_all(scene, ray, one, other);
    }
  }
  CHECK(hits > 200);
}

// As the sensors of one robot after the other, of equal reach; near the end of it some rays leave what was looked up.
TEST_CASE("bundles of short rays: they find what trying every shape finds, where it is empty and where it is crowded") {
  for (const double reach : {0.3, 1.5, 8.0}) {
    World world = random_world(200, 29);
    RayScene scene(world.carriers, world.targets, open_device());
    Noise noise(31, "bundles");
    int hits = 0;
    for (int step = 0; step < 10; ++step) {
      for (std::size_t i = 1; i < world.poses.size(); ++i)
        if (world.carriers[i].moves) world.poses[i] = random_pose(noise, 4);
      world.place(scene);
      for (int bundle = 0; bundle < 20; ++bundle) {
        const Vector3d place = random_vector(noise, 4);
        for (int i = 0; i < 8; ++i) {
          const Ray ray{place + random_vector(noise, 0.5 * reach), random_vector(noise, 1).normalized(), reach};
          INFO("reach " << reach << ", step " << step << ", bundle " << bundle << ", ray " << i);
          hits += hits_as_trying_all(scene, ray, robot(bundle % 5), nullptr);
        }
      }
    }
    CHECK(hits > 50);
  }
}

// A plane whose ray ends before it is not tried.
TEST_CASE("planes without end: what trying each plane finds, where rays just reach it, and while planes move") {
  Noise noise(11, "planes");
  World world;
  for (int i = 0; i < 4; ++i)
    world.add(ShapeKind::Plane, {0, 0, 0}, random_pose(noise, 2), i == 3 ? robot(1) : nullptr, i % 2 == 1);
  for (int i : {0, 1}) {
    world.shapes[i]->in_solid = random_pose(noise, 1);
    world.shapes[i + 1]->deformation = std::make_shared<Matrix3d>(Matrix3d{{1, 0.5, 0}, {0, 2, 0}, {0.3, 0, 0.7}});
  }
  world.add(ShapeKind::Sphere, {0.01, 0, 0}, at(0, 0, 3));
  SharedSettings known;
  std::vector<Shared<RayForm>> forms;
  for (int i = 0; i < 4; ++i) forms.push_back(RayForm::find(known, *world.shapes[i], nullptr, false));
  RayScene scene(world.carriers, world.targets, open_device());
  int met = 0, missed = 0;
  for (int step = 0; step < 200; ++step) {
    for (std::size_t i = 0; i < 4; ++i)
      if (step == 0 || world.carriers[i].moves) world.poses[i] = random_pose(noise, step % 5 == 4 ? 1e6 : 2);
    world.place(scene);
    for (int i = 0; i < 50; ++i) {
      Ray ray{random_vector(noise, i % 10 == 9 ? 1e7 : 3), random_vector(noise, 1).normalized(), 0.1};
      const Robot* passed = i % 2 == 0 ? robot(1) : nullptr;
      const auto nearest = [&] {
        double distance = std::numeric_limits<double>::infinity();
        for (std::size_t p = 0; p < 4; ++p) {
          if (passed && world.carriers[p].robot == passed) continue;
          const Pose& pose = world.poses[p];
          const auto hit =
              forms[p]->hit(pose.rotation.transpose() * (ray.origin - pose.position),
                            pose.rotation.transpose() * ray.direction, std::numeric_limits<double>::infinity(), false);
          if (hit) distance = std::min(distance, hit->distance);
        }
        return distance;
      }();
      for (const double length : {0.1, nearest, std::nextafter(nearest, 0.0), 2 * nearest, 1e15}) {
        ray.length = length;
        const auto found = scene.cast(ray, passed, nullptr);
        // The ball is small: few rays meet it.
        if (found && found->shape->kind == ShapeKind::Sphere) continue;
        REQUIRE(bool(found) == (nearest <= length && nearest < std::numeric_limits<double>::infinity()));
        if (found) REQUIRE(found->distance == nearest);
        ++(found ? met : missed);
      }
    }
  }
  CHECK(met > 5000);
  CHECK(missed > 5000);
}

TEST_CASE("the same scene built twice gives the same bits") {
  const auto device = open_device();
  const World world = random_world(200, 5);
  RayScene first(world.carriers, world.targets, device), second(world.carriers, world.targets, open_device());
  world.place(first);
  world.place(second);
  world.place(second);  // and once more: a rebuilt tree finds the same
  Noise noise(3, "rays");
  for (int i = 0; i < 2000; ++i) {
    const Ray ray{random_vector(noise, 5), random_vector(noise, 1).normalized(), 10};
    const auto a = first.cast(ray, nullptr, nullptr), b = second.cast(ray, nullptr, nullptr);
    REQUIRE(bool(a) == bool(b));
    if (a) REQUIRE(a->distance == b->distance);
  }
}

TEST_CASE("far from the origin a reading is as exact as near it") {
  World world;
  for (int i = 0; i < 40; ++i) world.add(ShapeKind::Sphere, {0.05, 0, 0}, at(5000 + i, 5000, 0));
  RayScene scene(world.carriers, world.targets, open_device());
  world.place(scene);
  for (int i = 0; i < 40; ++i) {
    // Grazing the sphere by a micrometre: half chord sqrt(r^2 - (r - 1e-6)^2).
    const double offset = 0.05 - 1e-6, half_chord = std::sqrt(0.05 * 0.05 - offset * offset);
    const auto hit = scene.cast({{5000.0 + i, 4999, offset}, Vector3d::UnitY(), 3}, nullptr, nullptr);
    REQUIRE(hit);
    // Coordinates of 5000 m are kept to 1e-12 m; the chord's end magnifies that by r / half chord = 160.
    CHECK(hit->distance == Approx(1 - half_chord).margin(1e-8));
  }
}

// Rays through points just inside of the edges of boxes of 0.1 m, from any side.
int hits_at_edges(RayScene& scene, const World& world, double from) {
  Noise noise(61, "rays");
  int hits = 0;
  for (int i = 0; i < 4000; ++i) {
    Vector3d edge = Vector3d(1, 1, 1) * (0.05 - 1e-6);
    for (int axis = 0; axis < 3; ++axis)
      if (noise.uniform() < 0.5) edge[axis] = -edge[axis];
    edge[i % 3] *= noise.uniform();
    const Vector3d goal = world.poses[std::size_t(i) % world.poses.size()].position + edge;
    const Vector3d direction = random_vector(noise, 1).normalized();
    hits += hits_as_trying_all(scene, {goal - from * direction, direction, 2 * from}, nullptr, nullptr);
  }
  return hits;
}

// So many that Embree is asked for each ray.
World boxes(bool move) {
  World world;
  for (int i = 0; i < 120; ++i)
    world.add(ShapeKind::Box, {0.1, 0.1, 0.1}, at(0.11137 * (i % 11), 0.1377 * (i / 11), 0.001 * i), nullptr, move);
  return world;
}

// A direction in single precision leads 4 km away 0.2 mm astray.
TEST_CASE("what has gone far away is met there") {
  World world = boxes(true);
  RayScene scene(world.carriers, world.targets, open_device());
  world.place(scene);
  for (Pose& pose : world.poses) pose.position += Vector3d(5000, 5000, 0);
  world.place(scene);
  CHECK(hits_at_edges(scene, world, 4000) == 4000);
}

TEST_CASE("from far away a ray meets what lies near the origin") {
  World world = boxes(false);
  RayScene scene(world.carriers, world.targets, open_device());
  world.place(scene);
  CHECK(hits_at_edges(scene, world, 20000) == 4000);
}
