// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/geometry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/ode/ode_context.h"
#include "engine/shapes/pairs/colliders.h"
#include "engine/shapes/pairs/collision_tree.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

// Lengths that ODE's colliders treat well, in metres.
constexpr double smallest = 1e-9, largest = 1e12;

bool check_positive(const Node& node, std::string_view field, double value, Diagnostics& diagnostics) {
  if (value > smallest && value < largest) return true;
  diagnostics.report(DiagnosticKind::PhysicalValue, node.span_of(field),
                     fmt::format("{} of {} must be greater than {:g} and less than {:g} m, it is {}", field,
                                 node.type().name(), smallest, largest, value));
  return false;
}

}  // namespace

Pose local_pose(const Node& node) {
  if (node.type().name() == "TrackWheel") {
    // In the plane of its belt, which runs about the y axis. How far it has turned is for supervisors alone.
    const Vec2& position = node.get<Vec2>("position");
    return {{position.x, 0, position.y}, Matrix3d::Identity()};
  }
  return {to_eigen(node.get<Vec3>("translation")), to_matrix(node.get<Rotation>("rotation"))};
}

// p -> pose (scale * p) after p -> t + R (s * p) is p -> pose (scale * t) + pose.R R (s' * p), where s' = R^T scale R s
// if R exchanges axes or the scale is one number. Otherwise lengths along the turned axes are kept, and right angles
// are too. A mirror D of 1 and -1 goes on: R D (t + R' p) = R D t + (R D R' D) D p.
Frame Frame::inside(const Node& group) const {
  if (!group.has("translation")) return *this;
  const Pose local = local_pose(group);
  Frame inner;
  inner.pose = pose * Pose{scale.cwiseProduct(mirror).cwiseProduct(local.position),
                           mirror.asDiagonal() * local.rotation * mirror.asDiagonal()};
  inner.mirror = mirror;
  if (sheared) inner.pose.position = pose.position + linear * local.position;
  inner.linear = linear * local.rotation;
  for (int i = 0; i < 3; ++i) inner.scale[i] = scale.cwiseProduct(local.rotation.col(i)).norm();
  const Matrix3d stretch = local.rotation.transpose() * scale.cwiseAbs2().asDiagonal() * local.rotation;
  const Matrix3d off_axes = stretch - Matrix3d(stretch.diagonal().asDiagonal());
  inner.sheared = sheared || off_axes.cwiseAbs().maxCoeff() > 1e-6 * scale.squaredNorm();
  if (!group.has("scale")) return inner;
  const Vector3d own = to_eigen(group.get<Vec3>("scale"));
  inner.scale = inner.scale.cwiseProduct(own.cwiseAbs());
  for (int i = 0; i < 3; ++i)
    if (own[i] < 0) inner.mirror[i] = -inner.mirror[i];
  inner.linear *= own.asDiagonal();
  return inner;
}

namespace {

// The mesh with its vertices stretched. A mirror turns its faces inside out: they go around the other way.
std::shared_ptr<const TriangleMesh> stretched(const TriangleMesh& mesh, const Frame& frame) {
  auto result = std::make_shared<TriangleMesh>(mesh);
  const Matrix3d deformation = frame.deformation();
  const Vector3d size = frame.scale.cwiseProduct(frame.mirror);
  for (Eigen::Vector3f& vertex : result->vertices) {
    const Vector3d point = vertex.cast<double>();
    vertex = (frame.sheared ? Vector3d(deformation * point) : Vector3d(point.cwiseProduct(size))).cast<float>();
  }
  if (frame.mirror.prod() < 0)
    for (auto& triangle : result->triangles) std::swap(triangle[1], triangle[2]);
  return result;
}

}  // namespace

