// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A PlanningScene at one moment: what is in it, and the collider over that, which is made when first asked for. It
// never changes: an edit makes another one, which shares what stays.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/planning/planning_scene.h"
#include "engine/planning/robot_tree.h"

namespace lightsout {

// What is in a scene.
struct SceneContent {
  struct Robot {
    std::shared_ptr<const RobotModel> model;
    std::string prefix;
    RigidPose base;
    int first_variable;
    const RobotTree& tree() const { return model->tree(); }
  };
  struct Attachment {
    int robot, link;
    std::vector<std::string> touch_links;
  };
  struct Object {
    std::shared_ptr<const std::vector<PartDescription>> parts;
    RigidPose pose;  // in the world, or as seen from the link
    std::optional<Attachment> attached;
  };
  struct Allowed {
    std::string first, second;
    bool may_touch;
  };

  PlanningSceneOptions options;
  std::vector<Robot> robots;
  std::map<std::string, Object> objects;
  std::map<std::string, LinkSize> sizes;
  std::vector<Allowed> allowed;
  // By names or numbers as the collider has them, after all others: rules and sizes.
  ColliderOptions collider;

  int variables() const;
  struct LinkOfRobot {
    int robot, link;
  };
  std::optional<LinkOfRobot> find_link(const std::string& name) const;
  // "" or what is wrong with them.
  std::string what_is_wrong(const std::vector<double>& positions) const;
  // Of a link or an object that is there.
  RigidPose pose_of(const LinkOfRobot& link, const std::vector<double>& positions) const;
  RigidPose pose_of(const Object& object, const std::vector<double>& positions) const;
};

class SceneState {
 public:
  // Where a link of the collider comes from.
  struct Place {
    int robot = -1, link = -1;         // -1: it stands in the world
    std::optional<RigidPose> in_link;  // as seen from there; nothing: it is the link
  };

  explicit SceneState(SceneContent content) : content_(std::move(content)) {}

  const SceneContent& content() const { return content_; }
  // The error says that it cannot be made (FCL is not there).
  std::expected<SyncCollider*, std::string> collider() const;
  // After collider():
  const std::vector<Place>& places() const { return places_; }
  const std::shared_ptr<const std::vector<std::string>>& names() const { return names_; }
  // A matrix for each of places().
  void place(const double* positions, Eigen::Matrix4d* matrices) const;

 private:
  struct Builder;
  SceneContent content_;
  mutable std::once_flag made_;
  mutable std::string error_;
  mutable std::unique_ptr<SyncCollider> collider_;
  mutable std::vector<Place> places_;
  mutable std::shared_ptr<const std::vector<std::string>> names_;
};

// All that is in a scene on its way between two configurations.
class SceneMotion final : public LinkMotion {
 public:
  SceneMotion(const SceneState& scene, const std::vector<double>& from, const std::vector<double>& to)
      : scene_(scene), from_(from), to_(to), between_(from.size()) {}

  std::size_t links() const override { return scene_.places().size(); }
  void place(double time, Eigen::Matrix4d* matrices) const override;
  // Along the joints between the two links: what moves both alike does not count.
  double speed(int first, const LinkBall& of_first, int second, const LinkBall& of_second) const override;

 private:
  const SceneState& scene_;
  const std::vector<double>&from_, &to_;
  mutable std::vector<double> between_;  // scratch
};

}  // namespace lightsout
