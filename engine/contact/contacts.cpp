// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/contact/contacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ranges>

#include "engine/bodies/solid.h"
#include "engine/contact/near_pairs.h"
#include "engine/joints/joint.h"
#include "engine/ode/ode_context.h"
#include "engine/shapes/geometry.h"
#include "engine/stage/followers.h"
#include "engine/stage/hooks.h"
#include "engine/stage/stage.h"
#include "engine/stage/stage_options.h"

namespace lightsout {
namespace {

// True if joints that turn, all about the same point, lead from one solid up to the other, with at least two of them.
bool are_chained_at_one_anchor(const Solid& solid1, const Solid& solid2) {
  const auto leads = [](const Solid& low, const Solid& high) {
    std::optional<Vec3> first;
    for (const Solid* s = &low; s; s = s->parent()) {
      if (s != &low && s->body() == high.body() && first) return true;
      const Joint* joint = s->joint();
      if (!joint || !joint->node().has("jointParameters") || joint->node().is_a("SliderJoint")) continue;
      const Node* parameters = joint->node().node("jointParameters");
      const Vec3 anchor = parameters ? parameters->get<Vec3>("anchor") : Vec3();
      if (!first)
        first = anchor;
      else if ((to_eigen(*first) - to_eigen(anchor)).norm() > 1e-9)
        return false;
    }
    return false;
  };
  return leads(solid1, solid2) || leads(solid2, solid1);
}

}  // namespace

Contacts::Contacts(Stage& stage)
    : stage_(stage), found_(most_contacts), near_pairs_(std::make_unique<NearPairs>(stage.followers())) {}
Contacts::~Contacts() = default;

dJointGroupID Contacts::group() const { return stage_.ode_contact_group(); }

void Contacts::add_shape(Shape& shape) {
  shape.order = std::uint32_t(shapes_.size());
  shapes_.push_back(&shape);
}

void Contacts::read_properties() {
  shapes_.shrink_to_fit();  // they are all known too
  properties_.read(stage_.world());
}

void Contacts::prepare(bool are_read) {
  notes_idle_ = are_read;
  keeps_points_ = are_read || stage_.options().keeps_contacts;
  parties_.clear();
  parties_.reserve(shapes_.size());
  robot_of_.clear();
  robot_of_.reserve(shapes_.size());
  std::vector<MeetingRule> rules;
  std::vector<NearPairs::Party> near;
  rules.reserve(shapes_.size());
  near.reserve(shapes_.size());
  for (const Shape* shape : shapes_) {
    const Solid& solid = *shape->solid;
    const auto known = robots_.find(solid.robot());
    const RobotContacts* robot = known == robots_.end() ? nullptr : &known->second;
    const bool can_be_bumped = robot && robot->wheels && (are_read || &solid == robot->solid);
    const std::uint32_t company = robot ? robot->company : 0;
    bool is_jointed = false;
    for (const Solid* s = &solid; s && !is_jointed && !chains_touch_; s = s->parent())
      is_jointed = s->joint() != nullptr;
    const Solid* mover = solid.moved_by();
    parties_.push_back({shape, mover ? mover->body() : nullptr, company, shape->material, solid.body_index(),
                        solid.track() != nullptr, is_jointed});
    robot_of_.push_back(robot);
    rules.push_back({company, !solid.body() && !can_be_bumped});
    near.push_back({shape, rules.back(), can_be_bumped && !are_read ? robot->wheels : nullptr});
  }
  near_pairs_->set_parties(std::move(near));
  broad_phase_.set_rules(std::move(rules));
}

void Contacts::find(Hooks& hooks, std::span<const IslandEdge> joints) {
  dJointGroupEmpty(group());
  forget_points();
  sleeping_.clear();
  roused_.assign(stage_.bodies().size(), false);
  edges_.clear();
  idle_.clear();
  bumped_.clear();
  hooks_ = hooks.wants_collisions() ? &hooks : nullptr;
  const auto pairs = find_pairs(hooks);
  const ShapePair* at = nullptr;
  try {
    for (const ShapePair& pair : std::views::reverse(pairs)) near(*(at = &pair));
  } catch (const OdeFailure& failure) {
    const auto name = [](dGeomID geom) -> std::string {
      const Shape* shape = shape_of(geom);
      return shape ? shape->solid->path() : "a shape of a plugin";
    };
    throw OdeFailure(fmt::format("{}, between {} and {}", failure.what(), name(at->geoms[0]), name(at->geoms[1])));
  }
  rouse(joints);
  // From the first on: a robot itself comes before what it carries.
  for (const auto& [shape1, shape2] : std::views::reverse(idle_)) bump(*shapes_[shape1], *shapes_[shape2]);
}

// A plugin may have put geoms into the space, taken them out or changed what they collide with. It looks at where they
// are after each step, as devices do that read contacts.
std::span<const ShapePair> Contacts::find_pairs(Hooks& hooks) {
  const bool has_plugin = hooks_ || hooks.adds_to_ode();
  if (has_plugin || notes_idle_) stage_.followers().place();
  return has_plugin ? broad_phase_.find(stage_.ode_space(), hooks_) : near_pairs_->find(stage_.arrangement());
}

const Track* Contacts::Party::track() const { return is_track ? shape->solid->track() : nullptr; }

bool Contacts::keeps_apart(const Shape& shape1, const Shape& shape2) const {
  return keeps_apart(parties_[shape1.order], parties_[shape2.order], dGeomGetBody(shape1.geom),
                     dGeomGetBody(shape2.geom));
}

bool Contacts::keeps_apart(const Party& one, const Party& other, dBodyID body1, dBodyID body2) {
  if (one.company != 0 && one.company == other.company) return true;
  // A shape that rides on a body never touches that body.
  if (one.mover && one.mover == other.mover) return true;
  // Bodies that a joint connects do not touch; one that a joint holds in the environment touches nothing without a
  // body.
  if (!body1 && !body2) return false;
  if (!body1 || !body2) return dAreConnectedExcluding(body1 ? body1 : body2, nullptr, dJointTypeContact);
  return dAreConnectedExcluding(body1, body2, dJointTypeContact) ||
         ((one.is_jointed || other.is_jointed) && are_chained_at_one_anchor(*one.shape->solid, *other.shape->solid));
}

void Contacts::near(const ShapePair& pair) {
  const auto [geom1, geom2] = pair.geoms;
  if (hooks_ && hooks_->collide(geom1, geom2) != 0) return;
  if (pair.order[1] >= parties_.size()) return;  // a plugin's own geom: its business
  const dBodyID body1 = dGeomGetBody(geom1), body2 = dGeomGetBody(geom2);
  if (!body1 && !body2) {
    idle_.push_back(pair.order);
    return;
  }
  const Movers movers = wake_by_movers(pair, body1, body2);
  if (is_awake(body1) || is_awake(body2))
    meet(pair, movers);
  else
    sleeping_.push_back(pair);
}

// What may carry one of the two along, and leaves nothing asleep that it does.
Movers Contacts::wake_by_movers(const ShapePair& pair, dBodyID body1, dBodyID body2) {
  const Party &one = parties_[pair.order[0]], &other = parties_[pair.order[1]];
  Movers movers{one.track(), other.track()};
  // A belt that runs leaves neither what is on it asleep nor what it carries along.
  if (movers.has_running_belt()) {
    Stage::wake(one.shape->solid->moved_by());
    Stage::wake(other.shape->solid->moved_by());
  }
  // A solid that moves by itself leaves nothing on it, or before it, asleep.
  if (!body1 == !body2) return movers;
  const bool sleeps = !is_awake(body1) && !is_awake(body2);
  const Solid& solid = *(body1 ? other : one).shape->solid;
  if (moves_by_itself(solid)) movers.kinematic = &solid;
  if (sleeps && (movers.kinematic || is_moved_by_joint(solid)))
    Stage::wake((body1 ? one : other).shape->solid->moved_by());
  return movers;
}

// Of the first n that were found, the deepest, no more than `most`; equal depths keep their order. Answers how many.
int Contacts::keep_deepest(int n, int most) {
  if (n <= most) return n;
  const auto begin = found_.begin(), end = begin + n;
  for (auto next = begin; next != begin + most; ++next) {
    const auto deepest =
        std::max_element(next, end, [](const dContact& a, const dContact& b) { return a.geom.depth < b.geom.depth; });
    std::rotate(next, deepest, deepest + 1);
  }
  return most;
}

void Contacts::meet(const ShapePair& pair, const Movers& movers) {
  const auto [geom1, geom2] = pair.geoms;
  const Party &one = parties_[pair.order[0]], &other = parties_[pair.order[1]];
  const dBodyID body1 = dGeomGetBody(geom1), body2 = dGeomGetBody(geom2);
  if (keeps_apart(one, other, body1, body2)) return;
  int n = dCollide(geom1, geom2, most_contacts, &found_[0].geom, sizeof(dContact));
  if (n == 0) return;
  // ODE wakes what touches something that is awake.
  for (const Party* party : {&one, &other})
    if (party->body_index >= 0 && !is_awake(party->mover)) roused_[std::size_t(party->body_index)] = true;
  const ContactParameters& p = properties_.at(one.material, other.material);
  n = keep_deepest(n, p.max_contact_joints);
  // One row along the normal, two of friction, up to three of rolling friction.
  const int rows = 1 + (p.surface.mu > 0 ? 2 : 0) + (p.surface.mode & dContactRolling ? 3 : 0);
  const dWorldID world = stage_.ode_world();
  const dJointGroupID joints = group();
  edges_.push_back({body1 ? one.body_index : -1, body2 ? other.body_index : -1, n * rows});
  for (int i = 0; i < n; ++i) {
    dContact& contact = found_[i];
    contact.surface = p.surface;
    if (p.node || p.slip.values[0] != 0) {
      // The order of the materials is that of the directions; a pair of equal materials counts as swapped.
      const bool swapped = one.material == p.material2;
      apply_friction(contact, p.friction, p.slip, p.friction_rotation, *(swapped ? other : one).shape,
                     *(swapped ? one : other).shape, !body1);
    }
    if (movers.any())
      if (const Vector3d motion = movers.motion_at(contact.geom, body1 != nullptr); !motion.isZero(0))
        apply_motion(contact, motion, !body1);
    dJointAttach(dJointCreateContact(world, joints, &contact), body1, body2);
    note(*one.shape, *other.shape, contact);
  }
}

void Contacts::note(const Shape& shape1, const Shape& shape2, const dContact& contact) {
  if (!keeps_points_) return;
  if (stage_.options().keeps_contacts) made_.push_back(contact);
  points_.push_back({&shape1,
                     &shape2,
                     {contact.geom.pos[0], contact.geom.pos[1], contact.geom.pos[2]},
                     {contact.geom.normal[0], contact.geom.normal[1], contact.geom.normal[2]},
                     contact.geom.depth,
                     nullptr});
}

std::span<const ContactPoint> Contacts::final_points() {
  if (!keeps_points_) {
    keeps_points_ = true;
    Hooks nobody;
    find(nobody);
  }
  return points_;
}

}  // namespace lightsout
