// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Collision checking over link meshes: a planner's question "do these robots, so configured, touch each other or the
// cell?", asked with one 4x4 matrix per link and no physics. This is the public face; it knows nothing of the
// simulator. It compiles as C++17; who implements Collider may wrap another one.
//
// A scene is made of groups, one per robot or static object; a group has links in order, a model each. Links are
// numbered through all groups in order, from 0. Lengths are metres, matrices map link coordinates to world coordinates.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/collider/checked.h"
#include "engine/collider/export.h"
#include "engine/collider/matrices.h"
#include "engine/collider/pair_rules.h"

namespace lightsout {

class ColliderScene;

// How a link is made larger than its models: by a factor about the middle of each, then by so many metres all around.
struct LinkSize {
  std::string link;  // as a PairRule names it
  double padding = 0;
  double scale = 1;
};

struct ColliderOptions {
  // Groups that never move: they are part of every query and are not tested against each other.
  std::vector<int> static_groups;
  // Links of one robot that are at most so many joints apart are not tested; 0 tests them all.
  int neighbours = 1;
  std::vector<PairRule> rules;
  std::vector<LinkSize> sizes;  // later ones win
  // Meshes are surfaces. With this, a closed mesh is a solid: what is wholly inside it touches it.
  bool containment = true;
  // Of all models, besides the factor that a model's name may end in.
  double scale = 1;
  // Take the simplified collision model beside a drawn one where there is one: for folder/link.stl that is
  // folder/link.collision.* or folder/collision/link.*.
  bool simplified = false;
  // Threads that load models; 0: one per core.
  int load_threads = 0;
};

struct CollisionRequest {
  bool pairs = false;                                       // name the pairs that touch: the first one, or all
  bool contacts = false;                                    // contacts of the named pairs; implies pairs
  bool distance = false;                                    // the smallest distance of all pairs, and where
  bool distances = false;                                   // the distance of each pair of links, and where
  double within = std::numeric_limits<double>::infinity();  // of `distances`: farther pairs are left out
  bool all = false;                                         // go on after the first pair
  double margin = 0;                                        // links that come as near as this touch
  std::size_t max_contacts = 16;                            // of each pair
};

struct LinkPair {
  int first, second;  // numbers of links, first < second
  friend bool operator==(const LinkPair& a, const LinkPair& b) { return a.first == b.first && a.second == b.second; }
  friend bool operator!=(const LinkPair& a, const LinkPair& b) { return !(a == b); }
};

struct LinkContact {
  LinkPair links;
  Eigen::Vector3d point;   // world axes
  Eigen::Vector3d normal;  // unit, world axes: moving the second link along it parts them
  double depth;            // how far both reach into each other along it: docs/collide.md; minus the distance if apart
};

struct LinkDistance {
  double distance;  // 0 for links that touch
  LinkPair links;
  Eigen::Vector3d on_first, on_second;  // nearest points, world axes; the same point if they touch
};

struct CollisionResult {
  bool collided = false;
  std::vector<LinkPair> pairs;          // in order of number
  std::vector<LinkContact> contacts;    // in order of pairs
  std::optional<LinkDistance> nearest;  // none if there is no pair, or if the check ended at the first touch
  std::vector<LinkDistance> distances;  // in order of pairs
};

// A ball around a model of a link, in the link's frame. Its radius is infinite for a half-space.
struct LinkBall {
  Eigen::Vector3d centre;
  double radius;
};

// How the links of a query move from time 0 to time 1. It is asked from the thread that checks it.
class LIGHTSOUT_PUBLIC LinkMotion {
 public:
  virtual ~LinkMotion() = default;

  virtual std::size_t links() const = 0;
  // Writes the matrices of the links at a time, as check() takes them.
  virtual void place(double time, Eigen::Matrix4d* matrices) const = 0;
  // A bound in metres per unit of time: how fast a point in the ball of one link moves at most as seen from a point in
  // that of the other, at any time. Links are counted as their matrices are.
  virtual double speed(int first, const LinkBall& of_first, int second, const LinkBall& of_second) const = 0;
};

// Each link goes straight from one matrix to another: its origin on a line, its rotation about one axis the short way.
// Links of an arm do not move so between two configurations of its joints: see PlanningScene for that.
class LIGHTSOUT_PUBLIC StraightMotion final : public LinkMotion {
 public:
  // Rigid matrices, as many of one as of the other.
  StraightMotion(Matrices from, Matrices to);
  ~StraightMotion() override;

  std::size_t links() const override;
  void place(double time, Eigen::Matrix4d* matrices) const override;
  double speed(int first, const LinkBall& of_first, int second, const LinkBall& of_second) const override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct MotionRequest {
  // Overlaps that are never deeper than this may be missed (m): no point of a link is farther inside another than this.
  double tolerance = 1e-3;
  double time_tolerance = 1e-6;  // of the time of the first contact
  double margin = 0;             // as in CollisionRequest
};

// What is promised: links that are told to touch do so at `time`. Before it, and all along if they do not touch, no
// overlap is deeper than the tolerance. The first and the last configuration are tested as check() does.
struct MotionResult {
  bool collided = false;
  double time = 1;   // of the first contact, from 0 to 1; 1 if there is none
  double apart = 1;  // a time just before, at most the time tolerance, when these links did not touch; 0 at the start
  LinkPair links{-1, -1};  // who touches
};

class LIGHTSOUT_PUBLIC Collider {
 public:
  virtual ~Collider() = default;

