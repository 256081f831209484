// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/media/fluids.h"

#include <ode/ode.h>

#include <algorithm>
#include <cmath>

#include "engine/bodies/solid.h"
#include "engine/mesh/triangle_mesh.h"
#include "engine/ode/ode_context.h"
#include "engine/stage/stage.h"
#include "engine/stage/world_axes.h"

namespace lightsout {

// One shape of a Fluid: filled up to a plane that touches it from above (manual, Fluid.boundingObject), in its frame.
struct Fluids::Volume {
  ShapeKind kind;
  Vector3d size;
  Pose world_from_shape;
  Vector3d up;                                               // normal of the surface
  double level;                                              // up . x of the surface
  Vector3d low = Vector3d::Zero(), high = Vector3d::Zero();  // bounds of a mesh

  Volume(const Shape& shape, const Pose& world_from_fluid, const Vector3d& world_up)
      : kind(shape.kind), size(shape.size), world_from_shape(world_from_fluid * shape.in_solid) {
    const Vector3d local = world_from_shape.rotation.transpose() * world_up;
    int axis;
    local.cwiseAbs().maxCoeff(&axis);
    const Vector3d face = std::copysign(1.0, local[axis]) * Vector3d::Unit(axis);
    up = local;
    level = 0;
    switch (kind) {
      case ShapeKind::Plane:
        up = Vector3d::UnitZ();
        break;
      case ShapeKind::Box:
        up = face;
        level = size[axis] / 2;
        break;
      case ShapeKind::Sphere:
        level = size.x();
        break;
      case ShapeKind::Cylinder:
      case ShapeKind::Cone:
      case ShapeKind::Capsule:
        up = face;
        if (axis == 2)
          level = size.y() / 2 + (kind == ShapeKind::Capsule ? size.x() : 0);
        else
          level = size.x();
        break;
      case ShapeKind::Mesh:
      case ShapeKind::ElevationGrid:
        low.setConstant(dInfinity);
        high.setConstant(-dInfinity);
        level = -dInfinity;
        for (const Eigen::Vector3f& vertex : shape.mesh->vertices) {
          const Vector3d v = vertex.cast<double>();
          level = std::max(level, up.dot(v));
          low = low.cwiseMin(v);
          high = high.cwiseMax(v);
        }
        // Below a height field is all that lies under it.
        if (kind == ShapeKind::ElevationGrid) low.z() = -dInfinity;
        break;
    }
  }

