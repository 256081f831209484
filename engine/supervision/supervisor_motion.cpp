// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Poses, velocities, forces and contacts as supervisors see them. Poses are those after the last step and the edits
// since.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <vector>

#include "engine/bodies/solid.h"
#include "engine/contact/contacts.h"
#include "engine/joints/axis_fields.h"
#include "engine/joints/joint.h"
#include "engine/joints/kinds/track.h"
#include "engine/ode/ode_context.h"
#include "engine/robots/devices/motor.h"
#include "engine/robots/exchange/release.h"
#include "engine/robots/robot.h"
#include "engine/scene/divergence.h"
#include "engine/scene/scene.h"
#include "engine/shapes/geometry.h"
#include "engine/shapes/mass.h"
#include "engine/stage/world_axes.h"
#include "engine/supervision/supervisor.h"
#include "engine/supervision/supervisor_request.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

constexpr std::string_view initial_state = "__init__";

// At once, in the tree too. The motor of the axis holds it there, whatever it was told before: WbJoint::setPosition
// gives the motor its target, and with that ends the control of velocity or force.
void move_joint(Joint& joint, std::size_t axis, double position, World& world) {
  joint.move_to(int(axis), position);
  if (Motor* motor = joint.axes()[axis].motor) {
    if (!motor->controls_position()) motor->set_position(position);
    motor->follow_joint();
  }
  joint.write_to_tree(world);
}

// Of its axes now; of a joint that was just imported, as its fields say.
std::vector<double> joint_positions(const Node& node, const Scene& scene) {
  std::vector<double> positions;
  if (const Joint* joint = scene.joint_of(node)) {
    for (const JointAxis& axis : joint->axes()) positions.push_back(axis.position);
  } else if (node.is_a("Joint")) {
    for (std::size_t i = 0; i < std::size(parameter_fields) && node.has(parameter_fields[i]); ++i) {
      const Node* parameters = node.node(parameter_fields[i]);
      positions.push_back(parameters ? parameters->get<double>("position") : node.get<double>(position_fields[i]));
    }
  } else if (node.is_a("Track") || node.is_a("Propeller")) {
    positions.push_back(0);  // no field has it: all start there
  }
  return positions;
}

// With the solid above its joint.
template <typename Function>
void for_each_motor(const Scene& scene, Function&& function) {
  for (const auto& joint : scene.joints()) {
    if (!joint->parent() || !joint->node().is_a("Joint")) continue;
    for (const JointAxis& axis : joint->axes())
      if (axis.motor) function(*joint->parent(), *axis.motor);
  }
}

bool is_posed_by_joint(const Node& node, const Scene& scene) {
  if (const Solid* solid = scene.solid_of(node)) return solid->joint() != nullptr;
  return node.parent() && node.parent()->is_a("Joint");
}

// Whatever state is loaded, it goes back to its start: the turning head of a Lidar, what a controller set of a motor.
bool is_reset_by_load(const Node& node) {
  if (node.is_a("Motor")) return true;
  const Node* lidar = node.parent();
  return lidar && lidar->is_a("Lidar") && node.parent_field() == lidar->type().find("rotatingHead");
}

Vector3d vector3(const double* numbers) { return {numbers[0], numbers[1], numbers[2]}; }

// What acts on the body leaves it a speed that has a meaning: ODE ends the process over numbers that overflow. The
// least principal moment of inertia is no more than the least on the diagonal, and in general not far from it.
bool is_bearable(dBodyID body, double dt) {
  dMass mass;
  dBodyGetMass(body, &mass);
  const double inertia = std::min({mass.I[0], mass.I[5], mass.I[10]});
  return vector_of(dBodyGetForce(body)).norm() * dt < absurd_speed * mass.mass &&
         vector_of(dBodyGetTorque(body)).norm() * dt < absurd_speed * inertia;
}

void put_rows(const Matrix3d& m, double* out) {
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) out[3 * row + column] = m(row, column);
}

