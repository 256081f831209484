// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/collide_joints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "engine/planning/scene_state.h"
#include "engine/world_collider/world_collider.h"

namespace lightsout {
namespace {

// A column of a recorded trajectory (docs/trajectories.md) that says where a solid is, not how its joint stands.
bool is_recorded_pose(std::string_view name) {
  for (const std::string_view quantity :
       {".x", ".y", ".z", ".qw", ".qx", ".qy", ".qz", ".vx", ".vy", ".vz", ".wx", ".wy", ".wz"})
    if (name.ends_with(quantity)) return true;
  return name == "time" || name == "episode";
}

// A SceneMotion with its ends.
class OwnSceneMotion final : public LinkMotion {
 public:
  OwnSceneMotion(const SceneState& scene, std::span<const double> from, std::span<const double> to)
      : from_(from.begin(), from.end()), to_(to.begin(), to.end()), motion_(scene, from_, to_) {}

  std::size_t links() const override { return motion_.links(); }
  void place(double time, Eigen::Matrix4d* matrices) const override { motion_.place(time, matrices); }
  double speed(int first, const LinkBall& of_first, int second, const LinkBall& of_second) const override {
    return motion_.speed(first, of_first, second, of_second);
  }

 private:
  const std::vector<double> from_, to_;
  const SceneMotion motion_;
};

}  // namespace

Jointed jointed(const WorldCollider& world) {
  Jointed joints;
  for (const WorldCollider::Axis& axis : world.axes()) {
    joints.names.push_back(axis.name);
    joints.start.push_back(axis.position);
  }
  joints.find = [&world](const std::string& name) { return world.find_axis(name); };
  joints.place = [&world](std::span<const double> positions, std::span<Eigen::Matrix4d> matrices) {
    world.place(positions, matrices);
  };
  joints.motion = [&world](std::span<const double> from, std::span<const double> to) { return world.motion(from, to); };
  return joints;
}

Jointed jointed(const SceneState& robot) {
  Jointed joints;
  for (const SceneContent::Robot& of : robot.content().robots)
    for (const RobotVariable& variable : of.model->variables()) {
      joints.names.push_back(of.prefix + variable.name);
      joints.start.push_back(variable.start);
    }
  joints.find = [names = joints.names](const std::string& name) -> std::expected<int, std::string> {
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
      return std::unexpected(fmt::format("the robot has no joint '{}' with a position of its own", name));
    return int(found - names.begin());
  };
  joints.place = [&robot](std::span<const double> positions, std::span<Eigen::Matrix4d> matrices) {
    robot.place(positions.data(), matrices.data());
  };
  joints.motion = [&robot](std::span<const double> from, std::span<const double> to) {
    return std::make_unique<OwnSceneMotion>(robot, from, to);
  };
  return joints;
}

std::vector<std::string> read_heading(std::FILE* in, std::int64_t& line) {
  constexpr std::size_t longest = 1 << 24;  // of a line, in bytes
  std::string text;
  line = 0;
  for (bool at_end = false; !at_end;) {
    text.clear();
    ++line;
    int c = std::getc(in);
    for (; c != EOF && c != '\n' && text.size() < longest; c = std::getc(in)) text += char(c);
    at_end = c == EOF;
    if (!text.empty() && text.back() == '\r') text.pop_back();
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin != text.npos && text[begin] != '#') break;
    text.clear();
  }
  std::vector<std::string> names;
  if (text.empty()) return names;
  names.emplace_back();
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == ',' || c == ';' || c == '\t')) {
      names.emplace_back();
    } else if (quoted || c != ' ' || !names.back().empty()) {
      names.back() += c;
    }
  }
  for (std::string& name : names) name.erase(name.find_last_not_of(' ') + 1);
  return names;
}

std::expected<PoseSource, std::string> joint_source(const Jointed& joints, const std::vector<std::string>& heading) {
  if (heading.empty()) return std::unexpected("the first line must name the joints of the columns");
  constexpr int no_axis = -1;
  const bool is_recorded = heading.front() == "time";
  std::vector<int> axes;
  for (const std::string& name : heading) {
    if (is_recorded && is_recorded_pose(name)) {
      axes.push_back(no_axis);
      continue;
    }
    const auto axis = joints.find(name);
    if (!axis) return std::unexpected(axis.error() + "; --list shows all");
    if (std::find(axes.begin(), axes.end(), *axis) != axes.end())
      return std::unexpected(fmt::format("there are two columns for {}", joints.names[std::size_t(*axis)]));
    axes.push_back(*axis);
  }
  if (std::ranges::count(axes, no_axis) == std::ssize(axes))
    return std::unexpected("it records no joint: only solids that a joint holds have a column of its position");
  // Of all joints, from the numbers of a line.
  const auto positions_of = [axes, start = joints.start](std::span<const double> numbers) {
    std::vector<double> positions = start;
    for (std::size_t i = 0; i < axes.size(); ++i)
      if (axes[i] != no_axis) positions[std::size_t(axes[i])] = numbers[i];
    return positions;
  };
  return PoseSource{
      int(axes.size()),
      [place = joints.place, positions_of, axes, heading](
          std::span<const double> numbers, std::span<Eigen::Matrix4d> matrices) -> std::expected<void, std::string> {
        for (std::size_t i = 0; i < axes.size(); ++i)
          if (axes[i] != no_axis && !std::isfinite(numbers[i]))
            return std::unexpected(fmt::format("the position of {} is {}", heading[i], numbers[i]));
        place(positions_of(numbers), matrices);
        return {};
      },
      [motion = joints.motion, positions_of](std::span<const double> from, std::span<const double> to) {
        return motion(positions_of(from), positions_of(to));
      }};
}

}  // namespace lightsout
