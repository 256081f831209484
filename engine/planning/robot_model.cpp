// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/planning/robot_model.h"

#include <fmt/format.h>

#include "engine/planning/robot_tree.h"

namespace lightsout {
RobotModel::RobotModel() : tree_(std::make_unique<RobotTree>()) {}
RobotModel::~RobotModel() = default;

const std::string& RobotModel::name() const { return tree_->name; }
const std::vector<std::string>& RobotModel::links() const { return tree_->link_names; }
const std::vector<RobotJoint>& RobotModel::joints() const { return tree_->joints; }
const std::vector<RobotVariable>& RobotModel::variables() const { return tree_->variables; }
const std::vector<RobotState>& RobotModel::states() const { return tree_->states; }
const std::vector<std::string>& RobotModel::notes() const { return tree_->notes; }

Checked<std::vector<Eigen::Matrix4d>> RobotModel::place(const std::vector<double>& positions) const {
  if (positions.size() != tree_->variables.size())
    return std::unexpected(
        fmt::format("{} positions were given for {} variables", positions.size(), tree_->variables.size()));
  if (std::string wrong = tree_->what_is_wrong(positions.data()); !wrong.empty())
    return std::unexpected(std::move(wrong));
  std::vector<RigidPose> poses(tree_->links.size());
  tree_->place(positions.data(), {}, poses.data());
  std::vector<Eigen::Matrix4d> matrices;
  for (const RigidPose& pose : poses) matrices.push_back(to_matrix(pose));
  return matrices;
}

}  // namespace lightsout
