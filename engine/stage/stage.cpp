// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/stage.h"

#include <algorithm>

#include "engine/bodies/ode_objects.h"
#include "engine/bodies/solid.h"
#include "engine/ode/islands.h"
#include "engine/ode/ode_context.h"
#include "engine/ode/ode_lists.h"
#include "engine/shapes/geometry.h"
#include "engine/shapes/paint.h"
#include "engine/stage/followers.h"
#include "engine/stage/parts.h"
#include "engine/stage/stage_options.h"
#include "engine/stage/weld_rank.h"
#include "engine/stage/world_axes.h"
#include "engine/state/read_only.h"
#include "engine/state/shared_settings.h"

namespace lightsout {

struct Stage::WeldedPair {
  dJointID joint;
  Solid* solid1;
  Solid* solid2;
  WeldRank rank;
};

Stage::Stage(World& world, std::uint64_t seed, Log& log, const StageOptions& options)
    : world_(world),
      seed_(seed),
      log_(log),
      options_(std::make_unique<StageOptions>(options)),
      axes_(std::make_unique<WorldAxes>()),
      followers_(std::make_unique<Followers>()),
      shared_settings_(std::make_unique<SharedSettings>()),
      parts_(std::make_unique<Parts>(*this)) {}

Stage::~Stage() {
  for (const dJointID joint : fixed_joints_) dJointDestroy(joint);
}

ReadOnly<Solid> Stage::solids() const { return ReadOnly<Solid>(solids_); }
ReadOnly<Shape> Stage::environment_shapes() const { return ReadOnly<Shape>(environment_shapes_); }

dWorldID Stage::ode_world() const { return ode_->world(); }
dSpaceID Stage::ode_space() const { return ode_->space(); }
dJointGroupID Stage::ode_contact_group() const { return ode_->contact_group(); }

std::span<const std::unique_ptr<Solid>> Stage::parts_of(const Solid& solid) const {
  return std::span(solids_).subspan(solid.order_, solid.end_ - solid.order_);
}

Solid* Stage::solid_of(const Node& node) {
  const auto it = solid_of_.find(&node);
  return it == solid_of_.end() ? nullptr : it->second;
}

Paint& Stage::paint() {
  return parts_->get<Paint>([this] {
    const Node& info = world_.world_info();
    return std::make_unique<Paint>(info.get<double>("basicTimeStep") / 1000, info.get<double>("inkEvaporation"));
  });
}

void Stage::add_weld(dJointID joint, Solid* solid1, Solid* solid2) {
  const std::uint64_t number = welds_.empty() ? 0 : welds_.back().rank.number + 1;
  insert_weld({joint, solid1, solid2, {number, true}});
  wake(solid1);
  wake(solid2);
}

void Stage::insert_weld(const WeldedPair& weld) {
  const auto at = std::ranges::upper_bound(welds_, weld.rank.number, {}, [](const auto& w) { return w.rank.number; });
  IslandEdge edge{weld.solid1 ? weld.solid1->body_index() : -1, weld.solid2 ? weld.solid2->body_index() : -1, 6};
  // The first body of an edge is never the environment.
  if (edge.body1 < 0) std::swap(edge.body1, edge.body2);
  joint_edges_.insert(joint_edges_.end() - (welds_.end() - at), edge);
  welds_.insert(at, weld);
}

void Stage::restore_weld(dJointID joint, Solid* solid1, Solid* solid2, const WeldRank& rank) {
  insert_weld({joint, solid1, solid2, rank});
  bring_welds_forward([&](const WeldedPair& weld) { return weld.rank.number >= rank.number; });
}

WeldRank Stage::rank_of(dJointID weld) const { return std::ranges::find(welds_, weld, &WeldedPair::joint)->rank; }

void Stage::bring_welds_before_contacts() {
  bring_welds_forward([](const WeldedPair& weld) { return weld.rank.before_contacts; });
}

template <class Chosen>
void Stage::bring_welds_forward(Chosen is_chosen) {
  for (const WeldedPair& weld : welds_) {
    if (!is_chosen(weld)) continue;
    for (const Solid* solid : {weld.solid1, weld.solid2})
      if (solid) OdeLists::bring_joints_to_front(solid->body(), [&](dJointID joint) { return joint == weld.joint; });
  }
}

void Stage::note_contacts() {
  for (WeldedPair& weld : welds_) weld.rank.before_contacts = false;
}

void Stage::remove_weld(dJointID joint) {
  const auto weld = std::ranges::find(welds_, joint, &WeldedPair::joint);
  const auto edge = joint_edges_.end() - (welds_.end() - weld);
  wake(weld->solid1);
  wake(weld->solid2);
  joint_edges_.erase(edge);
  welds_.erase(weld);
}

void Stage::wake(Solid* solid) {
  if (!solid || !solid->body_) return;
  solid = solid->body_owner_;
  const bool is_awake = dBodyIsEnabled(solid->body_);
  solid->idle_steps_ = is_awake ? std::min<std::int64_t>(solid->idle_steps_, 0) : Solid::just_woken;
  dBodyEnable(solid->body_);
}

bool Stage::set_velocity(Solid& solid, const Vector3d& linear, const Vector3d& angular) {
  if (solid.body_) {
    // The body's velocity is that of its centre of mass: v_c = v + w x (c - origin).
    const Vector3d v = linear + angular.cross(vector_of(dBodyGetPosition(solid.body_)) - solid.pose().position);
    dBodySetLinearVel(solid.body_, v.x(), v.y(), v.z());
    dBodySetAngularVel(solid.body_, angular.x(), angular.y(), angular.z());
    wake(solid.moved_by());
    return true;
  }
  if (solid.drives_itself_) return false;
  solid.set_own_velocity(linear, angular);
  let_drift(solid);
  return true;
}

// What stood still is now followed by its shapes, and by rays.
void Stage::let_drift(Solid& solid) {
  solid.drifts_ = solid.moves_by_itself();
  if (!solid.drifts_) return;
  ++arrangement_;
  list_drifting();
  if (solid.can_move_) return;
  for (const auto& part : parts_of(solid)) {
    if (part->can_move_) continue;
    part->can_move_ = true;
    followers_->add(*part);
  }
  followers_->sort();
  parts_->for_each([](Part& part) { part.rearranged(); });
}

void Stage::list_drifting() {
  drifting_.clear();
  for (const auto& solid : solids_)
    if (solid->drifts_) drifting_.push_back(solid.get());
}

bool Stage::anyone_sleeps() const {
  return std::ranges::any_of(bodies_, [](const Solid* solid) { return !dBodyIsEnabled(solid->body_); });
}

// Whatever is asleep within reach of the solid's shapes, and of what it carries, wakes.
void Stage::wake_around(const Solid& solid) {
  struct Waker {
    static void near(void* nothing, dGeomID a, dGeomID b) {
      if (dGeomIsSpace(a) || dGeomIsSpace(b)) {
        dSpaceCollide2(a, b, nothing, near);
        return;
      }
      for (dGeomID geom : {a, b}) {
        const Shape* shape = shape_of(geom);
        if (!shape || !dGeomGetBody(geom)) continue;
        wake(shape->solid->moved_by());
      }
    }
  };
  for (const auto& part : parts_of(solid))
    for (const auto& shape : part->shapes())
      dSpaceCollide2(shape->geom, reinterpret_cast<dGeomID>(ode_space()), nullptr, Waker::near);
}

void Stage::move(Solid& solid, const Pose& world_from_solid) { move(solid, solid.pose(), world_from_solid); }

void Stage::move(Solid& solid, const Pose& from, const Pose& world_from_solid) {
  move(solid, from, world_from_solid, anyone_sleeps());
}

void Stage::move(Solid& solid, const Pose& from, const Pose& world_from_solid, bool wakes) {
  if (wakes) wake_around(solid);
  const Pose moved_from_old = world_from_solid * from.inverse();
  if (!solid.body_) {
    const Pose parent = solid.parent_ ? solid.parent_->pose() : Pose();
    solid.set_in_parent(parent.inverse() * world_from_solid);
    ++arrangement_;
  }
  // A solid without a body is where what carries it, which comes before it, has been moved to.
  for (const auto& part : parts_of(solid)) {
    if (part->owns_body()) {
      // Itself to the bit: the same place again and again is the same start each time.
      part->set_body_pose(part.get() == &solid ? world_from_solid : moved_from_old * part->pose());
      wake(*part);
      if (part.get() != &solid && part->hangs_in_environment()) {
        part->hung_in_ = std::make_unique<const Pose>(moved_from_old * part->construction_frame());
        hangs_elsewhere_ = true;
      }
    } else if (!part->body_ && !part->shapes().empty()) {
      const Pose pose = part->pose();
      for (const auto& shape : part->shapes()) place_geom(shape->geom, pose * geom_in_solid(*shape));
    }
  }
  if (wakes) wake_around(solid);
  parts_->for_each([&](Part& part) { solid.can_move_ ? part.moved() : part.rearranged(); });
}

}  // namespace lightsout
