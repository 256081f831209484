// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a motion planner asks: robots and the objects around them; does a configuration of the joints touch anything,
// how far is everything apart, is the way from one configuration to another free. Objects come, go, move, and are
// attached to links while it is used. Public: it compiles as C++17.
//
// All methods may be called from any thread at any time. Queries run side by side; each sees the scene as it was before
// or after an edit, never in between. The same scene answers the same, however it was made.
//
// Links and objects have names, all different. Positions are those of all variables() in order, rad or m; matrices are
// rigid and map to the world.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "engine/collider/collider.h"
#include "engine/planning/robot_model.h"

namespace lightsout {

struct PlanningSceneOptions {
  int checkers = 0;         // queries that run at once; 0: one per core
  bool containment = true;  // as in ColliderOptions
  // Without an SRDF: links that are at most so many moving joints apart are not tested; 0 tests them all. With one its
  // list decides. Links without a moving joint between them are never tested.
  int neighbours = 1;
};

// A part of an object: a model by name as in Collider::init(), or a mesh (vertices in metres, corners of triangles
// counter-clockwise as seen from outside).
struct ObjectPart {
  std::string model;
  std::vector<Eigen::Vector3d> vertices;
  std::vector<Eigen::Vector3i> triangles;
  Eigen::Matrix4d in_object = Eigen::Matrix4d::Identity();
};

// Numbers of links in it are places in `names`.
struct SceneResult : CollisionResult {
  std::shared_ptr<const std::vector<std::string>> names;
  const std::string& name(int link) const { return (*names)[std::size_t(link)]; }
};
struct SceneMotionResult : MotionResult {
  std::shared_ptr<const std::vector<std::string>> names;
  const std::string& name(int link) const { return (*names)[std::size_t(link)]; }
};

class LIGHTSOUT_PUBLIC PlanningScene {
 public:
  explicit PlanningScene(PlanningSceneOptions options = {});
  ~PlanningScene();

  // A method that answers an error has changed nothing.

  // `prefix` stands before the names of its links and variables, which two robots of one model need.
  Checked<void> add_robot(std::shared_ptr<const RobotModel> model,
                          const Eigen::Matrix4d& base = Eigen::Matrix4d::Identity(), const std::string& prefix = "");

  Checked<void> add_object(const std::string& name, const std::vector<ObjectPart>& parts,
                           const Eigen::Matrix4d& pose = Eigen::Matrix4d::Identity());
  // Of an attached object: its pose as seen from the link.
  Checked<void> move_object(const std::string& name, const Eigen::Matrix4d& pose);
  Checked<void> remove_object(const std::string& name);
  // From now on the object follows the link, as the two stand at `positions`. It may touch that link, what does not
  // move against it, and the links named.
  Checked<void> attach(const std::string& object, const std::string& link, const std::vector<double>& positions,
                       const std::vector<std::string>& touch_links = {});
  // From now on the object stands where it is at `positions`.
  Checked<void> detach(const std::string& object, const std::vector<double>& positions);

  // Names are those of links and objects, or "*" for all links of robots in set_size(), for all of both in allow().
  Checked<void> set_size(const LinkSize& size);
  // Whether two may touch without being told; later calls win.
  Checked<void> allow(const std::string& first, const std::string& second, bool may_touch = true);

  std::vector<RobotVariable> variables() const;
  std::vector<double> start() const;  // of the variables
  // What has collision geometry, links of robots first; names of the numbers in results as long as nobody edits.
  std::vector<std::string> names() const;
  // Of a link, with or without geometry, or of an object.
  Checked<Eigen::Matrix4d> pose(const std::string& name, const std::vector<double>& positions) const;
  // The error names a variable that is beyond its limits.
  Checked<void> within_limits(const std::vector<double>& positions) const;

  Checked<void> check(const std::vector<double>& positions, const CollisionRequest& request, SceneResult& result) const;
  // Every variable goes straight from one value to the other, rotations of floating joints the short way.
  Checked<void> check_motion(const std::vector<double>& from, const std::vector<double>& to,
                             const MotionRequest& request, SceneMotionResult& result) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lightsout