std::unique_ptr<Shape> read_geometry(Node& geometry, const Frame& frame, bool collides, MeshReader& meshes,
                                     Diagnostics& diagnostics) {
  auto shape = std::make_unique<Shape>();
  shape->in_solid = frame.pose;
  shape->node = &geometry;
  const std::string& type = geometry.type().name();
  const auto positive = [&](std::string_view field) {
    const double value = geometry.get<double>(field);
    return check_positive(geometry, field, value, diagnostics) ? value : 0;
  };
  if (type == "Box") {
    shape->kind = ShapeKind::Box;
    shape->size = to_eigen(geometry.get<Vec3>("size"));
    if (!check_positive(geometry, "size", shape->size.minCoeff(), diagnostics)) return nullptr;
  } else if (type == "Sphere") {
    shape->kind = ShapeKind::Sphere;
    shape->size.x() = positive("radius");
    if (shape->size.x() == 0) return nullptr;
  } else if (type == "Cylinder" || type == "Capsule") {
    shape->kind = type == "Cylinder" ? ShapeKind::Cylinder : ShapeKind::Capsule;
    shape->size = {positive("radius"), positive("height"), 0};
    if (shape->size.head<2>().minCoeff() == 0) return nullptr;
  } else if (type == "Plane") {
    shape->kind = ShapeKind::Plane;
    const Vec2& size = geometry.get<Vec2>("size");
    shape->size = {size.x, size.y, 0};
  } else if (type == "Cone") {
    shape->kind = ShapeKind::Cone;
    shape->size = {positive("bottomRadius"), positive("height"), 0};
    if (shape->size.head<2>().minCoeff() == 0) return nullptr;
  } else if (type == "IndexedFaceSet" || type == "Mesh" || type == "CadShape" || type == "ElevationGrid") {
    shape->kind = type == "ElevationGrid" ? ShapeKind::ElevationGrid : ShapeKind::Mesh;
    shape->mesh = meshes.read(geometry, collides, diagnostics);
    if (!shape->mesh) return nullptr;
    // A grid has no size of its own: its x is how far the ground reaches down.
    if (shape->kind == ShapeKind::ElevationGrid) shape->size.x() = geometry.get<double>("thickness");
    if (!frame.scale.isOnes(0) || !frame.mirror.isOnes(0) || frame.sheared) {
      shape->kind = ShapeKind::Mesh;  // ODE's heightfield takes its sizes from the node
      shape->mesh = stretched(*shape->mesh, frame);
    }
    if (collides) shape->tree = meshes.tree(shape->mesh);
  } else {
    diagnostics.report(DiagnosticKind::Unsupported, geometry.span(),
                       fmt::format("{} is not simulated: it is left out of the collision shapes", type));
    return nullptr;
  }
  if (frame.scale.isOnes(0) && frame.mirror.isOnes(0) && !frame.sheared) return shape;
  const Vector3d& k = frame.scale;
  const Vector3d own_size = shape->size;
  const double across = std::max(k.x(), k.y());
  bool keeps_form = !frame.sheared;
  switch (shape->kind) {
    case ShapeKind::Box:
    case ShapeKind::Plane:
      shape->size = shape->size.cwiseProduct(k);
      break;
    case ShapeKind::Sphere:
      shape->size *= k.maxCoeff();
      keeps_form = keeps_form && k.maxCoeff() - k.minCoeff() <= 1e-9 * k.maxCoeff();
      break;
    case ShapeKind::Cylinder:
    case ShapeKind::Capsule:
    case ShapeKind::Cone:
      shape->size = shape->size.cwiseProduct(Vector3d(across, k.z(), 1));
      keeps_form = keeps_form && std::abs(k.x() - k.y()) <= 1e-9 * across &&
                   (shape->kind != ShapeKind::Capsule || std::abs(k.z() - across) <= 1e-9 * across);
      break;
    case ShapeKind::ElevationGrid:
    case ShapeKind::Mesh:
      return shape;  // its vertices
  }
  // The one form that is not its own mirror image along z: its tip is at the other end.
  const bool is_deformed = !keeps_form && !collides;
  if (shape->kind == ShapeKind::Cone && frame.mirror.z() < 0 && !is_deformed)
    shape->in_solid.rotation = shape->in_solid.rotation * Vector3d(1, -1, -1).asDiagonal();
  if (is_deformed) {
    shape->size = own_size;
    shape->deformation = std::make_shared<const Matrix3d>(frame.deformation());
  } else if (!keeps_form) {
    diagnostics.report(DiagnosticKind::Unsupported, geometry.span(),
                       fmt::format("the scale {} {} {} deforms this {}: it keeps its form in the size that fits", k.x(),
                                   k.y(), k.z(), type));
  }
  return shape;
}

