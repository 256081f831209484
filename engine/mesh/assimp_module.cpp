// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The module lightsout_assimp: one mesh file through assimp. Its own library, so that runs without such files do not
// pay for loading assimp.
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <assimp/Importer.hpp>
#include <string_view>

#include "engine/mesh/mesh_file.h"
#include "engine/mesh/model_file.h"
#include "engine/mesh/triangle_mesh.h"

namespace lightsout {
namespace {

// False if a triangle has a corner that is no vertex.
bool append(const aiMesh& from, const aiMatrix4x4& transform, TriangleMesh& to) {
  const int first = int(to.vertices.size());
  for (unsigned i = 0; i < from.mNumVertices; ++i) {
    const aiVector3D v = transform * from.mVertices[i];
    to.vertices.emplace_back(v.x, v.y, v.z);
  }
  // A mirroring node turns the triangles inside out.
  const bool mirrored = transform.Determinant() < 0;
  for (unsigned i = 0; i < from.mNumFaces; ++i) {
    const aiFace& face = from.mFaces[i];
    if (face.mNumIndices != 3) continue;  // points and lines
    for (unsigned corner = 0; corner < 3; ++corner)
      if (face.mIndices[corner] >= from.mNumVertices) return false;
    Eigen::Vector3i triangle(int(face.mIndices[0]), int(face.mIndices[1]), int(face.mIndices[2]));
    if (mirrored) std::swap(triangle.y(), triangle.z());
    to.triangles.push_back(triangle + Eigen::Vector3i::Constant(first));
  }
  return true;
}

Eigen::Matrix4f matrix_of(const aiMatrix4x4& m) {
  Eigen::Matrix4f result;
  result << m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4, m.d1, m.d2, m.d3, m.d4;
  return result;
}

std::uint32_t bone_named(const std::string& name, const Eigen::Matrix4f& bone_from_model, Model& model) {
  for (std::uint32_t i = 0; i < model.bones.size(); ++i)
    if (model.bones[i].name == name) return i;
  ModelBone& bone = model.bones.emplace_back();
  bone.name = name;
  bone.bone_from_model = bone_from_model;
  return std::uint32_t(model.bones.size() - 1);
}

// Appends the bones at the node and below it in the order of the tree; `order`: of the model's bones.
void find_tree(const aiNode& node, std::int32_t parent, Model& model, std::vector<std::uint32_t>& order) {
  for (std::uint32_t i = 0; i < model.bones.size(); ++i) {
    if (model.bones[i].name != node.mName.C_Str() || std::ranges::count(order, i) > 0) continue;
    model.bones[i].parent = parent;
    parent = std::int32_t(order.size());
    order.push_back(i);
  }
  for (unsigned i = 0; i < node.mNumChildren; ++i) find_tree(*node.mChildren[i], parent, model, order);
}

// Bones that no node has the name of come last.
void order_bones(const aiNode& root, Model& model) {
  std::vector<std::uint32_t> order;
  find_tree(root, -1, model, order);
  for (std::uint32_t i = 0; i < model.bones.size(); ++i)
    if (std::ranges::count(order, i) == 0) order.push_back(i);
  std::vector<std::uint32_t> places(order.size());
  std::vector<ModelBone> bones;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    places[order[i]] = i;
    bones.push_back(std::move(model.bones[order[i]]));
  }
  model.bones = std::move(bones);
  for (ModelPart& part : model.parts)
    for (auto& of_corner : part.bones)
      for (std::uint32_t& bone : of_corner) bone = places[bone];
}

// Of each vertex the four bones that move it most.
void append_bones(const aiMesh& from, const aiMatrix4x4& transform, Model& model, ModelPart& part) {
  part.bones.assign(from.mNumVertices, {});
  part.weights.assign(from.mNumVertices, {});
  const Eigen::Matrix4f mesh_from_model = matrix_of(transform).inverse();
  for (unsigned i = 0; i < from.mNumBones; ++i) {
    const aiBone& bone = *from.mBones[i];
    const std::uint32_t number = bone_named(bone.mName.C_Str(), matrix_of(bone.mOffsetMatrix) * mesh_from_model, model);
    for (unsigned k = 0; k < bone.mNumWeights; ++k) {
      const aiVertexWeight& weight = bone.mWeights[k];
      if (weight.mVertexId >= from.mNumVertices || !(weight.mWeight > 0)) continue;
      auto& weights = part.weights[weight.mVertexId];
      const auto least = std::size_t(std::ranges::min_element(weights) - weights.begin());
      if (weight.mWeight <= weights[least]) continue;
      weights[least] = weight.mWeight;
      part.bones[weight.mVertexId][least] = number;
    }
  }
  for (auto& weights : part.weights) {
    const float sum = weights[0] + weights[1] + weights[2] + weights[3];
    if (!(sum > 0))
      weights[0] = 1;
    else
      for (float& weight : weights) weight /= sum;
  }
}

// False as append().
bool append(const aiMesh& from, const aiMatrix4x4& transform, Model& to) {
  ModelPart& part = to.parts.emplace_back();
  if (from.HasBones()) append_bones(from, transform, to, part);
  part.material = from.mMaterialIndex;
  const aiMatrix3x3 linear(transform);
  aiMatrix3x3 turn = linear;
  const bool has_normals = from.mNormals && linear.Determinant() != 0;
  if (has_normals) turn = aiMatrix3x3(linear).Inverse().Transpose();
  for (unsigned i = 0; i < from.mNumVertices; ++i) {
    const aiVector3D v = transform * from.mVertices[i];
    part.positions.emplace_back(v.x, v.y, v.z);
    if (has_normals) {
      const aiVector3D n = (turn * from.mNormals[i]).NormalizeSafe();
      part.normals.emplace_back(n.x, n.y, n.z);
    }
    if (from.mTextureCoords[0]) part.coordinates.emplace_back(from.mTextureCoords[0][i].x, from.mTextureCoords[0][i].y);
  }
  const bool mirrored = transform.Determinant() < 0;
  for (unsigned i = 0; i < from.mNumFaces; ++i) {
    const aiFace& face = from.mFaces[i];
    if (face.mNumIndices != 3) continue;  // points and lines
    std::array<std::uint32_t, 3> corners;
    for (unsigned corner = 0; corner < 3; ++corner) {
      if (face.mIndices[corner] >= from.mNumVertices) return false;
      corners[corner] = face.mIndices[corner];
    }
    if (mirrored) std::swap(corners[1], corners[2]);
    part.triangles.push_back(corners);
  }
  if (part.triangles.empty()) to.parts.pop_back();
  return true;
}

// False as append().
template <class Mesh>
bool walk(const aiScene& scene, const aiNode& node, const aiMatrix4x4& above, const MeshSelection& selection,
          Mesh& mesh) {
  const aiMatrix4x4 transform = above * node.mTransformation;
  for (unsigned i = 0; i < node.mNumMeshes; ++i) {
    const aiMesh& part = *scene.mMeshes[node.mMeshes[i]];
    const bool named =
        selection.name.empty() || selection.name == part.mName.C_Str() || selection.name == node.mName.C_Str();
    const bool of_material = selection.material_index < 0 || unsigned(selection.material_index) == part.mMaterialIndex;
    if (named && of_material && !append(part, transform, mesh)) return false;
  }
  for (unsigned i = 0; i < node.mNumChildren; ++i)
    if (!walk(scene, *node.mChildren[i], transform, selection, mesh)) return false;
  return true;
}

ModelMaterial look_of(const aiMaterial& from) {
  ModelMaterial to;
  to.name = from.GetName().C_Str();
  aiColor3D color;
  if (from.Get(AI_MATKEY_COLOR_DIFFUSE, color) == AI_SUCCESS) to.diffuse = {color.r, color.g, color.b};
  if (from.Get(AI_MATKEY_COLOR_EMISSIVE, color) == AI_SUCCESS) to.emissive = {color.r, color.g, color.b};
  float opacity = 1;
  // Collada files say 0 where they mean opaque.
  if (from.Get(AI_MATKEY_OPACITY, opacity) == AI_SUCCESS && opacity > 0) to.opacity = opacity;
  aiString name;
  if (from.GetTexture(aiTextureType_DIFFUSE, 0, &name) == AI_SUCCESS) {
    to.diffuse_map = name.C_Str();
    to.diffuse = {1, 1, 1};
  }
  return to;
}

// Whatever axis a Collada file says is up, assimp has made it y; in worlds it is z.
bool is_collada(std::string_view path) {
  const auto same = [](char a, char b) { return (a | 0x20) == b; };
  return path.size() >= 4 && std::ranges::equal(path.substr(path.size() - 4), std::string_view(".dae"), same);
}

aiMatrix4x4 axes_of(std::string_view path) {
  return is_collada(path) ? aiMatrix4x4(1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1) : aiMatrix4x4();
}

constexpr std::string_view no_vertex = "a triangle has a corner that is no vertex of its mesh";

}  // namespace
}  // namespace lightsout

