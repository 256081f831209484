// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/planning/scene_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <thread>

namespace lightsout {

int SceneContent::variables() const {
  return robots.empty() ? 0 : robots.back().first_variable + int(robots.back().tree().variables.size());
}

std::optional<SceneContent::LinkOfRobot> SceneContent::find_link(const std::string& name) const {
  for (std::size_t r = 0; r < robots.size(); ++r) {
    if (!name.starts_with(robots[r].prefix)) continue;
    const int link = robots[r].tree().find_link(name.substr(robots[r].prefix.size()));
    if (link >= 0) return LinkOfRobot{int(r), link};
  }
  return {};
}

std::string SceneContent::what_is_wrong(const std::vector<double>& positions) const {
  if (positions.size() != std::size_t(variables()))
    return fmt::format("{} positions were given for {} variables", positions.size(), variables());
  for (const Robot& robot : robots)
    if (std::string wrong = robot.tree().what_is_wrong(positions.data() + robot.first_variable); !wrong.empty())
      return wrong;
  return "";
}

RigidPose SceneContent::pose_of(const LinkOfRobot& of, const std::vector<double>& positions) const {
  const Robot& robot = robots[std::size_t(of.robot)];
  std::vector<RigidPose> poses(robot.tree().links.size());
  robot.tree().place(positions.data() + robot.first_variable, robot.base, poses.data());
  return poses[std::size_t(of.link)];
}

RigidPose SceneContent::pose_of(const Object& object, const std::vector<double>& positions) const {
  if (!object.attached) return object.pose;
  return pose_of(LinkOfRobot{object.attached->robot, object.attached->link}, positions) * object.pose;
}

// The groups of the collider: robots, what is attached, what stands in the world.
struct SceneState::Builder {
  const SceneContent& content;
  std::vector<GroupDescription> groups{};
  ColliderOptions options{};
  std::vector<Place> places{};
  std::vector<std::string> names{}, codes{};
  std::set<std::string> of_robots{};  // codes

  void add_robot(int number) {
    const SceneContent::Robot& robot = content.robots[std::size_t(number)];
    const RobotTree& tree = robot.tree();
    GroupDescription group{robot.prefix, false, {}, std::vector<std::pair<int, int>>()};
    std::vector<int> link_of;
    for (int l = 0; l < int(tree.links.size()); ++l) {
      if (tree.links[std::size_t(l)].parts.empty()) continue;
      link_of.push_back(l);
      of_robots.insert(fmt::format("{}.{}", groups.size(), group.links.size()));
      add_link(group, robot.prefix + tree.links[std::size_t(l)].name, tree.links[std::size_t(l)].parts,
               anchor(number, l), {number, l, {}});
    }
    const std::vector<bool> allowed = allowed_in(tree);
    for (int a = 0; a < int(link_of.size()); ++a)
      for (int b = a + 1; b < int(link_of.size()); ++b)
        if (allowed[std::size_t(link_of[std::size_t(a)]) * tree.links.size() + std::size_t(link_of[std::size_t(b)])])
          group.allowed->emplace_back(a, b);
    if (!group.links.empty()) groups.push_back(std::move(group));
  }

  // Links with the same number have no moving joint between them.
  int anchor(int robot, int link) const {
    const RobotTree& tree = content.robots[std::size_t(robot)].tree();
    while (tree.links[std::size_t(link)].parent >= 0 &&
           tree.joints_between(link, tree.links[std::size_t(link)].parent) == 0)
      link = tree.links[std::size_t(link)].parent;
    int before = 0;
    for (int r = 0; r < robot; ++r) before += int(content.robots[std::size_t(r)].tree().links.size());
    return before + link;
  }

  // [a * links + b] for links a < b: whether they may touch.
  std::vector<bool> allowed_in(const RobotTree& tree) const {
    const std::size_t n = tree.links.size();
    std::vector<bool> allowed(n * n, false);
    if (tree.rules)
      for (const PairRule& rule : *tree.rules) {
        const int first = tree.find_link(rule.first), second = tree.find_link(rule.second);
        allowed[std::size_t(std::min(first, second)) * n + std::size_t(std::max(first, second))] = !rule.check;
      }
    else
      for (int a = 0; a < int(n); ++a)
        for (int b = a + 1; b < int(n); ++b) {
          const int joints = tree.joints_between(a, b);
          allowed[std::size_t(a) * n + std::size_t(b)] = joints >= 0 && joints <= content.options.neighbours;
        }
    return allowed;
  }

  void add_link(GroupDescription& group, const std::string& name, const std::vector<PartDescription>& parts,
                std::optional<int> rigid_with, const Place& place) {
    codes.push_back(fmt::format("{}.{}", groups.size(), group.links.size()));
    names.push_back(name);
    group.links.push_back({name, parts, rigid_with});
    places.push_back(place);
  }

