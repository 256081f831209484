// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The stages in their order.
#include "world_format/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "world_format/check.h"
#include "world_format/field_setter.h"
#include "world_format/load_options.h"
#include "world_format/nodes/assets.h"
#include "world_format/nodes/draft.h"
#include "world_format/nodes/proto_declaration.h"
#include "world_format/project/file_listener.h"
#include "world_format/project/locate.h"
#include "world_format/protos/proto.h"
#include "world_format/saved_state.h"
#include "world_format/syntax/parser.h"
#include "world_format/text/diagnostic.h"
#include "world_format/text/lexer.h"
#include "world_format/text/version.h"
#include "world_format/upgrade/upgrade.h"

namespace lightsout {

namespace {

// The version that the header names; what is missing or unknown counts as today's.
int read_header(const Source& source, World& world, Diagnostics& diagnostics) {
  Span header;
  const std::string_view version = header_version(source, header);
  const int number = version_number(version);
  if (!header) {
    diagnostics.report(DiagnosticKind::MissingHeader, {&source, 0, 0},
                       fmt::format("no header: read as if it began with #VRML_SIM {} utf8", current_version));
  } else if (number == 0) {
    diagnostics.report(DiagnosticKind::UnknownVersion, header,
                       fmt::format("unknown version `{}`: read as {}", version, current_version));
  } else {
    if (number > version_number(current_version))
      diagnostics.report(
          DiagnosticKind::UnknownVersion, header,
          fmt::format("version {} is newer than {}: read as {}", version, current_version, current_version));
    world.version = version;
    return number;
  }
  world.version = current_version;
  return version_number(current_version);
}

void add_world_info(MFNode& nodes, Diagnostics& diagnostics) {
  const Node* first = nullptr;
  for (const NodePtr& node : nodes) {
    if (!node->is_a("WorldInfo")) continue;
    if (!first) {
      first = node.get();
    } else {
      diagnostics
          .report(DiagnosticKind::DuplicateWorldInfo, node->span(), "a second WorldInfo: only the first one counts")
          .note(first->span(), "the first is here");
    }
  }
  if (!first) nodes.emplace(nodes.begin(), new Node(*find_node_type("WorldInfo")));
}

// A file of declarations alone makes no world: whoever runs it means the worlds that use them. Nor does one in which
// there is nothing: it was cut off where it was written or copied.
void check_is_world(const Source& source, const MFNode& nodes, Diagnostics& diagnostics) {
  if (!nodes.empty()) return;
  Lexer lexer(source);
  Token token = lexer.next();
  Span header;
  header_version(source, header);
  if (token.kind == Token::Kind::End && !header) {
    diagnostics.report(DiagnosticKind::UnreadableFile, {&source, 0, 0},
                       fmt::format("{} is no world: it is empty, without a header and without a node", source.name()));
    return;
  }
  const auto text = [&] { return Span{&source, token.begin, token.end}.text(); };
  const auto is_other = [&] { return token.kind != Token::Kind::Word || text() != "PROTO"; };
  while (token.kind != Token::Kind::End && is_other()) token = lexer.next();
  const bool declares = token.kind != Token::Kind::End;
  const std::filesystem::path path(source.name());
  if (!declares && path.extension() != ".proto") return;
  if (declares) token = lexer.next();
  const std::string name = declares ? std::string(text()) : path.stem().string();
  diagnostics
      .report(DiagnosticKind::UnreadableFile, {&source, token.begin, token.end},
              fmt::format("{} is no world: {}", source.name(),
                          declares ? fmt::format("it declares PROTO `{}`, and has no node", name)
                                   : "it is a PROTO file by its name, and has no node"))
      .note({}, fmt::format("give a world that uses it: a .wbt file with `EXTERNPROTO \"{}\"` and a `{} {{ }}`",
                            path.filename().string(), name));
}

// A file of the project that is declared and not there; of those that a node names, that is said there, and of those
// that have a node's own name, that they do not count.
void check_externs(const World& world, const ProtoSet& protos, Diagnostics& diagnostics) {
  for (const ExternProto& declared : world.extern_protos) {
    if (is_remote(declared.url) || !path_in_webots(declared.url).empty() || find_node_type(declared.name)) continue;
    if (std::ranges::find(protos.uses(), declared.url, &AssetUse::url) != protos.uses().end()) continue;
    if (const Asset asset = world.locator->find_proto_url(declared.url, world.path, {}); !asset)
      diagnostics.report(DiagnosticKind::MissingScenery, declared.span,
                         fmt::format("`{}` was not found: no `{}` can be imported", declared.url, declared.name));
  }
}

std::unique_ptr<World> load(SourcePtr source, const LoadOptions& options, Diagnostics& diagnostics) {
  auto world = std::make_unique<World>();
  world->path = source->name();
  world->sources.push_back(source);
  const int version = read_header(*source, *world, diagnostics);
  world->locator = std::make_shared<Locator>(source->name(), options.assets);
  world->locator->allow_outside(options.allow_outside);
  world->locator->tell(options.listener);
  world->protos = std::make_shared<ProtoSet>(*world, *world->locator, diagnostics);
  ProtoSet& protos = *world->protos;
  protos.set_upgrade(upgrade);
  protos.allow_missing(options.allow_missing_protos);
  protos.forbid_templates(options.no_templates);
  protos.set_seed(options.seed);
  TypeScope& scope = protos.world_scope(source, version);
  Parser parser(*source, 0, static_cast<std::uint32_t>(source->text().size()), version, scope, diagnostics);
  MFNode nodes = parser.read_file();
  check_is_world(*source, nodes, diagnostics);
  add_world_info(nodes, diagnostics);
  upgrade(nodes, version, diagnostics);
  for (NodePtr& node : nodes) make_poses(*node);
  world->extern_protos = protos.world_externs();
  FieldSetter setter(options.settings, *world, scope, diagnostics);
  setter.set_written(nodes);
  protos.expand(nodes);
  // Retired fields that PROTOs set through parameters.
  upgrade(nodes, version_number(current_version), diagnostics);
  if (setter.set_expanded(nodes)) protos.expand(nodes);
  check_externs(*world, protos, diagnostics);
  if (options.assets_used) *options.assets_used = protos.uses();
  if (options.note_approximations) protos.note_approximations();
  for (SourcePtr& text : protos.sources()) world->sources.push_back(std::move(text));
  resolve_uses(nodes, diagnostics);
  describe_contacts(nodes, diagnostics);
  restore_saved_state(nodes, diagnostics);
  for (NodePtr& node : nodes) world->append(std::move(node));
  check_world(*world, diagnostics);
  check_assets(*world, diagnostics, options.assets_used);
  if (options.lenient) diagnostics.skip_syntax_errors();
  return world;
}

// The later stages for nodes that are to come into a field of a running world.
void finish_import(MFNode& nodes, World& world, const Node* parent, FieldIndex field, Diagnostics& diagnostics) {
  upgrade(nodes, version_number(current_version), diagnostics);
  resolve_uses(nodes, diagnostics);
  describe_contacts(nodes, world, diagnostics);
  restore_saved_state(nodes, diagnostics);
  if (parent && is_kept(*parent)) return;
  World scratch;
  scratch.path = world.path;
  scratch.locator = world.locator;
  if (!parent) {
    for (NodePtr& node : nodes) scratch.append(std::move(node));
    check_world(scratch, diagnostics);
    check_assets(scratch, diagnostics, nullptr);
    nodes = scratch.release_nodes();
    return;
  }
  NodePtr made(new Node(parent->type()));
  Node& holder = *made;
  scratch.append(std::move(made));
  if (parent->type().field(field).type == FieldType::SFNode)
    scratch.set(holder, field, Value(std::move(nodes.front())));
  else
    for (NodePtr& node : nodes) scratch.insert(&holder, field, -1, Value(std::move(node)));
  check_import(scratch, holder, *parent, diagnostics);
  check_assets(scratch, diagnostics, nullptr);
  const MFNode keeps_holder = scratch.release_nodes();
  nodes = Draft(holder).release_nodes(field);
}

// What may be spawned in a running world, and how it is found.
class ImportScope : public TypeScope {
 public:
  ImportScope(const World& world, TypeScope& scope) : world_(world), scope_(scope) {}

