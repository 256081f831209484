// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/shapes/face_set.h"
#include "engine/shapes/paint.h"
#include "engine/shapes/shape.h"
#include "engine/state/log.h"
#include "world_format/nodes/assets.h"

namespace lightsout {

namespace {

// The place of pictures by a TextureTransform (VRML97, 6.49): scaling and rotation about the centre, after the
// translation. Texture coordinates (s, t up, 1) on the surface -> in the picture.
Eigen::Matrix<double, 2, 3> place_of(const Node* transform) {
  Eigen::Matrix<double, 2, 3> place;
  place << 1, 0, 0, 0, 1, 0;
  if (!transform) return place;
  const Vec2 &c = transform->get<Vec2>("center"), &scale = transform->get<Vec2>("scale"),
             &shift = transform->get<Vec2>("translation");
  const Eigen::Vector2d center(c.x, c.y);
  const Eigen::Matrix2d turn_and_scale = Eigen::Vector2d(scale.x, scale.y).asDiagonal() *
                                         Eigen::Rotation2Dd(transform->get<double>("rotation")).toRotationMatrix();
  place.leftCols<2>() = turn_and_scale;
  place.col(2) = turn_and_scale * (Eigen::Vector2d(shift.x, shift.y) + center) - center;
  return place;
}

// Of each corner of each triangle of the shape's mesh in turn; none: the picture's middle.
std::vector<Eigen::Vector2f> corner_coordinates(const Shape& shape) {
  const Node* geometry = shape.node && shape.node->has("geometry") ? shape.node->node("geometry") : shape.node;
  if (!geometry) return {};
  if (geometry->is_a("IndexedFaceSet")) return face_coordinates(*geometry, cut_faces(*geometry));
  if (!geometry->is_a("ElevationGrid")) return {};
  // Its vertices are in rows along x.
  const int columns = geometry->get<std::int32_t>("xDimension"), rows = geometry->get<std::int32_t>("yDimension");
  std::vector<Eigen::Vector2f> coordinates;
  for (const Eigen::Vector3i& triangle : shape.mesh->triangles)
    for (const int corner : triangle)
      coordinates.emplace_back(float(corner % columns) / float(columns - 1), float(corner / columns) / float(rows - 1));
  return coordinates;
}

// What the three corners of a triangle have, at a point of its plane.
Eigen::Vector2d between_corners(const TriangleMesh& mesh, int triangle, const Eigen::Vector2f* values,
                                const Vector3d& point) {
  const Eigen::Vector3i& corners = mesh.triangles[std::size_t(triangle)];
  const auto corner = [&](int i) { return Vector3d(mesh.vertices[std::size_t(corners[i])].cast<double>()); };
  const Vector3d first = corner(0), u = corner(1) - first, v = corner(2) - first, w = point - first;
  const Vector3d area = u.cross(v);
  const double square = area.squaredNorm();
  if (square == 0) return values[0].cast<double>();
  const double b = w.cross(v).dot(area) / square, c = u.cross(w).dot(area) / square;
  return (1 - b - c) * values[0].cast<double>() + b * values[1].cast<double>() + c * values[2].cast<double>();
}

double in_picture(double coordinate, bool repeat) {
  return repeat ? coordinate - std::floor(coordinate) : std::clamp(coordinate, 0.0, 1.0);
}

}  // namespace

Eigen::Vector2d texture_coordinates(const Shape& shape, const Vector3d& point) {
  const Vector3d& size = shape.size;
  // From +y, counterclockwise as seen from above.
  const auto around = [&] {
    const double turns = std::atan2(-point.x(), point.y()) / (2 * std::numbers::pi);
    return turns < 0 ? turns + 1 : turns;
  };
  switch (shape.kind) {
    case ShapeKind::Box: {
      // The face is where the point, in half sizes, is farthest out.
      const Vector3d relative = 2 * point.cwiseQuotient(size);
      const Vector3d part = point.cwiseQuotient(size);
      int axis;
      relative.cwiseAbs().maxCoeff(&axis);
      const double side = std::copysign(1.0, relative[axis]);
      if (axis == 0) return {0.5 + side * part.y(), 0.5 + part.z()};
      if (axis == 1) return {0.5 - side * part.x(), 0.5 + part.z()};
      return {0.5 + part.x(), 0.5 + side * part.y()};
    }
    case ShapeKind::Plane:
      return {0.5 + point.x() / size.x(), 0.5 + point.y() / size.y()};
    case ShapeKind::Sphere:
      return {around(), 1 - std::acos(std::clamp(point.z() / size.x(), -1.0, 1.0)) / std::numbers::pi};
    case ShapeKind::Cylinder:
    case ShapeKind::Cone: {
      const bool on_cap = std::abs(point.z()) >= size.y() / 2 * (1 - 1e-9);
      if (on_cap) return {0.5 + point.x() / (2 * size.x()), 0.5 + std::copysign(0.5, point.z()) * point.y() / size.x()};
      return {around(), 0.5 + point.z() / size.y()};
    }
    case ShapeKind::Capsule: {
      const double beyond = std::abs(point.z()) - size.y() / 2;
      if (beyond <= 0) return {around(), 0.5 + point.z() / (3 * size.y())};
      const double from_pole = std::acos(std::min(beyond / size.x(), 1.0)) / (std::numbers::pi / 2);
      return {around(), point.z() > 0 ? 1 - from_pole / 3 : from_pole / 3};
    }
    case ShapeKind::ElevationGrid:
    case ShapeKind::Mesh:
      break;
  }
  return {0.5, 0.5};
}

bool is_transparent(const Shape& shape) {
  const Node* holder = shape.node;
  if (holder && holder->is_a("Geometry")) holder = holder->parent();
  const Node* appearance = holder && holder->has("appearance") ? holder->node("appearance") : nullptr;
  if (!appearance) return false;
  if (appearance->is_a("Appearance")) appearance = appearance->node("material");
  return appearance && appearance->has("transparency") && appearance->get<double>("transparency") == 1;
}

double Surfaces::infra_red_factor(const Shape& shape, const Vector3d& point, int triangle, const Paint* drawn) {
  const Surface& surface = surface_of(shape);
  double red = surface.red, roughness = surface.roughness, occlusion = 0;
  if (surface.has_pictures()) {
    const bool is_laid = triangle >= 0 && 3 * std::size_t(triangle) + 2 < surface.corners.size();
    const Eigen::Vector2d on_surface =
        is_laid ? between_corners(*shape.mesh, triangle, &surface.corners[3 * std::size_t(triangle)], point)
                : texture_coordinates(shape, point);
    const Eigen::Vector2d at = place_of(surface.transform) * Eigen::Vector3d(on_surface.homogeneous());
    if (surface.color.image) red *= pixel(surface.color, at)[0] / 255.0;
    if (surface.roughness_map.image) roughness *= pixel(surface.roughness_map, at)[0] / 255.0;
    if (surface.occlusion_map.image)
      occlusion = surface.occlusion_strength * (1 - pixel(surface.occlusion_map, at)[0] / 255.0);
  }
  if (drawn && shape.node) {
    const Paint::Ink ink = drawn->at(shape.node->id(), point);
    red += ink.density * (ink.color.r - red);
  }
  return 0.2 + 0.8 * red * (1 - 0.5 * roughness) * (1 - 0.5 * occlusion);
}

const std::uint8_t* Surfaces::pixel(const Texture& texture, const Eigen::Vector2d& coordinates) {
  const Image& image = *texture.image;
  const double s = in_picture(coordinates.x(), texture.repeat_s), t = in_picture(coordinates.y(), texture.repeat_t);
  return image.pixel(std::clamp(int(s * image.width), 0, image.width - 1),
                     std::clamp(int((1 - t) * image.height), 0, image.height - 1));
}

std::optional<double> Surfaces::plain_infra_red_factor(const Shape& shape) {
  if (surface_of(shape).has_pictures()) return std::nullopt;
  return infra_red_factor(shape, Vector3d::Zero(), -1, nullptr);
}

const Surfaces::Surface& Surfaces::surface_of(const Shape& shape) {
  const auto [it, is_new] = surfaces_.try_emplace(&shape);
  if (is_new) {
    const Node* node = shape.node;
    if (node && node->is_a("Geometry")) node = node->parent();  // a Shape in a boundingObject
    it->second = read(node && node->has("appearance") ? node->node("appearance") : nullptr);
    if (it->second.has_pictures() && shape.mesh) it->second.corners = corner_coordinates(shape);
    if (node && it->second.has_pictures() && shape.mesh && it->second.corners.empty())
      log_.write(LogLevel::Warning, describe(*node), "infra-red sensors see one pixel of the texture of a mesh file");
  }
  return it->second;
}

Surfaces::Surface Surfaces::read(const Node* appearance) {
  Surface surface;
  if (!appearance) return surface;
  if (appearance->is_a("PBRAppearance")) {
    surface.red = appearance->get<Color>("baseColor").r * (1 - appearance->get<double>("transparency"));
    surface.roughness = appearance->get<double>("roughness");
    surface.occlusion_strength = appearance->get<double>("occlusionMapStrength");
    surface.color = read_texture(appearance->node("baseColorMap"));
    surface.roughness_map = read_texture(appearance->node("roughnessMap"));
    surface.occlusion_map = read_texture(appearance->node("occlusionMap"));
    surface.transform = appearance->node("textureTransform");
  } else if (appearance->is_a("Appearance")) {
    if (const Node* material = appearance->node("material"))
      surface.red = material->get<Color>("diffuseColor").r * (1 - material->get<double>("transparency"));
    surface.color = read_texture(appearance->node("texture"));
    surface.transform = appearance->node("textureTransform");
  }
  return surface;
}

Surfaces::Texture Surfaces::read_texture(const Node* texture) {
  if (!texture || texture->get<MFString>("url").empty()) return {};
  const std::string& url = texture->get<MFString>("url")[0];
  const auto found = asset_path(world_, url, texture->span_of("url"));
  if (!found) return {};  // told when the world was loaded
  const std::filesystem::path& path = *found;
  const auto [it, is_new] = images_.try_emplace(path);
  if (is_new) {
    auto image = read_image_file(path);
    if (image)
      it->second = std::make_unique<const Image>(std::move(*image));
    else
      log_.write(LogLevel::Warning, describe(*texture),
                 fmt::format("infra-red sensors do not see {}: {}", path.string(), image.error()));
  }
  return {it->second.get(), texture->get<bool>("repeatS"), texture->get<bool>("repeatT")};
}

}  // namespace lightsout
