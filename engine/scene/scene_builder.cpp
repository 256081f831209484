// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/scene_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/bodies/solid.h"
#include "engine/contact/contacts.h"
#include "engine/joints/kinds/track.h"
#include "engine/joints/kinds/wheel_joint.h"
#include "engine/joints/kinematic_wheels.h"
#include "engine/media/fluids.h"
#include "engine/robots/charger.h"
#include "engine/robots/devices/brake.h"
#include "engine/robots/devices/motor.h"
#include "engine/robots/exchange/release.h"
#include "engine/robots/robot.h"
#include "engine/shapes/geometry.h"
#include "engine/stage/parts.h"
#include "engine/stage/world_axes.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

void SceneBuilder::read() {
  if (!scene_.meshes_) scene_.meshes_ = std::make_shared<MeshReader>(scene_.world_);
  read_world_info();
  for (const NodePtr& node : scene_.world_.nodes()) visit(*node, {});
  weigh_bodies();
  for (const auto& joint : scene_.joints_) {
    joint->check(diagnostics_);
    if (const Joint* before = previous_ ? previous_->joint_of(joint->node()) : nullptr)
      if (joint->has_other_axes(*before)) joint->keep_end_point_of(*before);
  }
  for (const auto& robot : scene_.robots_) check_device_names(*robot);
}

void SceneBuilder::read_world_info() {
  const Node& info = scene_.world_.world_info();
  const std::string& system = info.get<std::string>("coordinateSystem");
  if (system == "NUE") {
    *scene_.axes_ = {Vector3d::UnitY(), Vector3d::UnitX(), Vector3d::UnitZ()};
  } else if (system == "EUN") {
    *scene_.axes_ = {Vector3d::UnitY(), Vector3d::UnitZ(), Vector3d::UnitX()};
  }
  // Before R2020b north went with up, and east was north x up: where north was z, -x.
  if (Release(scene_.world_).is_before("R2020b")) scene_.axes_->east = scene_.axes_->north.cross(scene_.axes_->up);
  // Where it is not that of the system.
  if (const FieldIndex north = info.type().find_retired("northDirection", 0); info.is_set(north)) {
    scene_.axes_->north = to_eigen(info.get(north).as<Vec3>()).normalized();
    scene_.axes_->east = scene_.axes_->north.cross(scene_.axes_->up);
  }
  Contacts& contacts = scene_.parts().get<Contacts>();
  if (Release(scene_.world_).chains_of_one_anchor_touch()) contacts.let_chains_touch();
  scene_.gravity_ = -info.get<double>("gravity") * scene_.axes_->up;
}

void SceneBuilder::visit(Node& node, const Place& place) {
  if (node.is_a("Solid")) {
    visit_solid(node, place);
  } else if (node.is_a("Joint") || node.is_a("Propeller")) {
    visit_joint(node, place);
  } else if (node.is_a("Fluid")) {
    visit_fluid(node, place);
    visit_children(node, place);
  } else if (node.is_a("Billboard")) {
    return;  // it is in front of the Viewpoint, and nothing meets it
  } else if (node.is_a("Group")) {
    visit_children(node, place);
  } else if (node.is_a("Slot")) {
    if (Node* end = node.node("endPoint")) visit(*end, place);
  } else if (node.is_a("Shape")) {
    if (Node* geometry = node.node("geometry")) add_visible_shape(*geometry, node, place);
  } else if (node.is_a("CadShape")) {
    add_visible_shape(node, node, place);
  } else if (place.robot && place.solid) {
    add_device(node, place, nullptr, 0);
  }
}

void SceneBuilder::visit_children(Node& group, const Place& place) {
  Place inner = place;
  inner.frame = place.frame.inside(group);
  inner.in_solid = inner.frame.pose;
  inner.joint = nullptr;
  for (const NodePtr& child : group.nodes("children")) visit(*child, inner);
}

std::string SceneBuilder::take_path(const Node& node, const Solid* parent, Solid& solid) {
  const std::string& name = node.def().empty() ? node.get<std::string>("name") : node.def();
  std::string path;
  if (parent) {
    path.reserve(parent->path().size() + 1 + name.size());
    path.append(parent->path()).push_back('.');
  }
  path += name;
  if (scene_.solid_by_path_.take(path, solid)) return path;
  for (int& n = last_numbers_[path];;) {
    std::string candidate = fmt::format("{}#{}", path, ++n + 1);
    if (scene_.solid_by_path_.take(candidate, solid)) return candidate;
  }
}

