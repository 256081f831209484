#include "engine/render/render_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/bodies/solid.h"
#include "engine/media/lights.h"
#include "engine/render/tessellation.h"
#include "engine/shapes/geometry.h"
#include "engine/shapes/paint.h"
#include "engine/shapes/screens.h"
#include "engine/stage/hidden_nodes.h"
#include "engine/stage/stage.h"
#include "world_format/assets.h"

namespace lightsout {

// Where a node of a body stands.
struct RenderScene::Place {
  Eigen::Affine3d in_body = Eigen::Affine3d::Identity();
  bool is_lamp = false;
};

RenderScene::RenderScene(Stage& stage) : stage_(stage), reader_(stage.world(), stage.log()) {}
RenderScene::~RenderScene() = default;

void RenderScene::follow() {
  const Screens* screens = stage_.find_part<Screens>();
  reader_.set_screens(screens);
  if (screens && screens->count() != screens_) {
    screens_ = screens->count();
    read_ = false;
  }
  if (!built_) build();
  built_ = true;
  read_materials(!read_);
  read_lights();
  read_sky();
  const Paint* drawn = stage_.find_part<Paint>();
  paint_ = drawn && !drawn->is_empty() ? drawn : nullptr;
  if (!followed_ || !read_)
    for (RenderBody& body : bodies_)
      if (body.solid) body.pose = body.solid->pose();
  read_ = followed_ = true;
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
    for (const NodePtr& child : node.nodes("children")) visit(*child, place, body);
    finish(std::move(body));
  }
}

void RenderScene::visit(const Node& node, const Place& place, RenderBody& body) {
  if (stage_.solid_of(node)) return;  // a body of its own
  if (node.is_a("Shape")) return add_shape(node, place, body);
  if (node.is_a("CadShape")) return add_model(node, nullptr, place, body);
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
  const SurfaceMesh mesh = tessellate(*geometry);
  if (mesh.triangles.empty()) return;
  const Pose pose{place.in_body.translation(), place.in_body.linear().colwise().normalized()};
  shapes_.push_back({&node, material_of(appearance, place.is_lamp), node.get<bool>("castShadows"), pose});
  body.add(mesh, place.in_body, std::uint32_t(shapes_.size() - 1));
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
  const auto model = read_model_file(*path, selection);
  if (!model) {
    stage_.log().write(LogLevel::Warning, describe(node), fmt::format("cameras do not see it: {}", model.error()));
    return;
  }
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
    if (materials_[i - 1].appearance != appearance) continue;
    materials_[i - 1].is_lamp |= is_lamp;
    return std::uint32_t(i - 1);
  }
  materials_.push_back({appearance, is_lamp, reader_.read(appearance)});
  return std::uint32_t(materials_.size() - 1);
}

void RenderScene::finish(RenderBody body) {
  if (body.triangles.empty()) return;
  if (body.solid) body.pose = body.solid->pose();
  body.bound();
  body.first_triangle = triangle_count_;
  triangle_count_ += std::uint32_t(body.triangles.size());
  bodies_.push_back(std::move(body));
}

void RenderScene::read_materials(bool all) {
  for (KnownMaterial& known : materials_)
    if (known.appearance && (all || known.is_lamp || known.material.has_screen))
      known.material = reader_.read(known.appearance);
  if (!all) return;
  for (RenderBody& body : bodies_) {
    bool see_through = false, throws = false;
    for (std::size_t i = 0; i < body.shapes.size(); ++i) {
      const RenderShape& shape = shapes_[body.shapes[i]];
      const bool light_passes = materials_[shape.material].material.is_see_through();
      see_through |= light_passes;
      throws |= shape.casts_shadows && !light_passes;
    }
    body.has_see_through = see_through;
    body.throws_shadows = throws;
    body.shadow_tree.reset();
  }
}