extern "C" bool lightsout_read_model_with_assimp(const char* path, const lightsout::MeshSelection& selection,
                                                 lightsout::Model& model, std::string& error) {
  using namespace lightsout;
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFile(path, aiProcess_Triangulate | aiProcess_GenSmoothNormals);
  if (!scene || !scene->mRootNode) {
    error = importer.GetErrorString();
    return false;
  }
  if (!walk(*scene, *scene->mRootNode, axes_of(path), selection, model)) {
    error = no_vertex;
    return false;
  }
  for (const ModelPart& part : model.parts)
    for (const Eigen::Vector3f& position : part.positions)
      if (!position.allFinite()) {
        error = "a vertex has a coordinate that is no finite number";
        return false;
      }
  for (unsigned i = 0; i < scene->mNumMaterials; ++i) model.materials.push_back(look_of(*scene->mMaterials[i]));
  order_bones(*scene->mRootNode, model);
  for (ModelBone& bone : model.bones) {
    aiMatrix4x4 place;
    for (const aiNode* node = scene->mRootNode->FindNode(bone.name.c_str()); node; node = node->mParent)
      place = node->mTransformation * place;
    bone.model_from_bone = matrix_of(axes_of(path) * place);
  }
  return true;
}

extern "C" bool lightsout_read_with_assimp(const char* path, const lightsout::MeshSelection& selection,
                                           lightsout::TriangleMesh& mesh, std::string& error) {
  using namespace lightsout;
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFile(path, aiProcess_Triangulate);
  if (!scene || !scene->mRootNode) {
    error = importer.GetErrorString();
    return false;
  }
  if (!walk(*scene, *scene->mRootNode, axes_of(path), selection, mesh)) {
    error = no_vertex;
    return false;
  }
  if (mesh.triangles.empty() && (!selection.name.empty() || selection.material_index >= 0)) {
    error = fmt::format("has no triangles of name '{}' and material {}", selection.name, selection.material_index);
    return false;
  }
  for (const auto& vertex : mesh.vertices) {
    if (!vertex.allFinite()) {
      error = "a vertex has a coordinate that is no finite number";
      return false;
    }
  }
  return true;
}
