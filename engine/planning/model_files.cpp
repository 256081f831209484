#include "engine/planning/model_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>

#include "engine/mesh/mesh_file.h"

namespace lightsout {

namespace fs = std::filesystem;

ModelFiles::ModelFiles(const std::string& urdf_file, std::vector<std::string> package_paths)
    : folder_(fs::absolute(urdf_file).parent_path().string()), package_paths_(std::move(package_paths)) {}

std::expected<std::string, std::string> ModelFiles::find_in_package(const std::string& package,
                                                                    const std::string& rest) const {
  std::error_code error;
  const auto try_folder = [&](const fs::path& folder) -> std::string {
    const bool is_package =
        folder.filename() == package || (folder.filename().empty() && folder.parent_path().filename() == package);
    for (const fs::path& root : {is_package ? folder : fs::path(), folder / package})
      if (!root.empty() && fs::is_regular_file(root / rest, error)) return (root / rest).string();
    return "";
  };
  for (const std::string& folder : package_paths_)
    if (std::string found = try_folder(folder); !found.empty()) return found;
  for (fs::path above = folder_;; above = above.parent_path()) {
    if (std::string found = try_folder(above); !found.empty()) return found;
    if (above == above.parent_path()) break;
  }
  return std::unexpected(fmt::format("there is no {} in a folder {} in or above {}{}{}", rest, package, folder_,
                                     package_paths_.empty() ? "" : ", or in ", fmt::join(package_paths_, ", ")));
}

std::expected<std::string, std::string> ModelFiles::find(const std::string& name) const {
  constexpr std::string_view package = "package://", model = "model://", file = "file://";
  for (const std::string_view scheme : {package, model}) {
    if (!name.starts_with(scheme)) continue;
    const std::string path = name.substr(scheme.size());
    const std::size_t slash = path.find('/');
    if (slash == 0 || slash == path.npos) return std::unexpected("needs the name of a package and a file in it");
    return find_in_package(path.substr(0, slash), path.substr(slash + 1));
  }
  const std::string plain = name.starts_with(file) ? name.substr(file.size()) : name;
  if (plain.find("://") != plain.npos)
    return std::unexpected("files are named by package://, file:// or a path, nothing is fetched from a network");
  return (fs::path(folder_) / plain).string();
}

std::expected<std::shared_ptr<const CollisionModel>, std::string> ModelFiles::load(const std::string& name,
                                                                                   const Eigen::Vector3d& scale) {
  const auto path = find(name);
  if (!path) return std::unexpected(fmt::format("{}: {}", name, path.error()));
  std::shared_ptr<const CollisionModel>& model = read_[{*path, scale.x(), scale.y(), scale.z()}];
  if (model) return model;
  auto mesh = read_mesh_file(*path);
  if (!mesh) return std::unexpected(mesh.error());
  for (Eigen::Vector3f& v : mesh->vertices) {
    v = v.cast<double>().cwiseProduct(scale).cast<float>();
    if (!(v.cwiseAbs().maxCoeff() < 1e9f))
      return std::unexpected(fmt::format("{}: has coordinates beyond 1e9 m; is the scale right?", name));
  }
  if (scale.prod() < 0)
    for (Eigen::Vector3i& triangle : mesh->triangles) std::swap(triangle[1], triangle[2]);
  model = CollisionModel::from_mesh(*path, std::move(*mesh));
  return model;
}

}  // namespace lightsout
