#include "engine/single_axis_joint.h"

#include <algorithm>
#include <cmath>

#include "engine/devices/brake.h"
#include "engine/devices/motor.h"
#include "engine/ode_context.h"
#include "engine/robot.h"
#include "engine/scene.h"
#include "engine/solid.h"
#include "engine/state.h"

namespace lightsout {

SingleAxisJoint::SingleAxisJoint(const JointSetup& setup, bool linear) : Joint(setup) {
  axis_.linear = linear;
  const Node* parameters = node().node("jointParameters");
  Vec3 direction = linear ? Vec3{0, 0, 1} : Vec3{1, 0, 0};
  if (parameters) {
    direction = parameters->get<Vec3>("axis");
    axis_.initial_position = parameters->get<double>("position");
    axis_.spring_constant = parameters->get<double>("springConstant");
    axis_.damping_constant = parameters->get<double>("dampingConstant");
    axis_.static_friction = parameters->get<double>("staticFriction");
    axis_.min_stop = parameters->get<double>("minStop");
    axis_.max_stop = parameters->get<double>("maxStop");
    if (parameters->has("anchor")) anchor_ = to_eigen(parameters->get<Vec3>("anchor"));
  }
  axis_.position = axis_.tree_position = axis_.initial_position;
  // An axis of length 0 is reported by connect().
  const Vector3d d = to_eigen(direction);
  direction_ = in_parent_.rotation * (d.norm() > 0 ? Vector3d(d.normalized()) : d);
  anchor_ = in_parent_ * anchor_;
}

SingleAxisJoint::~SingleAxisJoint() {
  if (spring_) dJointDestroy(spring_);
}

void SingleAxisJoint::keep_zero_of(const Joint& before) {
  const JointAxis& axis = before.axes()[0];
  axis_.initial_position = axis.initial_position;
  axis_.position = axis.position;
}

Pose SingleAxisJoint::end_point_pose() const {
  return displacement(axis_.position - axis_.initial_position) * end_point_->construction();
}

void SingleAxisJoint::move_to(int, double position) {
  axis_.position = axis_.tree_position = position;
  if (!end_point_) return;
  scene_.move(*end_point_, (parent_ ? parent_->pose() : Pose()) * end_point_pose());
}

void SingleAxisJoint::write_to_tree(World& world) {
  Node* parameters = node().node("jointParameters");
  if (!parameters || axis_.position == axis_.tree_position) return;
  axis_.tree_position = axis_.position;
  world.write_back(*parameters, parameters->type().find("position"), axis_.position);
}

void SingleAxisJoint::visit_state(StateVisitor& state) {
  Joint::visit_state(state);
  if (state.is_loading() && !ode_joint_ && end_point_) set_end_point_pose(end_point_pose());
}

void SingleAxisJoint::connect(Diagnostics& diagnostics) {
  const Node* parameters = node().node("jointParameters");
  if (direction_.norm() == 0) {
    diagnostics.report(DiagnosticKind::PhysicalValue, parameters->span_of("axis"),
                       "the axis of a joint must not be 0 0 0");
    return;
  }
  if (!end_point_ || !end_point_->owns_body()) return;

  // Body 1 is the endPoint, so that a positive position turns or moves it along the axis.
  Solid* mover = parent_ ? parent_->moved_by() : nullptr;
  ode_joint_ = create(scene_.ode_world());
  dJointAttach(ode_joint_, end_point_->body(), mover ? mover->body() : nullptr);
  const Pose world_from_parent = parent_ ? parent_->construction_in_world() : Pose();
  const Vector3d direction = world_from_parent.rotation * direction_;
  place(ode_joint_, direction, world_from_parent * anchor_);

  if (axis_.min_stop < axis_.max_stop) {
    double low = axis_.min_stop - axis_.initial_position, high = axis_.max_stop - axis_.initial_position;
    if (period() > 0) {  // ODE's hinge knows stops within half a turn only
      low = std::max(low, -period() / 2);
      high = std::min(high, period() / 2);
    }
    // ODE refuses a low stop above the present high one: set low, high, low.
    set_param(dParamLoStop, low);
    set_param(dParamHiStop, high);
    set_param(dParamLoStop, low);
  }
  const bool has_brake = axis_.brake != nullptr;
  if (axis_.spring_constant > 0 || axis_.damping_constant > 0 || has_brake) {
    spring_ = create_spring(scene_.ode_world(), direction);
  }
}

void SingleAxisJoint::act(double dt) {
  if (!ode_joint_) {
    if (!end_point_) return;
    const double before = axis_.position;
    if (axis_.motor) axis_.position = axis_.motor->move(axis_.position, dt);
    axis_.velocity = (axis_.position - before) / dt;
    set_end_point_pose(end_point_pose());
    return;
  }

  MotorDrive drive;
  if (axis_.motor) drive = axis_.motor->drive(axis_.position, dt);
  set_param(dParamVel, drive.velocity);
  set_param(dParamFMax, std::max(axis_.static_friction, drive.force_limit));
  if (drive.force != 0) add_force(drive.force);
  // ODE leaves a sleeping body asleep when only its joint's motor moves.
  if (drive.velocity != 0 || drive.force != 0) dBodyEnable(end_point_->body());

  if (spring_) {
    // A spring and damper, integrated implicitly: the constraint row J v = c - cfm * lambda gives
    // lambda = -k x - (h k + d) v  with  cfm = 1 / (h k + d)  and  c = -k x cfm.
    const double k = axis_.spring_constant;
    const double d = axis_.damping_constant + (axis_.brake ? axis_.brake->damping_constant() : 0);
    const double softness = dt * k + d;
    set_spring_param(spring_, dParamFMax, softness > 0 ? dInfinity : 0);
    if (softness > 0) {
      set_spring_param(spring_, dParamCFM, 1 / softness);
      set_spring_param(spring_, dParamVel, -k * axis_.position / softness);
    }
  }
}

void SingleAxisJoint::read_back(double dt) {
  if (!ode_joint_) return;
  axis_.velocity = ode_velocity();
  const double measured = axis_.initial_position + ode_position();
  if (period() > 0) {
    // ODE wraps the angle; of all turns, the one nearest to where the velocity leads.
    const double expected = axis_.position + axis_.velocity * dt;
    axis_.position = measured + period() * std::round((expected - measured) / period());
  } else {
    axis_.position = measured;
  }
}

}  // namespace lightsout