// Twice the signed area of the triangle a, b, c.
double turn(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

// Counter-clockwise hull (Andrew's monotone chain).
std::vector<Eigen::Vector2d> convex_hull(std::vector<Eigen::Vector2d> points) {
  std::sort(points.begin(), points.end(),
            [](const auto& a, const auto& b) { return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y()); });
  std::vector<Eigen::Vector2d> hull;
  const auto add = [&](const Eigen::Vector2d& p, std::size_t floor) {
    while (hull.size() >= floor + 2 && turn(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
    hull.push_back(p);
  };
  for (const auto& p : points) add(p, 0);
  const std::size_t lower = hull.size() - 1;
  for (auto it = points.rbegin(); it != points.rend(); ++it) add(*it, lower);
  if (hull.size() > 1) hull.pop_back();
  return hull;
}

}  // namespace

Frame Supervisor::frame_of(const Node& node) const {
  if (const Solid* solid = simulation_.scene().solid_of(node)) return solid->pose();
  const Frame parent = node.parent() ? frame_of(*node.parent()) : Frame();
  if (node.type().is_proto()) return parent;  // a keeper of parameters
  if (node.type().name() == "TrackWheel") {
    simulation_.scene().write_to_tree(node);
    return parent.pose * Pose{local_pose(node).position, to_matrix(node.get<Rotation>("rotation"))};
  }
  return node.has("translation") && node.has("rotation") ? parent.inside(node) : parent;
}

Pose Supervisor::pose_of(const Node& node) const { return frame_of(node).pose; }

Pose Supervisor::known_pose_of(const Node& node) const {
  Pose pose = pose_of(node);
  const Release release(simulation_.world());
  if (release.has_turned(node)) pose.rotation = pose.rotation * release.then_from_now(node).transpose();
  return pose;
}

void Supervisor::get_pose(const Request& request, Answer& answer) {
  const Node* node = node_of(request.node);
  if (!node || !node->is_a("Pose"))
    return answer.no(
        fmt::format("a {} has no pose, only a Pose and what derives from it", node ? node->type().name() : "Group"));
  lo_supervisor_value v{};
  Pose pose = known_pose_of(*node);
  if (request.operation == LO_SUPERVISOR_POSITION) {
    std::copy_n(pose.position.data(), 3, v.numbers);
  } else if (request.operation == LO_SUPERVISOR_ORIENTATION) {
    put_rows(pose.rotation, v.numbers);
  } else {
    if (const Node* from = node_of(request.other); from && from->is_a("Pose"))
      pose = known_pose_of(*from).inverse() * pose;
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) v.numbers[4 * row + column] = pose.rotation(row, column);
      v.numbers[4 * row + 3] = pose.position[row];
    }
    v.numbers[15] = 1;
  }
  answer.put(v);
}

Solid* Supervisor::solid_of(const Request& request, Answer& answer, std::string_view what) const {
  const Node* node = node_of(request.node);
  Solid* solid = node ? simulation_.scene().solid_of(*node) : nullptr;
  if (!solid) answer.no(fmt::format("{} needs a Solid", what));
  return solid;
}

void Supervisor::get_center_of_mass(const Request& request, Answer& answer) {
  const Solid* top = solid_of(request, answer, "a centre of mass");
  if (!top) return;
  // By definition of the function: a solid without Physics has its centre of mass in the origin of the world.
  if (!top->node().node("physics")) return answer.put(lo_supervisor_value{});
  lo_supervisor_value v{};
  std::copy_n(center_of_mass(*top).data(), 3, v.numbers);
  answer.put(v);
}

Vector3d Supervisor::center_of_mass(const Solid& top) const {
  const Scene& scene = simulation_.scene();
  Vector3d sum = Vector3d::Zero();
  double total = 0;
  const auto add = [&](double mass, const Vector3d& center) {
    sum += mass * center;
    total += mass;
  };
  for (const auto& solid : scene.solids()) {
    if (!solid->is_part_of(top)) continue;
    dMass mass;
    if (solid->owns_body()) {
      dBodyGetMass(solid->body(), &mass);
      add(mass.mass, vector_of(dBodyGetPosition(solid->body())));
    } else if (solid->body() && !scene.bodies()[solid->body_index()]->is_part_of(top)) {
      Diagnostics told_at_load;
      if (const auto own = solid_mass(*solid->node().node("physics"), solid->shapes(), told_at_load, true))
        add(own->mass, solid->pose() * vector_of(own->c));
    }
  }
  return total > 0 ? Vector3d(sum / total) : top.pose().position;
}

void Supervisor::get_velocity(const Request& request, Answer& answer) {
  const Solid* solid = solid_of(request, answer, "a velocity");
  if (!solid) return;
  lo_supervisor_value v{};
  Vector3d linear = solid->linear_velocity();
  // What a body carries has the velocity of its centre of mass, and what it drifts besides.
  if (const Solid* mover = solid->moved_by())
    linear = vector_of(dBodyGetLinearVel(mover->body())) + (linear - mover->velocity_at(solid->pose().position));
  std::copy_n(linear.data(), 3, v.numbers);
  std::copy_n(solid->angular_velocity().data(), 3, v.numbers + 3);
  answer.put(v);
}

