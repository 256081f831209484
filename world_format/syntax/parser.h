// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// From tokens to a tree of nodes. Knows the grammar and the types of fields, not their meaning: ranges and children are
// checked later, versions upgraded, PROTO instances expanded and USE references resolved (see load.cpp for the order).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "world_format/nodes/node.h"
#include "world_format/nodes/schema.h"
#include "world_format/text/lexer.h"

namespace lightsout {

class Diagnostics;
class Parser;

// What the parser asks when it meets what is not its own: PROTO names and declarations.
class TypeScope {
 public:
  virtual ~TypeScope() = default;
  // The interface of the PROTO of that name, or nullptr after having reported why there is none. The type must outlive
  // the nodes that are read.
  virtual const NodeType* find(std::string_view name, Span use, Diagnostics& diagnostics) = 0;
  // Whether the file means a PROTO by a name that an abstract or retired node type has too.
  virtual bool prefers_proto(std::string_view) { return false; }
  virtual void extern_proto(ExternProto declaration) = 0;
  // The parser stands behind the word PROTO; the declaration is to be consumed, its body too.
  virtual void proto(Parser& parser) = 0;
};

// Reports an unknown node with the nearest known name, the embedded types and `others` being known.
void report_unknown_node(std::string_view name, Span use, const std::vector<std::string_view>& others,
                         Diagnostics& diagnostics);

class Parser {
 public:
  static constexpr int max_depth = 400;

  // Reads source[begin, end). `version` decides which retired fields are known.
  Parser(const Source& source, std::uint32_t begin, std::uint32_t end, int version, TypeScope& types,
         Diagnostics& diagnostics);

  // Nodes, EXTERNPROTO lines and PROTO declarations up to the end of the range.
  MFNode read_file();

  // A PROTO body: `IS p` is allowed for the fields p of this type and kept as bindings of the nodes.
  void set_parameters(const NodeType* parameters) { parameters_ = parameters; }

  // USE may name nodes of this world too, which stand above all of the text.
  void set_context(World* context) { context_ = context; }

  // What the text is called where a message is about its end.
  void set_text_name(std::string_view name) { text_name_ = name; }

  // Primitives, for who reads PROTO declarations. Each consumes at least one token, or stands at End or a closing
  // bracket.
  const Token& peek() const { return token_; }
  Token take();
  bool at(Token::Kind kind) const { return token_.kind == kind; }
  bool at_word(std::string_view word) const { return at(Token::Kind::Word) && text(token_) == word; }
  // Takes the token if it is of that kind, else reports "expected <what>, found ...".
  bool expect(Token::Kind kind, std::string_view what);
  std::string_view text(const Token& token) const {
    return source().text().substr(token.begin, token.end - token.begin);
  }
  Span span(const Token& token) const { return {&source(), token.begin, token.end}; }
  const Source& source() const { return lexer_.source(); }
  int version() const { return version_; }
  Diagnostics& diagnostics() const { return diagnostics_; }
  TypeScope& types() const { return types_; }

  // The value of a field of that name and type; nothing after having reported why, and skipped to the next field.
  std::optional<Value> read_value(FieldType type, std::string_view field);
  // [DEF name] Type { ... }, USE name or NULL. nullptr for NULL, for what is unknown and after errors.
  NodePtr read_node();
  // A value that was read and does not come into the tree: its DEF names are forgotten.
  void drop(Value value);
  // The value of a field whose type is not known, a node, or a bracketed list.
  void skip_value();
  // From { or [ to its end.
  void skip_brackets();

 private:
  NodePtr read_definition(std::string_view def);
  NodePtr read_use();
  NodePtr reference_to(Node& original, const Token& token);
  // What USE means by the name here; nullptr if nothing.
  const Node* def_named(std::string_view def) const;
  void read_fields(Node& node, const Token& open);
  // False, and nothing is consumed, where the node's brace is missing: what stands there belongs to what is around it.
  bool read_field(Node& node, const Token& open);
  bool read_unknown_field(Node& node, const Token& name, const Token& open);
  void read_field_value(Node& node, const Token& name, FieldIndex index);
  FieldIndex meant_field(const NodeType& type, std::string_view name) const;
  void skip_refused_word(const NodeType& type);
  bool begins_what_is_around(const Token& token, const Token& open) const;
  bool is_field(const NodeType& type, std::string_view name) const;
  bool is_next_field() const;
  void skip_route();
  // Whether the token can be the first of a value of this type.
  bool may_begin(FieldType type) const;
  void read_hidden(Node& node);
  void read_binding(Node& node, FieldIndex field);
  void read_extern_proto(bool importable);
  bool read_single(FieldType type, Value& value);
  bool read_multiple(FieldType type, Value& value);
  bool read_nodes(MFNode& nodes);
  bool read_bool(bool& value);
  bool read_int(std::int32_t& value);
  bool read_number(double& value);
  bool read_numbers(double* values, int count);
  bool read_string(std::string& value);
  template <class T>
  bool read_element(T& value);
  void refuse_further_values(const FieldDescription& field);
  void report_expected(std::string_view what);
  void report_unclosed(const Token& open, std::string message);
  std::string describe_token(const Token& token) const;

  Lexer lexer_;
  Token token_;
  int version_;
  TypeScope& types_;
  Diagnostics& diagnostics_;
  const NodeType* parameters_ = nullptr;
  World* context_ = nullptr;
  std::string_view text_name_ = "file";
  std::string_view field_;  // being read, for messages
  int depth_ = 0;
  std::uint32_t refused_ = 0;  // where the token stands that was no value
  int lists_ = 0;              // of nodes, whose ] is to come
  std::size_t node_count_ = 0;
  bool too_deep_reported_ = false;
  bool end_reported_ = false;
  bool route_reported_ = false;
  std::unordered_map<std::string_view, Node*> defs_;   // looked up, never iterated
  std::unordered_set<std::string_view> skipped_defs_;  // of nodes that were left out
  std::vector<const Node*> open_;                      // being read, outermost first
};

// Turns the empty USE references below `nodes` into copies of what they refer to, in file order.
void resolve_uses(MFNode& nodes, Diagnostics& diagnostics);

}  // namespace lightsout
