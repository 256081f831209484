// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The lights of the world as light sensors feel them. Nodes are read afresh each time: lights are edited at will.
#pragma once

#include <vector>

#include "engine/shapes/geometry.h"
#include "engine/state/part.h"
#include "engine/state/pose.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class Stage;
class Solid;

class Lights final : public Part {
 public:
  static constexpr PartKind part_kind = PartKind::Lights;

  explicit Lights(Stage& stage) : stage_(stage) {}

  struct Light {
    const Node* node;
    const Solid* solid;  // that carries it; nullptr: the environment
    Frame in_solid;      // of the node's own frame

    // World axes. The place of a PointLight or a SpotLight; a scale around it counts.
    Vector3d location() const;
    // Unit, from the light; zero if it has none. That of a DirectionalLight is in world axes wherever it stands.
    Vector3d direction() const;
    // Without the scale.
    Pose world_from_here() const;
  };
  // The light's field of this name, of a PointLight or a SpotLight: constant, per m and per m^2. 0 0 0 counts as 1 0 0.
  static Vec3 attenuation(const Node& light);
  // In scene-tree order.
  const std::vector<Light>& all();
  void rearranged() override { known_ = false; }

 private:
  void collect(const Node& node, const Solid* solid, const Frame& in_solid);
  Stage& stage_;
  std::vector<Light> lights_;
  bool known_ = false;
};

}  // namespace lightsout
