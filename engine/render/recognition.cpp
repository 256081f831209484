// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/recognition.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "engine/bodies/solid.h"
#include "engine/mesh/triangle_mesh.h"
#include "engine/rays/raycast.h"
#include "engine/shapes/shape_extent.h"

namespace lightsout {
namespace {

using Box = Eigen::AlignedBox3d;
using Solids = std::span<const std::unique_ptr<Solid>>;

// A ball around it, as tight as is known without search.
struct Ball {
  Vector3d middle;
  double radius;  // m
};

Ball ball_around(const Shape& shape, const Pose& pose) {
  const Vector3d& size = shape.size;
  switch (shape.kind) {
    case ShapeKind::Box:
      return {pose.position, size.norm() / 2};
    case ShapeKind::Cylinder:
      return {pose.position, std::hypot(size.x(), size.y() / 2)};
    case ShapeKind::Capsule:
      return {pose.position, size.x() + size.y() / 2};
    case ShapeKind::Cone: {
      // Through its tip and the edge of its base, where that is not wider than the ball would be.
      const double radius = size.x(), height = size.y();
      const double around = radius < height ? (radius * radius + height * height) / (2 * height) : radius;
      const double middle = radius < height ? height / 2 - around : -height / 2;
      return {pose * Vector3d(0, 0, middle), around};
    }
    case ShapeKind::ElevationGrid:
    case ShapeKind::Mesh: {
      Box box;
      for (const Eigen::Vector3f& vertex : shape.mesh->vertices) box.extend(vertex.cast<double>());
      if (box.isEmpty()) return {pose.position, 0};
      double farthest = 0;
      for (const Eigen::Vector3f& vertex : shape.mesh->vertices)
        farthest = std::max(farthest, (vertex.cast<double>() - box.center()).norm());
      return {pose * box.center(), farthest};
    }
    case ShapeKind::Sphere:
    case ShapeKind::Plane:
      break;
  }
  return {pose.position, size.x()};
}

// The smallest ball around both.
Ball ball_around(const Ball& a, const Ball& b) {
  const Vector3d way = b.middle - a.middle;
  const double distance = way.norm();
  if (distance + b.radius <= a.radius) return a;
  if (distance + a.radius <= b.radius) return b;
  const double radius = (a.radius + distance + b.radius) / 2;
  return {a.middle + (radius - a.radius) / distance * way, radius};
}

// What of an object counts: its boundingObject and those of the solids below it, or without any of them a ball around
// what is seen of it. `take_points(points)`: of what has corners; `take_box(box)`: around what is round. All in the axes of the
// camera.
template <class TakePoints, class TakeBox>
void measure(Solids solids, const Solid& object, const Pose& camera_from_world, TakePoints take_points,
             TakeBox take_box) {
  std::optional<Ball> seen;
  bool is_bounded = false;
  std::vector<Vector3d> points;
  for (const auto& solid : solids) {
    if (!solid->is_part_of(object)) continue;
    const Pose camera_from_solid = camera_from_world * solid->pose();
    for (const auto& shape : solid->shapes()) {
      if (shape->kind == ShapeKind::Plane) continue;
      is_bounded = true;
      const Pose pose = camera_from_solid * shape->in_solid;
      points.clear();
      if (shape->kind == ShapeKind::Box) {
        const Box box(-shape->size / 2, shape->size / 2);
        for (int corner = 0; corner < 8; ++corner) points.push_back(pose * box.corner(Box::CornerType(corner)));
      } else if (shape->mesh) {
        for (const Eigen::Vector3f& vertex : shape->mesh->vertices) points.push_back(pose * vertex.cast<double>());
      }
      if (points.empty())
        take_box(extent_of(*shape, pose));
      else
        take_points(points);
    }
    for (const auto& shape : solid->visible_shapes()) {
      if (shape->kind == ShapeKind::Plane) continue;
      const Ball ball = ball_around(*shape, camera_from_solid * shape->in_solid);
      seen = seen ? ball_around(*seen, ball) : ball;
    }
  }
  if (is_bounded || !seen) return;
  const Vector3d reach = Vector3d::Constant(seen->radius);
  take_box(Box(seen->middle - reach, seen->middle + reach));
}

// Along the camera's axes.
Box box_around(Solids solids, const Solid& object, const Pose& camera_from_world) {
  Box box;
  measure(
      solids, object, camera_from_world,
      [&](const std::vector<Vector3d>& points) {
        for (const Vector3d& point : points) box.extend(point);
      },
      [&](const Box& piece) { box.extend(piece); });
  return box;
}

// The part of an object that a planar view shows, as Webots estimates it: points beyond a side of the view are moved
// straight onto that side, and of what is round as much is cut off as is beyond it.
class SeenPart {
 public:
  explicit SeenPart(const View& view) : cuts_round_things_(view.field_of_view <= std::numbers::pi / 2) {
    const double h = view.field_of_view / 2, v = std::atan(view.tan_vertical());
    inward_[right] = {std::sin(h), std::cos(h), 0};
    inward_[left] = {std::sin(h), -std::cos(h), 0};
    inward_[bottom] = {std::sin(v), 0, std::cos(v)};
    inward_[top] = {std::sin(v), 0, -std::cos(v)};
  }

