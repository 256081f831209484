// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/urdf.h"

#include <fmt/format.h>
#include <tinyxml2.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include "engine/bodies/solid.h"
#include "engine/joints/axis_drive.h"
#include "engine/joints/axis_joint.h"
#include "engine/robots/robot.h"
#include "engine/shapes/mass.h"
#include "engine/stage/stage.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

using Element = tinyxml2::XMLElement;

// Rounded to a micrometre; zero has no sign.
std::string number(double value) { return fmt::format("{}", std::round(value * 1e6) / 1e6 + 0.0); }
// Masses and inertias of small parts have small numbers.
std::string exactly(double value) { return fmt::format("{}", value + 0.0); }
std::string numbers(const Vector3d& v) { return number(v.x()) + " " + number(v.y()) + " " + number(v.z()); }

// N m or N.
// R = Rz(yaw) Ry(pitch) Rx(roll).
Vector3d roll_pitch_yaw(const Matrix3d& r) {
  const double pitch = std::asin(std::clamp(-r(2, 0), -1.0, 1.0));
  if (std::abs(r(2, 0)) > 1 - 1e-12) return {std::atan2(-r(1, 2), r(1, 1)), pitch, 0};
  return {std::atan2(r(2, 1), r(2, 2)), pitch, std::atan2(r(1, 0), r(0, 0))};
}

class Writer {
 public:
  Writer(const Robot& robot, const std::string& prefix) : robot_(robot), prefix_(prefix) {}

  std::string write() {
    document_.InsertEndChild(document_.NewDeclaration());
    root_ = document_.NewElement("robot");
    document_.InsertEndChild(root_);
    root_->SetAttribute("name", robot_.name().c_str());
    for (const auto& solid : robot_.stage().solids())
      if (solid->robot() == &robot_) add(*solid);
    tinyxml2::XMLPrinter printer;
    document_.Print(&printer);
    return printer.CStr();
  }

 private:
  // A link's frame: that of its solid, or for the endPoint of a joint the same moved to the joint's anchor.
  struct Link {
    std::string name;
    Pose from_solid;
  };

  std::string unique(const std::string& name) {
    std::string whole = prefix_ + name;
    for (int n = 0; !names_.insert(whole).second; ++n) whole = fmt::format("{}{}_{}", prefix_, name, n);
    return whole;
  }

  std::string link_name(const Solid& solid) {
    if (&solid == &robot_.solid()) return unique("base_link");
    const std::string& name = solid.node().get<std::string>("name");
    return unique(!name.empty() ? name : solid.node().def().empty() ? "solid" : solid.node().def());
  }

  // Motors give a joint its name, else position sensors, else its DEF.
  std::string joint_name(const Joint& joint, int axis) {
    for (const lo_device_kind kind : {LO_DEVICE_MOTOR, LO_DEVICE_POSITION_SENSOR})
      if (const std::string* name = robot_.name_of_device(kind, joint, axis)) return unique(*name);
    const std::string def = joint.node().def();
    return unique(fmt::format("{}{}", def.empty() ? "joint" : def, axis == 0 ? "" : std::to_string(axis + 1)));
  }

  Element* child(Element* parent, const char* name) { return parent->InsertNewChildElement(name); }

  void add_origin(Element* parent, const Pose& pose) {
    Element* origin = child(parent, "origin");
    origin->SetAttribute("xyz", numbers(pose.position).c_str());
    origin->SetAttribute("rpy", numbers(roll_pitch_yaw(pose.rotation)).c_str());
  }

  Element* add_joint(const std::string& name, const char* type, const std::string& parent, const std::string& link,
                     const Pose& parent_from_link) {
    Element* joint = child(root_, "joint");
    joint->SetAttribute("name", name.c_str());
    joint->SetAttribute("type", type);
    child(joint, "parent")->SetAttribute("link", parent.c_str());
    child(joint, "child")->SetAttribute("link", link.c_str());
    add_origin(joint, parent_from_link);
    return joint;
  }

  void add(const Solid& solid) {
    Link link{link_name(solid), Pose()};
    const auto parent = solid.parent() ? links_.find(solid.parent()) : links_.end();
    if (parent != links_.end()) {
      const auto* joint = dynamic_cast<const AxisJoint*>(solid.joint());
      if (joint) {
        link.from_solid = add_axes(*joint, parent->second, link.name, solid);
      } else {
        const Pose parent_from_solid = solid.parent()->pose().inverse() * solid.pose();
        add_joint(unique(fmt::format("{}_{}_joint", bare(parent->second.name), bare(link.name))), "fixed",
                  parent->second.name, link.name, parent->second.from_solid * parent_from_solid);
      }
    }
    add_link(solid, link);
    links_.emplace(&solid, link);
  }

  std::string bare(const std::string& name) const { return name.substr(prefix_.size()); }

