// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Writing nodes of a tree that is being made.
#include "world_format/nodes/draft.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "world_format/nodes/proto_instance.h"

namespace lightsout {

void Draft::set_value(FieldIndex field, Value value, Span span) {
  assert(field < node_.type_->field_count() && value.type() == node_.type_->field(field).type);
  const auto found = std::find_if(node_.values_.begin(), node_.values_.end(),
                                  [field](const FieldValue& v) { return v.index == field; });
  if (found == node_.values_.end()) {
    node_.values_.push_back({field, std::move(value), span});
  } else {
    found->value = std::move(value);
    found->span = span;
  }
  adopt(field);
}

void Draft::clear_value(FieldIndex field) {
  std::erase_if(node_.values_, [field](const FieldValue& value) { return value.index == field; });
}

void Draft::set_span_of(FieldIndex field, Span span) {
  for (FieldValue& value : node_.values_)
    if (value.index == field) value.span = span;
}

Value& Draft::edit(FieldIndex field) {
  for (FieldValue& value : node_.values_)
    if (value.index == field) return value.value;
  node_.values_.push_back({field, node_.type_->field(field).default_value.clone(), {}});
  return node_.values_.back().value;
}

void Draft::adopt(FieldIndex field) {
  const FieldType type = node_.type_->field(field).type;
  const auto take = [this, field](const NodePtr& node) {
    if (!node) return;
    node->parent_ = &node_;
    node->parent_field_ = field;
  };
  if (type == FieldType::SFNode) take(edit(field).as<NodePtr>());
  if (type == FieldType::MFNode)
    for (const NodePtr& node : edit(field).as<MFNode>()) take(node);
}

MFNode Draft::release_nodes(FieldIndex field) {
  MFNode released;
  if (node_.type_->field(field).type == FieldType::MFNode)
    released = std::move(edit(field).as<MFNode>());
  else if (NodePtr& node = edit(field).as<NodePtr>())
    released.push_back(std::move(node));
  for (const NodePtr& node : released) {
    node->parent_ = nullptr;
    node->parent_field_ = no_field;
  }
  return released;
}

void Draft::set_proto(std::shared_ptr<ProtoInstance> proto) {
  node_.proto_ = std::move(proto);
  adopt_parameters();
}

void Draft::adopt_parameters() {
  for (ProtoInstance* record = node_.proto_.get(); record; record = record->base.get()) {
    record->parameters->parent_ = &node_;
    record->parameters->parent_field_ = no_field;
  }
}

Node::Extras& Draft::extras() {
  if (!node_.extras_) node_.extras_ = std::make_unique<Node::Extras>();
  return *node_.extras_;
}

void Draft::clear_bindings() {
  if (node_.extras_) node_.extras_->bindings.clear();
}

void Draft::clear_hidden() {
  if (node_.extras_) node_.extras_->hidden.clear();
}

void Draft::become(NodePtr other) {
  assert(other && other.get() != &node_);
  node_.type_ = other->type_;
  if (node_.def_.empty()) node_.def_ = std::move(other->def_);
  // The old content may hold `other`, and goes last.
  std::swap(node_.values_, other->values_);
  std::swap(node_.proto_, other->proto_);
  std::swap(node_.extras_, other->extras_);
  for (ProtoInstance* record = node_.proto_.get(); record; record = record->base.get())
    for (ProtoInstance::Link& link : record->links)
      if (link.node == other.get()) link.node = &node_;
  for (const FieldValue& value : node_.values_) adopt(value.index);
  adopt_parameters();
}

void Draft::take_content(Node& other) {
  node_.values_ = std::exchange(other.values_, {});
  node_.proto_ = std::move(other.proto_);
  node_.extras_ = std::move(other.extras_);
  for (const FieldValue& value : node_.values_) adopt(value.index);
  adopt_parameters();
}

}  // namespace lightsout
