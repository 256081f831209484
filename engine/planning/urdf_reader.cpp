// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/planning/urdf_reader.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cstring>
#include <limits>

namespace lightsout {
namespace {

using Eigen::AngleAxisd;
using Eigen::Vector3d;
using tinyxml2::XMLAttribute;
using tinyxml2::XMLElement;

// What only xacro understands; false at the first of it, which is reported.
bool is_expanded(XmlText& text, const XMLElement& element) {
  constexpr const char* how =
      "this is a file for xacro, not a robot yet: run `xacro FILE > robot.urdf` and take robot.urdf";
  if (std::strncmp(element.Name(), "xacro:", 6) == 0) {
    text.report(element, how);
    return false;
  }
  for (const XMLAttribute* a = element.FirstAttribute(); a; a = a->Next()) {
    if (!std::strstr(a->Value(), "${") && !std::strstr(a->Value(), "$(")) continue;
    text.report(*a, how);
    return false;
  }
  for (const XMLElement* e = element.FirstChildElement(); e; e = e->NextSiblingElement())
    if (!is_expanded(text, *e)) return false;
  return true;
}

// Of <origin xyz rpy>: turns about the fixed axes x, y, z, one after the other.
RigidPose read_origin(XmlText& text, const XMLElement& holder) {
  RigidPose pose;
  const XMLElement* origin = holder.FirstChildElement("origin");
  if (!origin) return pose;
  if (const auto xyz = text.numbers_of(*origin, "xyz", 3)) pose.translation = *xyz;
  if (const auto rpy = text.numbers_of(*origin, "rpy", 3))
    pose.rotation = (AngleAxisd(rpy->z(), Vector3d::UnitZ()) * AngleAxisd(rpy->y(), Vector3d::UnitY()) *
                     AngleAxisd(rpy->x(), Vector3d::UnitX()))
                        .toRotationMatrix();
  return pose;
}

std::shared_ptr<const CollisionModel> read_box(XmlText& text, const XMLElement& shape) {
  if (text.text_of(shape, "size").empty()) return nullptr;
  const auto size = text.numbers_of(shape, "size", 3);
  if (size && size->minCoeff() <= 0) text.report(*shape.FindAttribute("size"), "sizes must be greater than 0");
  return size ? CollisionModel::primitive("box", ModelKind::Box, *size) : nullptr;
}

std::shared_ptr<const CollisionModel> read_mesh(XmlText& text, const XMLElement& shape, ModelFiles& files) {
  const std::string name = text.text_of(shape, "filename");
  if (name.empty()) return nullptr;
  const Vector3d scale = text.numbers_of(shape, "scale", 3).value_or(Vector3d::Ones());
  if (scale.prod() == 0) {
    text.report(*shape.FindAttribute("scale"), "a scale must not be 0");
    return nullptr;
  }
  auto model = files.load(name, scale);
  if (model) return *model;
  text.report(*shape.FindAttribute("filename"), model.error());
  return nullptr;
}

// nullptr where there is none, which has been reported.
std::shared_ptr<const CollisionModel> read_shape(XmlText& text, const XMLElement& shape, ModelFiles& files) {
  const std::string_view kind = shape.Name();
  if (kind == "box") return read_box(text, shape);
  if (kind == "mesh") return read_mesh(text, shape, files);
  if (kind == "sphere")
    return CollisionModel::primitive("sphere", ModelKind::Sphere, {text.length_of(shape, "radius"), 0, 0});
  if (kind == "cylinder" || kind == "capsule") {
    const double radius = text.length_of(shape, "radius"), length = text.length_of(shape, "length");
    return CollisionModel::primitive(std::string(kind), kind == "capsule" ? ModelKind::Capsule : ModelKind::Cylinder,
                                     {radius, length, 0});
  }
  text.report(shape, fmt::format("<{}> is no shape: it is box, sphere, cylinder, capsule or mesh", kind));
  return nullptr;
}

void read_link(XmlText& text, const XMLElement& element, ModelFiles& files, RobotTree& tree) {
  RobotTree::Link link{text.text_of(element, "name")};
  if (tree.find_link(link.name) >= 0) text.report(element, fmt::format("there are two links '{}'", link.name));
  text.expect(element, {"inertial", "visual", "collision", "self_collision_checking", "sensor", "gazebo"});
  for_each_child(element, "collision", [&](const XMLElement& collision) {
    const RigidPose in_link = read_origin(text, collision);
    const XMLElement* geometry = collision.FirstChildElement("geometry");
    const XMLElement* shape = geometry ? geometry->FirstChildElement() : nullptr;
    if (!shape) return text.report(collision, "<collision> needs a <geometry> with a shape in it");
    if (auto model = read_shape(text, *shape, files)) link.parts.push_back({std::move(model), in_link});
  });
  tree.link_names.push_back(link.name);
  tree.links.push_back(std::move(link));
}

struct KindName {
  const char* name;
  RobotJointKind kind;
  int variables;
};
constexpr KindName kinds[] = {
    {"fixed", RobotJointKind::Fixed, 0},           {"revolute", RobotJointKind::Revolute, 1},
    {"continuous", RobotJointKind::Continuous, 1}, {"prismatic", RobotJointKind::Prismatic, 1},
    {"planar", RobotJointKind::Planar, 3},         {"floating", RobotJointKind::Floating, 7}};

const KindName& kind_of(RobotJointKind kind) { return *std::ranges::find(kinds, kind, &KindName::kind); }

// A link that a joint names, "" if there is none.
std::string read_end(XmlText& text, const XMLElement& joint, const char* end, const RobotTree& tree) {
  const XMLElement* element = joint.FirstChildElement(end);
  if (!element) return text.report(joint, fmt::format("<joint> needs <{} link=\"...\"/>", end)), "";
  const std::string link = text.text_of(*element, "link");
  if (!link.empty() && tree.find_link(link) < 0)
    text.report(*element->FindAttribute("link"), fmt::format("there is no link '{}'", link));
  return link;
}

// Of joints that have one: exporters give the others axes of all kinds.
Vector3d read_axis(XmlText& text, const XMLElement& joint, RobotJointKind kind) {
  const XMLElement* axis = joint.FirstChildElement("axis");
  if (!axis || kind == RobotJointKind::Fixed || kind == RobotJointKind::Floating) return Vector3d::UnitX();
  const Vector3d along = text.numbers_of(*axis, "xyz", 3).value_or(Vector3d::UnitX());
  if (along.norm() > 0) return along.normalized();
  text.report(*axis, "the axis has no direction");
  return Vector3d::UnitX();
}

void read_limits(XmlText& text, const XMLElement& element, const RobotJoint& joint, RobotVariable& variable) {
  if (joint.kind != RobotJointKind::Revolute && joint.kind != RobotJointKind::Prismatic) return;
  const XMLElement* limit = element.FirstChildElement("limit");
  if (!limit)
    return text.report(element,
                       fmt::format("a {} joint needs <limit lower=\"...\" upper=\"...\"/>{}", kind_of(joint.kind).name,
                                   joint.kind == RobotJointKind::Revolute ? "; one without limits is continuous" : ""));
  variable.lower = text.number_of(*limit, "lower").value_or(0);  // 0 by the format
  variable.upper = text.number_of(*limit, "upper").value_or(0);
  if (variable.lower > variable.upper)
    text.report(*limit, fmt::format("lower {} is above upper {}", variable.lower, variable.upper));
  variable.start = std::clamp(0.0, variable.lower, std::max(variable.lower, variable.upper));
}

// Of each joint its own variable, which link_up() takes over.
struct JointReader {
  XmlText& text;
  RobotTree& tree;

