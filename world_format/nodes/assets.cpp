// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/nodes/assets.h"

#include <fmt/format.h>

#include <map>

#include "engine/descriptors/whole_names.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

bool names_files(const FieldDescription& field) { return field.name == "url" || field.name.ends_with("Url"); }

namespace {

class AssetCheck {
 public:
  AssetCheck(Locator& locator, Diagnostics& diagnostics, std::vector<AssetUse>* uses)
      : locator_(locator), diagnostics_(diagnostics), uses_(uses) {}

  void visit(const Node& node, bool physical) {
    if (!node.use_of()) {
      for (const FieldValue& field : node.values()) {
        if (element_type(field.value.type()) != FieldType::SFString) continue;
        if (!names_files(node.type().field(field.index))) continue;
        if (const auto* urls = std::get_if<MFString>(&field.value.storage())) {
          for (const std::string& url : *urls) look(url, field.span ? field.span : node.span(), node, physical);
        } else if (const auto* url = std::get_if<std::string>(&field.value.storage())) {
          look(*url, field.span ? field.span : node.span(), node, physical);
        }
      }
    } else if (physical) {
      // `boundingObject USE MESH`: what was only seen so far is collided with.
      visit_original(*node.use_of());
    }
    for (const FieldValue& field : node.values()) {
      if (field.value.type() == FieldType::SFNode && field.value.as<NodePtr>())
        visit(*field.value.as<NodePtr>(), physical || node.type().field(field.index).name == "boundingObject");
      if (field.value.type() == FieldType::MFNode)
        for (const NodePtr& child : field.value.as<MFNode>()) visit(*child, physical);
    }
  }

  void report() {
    for (const auto& [key, missing] : missing_) {
      Diagnostic& report = diagnostics_.report(
          missing.physical ? DiagnosticKind::MissingMesh : DiagnosticKind::MissingAsset, missing.span,
          fmt::format("`{}` {}: {}", key.first, missing.outside ? "leads out of the world's project" : "was not found",
                      missing.physical ? "it cannot be collided with" : "it is left out"));
      for (const std::string& place : missing.looked) report.note({}, fmt::format("looked for: {}", place));
    }
  }

 private:
  struct Missing {
    Span span;
    std::vector<std::string> looked;
    bool physical;
    bool outside;
  };
  // By url and the file that names it.
  using Key = std::pair<std::string, std::string>;

  static Key key_of(const std::string& url, Span span) {
    return {url, span.source ? span.source->name() : std::string()};
  }

  // A texture is not collided with, wherever it stands.
  static bool is_shape(const Node& node) { return node.is_a("Mesh"); }

  void look(const std::string& url, Span span, const Node& node, bool physical) {
    if (url.empty()) return;
    physical = physical && is_shape(node);
    Key key = key_of(url, span);
    if (auto known = missing_.find(key); known != missing_.end()) {
      known->second.physical |= physical;
      return;
    }
    if (found_.contains(key)) return;
    Asset asset = locator_.find(url, key.second);
    if (uses_) uses_->push_back({url, span, asset, false});
    if (asset)
      found_.emplace(std::move(key), true);
    else
      missing_.emplace(std::move(key), Missing{span, std::move(asset.looked), physical, asset.is_outside});
  }

  void visit_original(const Node& original) {
    if (!is_shape(original)) return;
    for (const std::string& url : original.get<MFString>("url")) {
      const Span span = original.span_of("url");
      if (auto known = missing_.find(key_of(url, span)); known != missing_.end()) known->second.physical = true;
    }
  }

  Locator& locator_;
  Diagnostics& diagnostics_;
  std::vector<AssetUse>* uses_;
  std::map<Key, bool> found_;
  std::map<Key, Missing> missing_;
};

}  // namespace

std::optional<std::filesystem::path> asset_path(const World& world, std::string_view url, Span written) {
  if (!world.locator) return std::nullopt;
  Asset asset = world.locator->find(url, written.source ? written.source->name() : world.path);
  if (!asset) return std::nullopt;
  return asset.path;
}

namespace {

// Nothing where the url can stay.
std::optional<std::string> rebased(const World& world, const std::string& url, Span span,
                                   const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  if (url.empty() || is_remote(url) || url.starts_with("webots://") || fs::path(url).is_absolute()) return std::nullopt;
  const auto found = asset_path(world, url, span);
  if (!found) return std::nullopt;
  const fs::path file = absolute_path(*found).lexically_normal();
  if ((folder / url).lexically_normal() == file) return std::nullopt;
  return file.lexically_relative(folder).generic_string();
}

void rebase(World& world, Node& node, const std::filesystem::path& folder) {
  if (node.use_of()) return;
  std::vector<std::pair<FieldIndex, Value>> changed;
  for (const FieldValue& field : node.values()) {
    if (field.value.type() == FieldType::SFNode) {
      if (const NodePtr& child = field.value.as<NodePtr>()) rebase(world, *child, folder);
    } else if (field.value.type() == FieldType::MFNode) {
      for (const NodePtr& child : field.value.as<MFNode>()) rebase(world, *child, folder);
    }
    if (!names_files(node.type().field(field.index))) continue;
    const Span span = field.span ? field.span : node.span();
    if (const auto* url = std::get_if<std::string>(&field.value.storage())) {
      if (auto other = rebased(world, *url, span, folder)) changed.emplace_back(field.index, Value(std::move(*other)));
    } else if (const auto* urls = std::get_if<MFString>(&field.value.storage())) {
      MFString all = *urls;
      for (std::string& one : all)
        if (auto other = rebased(world, one, span, folder)) one = std::move(*other);
      if (all != *urls) changed.emplace_back(field.index, Value(std::move(all)));
    }
  }
  for (auto& [field, value] : changed) world.write_back(node, field, std::move(value));
}

}  // namespace

void rebase_assets(World& world, const std::filesystem::path& folder) {
  const std::filesystem::path base = absolute_path(folder).lexically_normal();
  for (const NodePtr& node : world.nodes()) rebase(world, *node, base);
}

void check_assets(const World& world, Diagnostics& diagnostics, std::vector<AssetUse>* uses) {
  if (!world.locator) return;
  AssetCheck check(*world.locator, diagnostics, uses);
  for (const NodePtr& node : world.nodes()) check.visit(*node, false);
  check.report();
}

}  // namespace lightsout
