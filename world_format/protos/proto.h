// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// PROTO: declarations read from files, and instances expanded into nodes of the base types. The stage of loading
// between upgrade and resolve_uses: see load.cpp. Interpreters of templates are in proto_template.h, look-up of files
// in locate.h.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "world_format/nodes/node.h"
#include "world_format/nodes/proto_declaration.h"
#include "world_format/nodes/proto_instance.h"
#include "world_format/project/locate.h"
#include "world_format/syntax/parser.h"
#include "world_format/templates/proto_template.h"
#include "world_format/templates/template_files.h"

namespace lightsout {

class Diagnostics;
class ProtoScope;
class ProtoSet;

// All PROTOs of one load.
class ProtoSet {
 public:
  // Trees above these are refused, as those of more than Limit::Nodes are.
  static constexpr int max_nesting = 64;
  static constexpr int max_depth = 1000;

  // Templates may ask for the ids that their instances will have in `world`.
  ProtoSet(World& world, Locator& locator, Diagnostics& diagnostics);
  ~ProtoSet();
  // Where everything from now on is reported: what is imported later has diagnostics of its own.
  void report_to(Diagnostics& diagnostics) { diagnostics_ = &diagnostics; }

  // The scope in which a world file is parsed: its own EXTERNPROTOs and PROTOs.
  TypeScope& world_scope(SourcePtr source, int version);

  // The scope of a text that the run itself wrote of nodes of its world: names mean what they mean to the world's file,
  // and EXTERNPROTO lines, whose urls are those of run_url, go before that.
  TypeScope& run_scope(SourcePtr source);
  // How such a text names the file of a PROTO, wherever the project lies; "" where the world's file has it inside.
  std::string run_url(const ProtoDeclaration& declaration) const;
  // Of the PROTO that has this interface.
  const ProtoDeclaration* declaration_of(const NodeType& interface) const;

  // A scope of imported text whose nodes are expanded: nothing of it is asked for again.
  void forget(const TypeScope& scope);

  // The EXTERNPROTO lines of the world file.
  const std::vector<ExternProto>& world_externs() const;

  // Brings a tree read with this version to today's dialect; given by load.cpp, used on PROTO bodies.
  using Upgrade = void (*)(MFNode& nodes, int version, Diagnostics& diagnostics);
  void set_upgrade(Upgrade upgrade) { upgrade_ = upgrade; }

  // An instance as it would be with this value of a parameter and today's values of the others; nullptr after errors.
  NodePtr expand_again(Node& instance, FieldIndex parameter, const Value& value);

  // Every PROTO instance below becomes what it stands for. References of USE stay empty.
  void expand(MFNode& nodes);

  // A PROTO that was not found is never an error.
  void allow_missing(bool on) { allow_missing_ = on; }
  // Templates of files that are not of the library are errors.
  void forbid_templates(bool on) { forbid_templates_ = on; }
  // Of the random numbers of templates; else WorldInfo.randomSeed is.
  void set_seed(std::optional<std::uint64_t> seed) { given_seed_ = seed; }
  // Whether the world follows from it.
  bool by_chance() const { return by_chance_; }
  std::uint64_t seed() const { return load_seed_; }
  // The episode that begins with a reset draws other numbers; if the seed was given for it, those of a load with it.
  void begin_episode(std::uint64_t seed, bool is_given);
  const TemplateChance& chance() const { return chance_; }
  void set_chance(const TemplateChance& chance) { chance_ = chance; }
  // Names of the PROTOs that were not found, looks aside, in the order of first use.
  const std::vector<std::string>& left_out() const { return left_out_; }

  // Names of the library's PROTOs in use whose files say that they approximate, in the order of first use.
  std::vector<std::string> approximations() const;
  // A note for each PROTO of the library that the world names and whose file says that it approximates.
  void note_approximations();

  // PROTO files that were looked for, in the order of first use.
  const std::vector<AssetUse>& uses() const { return uses_; }
  // How often the body of a PROTO was read: once per declaration and set of template parameters.
  std::size_t bodies_read() const { return bodies_read_; }
  // The texts that expanded nodes point to, for World::sources; they keep the declarations alive too. From the
  // `first`-th on.
  std::vector<SourcePtr> sources(std::size_t first = 0) const;

 private:
  friend class ProtoScope;
  friend class RunScope;
  struct Entry;
  struct Body;
  struct Expansion;
  struct Binding;
  struct Storage;

