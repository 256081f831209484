// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Joint positions as `lightsout collide` reads them: a heading that names joints, then a line per configuration. What
// they pose is a world, or a robot of a URDF.
#pragma once

#include <cstdint>
#include <cstdio>
#include <expected>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/collider/stream/pose_stream.h"

namespace lightsout {

class SceneState;
class WorldCollider;

// What has joints.
struct Jointed {
  std::vector<std::string> names;
  std::vector<double> start;  // of joints without a column
  // The number of the joint of a name; the error says that there is none.
  std::function<std::expected<int, std::string>(const std::string&)> find;
  // From positions of all joints the matrices of all links; from any thread.
  std::function<void(std::span<const double> positions, std::span<Eigen::Matrix4d> matrices)> place;
  // All links on their way between two positions of all joints; from any thread.
  std::function<std::unique_ptr<LinkMotion>(std::span<const double> from, std::span<const double> to)> motion;
};

// They must outlive what they give.
Jointed jointed(const WorldCollider& world);
Jointed jointed(const SceneState& robot);

// The names in the first line that is neither empty nor a comment, cut at commas, semicolons and tabs outside of
// quotes. `line` becomes its number.
std::vector<std::string> read_heading(std::FILE* in, std::int64_t& line);

// Of a recorded trajectory, which begins with the time, the columns of joints count.
std::expected<PoseSource, std::string> joint_source(const Jointed& joints, const std::vector<std::string>& heading);

}  // namespace lightsout
