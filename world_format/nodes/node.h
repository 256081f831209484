// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The tree: nodes with fields, and the world that owns them. Everybody reads; whoever edits a world does it through
// World::set, insert and remove, which keep DEF/USE copies equal and write the journal that the scene follows. A node
// can only be read: what writes it is World, and Draft while a tree is being made.
#pragma once

#include <cassert>
#include <concepts>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "world_format/nodes/schema.h"
#include "world_format/nodes/value.h"
#include "world_format/text/source.h"

namespace lightsout {

class World;

// A field that a file (or an edit) gave a value; fields not listed have their type's default.
struct FieldValue {
  FieldIndex index;
  Value value;
  Span span;  // of the value in the text, empty if it was set by an edit
};

// In a PROTO body: `field IS parameter`, resolved when the PROTO is expanded.
struct IsBinding {
  FieldIndex field;
  std::string parameter;
  Span span;
};

// In a saved world: `hidden linearVelocity_0 0 0 1`, the state of the node or of a solid below it.
struct HiddenValue {
  std::string name;
  std::vector<double> numbers;
  Span span;
};

// Where an expanded node came from; see proto_instance.h.
struct ProtoInstance;

class Node {
 public:
  explicit Node(const NodeType& type, Span span = {}) : type_(&type), span_(span) {}
  ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  const NodeType& type() const { return *type_; }
  bool is_a(std::string_view type_name) const { return type_->is_a(type_name); }
  const std::string& def() const { return def_; }  // "" if none
  Node* parent() { return parent_; }               // nullptr at the top level
  const Node* parent() const { return parent_; }
  FieldIndex parent_field() const { return parent_field_; }
  // Unique in its world, given in file order (but for reserved ones) and never used again; 0 before the node is in a
  // world.
  std::uint32_t id() const { return id_; }
  // Of the type name, where the node is written.
  Span span() const { return span_; }

  // A USE is a copy that follows its DEF: this is the original, or nullptr. Nodes below a copy are copies too. In a
  // tree that was just parsed a USE is still an empty reference: it has no values until resolve_uses.
  Node* use_of() { return use_of_; }
  const Node* use_of() const { return use_of_; }

  // The value given, or the type's default.
  const Value& get(FieldIndex field) const;
  // Asserts that the type has the field.
  const Value& get(std::string_view field) const {
    const FieldIndex index = type_->find(field);
    assert(index != no_field);
    return get(index);
  }
  template <class T>
  const T& get(std::string_view field) const {
    return get(field).template as<T>();
  }
  // SFNode field: the node or nullptr.
  Node* node(std::string_view field) { return get<NodePtr>(field).get(); }
  const Node* node(std::string_view field) const { return get<NodePtr>(field).get(); }
  // MFNode field.
  const MFNode& nodes(std::string_view field) const { return get<MFNode>(field); }
  bool has(std::string_view field) const { return type_->find(field) != no_field; }
  bool is_set(FieldIndex field) const;
  bool is_set(std::string_view field) const { return is_set(type_->find(field)); }
  // Of the field's value if a file gave it, else of the node.
  Span span_of(FieldIndex field) const;
  Span span_of(std::string_view field) const { return span_of(type_->find(field)); }
  // In the order of the file.
  const std::vector<FieldValue>& values() const { return values_; }

  // Deep copy, not in any world. DEF names are kept; inner USE copies point to the copied originals.
  NodePtr clone() const;
  // What a USE of it stands for: a deep copy in which every node follows its original; not in any world.
  NodePtr follower();

  // The id that it will have in the world; 0: whichever comes.
  std::uint32_t reserved_id() const { return reserved_id_; }

  const std::vector<IsBinding>& bindings() const;
  const std::vector<HiddenValue>& hidden() const;

  ProtoInstance* proto() const { return proto_.get(); }

 private:
  friend class World;
  friend class Draft;
  friend class NodeCopier;
  struct Extras {
    std::vector<IsBinding> bindings;
    std::vector<HiddenValue> hidden;
  };

