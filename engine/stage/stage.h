// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where a scene plays: the solids of a world with their bodies, what holds, wakes and moves them, and what all of them
// share. Joints, devices and parts are given it; it knows none of them.
#pragma once

#include <ode/ode.h>

#include <cmath>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/state/pose.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class Followers;
struct IslandEdge;
class Log;
class OdeObjects;
class Paint;
class Parts;
template <class T>
class ReadOnly;
struct Shape;
class SharedSettings;
class Solid;
struct StageOptions;
struct WeldRank;
struct WorldAxes;

// When a body that hardly moves falls asleep (WorldInfo.physicsDisable*). steps 0: never.
struct SleepRule {
  std::int64_t steps = 0;
  double linear = 0;   // m/s
  double angular = 0;  // rad/s
};

class Stage {
 public:
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  World& world() { return world_; }
  const World& world() const { return world_; }
  Log& log() { return log_; }
  std::uint64_t seed() const { return seed_; }
  const StageOptions& options() const { return *options_; }
  const WorldAxes& axes() const { return *axes_; }
  const Vector3d& gravity() const { return gravity_; }  // m/s^2, world axes

  // In scene-tree order, a parent before its children.
  std::span<const std::unique_ptr<Solid>> solids() { return solids_; }
  ReadOnly<Solid> solids() const;
  // The solids that own a body.
  std::span<Solid* const> bodies() { return bodies_; }
  std::span<const Solid* const> bodies() const { return bodies_; }
  // Shapes that no Solid holds, in world axes.
  std::span<const std::unique_ptr<Shape>> environment_shapes() { return environment_shapes_; }
  ReadOnly<Shape> environment_shapes() const;
  // The live object of a node, nullptr if it has none.
  Solid* solid_of(const Node& node);
  const Solid* solid_of(const Node& node) const { return const_cast<Stage*>(this)->solid_of(node); }

  // Another number whenever a solid came to move in its parent, or was put elsewhere in it otherwise than by a step.
  // Never 0.
  std::uint32_t arrangement() const { return arrangement_; }
  SharedSettings& shared_settings() { return *shared_settings_; }

  // What is there only where something in the world needs it.
  Parts& parts() { return *parts_; }
  const Parts& parts() const { return *parts_; }
  // What pens have drawn; made when it is first asked for.
  Paint& paint();

  dWorldID ode_world() const;
  dSpaceID ode_space() const;
  // For the contacts of one step, plugins' among them.
  dJointGroupID ode_contact_group() const;
  // A fixed joint that a device made between two bodies (nullptr: the environment): the solver is told, both bodies
  // wake.
  void add_weld(dJointID joint, Solid* solid1, Solid* solid2);
  void remove_weld(dJointID joint);
  WeldRank rank_of(dJointID weld) const;
  // The same joint again, where the scene is another: among the others as its rank says, and nobody wakes.
  void restore_weld(dJointID joint, Solid* solid1, Solid* solid2, const WeldRank& rank);
  // The contacts of the next step are in ODE's lists, which begin with what is newest: welds of which it is known that
  // they were made later stand before them again.
  void bring_welds_before_contacts();

  // Something acts on the solid's body, which may be asleep: it wakes, and so does what is jointed to it.
  static void wake(Solid& solid) { wake(&solid); }
  // The same; nothing to do for nullptr.
  static void wake(Solid* solid);
  // Whether a joint that moves so fast, in m/s or rad/s, keeps what it moves awake.
  bool keeps_awake(double velocity, bool linear) const {
    return std::abs(velocity) > (linear ? sleep_.linear : sleep_.angular);
  }

  // Puts a solid there, with all that it carries, joints below it as they are. Velocities stay.
  void move(Solid& solid, const Pose& world_from_solid);
  // Of what a body moves: of the solid's origin, world axes. What has no body drifts from now on, in the axes of the
  // node above, relative to it. False for a robot without a body, which its wheels move.
  bool set_velocity(Solid& solid, const Vector3d& linear, const Vector3d& angular);

  // The shapes that no body carries, and that move.
  Followers& followers() { return *followers_; }

 protected:
  friend class SceneBuilder;
  Stage(World& world, std::uint64_t seed, Log& log, const StageOptions& options);
  ~Stage();
  // The solid and all below it.
  std::span<const std::unique_ptr<Solid>> parts_of(const Solid& solid) const;
  bool anyone_sleeps() const;
  // `from`: where it is now. `wakes`: something may be asleep.
  void move(Solid& solid, const Pose& from, const Pose& to);
  void move(Solid& solid, const Pose& from, const Pose& to, bool wakes);
  void wake_around(const Solid& solid);
  // What there is of welds is older than the contacts.
  void note_contacts();
  // It has a velocity of its own, and no body.
  void let_drift(Solid& solid);
  void list_drifting();

  World& world_;
  std::uint64_t seed_;
  Log& log_;
  std::unique_ptr<const StageOptions> options_;
  std::uint32_t arrangement_ = 1;
  std::unique_ptr<WorldAxes> axes_;
  Vector3d gravity_ = Vector3d::Zero();
  SleepRule sleep_;
  std::shared_ptr<OdeObjects> ode_;  // shared with the stage that this one replaces, until that is destroyed
  std::vector<std::unique_ptr<Solid>> solids_;
  std::vector<std::unique_ptr<Shape>> environment_shapes_;
  std::vector<dJointID> fixed_joints_;   // that hold solids in the environment
  std::vector<Solid*> bodies_;           // solids that own a body
  std::vector<dBodyID> body_ids_;        // theirs
  std::vector<IslandEdge> joint_edges_;  // joints between them; those of welds_ at the end
  struct WeldedPair;
  std::vector<WeldedPair> welds_;  // in the order of their numbers
  std::unique_ptr<Followers> followers_;
  std::vector<Solid*> drifting_;  // all that drift, in scene-tree order, and perhaps some that stand now
  std::unordered_map<const Node*, Solid*> solid_of_;  // looked up, never iterated
  std::unique_ptr<SharedSettings> shared_settings_;
  std::unique_ptr<Parts> parts_;
  void insert_weld(const WeldedPair& weld);
  // In ODE's lists, the newest at the front.
  template <class Chosen>
  void bring_welds_forward(Chosen is_chosen);
  // A body was carried elsewhere that hangs in the environment: its joint is to be made there.
  bool hangs_elsewhere_ = false;
};

}  // namespace lightsout
