// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout nodes`: what node types and PROTOs of the built-in library there are, and what their fields mean, from the
// data that worlds are read with.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "app/command.h"
#include "app/node_pages.h"
#include "app/terminal.h"
#include "runs/reports/outcome.h"
#include "world_format/library/library.h"
#include "world_format/nodes/proto_declaration.h"
#include "world_format/nodes/schema.h"
#include "world_format/protos/library_interfaces.h"
#include "world_format/protos/proto.h"
#include "world_format/text/diagnostic.h"
#include "world_format/writer.h"

namespace lightsout {
namespace {

// Up to the first full stop that ends a sentence.
std::string_view first_sentence(std::string_view text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i)
    if (text[i] == '.' && (text[i + 1] == ' ' || text[i + 1] == '\n')) return text.substr(0, i + 1);
  return text;
}

void list_types() {
  for (std::string_view name : node_type_names()) {
    const NodeType* type = find_node_type(name);
    if (type->retired_in().empty()) fmt::print("{:<26}{}\n", name, first_sentence(type->documentation()));
  }
}

void list_protos() {
  LibraryInterfaces library;
  for (const std::string_view name : library::names())
    if (const ProtoDeclaration* proto = library.find(name))
      fmt::print("{:<34}{}\n", name, first_sentence(proto->documentation));
}

// "> 0", ">= 0", "0 to 1", ", or -1"; "" without limits.
std::string range_of(const FieldDescription& field) {
  std::string range;
  const bool below = std::isfinite(field.minimum), above = std::isfinite(field.maximum);
  if (below) range = fmt::format("{} {}", field.minimum_excluded ? ">" : ">=", field.minimum);
  if (above) range += fmt::format("{}{} {}", below ? ", " : "", field.maximum_excluded ? "<" : "<=", field.maximum);
  if (!std::isnan(field.special)) range += fmt::format(", or {}", field.special);
  return range;
}

// The names that a field accepts, separated by commas.
std::string choices_of(const FieldDescription& field) {
  std::string choices;
  for (const std::string& choice : field.choices) choices += (choices.empty() ? "" : ", ") + choice;
  return choices;
}

void print_field(const FieldDescription& field) {
  fmt::print("  {:<11} {:<28} {}\n", to_string(field.type), field.name, write_value(field.default_value));
  std::string limits = range_of(field);
  if (!field.choices.empty()) limits += (limits.empty() ? "" : "; ") + ("one of: " + choices_of(field));
  if (!field.documentation.empty()) fmt::print("              {}\n", field.documentation);
  if (!limits.empty()) fmt::print("              {}\n", limits);
  if (field.fixed) fmt::print("              a running world cannot change it\n");
}

// The type that first has the field, from the type itself down to its bases.
const NodeType& owner_of(const NodeType& type, std::string_view field) {
  const NodeType* owner = &type;
  while (owner->base() && owner->base()->find(field) != no_field) owner = owner->base();
  return *owner;
}

int describe_proto(const ProtoDeclaration& proto) {
  fmt::print("PROTO {}, of the built-in library\n", proto.name);
  if (!proto.documentation.empty()) fmt::print("{}\n", proto.documentation);
  fmt::print("\nParameters: type, name, default\n");
  for (const FieldDescription& field : proto.interface->fields())
    if (!field.hidden) print_field(field);
  return 0;
}

int describe_nothing(const std::string& name) {
  std::vector<std::string_view> known = node_type_names();
  const std::vector<std::string_view> protos = library::names();
  known.insert(known.end(), protos.begin(), protos.end());
  const std::string_view meant = did_you_mean(name, known);
  print_error("lightsout knows no node type '{}'{}\n", name,
              meant.empty() ? "; `lightsout nodes` lists all" : fmt::format("; did you mean '{}'?", meant));
  return int(Outcome::WrongUse);
}

int describe_type(const std::string& name) {
  const NodeType* type = find_node_type(name);
  if (!type) {
    LibraryInterfaces library;
    const ProtoDeclaration* proto = library.find(name);
    return proto ? describe_proto(*proto) : describe_nothing(name);
  }
  std::string bases;
  for (const NodeType* base = type->base(); base; base = base->base()) bases += fmt::format(" < {}", base->name());
  fmt::print("{}{}{}\n", type->name(), bases, type->is_abstract() ? " (abstract: no world can hold one)" : "");
  if (!type->retired_in().empty()) fmt::print("Only worlds older than {} have it.\n", type->retired_in());
  if (!type->documentation().empty()) fmt::print("{}\n", type->documentation());
  const NodeType* owner = nullptr;
  for (const FieldDescription& field : type->fields()) {
    if (field.hidden) continue;
    const NodeType& of_field = owner_of(*type, field.name);
    if (&of_field != owner) fmt::print("\nFields of {}: type, name, default\n", of_field.name());
    owner = &of_field;
    print_field(field);
  }
  return 0;
}

}  // namespace

Command add_nodes(CLI::App& program) {
  struct Wishes {
    std::string name;
    bool json = false, protos = false;
  };
  auto wishes = std::make_shared<Wishes>();
  CLI::App* command =
      program.add_subcommand("nodes", "What node types and PROTOs there are, and what their fields mean");
  auto* name =
      command->add_option("NAME", wishes->name,
                          "Node type, or PROTO of the built-in library, to describe; without it all types are listed");
  auto* protos =
      command->add_flag("--protos", wishes->protos, "List the PROTOs of the built-in library")->excludes(name);
  command->add_flag("--json", wishes->json, "All types and PROTOs with their fields, as JSON")
      ->excludes(name)
      ->excludes(protos);
  command->footer(
      "Exit codes: 0 printed, 2 no such type.\n\n"
      "Examples\n"
      "  lightsout nodes\n"
      "  lightsout nodes HingeJoint\n"
      "  lightsout nodes E-puck\n"
      "  lightsout nodes --json | jq '.nodes[].name'");
  return [wishes] {
    if (!wishes->name.empty()) return describe_type(wishes->name);
    if (wishes->json)
      print_node_pages();
    else if (wishes->protos)
      list_protos();
    else
      list_types();
    return 0;
  };
}

}  // namespace lightsout
