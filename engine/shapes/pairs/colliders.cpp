// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/pairs/colliders.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>

#include "engine/ode/ode_context.h"
#include "engine/shapes/geometry.h"
#include "engine/shapes/pairs/touch_points.h"
#include "engine/shapes/ray_geometry.h"

// ODE's own for heightfields: its library has it, its headers do not.
int dCollideHeightfield(dGeomID grid, dGeomID other, int flags, dContactGeom* contacts, int skip);

namespace lightsout {
namespace {

// Points that a pair is told at most; ContactProperties keep the deepest of them.
constexpr int most_points = 32;

struct ConeSize {
  double radius, height;
};

Pose pose_of(dGeomID geom) { return {vector_of(dGeomGetPosition(geom)), matrix_of(dGeomGetRotation(geom))}; }

int cone_class();

const ConeSize& cone_size(dGeomID cone) { return *static_cast<ConeSize*>(dGeomGetClassData(cone)); }

bool is_convex(dGeomID geom) {
  const int type = dGeomGetClass(geom);
  return type == dSphereClass || type == dBoxClass || type == dCapsuleClass || type == dCylinderClass ||
         type == cone_class();
}

// is_convex(geom).
Convex convex_of(dGeomID geom) {
  Convex body{Convex::Core::Point, Vector3d::Zero(), 0, pose_of(geom)};
  dReal radius, length;
  switch (dGeomGetClass(geom)) {
    case dSphereClass:
      body.rounding = dGeomSphereGetRadius(geom);
      break;
    case dBoxClass: {
      dVector3 lengths;
      dGeomBoxGetLengths(geom, lengths);
      body.core = Convex::Core::Box;
      body.half = vector_of(lengths) / 2;
      break;
    }
    case dCapsuleClass:
      dGeomCapsuleGetParams(geom, &radius, &length);
      body.core = Convex::Core::Segment;
      body.half.z() = length / 2;
      body.rounding = radius;
      break;
    case dCylinderClass:
      dGeomCylinderGetParams(geom, &radius, &length);
      body.core = Convex::Core::Cylinder;
      body.half = {radius, radius, length / 2};
      break;
    default: {
      const ConeSize& size = cone_size(geom);
      body.core = Convex::Core::Cone;
      body.half = {size.radius, size.radius, size.height / 2};
    }
  }
  return body;
}

// The triangles of a geom as ODE has them, for meshes of plugins. They are in world axes.
class OdeTriangles final : public TriangleSource {
 public:
  explicit OdeTriangles(dGeomID geom) : geom_(geom) {}
  void visit_near(const Vector3d& low, const Vector3d& high, Visitor& visitor) const override {
    const int count = dGeomTriMeshGetTriangleCount(geom_);
    for (int i = 0; i < count; ++i) {
      dVector3 a, b, c;
      dGeomTriMeshGetTriangle(geom_, i, &a, &b, &c);
      const Triangle t{vector_of(a), vector_of(b), vector_of(c)};
      if ((t.a.cwiseMin(t.b).cwiseMin(t.c) - high).maxCoeff() <= 0 &&
          (low - t.a.cwiseMax(t.b).cwiseMax(t.c)).maxCoeff() <= 0)
        visitor.visit(i, t);
    }
  }

 private:
  dGeomID geom_;
};

// The triangles of a mesh, grid or cone for pairs of meshes, and the frame that they are in. Those of a plugin's mesh
// are made for the occasion.
class TreeOfGeom {
 public:
  explicit TreeOfGeom(dGeomID geom) {
    Shape* shape = shape_of(geom);
    if (shape && shape->tree) {
      tree_ = &shape->tree->built();
      pose_ = world_from_shape(*shape);
    } else {
      TriangleMesh mesh;
      const int count = dGeomTriMeshGetTriangleCount(geom);
      for (int i = 0; i < count; ++i) {
        dVector3 a, b, c;
        dGeomTriMeshGetTriangle(geom, i, &a, &b, &c);
        for (const dReal* corner : {a, b, c}) mesh.vertices.push_back(vector_of(corner).cast<float>());
        mesh.triangles.emplace_back(3 * i, 3 * i + 1, 3 * i + 2);
      }
      tree_ = &made_.emplace(mesh);
    }
  }
  const CollisionTree& tree() const { return *tree_; }
  const Pose& pose() const { return pose_; }

