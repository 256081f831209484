// The module lightsout_assimp: one mesh file through assimp. Its own library, so that runs without such files do not
// pay for loading assimp.
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <string_view>

#include "engine/mesh/mesh_file.h"

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

// False as append().
bool walk(const aiScene& scene, const aiNode& node, const aiMatrix4x4& above, const MeshSelection& selection,
          TriangleMesh& mesh) {
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

// Whatever axis a Collada file says is up, assimp has made it y; in worlds it is z.
bool is_collada(std::string_view path) {
  const auto same = [](char a, char b) { return (a | 0x20) == b; };
  return path.size() >= 4 && std::ranges::equal(path.substr(path.size() - 4), std::string_view(".dae"), same);
}

}  // namespace
}  // namespace lightsout

extern "C" bool lightsout_read_with_assimp(const char* path, const lightsout::MeshSelection& selection,
                                           lightsout::TriangleMesh& mesh, std::string& error) {
  using namespace lightsout;
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFile(path, aiProcess_Triangulate);
  if (!scene || !scene->mRootNode) {
    error = importer.GetErrorString();
    return false;
  }
  const aiMatrix4x4 above =
      is_collada(path) ? aiMatrix4x4(1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1) : aiMatrix4x4();
  if (!walk(*scene, *scene->mRootNode, above, selection, mesh)) {
    error = "a triangle has a corner that is no vertex of its mesh";
    return false;
  }
  if (mesh.triangles.empty() && (!selection.name.empty() || selection.material_index >= 0)) {
    error = fmt::format("has no triangles of name '{}' and material {}", selection.name, selection.material_index);
    return false;
  }
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    if (!mesh.vertices[i].allFinite()) {
      error = fmt::format("vertex {} has a coordinate that is no finite number", i + 1);
      return false;
    }
  }
  return true;
}
