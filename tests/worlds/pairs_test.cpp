// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The pair table: every shape dropped on every other comes to rest on it, stays, and does not sink. What "on it" means
// is measured by signed distances in closed form between the one's surface points and the other's body, not by what the
// engine's colliders say.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <vector>

#include "engine/bodies/solid.h"
#include "engine/mesh/triangle_mesh.h"
#include "engine/shapes/shape.h"
#include "tests/support/program.h"
#include "tests/support/simulated.h"

using namespace lightsout;

namespace {

// A convex body by a profile turned around z, or a box; everything within `rounding` of it belongs to it.
struct Form {
  Vector3d half_box = Vector3d::Zero();  // not zero: a box
  std::vector<Eigen::Vector2d> profile;  // closed, (distance from the axis, z), counter-clockwise
  double rounding = 0;                   // a profile of one or two points is a point or segment
};

double distance_to_segment(const Eigen::Vector2d& p, const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  const Eigen::Vector2d ab = b - a;
  const double length = ab.squaredNorm(), t = length > 0 ? std::clamp((p - a).dot(ab) / length, 0.0, 1.0) : 0;
  return (p - a - t * ab).norm();
}

// Negative inside.
double signed_distance(const Form& form, const Vector3d& p) {
  if (!form.half_box.isZero()) {
    const Vector3d q = p.cwiseAbs() - form.half_box;
    return q.cwiseMax(0).norm() + std::min(q.maxCoeff(), 0.0);
  }
  const Eigen::Vector2d at(std::hypot(p.x(), p.y()), p.z());
  double distance = std::numeric_limits<double>::infinity();
  bool inside = form.profile.size() > 2;
  for (std::size_t i = 0; i < form.profile.size(); ++i) {
    const Eigen::Vector2d &a = form.profile[i], &b = form.profile[(i + 1) % form.profile.size()];
    distance = std::min(distance, distance_to_segment(at, a, b));
    const Eigen::Vector2d ab = b - a;
    if (ab.x() * (at - a).y() - ab.y() * (at - a).x() < 0) inside = false;
  }
  return (inside ? -distance : distance) - form.rounding;
}

// Points of the surface, the sharp ones among them; dense enough that no surface of these sizes bulges between them by
// more than 0.05 mm.
std::vector<Vector3d> surface_points(const Form& form) {
  std::vector<Vector3d> points;
  constexpr int around = 180;
  if (!form.half_box.isZero()) {
    constexpr int n = 40;
    for (int axis = 0; axis < 3; ++axis)
      for (const double side : {-1.0, 1.0})
        for (int i = 0; i <= n; ++i)
          for (int j = 0; j <= n; ++j) {
            Vector3d p;
            p[axis] = side;
            p[(axis + 1) % 3] = 2.0 * i / n - 1;
            p[(axis + 2) % 3] = 2.0 * j / n - 1;
            points.push_back(p.cwiseProduct(form.half_box));
          }
    return points;
  }
  std::vector<Eigen::Vector2d> outline;
  if (form.profile.size() < 3) {  // from the lower pole along the half circles
    for (int i = 0; i <= around; ++i) {
      const double angle = M_PI * i / around - M_PI / 2;
      const Eigen::Vector2d& end = form.profile[angle < 0 ? 0 : form.profile.size() - 1];
      outline.push_back(end + form.rounding * Eigen::Vector2d(std::cos(angle), std::sin(angle)));
    }
    if (form.profile.size() == 2)
      for (int i = 0; i <= 40; ++i)
        outline.push_back({form.rounding, form.profile[0].y() + (form.profile[1] - form.profile[0]).y() * i / 40});
  } else {
    for (std::size_t k = 0; k < form.profile.size(); ++k)
      for (int i = 0; i < 40; ++i)
        outline.push_back(form.profile[k] + (form.profile[(k + 1) % form.profile.size()] - form.profile[k]) * i / 40);
  }
  for (const auto& p : outline)
    for (int k = 0; k < around; ++k) {
      const double angle = 2 * M_PI * k / around;
      points.push_back({p.x() * std::cos(angle), p.x() * std::sin(angle), p.y()});
    }
  return points;
}

struct Body {
  const Form* form;
  Pose pose;
};

// How far a stands off b; negative: how deep they are in each other.
double gap(const Body& a, const Body& b) {
  double least = std::numeric_limits<double>::infinity();
  const auto look = [&](const Body& from, const Body& to) {
    const Pose pose = to.pose.inverse() * from.pose;
    for (const Vector3d& p : surface_points(*from.form)) least = std::min(least, signed_distance(*to.form, pose * p));
  };
  look(a, b);
  look(b, a);
  return least;
}

Form box_form(double x, double y, double z) { return {Vector3d(x, y, z) / 2, {}, 0}; }
Form cylinder_form(double r, double h) {
  return {Vector3d::Zero(), {{0, -h / 2}, {r, -h / 2}, {r, h / 2}, {0, h / 2}}, 0};
}
Form cone_form(double r, double h) { return {Vector3d::Zero(), {{0, -h / 2}, {r, -h / 2}, {0, h / 2}}, 0}; }
Form capsule_form(double r, double h) { return {Vector3d::Zero(), {{0, -h / 2}, {0, h / 2}}, r}; }
Form sphere_form(double r) { return {Vector3d::Zero(), {{0, 0}}, r}; }

std::string faces(double x, double y, double z) {
  return fmt::format(
      "IndexedFaceSet {{ coord Coordinate {{ point [ -{0} -{1} -{2}, {0} -{1} -{2}, {0} {1} -{2}, -{0} {1} -{2}, "
      "-{0} -{1} {2}, {0} -{1} {2}, {0} {1} {2}, -{0} {1} {2} ] }} coordIndex [ 3 2 1 0 -1 4 5 6 7 -1 0 1 5 4 -1 "
      "1 2 6 5 -1 2 3 7 6 -1 3 0 4 7 -1 ] }}",
      x / 2, y / 2, z / 2);
}

// A box of n x n x n squares on each side as an OBJ file: many triangles, all seams inside flat faces.
void write_fine_box(const std::filesystem::path& path, double x, double y, double z, int n) {
  std::string text;
  int count = 0;
  const Vector3d half = Vector3d(x, y, z) / 2;
  for (int axis = 0; axis < 3; ++axis)
    for (const int side : {-1, 1})
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          const auto corner = [&](int a, int b) {
            Vector3d p;
            p[axis] = side;
            p[(axis + 1) % 3] = 2.0 * (i + a) / n - 1;
            p[(axis + 2) % 3] = 2.0 * (j + b) / n - 1;
            p = p.cwiseProduct(half);
            text += fmt::format("v {} {} {}\n", p.x(), p.y(), p.z());
            return ++count;
          };
          const int a = corner(0, 0), b = corner(1, 0), c = corner(1, 1), d = corner(0, 1);
          if (side > 0)
            text += fmt::format("f {} {} {}\nf {} {} {}\n", a, b, c, a, c, d);
          else
            text += fmt::format("f {} {} {}\nf {} {} {}\n", c, b, a, d, c, a);
        }
  write_file(path, text);
}