  const NodeType* type_;
  std::string def_;
  Node* parent_ = nullptr;
  FieldIndex parent_field_ = no_field;
  std::uint32_t id_ = 0;
  std::uint32_t reserved_id_ = 0;
  Span span_;
  Node* use_of_ = nullptr;
  std::vector<FieldValue> values_;
  std::shared_ptr<ProtoInstance> proto_;
  std::unique_ptr<Extras> extras_;  // few nodes have any
};

// The nodes that the node's fields hold, in the order in which the fields were given.
template <class Visit>
void for_each_child(const Node& node, Visit&& visit) {
  for (const FieldValue& field : node.values()) {
    if (field.value.type() == FieldType::SFNode) {
      if (const NodePtr& child = field.value.as<NodePtr>()) visit(*child);
    } else if (field.value.type() == FieldType::MFNode) {
      for (const NodePtr& child : field.value.as<MFNode>())
        if (child) visit(*child);
    }
  }
}

// What a USE copy gets where its original has `value`: copies of the nodes, which follow them.
Value followers_of(const Value& value);

// The node and all below it.
std::size_t count_nodes(const Node& node);

// The node and all below it, each before its children.
template <class N, class Visit>
requires std::same_as<std::remove_const_t<N>, Node>
void for_each_node(N& node, Visit&& visit) {
  visit(node);
  for_each_child(node, [&visit](N& child) { for_each_node(child, visit); });
}

// One change of the tree, in the order in which it was made. Regrow: the node has another content (a PROTO instance
// that was expanded again); `removed` holds the old one.
struct Edit {
  enum class Kind : std::uint8_t { Set, Insert, Remove, Regrow };
  Kind kind;
  Node* node;                // whose field changed; nullptr: the world's top level
  FieldIndex field;          // no_field at the top level
  int index = -1;            // of the element of an MF field; -1: the whole field
  Node* inserted = nullptr;  // Insert, or Set of an SFNode field
  NodePtr removed;           // Remove, or Set of a field that held it: alive until the journal is dropped
};
using Journal = std::vector<Edit>;

// `EXTERNPROTO "url"`, `IMPORTABLE EXTERNPROTO "url"`.
struct ExternProto {
  std::string name;  // the url's last part without .proto
  std::string url;
  bool importable = false;
  Span span;  // of the url
};

class EditNotes;
class Locator;
class ProtoSet;
class WorldChanges;

class World {
 public:
  World();
  ~World();

  // Path of the file that it was read from, as given; "" for a world made in memory.
  std::string path;
  // Of the header; "R2025a" for a world made in memory.
  std::string version;
  std::vector<SourcePtr> sources;
  // As declared in the file, in order.
  std::vector<ExternProto> extern_protos;
  // Finds the files that urls in this world name (assets.h); nullptr for a world made in memory.
  std::shared_ptr<Locator> locator;
  // What nodes point into: types of PROTO interfaces.
  std::vector<std::shared_ptr<const void>> keep_alive;
  // The PROTOs of its files, for what is imported later; nullptr for a world made in memory.
  std::shared_ptr<ProtoSet> protos;
  // Counts on when nodes leave: who keeps ids looks again. A snapshot keeps it.
  std::uint32_t departures = 0;

  const MFNode& nodes() const { return nodes_; }
  // The first WorldInfo. Every loaded world has one: the loader adds it where the file has none.
  Node& world_info();
  const Node& world_info() const { return const_cast<World*>(this)->world_info(); }

  // Dots scope the search and may skip levels: "ROBOT.WHEEL". USE copies are not found. nullptr if there is none.
  Node* find_def(std::string_view def);
  const Node* find_def(std::string_view def) const { return const_cast<World*>(this)->find_def(def); }
  Node* find_id(std::uint32_t id);
  const Node* find_id(std::uint32_t id) const { return const_cast<World*>(this)->find_id(id); }
  // The USE copies of an original.
  std::vector<Node*> copies_of(const Node& node) const;

