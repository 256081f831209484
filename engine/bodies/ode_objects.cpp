// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/bodies/ode_objects.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <ranges>
#include <utility>

#include "engine/shapes/pairs/colliders.h"
#include "world_format/text/digest.h"

namespace lightsout {
namespace {

std::uint64_t digest(const dMass& mass) {
  Digest result;
  result.add(std::bit_cast<std::uint64_t>(mass.mass));
  for (int i = 0; i < 3; ++i) result.add(std::bit_cast<std::uint64_t>(mass.c[i]));
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) result.add(std::bit_cast<std::uint64_t>(mass.I[4 * row + column]));
  return result.value();
}

std::uint64_t digest(const std::optional<BodySettings::Damping>& damping) {
  Digest result;
  if (damping) {
    result.add(std::bit_cast<std::uint64_t>(damping->linear));
    result.add(std::bit_cast<std::uint64_t>(damping->angular));
  }
  return result.value();
}

void tell(dBodyID body, const dMass& mass) {
  const bool kinematic = dBodyIsKinematic(body);
  dBodySetMass(body, &mass);
  if (kinematic) dBodySetKinematic(body);
}

void tell(dBodyID body, const std::optional<BodySettings::Damping>& damping) {
  if (damping) {
    dBodySetLinearDamping(body, damping->linear);
    dBodySetAngularDamping(body, damping->angular);
  } else {
    dBodySetDampingDefaults(body);
  }
}

}  // namespace

OdeObjects::OdeObjects()
    : world_(dWorldCreate()),
      space_(dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ)),
      contact_group_(dJointGroupCreate(0)) {
  install_colliders();
  dWorldSetLinearDampingThreshold(world_, 0);
  dWorldSetAngularDampingThreshold(world_, 0);
  dWorldSetMaxAngularSpeed(world_, 10000);
  dSpaceSetCleanup(space_, 0);
}

OdeObjects::~OdeObjects() {
  dJointGroupDestroy(contact_group_);
  destroy(before_);
  destroy(objects_);
  dSpaceDestroy(space_);
  dWorldDestroy(world_);
}

void OdeObjects::destroy(std::map<std::uint32_t, OfSolid>& objects) {
  for (auto& [solid, of] : objects) {
    of.geoms.clear();
    if (of.space) dSpaceDestroy(of.space);
    if (of.body) dBodyDestroy(of.body);
  }
  objects.clear();
}

void OdeObjects::begin() {
  assert(before_.empty());  // end() was called
  dJointGroupEmpty(contact_group_);
  before_ = std::exchange(objects_, {});
  if (before_.empty()) return;
  // All at once: what goes leaves the order of what stays in disorder.
  const auto take_out = [](dGeomID geom) {
    if (const dSpaceID space = dGeomGetSpace(geom)) dSpaceRemove(space, geom);
  };
  for (const auto& [solid, of] : before_) {
    for (const OdeGeom& geom : of.geoms) take_out(geom.id());
    if (of.space) take_out(reinterpret_cast<dGeomID>(of.space));
  }
  if (!lists_) lists_.emplace(world_);
  bodies_before_ = lists_->bodies();
  for (const dBodyID body : bodies_before_)
    for (const dJointID joint : OdeLists::joints(body)) joints_before_.push_back(joint);
  std::ranges::sort(joints_before_);
}

void OdeObjects::set(const WorldSettings& settings) {
  if (!told_ || told_->gravity != settings.gravity)
    dWorldSetGravity(world_, settings.gravity.x(), settings.gravity.y(), settings.gravity.z());
  if (!told_ || told_->erp != settings.erp) dWorldSetERP(world_, settings.erp);
  if (!told_ || told_->cfm != settings.cfm) dWorldSetCFM(world_, settings.cfm);
  told_ = settings;
}

dBodyID OdeObjects::body(std::uint32_t solid, const BodySettings& settings) {
  OfSolid& of = objects_[solid];
  of.told_mass = digest(settings.mass);
  of.told_damping = digest(settings.damping);
  const auto before = before_.find(solid);
  if (before == before_.end() || !before->second.body) {
    of.body = dBodyCreate(world_);
    tell(of.body, settings.mass);
    if (settings.damping) tell(of.body, settings.damping);
  } else {
    of.body = std::exchange(before->second.body, nullptr);
    if (before->second.told_mass != of.told_mass) tell(of.body, settings.mass);
    if (before->second.told_damping != of.told_damping) tell(of.body, settings.damping);
    lists_->bring_to_front(of.body);
    dBodyEnable(of.body);
  }
  return of.body;
}

dSpaceID OdeObjects::geoms(std::uint32_t solid, std::span<const std::unique_ptr<Shape>> shapes, bool own_space) {
  OfSolid& of = objects_[solid];
  const auto found = before_.find(solid);
  OfSolid nothing;
  OfSolid& before = found == before_.end() ? nothing : found->second;

  const auto take = [&before](const Shape& shape, bool of_node) -> std::optional<OdeGeom> {
    const auto geom = std::ranges::find_if(before.geoms, [&](const OdeGeom& g) {
      return g.suits(shape) && (!of_node || g.node_id() == shape.node->id());
    });
    if (geom == before.geoms.end()) return std::nullopt;
    std::optional<OdeGeom> taken(std::move(*geom));
    before.geoms.erase(geom);
    return taken;
  };
  std::vector<std::optional<OdeGeom>> taken;
  for (const auto& shape : shapes) taken.push_back(take(*shape, true));
  for (std::size_t i = 0; i < shapes.size(); ++i)
    if (!taken[i]) taken[i] = take(*shapes[i], false);

  if (own_space) {
    of.space = std::exchange(before.space, nullptr);
    if (!of.space) {
      of.space = dSimpleSpaceCreate(nullptr);
      dSpaceSetCleanup(of.space, 0);
    }
    dSpaceAdd(space_, reinterpret_cast<dGeomID>(of.space));
  }
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    Shape& shape = *shapes[i];
    if (taken[i])
      taken[i]->serve(shape);
    else
      taken[i].emplace(shape);
    shape.geom = taken[i]->id();
    dGeomSetData(shape.geom, &shape);
    if (dGeomGetBody(shape.geom)) dGeomSetBody(shape.geom, nullptr);
    dSpaceAdd(of.space ? of.space : space_, shape.geom);
    of.geoms.push_back(std::move(*taken[i]));
  }
  return of.space;
}

void OdeObjects::end() {
  destroy(before_);
  if (bodies_before_.empty()) return;
  // What was there before and still is, and no scene has made, is a plugin's.
  std::vector<dBodyID> ours, there = lists_->bodies();
  for (const auto& [solid, of] : objects_)
    if (of.body) ours.push_back(of.body);
  std::ranges::sort(ours);
  std::ranges::sort(there);
  const auto has = [](const auto& sorted, auto id) { return std::ranges::binary_search(sorted, id); };
  for (const dBodyID body : std::views::reverse(bodies_before_))
    if (has(there, body) && !has(ours, body)) lists_->bring_to_front(body);
  for (const dBodyID body : ours)
    OdeLists::bring_joints_to_front(body, [&](dJointID joint) { return has(joints_before_, joint); });
  bodies_before_.clear();
  joints_before_.clear();
}

}  // namespace lightsout
