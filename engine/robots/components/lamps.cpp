// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/components/lamps.h"

namespace lightsout {

Lamps::Lamps(const Node& owner) {
  if (!owner.nodes("children").empty()) collect(*owner.nodes("children")[0]);
}

void Lamps::collect(Node& child) {
  if (child.is_a("Shape")) {
    Node* appearance = child.node("appearance");
    if (!appearance) return;
    if (appearance->is_a("PBRAppearance"))
      add(*appearance, "emissiveColor");
    else if (Node* material = appearance->has("material") ? appearance->node("material") : nullptr)
      add(*material, "emissiveColor");
  } else if (child.is_a("Light")) {
    add(child, "color");
  } else if (child.has("children")) {
    for (const NodePtr& inner : child.nodes("children")) collect(*inner);
  }
}

void Lamps::add(Node& node, std::string_view color) {
  lamps_.push_back({&node, node.type().find(color), node.get<Color>(color)});
}

void Lamps::take_over(const Lamps& before) {
  for (Lamp& lamp : lamps_)
    for (const Lamp& old : before.lamps_)
      if (old.node == lamp.node) lamp.initial = old.initial;
}

void Lamps::Lamp::show(World& world, const Color& now) const {
  if (!node->get(color).equals(Value(now))) world.write_back(*node, color, now);
}

void Lamps::Lamp::turn(World& world, bool on) const {
  if (node->has("on")) world.write_back(*node, node->type().find("on"), on);
}

}  // namespace lightsout