// What is dropped: about a kilogram each, in a pose in which it can lie.
struct Upper {
  std::string name;
  std::string geometry;
  Form form;
  std::string rotation;
  double half_height;
};

// What it is dropped on, at rest in the world: where its copies stand, and how high the ground is that they make for
// flat things. Round ones stand in pairs or fours, so that there is somewhere to rest.
struct Lower {
  std::string name;
  std::string geometry;
  Form form;
  std::string rotation;
  std::vector<Vector3d> places;
  double top;
};

struct Shapes {
  TemporaryFolder folder;
  std::vector<Upper> uppers;
  std::vector<Lower> lowers;
  Shapes() {
    write_fine_box(folder / "small.obj", 0.2, 0.2, 0.1, 4);
    write_fine_box(folder / "large.obj", 0.8, 0.8, 0.2, 9);
    const std::string small = fmt::format("Mesh {{ url \"{}\" }}", (folder / "small.obj").string()),
                      large = fmt::format("Mesh {{ url \"{}\" }}", (folder / "large.obj").string());
    const std::string upright = "0 0 1 0.3", lying = "1 0 0 1.5707963267948966", over = "1 0 0 3.141592653589793";
    uppers = {{"Box", "Box { size 0.2 0.2 0.1 }", box_form(0.2, 0.2, 0.1), upright, 0.05},
              {"Sphere", "Sphere { radius 0.08 subdivision 2 }", sphere_form(0.08), upright, 0.08},
              {"Cylinder", "Cylinder { radius 0.1 height 0.1 }", cylinder_form(0.1, 0.1), upright, 0.05},
              {"lying Cylinder", "Cylinder { radius 0.06 height 0.3 }", cylinder_form(0.06, 0.3), lying, 0.06},
              {"Capsule", "Capsule { radius 0.06 height 0.2 }", capsule_form(0.06, 0.2), lying, 0.06},
              {"Cone", "Cone { bottomRadius 0.1 height 0.1 }", cone_form(0.1, 0.1), upright, 0.05},
              {"IndexedFaceSet", faces(0.2, 0.2, 0.1), box_form(0.2, 0.2, 0.1), upright, 0.05},
              {"Mesh", small, box_form(0.2, 0.2, 0.1), upright, 0.05}};
    const std::vector<Vector3d> one = {{0.03, 0.02, 0}};
    const double d = 0.07;
    const std::vector<Vector3d> four = {{d, d, 0}, {-d, d, 0}, {-d, -d, 0}, {d, -d, 0}};
    const std::vector<Vector3d> two = {{d, 0, 0}, {-d, 0, 0}};
    lowers = {{"Box", "Box { size 0.8 0.8 0.2 }", box_form(0.8, 0.8, 0.2), upright, one, 0.1},
              {"Cylinder", "Cylinder { radius 0.4 height 0.2 }", cylinder_form(0.4, 0.2), upright, one, 0.1},
              {"Plane", "Plane { size 4 4 }", box_form(4, 4, 2), upright, {{0, 0, 0}}, 0},
              {"ElevationGrid",
               "ElevationGrid { xDimension 5 yDimension 5 xSpacing 0.5 ySpacing 0.5 }",
               box_form(4, 4, 2),
               upright,
               {{-0.9, -1.1, 0}},
               0},
              {"IndexedFaceSet", faces(0.8, 0.8, 0.2), box_form(0.8, 0.8, 0.2), upright, one, 0.1},
              {"Mesh", large, box_form(0.8, 0.8, 0.2), upright, one, 0.1},
              {"turned Cone", "Cone { bottomRadius 0.4 height 0.2 }", cone_form(0.4, 0.2), over, one, 0.1},
              {"Spheres", "Sphere { radius 0.06 subdivision 2 }", sphere_form(0.06), upright, four, 0.06},
              {"Capsules", "Capsule { radius 0.06 height 0.5 }", capsule_form(0.06, 0.5), lying, two, 0.06},
              {"lying Cylinders", "Cylinder { radius 0.06 height 0.5 }", cylinder_form(0.06, 0.5), lying, two, 0.06},
              {"Cones", "Cone { bottomRadius 0.06 height 0.12 }", cone_form(0.06, 0.12), upright, four, 0.06}};
  }
};

