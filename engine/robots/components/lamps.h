// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What shows the state of an LED or a Charger: the materials and lights in its first child. They are written without
// the journal: nothing that is simulated follows from them but the light that sensors read.
#pragma once

#include <span>
#include <vector>

#include "world_format/nodes/node.h"

namespace lightsout {

class Lamps {
 public:
  struct Lamp {
    Node* node;
    FieldIndex color;  // emissiveColor of a material, color of a light
    Color initial;     // as it was loaded
    void show(World& world, const Color& now) const;
    // Materials have no switch.
    void turn(World& world, bool on) const;
  };

  explicit Lamps(const Node& owner);
  std::span<const Lamp> all() const { return lamps_; }
  // The lamps of the same node before an edit.
  void take_over(const Lamps& before);

 private:
  void collect(Node& child);
  void add(Node& node, std::string_view color);

  std::vector<Lamp> lamps_;
};

}  // namespace lightsout
