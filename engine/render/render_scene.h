// What is seen of a world: bodies with triangles, materials, lights, sky and fog. It follows what moves and what is
// edited; it is made when the first image is taken.
#pragma once

#include <memory>
#include <vector>

#include "engine/mesh/model_file.h"
#include "engine/render/color.h"
#include "engine/render/material.h"
#include "engine/render/render_body.h"
#include "engine/state/pose.h"

namespace lightsout {

class Paint;
class Stage;

struct RenderLight {
  enum class Kind : std::uint8_t { Directional, Point, Spot };
  Kind kind = Kind::Directional;
  Light3 color = {1, 1, 1};                                             // times its intensity
  Vector3d position = Vector3d::Zero(), direction = Vector3d::UnitX();  // world; where the light goes
  std::array<float, 3> attenuation = {1, 0, 0};
  float radius = 0, beam_width = 0, cut_off = 0;
  bool casts_shadows = false;
};

struct RenderSky {
  Light3 shown = {0, 0, 0};    // as light, at exposure 1
  Light3 ambient = {0, 0, 0};  // what PBR surfaces get of it
};

struct RenderFog {
  enum class Kind : std::uint8_t { None, Linear, Exponential, Exponential2 };
  Kind kind = Kind::None;
  Light3 color = {1, 1, 1};
  float range = 0;
};

class RenderScene {
 public:
  explicit RenderScene(Stage& stage);
  ~RenderScene();

  // Things have moved. / Nodes have been edited.
  void moved() { followed_ = false; }
  void edited() { read_ = false; }
  // Everything as the world is now.
  void follow();

  Stage& stage() const { return stage_; }
  const std::vector<RenderBody>& bodies() const { return bodies_; }
  const RenderBody& body_of(std::uint32_t triangle) const;
  const RenderShape& shape(std::uint32_t number) const { return shapes_[number]; }
  const Material& material(std::uint32_t number) const { return materials_[number].material; }
  const std::vector<RenderLight>& lights() const { return lights_; }
  // Sum over all lights of ambientIntensity times the colour.
  const Light3& ambient() const { return ambient_; }
  const RenderSky& sky() const { return sky_; }
  const RenderFog& fog() const { return fog_; }
  std::uint32_t triangles() const { return triangle_count_; }
  // By number of the shape: supervisors have hidden it from that node; empty: none.
  std::vector<bool> hidden_from(std::uint32_t eye) const;
  // What pens have drawn; nullptr: nothing.
  const Paint* paint() const { return paint_; }
  // The first node of that type at the world's top, or nullptr.
  const Node* top_node(std::string_view type) const;

  const BallTree& tree(const RenderBody& body) const;
  const BallTree& shadow_tree(const RenderBody& body) const;

 private:
  struct Place;
  struct KnownMaterial {
    const Node* appearance;  // nullptr: of a file, or none
    bool is_lamp;            // changes without an edit
    Material material;
  };
  void build();
  void visit(const Node& node, const Place& place, RenderBody& body);
  void add_shape(const Node& shape, const Place& place, RenderBody& body);
  void add_model(const Node& node, const Node* shape, const Place& place, RenderBody& body);
  std::uint32_t material_of(const Node* appearance, bool is_lamp);
  void finish(RenderBody body);
  void read_materials(bool all);
  void read_lights();
  void read_sky();

  Stage& stage_;
  MaterialReader reader_;
  std::vector<RenderBody> bodies_;
  std::vector<RenderShape> shapes_;
  std::vector<KnownMaterial> materials_;
  std::vector<RenderLight> lights_;
  Light3 ambient_ = {0, 0, 0};
  RenderSky sky_;
  RenderFog fog_;
  const Paint* paint_ = nullptr;
  std::uint32_t triangle_count_ = 0;
  std::size_t screens_ = 0;  // textures that are known to show what displays show
  bool built_ = false, read_ = false, followed_ = false;
};

}  // namespace lightsout