 private:
  std::optional<CollisionTree> made_;
  const CollisionTree* tree_ = nullptr;
  Pose pose_;
};

dContactGeom& contact_at(dContactGeom* contacts, int i, int skip) {
  return *reinterpret_cast<dContactGeom*>(reinterpret_cast<char*>(contacts) + std::ptrdiff_t(i) * skip);
}

int give(TouchPoints& points, dGeomID first, dGeomID second, int flags, dContactGeom* contacts, int skip) {
  const int room = std::max(1, flags & 0xffff);
  points.reduce(std::min(room, most_points));
  const int count = std::min(room, points.count());
  for (int i = 0; i < count; ++i) {
    const TouchPoint& point = points.all()[std::size_t(i)];
    dContactGeom& contact = contact_at(contacts, i, skip);
    std::copy_n(point.position.data(), 3, contact.pos);
    std::copy_n(point.normal.data(), 3, contact.normal);
    contact.pos[3] = contact.normal[3] = 0;
    contact.depth = point.depth;
    contact.g1 = first;
    contact.g2 = second;
    contact.side1 = -1;
    contact.side2 = point.triangle;
  }
  return count;
}

int collide_convex(dGeomID first, dGeomID second, int flags, dContactGeom* contacts, int skip) {
  TouchPoints points;
  touch(convex_of(first), convex_of(second), points);
  return give(points, first, second, flags, contacts, skip);
}

int collide_with_mesh(dGeomID geom, dGeomID mesh, int flags, dContactGeom* contacts, int skip) {
  const Convex body = convex_of(geom);
  TouchPoints points;
  const auto find = [&](const TriangleSource& triangles, const Pose& pose) {
    if (body.rounding > 0)
      touch(body.rounding, body.half.z(), body.pose, triangles, pose, points);
    else
      touch(body, triangles, pose, points);
  };
  Shape* shape = shape_of(mesh);
  if (shape && shape->tree) {
    const TreeTriangles triangles(shape->tree->built());
    const Pose pose = world_from_shape(*shape);
    find(triangles, pose);
    if (shape->kind == ShapeKind::ElevationGrid && points.count() == 0)
      touch_below(body, triangles, pose, shape->size.x(), points);
  } else if (dGeomGetClass(mesh) == dTriMeshClass) {
    find(OdeTriangles(mesh), Pose());
  }
  return give(points, geom, mesh, flags, contacts, skip);
}

int collide_meshes(dGeomID first, dGeomID second, int flags, dContactGeom* contacts, int skip) {
  const TreeOfGeom a(first), b(second);
  TouchPoints points;
  touch(a.tree(), a.pose(), b.tree(), b.pose(), points);
  return give(points, first, second, flags, contacts, skip);
}

int collide_mesh_and_plane(dGeomID mesh, dGeomID plane, int flags, dContactGeom* contacts, int skip) {
  dVector4 p;
  dGeomPlaneGetParams(plane, p);
  const TreeOfGeom tree(mesh);
  TouchPoints points;
  touch_plane(tree.tree(), tree.pose(), p[3] * vector_of(p), vector_of(p), points);
  return give(points, mesh, plane, flags, contacts, skip);
}

// A grid of a plugin's: by ODE's own collider, which wants the grid first.
int collide_with_foreign_grid(dGeomID geom, dGeomID grid, int flags, dContactGeom* contacts, int skip) {
  const int count = dCollideHeightfield(grid, geom, flags, contacts, skip);
  for (int i = 0; i < count; ++i) {
    dContactGeom& contact = contact_at(contacts, i, skip);
    for (int k = 0; k < 3; ++k) contact.normal[k] = -contact.normal[k];
    std::swap(contact.g1, contact.g2);
    std::swap(contact.side1, contact.side2);
  }
  return count;
}

int collide_with_grid(dGeomID geom, dGeomID grid, int flags, dContactGeom* contacts, int skip) {
  const Shape* shape = shape_of(grid);
  if (!shape || !shape->tree) return collide_with_foreign_grid(geom, grid, flags, contacts, skip);
  return dGeomGetClass(geom) == dTriMeshClass ? collide_meshes(geom, grid, flags, contacts, skip)
                                              : collide_with_mesh(geom, grid, flags, contacts, skip);
}

int collide_cylinder_and_plane(dGeomID cylinder, dGeomID plane, int flags, dContactGeom* contacts, int skip) {
  dVector4 p;
  dGeomPlaneGetParams(plane, p);
  TouchPoints points;
  touch_plane(convex_of(cylinder), p[3], vector_of(p), points);
  return give(points, cylinder, plane, flags, contacts, skip);
}

int collide_cone_and_plane(dGeomID cone, dGeomID plane, int flags, dContactGeom* contacts, int skip) {
  dVector4 p;
  dGeomPlaneGetParams(plane, p);
  const Vector3d normal = vector_of(p);
  const Convex body = convex_of(cone);
  TouchPoints points;
  const auto add = [&](const Vector3d& point) {
    const double depth = p[3] - normal.dot(point);
    if (depth > 0) points.add(point, normal, depth);
  };
  // The whole rim, whichever way it is turned, and the apex.
  constexpr double any_tilt = 10;
  const Vector3d across = normal - normal.dot(body.pose.rotation.col(2)) * body.pose.rotation.col(2);
  const Vector3d down = -body.pose.rotation.col(2) - 0.001 * across;
  const Feature rim = facing_feature(body, down.normalized(), any_tilt);
  for (int i = 0; i < rim.count; ++i) add(rim.points[std::size_t(i)]);
  add(body.pose * Vector3d(0, 0, body.half.z()));
  return give(points, cone, plane, flags, contacts, skip);
}

int collide_cone_and_ray(dGeomID cone, dGeomID ray, int flags, dContactGeom* contacts, int skip) {
  dVector3 start, direction;
  dGeomRayGet(ray, start, direction);
  const Pose pose = pose_of(cone);
  const Pose inverse = pose.inverse();
  const ConeSize& size = cone_size(cone);
  const Vector3d d = vector_of(direction);
  const auto hit = hit_cone(size.radius, size.height, inverse * vector_of(start), inverse.rotation * d);
  if (!hit || hit->distance > dGeomRayGetLength(ray)) return 0;
  TouchPoints points;
  // For rays ODE's normal looks against the ray, and the depth is the distance.
  Vector3d normal = pose.rotation * hit->normal;
  if (normal.dot(d) > 0) normal = -normal;
  points.add(vector_of(start) + hit->distance * d, -normal, hit->distance);
  return give(points, cone, ray, flags, contacts, skip);
}

dColliderFn* cone_collider(int other) {
  switch (other) {
    case dSphereClass:
    case dBoxClass:
    case dCapsuleClass:
    case dCylinderClass:
      return collide_convex;
    case dPlaneClass:
      return collide_cone_and_plane;
    case dRayClass:
      return collide_cone_and_ray;
    case dTriMeshClass:
    case dHeightfieldClass:
      return collide_with_mesh;
    default:
      return other == cone_class() ? collide_convex : nullptr;
  }
}

void cone_box(dGeomID cone, dReal box[6]) {
  const Pose pose = pose_of(cone);
  const ConeSize& size = cone_size(cone);
  const Vector3d axis = pose.rotation.col(2);
  const Vector3d apex = pose.position + size.height / 2 * axis, base = pose.position - size.height / 2 * axis;
  for (int i = 0; i < 3; ++i) {
    const double reach = size.radius * std::sqrt(std::max(0.0, 1 - axis[i] * axis[i]));
    box[2 * i] = std::min(apex[i], base[i] - reach);
    box[2 * i + 1] = std::max(apex[i], base[i] + reach);
  }
}

int cone_class() {
  static const int number = [] {
    dGeomClass type{};
    type.bytes = sizeof(ConeSize);
    type.collider = cone_collider;
    type.aabb = cone_box;
    return dCreateGeomClass(&type);
  }();
  return number;
}

}  // namespace

void install_colliders() {
  static std::once_flag once;
  std::call_once(once, [] {
    cone_class();
    // One point where a capsule lies on a flat side: it rocks.
    dSetColliderOverride(dCapsuleClass, dBoxClass, collide_convex);
    dSetColliderOverride(dCapsuleClass, dCylinderClass, collide_convex);
    dSetColliderOverride(dCylinderClass, dCylinderClass, collide_convex);
    // One point an end as soon as it is not exactly flat: what stands rocks, and sinks.
    dSetColliderOverride(dCylinderClass, dPlaneClass, collide_cylinder_and_plane);
    // Points at the seams of flat faces that are no contacts: round things roll off, others tremble.
    for (const int type : {dSphereClass, dCapsuleClass, dBoxClass, dCylinderClass})
      dSetColliderOverride(type, dTriMeshClass, collide_with_mesh);
    dSetColliderOverride(dTriMeshClass, dTriMeshClass, collide_meshes);
    // Every corner below the ground: of many the first few hold, all on one side.
    dSetColliderOverride(dTriMeshClass, dPlaneClass, collide_mesh_and_plane);
    // ODE meets the planes of a grid's triangles, not its peaks and edges: things fall through.
    for (const int type : {dSphereClass, dBoxClass, dCapsuleClass, dCylinderClass, dTriMeshClass})
      dSetColliderOverride(type, dHeightfieldClass, collide_with_grid);
  });
}

dGeomID create_cone(dSpaceID space, double radius, double height) {
  const dGeomID cone = dCreateGeom(cone_class());
  set_cone_size(cone, radius, height);
  if (space) dSpaceAdd(space, cone);
  return cone;
}

// Setting the offset or pose afterwards tells ODE that its box has changed.
void set_cone_size(dGeomID cone, double radius, double height) {
  *static_cast<ConeSize*>(dGeomGetClassData(cone)) = {radius, height};
}

bool are_apart_after(dGeomID first, dGeomID second, const Vector3d& way) {
  if (!is_convex(first) || !is_convex(second)) return false;
  const Convex one = convex_of(first), other = convex_of(second);
  const double length = way.norm();
  const Vector3d direction = way / length;
  const double overlap = farthest_point(one, direction).dot(direction) + one.rounding -
                         farthest_point(other, -direction).dot(direction) + other.rounding;
  return overlap <= length;
}

}  // namespace lightsout
