// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Reading PROTO files: header, EXTERNPROTO lines, the interface. The body is left as a range of the text.
#include <fmt/format.h>

#include <algorithm>

#include "engine/descriptors/whole_names.h"
#include "world_format/library/library.h"
#include "world_format/protos/proto_storage.h"
#include "world_format/text/diagnostic.h"
#include "world_format/text/lexer.h"
#include "world_format/text/version.h"
#include "world_format/upgrade/upgrade.h"

namespace lightsout {

using Kind = Token::Kind;

namespace {

// The comment lines at the top: "# tags: nonDeterministic, static" -> " nonDeterministic, static".
std::string_view header_line(std::string_view text, std::string_view key) {
  while (text.starts_with('#') || text.starts_with('\n') || text.starts_with('\r') || text.starts_with(' ')) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    while (line.starts_with('#') || line.starts_with(' ')) line.remove_prefix(1);
    if (line.size() > key.size() && line.starts_with(key) && line[key.size()] == ':')
      return line.substr(key.size() + 1);
  }
  return {};
}

// The other comment lines at the top, for people.
std::string documentation_of(std::string_view text) {
  std::string result;
  bool first = true;
  while (text.starts_with('#') || text.starts_with('\n') || text.starts_with('\r')) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (first || !line.starts_with('#')) {
      first = false;
      continue;
    }
    while (line.starts_with('#') || line.starts_with(' ')) line.remove_prefix(1);
    while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
    constexpr std::string_view keys[] = {"license", "tags", "keywords", "documentation url", "template language"};
    if (std::ranges::any_of(keys, [line](std::string_view key) { return line.starts_with(key); })) continue;
    if (!result.empty()) result += ' ';
    result += line;
  }
  return result;
}

namespace fs = std::filesystem;

// As a file of this folder names it: relative what lies below, so that a project can be moved.
std::string url_from(const fs::path& file, const fs::path& path) {
  const fs::path folder = absolute_path(file).lexically_normal().parent_path();
  const fs::path relative = absolute_path(path).lexically_normal().lexically_relative(folder);
  return relative.empty() || *relative.begin() == ".." ? path.string() : relative.generic_string();
}

// A suggestion that a user can paste.
std::string extern_line(const Asset& asset, std::string_view name, const std::string& url) {
  if (asset.place == Asset::Place::Library)
    return fmt::format(
        "EXTERNPROTO \"https://raw.githubusercontent.com/cyberbotics/webots/R2025a/projects/.../{}.proto\"", name);
  return fmt::format("EXTERNPROTO \"{}\"", url);
}

// Default nodes are of the dialect of their file, as its body is.
void bring_up_to_date(Value& value, ProtoSet::Upgrade upgrade, int version, Diagnostics& diagnostics) {
  MFNode nodes;
  NodePtr* single = std::get_if<NodePtr>(&value.storage());
  MFNode* list = std::get_if<MFNode>(&value.storage());
  if (single && *single) nodes.push_back(std::move(*single));
  if (list) nodes = std::move(*list);
  if (nodes.empty()) return;
  upgrade(nodes, version, diagnostics);
  for (NodePtr& node : nodes) make_poses(*node);
  if (single)
    *single = std::move(nodes.front());
  else
    *list = std::move(nodes);
}

bool fits(const Value& given, const Value& allowed) { return given.equals(allowed); }

}  // namespace

std::vector<std::string> ProtoScope::variants() const {
  std::vector<std::string> folders;
  // Robots on two wheels were DifferentialWheels nodes.
  if (version_ < version_number("R2018a")) folders.emplace_back("differential_wheels/");
  // The axes of PROTOs changed with R2022a, also where the world was z-up before: R2021b turned them by their rotation.
  if (version_ < version_number("R2022a")) folders.emplace_back("y_up/");
  return folders;
}

