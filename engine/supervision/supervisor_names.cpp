// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/supervision/supervisor_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "controllers/wire/supervisor.h"
#include "engine/supervision/supervisor_place.h"
#include "world_format/nodes/proto_links.h"

namespace lightsout {
namespace {

using Solids = std::vector<Node*>;

// Solids in the node without those below other Solids.
void collect(Node& node, Solids& solids) {
  if (node.is_a("Solid")) return solids.push_back(&node);
  for_each_child(node, [&](Node& child) { collect(child, solids); });
}

Solids solids_below(Node& solid) {
  Solids solids;
  for_each_child(solid, [&](Node& child) { collect(child, solids); });
  return solids;
}

Solids siblings_of(const World& world, Node& solid) {
  for (Node* above = solid.parent(); above; above = above->parent())
    if (above->is_a("Solid")) return solids_below(*above);
  Solids solids;
  for (const NodePtr& top : world.nodes()) collect(*top, solids);
  return solids;
}

// "wheel(2)": "wheel" and 2.
struct NumberedName {
  std::string_view stem;
  std::optional<unsigned> number;
};

NumberedName parse(std::string_view name) {
  const std::size_t open = name.rfind('(');
  if (open == std::string_view::npos || open == 0 || !name.ends_with(')')) return {name, {}};
  const std::string_view digits = name.substr(open + 1, name.size() - open - 2);
  unsigned number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) return {name, {}};
  return {name.substr(0, open), number};
}

std::string name_of(const Node& solid) { return solid.get<std::string>("name"); }

void make_unique(World& world, Node& solid, const Solids& siblings) {
  const std::string name = name_of(solid);
  const NumberedName mine = parse(name);
  bool taken = false;
  std::vector<unsigned> numbers;
  for (const Node* sibling : siblings) {
    if (sibling == &solid) continue;
    const std::string other = name_of(*sibling);
    taken = taken || other == name;
    if (const NumberedName parts = parse(other); parts.stem == mine.stem && parts.number)
      numbers.push_back(*parts.number);
  }
  if (!taken || solid.use_of() || is_internal(solid)) return;
  const auto place = actual_place({&solid, nullptr, LO_LEVEL_BASE, solid.type().find("name")});
  if (!place || place->node != &solid || (place->record && is_read_by_template(solid, place->field))) return;
  unsigned number = 1;
  while (std::ranges::find(numbers, number) != numbers.end()) ++number;
  set_value(world, *place, Value(fmt::format("{}({})", mine.stem, number)));
}

void make_unique_with_those_below(World& world, Node& solid, const Solids& siblings) {
  make_unique(world, solid, siblings);
  const Solids below = solids_below(solid);
  for (Node* child : below) make_unique_with_those_below(world, *child, below);
}

}  // namespace

void give_unique_names(World& world, Node& arrived) {
  Solids solids;
  collect(arrived, solids);
  for (Node* solid : solids) make_unique_with_those_below(world, *solid, siblings_of(world, *solid));
}

}  // namespace lightsout
