// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a node keeps of the PROTO instance that it was.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "world_format/nodes/node.h"

namespace lightsout {

struct ProtoDeclaration;

// Where the random numbers of templates stand: the seed of the episode, and how many instances have drawn of it.
struct TemplateChance {
  std::uint64_t seed = 0;
  std::uint32_t draws = 0;
  std::uint32_t resets = 0;  // since a seed was given
  bool operator==(const TemplateChance&) const = default;
};

// One use of a PROTO. The node that it became holds it: node.proto()->declaration->name is the type that the world
// names.
struct ProtoInstance : std::enable_shared_from_this<ProtoInstance> {
  std::shared_ptr<const ProtoDeclaration> declaration;
  // Of the interface type, with the values that the instance gave. For reading: the live values are in the nodes below.
  NodePtr parameters;
  // Where the instance is written.
  Span use;
  TemplateChance chance;  // before it was expanded
  // Of the solids around it: what it became is larger by so much than its PROTO says (upgrade_scale.cpp).
  double scale = 1;
  // A derived PROTO: the instance that its root was.
  std::shared_ptr<ProtoInstance> base;
  // Which fields of which nodes follow a parameter. Where the node is an expanded PROTO itself (`nested`), the field is
  // a parameter of that one. Edits of a running world can remove nodes: see follow().
  struct Link {
    FieldIndex parameter;
    Node* node;
    FieldIndex field;
    bool nested;
    double scale = 1;  // of the solids around the node: the field is larger by so much than the parameter
  };
  std::vector<Link> links;
  // Parameters that hold nodes and that no field follows. Their nodes stand in `parameters`, which is then a node of
  // the tree itself: it has an id, and the expanded node for its parent, in none of that node's fields.
  std::vector<FieldIndex> kept;
  bool keeps(FieldIndex parameter) const { return std::ranges::find(kept, parameter) != kept.end(); }
};

// Calls visit(keeper, child) for the nodes that parameters of the node's PROTOs keep, and visit(keeper, nullptr)
// before, once for each such `parameters`.
template <class N, class Visit>
requires std::same_as<std::remove_const_t<N>, Node>
void for_each_kept(N& node, const Visit& visit) {
  for (const ProtoInstance* record = node.proto(); record; record = record->base.get()) {
    if (record->kept.empty()) continue;
    N& keeper = *record->parameters;
    visit(keeper, static_cast<N*>(nullptr));
    for (const FieldIndex parameter : record->kept) {
      const Value& value = keeper.get(parameter);
      if (value.type() == FieldType::SFNode) {
        if (const NodePtr& child = value.as<NodePtr>()) visit(keeper, child.get());
      } else {
        for (const NodePtr& child : value.as<MFNode>())
          if (child) visit(keeper, child.get());
      }
    }
  }
}

// The node and all below it, each before what is in its fields, and that before what its parameters keep, with the
// keepers. What copies keep is not asked for: it is the original's that counts.
template <class N, class Visit>
requires std::same_as<std::remove_const_t<N>, Node>
void for_each_node_with_kept(N& node, const Visit& visit) {
  visit(node);
  for_each_child(node, [&visit](N& child) { for_each_node_with_kept(child, visit); });
  if (node.use_of()) return;
  for_each_kept(node, [&visit](N& keeper, N* child) {
    if (child)
      for_each_node_with_kept(*child, visit);
    else
      visit(keeper);
  });
}

// True for what parameters keep, and for the keeper: nodes of the tree of which nothing becomes.
inline bool is_kept(const Node& node) {
  for (const Node* at = &node; at; at = at->parent())
    if (at->type().is_proto()) return true;
  return false;
}

}  // namespace lightsout
