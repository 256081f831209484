// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/recognition.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "engine/bodies/solid.h"
#include "engine/rays/raycast.h"
#include "engine/shapes/shape_extent.h"

namespace lightsout {
namespace {

using Box = Eigen::AlignedBox3d;
using Solids = std::span<const std::unique_ptr<Solid>>;

// Around its boundingObject and those of the solids below it, along the camera's axes; without any, around what is seen
// of it.
Box box_around(Solids solids, const Solid& object, const Pose& camera_from_world) {
  Box colliding, seen;
  for (const auto& solid : solids) {
    if (!solid->is_part_of(object)) continue;
    const Pose pose = camera_from_world * solid->pose();
    for (const auto& shape : solid->shapes()) colliding.extend(extent_of(*shape, pose * shape->in_solid));
    for (const auto& shape : solid->visible_shapes())
      if (shape->kind != ShapeKind::Plane) seen.extend(extent_of(*shape, pose * shape->in_solid));
  }
  return colliding.isEmpty() ? seen : colliding;
}

// Pixels, clamped to the image; of a point behind the camera as if it were before it.
void project(const View& view, const Vector3d& point, double (&pixel)[2]) {
  const double ahead = std::max(std::abs(point.x()), 1e-9);
  const double u = view.width * (0.5 - 0.5 * point.y() / ahead / view.tan_horizontal()),
               v = view.height * (0.5 - 0.5 * point.z() / ahead / view.tan_vertical());
  pixel[0] = std::clamp(std::floor(u), 0.0, view.width - 1.0);
  pixel[1] = std::clamp(std::floor(v), 0.0, view.height - 1.0);
}

// False where nothing of the box is in the view, or less than a pixel.
bool place_on_image(const View& view, const Box& box, RecognizedObject& object) {
  if (box.max().x() <= view.near) return false;
  const double h = view.tan_horizontal(), v = view.tan_vertical(), far = box.max().x();
  if (box.min().y() > h * far || box.max().y() < -h * far || box.min().z() > v * far || box.max().z() < -v * far)
    return false;
  double low[2] = {1e9, 1e9}, high[2] = {-1e9, -1e9};
  for (int corner = 0; corner < 8; ++corner) {
    Vector3d point = box.corner(Box::CornerType(corner));
    point.x() = std::max(point.x(), view.near);
    double pixel[2];
    project(view, point, pixel);
    for (int i = 0; i < 2; ++i) {
      low[i] = std::min(low[i], pixel[i]);
      high[i] = std::max(high[i], pixel[i]);
    }
  }
  for (int i = 0; i < 2; ++i) {
    object.position_on_image[i] = int(std::floor((low[i] + high[i]) / 2 + 0.5));
    object.size_on_image[i] = int(high[i] - low[i]);
    if (object.size_on_image[i] < 1) return false;
  }
  return true;
}

// Whether a ray to that point of the box (camera axes) meets nothing else before the object's middle.
bool reaches(Raycaster& rays, const View& view, const Solid& object, const Box& box, const Vector3d& point,
             const Robot* own) {
  const double length = point.norm();
  if (!(length > 0)) return true;
  const auto hit = rays.cast({view.pose.position, view.pose.rotation * point / length, length}, RaySet::Collision, own);
  if (!hit) return true;
  const Solid* met = hit->shape->solid;
  return (met && met->is_part_of(object)) || length - hit->distance <= box.sizes().x() / 2;
}

// occlusion 1: by its middle; 2: by its middle and the corners of its outline.
bool is_visible(Raycaster& rays, const View& view, const Solid& object, const Box& box, int occlusion,
                const Robot* own) {
  if (occlusion <= 0 || reaches(rays, view, object, box, box.center(), own)) return true;
  if (occlusion == 1) return false;
  for (const double y : {box.min().y(), box.max().y()})
    for (const double z : {box.min().z(), box.max().z()})
      if (reaches(rays, view, object, box, {box.center().x(), y, z}, own)) return true;
  return false;
}

}  // namespace

std::vector<RecognizedObject> recognize(Solids solids, Raycaster& rays, const Node& recognition, const View& view,
                                        const Robot* own) {
  std::vector<RecognizedObject> objects;
  const double range = recognition.get<double>("maxRange");
  const int occlusion = recognition.get<std::int32_t>("occlusion"), most = recognition.get<std::int32_t>("maxObjects");
  const Pose camera_from_world = view.pose.inverse();
  for (const auto& solid : solids) {
    if (solid->node().get<MFColor>("recognitionColors").empty() || (own && solid->robot() == own)) continue;
    const Box box = box_around(solids, *solid, camera_from_world);
    if (box.isEmpty() || !(box.exteriorDistance(Vector3d(0, 0, 0)) <= range)) continue;
    RecognizedObject object{};
    object.solid = solid.get();
    if (!place_on_image(view, box, object) || !is_visible(rays, view, *solid, box, occlusion, own)) continue;
    object.position = box.center();
    object.orientation = to_rotation(camera_from_world.rotation * solid->pose().rotation);
    object.size[0] = box.sizes().y();
    object.size[1] = box.sizes().z();
    objects.push_back(object);
  }
  if (most >= 0 && objects.size() > std::size_t(most)) {
    // The largest on the image, in the order in which they stand.
    const auto area = [](const RecognizedObject& o) { return o.size_on_image[0] * o.size_on_image[1]; };
    std::vector<int> areas;
    for (const RecognizedObject& object : objects) areas.push_back(area(object));
    std::ranges::sort(areas, std::greater());
    const int least = most > 0 ? areas[std::size_t(most) - 1] : 0;
    std::size_t ties = std::size_t(most) - std::size_t(std::ranges::count_if(areas, [&](int a) { return a > least; }));
    std::erase_if(objects, [&](const RecognizedObject& object) {
      if (most == 0 || area(object) < least) return true;
      return area(object) == least && (ties == 0 || ties-- == 0);
    });
  }
  return objects;
}

}  // namespace lightsout
