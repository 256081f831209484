// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What is seen of a world: bodies with triangles, materials, lights, sky and fog. It follows what moves and what is
// edited; it is made when the first image is taken.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/render/materials/material.h"
#include "engine/render/scene/render_body.h"
#include "engine/render/scene/render_light.h"
#include "engine/render/scene/render_skin.h"
#include "engine/state/pose.h"

namespace lightsout {

class Belt;
class Paint;
class Log;
class Stage;
class Track;

class RenderScene {
 public:
  explicit RenderScene(Stage& stage);
  ~RenderScene();

  // What is read of files is that of a scene before this one, from now on.
  void share_files(const RenderScene& before);
  // Things have moved. / Nodes have been edited.
  void moved() { followed_ = false; }
  void edited() { read_ = false; }
  // Everything as the world is now.
  void follow();
  // A Skin's controller moves the bones of its model: where each is in the axes of the Skin, scaled as that is; an
  // empty list: as the file has them. `poses` live as long as the scene.
  void pose_skin(const Node& skin, const std::vector<Pose>& poses) { skin_poses_[skin.id()] = &poses; }
  // The mesh of a Skin; nullptr: none. Why it cannot be read is logged, once.
  const Model* skin_model(const Node& skin) const;

  Stage& stage() const { return stage_; }
  Log& log() const;
  SeenFiles& files() const { return *files_; }
  const std::vector<RenderBody>& bodies() const { return bodies_; }
  const RenderBody& body_of(std::uint32_t triangle) const;
  // It is a line or a point.
  bool is_mark(std::uint32_t triangle) const;
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

  const BallTree& tree(const RenderBody& body) const;
  const BallTree& shadow_tree(const RenderBody& body) const;
  // For `points` of them; nullptr: it is to be the tree.
  const LightGrid* shadow_grid(const RenderBody& body, const RenderLight& light, int points) const;

 private:
  struct Place;
  struct KnownMaterial {
    const Node* appearance;  // nullptr: of a file, or none
    bool is_lamp;            // changes without an edit
    Material material;
    bool is_of_marks = false;
  };
  // A body that a track moves: a link, or a wheel.
  struct Driven {
    std::size_t body;
    const Track* track;
    std::shared_ptr<const Belt> belt;  // of a link
    double start = 0;                  // m along it
    const Node* wheel = nullptr;
  };
  void build();
  void visit(const Node& node, const Place& place, RenderBody& body);
  void add_shape(const Node& shape, const Place& place, RenderBody& body);
  void add_marks(const Node& shape, const Node& geometry, const Place& place, RenderBody& body);
  void add_model(const Node& node, const Node* shape, const Place& place, RenderBody& body);
  void add_billboard(const Node& node);
  void add_track(const Solid& solid);
  std::vector<const Solid*> bones_of(const Node& skin) const;
  void add_skin(const Node& node, const Place& place, const Solid* owner);
  std::uint32_t material_of(const Node* appearance, bool is_lamp);
  // False if there is nothing to be seen of it.
  bool finish(RenderBody body);
  void read_materials(bool all);
  void place_bodies();
  void aim_lights();
  std::vector<std::uint32_t> throwing(const RenderBody& body) const;

  Stage& stage_;
  std::shared_ptr<SeenFiles> files_;
  MaterialReader reader_;
  std::vector<RenderBody> bodies_;
  std::vector<RenderShape> shapes_;
  std::vector<KnownMaterial> materials_;
  std::vector<Driven> driven_;
  struct SeenSkin {
    std::size_t body;
    std::uint32_t node;  // its id
    RenderSkin skin;
  };
  std::vector<SeenSkin> skins_;
  std::map<std::uint32_t, const std::vector<Pose>*> skin_poses_;  // by the ids of their nodes
  std::vector<RenderLight> lights_;
  Light3 ambient_ = {0, 0, 0};
  RenderSky sky_;
  RenderFog fog_;
  const Paint* paint_ = nullptr;
  std::uint32_t triangle_count_ = 0;
  std::size_t screens_ = 0;  // textures that are known to show what displays show
  mutable std::mutex tree_mutex_;
  bool has_marks_ = false;
  bool built_ = false, read_ = false, followed_ = false;
};

}  // namespace lightsout
