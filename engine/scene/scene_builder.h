// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Builds a scene from its tree: first all that the tree says is read and looked over, then ODE's objects are made.
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/bodies/ode_objects.h"
#include "engine/scene/scene.h"
#include "engine/shapes/geometry.h"

namespace lightsout {

class Device;

class SceneBuilder {
 public:
  // `previous`: the scene that this one replaces after an edit, or nullptr. Solids that the edit left alone are made
  // where they were made there.
  SceneBuilder(Scene& scene, const Scene* previous, Diagnostics& diagnostics)
      : scene_(scene), previous_(previous), diagnostics_(diagnostics) {}
  // Solids, joints and devices. All errors are found here.
  void read();
  // Between the two, where the scene replaces another: what is held elsewhere than bodies are made, because they had
  // moved when it came. The standings must outlive make().
  void place_joints(std::span<const Scene::Standing> standings);
  // Bodies, geoms, ODE's joints, and what depends on them. False, and reported, if ODE refuses one of them.
  bool make();

 private:
  // Where a node stands while the tree is walked.
  struct Place {
    Solid* solid = nullptr;  // the nearest above
    Pose in_solid;           // solid_from_here, or world_from_here without a solid
    Frame frame;             // the same, with the scales of Transforms: they stretch what is seen
    Robot* robot = nullptr;
    Joint* joint = nullptr;  // whose endPoint the node is
  };

  void read_world_info();
  void visit_children(Node& group, const Place& place);
  void visit(Node& node, const Place& place);
  void visit_solid(Node& node, const Place& place);
  // A solid stands where that of its node stood in the scene that this one replaces.
  void go_on_from(const Solid& before, Solid& solid, const Place& place);
  void read_shapes(Solid& solid);
  void visit_joint(Node& node, const Place& place);
  // nullptr if it is no joint that is simulated.
  Joint* add_joint(std::unique_ptr<Joint> joint, const Place& place);
  void visit_fluid(Node& node, const Place& place);
  void add_joint_devices(Node& node, Joint& joint, const Place& place, std::string_view field, int axis);
  // `holder`: the Shape, or the geometry itself.
  void add_visible_shape(Node& geometry, Node& holder, const Place& place);
  // nullptr if the node is none, or none that does anything there.
  Device* add_device(Node& node, const Place& place, Joint* joint, int axis);
  void check_device_names(const Robot& robot);
  // That of no other solid: its own from now on.
  std::string take_path(const Node& node, const Solid* parent, Solid& solid);

  void make_all();
  void weigh_bodies();
  void check_weights();
  void make_bodies();
  void find_kinematic_wheels();
  void make_geoms();
  void connect_joints();
  // The solid that a SolidReference names for a joint.
  void close_loop(Joint& joint, const Node& reference);
  // A joint that closes a loop of what moves holds its ends as they are now.
  void close_as_it_is(Joint& joint) const;

  Scene& scene_;
  const Scene* previous_;
  std::span<const Scene::Standing> standings_;  // of the scene's solids, where it replaces another
  Diagnostics& diagnostics_;
  const Node* making_ = nullptr;  // for which ODE is asked
  // Of solids that bear the same path, how many were numbered; looked up, never iterated.
  std::unordered_map<std::string, int> last_numbers_;
  std::vector<BodySettings> settings_;  // of the scene's bodies, their masses about the origins of their solids
};

}  // namespace lightsout