const Shapes& shapes() {
  static const Shapes all;
  return all;
}

std::string solid(const std::string& def, const std::string& geometry, const Vector3d& at, const std::string& rotation,
                  bool dynamic) {
  return fmt::format("DEF {0} Solid {{ name \"{0}\" translation {1} {2} {3} rotation {4} boundingObject {5} {6} }}\n",
                     def, at.x(), at.y(), at.z(), rotation, geometry,
                     dynamic ? "physics Physics { density -1 mass 1 }" : "");
}

const std::string header = "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 physicsDisableTime 0 }\n";

// A contact gives by depth = CFM F h / ERP (ODE's soft constraint at rest): with the format's 0.001 and 0.2, h = 8 ms
// and a kilogram on a single contact 0.4 mm. Two of them on top of each other, and the bodies' own bounce at most twice
// that.
constexpr double sag = 1e-3;
// What rests may still creep or tremble by so little in two seconds: a share of the smallest size below 1 %.
constexpr double most_travel = 5e-4;  // m
constexpr double most_turn = 5e-3;    // rad
constexpr double most_speed = 5e-3;   // m/s

struct Watch {
  double travel = 0, turn = 0, speed = 0;
};

// Ten seconds; over the last two the body is watched.
Watch rest(Simulated& world, const std::string& def) {
  world.run(8);
  const Solid& solid = world.solid(def);
  const Pose start = solid.pose();
  Watch watch;
  for (int i = 0; i < 250; ++i) {
    world.step();
    watch.travel = std::max(watch.travel, (solid.pose().position - start.position).norm());
    watch.turn = std::max(watch.turn, Eigen::AngleAxisd(start.rotation.transpose() * solid.pose().rotation).angle());
    watch.speed = std::max(watch.speed, solid.linear_velocity().norm());
  }
  return watch;
}