  // Empty if nothing is in the view.
  Box of(Solids solids, const Solid& object, const Pose& camera_from_world) const {
    Box box;
    measure(
        solids, object, camera_from_world,
        [&](std::vector<Vector3d>& points) { box.extend(of_points(points)); },
        [&](const Box& piece) { box.extend(of_round(piece)); });
    return box;
  }

 private:
  // A side and the one across differ by 2, those of y come first.
  enum Side { right, bottom, left, top };

  Box of_points(std::vector<Vector3d>& points) const {
    Box box;
    std::array<bool, 4> some_beyond{}, some_within{};
    bool any_inside = false;
    for (Vector3d& point : points) {
      if (point.x() <= 0) continue;
      bool is_inside = true;
      for (int side = 0; side < 4; ++side) {
        const double depth = inward_[side].dot(point);
        (depth < 0 ? some_beyond : some_within)[side] = true;
        if (depth >= 0) continue;
        point -= depth * inward_[side];
        is_inside = false;
      }
      any_inside = any_inside || is_inside;
      box.extend(point);
    }
    // With every corner outside, it is in the view only if it reaches across it.
    const auto reaches_across = [&](Side side) {
      const int other = (side + 1) % 2;
      return some_beyond[side] && some_beyond[side + 2] && some_within[other] && some_within[other + 2];
    };
    if (!any_inside && !reaches_across(right) && !reaches_across(bottom)) return {};
    // Points behind the camera belong to it where they are.
    for (const Vector3d& point : points)
      if (point.x() <= 0) box.extend(point);
    return box;
  }

  Box of_round(const Box& whole) const {
    if (whole.isEmpty()) return {};
    const Vector3d middle = whole.center();
    Box box = whole;
    for (int side = 0; side < 4; ++side) {
      const int axis = side % 2 + 1;
      const double half = whole.sizes()[axis] / 2, depth = inward_[side].dot(middle);
      if (depth < -half) return {};
      if (depth >= half || !cuts_round_things_) continue;
      (side == right || side == bottom ? box.min()[axis] += half - depth : box.max()[axis] -= half - depth);
    }
    return box;
  }

  std::array<Vector3d, 4> inward_;  // of each side, of length 1
  bool cuts_round_things_;
};

// Of an image, in pixels: from the left and top to the right and bottom.
using ImagePart = Eigen::AlignedBox2d;

// A box along axes of its own, which `turn` turns into those of the camera.
struct TurnedBox {
  Box box;
  Matrix3d turn = Matrix3d::Identity();

