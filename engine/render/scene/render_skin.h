// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A mesh whose corners follow bones, each as its weights say (linear blend skinning): p = sum w_b M_b B_b p_0, B_b
// being where the bone was when the skin was laid around it, M_b where it is.
#pragma once

#include <array>
#include <vector>

#include "engine/mesh/model_file.h"
#include "engine/render/scene/render_body.h"

namespace lightsout {

class RenderSkin {
 public:
  // `bones`: the solids that move those of their names; others stay as the file has them. The model outlives it.
  RenderSkin(const Model& model, const Eigen::Vector3f& scale, const std::vector<const Solid*>& bones);
  // As the bones are now. The body is that of the model's parts, one after the other, in the frame of the Skin.
  // `poses`: where each bone is that no solid moves, in that frame; nullptr: as the file has it.
  void bend(RenderBody& body, const std::vector<Pose>* poses);

 private:
  struct Bone {
    const Solid* solid;  // nullptr: it stands
    const ModelBone* at_rest;
  };
  const Model* model_;
  Eigen::Vector3f scale_;
  std::vector<Bone> bones_;
  bool can_bend_ = true, has_movers_ = false;
};

// How a model's bone stands in the axes of a Skin of that scale, when nothing moves it.
Pose pose_at_rest(const ModelBone& bone, const Vector3d& scale);

}  // namespace lightsout