void check_rest(const Watch& watch) {
  CHECK(watch.travel < most_travel);
  CHECK(watch.turn < most_turn);
  CHECK(watch.speed < most_speed);
}

// As the axis and angle of a file.
std::string turned(const std::string& rotation, const Eigen::AngleAxisd& by) {
  double x, y, z, angle;
  REQUIRE(std::sscanf(rotation.c_str(), "%lf %lf %lf %lf", &x, &y, &z, &angle) == 4);
  const Eigen::AngleAxisd now(by * Eigen::AngleAxisd(angle, Vector3d(x, y, z).normalized()));
  return fmt::format("{} {} {} {}", now.axis().x(), now.axis().y(), now.axis().z(), now.angle());
}

void check_drops(double tilt, double turn) {
  for (const Upper& upper : shapes().uppers) {
    for (const Lower& lower : shapes().lowers) {
      INFO(upper.name << " on " << lower.name);
      // What lies round across two rails is not at rest: it turns into the groove between them.
      const bool is_in_groove = lower.places.size() == 2 && upper.rotation == lower.rotation;
      const Eigen::AngleAxisd by(Eigen::AngleAxisd(tilt, Vector3d(std::cos(0.6), std::sin(0.6), 0)) *
                                 Eigen::AngleAxisd(is_in_groove ? 0 : turn, Vector3d::UnitZ()));
      std::string text = header;
      for (std::size_t i = 0; i < lower.places.size(); ++i)
        text += solid(fmt::format("LOW{}", i), lower.geometry, lower.places[i], lower.rotation, false);
      text += solid("UP", upper.geometry, {0.004, 0.003, lower.top + upper.half_height + 0.01},
                    turned(upper.rotation, by), true);
      auto world = Simulated::from_text(text);
      check_rest(rest(world, "UP"));
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t i = 0; i < lower.places.size(); ++i) {
        Pose pose = world.solid(fmt::format("LOW{}", i)).pose();
        // Ground whose inside is below z = 0 is compared as a thick plate there.
        if (lower.top == 0) pose = {Vector3d(0, 0, -1), Matrix3d::Identity()};
        least = std::min(least, gap({&upper.form, world.solid("UP").pose()}, {&lower.form, pose}));
      }
      CHECK(least > -sag);
      CHECK(least < 1e-4);
    }
  }
}

}  // namespace

TEST_CASE("Every shape comes to rest on every shape that stands in the world") { check_drops(0, 0); }

// Exactly upright things are the easy ones: colliders have cases of their own for them.
TEST_CASE("Every shape that is tilted a little and turned comes to rest on every shape, too") {
  const double tilt = GENERATE(1e-6, 0.02);
  CAPTURE(tilt);
  check_drops(tilt, 0.7);
}

// The load stands over the middle of what carries it: a soft contact gives more where more weighs on it, and round
// things roll down such a slope.
TEST_CASE("Every shape comes to rest on every flat shape that rests on the ground itself") {
  for (const Upper& upper : shapes().uppers) {
    for (const Lower& lower : shapes().lowers) {
      const bool lies_flat =
          lower.name == "Box" || lower.name == "Cylinder" || lower.name == "IndexedFaceSet" || lower.name == "Mesh";
      if (!lies_flat) continue;
      INFO(upper.name << " on " << lower.name);
      auto world = Simulated::from_text(
          header + "Solid { name \"floor\" boundingObject Plane { size 9 9 } }\n" +
          solid("LOW", lower.geometry, {0, 0, lower.top + 0.001}, lower.rotation, true) +
          solid("UP", upper.geometry, {0, 0, 2 * lower.top + upper.half_height + 0.01}, upper.rotation, true));
      check_rest(rest(world, "UP"));
      const double between = gap({&upper.form, world.solid("UP").pose()}, {&lower.form, world.solid("LOW").pose()});
      CHECK(between > -sag);
      CHECK(between < 1e-4);
      CHECK(world.solid("LOW").pose().position.z() == Approx(lower.top).margin(sag));
    }
  }
}
