// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How the stages that make a tree write its nodes: parser, upgrades, PROTO expansion, loaders. Nodes of a world are
// edited through World alone, so no other room includes this header (scripts/check_layers).
#pragma once

#include <memory>
#include <string>

#include "world_format/nodes/node.h"

namespace lightsout {

// A node that is being made.
class Draft {
 public:
  explicit Draft(Node& node) : node_(node) {}

  void set_def(std::string def) { node_.def_ = std::move(def); }
  void set_use_of(Node* original) { node_.use_of_ = original; }
  void set_span(Span span) { node_.span_ = span; }
  // The id that it will have in the world (World::reserve_id); 0: whichever comes.
  void reserve_id(std::uint32_t id) { node_.reserved_id_ = id; }
  void set_proto(std::shared_ptr<ProtoInstance> proto);

  // Of the field's type. Nodes in it get this one for a parent.
  void set_value(FieldIndex field, Value value, Span span = {});
  void clear_value(FieldIndex field);
  // Of a value that is set.
  void set_span_of(FieldIndex field, Span span);
  // The value itself, made explicit if it was the default. Who puts nodes into it calls adopt() then.
  Value& edit(FieldIndex field);
  // All that are explicit, in the order of the file; likewise.
  std::vector<FieldValue>& values() { return node_.values_; }
  // Sets the parent of the nodes in the field's value.
  void adopt(FieldIndex field);
  // The nodes in the field's value, which have no parent then; the field is left empty.
  [[nodiscard]] MFNode release_nodes(FieldIndex field);

  // Takes the type and the content of `other`; place, span and (if it has one) DEF name stay, so that references stay
  // right.
  void become(NodePtr other);
  // The content of `other` (fields, PROTO record), which is left empty; for what was there before a change.
  void take_content(Node& other);
  // Becomes what USE stands for: a deep copy in which every node follows its original.
  void become_copy_of(Node& original);

  void bind(IsBinding binding) { extras().bindings.push_back(std::move(binding)); }
  void clear_bindings();
  void add_hidden(HiddenValue value) { extras().hidden.push_back(std::move(value)); }
  void clear_hidden();

 private:
  Node::Extras& extras();
  // What its PROTOs keep of parameters is below it.
  void adopt_parameters();

  Node& node_;
};

}  // namespace lightsout