  Vector3d corner(int number) const { return turn * box.corner(Box::CornerType(number)); }
  // A ray from the camera meets it.
  bool is_met(const Vector3d& direction) const {
    const Vector3d way = turn.transpose() * direction;
    double begin = 0, end = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) {
      if (way[i] == 0) {
        if (box.min()[i] > 0 || box.max()[i] < 0) return false;
        continue;
      }
      const double first = box.min()[i] / way[i], second = box.max()[i] / way[i];
      begin = std::max(begin, std::min(first, second));
      end = std::min(end, std::max(first, second));
    }
    return begin <= end;
  }
};

// The part of a planar image between the box's corners; those behind the near plane count as in it.
ImagePart planar_part(const View& view, const Box& box) {
  if (box.max().x() <= view.near) return {};
  const double h = view.tan_horizontal(), v = view.tan_vertical(), far = box.max().x();
  if (box.min().y() > h * far || box.max().y() < -h * far || box.min().z() > v * far || box.max().z() < -v * far)
    return {};
  ImagePart part;
  for (int corner = 0; corner < 8; ++corner) {
    Vector3d point = box.corner(Box::CornerType(corner));
    point.x() = std::max({point.x(), view.near, 1e-9});
    part.extend(view.place(point));
  }
  return part;
}

// Calls `found` with directions along the outline of the box, and along its other edges, no farther apart than that a
// curve between two of them is straight to 0.0004 rad.
template <class Found>
void follow_edges(const TurnedBox& box, Found found) {
  constexpr double step = 0.05;  // rad
  for (int from = 0; from < 8; ++from)
    for (const int bit : {1, 2, 4}) {
      if (from & bit) continue;
      const Vector3d a = box.corner(from).normalized(), b = box.corner(from | bit).normalized();
      const double sine = a.cross(b).norm(), angle = std::atan2(sine, a.dot(b));
      const int steps = sine > 1e-9 ? int(std::ceil(angle / step)) : 1;
      found(a);
      for (int i = 1; i < steps; ++i)
        found((std::sin(angle * (steps - i) / steps) * a + std::sin(angle * i / steps) * b) / sine);
      found(b);
    }
}

// The part of a cylindrical or spherical image that the box takes. What is seen of it is bounded by its edges, but
// where it is above, below or behind the camera: there the image is cut.
ImagePart curved_part(const View& view, const TurnedBox& box) {
  const ImagePart image(Eigen::Vector2d(0, 0), Eigen::Vector2d(view.width, view.height));
  double farthest = 0;
  for (int corner = 0; corner < 8; ++corner) farthest = std::max(farthest, box.corner(corner).norm());
  if (farthest <= view.near) return {};
  if (box.box.contains(Vector3d(0, 0, 0))) return image;
  ImagePart part;
  if (view.projection == Projection::Spherical) {
    bool is_in_image = false;
    follow_edges(box, [&](const Vector3d& direction) {
      const Eigen::Vector2d place = view.place(direction);
      is_in_image = is_in_image || image.contains(place);
      part.extend(place);
    });
    // Behind the camera: it is seen all around, from its edges to where the image ends.
    if (box.is_met(-Vector3d::UnitX())) return is_in_image ? image : ImagePart();
    return part.intersection(image);
  }
  // Pixels of a full turn: u counts from the middle of the box.
  const double turn = 2 * std::numbers::pi / view.field_of_view * view.width;
  const double middle = view.place(box.turn * box.box.center()).x();
  follow_edges(box, [&](const Vector3d& direction) {
    Eigen::Vector2d place = view.place(direction);
    place.x() = middle + std::remainder(place.x() - middle, turn);
    part.extend(place);
  });
  for (const Vector3d& pole : {Vector3d(0, 0, 1), Vector3d(0, 0, -1)})
    if (box.is_met(pole)) {
      part.extend(Eigen::Vector2d(0, view.place(pole).y()));
      part.extend(Eigen::Vector2d(view.width, view.place(pole).y()));
    }
  // Across the cut behind the camera it is seen at both sides.
  ImagePart seen;
  for (const double shift : {-turn, 0.0, turn}) {
    const ImagePart piece = ImagePart(part.min() + Eigen::Vector2d(shift, 0), part.max() + Eigen::Vector2d(shift, 0));
    if (const ImagePart shown = piece.intersection(image); !shown.isEmpty()) seen.extend(shown);
  }
  return seen;
}

// False where nothing of it is in the view, or less than a pixel.
bool place_on_image(const View& view, const ImagePart& part, RecognizedObject& object) {
  if (part.isEmpty()) return false;
  for (int i = 0; i < 2; ++i) {
    const double last = (i == 0 ? view.width : view.height) - 1.0;
    const double low = std::clamp(std::floor(part.min()[i]), 0.0, last),
                 high = std::clamp(std::floor(part.max()[i]), 0.0, last);
    object.position_on_image[i] = int(std::floor((low + high) / 2 + 0.5));
    object.size_on_image[i] = int(high - low);
    if (object.size_on_image[i] < 1) return false;
  }
  return true;
}

// Turns the x axis towards it, the y axis stays level.
Matrix3d turn_towards(const Vector3d& point) {
  return (Eigen::AngleAxisd(std::atan2(point.y(), point.x()), Vector3d::UnitZ()) *
          Eigen::AngleAxisd(-std::atan2(point.z(), std::hypot(point.x(), point.y())), Vector3d::UnitY()))
      .toRotationMatrix();
}

// Whether a ray to that point of the box (its axes; x is away from the camera) meets nothing else before the object's
// middle.
bool reaches(Raycaster& rays, const View& view, const Solid& object, const TurnedBox& box, const Vector3d& point,
             const Robot* own) {
  const double length = point.norm();
  if (!(length > 0)) return true;
  const Vector3d way = view.pose.rotation * (box.turn * point) / length;
  const auto hit = rays.cast({view.pose.position, way, length}, RaySet::Collision, own);
  if (!hit) return true;
  const Solid* met = hit->shape->solid;
  return (met && met->is_part_of(object)) || length - hit->distance <= box.box.sizes().x() / 2;
}

// occlusion 1: by its middle; 2: by its middle and the corners of its outline.
bool is_visible(Raycaster& rays, const View& view, const Solid& object, const TurnedBox& box, int occlusion,
                const Robot* own) {
  const Vector3d middle = box.box.center();
  if (occlusion <= 0 || reaches(rays, view, object, box, middle, own)) return true;
  if (occlusion == 1) return false;
  for (const double y : {box.box.min().y(), box.box.max().y()})
    for (const double z : {box.box.min().z(), box.box.max().z()})
      if (reaches(rays, view, object, box, {middle.x(), y, z}, own)) return true;
  return false;
}

// The robot, and the solids that hang on it itself: farther limbs are recognized.
bool belongs_to(const Solid& solid, const Robot* robot) {
  if (!robot || solid.robot() != robot) return false;
  const Solid* carrier = solid.parent();
  return !carrier || carrier->robot() != robot || !carrier->parent() || carrier->parent()->robot() != robot;
}

}  // namespace