  // The door. Value must be of the field's type. Each call is mirrored to the USE copies of the node; a call on a copy
  // is one on its original.
  void set(Node& node, FieldIndex field, Value value);
  // One element of an MF field; index in [0, size).
  void set_element(Node& node, FieldIndex field, int index, Value element);
  // index in [0, size]; -1 appends. `node` nullptr: the world's top level. Element type is the field's element type.
  void insert(Node* node, FieldIndex field, int index, Value element);
  void remove(Node* node, FieldIndex field, int index);
  // Another content for a node that keeps its id, place and DEF; copies of it follow.
  void regrow(Node& node, NodePtr content);
  // What an instance of a PROTO keeps of a parameter itself: where no field follows the parameter, its value.
  void set_parameter(Node& instance, FieldIndex parameter, Value value);
  // Motion back into the tree (poses, joint positions); not journaled, not mirrored. What an edit has set stays as long
  // as the edit is in the journal: it is newer than the motion, which has yet to follow it.
  void write_back(Node& node, FieldIndex field, Value value);
  // What write_back has set goes again: the field has its type's default.
  void clear_written(Node& node, FieldIndex field);

  // Keeps the tree as it is now for restore(). Called once, when the world is loaded and checked. It is copied before
  // the first change alone: most worlds never have one.
  void remember();
  // Nodes that come from now on get the ids that they got from there on: where nobody is left who knows those of later
  // ones.
  void number_anew();
  // Back to the remembered tree: new nodes with the ids, DEFs and values of then. The old top-level nodes are handed to
  // the caller, who drops them when nobody looks at them any more. The journal stays as it is.
  [[nodiscard]] MFNode restore();

  // The edits since the last call.
  Journal take_journal();

  // From now on what is edited is noted too, until the notes are cleared: for hashes of runs. nullptr if it is not.
  void keep_edit_notes();
  EditNotes* edit_notes() const { return edit_notes_.get(); }

  // From now on the edits are kept, so that they can be made again on a fresh load of the same file: for snapshots.
  void keep_changes();
  // A CBOR document. keep_changes() was called.
  std::vector<std::uint8_t> save_changes() const;
  // Makes them on this world as it was remembered. The error says that it is not the world that they were saved of.
  std::expected<void, std::string> apply_changes(std::span<const std::uint8_t> saved);

  // For loaders: the id of a node that is not in the world yet.
  std::uint32_t reserve_id() { return next_id_++; }
  // For loaders: the top-level nodes out of the world, which is then empty.
  [[nodiscard]] MFNode release_nodes();
  // For loaders: appends a top-level node and gives ids to it and all below, without a journal entry.
  void append(NodePtr node);

 private:
  void enroll(Node& node);
  void give_id(Node& node, std::uint32_t id);
  // What parameters of its PROTOs keep.
  void enroll_kept(Node& node);
  void retire_kept(Node& node);
  // Out of the world; copies of it that stay get a new original.
  void retire(Node& node);
  void apply_set(Node& node, FieldIndex field, Value value);
  void apply_set_element(Node& node, FieldIndex field, int index, Value element);
  void apply_insert(Node* node, FieldIndex field, int index, Value element);
  void apply_remove(Node* node, FieldIndex field, int index);
  template <class Fill>
  void apply_regrow(Node& node, Fill fill);
  void enter(Edit edit);  // into the journal
  void remember_now();
  MFNode nodes_;
  bool to_remember_ = false;              // still as it is to be remembered
  std::uint32_t remembered_next_id_ = 1;  // of the first node that came later
  Value remembered_{MFNode()};
  std::vector<std::uint32_t> remembered_ids_;  // of its nodes, in the order of the tree
  std::uint32_t next_id_ = 1;
  // All nodes, since somebody first asked for one by its id: in most worlds nobody does. Looked up, never iterated.
  std::optional<std::unordered_map<std::uint32_t, Node*>> by_id_;
  std::unordered_map<const Node*, std::vector<Node*>> uses_;  // looked up, never iterated
  Journal journal_;
  std::unique_ptr<WorldChanges> changes_;     // if they are kept
  std::unique_ptr<EditNotes> edit_notes_;     // likewise
  std::unordered_set<std::uint64_t> edited_;  // fields of nodes that the journal is about; looked up, never iterated
};

// How diagnostics and logs name a node: its DEF or type and its name, after those of the nodes above that have any:
// `ARENA.Robot "e-puck".HingeJoint`.
std::string describe(const Node& node);

}  // namespace lightsout
