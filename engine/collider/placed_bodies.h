// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The bodies of a scene where a query puts them, and what is asked of two of them: do they touch, how far are they
// apart, where. One query at a time; who asks holds the lock.
#pragma once

#include <memory>
#include <vector>

#include "engine/collider/collider_scene.h"
#include "engine/collider/triangles/tree_query.h"

namespace lightsout {

// Two bodies that are tested, and where the last query about them ended, which is where the next one begins.
struct PlacedPair {
  int first, second;  // bodies
  double padding;     // of both: so near they touch
  double reach;       // sum of their radii and padding
  PairKind kind;
  TrianglePair witness;  // the triangles that touched in the last query, if they did
  TrianglePair nearest;  // the nearest ones in the last query of distances
};

class PlacedBodies {
 public:
  PlacedBodies() = default;
  explicit PlacedBodies(std::shared_ptr<const ColliderScene> scene);

  const std::shared_ptr<const ColliderScene>& scene() const { return scene_; }
  PlacedPair pair(const ColliderScene::BodyPair& bodies) const;
  void place(const ColliderScene::Link& link, const RigidPose& pose);

  LinkPair links(const PlacedPair& pair) const {
    return {scene_->bodies()[std::size_t(pair.first)].link, scene_->bodies()[std::size_t(pair.second)].link};
  }
  // Of their spheres; at most the distance.
  double gap(const PlacedPair& pair) const {
    return (centres_[std::size_t(pair.first)] - centres_[std::size_t(pair.second)]).norm() * (1 - 1e-12) - pair.reach;
  }
  bool spheres_apart(const PlacedPair& pair, double margin) const {
    const double reach = (pair.reach + margin) * (1 + 1e-12);
    return (centres_[std::size_t(pair.first)] - centres_[std::size_t(pair.second)]).squaredNorm() > reach * reach;
  }
  bool touch(PlacedPair& pair, double margin) const;
  // Of bodies that do not touch, without their padding, if it is below `limit`; else something from `limit` on. World
  // axes; the points are on the bodies themselves.
  PairDistance distance(PlacedPair& pair, double limit) const;
  // Of bodies that touch, or do within a margin.
  void contacts(const PlacedPair& pair, std::size_t most, std::vector<LinkContact>& result) const;
  // The answer for bodies that touch.
  LinkDistance touching(const PlacedPair& pair) const;

 private:
  const CollisionModel& model(int body) const { return *scene_->bodies()[std::size_t(body)].model; }
  RigidPose relative(const PlacedPair& pair) const {
    return poses_[std::size_t(pair.first)].to(poses_[std::size_t(pair.second)]);
  }
  bool encloses_any(int outer, int inner) const;
  PairDistance height(const PlacedPair& pair) const;
  PairDistance bare_distance(const PlacedPair& pair, double limit, TrianglePair& witness) const;
  PairContact enclosed_contact(const PlacedPair& pair, bool inner_is_second) const;
  std::vector<PairContact> overlaps(const PlacedPair& pair, std::size_t most) const;

  std::shared_ptr<const ColliderScene> scene_;
  std::vector<RigidPose> poses_;          // of bodies
  std::vector<Eigen::Vector3d> centres_;  // of their spheres, world axes
};

}  // namespace lightsout
