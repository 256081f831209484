// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The mesh files that a URDF names: where they lie, and their models, each read once.
#pragma once

#include <expected>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "engine/collider/shapes/collision_model.h"

namespace lightsout {

class ModelFiles {
 public:
  // `urdf_file`: names without a scheme are looked for from its folder.
  ModelFiles(const std::string& urdf_file, std::vector<std::string> package_paths);

  // `name`: package://NAME/..., file://..., an absolute path or one from the URDF's folder. `scale`: of the file's
  // coordinates; negative ones mirror. The error says where was looked, or what is wrong with the file.
  std::expected<std::shared_ptr<const CollisionModel>, std::string> load(const std::string& name,
                                                                         const Eigen::Vector3d& scale);

 private:
  std::expected<std::string, std::string> find(const std::string& name);
  std::expected<std::string, std::string> find_in_package(const std::string& package, const std::string& rest);
  // Folders that are this package: those given and the ones above the file, or one folder below any of them.
  const std::vector<std::string>& roots_of(const std::string& package);

  std::string folder_;
  std::vector<std::string> package_paths_;
  std::map<std::string, std::vector<std::string>> roots_;
  std::map<std::tuple<std::string, double, double, double>, std::shared_ptr<const CollisionModel>> read_;
};

}  // namespace lightsout
