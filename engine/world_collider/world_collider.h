// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A collider over the boundingObjects of a scene: links are what moves as one, matrices come from joint positions. It
// moves nothing in the scene and looks at no body: with joints where the world has them, links stand where it has them.
//
// A group is an outermost Robot with all below it, or a top-level Solid outside of robots; those that are robots or
// have joints come first, then the static ones, each in scene-tree order. A link is a solid with all that hangs on it
// without a joint in between; solids without boundingObject are no links.
#pragma once

#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/collider/collider_scene.h"
#include "engine/state/pose.h"

namespace lightsout {

class AxisJoint;
class Scene;

class WorldCollider {
 public:
  // One axis of a joint.
  struct Axis {
    std::string name;  // "<solid>.joint", ".joint2", ".joint3": as recorded trajectories head their columns
    // Other names: paths of the joint and of the solid that it holds, names and paths of its motors and sensors.
    std::vector<std::string> aliases;
    bool linear;
    double position;  // in the world, rad or m
  };

  // Neighbours are counted in joints; besides, no pair is tested that no joint moves against each other.
  // options.static_groups, scale and simplified are unused. The scene must outlive the collider and stay as it is.
  static std::expected<WorldCollider, std::string> build(const Scene& scene, const ColliderOptions& options);

  const std::shared_ptr<const ColliderScene>& scene() const { return collider_; }
  // Groups that are not static.
  int robots() const { return robots_; }
  const std::vector<Axis>& axes() const { return axes_; }
  // The axis of that name or alias; the error says that there is none, or several.
  std::expected<int, std::string> find_axis(std::string_view name) const;
  // A matrix for each link of scene(), from a position for each axis. From any thread.
  void place(std::span<const double> positions, std::span<Eigen::Matrix4d> matrices) const;
  // Every axis goes straight from one position to another. The collider must outlive it; one thread asks it at a time.
  std::unique_ptr<LinkMotion> motion(std::span<const double> from, std::span<const double> to) const;
  // What a user should know of the world, one line each.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  // What moves as one: a solid that a joint holds, a top-level one or an outermost robot, and what is rigidly below.
  struct Frame {
    int parent = -1;                   // a frame before this one; -1: the world
    Pose in_parent;                    // of the joint's parent solid; without a joint, of the frame itself
    const AxisJoint* joint = nullptr;  // that moves it, nullptr: rigid
    int first_axis = 0, axes = 0;
    int group = -1;
    int depth = 0;  // joints above it
    int link = -1;  // of scene(), -1: it has no shapes
    int in_group = 0;
    int anchor = 0;  // the uppermost frame with no joint in between; -1: the world
  };
  struct Builder;
  class Motion;
  int joints_between(int frame1, int frame2) const;

  std::shared_ptr<const ColliderScene> collider_;
  std::vector<Frame> frames_;
  std::vector<Axis> axes_;
  std::vector<std::string> notes_;
  int robots_ = 0;
};

}  // namespace lightsout