bool ProtoScope::prefers_proto(std::string_view name) {
  if (entries_.contains(name) || std::ranges::find(externs_, name, &ExternProto::name) != externs_.end()) return true;
  const auto [known, fresh] = found_by_name_.try_emplace(std::string(name));
  if (fresh) known->second = bool(set_.locator_.find_proto(name, source_->name()));
  return known->second;
}

void ProtoScope::extern_proto(ExternProto declaration) {
  declaration.span = set_.origin(declaration.span);
  auto same = std::ranges::find(externs_, declaration.name, &ExternProto::name);
  if (same == externs_.end()) {
    externs_.push_back(std::move(declaration));
    return;
  }
  if (declaration.url != same->url)
    set_.diagnostics_
        ->report(DiagnosticKind::DuplicateField, declaration.span,
                 fmt::format("PROTO `{}` was declared before: the first url counts", declaration.name))
        .note(same->span, "first declared here");
  // IMPORTABLE stays, whichever line says it.
  same->importable |= declaration.importable;
}

void ProtoScope::proto(Parser& parser) {
  if (set_.in_body_) {
    parser.diagnostics().report(DiagnosticKind::BadProto, parser.span(parser.peek()),
                                "a PROTO cannot be declared in the body of another one: skipped");
    if (parser.at(Kind::Word)) parser.take();
    while (parser.at(Kind::OpenBracket) || parser.at(Kind::OpenBrace)) parser.skip_brackets();
    return;
  }
  auto entry = std::make_unique<ProtoSet::Entry>();
  ProtoSet::Entry* e = entry.get();
  set_.storage_->inline_entries.push_back(std::move(entry));
  e->declaration->source = source_;
  e->declaration->path = source_->name();
  e->declaration->version = version_;
  // An inline PROTO sees the file's other declarations.
  e->scope = std::make_unique<ProtoScope>(set_, source_, version_);
  e->scope->externs_ = externs_;
  e->scope->entries_ = entries_;
  if (set_.read_declaration(*e, parser, false)) entries_[e->declaration->name] = e;
}

const NodeType* ProtoSet::find(ProtoScope& scope, std::string_view name, Span use, Diagnostics& diagnostics) {
  use = origin(use);
  if (auto known = scope.entries_.find(name); known != scope.entries_.end()) {
    Entry* entry = known->second;
    if (!entry) return nullptr;
    if (entry->loading) {
      diagnostics.report(DiagnosticKind::RecursiveProto, use,
                         fmt::format("PROTO `{}` needs itself for a default value: skipped", name));
      return nullptr;
    }
    return entry->usable ? entry->declaration->interface.get() : nullptr;
  }
  const std::filesystem::path base = scope.source_->name();
  auto declared = std::ranges::find(scope.externs_, name, &ExternProto::name);
  Asset asset;
  AssetKind kind = AssetKind::Unknown;
  std::string url(name);
  Span span = use;
  if (declared != scope.externs_.end()) {
    url = declared->url;
    span = declared->span;
    kind = kind_of_url(url);
    asset = locator_.find_proto_url(url, base, scope.variants());
  } else {
    asset = locator_.find_proto(name, base, scope.variants());
    if (scope.version_ >= version_number("R2022b")) {
      if (!asset) {
        std::vector<std::string_view> others = library_proto_names();
        for (const ExternProto& other : scope.externs_) others.push_back(other.name);
        report_unknown_node(name, use, others, diagnostics);
        scope.entries_.emplace(name, nullptr);
        return nullptr;
      }
      const std::string place = url_from(base, asset.path);
      diagnostics.report(
          DiagnosticKind::UndeclaredProto, use,
          fmt::format("PROTO `{}` is used without a declaration: taken from {}; add at the top of the file: {}", name,
                      place, extern_line(asset, name, place)));
    }
  }
  // What the library takes from itself is nobody's business.
  if (!scope.source_->name().starts_with(library::path_prefix)) uses_.push_back({url, span, asset, true});
  Entry* entry = asset ? load(asset, name, span, scope.version_) : placeholder(name, kind, asset.looked, span);
  if (!asset) entry->own_file = declared != scope.externs_.end() && !is_remote(url) && path_in_webots(url).empty();
  // load() may have come back here through a default value; what it found stands.
  scope.entries_[std::string(name)] = entry;
  if (entry->loading) {
    diagnostics.report(DiagnosticKind::RecursiveProto, use,
                       fmt::format("PROTO `{}` needs itself for a default value: skipped", name));
    scope.entries_.erase(scope.entries_.find(name));
    return nullptr;
  }
  return entry->usable ? entry->declaration->interface.get() : nullptr;
}

