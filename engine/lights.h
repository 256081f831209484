// The lights of the world as light sensors feel them. Nodes are read afresh each time: lights are edited at will.
#pragma once

#include <vector>

#include "engine/pose.h"
#include "world_format/node.h"

namespace lightsout {

class Scene;
class Solid;

class Lights {
 public:
  explicit Lights(Scene& scene) : scene_(scene) {}

  struct Light {
    const Node* node;
    const Solid* solid;  // that carries it; nullptr: the environment
    Pose in_solid;       // of the node's own frame
  };
  // In scene-tree order.
  const std::vector<Light>& all();
  // Nodes were inserted or removed.
  void changed() { known_ = false; }

 private:
  void collect(const Node& node, const Solid* solid, const Pose& in_solid);
  Scene& scene_;
  std::vector<Light> lights_;
  bool known_ = false;
};

}  // namespace lightsout
