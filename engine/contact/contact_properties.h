// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What materials do when they touch: the ContactProperties of a world, looked up by pairs of materials.
#pragma once

#include <ode/ode.h>

#include <array>
#include <string>
#include <vector>

#include "engine/contact/friction.h"
#include "world_format/nodes/node.h"

namespace lightsout {

// Contacts that one pair of geoms may report before the deepest are chosen, and the most that stay.
constexpr int most_contacts = 100;

// One ContactProperties node, or the defaults of the format for pairs of materials that none names.
struct ContactParameters {
  dSurfaceParameters surface;  // but for what depends on the friction directions
  FrictionLayout friction, slip;
  std::array<double, 2> friction_rotation{};  // rad
  int material2 = -1;
  int max_contact_joints;
  const Node* node;  // nullptr: the defaults
};

class ContactProperties {
 public:
  // Index of a contactMaterial name.
  int material(const std::string& name);
  // Reads WorldInfo.contactProperties, for the materials that are known; whoever tells more reads again.
  void read(const World& world);
  // Parameters of a pair of materials, in either order.
  const ContactParameters& at(int material1, int material2) const {
    return properties_[table_[material1 * int(materials_.size()) + material2]];
  }

 private:
  std::vector<std::string> materials_{"default"};
  std::vector<ContactParameters> properties_;
  std::vector<int> table_;  // materials x materials -> index in properties_
};

}  // namespace lightsout
