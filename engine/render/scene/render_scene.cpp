// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/scene/render_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/bodies/solid.h"
#include "engine/joints/kinds/belt.h"
#include "engine/joints/kinds/track.h"
#include "engine/render/materials/seen_files.h"
#include "engine/render/scene/tessellation.h"
#include "engine/shapes/geometry.h"
#include "engine/shapes/paint.h"
#include "engine/shapes/screens.h"
#include "engine/stage/hidden_nodes.h"
#include "engine/stage/parts.h"
#include "engine/stage/stage.h"
#include "engine/stage/stage_options.h"
#include "engine/state/log.h"
#include "world_format/nodes/assets.h"

namespace lightsout {

// Where a node of a body stands.
struct RenderScene::Place {
  Eigen::Affine3d in_body = Eigen::Affine3d::Identity();
  bool is_lamp = false;
};

RenderScene::RenderScene(Stage& stage)
    : stage_(stage), files_(std::make_shared<SeenFiles>()), reader_(stage.world(), stage.log()) {}

Log& RenderScene::log() const { return stage_.log(); }
RenderScene::~RenderScene() = default;

void RenderScene::share_files(const RenderScene& before) { files_ = before.files_; }

void RenderScene::follow() {
  const Screens* screens = stage_.parts().find<Screens>();
  reader_.look_at(screens, *files_);
  if (screens && screens->count() != screens_) {
    screens_ = screens->count();
    read_ = false;
  }
  if (!built_) build();
  built_ = true;
  read_materials(!read_);
  lights_ = read_lights(stage_, ambient_);
  sky_ = read_sky(stage_, *files_, sky_);
  fog_ = read_fog(stage_);
  const Paint* drawn = stage_.parts().find<Paint>();
  paint_ = drawn && !drawn->is_empty() ? drawn : nullptr;
  if (!followed_ || !read_) place_bodies();
  aim_lights();
  read_ = followed_ = true;
}

void RenderScene::aim_lights() {
  constexpr int most_sides = 4;
  int sides = 0;
  for (RenderLight& light : lights_)
    if (light.kind == RenderLight::Kind::Directional && light.casts_shadows && sides < most_sides) light.side = sides++;
  for (RenderBody& body : bodies_) {
    if (!body.throws_shadows) continue;
    while (body.lit_sides.size() < std::size_t(sides)) body.lit_sides.push_back(std::make_unique<LitSide>());
    for (const RenderLight& light : lights_)
      if (light.side >= 0) body.lit_sides[std::size_t(light.side)]->aim(light.towards_in(body.pose.rotation));
  }
}

void RenderScene::place_bodies() {
  for (const Driven& driven : driven_) {
    Pose& pose = bodies_[driven.body].in_solid;
    if (driven.wheel)
      pose.rotation = driven.track->wheel_rotation(*driven.wheel);
    else
      pose = driven.belt->at(driven.start + driven.track->way());
  }
  for (RenderBody& body : bodies_)
    if (body.solid) body.pose = body.solid->pose() * body.in_solid;
  for (SeenSkin& seen : skins_) {
    const auto poses = skin_poses_.find(seen.node);
    const bool is_posed = poses != skin_poses_.end() && !poses->second->empty();
    seen.skin.bend(bodies_[seen.body], is_posed ? poses->second : nullptr);
  }
}

void RenderScene::build() {
  RenderBody environment;
  for (const NodePtr& node : stage_.world().nodes())
    if (!stage_.solid_of(*node)) visit(*node, {}, environment);
  finish(std::move(environment));
  for (const auto& solid : stage_.solids()) {
    RenderBody body;
    body.solid = solid.get();
    const Node& node = solid->node();
    Place place;
    // What it shows changes without the world's journal.
    place.is_lamp = node.is_a("LED") || node.is_a("Charger") || node.is_a("Track");
    for (const NodePtr& child : node.nodes("children")) {
      // A wheel of a belt turns: a body of its own.
      if (!solid->track() || child->type().name() != "TrackWheel") visit(*child, place, body);
    }
    finish(std::move(body));
    if (solid->track()) add_track(*solid);
  }
}

void RenderScene::add_track(const Solid& solid) {
  const Node& node = solid.node();
  const auto add = [&](RenderBody body, Driven driven) {
    body.solid = &solid;
    driven.body = bodies_.size();
    driven.track = solid.track();
    if (finish(std::move(body))) driven_.push_back(std::move(driven));
  };
  for (const NodePtr& wheel : node.nodes("children")) {
    if (wheel->type().name() != "TrackWheel") continue;
    RenderBody body;
    body.in_solid.position = local_pose(*wheel).position;
    for (const NodePtr& child : wheel->nodes("children")) visit(*child, {}, body);
    add(std::move(body), {.body = 0, .track = nullptr, .belt = nullptr, .wheel = wheel.get()});
  }
  const Node* link = node.node("animatedGeometry");
  constexpr std::int32_t most_links = 10'000;
  const auto count = std::min(node.get<std::int32_t>("geometriesCount"), most_links);
  if (!link || count <= 0) return;
  const auto belt = std::make_shared<const Belt>(node);
  if (belt->is_empty()) {
    const std::string text = "its links are not seen: its TrackWheels have no belt around them";
    if (files_->is_new(describe(node) + text)) stage_.log().write(LogLevel::Warning, describe(node), text);
    return;
  }
  for (std::int32_t i = 0; i < count; ++i) {
    RenderBody body;
    visit(*link, {}, body);
    add(std::move(body), {.body = 0, .track = nullptr, .belt = belt, .start = belt->length() * i / count});
  }
}

namespace {

std::optional<std::filesystem::path> model_path(const Stage& stage, const Node& skin) {
  const std::string& url = skin.get<std::string>("modelUrl");
  // What cannot be found was reported when the world was loaded.
  return url.empty() ? std::nullopt : asset_path(stage.world(), url, skin.span_of("modelUrl"));
}

}  // namespace

const Model* RenderScene::skin_model(const Node& skin) const {
  const auto path = model_path(stage_, skin);
  if (!path) return nullptr;
  std::string error;
  const Model* model = files_->model(*path, {}, error);
  if (!error.empty())
    stage_.log().write(LogLevel::Warning, describe(skin), fmt::format("its mesh is not there: {}", error));
  return model;
}

void RenderScene::add_skin(const Node& node, const Place& place, const Solid* owner) {
  const Model* model = skin_model(node);
  if (!model) return;
  const std::filesystem::path folder = model_path(stage_, node)->parent_path();
  RenderBody body;
  body.solid = owner;
  const Pose in_body{place.in_body.translation(), place.in_body.linear().colwise().normalized()};
  body.in_solid = in_body * local_pose(node);
  body.pose = body.in_solid;
  const std::size_t first = materials_.size();
  for (const ModelMaterial& material : model->materials) {
    const Node* look = nullptr;
    for (const NodePtr& appearance : node.nodes("appearance"))
      if (!look && appearance->get<std::string>("name") == material.name) look = appearance.get();
    // Without a look of that name it has the file's.
    materials_.push_back({look, false, look ? reader_.read(look) : reader_.of_file(material, folder)});
  }
  const Vector3d scale = to_eigen(node.get<Vec3>("scale"));
  for (const ModelPart& part : model->parts) {
    const std::uint32_t material =
        part.material < model->materials.size() ? std::uint32_t(first + part.material) : material_of(nullptr, false);
    shapes_.push_back({&node, material, node.get<bool>("castShadows"), Pose()});
    body.add(surface_of(part), Eigen::Affine3d(Eigen::Scaling(scale)), std::uint32_t(shapes_.size() - 1));
  }
  RenderSkin skin(*model, scale.cast<float>(), bones_of(node));
  if (finish(std::move(body))) skins_.push_back({bodies_.size() - 1, node.id(), std::move(skin)});
}

// Where several solids have a name the first is meant.
std::vector<const Solid*> RenderScene::bones_of(const Node& skin) const {
  std::vector<const Solid*> bones;
  for (const NodePtr& entry : skin.nodes("bones")) {
    const Solid* found = entry->has("solidName") ? nullptr : stage_.solid_of(*entry);
    for (const auto& solid : stage_.solids())
      if (!found && entry->has("solidName") &&
          solid->node().get<std::string>("name") == entry->get<std::string>("solidName"))
        found = solid.get();
    if (found) bones.push_back(found);
  }
  return bones;
}

void RenderScene::add_billboard(const Node& node) {
  RenderBody body;
  body.is_billboard = true;
  for (const NodePtr& child : node.nodes("children")) visit(*child, {}, body);
  finish(std::move(body));
}

void RenderScene::visit(const Node& node, const Place& place, RenderBody& body) {
  if (stage_.solid_of(node)) return;  // a body of its own
  if (node.is_a("Shape")) return add_shape(node, place, body);
  if (node.is_a("CadShape")) return add_model(node, nullptr, place, body);
  if (node.is_a("Billboard")) return add_billboard(node);
  if (node.is_a("Skin")) return add_skin(node, place, body.solid);
  if (node.is_a("Joint") || node.is_a("Slot")) {
    if (const Node* end = node.has("endPoint") ? node.node("endPoint") : nullptr) visit(*end, place, body);
    return;
  }
  if (!node.has("children") || !node.is_a("Group")) return;
  Place inner = place;
  if (node.has("translation")) {
    const Pose pose = local_pose(node);
    inner.in_body.translate(pose.position);
    inner.in_body.rotate(pose.rotation);
    if (node.has("scale")) inner.in_body.scale(to_eigen(node.get<Vec3>("scale")));
  }
  for (const NodePtr& child : node.nodes("children")) visit(*child, inner, body);
}

void RenderScene::add_shape(const Node& node, const Place& place, RenderBody& body) {
  const Node* geometry = node.node("geometry");
  if (!geometry) return;
  const Node* appearance = node.node("appearance");
  if (geometry->is_a("Mesh")) return add_model(*geometry, &node, place, body);
  if (geometry->is_a("PointSet") || geometry->is_a("IndexedLineSet")) return add_marks(node, *geometry, place, body);
  const SurfaceMesh mesh = tessellate(*geometry);
  if (mesh.triangles.empty()) return;
  const Pose pose{place.in_body.translation(), place.in_body.linear().colwise().normalized()};
  shapes_.push_back({&node, material_of(appearance, place.is_lamp), node.get<bool>("castShadows"), pose});
  body.add(mesh, place.in_body, std::uint32_t(shapes_.size() - 1));
}

void RenderScene::add_marks(const Node& shape, const Node& geometry, const Place& place, RenderBody& body) {
  const Marks marks = read_marks(geometry);
  if (marks.ends.empty()) return;
  // Points with colours of their own have no other.
  const Node* appearance = marks.colors.empty() ? shape.node("appearance") : nullptr;
  materials_.push_back({appearance, false, reader_.read_marks(appearance), true});
  RenderShape seen{&shape, std::uint32_t(materials_.size() - 1), false, Pose()};
  seen.form = geometry.is_a("PointSet") ? RenderShape::Form::Points : RenderShape::Form::Lines;
  seen.has_colors = !marks.colors.empty();
  shapes_.push_back(seen);
  body.add_marks(marks.points, marks.ends, marks.colors, place.in_body, std::uint32_t(shapes_.size() - 1));
}

// A Mesh in a Shape looks as the Shape says, a CadShape (`shape` nullptr) as its file does.
void RenderScene::add_model(const Node& node, const Node* shape, const Place& place, RenderBody& body) {
  const MFString& urls = node.get<MFString>("url");
  if (urls.empty()) return;
  const auto path = asset_path(stage_.world(), urls[0], node.span_of("url"));
  if (!path) return;  // reported when the world was loaded
  MeshSelection selection;
  if (node.has("name")) selection.name = node.get<std::string>("name");
  if (node.has("materialIndex")) selection.material_index = node.get<std::int32_t>("materialIndex");
  std::string error;
  const Model* model = files_->model(*path, selection, error);
  if (!error.empty())
    stage_.log().write(LogLevel::Warning, describe(node), fmt::format("cameras do not see it: {}", error));
  if (!model) return;
  const bool ccw = node.get<bool>("ccw");
  const Node& holder = shape ? *shape : node;
  const Pose pose{place.in_body.translation(), place.in_body.linear().colwise().normalized()};
  const std::uint32_t own = shape ? material_of(shape->node("appearance"), place.is_lamp) : 0;
  std::vector<std::uint32_t> of_file;
  if (!shape)
    for (const ModelMaterial& material : model->materials) {
      of_file.push_back(std::uint32_t(materials_.size()));
      materials_.push_back({nullptr, false, reader_.of_file(material, path->parent_path())});
    }
  for (const ModelPart& part : model->parts) {
    std::uint32_t material = own;
    if (!shape) material = part.material < of_file.size() ? of_file[part.material] : material_of(nullptr, false);
    shapes_.push_back({&holder, material, holder.get<bool>("castShadows"), pose});
    SurfaceMesh mesh = surface_of(part);
    if (!ccw) {
      for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
      for (auto& normal : mesh.normals) normal = -normal;
    }
    body.add(mesh, place.in_body, std::uint32_t(shapes_.size() - 1));
  }
}

// A Shape that is looked at again: a file in several parts has one appearance.
std::uint32_t RenderScene::material_of(const Node* appearance, bool is_lamp) {
  for (std::size_t i = materials_.size(); appearance && i > 0 && i + 64 > materials_.size(); --i) {
    if (materials_[i - 1].appearance != appearance || materials_[i - 1].is_of_marks) continue;
    materials_[i - 1].is_lamp |= is_lamp;
    return std::uint32_t(i - 1);
  }
  materials_.push_back({appearance, is_lamp, reader_.read(appearance)});
  return std::uint32_t(materials_.size() - 1);
}

bool RenderScene::finish(RenderBody body) {
  if (body.triangles.empty()) return false;
  body.bound();
  has_marks_ |= body.has_marks;
  body.first_triangle = triangle_count_;
  triangle_count_ += std::uint32_t(body.triangles.size());
  bodies_.push_back(std::move(body));
  return true;
}

void RenderScene::read_materials(bool all) {
  bool changed = all;
  for (KnownMaterial& known : materials_) {
    if (!known.appearance || !(all || known.is_lamp || known.material.has_screen)) continue;
    const bool was_see_through = known.material.is_see_through();
    known.material = known.is_of_marks ? reader_.read_marks(known.appearance) : reader_.read(known.appearance);
    // What a display shows may be transparent at one time and not at another.
    changed |= known.material.is_see_through() != was_see_through;
  }
  if (!changed) return;
  for (RenderBody& body : bodies_) {
    bool see_through = false, throws = false;
    for (std::size_t i = 0; i < body.shapes.size(); ++i) {
      const RenderShape& shape = shapes_[body.shapes[i]];
      const bool light_passes = materials_[shape.material].material.is_see_through();
      see_through |= light_passes;
      throws |= shape.casts_shadows && !light_passes;
    }
    body.has_see_through = see_through;
    body.throws_shadows = throws && !body.is_billboard;
    body.forget_shadows();
  }
}

std::vector<bool> RenderScene::hidden_from(std::uint32_t eye) const {
  const HiddenNodes* hidden = stage_.options().hidden.get();
  if (!hidden || !hidden->any_from(eye)) return {};
  std::vector<bool> result;
  for (const RenderShape& shape : shapes_) result.push_back(hidden->is_hidden(eye, *shape.node));
  return result;
}

const RenderBody& RenderScene::body_of(std::uint32_t triangle) const {
  const auto after = std::ranges::upper_bound(bodies_, triangle, {}, &RenderBody::first_triangle);
  return *(after - 1);
}

bool RenderScene::is_mark(std::uint32_t triangle) const {
  if (!has_marks_) return false;
  const RenderBody& body = body_of(triangle);
  return shapes_[body.shapes[triangle - body.first_triangle]].form != RenderShape::Form::Surface;
}

std::vector<std::uint32_t> RenderScene::throwing(const RenderBody& body) const {
  std::vector<std::uint32_t> taken;
  for (std::uint32_t i = 0; i < body.triangles.size(); ++i) {
    const RenderShape& shape = shapes_[body.shapes[i]];
    if (shape.casts_shadows && !materials_[shape.material].material.is_see_through()) taken.push_back(i);
  }
  return taken;
}

const BallTree& RenderScene::tree(const RenderBody& body) const {
  return body.tree.get(tree_mutex_, [&] {
    std::vector<std::uint32_t> all(body.triangles.size());
    std::iota(all.begin(), all.end(), 0U);
    return std::make_unique<BallTree>(body.positions, body.triangles, std::move(all));
  });
}

const BallTree& RenderScene::shadow_tree(const RenderBody& body) const {
  return body.shadow_tree.get(
      tree_mutex_, [&] { return std::make_unique<BallTree>(body.positions, body.triangles, throwing(body)); });
}

const LightGrid* RenderScene::shadow_grid(const RenderBody& body, const RenderLight& light, int points) const {
  if (light.side < 0) return nullptr;
  return body.lit_sides[std::size_t(light.side)]->grid(
      tree_mutex_, body.triangles.size(), points, [&](const Eigen::Vector3f& towards_light) {
        return std::make_unique<LightGrid>(body.positions, body.triangles, throwing(body), towards_light);
      });
}

}  // namespace lightsout