void SceneBuilder::go_on_from(const Solid& before, Solid& solid, const Place& place) {
  Joint* joint = solid.joint_;
  const auto begin_joint_anew = [joint] {
    for (JointAxis& axis : joint->axes()) axis.initial_position = axis.position;
  };
  if (before.is_set()) {
    solid.construction_ = solid.in_parent_ = place.in_solid * before.edited_place();
    // The joint stands where it stood: its zero is another. A suspension rests where it rested.
    if (joint && before.joint_) solid.construction_.position -= before.joint_->deflection(solid.in_parent_);
    if (joint) begin_joint_anew();
    return;
  }
  // A Pose above that was put elsewhere takes along what is in it.
  const bool is_carried = !same_bits(before.place_, solid.place_);
  const auto carried = [&](const Pose& in_parent) {
    return is_carried ? solid.place_ * before.place_.inverse() * in_parent : in_parent;
  };
  solid.construction_ = carried(before.construction_);
  solid.in_parent_ = carried(before.in_parent());
  // Where it gets or loses a body, it is where that leaves it; a joint keeps its zero.
  const bool has_physics = solid.node().node("physics") != nullptr;
  if (before.owns_body() && !has_physics)
    solid.in_parent_ = carried((before.parent_ ? before.parent_->pose() : Pose()).inverse() * before.pose());
  if (!joint && before.owns_body() != has_physics && (before.owns_body() || !before.body_))
    solid.construction_ = solid.in_parent_;
  // What was held in the environment may have been left behind by what it is below: its joint begins anew there.
  if (joint && !has_physics && before.hangs_in_environment()) {
    solid.construction_ = solid.in_parent_;
    begin_joint_anew();
  }
}

void SceneBuilder::read_shapes(Solid& solid) {
  Node& node = solid.node();
  if (Node* bounding = node.node("boundingObject"))
    read_bounding_object(*bounding, Pose(), *scene_.meshes_, diagnostics_, solid.shapes_);
  if (solid.shapes_.empty()) return;
  const int material = scene_.parts().get<Contacts>().material(node.get<std::string>("contactMaterial"));
  const Release release(scene_.world());
  for (auto& shape : solid.shapes_) {
    shape->solid = &solid;
    shape->material = material;
    shape->friction_is_along_y = release.friction_is_along_y(*shape->node);
  }
}

void SceneBuilder::visit_solid(Node& node, const Place& place) {
  Robot* robot = place.robot;
  if (node.is_a("Robot")) {
    scene_.robots_.push_back(std::make_unique<Robot>(node, scene_));
    robot = scene_.robots_.back().get();
  }
  scene_.solids_.push_back(std::make_unique<Solid>(node, place.solid, robot, place.in_solid));
  Solid& solid = *scene_.solids_.back();
  if (node.is_a("Robot")) robot->solid_ = &solid;
  solid.order_ = std::uint32_t(scene_.solids_.size() - 1);
  solid.path_ = take_path(node, place.solid, solid);
  Joint* joint = place.joint;
  if (!joint && place.solid && is_driven_wheel(node, place.solid->node()))
    joint = add_joint(make_wheel_joint({node, scene_, place.solid, place.in_solid, robot, solid.path_}), place);
  solid.joint_ = joint;
  scene_.solid_of_[&node] = &solid;
  if (const Solid* before = previous_ ? previous_->solid_of(node) : nullptr) go_on_from(*before, solid, place);
  if (joint) joint->end_point_ = &solid;

  read_shapes(solid);
  const Place inner{&solid, Pose(), Pose(), robot, nullptr};
  // A device with a pose belongs to the robot above it.
  if (place.robot && !node.is_a("Robot"))
    if (const Device* device = add_device(node, inner, nullptr, 0)) solid.held_by_device_ = device->holds_its_body();
  for (const NodePtr& child : node.nodes("children")) visit(*child, inner);
  if (Node* head = node.has("rotatingHead") ? node.node("rotatingHead") : nullptr) {
    visit(*head, inner);
    const auto found = scene_.solid_of_.find(head);
    if (found != scene_.solid_of_.end()) found->second->drives_itself_ = node.get<std::string>("type") == "rotating";
  }
  if (node.is_a("DifferentialWheels")) add_device(node, inner, nullptr, 0);
  if (node.is_a("Charger")) scene_.parts().get<Chargers>().add(solid);
  if (node.is_a("Track")) {
    visit_joint(node, inner);
    solid.track_ = dynamic_cast<Track*>(scene_.joint_of(node));
  }
}

void SceneBuilder::visit_fluid(Node& node, const Place& place) {
  std::vector<std::unique_ptr<Shape>> shapes;
  if (Node* bounding = node.node("boundingObject"))
    read_bounding_object(*bounding, Pose(), *scene_.meshes_, diagnostics_, shapes);
  const Pose in_world = (place.solid ? place.solid->construction_in_world() : Pose()) * place.in_solid;
  scene_.parts().get<Fluids>().add(node, in_world * local_pose(node), std::move(shapes));
}