  const NodeType* find(std::string_view name, Span use, Diagnostics& diagnostics) override {
    const auto is_it = [name](const ExternProto& proto) { return proto.name == name; };
    const auto declared = std::ranges::find_if(world_.extern_protos, is_it);
    const bool strict = version_number(world_.version) >= version_number("R2022b");
    if (strict && !own_.contains(std::string(name)) &&
        (declared == world_.extern_protos.end() || !declared->importable)) {
      const bool known = declared != world_.extern_protos.end();
      diagnostics.report(
          DiagnosticKind::BadProto, use,
          fmt::format("{} `{}` cannot be imported: PROTOs that a supervisor imports must be declared in the world, by "
                      "a line `IMPORTABLE EXTERNPROTO \"{}\"`",
                      known ? "PROTO" : "there is no node type of this name, and a PROTO", name,
                      known ? declared->url : fmt::format("{}.proto", name)));
      return nullptr;
    }
    return scope_.find(name, use, diagnostics);
  }
  void extern_proto(ExternProto declaration) override {
    own_.insert(declaration.name);
    scope_.extern_proto(std::move(declaration));
  }
  void proto(Parser& parser) override { scope_.proto(parser); }

 private:
  const World& world_;
  TypeScope& scope_;
  std::set<std::string> own_;  // declared by the text itself
};

}  // namespace

std::unique_ptr<World> load_world(const std::filesystem::path& path, const LoadOptions& options,
                                  Diagnostics& diagnostics) {
  if (options.listener) options.listener->reads(path, "world");
  auto source = read_source(path);
  if (!source) {
    diagnostics.report(DiagnosticKind::UnreadableFile, {}, source.error());
    return nullptr;
  }
  if (!begins_as_world(**source)) {
    diagnostics.report(
        DiagnosticKind::UnreadableFile, {},
        fmt::format("{} is no world: it begins neither with #VRML_SIM nor with a node", (*source)->name()));
    return nullptr;
  }
  return load(std::move(*source), options, diagnostics);
}

std::unique_ptr<World> load_world_text(std::string text, std::string name, const LoadOptions& options,
                                       Diagnostics& diagnostics) {
  return load(std::make_shared<const Source>(std::move(name), std::move(text)), options, diagnostics);
}

namespace {

SourcePtr source_of_import(std::string text, const World& world) {
  if (!text.starts_with("#")) text.insert(0, fmt::format("#VRML_SIM {} utf8\n", current_version));
  return std::make_shared<const Source>(fmt::format("{} (imported)", world.path), std::move(text));
}

ProtoSet& protos_of(World& world, Diagnostics& diagnostics) {
  if (!world.locator) world.locator = std::make_shared<Locator>(world.path, std::vector<std::filesystem::path>());
  if (!world.protos) {
    world.protos = std::make_shared<ProtoSet>(world, *world.locator, diagnostics);
    world.protos->set_upgrade(upgrade);
    world.protos->world_scope(source_of_import({}, world), version_number(world.version));
  }
  world.protos->report_to(diagnostics);
  return *world.protos;
}

// `scope`: of the text, made by `protos`; `types`: what it means to the parser.
MFNode read_import(const SourcePtr& source, int version, TypeScope& scope, TypeScope& types, World& world,
                   const Node* parent, FieldIndex field, Diagnostics& diagnostics, std::uint32_t id) {
  ProtoSet& protos = *world.protos;
  const std::size_t known_sources = protos.sources().size();
  Parser parser(*source, 0, static_cast<std::uint32_t>(source->text().size()), version, types, diagnostics);
  parser.set_context(&world);
  MFNode nodes = parser.read_file();
  if (!nodes.empty()) Draft(*nodes.front()).reserve_id(id);
  upgrade(nodes, version, diagnostics);
  protos.expand(nodes);
  world.sources.push_back(source);
  for (SourcePtr& made : protos.sources(known_sources)) world.sources.push_back(std::move(made));
  protos.forget(scope);
  if (!nodes.empty()) finish_import(nodes, world, parent, field, diagnostics);
  return nodes;
}

}  // namespace

MFNode load_nodes(std::string text, World& world, const Node* parent, FieldIndex field, Diagnostics& diagnostics,
                  std::uint32_t id) {
  const SourcePtr source = source_of_import(std::move(text), world);
  ProtoSet& protos = protos_of(world, diagnostics);
  Span header;
  const int named = version_number(header_version(*source, header));
  const int version = named ? named : version_number(current_version);
  TypeScope& scope = protos.world_scope(source, version);
  for (const ExternProto& declaration : world.extern_protos) scope.extern_proto(declaration);
  ImportScope import(world, scope);
  return read_import(source, version, scope, import, world, parent, field, diagnostics, id);
}

MFNode load_written_nodes(std::string text, World& world, const Node* parent, FieldIndex field,
                          Diagnostics& diagnostics, std::uint32_t id) {
  const SourcePtr source = source_of_import(std::move(text), world);
  TypeScope& scope = protos_of(world, diagnostics).run_scope(source);
  return read_import(source, version_number(current_version), scope, scope, world, parent, field, diagnostics, id);
}

namespace {

// Parameters of a joint that are made anew say its position only if their PROTO does.
void keep_joint_position(const Node& before, Node& again) {
  const FieldIndex position = before.is_a("JointParameters") ? before.type().find("position") : no_field;
  if (position != no_field && &again.type() == &before.type() && !again.is_set(position))
    Draft(again).set_value(position, before.get(position).clone(), again.span());
}

}  // namespace

NodePtr expand_again(World& world, Node& instance, FieldIndex parameter, const Value& value, Diagnostics& diagnostics) {
  if (!world.protos) return nullptr;
  world.protos->report_to(diagnostics);
  const std::size_t known_sources = world.protos->sources().size();
  NodePtr node = world.protos->expand_again(instance, parameter, value);
  for (SourcePtr& made : world.protos->sources(known_sources)) world.sources.push_back(std::move(made));
  if (!node) return nullptr;
  rescale(*node, instance.proto()->scale);
  keep_joint_position(instance, *node);
  MFNode nodes;
  nodes.push_back(std::move(node));
  finish_import(nodes, world, instance.parent(), instance.parent_field(), diagnostics);
  return nodes.empty() || diagnostics.errors() > 0 ? nullptr : std::move(nodes.front());
}

namespace {

bool varies(const Node& node) {
  for (const ProtoInstance* record = node.proto(); record; record = record->base.get())
    if (record->declaration->varies) return true;
  return false;
}

void draw_below(World& world, Node& node, Diagnostics& diagnostics) {
  if (node.use_of()) return;
  // What came with another is of this episode already.
  if (varies(node) && node.proto()->chance.seed != world.protos->chance().seed)
    if (NodePtr again = expand_again(world, node, no_field, Value(), diagnostics)) world.regrow(node, std::move(again));
  for_each_child(node, [&](Node& child) { draw_below(world, child, diagnostics); });
}

}  // namespace

void draw_again(World& world, std::uint64_t seed, bool is_given, Diagnostics& diagnostics) {
  if (!world.protos) return;
  world.protos->begin_episode(seed, is_given);
  if (!world.protos->by_chance()) return;
  for (const NodePtr& top : world.nodes()) draw_below(world, *top, diagnostics);
}

}  // namespace lightsout
