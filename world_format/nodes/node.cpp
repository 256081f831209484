// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Nodes: reading their fields. Making them is in draft.cpp, copying in node_copy.cpp; the world that owns them in
// world.cpp.
#include "world_format/nodes/node.h"

#include <algorithm>

namespace lightsout {

void NodeDeleter::operator()(Node* node) const { delete node; }

Node::~Node() = default;

const Value& Node::get(FieldIndex field) const {
  for (const FieldValue& value : values_)
    if (value.index == field) return value.value;
  return type_->field(field).default_value;
}

bool Node::is_set(FieldIndex field) const {
  return std::any_of(values_.begin(), values_.end(), [field](const FieldValue& v) { return v.index == field; });
}

Span Node::span_of(FieldIndex field) const {
  for (const FieldValue& value : values_)
    if (value.index == field && value.span) return value.span;
  return span_;
}

const std::vector<IsBinding>& Node::bindings() const {
  static const std::vector<IsBinding> none;
  return extras_ ? extras_->bindings : none;
}

const std::vector<HiddenValue>& Node::hidden() const {
  static const std::vector<HiddenValue> none;
  return extras_ ? extras_->hidden : none;
}

std::size_t count_nodes(const Node& node) {
  std::size_t count = 1;
  for_each_child(node, [&count](const Node& child) { count += count_nodes(child); });
  return count;
}

}  // namespace lightsout
