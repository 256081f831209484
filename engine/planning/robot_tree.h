// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a RobotModel is inside: links and joints as a tree, parents first, and its kinematics.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/collider/collider_scene.h"
#include "engine/planning/robot_model.h"

namespace lightsout {

struct RobotTree {
  struct Link {
    std::string name;
    int joint = -1;   // that holds it, among joints(); -1: the root, without a virtual joint
    int parent = -1;  // a link before this one; -1: the frame of the robot
    std::vector<PartDescription> parts{};
  };
  // Of a joint in joints() what moves its child.
  struct Motion {
    RigidPose origin;
    Eigen::Vector3d axis = Eigen::Vector3d::UnitX();  // unit, in the child's frame
  };

  std::string name;
  std::vector<Link> links;
  std::vector<std::string> link_names;
  std::vector<RobotJoint> joints;
  std::vector<Motion> motions;  // of joints
  std::vector<RobotVariable> variables;
  std::vector<RobotState> states;
  // Of the SRDF, in the order in which they hold; nothing without one.
  std::optional<std::vector<PairRule>> rules;
  std::vector<std::string> notes;

  // -1: there is none.
  int find_link(const std::string& link) const;
  // "" or which position is no number.
  std::string what_is_wrong(const double* positions) const;
  // Joints that move between two links along the tree, -1 if none connects them.
  int joints_between(int link1, int link2) const;
  // Writes a pose for each link.
  void place(const double* positions, const RigidPose& base, RigidPose* poses) const;
  // Between two configurations at a time from 0 to 1: each variable goes straight, rotations of floating joints the
  // short way.
  void interpolate(const double* from, const double* to, double time, double* positions) const;

  // What the joint above a link does to a ball that moves with the link, between two configurations.
  struct Sweep {
    LinkBall ball;  // around all places that it takes, in the parent's frame
    double speed;   // a bound of its points' speed there, per unit of time
  };
  Sweep sweep(int link, const LinkBall& ball, const double* from, const double* to) const;

 private:
  RigidPose motion_of(int joint, const double* positions) const;
};

}  // namespace lightsout