  void add_objects(bool attached) {
    for (const auto& [name, object] : content.objects) {
      if (object.attached.has_value() != attached) continue;
      GroupDescription group{name, !attached, {}, {}};
      std::optional<int> rigid_with;
      Place place{-1, -1, object.pose};
      if (attached) {
        place.robot = object.attached->robot;
        place.link = object.attached->link;
        rigid_with = anchor(place.robot, place.link);
      }
      add_link(group, name, *object.parts, rigid_with, place);
      groups.push_back(std::move(group));
    }
  }

  // Of a name, or "*".
  std::vector<std::string> codes_of(const std::string& name, bool robots_only) const {
    std::vector<std::string> found;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == name || (name == "*" && (!robots_only || of_robots.contains(codes[i]))))
        found.push_back(codes[i]);
    return found;
  }

  void add_rule(const std::string& first, const std::string& second, bool may) {
    for (const std::string& a : codes_of(first, false))
      for (const std::string& b : codes_of(second, false))
        if (a != b) options.rules.push_back({!may, a, b, 0});
  }

  void add_rules() {
    for (const auto& [name, object] : content.objects)
      if (object.attached)
        for (const std::string& link : object.attached->touch_links) add_rule(name, link, true);
    for (const SceneContent::Allowed& a : content.allowed) add_rule(a.first, a.second, a.may_touch);
    // "*" comes before all names.
    for (const auto& [name, size] : content.sizes)
      for (const std::string& code : codes_of(name, true)) options.sizes.push_back({code, size.padding, size.scale});
    options.rules.insert(options.rules.end(), content.collider.rules.begin(), content.collider.rules.end());
    options.sizes.insert(options.sizes.end(), content.collider.sizes.begin(), content.collider.sizes.end());
  }
};

std::expected<SyncCollider*, std::string> SceneState::collider() const {
  std::call_once(made_, [this] {
    Builder builder{content_};
    builder.options.containment = content_.options.containment;
    for (int r = 0; r < int(content_.robots.size()); ++r) builder.add_robot(r);
    builder.add_objects(true);
    builder.add_objects(false);
    builder.add_rules();
    names_ = std::make_shared<const std::vector<std::string>>(std::move(builder.names));
    places_ = std::move(builder.places);
    auto scene = ColliderScene::build(builder.groups, builder.options);
    if (!scene) {
      error_ = scene.error();
      return;
    }
    const int cores = int(std::max(1u, std::thread::hardware_concurrency()));
    collider_ =
        std::make_unique<SyncCollider>(content_.options.checkers > 0 ? content_.options.checkers : cores, *scene);
  });
  if (!collider_) return std::unexpected(error_);
  return collider_.get();
}

void SceneState::place(const double* positions, Eigen::Matrix4d* matrices) const {
  std::vector<std::vector<RigidPose>> poses(content_.robots.size());
  for (std::size_t r = 0; r < poses.size(); ++r) {
    const SceneContent::Robot& robot = content_.robots[r];
    poses[r].resize(robot.tree().links.size());
    robot.tree().place(positions + robot.first_variable, robot.base, poses[r].data());
  }
  for (const Place& place : places_) {
    if (place.robot < 0)
      *matrices++ = to_matrix(*place.in_link);
    else {
      const RigidPose& link = poses[std::size_t(place.robot)][std::size_t(place.link)];
      *matrices++ = to_matrix(place.in_link ? link * *place.in_link : link);
    }
  }
}

void SceneMotion::place(double time, Eigen::Matrix4d* matrices) const {
  for (const SceneContent::Robot& robot : scene_.content().robots) {
    const std::ptrdiff_t at = robot.first_variable;
    robot.tree().interpolate(from_.data() + at, to_.data() + at, time, between_.data() + at);
  }
  scene_.place(between_.data(), matrices);
}

double SceneMotion::speed(int first, const LinkBall& of_first, int second, const LinkBall& of_second) const {
  struct Climber {
    int link;  // -1: in the world
    LinkBall ball;
  };
  const auto begin = [&](int number, const LinkBall& ball) {
    const SceneState::Place& place = scene_.places()[std::size_t(number)];
    if (place.robot >= 0 && place.in_link) return Climber{place.link, {*place.in_link * ball.centre, ball.radius}};
    return Climber{place.link, ball};
  };
  Climber a = begin(first, of_first), b = begin(second, of_second);
  const int robot_a = scene_.places()[std::size_t(first)].robot, robot_b = scene_.places()[std::size_t(second)].robot;
  double speed = 0;
  const auto climb = [&](Climber& climber, int number) {
    const SceneContent::Robot& robot = scene_.content().robots[std::size_t(number)];
    const std::ptrdiff_t at = robot.first_variable;
    const RobotTree::Sweep sweep = robot.tree().sweep(climber.link, climber.ball, from_.data() + at, to_.data() + at);
    climber = {robot.tree().links[std::size_t(climber.link)].parent, sweep.ball};
    speed += sweep.speed;
  };
  if (robot_a == robot_b)  // the larger number is not above the other one
    while (a.link != b.link) climb(a.link > b.link ? a : b, robot_a);
  else {
    while (a.link >= 0) climb(a, robot_a);
    while (b.link >= 0) climb(b, robot_b);
  }
  return speed;
}

}  // namespace lightsout