  bool contains(const Vector3d& point) const {
    switch (kind) {
      case ShapeKind::Plane:
        return point.z() <= 0;
      case ShapeKind::Box:
        return (2 * point.cwiseAbs() - size).maxCoeff() <= 0;
      case ShapeKind::Sphere:
        return point.norm() <= size.x();
      case ShapeKind::Cylinder:
      case ShapeKind::Cone:
        return point.head<2>().norm() <= size.x() && std::abs(point.z()) <= size.y() / 2;
      case ShapeKind::Capsule: {
        const double rest = std::max(0.0, std::abs(point.z()) - size.y() / 2);
        return std::hypot(point.head<2>().norm(), rest) <= size.x();
      }
      case ShapeKind::Mesh:
      case ShapeKind::ElevationGrid:
        return (low - point).maxCoeff() <= 0 && (point - high).maxCoeff() <= 0;
    }
    return false;
  }
};

struct Fluids::Fluid {
  std::string name;
  double density, viscosity;
  Vector3d stream;
  std::vector<Volume> volumes;
};

struct Fluids::Part {
  ClosedSurface surface;
  Pose in_solid;
};

struct Fluids::Immersed {
  Solid* solid;
  std::shared_ptr<const Fluid> fluid;
  bool by_projection;
  Vector3d drag_force, drag_torque;
  double viscous_force, viscous_torque;
  std::vector<Part> parts;
  double area = 0;  // of all parts, m^2
};

void Fluids::add(const Node& node, const Pose& world_from_fluid, std::vector<std::unique_ptr<Shape>> shapes) {
  auto fluid = std::make_shared<Fluid>();
  fluid->name = node.get<std::string>("name");
  fluid->density = node.get<double>("density");
  fluid->viscosity = node.get<double>("viscosity");
  fluid->stream = to_eigen(node.get<Vec3>("streamVelocity"));
  for (const auto& shape : shapes) fluid->volumes.emplace_back(*shape, world_from_fluid, stage_.axes().up);
  fluids_.push_back(std::move(fluid));
}

void Fluids::connect() {
  for (const auto& solid : stage_.solids()) {
    if (!solid->body()) continue;
    const MFNode& all_properties = solid->node().nodes("immersionProperties");
    for (auto each = all_properties.begin(); each != all_properties.end(); ++each) {
      const Node* properties = each->get();
      const auto& name = properties->get<std::string>("fluidName");
      // Of several for one fluid the last counts (WbSimulationCluster).
      const auto is_of_it = [&name](const NodePtr& other) { return other->get<std::string>("fluidName") == name; };
      if (std::any_of(each + 1, all_properties.end(), is_of_it)) continue;
      for (const auto& fluid : fluids_) {
        if (fluid->name != name) continue;
        auto immersed = std::make_shared<Immersed>();
        immersed->solid = solid.get();
        immersed->fluid = fluid;
        immersed->by_projection = properties->get<std::string>("referenceArea") != "immersed area";
        immersed->drag_force = to_eigen(properties->get<Vec3>("dragForceCoefficients"));
        immersed->drag_torque = to_eigen(properties->get<Vec3>("dragTorqueCoefficients"));
        immersed->viscous_force = properties->get<double>("viscousResistanceForceCoefficient");
        immersed->viscous_torque = properties->get<double>("viscousResistanceTorqueCoefficient");
        for (const auto& shape : solid->shapes()) {
          Part part{closed_surface(*shape), shape->in_solid};
          if (part.surface.triangles.empty()) continue;
          immersed->area += immersed_part(part.surface, Vector3d::UnitZ(), 1e9, Matrix3d::Identity()).area;
          immersed->parts.push_back(std::move(part));
        }
        if (!immersed->parts.empty()) immersed_.push_back(std::move(immersed));
      }
    }
  }
}

void Fluids::act(double dt) {
  for (const auto& immersed : immersed_)
    if (dBodyIsEnabled(immersed->solid->body())) act(*immersed, dt);
}

// Formulas: manual, ImmersionProperties. Drag and resistance act where the lift does: in the centres of what is under,
// weighed by its areas. Quadratic drag and resistance are explicit forces: each is cut to what stops the motion within
// a step, so that neither can turn it round.
void Fluids::act(const Immersed& immersed, double dt) const {
  const Fluid& fluid = *immersed.fluid;
  const dBodyID body = immersed.solid->body();
  const Pose world_from_solid = immersed.solid->pose();
  double area = 0;
  Vector3d projected = Vector3d::Zero(), center = Vector3d::Zero();
  for (const Part& part : immersed.parts) {
    const Pose world_from_part = world_from_solid * part.in_solid;
    for (const Volume& volume : fluid.volumes) {
      const Pose volume_from_part = volume.world_from_shape.inverse() * world_from_part;
      const Vector3d up = volume_from_part.rotation.transpose() * volume.up;
      const double level = volume.level - volume.up.dot(volume_from_part.position);
      const Immersion wet = immersed_part(part.surface, up, level, part.in_solid.rotation);
      if (wet.volume <= 0 || !volume.contains(volume_from_part * wet.center)) continue;
      area += wet.area;
      projected += wet.projected;
      const Vector3d lift = -fluid.density * wet.volume * stage_.gravity(), at = world_from_part * wet.center;
      dBodyAddForceAtPos(body, lift.x(), lift.y(), lift.z(), at.x(), at.y(), at.z());
      center += wet.area * at;
    }
  }
  if (area <= 0) return;
  center /= area;

  const Vector3d v = vector_of(dBodyGetLinearVel(body)) - fluid.stream, w = vector_of(dBodyGetAngularVel(body));
  const double ratio = std::min(1.0, area / immersed.area);
  Vector3d force = -ratio * fluid.viscosity * immersed.viscous_force * v;
  Vector3d torque = -ratio * fluid.viscosity * immersed.viscous_torque * w;
  if (immersed.by_projection) {
    const Matrix3d& rotation = world_from_solid.rotation;
    const Vector3d v_in = rotation.transpose() * v, w_in = rotation.transpose() * w;
    const Vector3d others = Vector3d::Constant(projected.sum()) - projected;
    const auto squared = [](const Vector3d& x) { return Vector3d(x.cwiseProduct(x.cwiseAbs())); };
    force -= fluid.density * (rotation * immersed.drag_force.cwiseProduct(squared(v_in)).cwiseProduct(projected));
    torque -= fluid.density * (rotation * immersed.drag_torque.cwiseProduct(squared(w_in)).cwiseProduct(others));
  } else {
    force -= immersed.drag_force.x() * fluid.density * area * v.norm() * v;
    torque -= immersed.drag_torque.x() * fluid.density * area * w.norm() * w;
  }
  dMass mass;
  dBodyGetMass(body, &mass);
  const double most_force = mass.mass * v.norm() / dt;
  const double least_inertia = std::min({mass.I[0], mass.I[5], mass.I[10]});
  const double most_torque = least_inertia * w.norm() / dt;
  if (force.norm() > most_force) force *= most_force / force.norm();
  if (torque.norm() > most_torque) torque *= most_torque / torque.norm();
  dBodyAddForceAtPos(body, force.x(), force.y(), force.z(), center.x(), center.y(), center.z());
  dBodyAddTorque(body, torque.x(), torque.y(), torque.z());
}

}  // namespace lightsout