void Supervisor::get_static_balance(const Request& request, Answer& answer) {
  const Solid* top = solid_of(request, answer, "static balance");
  if (!top) return;
  if (top->parent()) return answer.no("static balance is that of a Solid without a Solid above it");
  const WorldAxes& axes = simulation_.scene().axes();
  const auto flat = [&](const Vector3d& p) { return Eigen::Vector2d(p.dot(axes.north), p.dot(axes.east)); };
  std::vector<Eigen::Vector2d> support;
  for (const ContactPoint& contact : simulation_.scene().contacts().points()) {
    const bool first = contact.first->solid->is_part_of(*top), second = contact.second->solid->is_part_of(*top);
    if (first != second) support.push_back(flat(contact.position));
  }
  get_center_of_mass(request, answer);
  lo_supervisor_value center;
  std::memcpy(&center, answer.bytes.data(), sizeof center);
  const Eigen::Vector2d p = flat(vector3(center.numbers));
  bool inside = support.size() >= 3;
  if (inside) {
    const auto hull = convex_hull(std::move(support));
    inside = hull.size() >= 3;
    for (std::size_t i = 0; inside && i < hull.size(); ++i) inside = turn(hull[i], hull[(i + 1) % hull.size()], p) >= 0;
  }
  lo_supervisor_value v{};
  v.integer = inside;
  answer.put(v);
}

void Supervisor::get_contact_points(const Request& request, Answer& answer) {
  const Solid* top = solid_of(request, answer, "contact points");
  if (!top) return;
  std::vector<lo_supervisor_contact> found;
  const auto points = simulation_.scene().contacts().points();
  // Those of a node come before those of its descendants.
  for (const auto& solid : simulation_.scene().solids()) {
    if (request.flag ? !solid->is_part_of(*top) : solid.get() != top) continue;
    for (const ContactPoint& contact : points) {
      const Solid *first = contact.first->solid, *second = contact.second->solid;
      // One point, even where two parts of the node meet.
      if (request.flag && first != second && second == solid.get() && first->is_part_of(*top)) continue;
      if (first != solid.get() && second != solid.get()) continue;
      found.push_back(
          {{contact.position.x(), contact.position.y(), contact.position.z()}, std::int32_t(solid->node().id()), 0});
    }
  }
  lo_supervisor_value v{};
  v.integer = std::int32_t(found.size());
  v.data_size = std::uint32_t(found.size() * sizeof(lo_supervisor_contact));
  answer.put(v, {reinterpret_cast<const char*>(found.data()), v.data_size});
}

void Supervisor::set_velocity(const Request& request, Answer& answer) {
  Solid* solid = solid_of(request, answer, "a velocity");
  if (!solid) return;
  for (const double number : request.numbers)
    if (!(std::abs(number) < absurd_speed)) return answer.no("the velocity is beyond 1e6 m/s or rad/s, or not finite");
  const Vector3d linear = vector3(request.numbers), angular = vector3(request.numbers + 3);
  if (const dBodyID body = solid->body()) {
    dBodySetLinearVel(body, linear.x(), linear.y(), linear.z());
    dBodySetAngularVel(body, angular.x(), angular.y(), angular.z());
    Scene::wake(solid->moved_by());
    let_go(*solid);
  } else if (!simulation_.scene().set_velocity(*solid, linear, angular)) {
    return answer.no("the wheels of the robot move it: it has no Physics");
  }
  answer.yes();
}

void Supervisor::add_force(const Request& request, Answer& answer) {
  Solid* solid = solid_of(request, answer, "a force");
  if (!solid) return;
  if (!solid->body()) return answer.no("the solid has no Physics: forces do not move it");
  for (const double number : request.numbers)
    if (!std::isfinite(number)) return answer.no("the force is not finite");
  const Pose pose = known_pose_of(solid->node());
  Vector3d force = vector3(request.numbers);
  if (request.flag) force = pose.rotation * force;
  const dBodyID body = solid->body();
  const Vector3d force_before = vector_of(dBodyGetForce(body)), torque_before = vector_of(dBodyGetTorque(body));
  if (request.operation == LO_SUPERVISOR_ADD_TORQUE) {
    dBodyAddTorque(body, force.x(), force.y(), force.z());
  } else if (request.operation == LO_SUPERVISOR_ADD_FORCE) {
    if (solid->owns_body()) {
      dBodyAddForce(body, force.x(), force.y(), force.z());
    } else {
      const Vector3d at = center_of_mass(*solid);
      dBodyAddForceAtPos(body, force.x(), force.y(), force.z(), at.x(), at.y(), at.z());
    }
  } else {
    const Vector3d at = pose * vector3(request.numbers + 3);
    dBodyAddForceAtPos(body, force.x(), force.y(), force.z(), at.x(), at.y(), at.z());
  }
  if (!is_bearable(body, simulation_.pass_dt())) {
    dBodySetForce(body, force_before.x(), force_before.y(), force_before.z());
    dBodySetTorque(body, torque_before.x(), torque_before.y(), torque_before.z());
    return answer.no("the force would make the solid faster than 1e6 m/s or rad/s within a step");
  }
  Scene::wake(solid->moved_by());
  let_go(*solid);
  answer.yes();
}

