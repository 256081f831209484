// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/scene/render_skin.h"

#include "engine/bodies/solid.h"

namespace lightsout {

RenderSkin::RenderSkin(const Model& model, const Eigen::Vector3f& scale, const std::vector<const Solid*>& bones)
    : model_(&model), scale_(scale) {
  for (const ModelBone& bone : model.bones) {
    const Solid* mover = nullptr;
    for (const Solid* solid : bones)
      if (!mover && solid->node().get<std::string>("name") == bone.name) mover = solid;
    bones_.push_back({mover, &bone});
    has_movers_ |= mover != nullptr;
  }
  // Without normals a part is seen as flat triangles, each with corners of its own.
  for (const ModelPart& part : model.parts)
    if (part.normals.empty()) can_bend_ = false;
}

namespace {

// What a bone's axes are scaled by in the file; a file in centimetres has a hundred there, and a hundredth in
// bone_from_model.
Eigen::Vector3f scale_at_rest(const ModelBone& bone) {
  const Eigen::Vector3f scale = bone.model_from_bone.topLeftCorner<3, 3>().colwise().norm();
  return (scale - Eigen::Vector3f::Ones()).cwiseAbs().maxCoeff() < 1e-4f ? Eigen::Vector3f::Ones() : scale;
}

}  // namespace

Pose pose_at_rest(const ModelBone& bone, const Vector3d& scale) {
  const Eigen::Matrix4d place = bone.model_from_bone.cast<double>();
  Pose pose;
  pose.position = place.topRightCorner<3, 1>().cwiseProduct(scale);
  // Of a flat or mirrored bone there is no rotation: it keeps that of the model.
  const Eigen::Matrix3d turn = place.topLeftCorner<3, 3>().colwise().normalized();
  if (turn.determinant() > 0.5) pose.rotation = turn;
  return pose;
}

void RenderSkin::bend(RenderBody& body, const std::vector<Pose>* poses) {
  if (poses && poses->size() != bones_.size()) poses = nullptr;
  if (!can_bend_ || (!has_movers_ && !poses)) return;
  const Pose skin_from_world = body.pose.inverse();
  std::vector<Eigen::Matrix4f> moves;  // of the model's frame, before it is scaled
  for (const Bone& bone : bones_) {
    Eigen::Matrix4f place = bone.at_rest->model_from_bone;
    place.topRightCorner<3, 1>() = place.topRightCorner<3, 1>().cwiseProduct(scale_).eval();
    if (bone.solid || poses) {
      const Pose pose = bone.solid ? skin_from_world * bone.solid->pose() : (*poses)[moves.size()];
      place.setIdentity();
      place.topLeftCorner<3, 3>() = pose.rotation.cast<float>() * scale_at_rest(*bone.at_rest).asDiagonal();
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
  body.forget_shadows();
}

}  // namespace lightsout