  void read(const XMLElement& element) {
    RobotJoint joint{text.text_of(element, "name"), RobotJointKind::Fixed, "", "", -1, 0, false, 1, 0};
    if (std::ranges::find(tree.joints, joint.name, &RobotJoint::name) != tree.joints.end())
      text.report(element, fmt::format("there are two joints '{}'", joint.name));
    const std::string kind = text.text_of(element, "type");
    const auto* known = std::ranges::find(kinds, kind, &KindName::name);
    if (known != std::end(kinds))
      joint.kind = known->kind;
    else if (!kind.empty())
      text.report(
          *element.FindAttribute("type"),
          fmt::format("'{}' is no type of joint: fixed, revolute, continuous, prismatic, planar or floating", kind));
    text.expect(element, {"origin", "parent", "child", "axis", "calibration", "dynamics", "limit", "mimic",
                          "safety_controller", "gazebo"});
    joint.parent = read_end(text, element, "parent", tree);
    joint.child = read_end(text, element, "child", tree);
    tree.motions.push_back({read_origin(text, element), read_axis(text, element, joint.kind)});
    RobotVariable variable{joint.name, -std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::infinity(), 0};
    read_limits(text, element, joint, variable);
    joint.variables = known != std::end(kinds) ? known->variables : 0;
    joint.first_variable = int(tree.variables.size());
    tree.variables.push_back(variable);
    tree.joints.push_back(joint);
  }

