// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/collider/collider_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <thread>

#include "engine/threads/threads.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

std::string simplified_beside(const std::string& spec) {
  std::string factor;
  std::string file = spec;
  if (const std::size_t star = spec.rfind('*'); star != spec.npos) {
    factor = spec.substr(star);
    file = spec.substr(0, star);
  }
  const fs::path path(file);
  std::error_code error;
  std::vector<std::string> found;
  const auto look = [&](const fs::path& folder, const std::string& stem) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.empty() ? "." : folder, error))
      if (entry.path().stem() == stem) found.push_back(entry.path().string());
  };
  look(path.parent_path(), path.stem().string() + ".collision");
  if (found.empty()) look(path.parent_path() / "collision", path.stem().string());
  if (found.empty()) return spec;
  return *std::min_element(found.begin(), found.end()) + factor;
}

using ModelResult = std::expected<std::shared_ptr<const CollisionModel>, std::string>;

// Every spec once, spread over the threads; the results do not depend on who loads what.
std::map<std::string, ModelResult> load_models(const std::vector<std::vector<std::string>>& groups,
                                               const ColliderOptions& options) {
  std::map<std::string, ModelResult> models;
  for (const auto& group : groups)
    for (const std::string& spec : group) models.emplace(spec, nullptr);
  std::vector<std::pair<const std::string, ModelResult>*> work;
  for (auto& entry : models) work.push_back(&entry);
  Threads threads(options.load_threads > 0 ? options.load_threads
                                           : int(std::max(1u, std::thread::hardware_concurrency())));
  threads.run(work.size(), [&](std::size_t i, std::size_t) {
    work[i]->second = CollisionModel::load(work[i]->first, options.scale);
  });
  return models;
}

bool names(const std::string& reference, const ColliderScene::Link& link) {
  return reference == link.name || reference == link.code ||
         (reference.ends_with(".*") && reference == fmt::format("{}.*", link.group));
}

}  // namespace

std::string ColliderScene::name_of(const std::string& spec) {
  const std::size_t colon = spec.find(':');
  if (colon != spec.npos && spec.find('/') == spec.npos) return spec;  // a primitive
  return fs::path(spec.substr(0, spec.rfind('*'))).stem().string();
}

std::expected<std::shared_ptr<const ColliderScene>, std::string> ColliderScene::load(
    const std::vector<std::vector<std::string>>& grouped_model_paths, const ColliderOptions& options) {
  if (!(options.scale > 0) || options.scale > 1e9)
    return std::unexpected(fmt::format("the scale {} is not greater than 0", options.scale));
  std::vector<std::vector<std::string>> specs = grouped_model_paths;
  if (options.simplified)
    for (auto& group : specs)
      for (std::string& spec : group) spec = simplified_beside(spec);
  const auto models = load_models(specs, options);
  std::vector<GroupDescription> groups;
  for (std::size_t g = 0; g < specs.size(); ++g) {
    GroupDescription group;
    for (std::size_t l = 0; l < specs[g].size(); ++l) {
      const ModelResult& model = models.at(specs[g][l]);
      if (!model) return std::unexpected(fmt::format("group {}, link {}: {}", g, l, model.error()));
      group.links.push_back({name_of(grouped_model_paths[g][l]), {{*model, {}}}});
    }
    groups.push_back(std::move(group));
  }
  for (const int g : options.static_groups) {
    if (g < 0 || std::size_t(g) >= groups.size())
      return std::unexpected(fmt::format("static group {} is out of range: there are {} groups", g, groups.size()));
    groups[std::size_t(g)].is_static = true;
  }
  return build(groups, options);
}

// A scene while it is made of the description of its groups.
struct ColliderScene::Builder {
  const std::vector<GroupDescription>& groups;
  const ColliderOptions& options;
  ColliderScene& scene;
  std::size_t n = 0;           // links
  std::vector<bool> tested{};  // [a * n + b] for links a < b

