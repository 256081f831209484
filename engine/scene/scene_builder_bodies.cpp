// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Bodies: which solid owns which, what they weigh, and ODE's.
#include <fmt/format.h>

#include <cmath>

#include "engine/bodies/solid.h"
#include "engine/ode/islands.h"
#include "engine/ode/own_joints.h"
#include "engine/scene/scene_builder.h"
#include "engine/shapes/geometry.h"
#include "engine/shapes/mass.h"
#include "engine/stage/stage_options.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

// The format's damping is per second, ODE's per step: 1 - s = (1 - d)^dt.
double damping_per_step(double per_second, double dt) { return 1 - std::pow(1 - per_second, dt); }

// A merged body's damping is the mean of its parts by volume: a part without a Damping of its own adds 0. Only where no
// part has one it is the default of the world (WbSolidMerger.cpp, setOdeDamping).
struct DampingSum {
  double linear = 0, angular = 0, volume = 0;
  bool any = false;

  void add(const Node& damping, double weight) {
    linear += weight * damping.get<double>("linear");
    angular += weight * damping.get<double>("angular");
    any = true;
  }
};

}  // namespace

void SceneBuilder::weigh_bodies() {
  const Node& info = scene_.world_.world_info();
  const double dt = info.get<double>("basicTimeStep") / 1000;

  // Which solid owns the body that carries each; a parent stands before its children.
  for (const auto& solid : scene_.solids_) {
    if (!solid->node().node("physics")) continue;
    Solid* parent = solid->parent_;
    const bool merges = parent && parent->body_owner_ && !solid->joint_ && !solid->held_by_device_;
    solid->body_owner_ = merges ? parent->body_owner_ : solid.get();
  }

  std::unordered_map<const Solid*, std::size_t> index;  // looked up only
  std::vector<DampingSum> dampings;
  const Node* default_damping = info.node("defaultDamping");
  for (const auto& solid : scene_.solids_) {
    Solid* owner = solid->body_owner_;
    if (!owner) continue;
    const Node& physics = *solid->node().node("physics");
    const auto mass = solid_mass(physics, solid->shapes_, diagnostics_, scene_.options().was_edited);
    if (!mass) continue;
    if (owner == solid.get()) {
      index[owner] = settings_.size();
      settings_.push_back({*mass, std::nullopt});
      dampings.emplace_back();
      scene_.bodies_.push_back(owner);
    } else if (index.contains(owner)) {
      const dMass moved = transformed(*mass, solid->construction_in(*owner));
      dMassAdd(&settings_[index[owner]].mass, &moved);
    }
    if (!index.contains(owner)) continue;
    double volume = 0;
    for (const auto& shape : solid->shapes_) volume += shape_volume(*shape);
    if (volume == 0) volume = 1e-9;  // so that a body without shapes has a damping too
    DampingSum& sum = dampings[index[owner]];
    if (const Node* damping = physics.node("damping")) sum.add(*damping, volume);
    sum.volume += volume;
  }
  check_weights();
  for (std::size_t i = 0; i < dampings.size(); ++i) {
    DampingSum& sum = dampings[i];
    if (!sum.any && default_damping) sum.add(*default_damping, sum.volume);
    if (!sum.any) continue;
    settings_[i].damping = {damping_per_step(sum.linear / sum.volume, dt),
                            damping_per_step(sum.angular / sum.volume, dt)};
  }
}

// ODE wants a body's inertia about its centre of mass. Where that is far from the shapes, the difference of what the
// parallel-axis theorem adds and takes away again leaves nothing of it.
void SceneBuilder::check_weights() {
  for (std::size_t i = 0; i < settings_.size(); ++i) {
    dMass mass = settings_[i].mass;
    translate(mass, -vector_of(mass.c));
    if (is_physical(mass)) continue;
    const Node& node = scene_.bodies_[i]->node();
    const double* c = settings_[i].mass.c;
    const bool was_edited = scene_.options().was_edited;
    diagnostics_.report(
        was_edited ? DiagnosticKind::UndefinedInertia : DiagnosticKind::PhysicalValue, node.node("physics")->span(),
        fmt::format("the body of {} has no inertia that can be computed with: mass {} kg, centre of "
                    "mass {} {} {} m{}",
                    describe(node), mass.mass, c[0], c[1], c[2],
                    was_edited ? ": mass 1 kg with the identity as inertia matrix (kg m^2) instead" : ""));
    // Of a world that is refused: to find what else is wrong.
    settings_[i].mass = with_unit_inertia(1);
  }
}

void SceneBuilder::make_bodies() {
  const Node& info = scene_.world_.world_info();
  const double dt = info.get<double>("basicTimeStep") / 1000;
  const double disable_time = info.get<double>("physicsDisableTime");
  if (disable_time > 0) {
    scene_.sleep_ = {std::int64_t(std::ceil(disable_time / dt)), info.get<double>("physicsDisableLinearThreshold"),
                     info.get<double>("physicsDisableAngularThreshold")};
  }
  for (std::size_t i = 0; i < scene_.bodies_.size(); ++i) {
    Solid& owner = *scene_.bodies_[i];
    dMass& mass = settings_[i].mass;
    const Vector3d center = vector_of(mass.c);
    const Pose pose = owner.construction_in_world();
    making_ = &owner.node();
    translate(mass, -center);
    mass.c[0] = mass.c[1] = mass.c[2] = 0;  // ODE insists on an exact zero
    const dBodyID body = scene_.ode_->body(owner.node().id(), settings_[i]);
    const Vector3d p = pose * center;
    dBodySetPosition(body, p.x(), p.y(), p.z());
    dBodySetRotation(body, OdeMatrix(pose.rotation).m);
    owner.body_ = body;
    owner.owns_body_ = true;
    owner.body_index_ = int(i);
    scene_.body_ids_.push_back(body);
    owner.in_body_ = {-center, Matrix3d::Identity()};
    // What Webots keeps as hidden fields of a moving solid in a saved world: velocities of the body, world axes.
    const Node& node = owner.node();
    if (node.has("linearVelocity")) {
      const Vec3 &v = node.get<Vec3>("linearVelocity"), &w = node.get<Vec3>("angularVelocity");
      dBodySetLinearVel(body, v.x, v.y, v.z);
      dBodySetAngularVel(body, w.x, w.y, w.z);
    }
  }
  for (const auto& solid : scene_.solids_) {
    Solid* owner = solid->body_owner_;
    if (!owner || owner == solid.get() || !owner->body_) continue;
    solid->body_ = owner->body_;
    solid->in_body_ = owner->in_body_ * solid->construction_in(*owner);
  }

  // A solid with Physics, all solids above it without, and no joint between, is held where it is.
  for (Solid* owner : scene_.bodies_) {
    if (!owner->parent_ || owner->joint_ || owner->parent_->moved_by()) continue;
    owner->top().held_by_environment_ = true;
    if (owner->held_by_device_) continue;
    const dJointID fixed = dJointCreateFixed(scene_.ode_world(), nullptr);
    dJointAttach(fixed, owner->body_, nullptr);
    dJointSetFixed(fixed);
    mark_as_own(fixed);
    scene_.fixed_joints_.push_back(fixed);
    scene_.joint_edges_.push_back({owner->body_index_, -1, 6});
  }
}

}  // namespace lightsout
