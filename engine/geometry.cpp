#include "engine/geometry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/ode_context.h"

namespace lightsout {
namespace {

// The smallest length that ODE's colliders treat well, in metres.
constexpr double smallest = 1e-9;

bool check_positive(const Node& node, std::string_view field, double value, Diagnostics& diagnostics) {
  if (value > smallest && std::isfinite(value)) return true;
  diagnostics.report(DiagnosticKind::PhysicalValue, node.span_of(field),
                     fmt::format("{} of {} must be greater than 0, it is {}", field, node.type().name(), value));
  return false;
}

}  // namespace

Pose local_pose(const Node& node) {
  return {to_eigen(node.get<Vec3>("translation")), to_matrix(node.get<Rotation>("rotation"))};
}

std::unique_ptr<Shape> read_geometry(Node& geometry, const Pose& in_solid, Diagnostics& diagnostics) {
  auto shape = std::make_unique<Shape>();
  shape->in_solid = in_solid;
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
  } else {
    diagnostics.report(DiagnosticKind::Unsupported, geometry.span(),
                       fmt::format("{} is not simulated: it is left out of the collision shapes", type));
    return nullptr;
  }
  return shape;
}

void read_bounding_object(Node& node, const Pose& in_solid, Diagnostics& diagnostics,
                          std::vector<std::unique_ptr<Shape>>& shapes) {
  if (node.is_a("Shape")) {
    if (Node* geometry = node.node("geometry")) read_bounding_object(*geometry, in_solid, diagnostics, shapes);
  } else if (node.is_a("Group")) {
    const Pose inner = node.has("translation") ? in_solid * local_pose(node) : in_solid;
    for (const NodePtr& child : node.nodes("children")) read_bounding_object(*child, inner, diagnostics, shapes);
  } else if (auto shape = read_geometry(node, in_solid, diagnostics)) {
    shapes.push_back(std::move(shape));
  }
}

dGeomID create_geom(const Shape& shape, dSpaceID space) {
  const Vector3d& s = shape.size;
  dGeomID geom = nullptr;
  switch (shape.kind) {
    case ShapeKind::Box:
      geom = dCreateBox(space, s.x(), s.y(), s.z());
      break;
    case ShapeKind::Sphere:
      geom = dCreateSphere(space, s.x());
      break;
    case ShapeKind::Cylinder:
      geom = dCreateCylinder(space, s.x(), s.y());
      break;
    case ShapeKind::Capsule:
      geom = dCreateCapsule(space, s.x(), s.y());
      break;
    case ShapeKind::Plane:
      geom = dCreatePlane(space, 0, 0, 1, 0);
      break;
    case ShapeKind::Cone:
    case ShapeKind::ElevationGrid:
    case ShapeKind::Mesh:
      assert(!"read_geometry makes none of these");
      break;
  }
  dGeomSetCategoryBits(geom, our_geom);
  dGeomSetData(geom, const_cast<Shape*>(&shape));
  return geom;
}

void place_geom(const Shape& shape, const Pose& world_from_solid) {
  const Pose pose = world_from_solid * shape.in_solid;
  if (shape.kind == ShapeKind::Plane) {
    const Vector3d normal = pose.rotation.col(2);
    dGeomPlaneSetParams(shape.geom, normal.x(), normal.y(), normal.z(), normal.dot(pose.position));
    return;
  }
  dGeomSetPosition(shape.geom, pose.position.x(), pose.position.y(), pose.position.z());
  dGeomSetRotation(shape.geom, OdeMatrix(pose.rotation).m);
}

void attach_geom(const Shape& shape, dBodyID body, const Pose& body_from_solid) {
  const Pose offset = body_from_solid * shape.in_solid;
  dGeomSetBody(shape.geom, body);
  dGeomSetOffsetPosition(shape.geom, offset.position.x(), offset.position.y(), offset.position.z());
  dGeomSetOffsetRotation(shape.geom, OdeMatrix(offset.rotation).m);
}

}  // namespace lightsout
