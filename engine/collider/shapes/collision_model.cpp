// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/collider/shapes/collision_model.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/collider/shapes/primitive_mesh.h"
#include "engine/collider/triangles/mesh_topology.h"
#include "engine/mesh/mesh_file.h"

namespace lightsout {
namespace {

using Eigen::Vector3d;

struct PrimitiveName {
  std::string_view name;
  ModelKind kind;
  int sizes;
};
constexpr PrimitiveName primitives[] = {
    {"box", ModelKind::Box, 3},         {"sphere", ModelKind::Sphere, 1}, {"cylinder", ModelKind::Cylinder, 2},
    {"capsule", ModelKind::Capsule, 2}, {"cone", ModelKind::Cone, 2},     {"halfspace", ModelKind::HalfSpace, 0},
};

bool read_number(std::string_view text, double& value) {
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && stop == text.data() + text.size() && std::isfinite(value);
}

std::expected<Vector3d, std::string> read_sizes(std::string_view text, const PrimitiveName& primitive) {
  Vector3d sizes = Vector3d::Zero();
  int found = 0;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    double value = 0;
    if (found == 3 || !read_number(text.substr(0, comma), value) || value <= 0)
      return std::unexpected(fmt::format("'{}' is no list of lengths greater than 0", text));
    sizes[found++] = value;
    text = comma == text.npos ? "" : text.substr(comma + 1);
  }
  if (found != primitive.sizes)
    return std::unexpected(fmt::format("{} takes {} length{}, not {}", primitive.name, primitive.sizes,
                                       primitive.sizes == 1 ? "" : "s", found));
  return sizes;
}

const PrimitiveName* find_primitive(std::string_view spec) {
  for (const PrimitiveName& primitive : primitives)
    if (spec.starts_with(primitive.name) && spec.substr(primitive.name.size(), 1) == ":") return &primitive;
  return nullptr;
}

}  // namespace

std::string CollisionModel::file_of(const std::string& spec) {
  return find_primitive(spec) ? "" : spec.substr(0, spec.rfind('*'));
}

std::expected<std::shared_ptr<const CollisionModel>, std::string> CollisionModel::load(const std::string& spec,
                                                                                       double scale) {
  std::string_view rest = spec;
  if (const std::size_t star = rest.rfind('*'); star != rest.npos) {
    double factor = 0;
    if (!read_number(rest.substr(star + 1), factor) || factor <= 0)
      return std::unexpected(fmt::format("{}: the scale behind * must be a number greater than 0", spec));
    scale *= factor;
    rest = rest.substr(0, star);
  }
  if (rest.empty()) return std::unexpected("a model's name is empty");
  if (const PrimitiveName* primitive = find_primitive(rest)) {
    const auto sizes = read_sizes(rest.substr(primitive->name.size() + 1), *primitive);
    if (!sizes) return std::unexpected(fmt::format("{}: {}", spec, sizes.error()));
    return CollisionModel::primitive(spec, primitive->kind, *sizes * scale);
  }
  auto mesh = read_mesh_file(rest);
  if (!mesh) return std::unexpected(mesh.error());
  if (scale != 1)
    for (Eigen::Vector3f& v : mesh->vertices) v = (v.cast<double>() * scale).cast<float>();
  for (const Eigen::Vector3f& v : mesh->vertices)
    if (!(v.cwiseAbs().maxCoeff() < 1e9f))
      return std::unexpected(fmt::format("{}: has coordinates beyond 1e9 m; is the scale right?", spec));
  return from_mesh(spec, std::move(*mesh));
}

std::shared_ptr<const CollisionModel> CollisionModel::primitive(std::string name, ModelKind kind,
                                                                const Vector3d& size) {
  auto model = std::make_shared<CollisionModel>();
  model->name_ = std::move(name);
  model->kind_ = kind;
  model->size_ = size;
  switch (kind) {
    case ModelKind::Box:
      model->radius_ = size.norm() / 2;
      break;
    case ModelKind::Sphere:
      model->radius_ = size.x();
      break;
    case ModelKind::Cylinder:
    case ModelKind::Cone:
      model->radius_ = std::hypot(size.x(), size.y() / 2);
      break;
    case ModelKind::Capsule:
      model->radius_ = size.x() + size.y() / 2;
      break;
    case ModelKind::HalfSpace:
    case ModelKind::Mesh:
      model->radius_ = std::numeric_limits<double>::infinity();
      break;
  }
  return model;
}

std::shared_ptr<const CollisionModel> CollisionModel::from_mesh(std::string name, TriangleMesh mesh) {
  auto model = std::make_shared<CollisionModel>();
  model->name_ = std::move(name);
  model->mesh_ = std::move(mesh);
  model->prepare_mesh();
  return model;
}

std::shared_ptr<const CollisionModel> CollisionModel::scaled(double factor) const {
  if (!is_mesh()) return primitive(name_, kind_, factor * size_);
  TriangleMesh mesh = mesh_;
  for (Eigen::Vector3f& v : mesh.vertices) v = (centre_ + factor * (v.cast<double>() - centre_)).cast<float>();
  return from_mesh(name_, std::move(mesh));
}