  // When all joints are known.
  void read_mimic(const XMLElement& element, std::size_t number) {
    const XMLElement* mimic = element.FirstChildElement("mimic");
    if (!mimic) return;
    RobotJoint& joint = tree.joints[number];
    const std::string other = text.text_of(*mimic, "joint");
    const double multiplier = text.number_of(*mimic, "multiplier").value_or(1),
                 offset = text.number_of(*mimic, "offset").value_or(0);
    const auto found = std::ranges::find(tree.joints, other, &RobotJoint::name);
    if (other.empty()) return;
    if (found == tree.joints.end() || found->variables != 1 || joint.variables != 1 || &*found == &joint)
      return text.report(*mimic->FindAttribute("joint"),
                         fmt::format("'{}' is no other joint of one axis that this one could mimic", other));
    joint.is_mimic = true;
    joint.first_variable = int(found - tree.joints.begin());  // the joint, until chains are resolved
    joint.multiplier = multiplier;
    joint.offset = offset;
  }

  // A joint that mimics one that mimics another.
  void resolve(const XMLElement& element, std::size_t number) {
    RobotJoint& joint = tree.joints[number];
    for (std::size_t hops = 0; joint.is_mimic && tree.joints[std::size_t(joint.first_variable)].is_mimic; ++hops) {
      if (hops > tree.joints.size())
        return text.report(*element.FirstChildElement("mimic"), "joints mimic each other in a circle");
      const RobotJoint& other = tree.joints[std::size_t(joint.first_variable)];
      joint.offset += joint.multiplier * other.offset;
      joint.multiplier *= other.multiplier;
      joint.first_variable = other.first_variable;
    }
  }
};

void add_variables(const RobotJoint& joint, const RobotVariable& own, std::vector<RobotVariable>& variables) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (joint.kind == RobotJointKind::Planar)
    for (const char* part : {"x", "y", "theta"}) variables.push_back({joint.name + "/" + part, -infinity, infinity, 0});
  else if (joint.kind == RobotJointKind::Floating)
    for (const char* part : {"trans_x", "trans_y", "trans_z", "rot_x", "rot_y", "rot_z", "rot_w"})
      variables.push_back({joint.name + "/" + part, -infinity, infinity, std::strcmp(part, "rot_w") == 0 ? 1.0 : 0.0});
  else if (joint.variables == 1)
    variables.push_back(own);
}

// Links and joints in the order in which a walk from the root meets them, children in order of the file.
class LinkUp {
 public:
  LinkUp(XmlText& text, RobotTree& tree) : text_(text), tree_(tree), above_(tree.links.size(), -1) {}

  void run(const std::vector<VirtualJoint>& virtual_joints) {
    const XMLElement* element = text_.root()->FirstChildElement("joint");
    for (std::size_t j = 0; j < tree_.joints.size(); ++j, element = element->NextSiblingElement("joint")) {
      int& above = above_[std::size_t(tree_.find_link(tree_.joints[j].child))];
      if (above >= 0)
        return text_.report(*element, fmt::format("'{}' hangs on two joints, '{}' and '{}'", tree_.joints[j].child,
                                                  tree_.joints[std::size_t(above)].name, tree_.joints[j].name));
      above = int(j);
    }
    const auto root = std::ranges::find(above_, -1);
    if (root == above_.end()) return text_.report(*text_.root(), "the joints run in a circle: no link is the root");
    if (const auto other = std::find(root + 1, above_.end(), -1); other != above_.end())
      return text_.report(*text_.root(),
                          fmt::format("the links '{}' and '{}' both hang on no joint: one tree is expected",
                                      tree_.link_names[std::size_t(root - above_.begin())],
                                      tree_.link_names[std::size_t(other - above_.begin())]));
    add_virtual(virtual_joints, tree_.link_names[std::size_t(root - above_.begin())]);
    walk(int(root - above_.begin()), -1);
    if (links_.size() < tree_.links.size()) return text_.report(*text_.root(), "some joints run in a circle");
    finish();
  }