RunScope::RunScope(ProtoSet& set, SourcePtr source, const ProtoScope& world)
    : ProtoScope(set, std::move(source), version_number(current_version)) {
  externs_ = world.externs_;
  for (const auto& [name, entry] : world.entries_)
    if (entry) entries_.emplace(name, entry);
}

void RunScope::extern_proto(ExternProto declaration) {
  entries_[declaration.name] = set_.of_run_url(declaration.url, declaration.name, declaration.span);
}

TypeScope& ProtoSet::run_scope(SourcePtr source) {
  auto scope = std::make_unique<RunScope>(*this, std::move(source), *storage_->scopes.front());
  storage_->scopes.push_back(std::move(scope));
  return *storage_->scopes.back();
}

std::string ProtoSet::run_url(const ProtoDeclaration& declaration) const {
  if (declaration.path.starts_with(library::path_prefix)) return declaration.path;
  if (!declaration.path.ends_with(".proto")) return {};
  const fs::path folder = fs::absolute(locator_.world()).parent_path();
  return fs::absolute(declaration.path)
      .lexically_normal()
      .lexically_proximate(folder.lexically_normal())
      .generic_string();
}

ProtoSet::Entry* ProtoSet::of_run_url(const std::string& url, std::string_view name, Span use) {
  for (const auto& [path, entry] : storage_->entries)
    if (entry->declaration && !entry->declaration->missing && run_url(*entry->declaration) == url) return entry.get();
  const bool is_library = url.starts_with(library::path_prefix);
  Asset asset;
  asset.place = is_library ? Asset::Place::Library : Asset::Place::Project;
  asset.path = is_library ? fs::path(url) : (fs::absolute(locator_.world()).parent_path() / url).lexically_normal();
  return load(asset, name, use, version_number(current_version));
}

const ProtoDeclaration* ProtoSet::declaration_of(const NodeType& interface) const {
  const auto found = storage_->by_interface.find(&interface);
  return found == storage_->by_interface.end() ? nullptr : found->second->declaration.get();
}

ProtoSet::Entry* ProtoSet::placeholder(std::string_view name, AssetKind kind, std::vector<std::string> looked,
                                       Span use) {
  auto& entry = storage_->entries[fmt::format("missing:{}", name)];
  if (entry) return entry.get();
  entry = std::make_unique<Entry>();
  ProtoDeclaration& declaration = *entry->declaration;
  declaration.name = name;
  declaration.missing = true;
  declaration.missing_kind = kind;
  declaration.name_span = use;
  std::vector<FieldDescription> fields;
  auto add = [&](std::string field_name, FieldType type, Value value) {
    FieldDescription field;
    field.name = std::move(field_name);
    field.type = type;
    field.default_value = std::move(value);
    fields.push_back(std::move(field));
  };
  add("translation", FieldType::SFVec3f, Vec3{});
  add("rotation", FieldType::SFRotation, Rotation{});
  add("name", FieldType::SFString, std::string());
  add("controller", FieldType::SFString, std::string());
  add("colorOverride", FieldType::SFColor, Color{1, 1, 1});
  add("baseColor", FieldType::SFColor, Color{1, 1, 1});
  declaration.kinds.assign(fields.size(), ParameterKind::Field);
  declaration.spans.resize(fields.size());
  declaration.allowed.resize(fields.size());
  declaration.read_by_template.resize(fields.size());
  entry->defaults.resize(fields.size());
  declaration.interface = NodeType::for_proto(declaration.name, "A PROTO that was not found.", std::move(fields), true);
  storage_->by_interface[declaration.interface.get()] = entry.get();
  entry->looked = std::move(looked);
  entry->loading = false;
  entry->usable = true;
  return entry.get();
}