void Supervisor::reset_node_physics(const Request& request, Answer& answer) {
  // Manual: "stops the inertia of the given node and its descendants"; a Group or Pose holds Solids too.
  const Node* top = node_of(request.node);
  if (!top && request.node != LO_ROOT_NODE) return answer.no("no such node");
  const auto is_below = [top](const Solid& solid) {
    const Node* node = &solid.node();
    while (node && node != top) node = node->parent();
    return node == top;
  };
  for (const auto& solid : simulation_.scene().solids()) {
    if (!is_below(*solid)) continue;
    solid->stop_motion();
    if (solid->owns_body()) held_bodies_.push_back(solid->node().id());
  }
  for_each_motor(simulation_.scene(), [&](const Solid& above, Motor& motor) {
    if (!is_below(above)) return;
    motor.stop();
    held_motors_.push_back({above.node().id(), motor.node().id()});
  });
  answer.yes();
}

template <typename Function>
void Supervisor::for_each_held_body(Function&& function) {
  for (const std::uint32_t id : held_bodies_) {
    const Node* node = simulation_.world().find_id(id);
    Solid* solid = node ? simulation_.scene().solid_of(*node) : nullptr;
    if (solid && solid->owns_body()) function(*solid);
  }
}

void Supervisor::hold_bodies() {
  for_each_held_body([](Solid& solid) { dBodyDisable(solid.body()); });
}

void Supervisor::release_bodies() {
  if (!held_motors_.empty()) {
    std::ranges::sort(held_motors_, {}, &HeldMotor::motor);
    for_each_motor(simulation_.scene(), [this](const Solid&, Motor& motor) {
      if (std::ranges::binary_search(held_motors_, motor.node().id(), {}, &HeldMotor::motor)) motor.stop();
    });
  }
  for_each_held_body([](Solid& solid) {
    solid.stop_motion();
    Scene::wake(&solid);
  });
}

void Supervisor::let_go(const Solid& solid) {
  const Solid* mover = solid.moved_by();
  if (!mover) return;
  const std::uint32_t id = simulation_.scene().bodies()[mover->body_index()]->node().id();
  std::erase(held_bodies_, id);
  std::erase_if(held_motors_, [&](const HeldMotor& held) { return held.solid == id; });
}

void Supervisor::forget_held() {
  held_bodies_.clear();
  held_motors_.clear();
}

void Supervisor::forget_gone() {
  std::erase_if(held_bodies_, [&](std::uint32_t id) {
    const Node* node = simulation_.world().find_id(id);
    const Solid* solid = node ? simulation_.scene().solid_of(*node) : nullptr;
    return !solid || !solid->owns_body();
  });
}

void Supervisor::set_joint_position(const Request& request, Answer& answer) {
  const Node* node = node_of(request.node);
  Joint* joint = node ? simulation_.scene().joint_of(*node) : nullptr;
  if (!joint) return answer.no("a joint position needs a Joint");
  const int axis = request.index - 1;
  if (axis < 0 || std::size_t(axis) >= joint->axes().size())
    return answer.no(fmt::format("the joint has no axis {}", request.index));
  double position = request.numbers[0];
  if (!std::isfinite(position)) return answer.no("the position is not finite");
  const JointAxis& stops = joint->axes()[std::size_t(axis)];
  if (stops.min_stop < stops.max_stop) {
    position = std::clamp(position, stops.min_stop, stops.max_stop);
    if (position != request.numbers[0])
      warn(request, fmt::format("the joint position {} is beyond its stops: {} is used", request.numbers[0], position));
  }
  move_joint(*joint, std::size_t(axis), position, simulation_.world());
  simulation_.scene().stop_end_point(*joint);
  answer.yes();
}

