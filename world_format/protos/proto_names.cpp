// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// DEF and USE across the parameters of a PROTO: names in defaults, and the order in which they are given.
#include <fmt/format.h>

#include <unordered_map>
#include <utility>

#include "world_format/nodes/draft.h"
#include "world_format/protos/proto_storage.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

// USE names what stands above it in the file. Where the PROTO has the two parameters the other way round, so do those
// who go by its order.
void ProtoSet::check_order(const Entry& entry, const Node& instance) {
  for (const FieldValue& value : instance.values()) {
    if (!holds_nodes(value.value.type())) continue;
    for_each_reference(value.value, [&](const Node& reference) {
      const Node* holder = reference.use_of();
      while (holder && holder->parent() != &instance) holder = holder->parent();
      if (!holder || holder->parent_field() <= value.index) return;
      diagnostics_->report(
          DiagnosticKind::ParameterOrder, reference.span(),
          fmt::format("PROTO {} has `{}` before `{}`, where `{}` is defined: give them in this order, the DEF first",
                      entry.declaration->name, instance.type().field(value.index).name,
                      instance.type().field(holder->parent_field()).name, reference.def()));
    });
  }
}

namespace {

using NamedDefaults = std::unordered_map<const Node*, FieldIndex>;  // looked up, never iterated

// Nodes with a name in the defaults of parameters.
NamedDefaults named_defaults(const NodeType& interface) {
  NamedDefaults named;
  for (FieldIndex i = 0; i < interface.fields().size(); ++i)
    for_each_node_in(interface.field(i).default_value, [&](const Node& node) {
      if (!node.use_of() && !node.def().empty()) named.emplace(&node, i);
    });
  return named;
}

}  // namespace

// The USEs of a body that name nodes in the defaults of parameters.
std::vector<Node*> ProtoSet::references_to_defaults(const Entry& entry, Node& body) {
  std::vector<Node*> references;
  if (!entry.has_named_defaults) return references;
  const NamedDefaults named = named_defaults(*entry.declaration->interface);
  for_each_node(body, [&](Node& node) {
    if (named.contains(node.use_of())) references.push_back(&node);
  });
  return references;
}

// They mean the node of the name in what the parameter is of this instance, or one of their own where the body does not
// have the parameter.
void ProtoSet::refer_to_parameters(const Binding& binding, const std::vector<Node*>& references) {
  if (references.empty()) return;
  const NamedDefaults named = named_defaults(binding.instance.type());
  for (Node* reference : references) {
    const Node* standard = reference->use_of();
    const FieldIndex parameter = named.at(standard);
    Node* meant = nullptr;
    for (const ProtoInstance::Link& link : binding.record.links) {
      if (link.parameter != parameter) continue;
      const Node* holder = link.node == &binding.instance ? binding.root : link.node;
      for_each_node_in(holder->get(link.field), [&](Node& node) {
        if (!meant && !node.use_of() && node.def() == reference->def()) meant = &node;
      });
    }
    if (meant) {
      Draft(*reference).set_use_of(meant);
    } else if (!binding.instance.is_set(parameter)) {
      Draft(*reference).set_use_of(nullptr);
      Draft(*reference).become(standard->clone());
    } else {
      diagnostics_->report(
          DiagnosticKind::UnknownDef, reference->span(),
          fmt::format("no DEF `{}` in the parameter `{}`, which is given: the one in its default is not there",
                      reference->def(), binding.instance.type().field(parameter).name));
    }
  }
}

// A USE in a parameter may name a node that stands only in the default of another one. What such references connect is
// given to the instance as its own.
void ProtoSet::give_named_defaults(const Entry& entry, Node& instance) {
  if (!entry.has_named_defaults) return;
  const NodeType& type = instance.type();
  const NamedDefaults named = named_defaults(type);
  std::vector<bool> wanted(type.fields().size());
  for (FieldIndex i = 0; i < type.fields().size(); ++i) {
    const bool given = instance.is_set(i);
    for_each_reference(given ? instance.get(i) : type.field(i).default_value, [&](const Node& reference) {
      const auto found = named.find(reference.use_of());
      if (found == named.end() || found->second == i) return;
      if (!given) wanted[i] = true;
      if (!instance.is_set(found->second)) wanted[found->second] = true;
    });
  }
  std::unordered_map<const Node*, Node*> copies;  // looked up, never iterated
  for (FieldIndex i = 0; i < type.fields().size(); ++i) {
    if (!wanted[i]) continue;
    const Value& standard = type.field(i).default_value;
    Value copy = standard.clone();
    std::vector<const Node*> originals;
    for_each_node_in(standard, [&](const Node& node) { originals.push_back(&node); });
    auto original = originals.begin();
    for_each_node_in(copy, [&](Node& node) { copies.emplace(*original++, &node); });
    Draft(instance).set_value(i, std::move(copy), instance.span());
  }
  for (const FieldValue& value : instance.values())
    for_each_reference(value.value, [&](Node& reference) {
      const auto other = named.find(reference.use_of());
      if (const auto found = copies.find(reference.use_of()); found != copies.end()) {
        Draft(reference).set_use_of(found->second);
      } else if (other != named.end() && wanted[value.index]) {  // from one default to another that does not count
        Draft(reference).set_use_of(nullptr);
        Draft(reference).become(other->first->clone());
      } else if (other != named.end()) {
        diagnostics_->report(DiagnosticKind::UnknownDef, reference.span(),
                             fmt::format("no DEF `{}` above this USE: the parameter `{}`, in whose default there is "
                                         "one, is given",
                                         reference.def(), type.field(other->second).name));
      }
    });
}

}  // namespace lightsout