  // A joint with several axes becomes as many joints with links of nothing between. Returns the last link's pose in the
  // endPoint's frame, inverted: link_from_solid.
  Pose add_axes(const AxisJoint& axes, const Link& parent, const std::string& name, const Solid& end_point) {
    const Joint& joint = axes;
    const std::size_t count = joint.axes().size();
    const std::array<double, 3> zeros{};
    const Pose solid = axes.end_point_at(std::span(zeros).first(count));  // in the parent's solid, all axes at 0
    // A slider has no anchor: its endPoint's own origin is as good.
    const Vector3d anchor = joint.axes()[0].linear ? solid.position : axes.anchor();
    const Pose link{anchor, solid.rotation};  // in the parent's solid
    std::string above = parent.name;
    Pose above_from_link = parent.from_solid * link;
    for (std::size_t i = 0; i < count; ++i) {
      const JointAxis& axis = joint.axes()[i];
      const bool last = i + 1 == count;
      const std::string below =
          last ? name : unique(fmt::format("{}_axis{}", end_point.node().get<std::string>("name"), i + 1));
      if (!last) child(root_, "link")->SetAttribute("name", below.c_str());
      const AxisDrive::Limits limits =
          axis.motor ? axis.drive->limits() : AxisDrive::Limits{.max_velocity = 0, .max_force = 0};
      const bool motor_limits = limits.min_position != limits.max_position;
      const bool stops = axis.min_stop != axis.max_stop;
      const char* type = axis.linear ? "prismatic" : motor_limits || stops ? "revolute" : "continuous";
      Element* element = add_joint(joint_name(joint, int(i)), type, above, below, above_from_link);
      child(element, "axis")->SetAttribute("xyz", numbers(link.rotation.transpose() * axes.direction(int(i))).c_str());
      if (axis.motor || stops || axis.linear) add_limit(child(element, "limit"), axis, limits);
      above = below;
      above_from_link = Pose();
    }
    return link.inverse() * solid;
  }

  // URDF wants effort and velocity in every limit, lower and upper where a joint does not turn on and on.
  void add_limit(Element* limit, const JointAxis& axis, const AxisDrive::Limits& of_motor) {
    limit->SetAttribute("effort", number(of_motor.max_force).c_str());
    limit->SetAttribute("velocity", number(of_motor.max_velocity).c_str());
    const bool motor_limits = of_motor.min_position != of_motor.max_position;
    if (motor_limits || axis.min_stop != axis.max_stop) {
      limit->SetAttribute("lower", number(motor_limits ? of_motor.min_position : axis.min_stop).c_str());
      limit->SetAttribute("upper", number(motor_limits ? of_motor.max_position : axis.max_stop).c_str());
    }
  }

  void add_link(const Solid& solid, const Link& link) {
    Element* element = child(root_, "link");
    element->SetAttribute("name", link.name.c_str());
    if (const Node* physics = solid.node().node("physics")) add_inertia(element, *physics, solid, link);
    for (const char* what : {"visual", "collision"})
      for (const auto& shape : solid.shapes()) add_shape(element, what, *shape, link);
  }

  void add_inertia(Element* element, const Node& physics, const Solid& solid, const Link& link) {
    Diagnostics told_at_load;
    auto mass = solid_mass(physics, solid.shapes(), told_at_load, true);
    if (!mass) return;
    const Vector3d center(mass->c[0], mass->c[1], mass->c[2]);
    translate(*mass, -center);
    Element* inertial = child(element, "inertial");
    add_origin(inertial, link.from_solid * Pose{center, Matrix3d::Identity()});
    child(inertial, "mass")->SetAttribute("value", exactly(mass->mass).c_str());
    Element* inertia = child(inertial, "inertia");
    const char* const names[] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
    const dReal values[] = {mass->I[0], mass->I[1], mass->I[2], mass->I[5], mass->I[6], mass->I[10]};
    for (int i = 0; i < 6; ++i) inertia->SetAttribute(names[i], exactly(values[i]).c_str());
  }

  void add_shape(Element* element, const char* what, const Shape& shape, const Link& link) {
    const auto begin = [&](const char* kind) {
      Element* outer = child(element, what);
      add_origin(outer, link.from_solid * shape.in_solid);
      return child(child(outer, "geometry"), kind);
    };
    switch (shape.kind) {
      case ShapeKind::Box:
        begin("box")->SetAttribute("size", numbers(shape.size).c_str());
        return;
      case ShapeKind::Sphere:
        begin("sphere")->SetAttribute("radius", number(shape.size.x()).c_str());
        return;
      case ShapeKind::Cylinder:
      case ShapeKind::Capsule: {
        Element* round = begin(shape.kind == ShapeKind::Cylinder ? "cylinder" : "capsule");
        round->SetAttribute("radius", number(shape.size.x()).c_str());
        round->SetAttribute("length", number(shape.size.y()).c_str());
        return;
      }
      case ShapeKind::Cone:
      case ShapeKind::Plane:
      case ShapeKind::ElevationGrid:
      case ShapeKind::Mesh:
        return;  // URDF has no such shape, or only as a file
    }
  }

  const Robot& robot_;
  const std::string& prefix_;
  tinyxml2::XMLDocument document_;
  Element* root_ = nullptr;
  std::set<std::string> names_;
  std::unordered_map<const Solid*, Link> links_;  // looked up only
};

}  // namespace

std::string write_urdf(const Robot& robot, const std::string& prefix) { return Writer(robot, prefix).write(); }

}  // namespace lightsout