std::vector<RecognizedObject> recognize(Solids solids, Raycaster& rays, const Node& recognition, const View& view,
                                        const Robot* own) {
  std::vector<RecognizedObject> objects;
  const double range = recognition.get<double>("maxRange");
  const int occlusion = recognition.get<std::int32_t>("occlusion"), most = recognition.get<std::int32_t>("maxObjects");
  const Pose camera_from_world = view.pose.inverse();
  const SeenPart seen_part(view);
  for (const auto& solid : solids) {
    if (solid->node().get<MFColor>("recognitionColors").empty() || belongs_to(*solid, own)) continue;
    const Box whole = box_around(solids, *solid, camera_from_world);
    const Box box = view.is_planar() ? seen_part.of(solids, *solid, camera_from_world) : whole;
    if (box.isEmpty() || !(box.center().norm() <= range + box.sizes().x() / 2)) continue;
    RecognizedObject object{};
    object.node = &solid->node();
    // Towards the object: in a planar view the camera's own axes.
    TurnedBox turned{whole};
    ImagePart part;
    if (view.is_planar()) {
      part = planar_part(view, box);
    } else {
      // Both boxes are around it, so it is where both are.
      part = curved_part(view, turned);
      turned.turn = turn_towards(box.center());
      turned.box = box_around(solids, *solid, Pose{Vector3d::Zero(), turned.turn.transpose()} * camera_from_world);
      part = part.intersection(curved_part(view, turned));
    }
    if (!place_on_image(view, part, object) || !is_visible(rays, view, *solid, turned, occlusion, own)) continue;
    object.position = box.center();
    object.orientation = to_rotation(camera_from_world.rotation * solid->pose().rotation);
    object.size[0] = box.sizes().y();
    object.size[1] = box.sizes().z();
    objects.push_back(object);
  }
  if (most >= 0 && objects.size() > std::size_t(most)) {
    const auto area = [](const RecognizedObject& o) { return o.size_on_image[0] * o.size_on_image[1]; };
    std::ranges::stable_sort(objects, std::greater(), area);
    objects.resize(std::size_t(most));
  }
  return objects;
}

}  // namespace lightsout