void CollisionModel::prepare_mesh() {
  const auto note = [&](const std::string& text) { notes_.push_back(name_ + " " + text); };
  weld(mesh_);
  const SurfaceReport report = clean_surface(mesh_);
  closed_ = report.closed;
  oriented_ = report.oriented;
  if (report.doubles) note(fmt::format("has {} triangles twice: one of each was left out", report.doubles));
  if (report.degenerate) note(fmt::format("has {} triangles without area: they were left out", report.degenerate));
  if (mesh_.triangles.empty()) {
    closed_ = false;
    note("is empty: this link never touches anything");
    return;
  }
  if (!closed_)
    note(fmt::format(
        "is open ({} edges of {} belong to an odd number of triangles): it is a surface only, what is inside "
        "it is not seen",
        report.open_edges, report.edges));
  else if (!oriented_)
    note(
        fmt::format("is closed, but {} of its edges join triangles that face different ways: its inside is found by "
                    "counting crossings, contact normals may point either way",
                    report.twisted_edges));
  if (report.turned) note("faced inward: its triangles were turned over");

  tree_ = TriangleTree(mesh_);
  centre_ = (tree_.low() + tree_.high()) / 2;
  std::vector<double> farthest(report.parts, -1.0);
  part_points_.resize(report.parts);
  for (std::size_t i = 0; i < mesh_.vertices.size(); ++i) {
    const Vector3d v = mesh_.vertices[i].cast<double>();
    const double distance = (v - centre_).norm();
    radius_ = std::max(radius_, distance);
    const auto part = std::size_t(report.part_of_vertex[i]);
    if (distance > farthest[part]) {
      farthest[part] = distance;
      part_points_[part] = v;
    }
  }
  radius_ *= 1 + 1e-12;
}

const CollisionModel::Neighbours& CollisionModel::neighbours() const {
  std::call_once(neighbours_once_, [&] {
    const std::size_t n = mesh_.vertices.size();
    neighbours_.begin.assign(n + 1, 0);
    for (const Eigen::Vector3i& t : mesh_.triangles)
      for (int i = 0; i < 3; ++i) neighbours_.begin[std::size_t(t[i]) + 1] += 2;
    std::partial_sum(neighbours_.begin.begin(), neighbours_.begin.end(), neighbours_.begin.begin());
    neighbours_.vertices.resize(std::size_t(neighbours_.begin[n]));
    std::vector<std::int32_t> next(neighbours_.begin.begin(), neighbours_.begin.end() - 1);
    for (const Eigen::Vector3i& t : mesh_.triangles) {
      for (int i = 0; i < 3; ++i) {
        neighbours_.vertices[std::size_t(next[std::size_t(t[i])]++)] = t[(i + 1) % 3];
        neighbours_.vertices[std::size_t(next[std::size_t(t[i])]++)] = t[(i + 2) % 3];
      }
    }
  });
  return neighbours_;
}

const CollisionModel& CollisionModel::as_mesh() const {
  if (is_mesh()) return *this;
  std::call_once(as_mesh_once_, [&] { as_mesh_ = from_mesh(name_, primitive_mesh(kind_, size_)); });
  return *as_mesh_;
}

std::shared_ptr<const FclShape> CollisionModel::fcl_shape(
    const std::function<std::shared_ptr<const FclShape>()>& make) const {
  std::call_once(fcl_once_, [&] { fcl_ = make(); });
  return fcl_;
}

Vector3d CollisionModel::support(const Vector3d& d) const {
  const double radius = size_.x(), half = size_.y() / 2;
  const auto tip = [](double value, double length) { return value < 0 ? -length : length; };
  const auto rim = [&]() -> Vector3d {
    const double across = std::hypot(d.x(), d.y());
    return across > 0 ? Vector3d(d.x() / across * radius, d.y() / across * radius, 0) : Vector3d(0, 0, 0);
  };
  switch (kind_) {
    case ModelKind::Box:
      return {tip(d.x(), size_.x() / 2), tip(d.y(), size_.y() / 2), tip(d.z(), size_.z() / 2)};
    case ModelKind::Sphere:
      return d.normalized() * radius;
    case ModelKind::Cylinder:
      return rim() + Vector3d(0, 0, tip(d.z(), half));
    case ModelKind::Capsule:
      return d.normalized() * radius + Vector3d(0, 0, tip(d.z(), half));
    case ModelKind::Cone: {
      const Vector3d top(0, 0, half), bottom = rim() - top;
      return d.dot(top) > d.dot(bottom) ? top : bottom;
    }
    case ModelKind::Mesh: {
      const Eigen::Vector3f* best = &mesh_.vertices[0];
      for (const Eigen::Vector3f& v : mesh_.vertices)
        if (d.dot(v.cast<double>()) > d.dot(best->cast<double>())) best = &v;
      return best->cast<double>();
    }
    case ModelKind::HalfSpace:
      break;
  }
  assert(!"a half-space has no farthest point");
  return Vector3d::Zero();
}

std::size_t CollisionModel::bytes() const {
  return tree_.bytes() + mesh_.vertices.capacity() * sizeof(mesh_.vertices[0]) +
         mesh_.triangles.capacity() * sizeof(mesh_.triangles[0]);
}

}  // namespace lightsout
