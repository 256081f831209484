#include "plugins/host/joint_callbacks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/devices/motor.h"
#include "engine/joint.h"
#include "engine/ode_context.h"
#include "engine/scene.h"
#include "engine/simulation.h"
#include "engine/solid.h"

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

// By the joint's own DEF or path, or by those of its endPoint.
Joint* find_joint(Scene& scene, std::string_view name) {
  for (const auto& joint : scene.joints())
    if (joint->path() == name || (!joint->node().def().empty() && joint->node().def() == name)) return joint.get();
  if (const Node* node = scene.world().find_def(name))
    if (Joint* joint = scene.joint_of(*node)) return joint;
  if (Solid* solid = scene.find_solid(name)) return solid->joint();
  return nullptr;
}

}  // namespace

struct JointCallbacks::Bound {
  const JointBinding* binding;
  Node* node = nullptr;  // the joint's; lives as long as its world
  Joint* joint = nullptr;
  std::unique_ptr<JointLaw> law;
  lo_joint_in in{};
  double initial_position = 0;
  dJointFeedback own_feedback{};
};

JointCallbacks::JointCallbacks(std::vector<JointBinding> bindings, double timeout_s, Log& log)
    : bindings_(std::move(bindings)), log_(log), guard_(timeout_s) {}

JointCallbacks::~JointCallbacks() = default;

std::expected<std::unique_ptr<JointCallbacks::Bound>, std::string> JointCallbacks::bind(Simulation& simulation,
                                                                                        const JointBinding& binding,
                                                                                        int handle) {
  Joint* joint = find_joint(simulation.scene(), binding.joint);
  if (!joint)
    return std::unexpected(
        fmt::format("the world has no joint {} (DEF or path of a joint or of its endPoint)", binding.joint));
  if (!joint->ode_joint())
    return std::unexpected(fmt::format("the joint {} is not dynamic: its endPoint has no Physics", joint->path()));
  const int type = dJointGetType(joint->ode_joint());
  if (type != dJointTypeHinge && type != dJointTypeSlider)
    return std::unexpected(fmt::format("the joint {} is neither a hinge nor a slider", joint->path()));
  for (const auto& other : bound_)
    if (other->joint == joint)
      return std::unexpected(
          fmt::format("the joint {} already has a callback ({})", joint->path(), other->binding->place));

  auto bound = std::make_unique<Bound>();
  bound->binding = &binding;
  bound->node = &joint->node();
  bound->joint = joint;
  const JointAxis& axis = joint->axes()[0];
  bound->initial_position = axis.position;
  auto& in = bound->in;
  in.first = 1;
  in.revolute = type == dJointTypeHinge;
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

  const JointLawSetup setup{joint->path(), handle, simulation.seed(), binding.parameters};
  auto law = binding.lua.empty() ? make_native_law(binding.library, binding.function, setup, guard_)
                                 : make_lua_law(binding.lua, setup, guard_, log_);
  if (!law) return std::unexpected(law.error());
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
      simulation.request_stop(
          {Outcome::PluginFailed, fmt::format("{}: joint callback: {}", bindings_[i].place, bound.error()), {}});
      return;
    }
    (*bound)->joint->axes()[0].driven_by_callback = true;
    bound_.push_back(std::move(*bound));
  }
  scene_generation_ = simulation.scene_generation();
}

// The scene was rebuilt: nodes stay, their live objects do not.
bool JointCallbacks::find_again(Simulation& simulation) {
  scene_generation_ = simulation.scene_generation();
  for (const auto& bound : bound_) {
    bound->joint = simulation.scene().joint_of(*bound->node);
    if (!bound->joint || !bound->joint->ode_joint()) {
      fail(simulation, *bound, "lost its joint: it was removed, or its endPoint has no Physics any more");
      return false;
    }
    bound->joint->axes()[0].driven_by_callback = true;
  }
  return true;
}

void JointCallbacks::fail(Simulation& simulation, const Bound& bound, const std::string& what) {
  failed_ = true;
  simulation.request_stop({Outcome::PluginFailed,
                           fmt::format("the joint callback of {} ({}) {}, step {}, pass {}", bound.binding->joint,
                                       bound.binding->place, what, simulation.clock().step(), simulation.pass()),
                           {}});
}

void JointCallbacks::before_physics(Simulation& simulation) {
  if (failed_ || bound_.empty()) return;
  if (scene_generation_ != simulation.scene_generation() && !find_again(simulation)) return;
  for (const auto& pointer : bound_) {
    Bound& bound = *pointer;
    const dJointID joint = bound.joint->ode_joint();
    const JointAxis& axis = bound.joint->axes()[0];
    auto& in = bound.in;

    // What the joint exerted along its axis in the last pass, on the side of the endPoint (ODE's body 1).
    dJointFeedback* feedback = dJointGetFeedback(joint);
    if (!feedback) dJointSetFeedback(joint, feedback = &bound.own_feedback);
    dVector3 direction;
    if (in.revolute) {
      dVector3 anchor;
      dJointGetHingeAxis(joint, direction);
      dJointGetHingeAnchor(joint, anchor);
      // About the anchor: ODE's torque is about the centre of mass, where the bearing's force has a moment too.
      const Vector3d arm = vector_of(anchor) - vector_of(dBodyGetPosition(dJointGetBody(joint, 0)));
      in.effort = (vector_of(feedback->t1) - arm.cross(vector_of(feedback->f1))).dot(vector_of(direction));
    } else {
      dJointGetSliderAxis(joint, direction);
      in.effort = vector_of(feedback->f1).dot(vector_of(direction));
    }

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
    const double force = std::max(axis.static_friction, out.force);
    if (in.revolute) {
      dJointSetHingeParam(joint, dParamFMax, force);
      dJointSetHingeParam(joint, dParamVel, out.velocity);
    } else {
      dJointSetSliderParam(joint, dParamFMax, force);
      dJointSetSliderParam(joint, dParamVel, out.velocity);
    }
    // A sleeping body is not woken by its joint's motor alone.
    if (out.velocity != 0) dBodyEnable(dJointGetBody(joint, 0));
  }
}

void JointCallbacks::cleanup(Simulation& simulation) {
  for (const auto& bound : bound_) {
    Joint* joint = simulation.scene().joint_of(*bound->node);
    if (joint && joint->ode_joint() && dJointGetFeedback(joint->ode_joint()) == &bound->own_feedback)
      dJointSetFeedback(joint->ode_joint(), nullptr);
  }
  bound_.clear();
}

}  // namespace lightsout
