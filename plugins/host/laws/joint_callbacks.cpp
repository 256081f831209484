// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/host/laws/joint_callbacks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/bodies/solid.h"
#include "engine/joints/axis_joint.h"
#include "engine/robots/devices/motor.h"
#include "engine/scene/measures.h"
#include "engine/scene/scene.h"
#include "engine/simulation.h"
#include "engine/state/log.h"
#include "plugins/host/guard/ode_watch.h"

namespace lightsout {
namespace {

constexpr double turn = 2 * std::numbers::pi;

// Of all equal angles the one in (-pi, pi].
double wrapped(double angle) {
  const double rest = std::remainder(angle, turn);
  return rest <= -std::numbers::pi ? rest + turn : rest;
}

double value_at(const std::vector<std::pair<double, double>>& table, double time) {
  if (time <= table.front().first) return table.front().second;
  if (time >= table.back().first) return table.back().second;
  const auto after = std::ranges::upper_bound(table, time, {}, [](const auto& row) { return row.first; });
  const auto before = after - 1;
  return before->second + (after->second - before->second) * (time - before->first) / (after->first - before->first);
}

// Of a joint's node, as ODE has it; nullptr if ODE has none.
AxisJoint* dynamic_joint(Scene& scene, const Node& node) {
  auto* joint = dynamic_cast<AxisJoint*>(scene.joint_of(node));
  return joint && joint->ode_joint() ? joint : nullptr;
}

}  // namespace

struct JointCallbacks::Bound {
  const JointBinding* binding;
  Node* node = nullptr;  // the joint's; lives as long as its world
  AxisJoint* joint = nullptr;
  std::unique_ptr<JointLaw> law;
  lo_joint_in in{};
  double initial_position = 0;
  double force = 0;  // that it said last