ProtoSet::Entry* ProtoSet::load(const Asset& asset, std::string_view name, Span use, int default_version) {
  auto& slot = storage_->entries[asset.path.string()];
  if (slot) return slot.get();
  slot = std::make_unique<Entry>();
  Entry& entry = *slot;
  ProtoDeclaration& declaration = *entry.declaration;
  declaration.name = name;
  declaration.place = asset.place;
  declaration.path = asset.path.string();
  auto source = read_asset(asset);
  if (!source) {
    diagnostics_->report(DiagnosticKind::UnreadableFile, use, source.error());
    entry.loading = false;
    return &entry;
  }
  if (!begins_as_world(**source)) {
    diagnostics_->report(
        DiagnosticKind::BadProto, use,
        fmt::format("{} is no PROTO file: it begins neither with #VRML_SIM nor with PROTO", declaration.path));
    entry.loading = false;
    return &entry;
  }
  declaration.source = *source;
  storage_->sources.push_back(*source);
  Span header;
  const int version = version_number(header_version(**source, header));
  declaration.version = version ? version : default_version;
  entry.scope = std::make_unique<ProtoScope>(*this, *source, declaration.version);

  std::optional<Diagnostics::Context> context;
  if (use) context.emplace(*diagnostics_, DiagnosticNote{use, fmt::format("PROTO {} is declared or used here", name)});
  const auto size = static_cast<std::uint32_t>((*source)->text().size());
  Parser parser(**source, 0, size, declaration.version, *entry.scope, *diagnostics_);
  bool found = false;
  while (!found && !parser.at(Kind::End)) {
    if (parser.at_word("PROTO")) {
      parser.take();
      found = true;
    } else if (parser.at_word("EXTERNPROTO")) {
      parser.take();
      if (!parser.at(Kind::String)) {
        parser.expect(Kind::String, "the url of the PROTO as a string");
        continue;
      }
      const Token token = parser.take();
      ExternProto other;
      other.url = unquote(parser.text(token));
      other.name = proto_name_of(other.url);
      other.span = parser.span(token);
      entry.scope->extern_proto(std::move(other));
    } else if (parser.at_word("IMPORTABLE")) {
      parser.take();
    } else {
      diagnostics_->report(DiagnosticKind::BadProto, parser.span(parser.peek()),
                           fmt::format("expected PROTO, found `{}`", parser.text(parser.peek()).substr(0, 40)));
      break;
    }
  }
  if (found) {
    entry.usable = read_declaration(entry, parser, true);
    if (entry.usable && declaration.name != name) {
      diagnostics_->report(DiagnosticKind::BadProto, declaration.name_span,
                           fmt::format("the file is used as PROTO `{}`, but declares `{}`", name, declaration.name));
    }
  } else if (parser.at(Kind::End)) {
    diagnostics_->report(DiagnosticKind::BadProto, {source->get(), 0, 0}, "the file declares no PROTO");
  }
  entry.loading = false;
  return &entry;
}

