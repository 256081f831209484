// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Reading the bodies of PROTOs: through their template if they are one, each once for the values that the template
// reads.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "world_format/nodes/draft.h"
#include "world_format/protos/proto_storage.h"
#include "world_format/text/diagnostic.h"
#include "world_format/text/lexer.h"
#include "world_format/upgrade/upgrade.h"

namespace lightsout {

namespace {

// FNV-1a: the seed of a template is a matter of names and numbers only.
std::uint64_t hash(std::string_view text, std::uint64_t seed) {
  std::uint64_t h = 0xcbf29ce484222325u ^ seed;
  for (char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return h;
}

// Spans of the expanded text -> spans of the template, in the whole tree.
void relocate(Node& node, const ExpandedTemplate& text) {
  Draft(node).set_span(text.origin(node.span()));
  std::vector<HiddenValue> hidden = node.hidden();
  Draft(node).clear_hidden();
  for (HiddenValue& value : hidden) {
    value.span = text.origin(value.span);
    Draft(node).add_hidden(std::move(value));
  }
  std::vector<IsBinding> bindings = node.bindings();
  Draft(node).clear_bindings();
  for (IsBinding& binding : bindings) {
    binding.span = text.origin(binding.span);
    Draft(node).bind(std::move(binding));
  }
  for_each_child(node, [&](Node& child) { relocate(child, text); });
  for (std::size_t i = 0; i < node.values().size(); ++i) {
    const FieldIndex field = node.values()[i].index;
    const Span span = text.origin(node.values()[i].span);
    Draft(node).set_value(field, std::move(Draft(node).edit(field)), span);
  }
}

}  // namespace

// Of the author's own files: parameters that neither IS nor a statement names.
void ProtoSet::check_connections(const Entry& entry) {
  const ProtoDeclaration& declaration = *entry.declaration;
  if (declaration.place != Asset::Place::Project || entry.text.reads_all_fields || entry.text.pieces.empty()) return;
  std::vector<std::string_view> named(entry.text.fields_read.begin(), entry.text.fields_read.end());
  Lexer lexer(*declaration.source, entry.text.pieces.front().begin, entry.text.pieces.back().end);
  bool is = false;
  for (Token token = lexer.next(); token.kind != Token::Kind::End; token = lexer.next()) {
    std::string_view text = declaration.source->text().substr(token.begin, token.end - token.begin);
    if (is) named.push_back(text);
    is = token.kind == Token::Kind::Word && text == "IS";
  }
  for (FieldIndex i = 0; i < declaration.kinds.size(); ++i)
    if (const std::string& name = declaration.interface->field(i).name;
        declaration.kinds[i] == ParameterKind::Field && std::ranges::find(named, name) == named.end())
      diagnostics_->report(
          DiagnosticKind::UnusedParameter, declaration.spans[i],
          fmt::format("parameter `{}` of {} sets nothing (if it shall only hold a value: unconnectedField)", name,
                      declaration.name));
}

// A parameter of the PROTO that this one is derived from may be given on under its own name only (WbProtoModel).
void ProtoSet::check_redirections(const Entry& entry, const Node& root) {
  if (!root.type().is_proto()) return;
  const ProtoDeclaration& declaration = *entry.declaration;
  for_each_node(root, [&](const Node& node) {
    for (const IsBinding& binding : node.bindings()) {
      const std::string& field = node.type().field(binding.field).name;
      if (field == binding.parameter || root.type().find(binding.parameter) == no_field) continue;
      diagnostics_->report(
          DiagnosticKind::IndirectParameter, binding.span,
          fmt::format(
              "`{0}` is a parameter of {1} and of {2}, which it is derived from: it is to be given on directly, "
              "as `{0} IS {0}`, not to `{3}`",
              binding.parameter, declaration.name, root.type().name(), field));
    }
  });
}

ProtoSet::Body* ProtoSet::body_of(Entry& entry, Node& instance) {
  const bool plain = entry.text.is_plain();
  const bool is_same_for_equal_fields = !entry.text.varies && !entry.text.reads_id;
  if (!entry.read) entry.read = fields_read(entry);
  if (entry.last_body && gives_the_same(entry, instance)) return entry.last_body;
  std::string fields;
  if (!plain) {
    std::vector<TemplateField> read;
    for (const FieldIndex i : *entry.read) {
      const FieldDescription& field = instance.type().field(i);
      read.push_back({field.name, &instance.get(i), &field.default_value});
    }
    fields = field_literals(entry.text, read);
  }
  // Those whose files say nothing of chance are equal where their fields are, all the time.
  std::uint64_t seed = hash(entry.declaration->name, load_seed_);
  std::string key = fields;
  by_chance_ = by_chance_ || (!plain && entry.text.by_chance);
  if (!plain && entry.text.varies) {
    key = fmt::format("{} {}", ++chance_.draws, chance_.seed);
    seed = hash(key, hash(entry.declaration->name, 0));
  }
  if (!plain && !is_same_for_equal_fields) {
    entry.bodies.clear();  // none of them is asked for again
    varied_ = true;
  }
  // The root of a derived PROTO is the node of what derives from it.
  if (entry.text.reads_id && instance.reserved_id() == 0) Draft(instance).reserve_id(world_.reserve_id());
  auto& body = entry.bodies[key];
  if (!body) body = read_body(entry, fields, seed, instance.reserved_id());
  if (plain || is_same_for_equal_fields) note_last(entry, instance, body.get());
  return body.get();
}

std::vector<FieldIndex> ProtoSet::fields_read(const Entry& entry) {
  std::vector<FieldIndex> read;
  const NodeType& type = *entry.declaration->interface;
  if (entry.text.is_plain()) return read;
  for (FieldIndex i = 0; i < type.fields().size(); ++i)
    if (entry.text.reads_all_fields ||
        std::ranges::find(entry.text.fields_read, type.field(i).name) != entry.text.fields_read.end())
      read.push_back(i);
  return read;
}

// To the template, of values that are simple to compare.
bool ProtoSet::gives_the_same(const Entry& entry, const Node& instance) {
  std::size_t given = 0;
  for (const FieldIndex i : *entry.read) {
    if (!instance.is_set(i)) continue;
    if (given == entry.last_given.size() || entry.last_given[given].first != i) return false;
    const Value &now = instance.get(i), &last = entry.last_given[given++].second;
    const bool is_equal = now.type() == FieldType::SFBool ? now.as<bool>() == last.as<bool>()
                          : now.type() == FieldType::SFInt32
                              ? now.as<std::int32_t>() == last.as<std::int32_t>()
                              : now.type() == FieldType::SFString && now.as<std::string>() == last.as<std::string>();
    if (!is_equal) return false;
  }
  return given == entry.last_given.size();
}

void ProtoSet::note_last(Entry& entry, const Node& instance, Body* body) {
  entry.last_given.clear();
  entry.last_body = body;
  for (const FieldIndex i : *entry.read) {
    if (!instance.is_set(i)) continue;
    const Value& value = instance.get(i);
    if (holds_nodes(value.type())) {
      entry.last_body = nullptr;
      return;
    }
    entry.last_given.emplace_back(i, value.clone());
  }
}

std::unique_ptr<ProtoSet::Body> ProtoSet::read_body(Entry& entry, const std::string& fields, std::uint64_t seed,
                                                    std::uint32_t id) {
  const ProtoDeclaration& declaration = *entry.declaration;
  ++bodies_read_;
  if (!std::exchange(entry.connections_checked, true)) check_connections(entry);
  auto body = std::make_unique<Body>();
  if (entry.text.pieces.empty()) {
    diagnostics_->report(DiagnosticKind::BadProto, declaration.name_span,
                         fmt::format("the body of {} is empty", declaration.name));
    return body;
  }
  std::optional<ExpandedTemplate> expanded;
  Diagnostics found;
  MFNode nodes;
  const bool outer_body = std::exchange(in_body_, true);
  if (entry.text.is_plain()) {
    Parser parser(*declaration.source, entry.text.pieces[0].begin, entry.text.pieces[0].end, declaration.version,
                  *entry.scope, *diagnostics_);
    parser.set_parameters(declaration.interface.get());
    nodes = parser.read_file();
  } else if (forbid_templates_ && !declaration.path.starts_with("library:")) {
    diagnostics_->report(DiagnosticKind::TemplateError, declaration.name_span,
                         fmt::format("PROTO {} is a template, which --no-code does not let run", declaration.name));
    in_body_ = outer_body;
    return body;
  } else {
    TemplateContext context;
    context.world = locator_.world().string();
    context.proto = declaration.path.starts_with("library:") ? declaration.path
                                                             : std::filesystem::absolute(declaration.path).string();
    context.project_path = locator_.project().string();
    if (locator_.webots_home()) context.webots_home = locator_.webots_home()->string();
    context.coordinate_system = coordinate_system_;
    if (declaration.source->text().find("temporary_files_path") != std::string_view::npos)
      if (const std::filesystem::path folder = template_files_.folder(); !folder.empty()) {
        locator_.set_temporary_folder(folder);
        context.temporary_files_path = folder.string() + '/';
      }
    context.id = id;
    expanded = templates_.expand(entry.text, fields, context, seed, declaration.path + " (expanded)", *diagnostics_,
                                 &template_files_);
    if (!expanded) {
      in_body_ = outer_body;
      return body;
    }
    const auto size = static_cast<std::uint32_t>(expanded->source()->text().size());
    const ExpandedTemplate* outer = std::exchange(parsing_, &*expanded);
    Parser parser(*expanded->source(), 0, size, declaration.version, *entry.scope, found);
    parser.set_parameters(declaration.interface.get());
    nodes = parser.read_file();
    parsing_ = outer;
    for (const Diagnostic& diagnostic : found.all()) {
      Diagnostic& report = diagnostics_->report(diagnostic.kind, expanded->origin(diagnostic.span), diagnostic.message);
      for (const DiagnosticNote& note : diagnostic.notes) report.note(expanded->origin(note.span), note.message);
    }
    for (const NodePtr& node : nodes) relocate(*node, *expanded);
  }
  in_body_ = outer_body;
  if (upgrade_) upgrade_(nodes, declaration.version, *diagnostics_);
  for (NodePtr& node : nodes) make_poses(*node);
  if (nodes.empty()) {
    if (entry.text.is_plain() || found.errors() == 0)
      diagnostics_->report(DiagnosticKind::BadProto, declaration.name_span,
                           fmt::format("the body of {} has no node", declaration.name));
    return body;
  }
  if (nodes.size() > 1)
    diagnostics_->report(DiagnosticKind::BadProto, nodes[1]->span(),
                         fmt::format("the body of {} has a second node: only the first one counts", declaration.name));
  body->root = std::move(nodes[0]);
  if (entry.bodies.size() <= 1) check_redirections(entry, *body->root);
  body->nodes = count_nodes(*body->root);
  // The other roots may be referred to by the first.
  for (std::size_t i = 1; i < nodes.size(); ++i) storage_->dropped.push_back(std::move(nodes[i]));
  return body;
}

}  // namespace lightsout
