// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/render_skin.h"

#include "engine/bodies/solid.h"

namespace lightsout {

RenderSkin::RenderSkin(const Model& model, const Eigen::Vector3f& scale, const std::vector<const Solid*>& bones)
    : model_(&model), scale_(scale) {
  for (const ModelBone& bone : model.bones) {
    const Solid* mover = nullptr;
    for (const Solid* solid : bones)
      if (!mover && solid->node().get<std::string>("name") == bone.name) mover = solid;
    bones_.push_back({mover, &bone});
    is_moved_ |= mover != nullptr;
  }
  // Without normals a part is seen as flat triangles, each with corners of its own.
  for (const ModelPart& part : model.parts)
    if (part.normals.empty()) is_moved_ = false;
}

void RenderSkin::bend(RenderBody& body) const {
  if (!is_moved_) return;
  const Pose skin_from_world = body.pose.inverse();
  std::vector<Eigen::Matrix4f> moves;  // of the model's frame, before it is scaled
  for (const Bone& bone : bones_) {
    Eigen::Matrix4f place = bone.at_rest->model_from_bone;
    place.topRightCorner<3, 1>() = place.topRightCorner<3, 1>().cwiseProduct(scale_).eval();
    if (bone.solid) {
      const Pose pose = skin_from_world * bone.solid->pose();
      place.setIdentity();
      place.topLeftCorner<3, 3>() = pose.rotation.cast<float>();
      place.topRightCorner<3, 1>() = pose.position.cast<float>();
    }
    Eigen::Matrix4f scaled = bone.at_rest->bone_from_model;
    scaled.topRows<3>() = scale_.asDiagonal() * scaled.topRows<3>();
    moves.push_back(place * scaled);
  }
  std::size_t first = 0;
  for (const ModelPart& part : model_->parts) {
    for (std::size_t i = 0; i < part.bones.size(); ++i) {
      Eigen::Matrix4f move = Eigen::Matrix4f::Zero();
      for (std::size_t k = 0; k < 4; ++k) move += part.weights[i][k] * moves[part.bones[i][k]];
      body.positions[first + i] = (move * part.positions[i].homogeneous()).head<3>();
      if (!part.normals.empty()) body.normals[first + i] = (move.topLeftCorner<3, 3>() * part.normals[i]).normalized();
    }
    first += part.positions.size();
  }
  body.bound();
  body.tree.reset();
  body.shadow_tree.reset();
}

}  // namespace lightsout