bool ProtoSet::read_declaration(Entry& entry, Parser& parser, bool is_file) {
  ProtoDeclaration& declaration = *entry.declaration;
  const Source& source = parser.source();
  if (!parser.at(Kind::Word)) {
    parser.expect(Kind::Word, "the name of the PROTO");
    return false;
  }
  const Token name = parser.take();
  declaration.name = parser.text(name);
  declaration.name_span = parser.span(name);
  if (is_file) {
    declaration.documentation = documentation_of(source.text());
    const std::string_view tags = header_line(source.text(), "tags");
    declaration.varies = tags.find("nonDeterministic") != tags.npos;
  }
  if (!parser.expect(Kind::OpenBracket, "[ and the parameters of the PROTO")) return false;
  read_interface(entry, parser);
  if (!parser.at(Kind::OpenBrace)) {
    parser.expect(Kind::OpenBrace, "{ and the body of the PROTO");
    return false;
  }
  const std::uint32_t begin = parser.peek().end;
  std::uint32_t end;
  std::string_view text = source.text();
  if (is_file) {
    // Statements of a template may stand between braces that match only when they have run: the last brace is the end.
    const auto last = text.rfind('}');
    if (last == text.npos || last < begin) {
      diagnostics_->report(DiagnosticKind::UnclosedBrace, parser.span(parser.peek()), "this body has no end");
      return false;
    }
    end = static_cast<std::uint32_t>(last);
  } else {
    parser.skip_brackets();
    // Up to the last brace before the token that follows.
    const auto last = text.substr(0, parser.peek().begin).rfind('}');
    if (last == text.npos || last < begin) return false;
    end = static_cast<std::uint32_t>(last);
  }
  const std::string_view language = header_line(text, "template language");
  const std::string_view body = text.substr(begin, end - begin);
  const bool javascript = language.find("javascript") != language.npos ||
                          (language.empty() && body.find("%<") != body.npos && body.find("%{") == body.npos);
  entry.text = cut_template(source, begin, end, javascript ? TemplateLanguage::JavaScript : TemplateLanguage::Lua,
                            *diagnostics_);
  const std::string_view tags = is_file ? header_line(text, "tags") : std::string_view();
  if (tags.find("indirectFieldAccess") != tags.npos) entry.text.reads_all_fields = true;
  if (declaration.varies) entry.text.varies = entry.text.by_chance = true;
  for (const FieldDescription& field : declaration.interface->fields())
    declaration.read_by_template.push_back(
        !entry.text.is_plain() &&
        (entry.text.reads_all_fields ||
         std::ranges::find(entry.text.fields_read, field.name) != entry.text.fields_read.end()));
  entry.loading = false;
  entry.usable = true;
  return true;
}

// The keyword of a parameter; nothing where it is none.
std::optional<ParameterKind> ProtoSet::parameter_kind(std::string_view word) {
  if (word == "hiddenField" || word == "hidden") return ParameterKind::Hidden;
  if (word == "deprecatedField") return ParameterKind::Deprecated;
  if (word == "unconnectedField") return ParameterKind::Unconnected;
  if (word == "field" || word == "vrmlField" || word == "w3dField" || word == "exposedField")
    return ParameterKind::Field;
  return std::nullopt;
}

void ProtoSet::read_interface(Entry& entry, Parser& parser) {
  std::vector<FieldDescription> fields;
  while (!parser.at(Kind::CloseBracket) && !parser.at(Kind::End) && !parser.at(Kind::OpenBrace)) {
    const Token keyword = parser.take();
    const std::string_view word = parser.text(keyword);
    if (const std::optional<ParameterKind> kind = parameter_kind(word)) {
      read_parameter(entry, parser, *kind, fields);
      continue;
    }
    diagnostics_->report(
        DiagnosticKind::BadProto, parser.span(keyword),
        fmt::format(
            "expected field (or vrmlField, hiddenField, deprecatedField, unconnectedField, w3dField), found `{}`",
            word.substr(0, 40)));
    if (keyword.kind == Kind::OpenBrace) return;
  }
  if (parser.at(Kind::CloseBracket))
    parser.take();
  else
    parser.expect(Kind::CloseBracket, "] after the parameters");
  make_interface(entry, std::move(fields));
}

