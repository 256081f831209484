// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/planning/srdf_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace lightsout {
namespace {

using tinyxml2::XMLElement;

// SRDFs are often shared by variants of a robot: what one of them lacks is noted.
bool has_link(XmlText& text, const XMLElement& element, const std::string& link, const RobotTree& tree) {
  if (link.empty()) return false;
  if (tree.find_link(link) >= 0) return true;
  text.note(element, fmt::format("the robot has no link '{}': this is passed over", link));
  return false;
}

void read_pairs(XmlText& text, const char* name, bool check, RobotTree& tree) {
  for_each_child(*text.root(), name, [&](const XMLElement& element) {
    const std::string first = text.text_of(element, "link1"), second = text.text_of(element, "link2");
    if (has_link(text, element, first, tree) && has_link(text, element, second, tree))
      tree.rules->push_back({check, first, second, 0});
  });
}

void read_state(XmlText& text, const XMLElement& element, RobotTree& tree) {
  RobotState state{text.text_of(element, "name"), text.text_of(element, "group"), {}};
  for (const RobotVariable& variable : tree.variables) state.positions.push_back(variable.start);
  for_each_child(element, "joint", [&](const XMLElement& joint) {
    const std::string name = text.text_of(joint, "name");
    const auto found = std::ranges::find(tree.variables, name, &RobotVariable::name);
    if (text.text_of(joint, "value").empty()) return;
    if (found == tree.variables.end())
      return text.note(joint, fmt::format("'{}' is no joint with one position of its own: it is passed over", name));
    if (const auto value = text.number_of(joint, "value"))
      state.positions[std::size_t(found - tree.variables.begin())] = *value;
  });
  tree.states.push_back(std::move(state));
}

}  // namespace

std::vector<VirtualJoint> read_virtual_joints(XmlText& text, const RobotTree& tree) {
  std::vector<VirtualJoint> joints;
  const XMLElement* robot = text.root();
  if (!robot) return joints;
  if (std::string_view(robot->Name()) != "robot") return text.report(*robot, "an SRDF is a <robot>"), joints;
  if (const char* name = robot->Attribute("name"); name && tree.name != name)
    text.report(*robot->FindAttribute("name"),
                fmt::format("this is of the robot '{}', the URDF of '{}'", name, tree.name));
  for_each_child(*robot, "virtual_joint", [&](const XMLElement& element) {
    VirtualJoint joint{text.text_of(element, "name"), text.text_of(element, "parent_frame"),
                       text.text_of(element, "child_link"), RobotJointKind::Fixed};
    const std::string kind = text.text_of(element, "type");
    if (kind == "planar" || kind == "floating")
      joint.kind = kind == "planar" ? RobotJointKind::Planar : RobotJointKind::Floating;
    else if (!kind.empty() && kind != "fixed")
      text.report(*element.FindAttribute("type"), "a virtual joint is fixed, planar or floating");
    if (has_link(text, element, joint.child, tree)) joints.push_back(joint);
  });
  return joints;
}

void read_srdf(XmlText& text, RobotTree& tree) {
  tree.rules.emplace();
  // What holds for all of a link comes before what holds for two of them, and what is disabled wins.
  for_each_child(*text.root(), "disable_default_collisions", [&](const XMLElement& element) {
    const std::string link = text.text_of(element, "link");
    if (has_link(text, element, link, tree))
      for (const std::string& other : tree.link_names) tree.rules->push_back({false, link, other, 0});
  });
  read_pairs(text, "enable_collisions", true, tree);
  read_pairs(text, "disable_collisions", false, tree);
  for_each_child(*text.root(), "group_state", [&](const XMLElement& element) { read_state(text, element, tree); });
}

}  // namespace lightsout
