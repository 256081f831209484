#include "world_format/assets.h"

#include <fmt/format.h>

#include <map>

namespace lightsout {

namespace {

class AssetCheck {
 public:
  AssetCheck(Locator& locator, Diagnostics& diagnostics, std::vector<AssetUse>* uses)
      : locator_(locator), diagnostics_(diagnostics), uses_(uses) {}

  void visit(const Node& node, bool physical) {
    if (!node.use_of()) {
      for (const FieldValue& field : node.values()) {
        const FieldDescription& description = node.type().field(field.index);
        if (description.name != "url" && !description.name.ends_with("Url")) continue;
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
      const bool below = physical || node.type().field(field.index).name == "boundingObject";
      if (field.value.type() == FieldType::SFNode && field.value.as<NodePtr>())
        visit(*field.value.as<NodePtr>(), below);
      if (field.value.type() == FieldType::MFNode)
        for (const NodePtr& child : field.value.as<MFNode>()) visit(*child, below);
    }
  }

  void report() {
    for (const auto& [key, missing] : missing_) {
      Diagnostic& report = diagnostics_.report(
          missing.physical ? DiagnosticKind::MissingMesh : DiagnosticKind::MissingAsset, missing.span,
          fmt::format("`{}` was not found: {}", key.first,
                      missing.physical ? "it cannot be collided with" : "it is left out"));
      for (const std::string& place : missing.looked) report.note({}, fmt::format("looked for: {}", place));
    }
  }

 private:
  struct Missing {
    Span span;
    std::vector<std::string> looked;
    bool physical;
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
      missing_.emplace(std::move(key), Missing{span, std::move(asset.looked), physical});
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

void check_assets(const World& world, Diagnostics& diagnostics, std::vector<AssetUse>* uses) {
  if (!world.locator) return;
  AssetCheck check(*world.locator, diagnostics, uses);
  for (const NodePtr& node : world.nodes()) check.visit(*node, false);
  check.report();
}

}  // namespace lightsout
