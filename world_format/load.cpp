// The stages in their order.
#include "world_format/load.h"

#include <fmt/format.h>

#include <algorithm>

#include "world_format/assets.h"
#include "world_format/check.h"
#include "world_format/lexer.h"
#include "world_format/parser.h"
#include "world_format/proto.h"
#include "world_format/saved_state.h"
#include "world_format/upgrade.h"
#include "world_format/version.h"

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

// `context`: a world whose EXTERNPROTO lines hold for this text too.
std::unique_ptr<World> load(SourcePtr source, const LoadOptions& options, Diagnostics& diagnostics,
                            const World* context = nullptr) {
  auto world = std::make_unique<World>();
  world->path = source->name();
  world->sources.push_back(source);
  const int version = read_header(*source, *world, diagnostics);
  world->locator = std::make_shared<Locator>(source->name(), options.assets);
  ProtoSet protos(*world->locator, diagnostics);
  TypeScope& scope = protos.world_scope(source, version);
  if (context)
    for (const ExternProto& declaration : context->extern_protos) scope.extern_proto(declaration);
  Parser parser(*source, 0, static_cast<std::uint32_t>(source->text().size()), version, scope, diagnostics);
  MFNode nodes = parser.read_file();
  add_world_info(nodes, diagnostics);
  upgrade(nodes, version, diagnostics);
  world->extern_protos = protos.world_externs();
  protos.set_upgrade(upgrade);
  protos.expand(nodes);
  // Retired fields that PROTOs set through parameters.
  upgrade(nodes, version_number(current_version), diagnostics);
  if (options.assets_used) *options.assets_used = protos.uses();
  if (options.note_approximations) protos.note_approximations();
  for (SourcePtr& text : protos.sources()) world->sources.push_back(std::move(text));
  resolve_uses(nodes, diagnostics);
  restore_saved_state(nodes, diagnostics);
  for (NodePtr& node : nodes) world->append(std::move(node));
  check_world(*world, diagnostics);
  check_assets(*world, diagnostics, options.assets_used);
  return world;
}

}  // namespace

std::unique_ptr<World> load_world(const std::filesystem::path& path, const LoadOptions& options,
                                  Diagnostics& diagnostics) {
  auto source = read_source(path);
  if (!source) {
    diagnostics.report(DiagnosticKind::UnreadableFile, {}, source.error());
    return nullptr;
  }
  return load(std::move(*source), options, diagnostics);
}

std::unique_ptr<World> load_world_text(std::string text, std::string name, const LoadOptions& options,
                                       Diagnostics& diagnostics) {
  return load(std::make_shared<const Source>(std::move(name), std::move(text)), options, diagnostics);
}

MFNode load_nodes(std::string text, World& world, const LoadOptions& options, Diagnostics& diagnostics) {
  if (!text.starts_with("#")) text.insert(0, fmt::format("#VRML_SIM {} utf8\n", current_version));
  auto read = load(std::make_shared<const Source>(fmt::format("{} (imported)", world.path), std::move(text)), options,
                   diagnostics, &world);
  if (!read) return {};
  world.sources.insert(world.sources.end(), read->sources.begin(), read->sources.end());
  MFNode nodes = read->release_nodes();
  // The WorldInfo that every world has is not part of the text.
  std::erase_if(nodes, [](const NodePtr& node) { return node->is_a("WorldInfo") && !node->span(); });
  return nodes;
}

}  // namespace lightsout