  const GroupDescription& group_of(const Link& link) const { return groups[std::size_t(link.group)]; }
  bool are_static(const Link& a, const Link& b) const { return group_of(a).is_static && group_of(b).is_static; }
  std::optional<int> rigid_with(const Link& link) const {
    const int first = scene.groups_[std::size_t(link.group)].first_link;
    return group_of(link).links[std::size_t(&link - &scene.links_[std::size_t(first)])].rigid_with;
  }
  bool is_there(const std::string& reference) const {
    return std::ranges::any_of(scene.links_, [&](const Link& link) { return names(reference, link); });
  }
  template <class Visit>
  void for_each_pair(Visit visit) const {
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = a + 1; b < n; ++b) visit(a, b);
  }

  // The error names a group that has none.
  std::expected<void, std::string> make_links();
  void add_parts(const LinkDescription& link);
  // All but what stands still, is rigid or near, or may touch.
  void choose_pairs();
  std::expected<void, std::string> apply(const PairRule& rule);
  std::expected<void, std::string> resize();
  // Of the pairs of links those of their models, and how each is tested.
  void pair_bodies();
  void pair(int first, int second);
  // What FCL needs of the models that are in its pairs. The error says why it is not there.
  std::expected<void, std::string> make_fcl_shapes();
};

std::expected<void, std::string> ColliderScene::Builder::make_links() {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const GroupDescription& group = groups[g];
    if (group.links.empty()) return std::unexpected(fmt::format("group {} has no links", g));
    scene.groups_.push_back({group.is_static, int(scene.links_.size()), int(group.links.size())});
    for (std::size_t l = 0; l < group.links.size(); ++l) {
      const LinkDescription& link = group.links[l];
      scene.links_.push_back(
          {link.name, fmt::format("{}.{}", g, l), int(g), int(scene.bodies_.size()), int(link.parts.size())});
      add_parts(link);
    }
  }
  n = scene.links_.size();
  return {};
}

void ColliderScene::Builder::add_parts(const LinkDescription& link) {
  for (const PartDescription& part : link.parts) {
    scene.bodies_.push_back({part.model, nullptr, part.in_link, int(scene.links_.size()) - 1, 0});
    for (const std::string& note : part.model->notes())
      if (std::find(scene.notes_.begin(), scene.notes_.end(), note) == scene.notes_.end()) scene.notes_.push_back(note);
  }
}

void ColliderScene::Builder::choose_pairs() {
  tested.assign(n * n, false);
  for_each_pair([this](std::size_t a, std::size_t b) {
    const Link &first = scene.links_[a], &second = scene.links_[b];
    const bool neighbours = first.group == second.group && !group_of(first).allowed && int(b - a) <= options.neighbours;
    const bool rigid = rigid_with(first) && rigid_with(first) == rigid_with(second);
    tested[a * n + b] = !are_static(first, second) && !neighbours && !rigid;
  });
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (!groups[g].allowed) continue;
    const auto first = std::size_t(scene.groups_[g].first_link);
    for (const auto& [a, b] : *groups[g].allowed)
      tested[(first + std::size_t(std::min(a, b))) * n + first + std::size_t(std::max(a, b))] = false;
  }
}

std::expected<void, std::string> ColliderScene::Builder::apply(const PairRule& rule) {
  for (const std::string& reference : {rule.first, rule.second})
    if (!is_there(reference))
      return std::unexpected(fmt::format("{}there is no link '{}' in the scene",
                                         rule.line > 0 ? fmt::format("line {}: ", rule.line) : "", reference));
  const auto named = [&](const std::string& reference) {
    std::vector<std::size_t> links;
    for (std::size_t l = 0; l < n; ++l)
      if (names(reference, scene.links_[l])) links.push_back(l);
    return links;
  };
  const std::vector<std::size_t> seconds = named(rule.second);
  for (const std::size_t a : named(rule.first))
    for (const std::size_t b : seconds)
      if (a != b)
        tested[std::min(a, b) * n + std::max(a, b)] = rule.check && !are_static(scene.links_[a], scene.links_[b]);
  return {};
}

std::string what_is_wrong(const LinkSize& size) {
  if (!(size.padding >= 0) || std::isinf(size.padding))
    return fmt::format("{}: the padding {} is not a length from 0 on", size.link, size.padding);
  if (!(size.scale > 0) || std::isinf(size.scale))
    return fmt::format("{}: the scale {} is not greater than 0", size.link, size.scale);
  return {};
}

