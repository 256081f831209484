// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/recognition.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/bodies/seen_part.h"
#include "engine/bodies/solid.h"
#include "engine/rays/raycast.h"
#include "engine/shapes/shape.h"

namespace lightsout {
namespace {

using Box = Eigen::AlignedBox3d;
using Solids = std::span<const std::unique_ptr<Solid>>;

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

// The part of a planar image between the box's corners, or of a ball between its ends along the axes of the camera.
// What is behind the camera is beyond the sides.
ImagePart planar_part(const View& view, const Box& box, bool is_ball) {
  if (box.max().x() <= view.near) return {};
  ImagePart part;
  const auto add = [&](const Vector3d& point) {
    if (point.x() > 0)
      part.extend(view.place(point));
    else
      part.extend(Eigen::Vector2d(point.y() > 0 ? 0 : view.width, point.z() > 0 ? 0 : view.height));
  };
  if (is_ball) {
    const Vector3d middle = box.center();
    for (int axis = 0; axis < 3; ++axis)
      for (const double end : {box.min()[axis], box.max()[axis]}) {
        Vector3d point = middle;
        point[axis] = end;
        add(point);
      }
  } else {
    for (int corner = 0; corner < 8; ++corner) add(box.corner(Box::CornerType(corner)));
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

// False where nothing of it is in the view, or less than a pixel. The last pixel begins where the image ends, as in
// Webots (WbCamera.cpp).
bool place_on_image(const View& view, const ImagePart& part, RecognizedObject& object) {
  if (part.isEmpty()) return false;
  for (int i = 0; i < 2; ++i) {
    const double size = i == 0 ? view.width : view.height;
    const auto pixel = [size](double place) { return std::floor((size - 1) * std::clamp(place / size, 0.0, 1.0)); };
    const double low = pixel(part.min()[i]), high = pixel(part.max()[i]);
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
  const ViewSides sides(view.field_of_view / 2, std::atan(view.tan_vertical()));
  std::vector<const Solid*> parts;
  for (const auto& solid : solids) {
    if (solid->node().get<MFColor>("recognitionColors").empty() || belongs_to(*solid, own)) continue;
    parts.clear();
    for (const auto& part : solids)
      if (part->is_part_of(*solid)) parts.push_back(part.get());
    const Box whole = box_around(parts, camera_from_world);
    const Box box = view.is_planar() ? sides.seen_part(parts, camera_from_world) : whole;
    if (box.isEmpty() || !(box.center().norm() <= range + box.sizes().x() / 2)) continue;
    RecognizedObject object{};
    object.node = &solid->node();
    // Towards the object: in a planar view the camera's own axes.
    TurnedBox turned{whole};
    ImagePart part;
    if (view.is_planar()) {
      part = planar_part(view, box, are_balls(parts));
    } else {
      // Both boxes are around it, so it is where both are.
      part = curved_part(view, turned);
      turned.turn = turn_towards(box.center());
      turned.box = box_around(parts, Pose{Vector3d::Zero(), turned.turn.transpose()} * camera_from_world);
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
