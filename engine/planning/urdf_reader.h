// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// URDF to a RobotTree. What is wrong is reported into the text.
#pragma once

#include "engine/planning/model_files.h"
#include "engine/planning/robot_tree.h"
#include "engine/planning/xml_text.h"

namespace lightsout {

// Links in order of the file, joints too; parents and order come with link_up().
void read_urdf(XmlText& text, ModelFiles& files, RobotTree& tree);

// A joint above the root, of the SRDF.
struct VirtualJoint {
  std::string name, frame, child;
  RobotJointKind kind;
};
// Puts parents before children and numbers the variables. To be called without errors so far; it reports joints that
// make no tree. `virtual_joints`: of the root count those that hold it.
void link_up(XmlText& text, const std::vector<VirtualJoint>& virtual_joints, RobotTree& tree);

}  // namespace lightsout
