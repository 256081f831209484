// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The module lightsout_fcl: ShapePairs on FCL, and the only file that sees its headers. It must not need a symbol of
// whoever loads it: of our own headers it uses what is inline.
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cone.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <cassert>

#include "engine/collider/shapes/shape_pairs.h"

namespace lightsout {
namespace {

using FclMesh = fcl::BVHModel<fcl::OBBRSSd>;

struct Shape : FclShape {
  Shape(std::shared_ptr<fcl::CollisionGeometryd> g, std::shared_ptr<fcl::CollisionGeometryd> from_meshes)
      : geometry(std::move(g)), seen_from_meshes(std::move(from_meshes)) {
    geometry->computeLocalAABB();
    if (seen_from_meshes) seen_from_meshes->computeLocalAABB();
  }
  bool is_mesh() const { return geometry->getObjectType() == fcl::OT_BVH; }
  std::shared_ptr<fcl::CollisionGeometryd> geometry;
  // What distances to meshes are asked with, if not `geometry`.
  std::shared_ptr<fcl::CollisionGeometryd> seen_from_meshes;
};

std::shared_ptr<fcl::CollisionGeometryd> geometry_of(const CollisionModel& model) {
  const Eigen::Vector3d& s = model.size();
  switch (model.kind()) {
    case ModelKind::Box:
      return std::make_shared<fcl::Boxd>(s);
    case ModelKind::Sphere:
      return std::make_shared<fcl::Sphered>(s.x());
    case ModelKind::Cylinder:
      return std::make_shared<fcl::Cylinderd>(s.x(), s.y());
    case ModelKind::Capsule:
      return std::make_shared<fcl::Capsuled>(s.x(), s.y());
    case ModelKind::Cone:
      return std::make_shared<fcl::Coned>(s.x(), s.y());
    case ModelKind::HalfSpace:
      assert(!"half-spaces are not asked of FCL");
      break;
    case ModelKind::Mesh:
      break;
  }
  auto mesh = std::make_shared<FclMesh>();
  std::vector<Eigen::Vector3d> vertices;
  std::vector<fcl::Triangle> triangles;
  for (const Eigen::Vector3f& v : model.mesh().vertices) vertices.push_back(v.cast<double>());
  for (const Eigen::Vector3i& t : model.mesh().triangles)
    triangles.emplace_back(std::size_t(t.x()), std::size_t(t.y()), std::size_t(t.z()));
  mesh->beginModel(int(triangles.size()), int(vertices.size()));
  mesh->addSubModel(vertices, triangles);
  mesh->endModel();
  return mesh;
}

const fcl::CollisionGeometryd* geometry(const FclShape& shape) {
  return static_cast<const Shape&>(shape).geometry.get();
}

fcl::Transform3d transform(const RigidPose& pose) {
  fcl::Transform3d t = fcl::Transform3d::Identity();
  t.linear() = pose.rotation;
  t.translation() = pose.translation;
  return t;
}

class FclPairs final : public ShapePairs {
 public:
  std::shared_ptr<const FclShape> make(const CollisionModel& model) const override {
    // FCL 0.7 gives the nearest points of a sphere and a mesh in a mixture of frames. A capsule of no height is a
    // sphere.
    return std::make_shared<Shape>(geometry_of(model), model.kind() == ModelKind::Sphere
                                                           ? std::make_shared<fcl::Capsuled>(model.size().x(), 0.0)
                                                           : nullptr);
  }

  bool touch(const FclShape& first, const RigidPose& first_pose, const FclShape& second,
             const RigidPose& second_pose) const override {
    const fcl::CollisionRequestd request;
    fcl::CollisionResultd result;
    return fcl::collide(geometry(first), transform(first_pose), geometry(second), transform(second_pose), request,
                        result) > 0;
  }

  PairDistance distance(const FclShape& first, const RigidPose& first_pose, const FclShape& second,
                        const RigidPose& second_pose, double limit) const override {
    const Shape &s = static_cast<const Shape&>(first), &t = static_cast<const Shape&>(second);
    // Of a shape and a mesh, in this order, FCL gives the nearest points in the other one.
    if (t.is_mesh()) {
      PairDistance swapped = mesh_first_distance(t, second_pose, s, first_pose, limit);
      std::swap(swapped.on_first, swapped.on_second);
      return swapped;
    }
    return mesh_first_distance(s, first_pose, t, second_pose, limit);
  }

  void contacts(const FclShape& first, const RigidPose& first_pose, const FclShape& second,
                const RigidPose& second_pose, std::size_t most, std::vector<PairContact>& contacts) const override {
    fcl::CollisionRequestd request(std::max<std::size_t>(most, 64), true);
    fcl::CollisionResultd result;
    fcl::collide(geometry(first), transform(first_pose), geometry(second), transform(second_pose), request, result);
    std::vector<fcl::Contactd> found;
    result.getContacts(found);
    std::stable_sort(found.begin(), found.end(), [](const fcl::Contactd& a, const fcl::Contactd& b) {
      return a.penetration_depth > b.penetration_depth;
    });
    found.resize(std::min(found.size(), most));
    // Where triangles take part, FCL's depths come with either sign, and its normals with the order that it chose.
    for (const fcl::Contactd& c : found) {
      const double sign = c.o1 == geometry(second) && c.o1 != geometry(first) ? -1 : 1;
      contacts.push_back({c.pos, sign * c.normal, std::abs(c.penetration_depth)});
    }
  }

 private:
  static PairDistance mesh_first_distance(const Shape& first, const RigidPose& first_pose, const Shape& second,
                                          const RigidPose& second_pose, double limit) {
    const fcl::CollisionGeometryd* other =
        first.is_mesh() && second.seen_from_meshes ? second.seen_from_meshes.get() : second.geometry.get();
    fcl::DistanceRequestd request(true);
    request.distance_tolerance = 1e-9;
    fcl::DistanceResultd result(limit);  // what is known to be farther is not looked at
    fcl::distance(first.geometry.get(), transform(first_pose), other, transform(second_pose), request, result);
    if (!(result.min_distance < limit)) return {limit, Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
    // libccd answers -1 for pairs that touch within its tolerance.
    return {std::max(0.0, result.min_distance), result.nearest_points[0], result.nearest_points[1]};
  }
};

}  // namespace
}  // namespace lightsout

extern "C" const lightsout::ShapePairs* lightsout_shape_pairs() {
  static const lightsout::FclPairs pairs;
  return &pairs;
}