void read_bounding_object(Node& node, const Frame& frame, MeshReader& meshes, Diagnostics& diagnostics,
                          std::vector<std::unique_ptr<Shape>>& shapes) {
  if (node.is_a("Shape")) {
    if (Node* geometry = node.node("geometry")) read_bounding_object(*geometry, frame, meshes, diagnostics, shapes);
  } else if (node.is_a("Group")) {
    const Frame inner = frame.inside(node);
    for (const NodePtr& child : node.nodes("children"))
      read_bounding_object(*child, inner, meshes, diagnostics, shapes);
  } else if (auto shape = read_geometry(node, frame, true, meshes, diagnostics)) {
    shapes.push_back(std::move(shape));
  }
}

namespace {

std::shared_ptr<void> trimesh_data(const TriangleMesh& mesh) {
  const dTriMeshDataID data = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildSingle(data, mesh.vertices.data(), sizeof(Eigen::Vector3f), int(mesh.vertices.size()),
                              mesh.triangles.data(), int(mesh.triangles.size() * 3), sizeof(Eigen::Vector3i));
  return {data, [](void* d) { dGeomTriMeshDataDestroy(static_cast<dTriMeshDataID>(d)); }};
}

// ODE's heightfield is centred, with y up and rows along z. Turned by a quarter about x its z is our -y: rows are given
// from the last.
std::shared_ptr<void> heightfield_data(const Node& node) {
  const int nx = node.get<std::int32_t>("xDimension"), ny = node.get<std::int32_t>("yDimension");
  const double width = node.get<double>("xSpacing") * (nx - 1), depth = node.get<double>("ySpacing") * (ny - 1);
  const auto& heights = node.get<MFFloat>("height");
  std::vector<double> rows(std::size_t(nx) * std::size_t(ny), 0);
  for (int y = 0; y < ny; ++y) {
    for (int x = 0; x < nx; ++x) {
      const std::size_t i = std::size_t(y) * std::size_t(nx) + std::size_t(x);
      if (i < heights.size()) rows[std::size_t(ny - 1 - y) * std::size_t(nx) + std::size_t(x)] = heights[i];
    }
  }
  const dHeightfieldDataID data = dGeomHeightfieldDataCreate();
  dGeomHeightfieldDataBuildDouble(data, rows.data(), 1, width, depth, nx, ny, 1, 0, node.get<double>("thickness"), 0);
  const auto [low, high] = std::minmax_element(rows.begin(), rows.end());
  dGeomHeightfieldDataSetBounds(data, *low, *high);
  return {data, [](void* d) { dGeomHeightfieldDataDestroy(static_cast<dHeightfieldDataID>(d)); }};
}

// Where ODE's frame of an ElevationGrid's geom lies in the shape's; other frames are the same.
Pose shape_from_geom(const Shape& shape) {
  const Node& node = *shape.node;
  const double width = node.get<double>("xSpacing") * (node.get<std::int32_t>("xDimension") - 1);
  const double depth = node.get<double>("ySpacing") * (node.get<std::int32_t>("yDimension") - 1);
  Matrix3d quarter;
  quarter << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  return {Vector3d(width / 2, depth / 2, 0), quarter};
}

}  // namespace

OdeGeom::OdeGeom(const Shape& shape) : node_id_(shape.node->id()), kind_(shape.kind), size_(shape.size) {
  switch (kind_) {
    case ShapeKind::Box:
      id_ = dCreateBox(nullptr, size_.x(), size_.y(), size_.z());
      break;
    case ShapeKind::Sphere:
      id_ = dCreateSphere(nullptr, size_.x());
      break;
    case ShapeKind::Cylinder:
      id_ = dCreateCylinder(nullptr, size_.x(), size_.y());
      break;
    case ShapeKind::Capsule:
      id_ = dCreateCapsule(nullptr, size_.x(), size_.y());
      break;
    case ShapeKind::Plane:
      id_ = dCreatePlane(nullptr, 0, 0, 1, 0);
      break;
    case ShapeKind::Mesh:
      mesh_ = shape.mesh;
      data_ = trimesh_data(*mesh_);
      id_ = dCreateTriMesh(nullptr, static_cast<dTriMeshDataID>(data_.get()), nullptr, nullptr, nullptr);
      break;
    case ShapeKind::ElevationGrid:
      data_ = heightfield_data(*shape.node);
      id_ = dCreateHeightfield(nullptr, static_cast<dHeightfieldDataID>(data_.get()), 1);
      break;
    case ShapeKind::Cone:
      id_ = create_cone(nullptr, size_.x(), size_.y());
      break;
  }
  dGeomSetCategoryBits(id_, our_geom);
}

