// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/ode_owner.h"

#include <fmt/format.h>

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/ode/own_joints.h"
#include "engine/scene/scene.h"
#include "engine/shapes/geometry.h"

namespace lightsout {

std::string owner_of(const Scene& scene, dBodyID body) {
  for (const Solid* solid : scene.bodies())
    if (solid->body() == body) return fmt::format("the body of {}", solid->path());
  for (const auto& joint : scene.joints())
    if (const dJointID id = joint->ode_joint(); id && (dJointGetBody(id, 0) == body || dJointGetBody(id, 1) == body))
      return fmt::format("the body that stands in for the environment at the joint {}", joint->path());
  return {};
}

std::string owner_of(const Scene& scene, dGeomID geom) {
  if (geom == reinterpret_cast<dGeomID>(scene.ode_space())) return "the space of all geoms";
  for (const auto& solid : scene.solids()) {
    if (geom == reinterpret_cast<dGeomID>(solid->space())) return fmt::format("the space of {}", solid->path());
    for (const auto& shape : solid->shapes())
      if (shape->geom == geom) return fmt::format("the geom of {}", solid->path());
  }
  return {};
}

std::string owner_of(const Scene& scene, dJointID id) {
  if (!is_own(id)) return {};
  const auto connects_the_same = [id](dJointID other) {
    for (const int turned : {0, 1})
      if (dJointGetBody(id, 0) == dJointGetBody(other, turned) && dJointGetBody(id, 1) == dJointGetBody(other, !turned))
        return true;
    return false;
  };
  for (const auto& joint : scene.joints())
    if (joint->ode_joint() && connects_the_same(joint->ode_joint())) return fmt::format("the joint {}", joint->path());
  return "a joint that holds two of its solids together";
}

}  // namespace lightsout