  // What a PROTO of the library says of how it approximates; "" if it does not, or is not of the library.
  std::string_view approximation_of(const AssetUse& use) const;
  const NodeType* find(ProtoScope& scope, std::string_view name, Span use, Diagnostics& diagnostics);
  // Of the PROTO whose file a run names so; nullptr after having reported why there is none.
  Entry* of_run_url(const std::string& url, std::string_view name, Span use);
  Entry* load(const Asset& asset, std::string_view name, Span use, int default_version);
  Entry* placeholder(std::string_view name, AssetKind kind, std::vector<std::string> looked, Span use);
  bool read_declaration(Entry& entry, Parser& parser, bool is_file);
  static std::optional<ParameterKind> parameter_kind(std::string_view word);
  void read_interface(Entry& entry, Parser& parser);
  void read_parameter(Entry& entry, Parser& parser, ParameterKind kind, std::vector<FieldDescription>& fields);
  // Of all parameters of a PROTO.
  void make_interface(Entry& entry, std::vector<FieldDescription> fields);
  bool read_restriction(Entry& entry, Parser& parser, FieldDescription& field, std::vector<Value>& allowed);
  void check_connections(const Entry& entry);

  // An instance before its expansion, with today's values of its parameters but for one.
  NodePtr as_written(Node& instance, FieldIndex parameter, const Value& value);
  void forget_ids(Value& value);
  void expand_value(Value& value, int depth);
  void expand_node(NodePtr& node, int depth);
  void expand_instance(NodePtr& node, int depth);
  struct MissingRole;
  static MissingRole role_of_missing(const Entry& entry, const Node& instance);
  void report_missing(Entry& entry, const Node& instance, const MissingRole& role);
  static NodePtr stand_in_for(Node& instance, const MissingRole& role, ProtoInstance& record);
  void expand_missing(NodePtr& node, Entry& entry);
  void check_parameters(const Entry& entry, Node& instance);
  void check_nodes(const Entry& entry, Node& instance, FieldIndex parameter);
  void check_order(const Entry& entry, const Node& instance);
  void check_redirections(const Entry& entry, const Node& root);
  void give_named_defaults(const Entry& entry, Node& instance);
  static std::vector<Node*> references_to_defaults(const Entry& entry, Node& body);
  void refer_to_parameters(const Binding& binding, const std::vector<Node*>& references);
  void check_choice(const Entry& entry, Node& instance, FieldIndex parameter);
  Body* body_of(Entry& entry, Node& instance);
  static std::vector<FieldIndex> fields_read(const Entry& entry);
  static bool gives_the_same(const Entry& entry, const Node& instance);
  static void note_last(Entry& entry, const Node& instance, Body* body);
  Expansion* expansion_for(const Entry& entry, Body& body, const Node& instance, int depth);
  bool become_copy(const Expansion& expansion, Node& instance);
  static void keep_expansion(const Binding& binding, Expansion& expansion);
  std::unique_ptr<Body> read_body(Entry& entry, const std::string& fields, std::uint64_t seed, std::uint32_t id);
  // Parameters into the fields that are bound to them, in the tree of `node`, the clone of a body.
  void bind(Binding& binding, Node& node);
  void keep_unbound(Binding& binding);
  static Value references_to(const Value& value);
  std::optional<Value> parameter_value(Binding& binding, FieldIndex parameter, Span where);
  // A place of the text that is being parsed -> the place in the template that wrote it.
  Span origin(Span span) const;
  bool count(std::size_t nodes, Span where);

  World& world_;
  Locator& locator_;
  Diagnostics* diagnostics_;
  Upgrade upgrade_ = nullptr;
  std::shared_ptr<Storage> storage_;
  TemplateRunner templates_;
  TemplateFiles template_files_;
  std::vector<AssetUse> uses_;
  std::vector<std::string> left_out_;
  bool allow_missing_ = false;
  bool forbid_templates_ = false;
  std::vector<Entry*> nesting_;  // declarations whose bodies are being expanded
  const ExpandedTemplate* parsing_ = nullptr;
  bool in_body_ = false;
  bool varied_ = false;  // a body was read that is another one for each instance
  std::string coordinate_system_ = "ENU";
  std::optional<std::uint64_t> given_seed_;
  std::uint64_t load_seed_ = 0;
  TemplateChance chance_;
  bool by_chance_ = false;
  std::size_t nodes_ = 0;
  std::size_t bodies_read_ = 0;
  bool full_ = false;
};

}  // namespace lightsout
