// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What the sources of ProtoSet share: the records behind it, and walks over values that hold nodes. Included by these
// only.
#pragma once

#include <deque>
#include <unordered_map>

#include "world_format/protos/proto.h"

namespace lightsout {

inline bool holds_nodes(FieldType type) { return element_type(type) == FieldType::SFNode; }

// The nodes of a value and all below them.
template <class Visit>
void for_each_node_in(const Value& value, const Visit& visit) {
  if (value.type() == FieldType::SFNode) {
    if (const NodePtr& node = value.as<NodePtr>()) for_each_node(*node, visit);
  } else if (value.type() == FieldType::MFNode) {
    for (const NodePtr& node : value.as<MFNode>())
      if (node) for_each_node(*node, visit);
  }
}

// Those that are a USE which is not filled yet.
template <class Visit>
void for_each_reference(const Value& value, const Visit& visit) {
  for_each_node_in(value, [&visit](Node& node) {
    if (node.use_of()) visit(node);
  });
}

// What instances became that give values to the same parameters, in the same surroundings.
struct ProtoSet::Expansion {
  std::vector<FieldIndex> given;  // none of nodes
  std::vector<Entry*> nesting;
  int depth;
  TemplateChance chance;
  bool again = false;     // there was one such instance before
  NodePtr instance;       // one of them, expanded: further ones are copies of it with their values; nullptr: none yet
  std::size_t nodes = 0;  // as counted while it was expanded
};

// What a body became: parsed and upgraded once, cloned per instance.
struct ProtoSet::Body {
  static constexpr std::size_t max_expansions = 16;

  NodePtr root;  // nullptr after errors
  std::size_t nodes = 0;
  std::deque<Expansion> expansions;
};

// The scope of one file: what its EXTERNPROTO lines and inline PROTOs name.
class ProtoScope : public TypeScope {
 public:
  ProtoScope(ProtoSet& set, SourcePtr source, int version) : set_(set), source_(std::move(source)), version_(version) {}

  const NodeType* find(std::string_view name, Span use, Diagnostics& diagnostics) override {
    return set_.find(*this, name, use, diagnostics);
  }
  bool prefers_proto(std::string_view name) override;
  void extern_proto(ExternProto declaration) override;
  void proto(Parser& parser) override;

  // Folders of the library with what a file of this version means by a name, before the library's own files.
  std::vector<std::string> variants() const;

 private:
  friend class ProtoSet;
  friend class RunScope;
  ProtoSet& set_;
  SourcePtr source_;
  int version_;
  std::vector<ExternProto> externs_;
  std::map<std::string, ProtoSet::Entry*, std::less<>> entries_;  // nullptr: reported as unknown
  std::map<std::string, bool, std::less<>> found_by_name_;        // what prefers_proto looked for
};

// The scope of a text that a run wrote.
class RunScope final : public ProtoScope {
 public:
  RunScope(ProtoSet& set, SourcePtr source, const ProtoScope& world);
  void extern_proto(ExternProto declaration) override;
};

struct ProtoSet::Entry {
  std::shared_ptr<ProtoDeclaration> declaration = std::make_shared<ProtoDeclaration>();
  std::unique_ptr<ProtoScope> scope;  // of the file, for the body and the defaults
  Template text;
  bool loading = true;
  bool usable = false;
  bool own_file = false;            // a missing one: named by a path of the project
  std::vector<std::string> looked;  // for a missing one
  bool missing_reported = false;
  bool connections_checked = false;
  bool has_named_defaults = false;                      // nodes with a DEF in defaults of parameters
  std::map<std::string, std::unique_ptr<Body>> bodies;  // by the values that the template reads
  // The fields that the template reads, and those among them that the last instance gave with its body.
  std::optional<std::vector<FieldIndex>> read;
  std::vector<std::pair<FieldIndex, Value>> last_given;
  Body* last_body = nullptr;
  std::vector<std::optional<Value>> defaults;  // expanded
};

// An instance that is being expanded.
struct ProtoSet::Binding {
  Entry& entry;
  Node& instance;
  ProtoInstance& record;
  Node* root;
  int depth;
  std::vector<bool> expanded;  // per parameter: the instance's value has been expanded and moved into the tree
  // Values that the instance gives go to PROTOs in the body, or into nodes that these are given.
  bool reaches_instances = false;
};

struct ProtoSet::Storage {
  std::vector<std::unique_ptr<ProtoScope>> scopes;
  std::map<std::string, std::unique_ptr<Entry>> entries;  // by path
  std::vector<std::unique_ptr<Entry>> inline_entries;
  std::unordered_map<const NodeType*, Entry*> by_interface;  // looked up, never iterated
  // What errors took out of the tree: references may still point there.
  MFNode dropped;
  std::vector<SourcePtr> sources;
};

}  // namespace lightsout