std::expected<void, std::string> ColliderScene::Builder::resize() {
  std::vector<double> scales(n, 1);
  for (const LinkSize& size : options.sizes) {
    if (!is_there(size.link)) return std::unexpected(fmt::format("there is no link '{}' in the scene", size.link));
    if (std::string wrong = what_is_wrong(size); !wrong.empty()) return std::unexpected(std::move(wrong));
    for (std::size_t l = 0; l < n; ++l) {
      if (!names(size.link, scene.links_[l])) continue;
      scales[l] = size.scale;
      for (int b = scene.links_[l].first_body; b < scene.links_[l].first_body + scene.links_[l].bodies; ++b)
        scene.bodies_[std::size_t(b)].padding = size.padding;
    }
  }
  for (Body& body : scene.bodies_)
    if (scales[std::size_t(body.link)] != 1) body.model = body.model->scaled(scales[std::size_t(body.link)]);
  return {};
}

void ColliderScene::Builder::pair_bodies() {
  for_each_pair([this](std::size_t a, std::size_t b) {
    if (!tested[a * n + b]) return;
    const Link &first = scene.links_[a], &second = scene.links_[b];
    for (int i = first.first_body; i < first.first_body + first.bodies; ++i)
      for (int j = second.first_body; j < second.first_body + second.bodies; ++j) pair(i, j);
  });
}

void ColliderScene::Builder::pair(int first, int second) {
  const CollisionModel& a = *scene.bodies_[std::size_t(first)].model;
  const CollisionModel& b = *scene.bodies_[std::size_t(second)].model;
  if ((a.is_mesh() && a.tree().empty()) || (b.is_mesh() && b.tree().empty())) return;
  const bool plane = a.kind() == ModelKind::HalfSpace || b.kind() == ModelKind::HalfSpace;
  if (plane && a.kind() == b.kind()) return;  // planes without end always meet
  scene.pairs_.push_back({first, second,
                          plane                        ? PairKind::HalfSpace
                          : a.is_mesh() && b.is_mesh() ? PairKind::Meshes
                                                       : PairKind::Fcl});
}

std::expected<void, std::string> ColliderScene::Builder::make_fcl_shapes() {
  if (std::ranges::find(scene.pairs_, PairKind::Fcl, &BodyPair::kind) == scene.pairs_.end()) return {};
  const auto shape_pairs = load_shape_pairs();
  if (!shape_pairs) return std::unexpected(shape_pairs.error());
  scene.shape_pairs_ = *shape_pairs;
  for (const BodyPair& pair : scene.pairs_) {
    if (pair.kind != PairKind::Fcl) continue;
    for (const int i : {pair.first, pair.second}) {
      Body& body = scene.bodies_[std::size_t(i)];
      body.fcl = body.model->fcl_shape([&] { return scene.shape_pairs_->make(*body.model); });
    }
  }
  return {};
}

std::expected<std::shared_ptr<const ColliderScene>, std::string> ColliderScene::build(
    const std::vector<GroupDescription>& groups, const ColliderOptions& options) {
  auto scene = std::make_shared<ColliderScene>();
  scene->containment_ = options.containment;
  Builder builder{groups, options, *scene};
  if (auto made = builder.make_links(); !made) return std::unexpected(made.error());
  builder.choose_pairs();
  for (const PairRule& rule : options.rules)
    if (auto applied = builder.apply(rule); !applied) return std::unexpected(applied.error());
  if (auto resized = builder.resize(); !resized) return std::unexpected(resized.error());
  builder.pair_bodies();
  if (auto made = builder.make_fcl_shapes(); !made) return std::unexpected(made.error());
  return scene;
}

std::vector<LinkPair> ColliderScene::link_pairs() const {
  std::vector<LinkPair> result;
  for (const BodyPair& pair : pairs_) {
    const LinkPair links{bodies_[std::size_t(pair.first)].link, bodies_[std::size_t(pair.second)].link};
    if (result.empty() || result.back() != links) result.push_back(links);
  }
  return result;
}

}  // namespace lightsout