void RenderScene::read_lights() {
  lights_.clear();
  ambient_ = {0, 0, 0};
  for (const Lights::Light& light : stage_.part<Lights>().all()) {
    const Node& node = *light.node;
    if (!node.get<bool>("on")) continue;
    const Light3 color = linear_of_srgb(node.get<Color>("color"));
    const auto intensity = float(node.get<double>("intensity")), ambient = float(node.get<double>("ambientIntensity"));
    RenderLight result;
    for (std::size_t k = 0; k < 3; ++k) {
      ambient_[k] += ambient * color[k];
      result.color[k] = intensity * color[k];
    }
    const Pose frame = light.solid ? light.solid->pose() * light.in_solid : light.in_solid;
    if (node.has("direction")) {
      const Vector3d direction = frame.rotation * to_eigen(node.get<Vec3>("direction"));
      if (direction.norm() > 0) result.direction = direction.normalized();
    }
    result.casts_shadows = node.get<bool>("castShadows");
    if (node.has("location")) {
      result.kind = node.is_a("SpotLight") ? RenderLight::Kind::Spot : RenderLight::Kind::Point;
      result.position = frame * to_eigen(node.get<Vec3>("location"));
      const Vec3& a = node.get<Vec3>("attenuation");
      result.attenuation = {float(a.x), float(a.y), float(a.z)};
      result.radius = float(node.get<double>("radius"));
    }
    if (result.kind == RenderLight::Kind::Spot) {
      result.cut_off = float(node.get<double>("cutOffAngle"));
      result.beam_width = float(node.get<double>("beamWidth"));
    }
    lights_.push_back(result);
  }
}

const Node* RenderScene::top_node(std::string_view type) const {
  for (const NodePtr& node : stage_.world().nodes())
    if (node->is_a(type)) return node.get();
  return nullptr;
}

void RenderScene::read_sky() {
  sky_ = {};
  fog_ = {};
  const Node* viewpoint = top_node("Viewpoint");
  const double exposure = viewpoint ? viewpoint->get<double>("exposure") : 1;
  if (const Node* background = top_node("Background")) {
    const MFColor& colors = background->get<MFColor>("skyColor");
    const Color color = colors.empty() ? Color{} : colors[0];
    const double luminosity = background->get<double>("luminosity");
    const double values[3] = {color.r, color.g, color.b};
    for (std::size_t k = 0; k < 3; ++k) {
      sky_.shown[k] = exposure > 0 ? float(light_shown_as(values[k]) / exposure) : 0;
      sky_.ambient[k] = float(luminosity * linear_of_srgb(values[k]));
    }
  }
  const Node* fog = top_node("Fog");
  if (fog && fog->get<double>("visibilityRange") > 0) {
    const std::string& type = fog->get<std::string>("fogType");
    fog_.kind = type == "EXPONENTIAL"    ? RenderFog::Kind::Exponential
                : type == "EXPONENTIAL2" ? RenderFog::Kind::Exponential2
                                         : RenderFog::Kind::Linear;
    fog_.color = linear_of_srgb(fog->get<Color>("color"));
    fog_.range = float(fog->get<double>("visibilityRange"));
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

namespace {

std::unique_ptr<BallTree> tree_of(const RenderBody& body, auto takes) {
  std::vector<std::uint32_t> taken;
  for (std::uint32_t i = 0; i < body.triangles.size(); ++i)
    if (takes(body.shapes[i])) taken.push_back(i);
  return std::make_unique<BallTree>(body.positions, body.triangles, std::move(taken));
}

}  // namespace

const BallTree& RenderScene::tree(const RenderBody& body) const {
  if (!body.tree) body.tree = tree_of(body, [](std::uint32_t) { return true; });
  return *body.tree;
}

const BallTree& RenderScene::shadow_tree(const RenderBody& body) const {
  if (!body.shadow_tree)
    body.shadow_tree = tree_of(body, [this](std::uint32_t shape) {
      return shapes_[shape].casts_shadows && !materials_[shapes_[shape].material].material.is_see_through();
    });
  return *body.shadow_tree;
}

}  // namespace lightsout