  int axis() const { return binding->axis - 1; }
  // Its joint is there, in this scene: it takes the place of the axis' own motor.
  void take_hold() {
    joint->axes()[std::size_t(axis())].driven_by_callback = true;
    joint->measure_motor_forces();
  }
};

JointCallbacks::JointCallbacks(std::vector<JointBinding> bindings, double timeout_s, LawFiles files, Log& log)
    : bindings_(std::move(bindings)), files_(std::move(files)), log_(log), guard_(timeout_s) {}

JointCallbacks::~JointCallbacks() = default;

// What the run file asks for and the world has not is wrong use; a law that does not begin has failed.
std::expected<std::unique_ptr<JointCallbacks::Bound>, Stop> JointCallbacks::bind(Simulation& simulation,
                                                                                 const JointBinding& binding,
                                                                                 int handle) {
  const auto cannot = [&](Stop::Kind kind, const std::string& why) {
    return std::unexpected(Stop{kind, fmt::format("{}: joint callback: {}", binding.place, why), {}});
  };
  const auto misplaced = [&](const std::string& why) { return cannot(Stop::Kind::DoesNotFit, why); };
  const Joint* found = find_joint(simulation.scene(), binding.joint);
  if (!found)
    return misplaced(
        fmt::format("the world has no joint {} (DEF or path of a joint or of its endPoint)", binding.joint));
  AxisJoint* joint = dynamic_joint(simulation.scene(), found->node());
  if (!joint) return misplaced(fmt::format("the joint {} is not dynamic: its endPoint has no Physics", found->path()));
  const int axes = int(joint->axes().size());
  if (binding.axis > axes)
    return misplaced(
        fmt::format("the joint {} has {} {}, not {}", joint->path(), axes, axes == 1 ? "axis" : "axes", binding.axis));
  const std::string name = axes == 1 ? joint->path() : fmt::format("{} (axis {})", joint->path(), binding.axis);
  for (const auto& other : bound_)
    if (other->joint == joint && other->binding->axis == binding.axis)
      return misplaced(fmt::format("the joint {} already has a callback ({})", name, other->binding->place));

  auto bound = std::make_unique<Bound>();
  bound->binding = &binding;
  bound->node = &joint->node();
  bound->joint = joint;
  const JointAxis& axis = joint->axes()[std::size_t(bound->axis())];
  bound->initial_position = axis.position;
  auto& in = bound->in;
  in.first = 1;
  in.revolute = !axis.linear;
  in.axis = binding.axis;
  in.handle = handle;
  in.totalPasses = simulation.passes();
  std::optional<std::pair<double, double>> limits = binding.limits;
  if (!limits && axis.min_stop < axis.max_stop) limits = {axis.min_stop, axis.max_stop};
  if (!limits && axis.motor && axis.motor->min_position() < axis.motor->max_position())
    limits = {axis.motor->min_position(), axis.motor->max_position()};
  in.cyclic = in.revolute && binding.cyclic.value_or(!limits);
  const double none = std::numeric_limits<double>::max();
  in.lowLimit = limits ? limits->first : in.cyclic ? -std::numbers::pi : -none;
  in.highLimit = limits ? limits->second : in.cyclic ? std::numbers::pi : none;

  const JointLawSetup setup{name, handle, simulation.seed(), binding.parameters, &files_};
  auto law = binding.lua.empty() ? make_native_law(binding.library, binding.function, setup, guard_)
                                 : make_lua_law(binding.lua, setup, guard_, log_);
  if (!law) return cannot(Stop::Kind::PluginFailed, law.error());
  bound->law = std::move(*law);
  return bound;
}

void JointCallbacks::init(Simulation& simulation) {
  bound_.clear();
  failed_ = false;
  for (std::size_t i = 0; i < bindings_.size(); ++i) {
    auto bound = bind(simulation, bindings_[i], int(i) + 1);
    if (!bound) {
      failed_ = true;
      simulation.request_stop(bound.error());
      return;
    }
    (*bound)->take_hold();
    bound_.push_back(std::move(*bound));
  }
  scene_generation_ = simulation.scene_generation();
}

// The scene was rebuilt: nodes stay, their live objects do not.
bool JointCallbacks::find_again(Simulation& simulation) {
  scene_generation_ = simulation.scene_generation();
  for (const auto& bound : bound_) {
    bound->joint = dynamic_joint(simulation.scene(), *bound->node);
    if (!bound->joint) {
      fail(simulation, *bound, "lost its joint: it was removed, or its endPoint has no Physics any more");
      return false;
    }
    bound->take_hold();
  }
  return true;
}

void JointCallbacks::fail(Simulation& simulation, const Bound& bound, const std::string& what) {
  failed_ = true;
  simulation.request_stop({Stop::Kind::PluginFailed,
                           fmt::format("the joint callback of {} ({}) {}, step {}, pass {}", bound.binding->joint,
                                       bound.binding->place, what, simulation.clock().step(), simulation.pass()),
                           {}});
}

void JointCallbacks::before_physics(Simulation& simulation) {
  if (failed_ || bound_.empty()) return;
  if (scene_generation_ != simulation.scene_generation() && !find_again(simulation)) return;
  const WatchedScene watched(&simulation.scene());
  for (const auto& pointer : bound_) {
    Bound& bound = *pointer;
    const JointAxis& axis = bound.joint->axes()[std::size_t(bound.axis())];
    auto& in = bound.in;

    const JointBinding& binding = *bound.binding;
    switch (binding.target.source) {
      case JointTarget::Source::Motor:
        in.targetPos = axis.motor ? axis.motor->target_position() : bound.initial_position;
        break;
      case JointTarget::Source::Constant:
        in.targetPos = binding.target.position;
        break;
      case JointTarget::Source::Table:
        in.targetPos = value_at(binding.target.table, simulation.physics_time_ms() / 1000);
        break;
    }
    in.currentPos = in.cyclic ? wrapped(axis.position) : axis.position;
    in.errorValue = in.cyclic ? wrapped(in.targetPos - axis.position) : in.targetPos - axis.position;
    in.currentVel = axis.velocity;
    in.passCnt = simulation.pass();
    in.dynStepSize = simulation.pass_dt();
    in.targetVel = binding.target_velocity ? *binding.target_velocity : axis.motor ? axis.motor->target_velocity() : 0;
    in.maxForce = binding.max_force ? *binding.max_force : axis.motor ? axis.motor->available_force() : 10;
    in.velUpperLimit = binding.velocity_limit ? *binding.velocity_limit : axis.motor ? axis.motor->max_velocity() : 10;

    lo_joint_out out{in.maxForce, 0};
    if (!bound.law->call(in, out)) {
      fail(simulation, bound, bound.law->error());
      return;
    }
    if (!std::isfinite(out.velocity) || std::isnan(out.force) || out.force < 0) {
      fail(simulation, bound,
           fmt::format("returned force {} and velocity {}: the force must not be negative or NaN, the velocity finite",
                       out.force, out.velocity));
      return;
    }
    in.first = 0;
    bound.joint->drive_axis(bound.axis(), out.velocity, out.force);
    // A sleeping body is not woken by its joint's motor alone. One that holds may sleep.
    if (Solid* end = bound.joint->end_point(); end && out.force != bound.force) Stage::wake(end->moved_by());
    bound.force = out.force;
  }
}

// Here, as the arms of the pass that has ended are forgotten when the next begins.
void JointCallbacks::after_physics(Simulation&) {
  if (failed_) return;
  for (const auto& bound : bound_) {
    const double force = bound->joint->motor_force(bound->axis());
    bound->in.effort = std::isnan(force) ? 0 : force;
  }
}

void JointCallbacks::cleanup(Simulation& simulation) {
  std::string remark;
  for (const auto& bound : bound_) {
    if (!failed_ && !bound->law->finish()) fail(simulation, *bound, bound->law->error());
    if (remark.empty()) remark = bound->law->remark();
  }
  if (!remark.empty()) log_.write(LogLevel::Warning, "", "a joint callback " + remark);
  bound_.clear();
}

}  // namespace lightsout
