// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A robot from its URDF, and the SRDF beside it: links with their collision geometry, joints, and where the links stand
// for positions of the joints. Public: it compiles as C++17. It never changes once loaded, so that threads share it.
//
// Of URDF are read: links with <collision> (box, sphere, cylinder, capsule, mesh), joints of all kinds, limits and
// mimic. Of SRDF: disabled and enabled pairs, virtual joints and group states. Files of xacro must be expanded before.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "engine/collider/checked.h"
#include "engine/collider/export.h"

namespace lightsout {

struct RobotModelOptions {
  std::string srdf;  // a file; "": none
  // Where package://NAME/... is looked for: folders that are the package, by their name or their package.xml, or hold
  // it. After them the folders above the URDF.
  std::vector<std::string> package_paths;
};

enum class RobotJointKind { Fixed, Revolute, Continuous, Prismatic, Planar, Floating };

// What a configuration has a number of: the joint's name; for the several of a virtual, planar or floating joint
// NAME/x, NAME/y and NAME/theta, or NAME/trans_x, ..._y, ..._z, NAME/rot_x, ..._y, ..._z, ..._w.
struct RobotVariable {
  std::string name;
  double lower, upper;  // rad or m; infinite without limits
  double start;         // 0, or the nearest within the limits; 1 of NAME/rot_w
};

struct RobotJoint {
  std::string name;
  RobotJointKind kind;
  std::string parent, child;  // links; the parent of a virtual joint is its frame
  int first_variable;         // among variables(), of the joint that it mimics if it does; -1: fixed
  int variables;
  bool is_mimic;
  double multiplier, offset;  // of a mimic joint: position = multiplier * that of the other + offset
};

// A configuration with a name: a group_state of the SRDF.
struct RobotState {
  std::string name, group;
  std::vector<double> positions;  // of all variables; those that it does not name are at their start
};

struct RobotTree;

class LIGHTSOUT_PUBLIC RobotModel {
 public:
  // An error says for each thing that is wrong file, line and column, with the line and a caret.
  static Checked<std::shared_ptr<const RobotModel>> load(const std::string& urdf_file,
                                                         const RobotModelOptions& options = {});
  ~RobotModel();

  const std::string& name() const;
  // Parents before children.
  const std::vector<std::string>& links() const;
  const std::vector<RobotJoint>& joints() const;
  const std::vector<RobotVariable>& variables() const;
  const std::vector<RobotState>& states() const;
  // Where each of links() stands for positions of all variables(), as seen from the root link, or from the frame of its
  // virtual joint. The error says which position is not finite, or that there are not as many as variables.
  Checked<std::vector<Eigen::Matrix4d>> place(const std::vector<double>& positions) const;
  // What a user should know of the files, one line each.
  const std::vector<std::string>& notes() const;

  // For our own rooms.
  const RobotTree& tree() const { return *tree_; }

 private:
  RobotModel();
  std::unique_ptr<RobotTree> tree_;
};

}  // namespace lightsout
