// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/planning/model_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>

#include "engine/mesh/mesh_file.h"
#include "engine/planning/xml_text.h"

namespace lightsout {

namespace fs = std::filesystem;

ModelFiles::ModelFiles(const std::string& urdf_file, std::vector<std::string> package_paths)
    : folder_(fs::absolute(urdf_file).parent_path().string()), package_paths_(std::move(package_paths)) {}

namespace {

// A package is a folder of its name, or one whose package.xml names it.
bool is_package(const fs::path& folder, const std::string& name) {
  const fs::path plain = folder.filename().empty() ? folder.parent_path() : folder;  // a / at the end
  if (plain.filename() == name) return true;
  std::error_code error;
  if (!fs::is_regular_file(folder / "package.xml", error)) return false;
  const auto text = XmlText::read((folder / "package.xml").string());
  const auto* element = text && text->root() ? text->root()->FirstChildElement("name") : nullptr;
  if (!element || !element->GetText()) return false;
  std::string_view said = element->GetText();
  said.remove_prefix(std::min(said.find_first_not_of(" \t\r\n"), said.size()));
  return said.substr(0, said.find_last_not_of(" \t\r\n") + 1) == name;
}

// %20 is a blank, and so on: two hexadecimal digits, a byte each (RFC 3986).
std::string decoded(std::string_view url) {
  std::string text;
  for (std::size_t i = 0; i < url.size(); ++i) {
    unsigned byte = 0;
    const char* digits = url.data() + i + 1;
    if (url[i] == '%' && i + 2 < url.size() && std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      text += static_cast<char>(byte);
      i += 2;
    } else {
      text += url[i];
    }
  }
  return text;
}

// As it is written where a file has that name, else decoded.
fs::path file_of(const fs::path& folder, const std::string& url) {
  std::error_code error;
  const fs::path written = folder / url, meant = folder / decoded(url);
  return !fs::exists(written, error) && fs::exists(meant, error) ? meant : written;
}

// A folder, and those in it, in order of their names.
std::vector<fs::path> with_folders_in(const fs::path& folder) {
  std::vector<fs::path> folders;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.is_directory(error)) folders.push_back(entry.path());
  std::ranges::sort(folders);
  folders.insert(folders.begin(), folder);
  return folders;
}

}  // namespace

const std::vector<std::string>& ModelFiles::roots_of(const std::string& package) {
  const auto [entry, is_new] = roots_.try_emplace(package);
  if (!is_new) return entry->second;
  std::vector<fs::path> places(package_paths_.begin(), package_paths_.end());
  for (fs::path above = folder_;; above = above.parent_path()) {
    places.push_back(above);
    if (above == above.parent_path()) break;
  }
  for (const fs::path& place : places)
    for (const fs::path& folder : with_folders_in(place))
      if (is_package(folder, package)) entry->second.push_back(folder.string());
  return entry->second;
}

std::expected<std::string, std::string> ModelFiles::find_in_package(const std::string& package,
                                                                    const std::string& rest) {
  std::error_code error;
  for (const std::string& root : roots_of(package))
    if (fs::path file = file_of(root, rest); fs::is_regular_file(file, error)) return file.string();
  if (roots_of(package).empty())
    return std::unexpected(
        fmt::format("there is no package {} in or above {}{}{}; name a folder that it is in "
                    "(--package-path; in C++ and Python package_paths)",
                    package, folder_, package_paths_.empty() ? "" : ", or in ", fmt::join(package_paths_, ", ")));
  return std::unexpected(fmt::format("there is no {} in {}", rest, fmt::join(roots_of(package), ", ")));
}

std::expected<std::string, std::string> ModelFiles::find(const std::string& name) {
  constexpr std::string_view package = "package://", model = "model://", file = "file://";
  for (const std::string_view scheme : {package, model}) {
    if (!name.starts_with(scheme)) continue;
    const std::string path = name.substr(scheme.size());
    const std::size_t slash = path.find('/');
    if (slash == 0 || slash == path.npos) return std::unexpected("needs the name of a package and a file in it");
    return find_in_package(path.substr(0, slash), path.substr(slash + 1));
  }
  if (name.starts_with(file)) return file_of(folder_, name.substr(file.size())).string();
  if (name.find("://") != name.npos)
    return std::unexpected("files are named by package://, file:// or a path, nothing is fetched from a network");
  return (fs::path(folder_) / name).string();
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