void Supervisor::keep_state(Node& top, std::vector<SavedField>& saved) const {
  const Scene& scene = simulation_.scene();
  for_each_node(top, [&](Node& node) {
    const auto keep = [&](std::initializer_list<std::string_view> fields) {
      for (const std::string_view name : fields)
        if (const FieldIndex field = node.type().find(name); field != no_field)
          saved.push_back({node.id(), false, field, node.get(field).clone()});
    };
    FieldIndex axis = 0;
    for (const double position : joint_positions(node, scene))
      saved.push_back({node.id(), true, axis++, Value(position)});
    const bool of_start = &saved == &initial_;
    if (node.is_a("Pose") && !is_posed_by_joint(node, scene) && (of_start || !is_reset_by_load(node)))
      keep({"translation", "rotation"});
    if (node.is_a("Motor") && of_start) keep({"acceleration"});
    if (node.is_a("Connector")) keep({"isLocked"});
    if (node.is_a("VacuumGripper")) keep({"isOn"});
    if (const Node* texture = node.is_a("Track") ? moving_texture(node) : nullptr) {
      const Node& original = texture->use_of() ? *texture->use_of() : *texture;
      const FieldIndex field = original.type().find("translation");
      saved.push_back({original.id(), false, field, original.get(field).clone()});
    }
    if (node.is_a("Robot") || node.is_a("Charger")) keep({"battery"});
    if (node.is_a("Viewpoint")) keep({"orientation", "position", "near", "far", "fieldOfView"});
  });
}

void Supervisor::remember_start() {
  viewpoint_.follow();
  edits_.begin(simulation_.world());
  initial_.clear();
  // Where nobody asks, nobody makes somebody who does.
  const auto& robots = simulation_.scene().robots();
  if (std::ranges::any_of(robots, [](const auto& robot) { return robot->node().template get<bool>("supervisor"); }))
    for (const NodePtr& top : simulation_.world().nodes()) keep_state(*top, initial_);
  initial_.shrink_to_fit();
  std::ranges::stable_sort(initial_, {}, &SavedField::node);
  initial_count_ = initial_.size();
}

void Supervisor::make_edits_again(const MFNode& old_nodes) {
  edits_.make_again(simulation_.world(), old_nodes);
  forget_kept_imports();
}

void Supervisor::forget_edits() {
  edits_.forget(simulation_.world());
  forget_kept_imports();
}

void Supervisor::forget_kept_imports() {
  if (initial_.size() > initial_count_)
    initial_.erase(initial_.begin() + std::ptrdiff_t(initial_count_), initial_.end());
}

void Supervisor::save_state(const Request& request, Answer& answer) {
  Node* top = node_of(request.node);
  if (!top) return answer.no("no such node");
  if (request.body == initial_state) return answer.no("the name __init__ is that of the state at the start");
  simulation_.scene().write_to_tree();
  std::vector<SavedField>& saved = saved_[{top->id(), std::string(request.body)}];
  saved.clear();
  keep_state(*top, saved);
  answer.yes();
}

void Supervisor::load_state(const Request& request, Answer& answer) {
  Node* top = node_of(request.node);
  if (!top) return answer.no("no such node");
  std::vector<const SavedField*> fields;
  const bool of_start = request.body == initial_state;
  if (!of_start) {
    const auto found = saved_.find({top->id(), std::string(request.body)});
    if (found == saved_.end()) return answer.no(fmt::format("no state \"{}\" was saved of this node", request.body));
    for (const SavedField& field : found->second) fields.push_back(&field);
  }
  for_each_node(*top, [&](const Node& node) {
    if (!of_start && !is_reset_by_load(node)) return;
    for (const SavedField& field : std::ranges::equal_range(initial_, node.id(), {}, &SavedField::node)) {
      // What supervisors set of a motor stays.
      const bool is_edited = node.is_a("Motor") && edits_.is_set(node, field.field);
      if (!is_edited) fields.push_back(&field);
    }
  });
  World& world = simulation_.world();
  Scene& scene = simulation_.scene();
  scene.write_to_tree();
  bool has_robot = false;
  for_each_node(*top, [&](const Node& node) {
    has_robot = has_robot || node.is_a("Robot");
    if (Solid* solid = scene.solid_of(node)) solid->stop_motion();
  });
  for (const SavedField* saved : fields) {
    Node* node = world.find_id(saved->node);
    if (!node) continue;
    if (!saved->is_axis) {
      if (!node->get(saved->field).equals(saved->value)) world.set(*node, saved->field, saved->value.clone());
      continue;
    }
    Joint* joint = scene.joint_of(*node);
    const double position = saved->value.as<double>();
    if (joint && saved->field < joint->axes().size() && joint->axes()[saved->field].position != position)
      move_joint(*joint, saved->field, position, world);
  }
  scene.reset_objects(*top);
  if (has_robot) {
    labels_.clear();
    hidden_->clear();
  }
  answer.yes();
}

}  // namespace lightsout