// From behind the keyword of a parameter.
void ProtoSet::read_parameter(Entry& entry, Parser& parser, ParameterKind kind, std::vector<FieldDescription>& fields) {
  ProtoDeclaration& declaration = *entry.declaration;
  FieldDescription field;
  const Token type = parser.peek();
  if (!parser.at(Kind::Word) || !field_type_from(parser.text(type), field.type)) {
    diagnostics_->report(DiagnosticKind::BadProto, parser.span(type),
                         fmt::format("`{}` is no field type", parser.text(type).substr(0, 40)));
    parser.skip_value();
    return;
  }
  parser.take();
  std::vector<Value> allowed;
  if (parser.at(Kind::OpenBrace) && !read_restriction(entry, parser, field, allowed)) return;
  if (!parser.at(Kind::Word)) {
    parser.expect(Kind::Word, "the name of the parameter");
    return;
  }
  const Token name = parser.take();
  field.name = parser.text(name);
  std::optional<Value> value = parser.read_value(field.type, field.name);
  field.default_value = value ? std::move(*value) : Value::empty(field.type);
  if (upgrade_) bring_up_to_date(field.default_value, upgrade_, declaration.version, *diagnostics_);
  field.hidden = kind == ParameterKind::Hidden;
  if (std::ranges::find(fields, field.name, &FieldDescription::name) != fields.end()) {
    diagnostics_->report(DiagnosticKind::BadProto, parser.span(name),
                         fmt::format("a second parameter `{}`", field.name));
    parser.drop(std::move(field.default_value));
    return;
  }
  const auto is_permitted = [&](const Value& given) {
    return allowed.empty() || std::ranges::any_of(allowed, [&](const Value& v) { return fits(given, v); });
  };
  if (!is_multiple(field.type) && !is_permitted(field.default_value)) {
    diagnostics_->report(DiagnosticKind::UnknownChoice, parser.span(name),
                         fmt::format("the default of `{}` is none of its allowed values", field.name));
    // It is one all the same (WbFieldModel).
    allowed.push_back(field.default_value.clone());
  }
  fields.push_back(std::move(field));
  declaration.kinds.push_back(kind);
  declaration.spans.push_back(parser.span(name));
  declaration.allowed.push_back(std::move(allowed));
}

void ProtoSet::make_interface(Entry& entry, std::vector<FieldDescription> fields) {
  ProtoDeclaration& declaration = *entry.declaration;
  entry.defaults.resize(fields.size());
  for (const FieldDescription& field : fields)
    for_each_node_in(field.default_value,
                     [&entry](const Node& node) { entry.has_named_defaults |= !node.use_of() && !node.def().empty(); });
  // A library file that leaves parameters out on purpose.
  const bool open = declaration.place == Asset::Place::Library &&
                    header_line(declaration.source->text(), "tags").find("open") != std::string_view::npos;
  declaration.interface = NodeType::for_proto(declaration.name, declaration.documentation, std::move(fields), open);
  storage_->by_interface[declaration.interface.get()] = &entry;
}

// `{ "a", "b" }` or `{ Solid{}, Pose{} }` behind a type.
bool ProtoSet::read_restriction(Entry& entry, Parser& parser, FieldDescription& field, std::vector<Value>& allowed) {
  const FieldType element = element_type(field.type);
  parser.take();
  while (!parser.at(Kind::CloseBrace)) {
    if (parser.at(Kind::End)) {
      parser.expect(Kind::CloseBrace, "} after the allowed values");
      return false;
    }
    if (element == FieldType::SFNode) {
      if (!parser.at(Kind::Word)) {
        parser.expect(Kind::Word, "a node type");
        parser.take();
        continue;
      }
      std::string type(parser.text(parser.take()));
      // As such a node is read where it has no scale.
      if (type == "Transform") field.choices.emplace_back("Pose");
      if (parser.at(Kind::OpenBrace)) parser.skip_brackets();
      field.choices.push_back(std::move(type));
      continue;
    }
    std::optional<Value> value = parser.read_value(element, entry.declaration->name);
    if (!value) return false;
    if (element == FieldType::SFString) field.choices.push_back(value->as<std::string>());
    allowed.push_back(std::move(*value));
  }
  parser.take();
  return true;
}

}  // namespace lightsout