  // One group of models per robot or static object: a mesh file or a primitive ("box:0.1,0.2,0.3", see
  // docs/collide.md) per link, in order. `sub_colliders`: prepare a view of each single robot with the static groups
  // now; other subsets are prepared when first asked for. On an error nothing changes: what was initialised stays
  // usable.
  virtual Checked<void> init(std::vector<std::vector<std::string>> grouped_model_paths, bool sub_colliders) = 0;

  // `matrices`: one per link, all groups in order. With `robot_indexes` (groups by number, in any order), only of the
  // links of those groups and of the static ones, in order of group. Matrices must be rigid within 1e-4; they are made
  // orthonormal. An error names the matrix or index and leaves `result` empty.
  virtual Checked<void> check(Matrices matrices, const std::vector<int>* robot_indexes, const CollisionRequest& request,
                              CollisionResult& result) = 0;

  // Whether links touch on the way. The motion places as many links as check() takes matrices.
  virtual Checked<void> check_motion(const LinkMotion& motion, const std::vector<int>* robot_indexes,
                                     const MotionRequest& request, MotionResult& result) = 0;

  // What was loaded; nullptr before init.
  virtual std::shared_ptr<const ColliderScene> scene() const = 0;

  // True if any two links that may touch do. Throws std::invalid_argument with check()'s message: these are for users'
  // code, which wants a plain bool; our own rooms call check().
  virtual bool is_collided(const std::vector<Eigen::Matrix4d>& matrices) = 0;
  virtual bool is_collided(const std::vector<Eigen::Matrix4d>& matrices, const std::vector<int>& robot_indexes) = 0;
  // The same by the name that users of older colliders call.
  virtual bool isCollided(const std::vector<Eigen::Matrix4d>& matrices) = 0;
  virtual bool isCollided(const std::vector<Eigen::Matrix4d>& matrices, const std::vector<int>& robot_indexes) = 0;
};

// One scene at a time: setting the transforms and checking them are one locked act, so that callers on several threads
// do not mix their scenes; they wait for each other.
class LIGHTSOUT_PUBLIC MeshCollider final : public Collider {
 public:
  explicit MeshCollider(ColliderOptions options = {});
  // Over a scene that is there already (from a world, or another collider's).
  explicit MeshCollider(std::shared_ptr<const ColliderScene> scene);
  ~MeshCollider() override;

  Checked<void> init(std::vector<std::vector<std::string>> grouped_model_paths, bool sub_colliders) override;
  Checked<void> check(Matrices matrices, const std::vector<int>* robot_indexes, const CollisionRequest& request,
                      CollisionResult& result) override;
  Checked<void> check_motion(const LinkMotion& motion, const std::vector<int>* robot_indexes,
                             const MotionRequest& request, MotionResult& result) override;
  std::shared_ptr<const ColliderScene> scene() const override;
  bool is_collided(const std::vector<Eigen::Matrix4d>& matrices) override;
  bool is_collided(const std::vector<Eigen::Matrix4d>& matrices, const std::vector<int>& robot_indexes) override;
  bool isCollided(const std::vector<Eigen::Matrix4d>& matrices) override;
  bool isCollided(const std::vector<Eigen::Matrix4d>& matrices, const std::vector<int>& robot_indexes) override;

 private:
  friend class SyncCollider;
  struct State;
  void use(std::shared_ptr<const ColliderScene> scene, bool sub_colliders);
  std::unique_ptr<State> state_;
};

// For programs with many threads: a given number of single colliders over one scene. A query takes the first free one
// and waits when none is; every other method goes to the first.
class LIGHTSOUT_PUBLIC SyncCollider final : public Collider {
 public:
  SyncCollider(int colliders, ColliderOptions options = {});
  SyncCollider(int colliders, std::shared_ptr<const ColliderScene> scene);
  ~SyncCollider() override;

  // Not while queries run.
  Checked<void> init(std::vector<std::vector<std::string>> grouped_model_paths, bool sub_colliders) override;
  Checked<void> check(Matrices matrices, const std::vector<int>* robot_indexes, const CollisionRequest& request,
                      CollisionResult& result) override;
  Checked<void> check_motion(const LinkMotion& motion, const std::vector<int>* robot_indexes,
                             const MotionRequest& request, MotionResult& result) override;
  std::shared_ptr<const ColliderScene> scene() const override;
  bool is_collided(const std::vector<Eigen::Matrix4d>& matrices) override;
  bool is_collided(const std::vector<Eigen::Matrix4d>& matrices, const std::vector<int>& robot_indexes) override;
  bool isCollided(const std::vector<Eigen::Matrix4d>& matrices) override;
  bool isCollided(const std::vector<Eigen::Matrix4d>& matrices, const std::vector<int>& robot_indexes) override;
  int size() const;

 private:
  struct State;
  struct Taken;
  std::unique_ptr<State> state_;
};

}  // namespace lightsout