 private:
  void add_virtual(const std::vector<VirtualJoint>& virtual_joints, const std::string& root) {
    for (const VirtualJoint& v : virtual_joints) {
      if (v.child != root) continue;
      above_[std::size_t(tree_.find_link(root))] = int(tree_.joints.size());
      tree_.joints.push_back(
          {v.name, v.kind, v.frame, v.child, int(tree_.variables.size()), kind_of(v.kind).variables, false, 1, 0});
      tree_.motions.push_back({{}, Vector3d::UnitZ()});
      tree_.variables.push_back({});
      return;
    }
  }

  void walk(int from, int from_parent) {
    std::vector<std::pair<int, int>> open{{from, from_parent}};  // a link, and its parent's new number
    while (!open.empty()) {
      const auto [link, parent] = open.back();
      open.pop_back();
      const int number = int(links_.size());
      links_.push_back(std::move(tree_.links[std::size_t(link)]));
      links_.back().parent = parent;
      if (const int joint = above_[std::size_t(link)]; joint >= 0) {
        links_.back().joint = int(order_.size());
        order_.push_back(joint);
      }
      for (int j = int(tree_.joints.size()) - 1; j >= 0; --j)
        if (tree_.joints[std::size_t(j)].parent == tree_.link_names[std::size_t(link)] &&
            j != above_[std::size_t(link)])
          open.emplace_back(tree_.find_link(tree_.joints[std::size_t(j)].child), number);
    }
  }

  // Until now each joint's first_variable was its own number, or that of the joint that it mimics.
  void finish() {
    std::vector<RobotJoint> joints;
    std::vector<RobotTree::Motion> motions;
    std::vector<RobotVariable> variables;
    std::vector<int> first(tree_.joints.size(), -1);
    for (const int j : order_) {
      const RobotJoint& joint = tree_.joints[std::size_t(j)];
      if (!joint.is_mimic && joint.variables > 0) {
        first[std::size_t(j)] = int(variables.size());
        add_variables(joint, tree_.variables[std::size_t(j)], variables);
      }
    }
    for (const int j : order_) {
      RobotJoint joint = tree_.joints[std::size_t(j)];
      joint.first_variable = first[std::size_t(joint.is_mimic ? joint.first_variable : j)];
      joints.push_back(joint);
      motions.push_back(tree_.motions[std::size_t(j)]);
    }
    tree_.joints = std::move(joints);
    tree_.motions = std::move(motions);
    tree_.variables = std::move(variables);
    tree_.links = std::move(links_);
    tree_.link_names.clear();
    for (const RobotTree::Link& link : tree_.links) tree_.link_names.push_back(link.name);
  }

  XmlText& text_;
  RobotTree& tree_;
  std::vector<int> above_;  // the joint that holds each link
  std::vector<RobotTree::Link> links_;
  std::vector<int> order_;  // of joints
};

}  // namespace

void read_urdf(XmlText& text, ModelFiles& files, RobotTree& tree) {
  const XMLElement* robot = text.root();
  if (!robot) return;
  if (std::string_view(robot->Name()) != "robot") return text.report(*robot, "a URDF is a <robot>");
  if (!is_expanded(text, *robot)) return;
  tree.name = robot->Attribute("name") ? robot->Attribute("name") : "";
  text.expect(*robot, {"link", "joint", "material", "transmission", "gazebo", "ros2_control", "sensor"});
  for_each_child(*robot, "link", [&](const XMLElement& link) { read_link(text, link, files, tree); });
  JointReader joints{text, tree};
  for_each_child(*robot, "joint", [&](const XMLElement& joint) { joints.read(joint); });
  std::size_t number = 0;
  for_each_child(*robot, "joint", [&](const XMLElement& joint) { joints.read_mimic(joint, number++); });
  number = 0;
  for_each_child(*robot, "joint", [&](const XMLElement& joint) { joints.resolve(joint, number++); });
  if (tree.links.empty() && text.errors().empty()) text.report(*robot, "the robot has no links");
}

void link_up(XmlText& text, const std::vector<VirtualJoint>& virtual_joints, RobotTree& tree) {
  LinkUp(text, tree).run(virtual_joints);
}

}  // namespace lightsout
