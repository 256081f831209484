// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/contact/contact_properties.h"

#include <algorithm>

namespace lightsout {
namespace {

double infinite_if_negative(double v) { return v == -1 ? dInfinity : v; }

FrictionLayout read_layout(const MFFloat& values, double if_empty) {
  FrictionLayout layout;
  layout.count = std::clamp(int(values.size()), 1, 4);
  layout.values[0] = if_empty;
  for (int i = 0; i < layout.count && std::size_t(i) < values.size(); ++i)
    layout.values[i] = infinite_if_negative(values[i]);
  return layout;
}

ContactParameters read_parameters(const NodeType& type, const Node* node) {
  const auto value = [&](std::string_view field) -> const Value& {
    return node ? node->get(field) : type.fields()[type.find(field)].default_value;
  };
  ContactParameters result{};
  dSurfaceParameters& s = result.surface;
  s.mode = dContactApprox1 | dContactSoftERP | dContactSoftCFM;
  result.friction = read_layout(value("coulombFriction").as<MFFloat>(), 1);
  result.slip = read_layout(value("forceDependentSlip").as<MFFloat>(), 0);
  const Vec2& rotation = value("frictionRotation").as<Vec2>();
  result.friction_rotation = {rotation.x, rotation.y};
  s.mu = result.friction.values[0];
  s.soft_erp = value("softERP").as<double>();
  s.soft_cfm = value("softCFM").as<double>();
  const double bounce = value("bounce").as<double>();
  if (bounce != 0) {
    s.mode |= dContactBounce;
    s.bounce = bounce;
    s.bounce_vel = value("bounceVelocity").as<double>();
  }
  const Vec3& rolling = value("rollingFriction").as<Vec3>();
  if (rolling.x != 0 || rolling.y != 0 || rolling.z != 0) {
    // The first number alone counts for all three, as in the simulator whose worlds we read.
    s.mode |= dContactRolling;
    if (rolling.y != 0 || rolling.z != 0) s.mode |= dContactAxisDep;
    s.mu2 = s.mu;  // ODE's flag for three numbers is that for two frictions
    s.rho = infinite_if_negative(rolling.x);
    s.rho2 = infinite_if_negative(rolling.y);
    s.rhoN = infinite_if_negative(rolling.z);
  }
  result.max_contact_joints = std::clamp(value("maxContactJoints").as<std::int32_t>(), 1, most_contacts);
  result.node = node;
  return result;
}

}  // namespace

int ContactProperties::material(const std::string& name) {
  const auto it = std::find(materials_.begin(), materials_.end(), name);
  if (it != materials_.end()) return int(it - materials_.begin());
  materials_.push_back(name);
  return int(materials_.size()) - 1;
}

void ContactProperties::read(const World& world) {
  const NodeType& type = *find_node_type("ContactProperties");
  properties_.clear();
  properties_.push_back(read_parameters(type, nullptr));
  const int n = int(materials_.size());
  table_.assign(std::size_t(n) * n, 0);
  for (const NodePtr& node : world.world_info().nodes("contactProperties")) {
    const auto first = std::find(materials_.begin(), materials_.end(), node->get<std::string>("material1"));
    const auto second = std::find(materials_.begin(), materials_.end(), node->get<std::string>("material2"));
    if (first == materials_.end() || second == materials_.end()) continue;  // no solid has it
    const int a = int(first - materials_.begin()), b = int(second - materials_.begin());
    if (table_[a * n + b] != 0) continue;  // the first entry wins
    properties_.push_back(read_parameters(type, node.get()));
    properties_.back().material2 = b;
    table_[a * n + b] = table_[b * n + a] = int(properties_.size()) - 1;
  }
}

}  // namespace lightsout