Joint* SceneBuilder::add_joint(std::unique_ptr<Joint> joint, const Place& place) {
  Joint* live = joint.get();
  Node& node = live->node();
  if (const Joint* before = previous_ ? previous_->joint_of(node) : nullptr) live->keep_zero_of(*before);
  scene_.joints_.push_back(std::move(joint));
  scene_.joint_of_[&node] = live;
  if (place.robot) {
    for (int axis = 0; axis < int(live->axes().size()); ++axis) {
      static constexpr std::string_view fields[] = {"device", "device2", "device3"};
      add_joint_devices(node, *live, place, fields[axis], axis);
    }
  }
  return live;
}

void SceneBuilder::visit_joint(Node& node, const Place& place) {
  std::string path = node.def();
  if (path.empty()) path = fmt::format("{}{}", node.type().name(), scene_.joints_.size());
  if (place.solid) path = place.solid->path() + "." + path;
  auto joint = make_joint({node, scene_, place.solid, place.in_solid, place.robot, std::move(path)});
  if (!joint) {
    diagnostics_.report(DiagnosticKind::Unsupported, node.span(),
                        fmt::format("{} is not simulated: its endPoint stays where it is", node.type().name()));
    if (Node* end = node.node("endPoint")) {
      Place inner = place;
      inner.joint = nullptr;
      visit(*end, inner);
    }
    return;
  }
  Joint* live = add_joint(std::move(joint), place);
  Place inner = place;
  inner.joint = nullptr;
  for (const std::string_view helix : {"slowHelix", "fastHelix"})
    if (Node* solid = node.has(helix) ? node.node(helix) : nullptr) visit(*solid, inner);
  if (Node* end = node.has("endPoint") ? node.node("endPoint") : nullptr) {
    inner.joint = live;
    visit(*end, inner);
  }
}

void SceneBuilder::add_joint_devices(Node& node, Joint& joint, const Place& place, std::string_view field, int axis) {
  const FieldIndex index = node.type().find(field);
  if (index == no_field) return;
  if (node.type().field(index).type == FieldType::SFNode) {
    if (Node* device = node.node(field)) add_device(*device, place, &joint, axis);
    return;
  }
  for (const NodePtr& device : node.nodes(field)) add_device(*device, place, &joint, axis);
}

Device* SceneBuilder::add_device(Node& node, const Place& place, Joint* joint, int axis) {
  Robot& robot = *place.robot;
  if (node.is_a("JointDevice") && !joint) return nullptr;  // nothing to drive or to measure there
  auto device = make_device({node, robot.surroundings(), place.solid, joint, axis});
  if (!device) return nullptr;
  if (joint) {
    // Manual, HingeJoint: a motor, a sensor, a brake. Of several the first in the list acts (WbHingeJoint).
    JointAxis& acted_on = joint->axes()[axis];
    auto* motor = dynamic_cast<Motor*>(device.get());
    auto* brake = dynamic_cast<Brake*>(device.get());
    if ((motor && acted_on.motor) || (brake && acted_on.brake))
      diagnostics_.report(DiagnosticKind::DuplicateDevice, node.span(),
                          fmt::format("a second {} for one axis of a joint: the first acts, this one has no effect",
                                      motor ? "motor" : "brake"));
    if (motor && !acted_on.motor) acted_on.drive = acted_on.motor = motor;
    if (brake && !acted_on.brake) acted_on.brake = brake;
  }
  robot.devices_.push_back(std::move(device));
  return robot.devices_.back().get();
}

// Told at the second one.
void SceneBuilder::check_device_names(const Robot& robot) {
  std::vector<std::string_view> names;
  for (const auto& device : robot.devices()) names.push_back(device->name());
  std::ranges::sort(names);
  if (std::ranges::adjacent_find(names) == names.end()) return;
  std::map<std::string_view, std::vector<const Node*>> named;
  for (const auto& device : robot.devices()) {
    std::vector<const Node*>& nodes = named[device->name()];
    nodes.push_back(&device->node());
    if (nodes.size() != 2) continue;
    diagnostics_
        .report(DiagnosticKind::DuplicateDevice, nodes[1]->span(),
                fmt::format("a second device with the name \"{}\": controllers that ask for it get one of them",
                            device->name()))
        .note(nodes[0]->span(), "the first is here");
  }
}

void SceneBuilder::add_visible_shape(Node& geometry, Node& holder, const Place& place) {
  // What cannot be hit by a ray is only not seen; of scenery, only a mesh that is there and cannot be read is told.
  Diagnostics unseen;
  auto shape = read_geometry(geometry, place.frame, false, *scene_.meshes_, unseen);
  for (const Diagnostic& told : unseen.all())
    if (told.kind == DiagnosticKind::BadMesh || told.kind == DiagnosticKind::UnreadableVisibleMesh)
      diagnostics_.report(told.kind, told.span, told.message);
  if (!shape) return;
  shape->solid = place.solid;
  shape->node = &holder;
  (place.solid ? place.solid->visible_shapes_ : scene_.environment_shapes_).push_back(std::move(shape));
}

}  // namespace lightsout
