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
  return PoseSource{
      int(axes.size()),
      [place = joints.place, axes, start = joints.start, heading](
          std::span<const double> numbers, std::span<Eigen::Matrix4d> matrices) -> std::expected<void, std::string> {
        std::vector<double> positions = start;
        for (std::size_t i = 0; i < axes.size(); ++i) {
          if (axes[i] == no_axis) continue;
          if (!std::isfinite(numbers[i]))
            return std::unexpected(fmt::format("the position of {} is {}", heading[i], numbers[i]));
          positions[std::size_t(axes[i])] = numbers[i];
        }
        place(positions, matrices);
        return {};
      }};
}

}  // namespace lightsout