OdeGeom::OdeGeom(OdeGeom&& other) noexcept
    : id_(std::exchange(other.id_, nullptr)),
      node_id_(other.node_id_),
      kind_(other.kind_),
      size_(other.size_),
      mesh_(std::move(other.mesh_)),
      data_(std::move(other.data_)) {}

OdeGeom& OdeGeom::operator=(OdeGeom&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(node_id_, other.node_id_);
  std::swap(kind_, other.kind_);
  std::swap(size_, other.size_);
  std::swap(mesh_, other.mesh_);
  std::swap(data_, other.data_);
  return *this;
}

OdeGeom::~OdeGeom() {
  if (id_) dGeomDestroy(id_);
}

bool OdeGeom::suits(const Shape& shape) const { return kind_ == shape.kind; }

void OdeGeom::serve(const Shape& shape) {
  node_id_ = shape.node->id();
  if (kind_ == ShapeKind::Mesh && mesh_ != shape.mesh) {
    auto data = trimesh_data(*shape.mesh);
    dGeomTriMeshSetData(id_, static_cast<dTriMeshDataID>(data.get()));
    mesh_ = shape.mesh;
    data_ = std::move(data);
  }
  if (kind_ == ShapeKind::ElevationGrid) {
    auto data = heightfield_data(*shape.node);
    dGeomHeightfieldSetHeightfieldData(id_, static_cast<dHeightfieldDataID>(data.get()));
    data_ = std::move(data);
  }
  if (size_ == shape.size) return;
  size_ = shape.size;
  switch (kind_) {
    case ShapeKind::Box:
      return dGeomBoxSetLengths(id_, size_.x(), size_.y(), size_.z());
    case ShapeKind::Sphere:
      return dGeomSphereSetRadius(id_, size_.x());
    case ShapeKind::Cylinder:
      return dGeomCylinderSetParams(id_, size_.x(), size_.y());
    case ShapeKind::Capsule:
      return dGeomCapsuleSetParams(id_, size_.x(), size_.y());
    case ShapeKind::Cone:
      return set_cone_size(id_, size_.x(), size_.y());
    case ShapeKind::Plane:  // has no end
    case ShapeKind::Mesh:
    case ShapeKind::ElevationGrid:
      return;
  }
}

Pose geom_in_solid(const Shape& shape) {
  return shape.kind == ShapeKind::ElevationGrid ? shape.in_solid * shape_from_geom(shape) : shape.in_solid;
}

void place_geom(dGeomID geom, const Pose& world_from_geom) {
  const Vector3d& position = world_from_geom.position;
  if (dGeomGetClass(geom) == dPlaneClass) {
    const Vector3d normal = world_from_geom.rotation.col(2);
    dGeomPlaneSetParams(geom, normal.x(), normal.y(), normal.z(), normal.dot(position));
    return;
  }
  // Each of ODE's setters tells all spaces around the geom that it moved: once is enough.
  const OdeMatrix rotation(world_from_geom.rotation);
  std::copy_n(rotation.m, std::size(rotation.m), const_cast<dReal*>(dGeomGetRotation(geom)));
  dGeomSetPosition(geom, position.x(), position.y(), position.z());
}

Pose world_from_shape(const Shape& shape) {
  const Pose geom{vector_of(dGeomGetPosition(shape.geom)), matrix_of(dGeomGetRotation(shape.geom))};
  return shape.kind == ShapeKind::ElevationGrid ? geom * shape_from_geom(shape).inverse() : geom;
}

void attach_geom(const Shape& shape, dBodyID body, const Pose& body_from_solid) {
  const Pose offset = body_from_solid * geom_in_solid(shape);
  dGeomSetBody(shape.geom, body);
  // A geom without an offset stands where its body stands, and needs less memory.
  if (offset.position.isZero(0) && offset.rotation == Matrix3d::Identity()) {
    dGeomClearOffset(shape.geom);
    return;
  }
  dGeomSetOffsetPosition(shape.geom, offset.position.x(), offset.position.y(), offset.position.z());
  dGeomSetOffsetRotation(shape.geom, OdeMatrix(offset.rotation).m);
}

}  // namespace lightsout
