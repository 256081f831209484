// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The part of a collider that never changes once loaded: models, links, groups and the pairs that may touch. Colliders
// and threads share it.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "engine/collider/collider.h"
#include "engine/collider/shapes/collision_model.h"
#include "engine/collider/shapes/shape_pairs.h"
#include "engine/collider/triangles/rigid_pose.h"

namespace lightsout {

// For scenes that do not come from files: a link may have several models.
struct PartDescription {
  std::shared_ptr<const CollisionModel> model;
  std::optional<RigidPose> in_link;  // none: where the link is
};
struct LinkDescription {
  std::string name;
  std::vector<PartDescription> parts;
  // Links with the same number never move against each other, whatever their groups: they are not tested.
  std::optional<int> rigid_with = std::nullopt;
};
struct GroupDescription {
  std::string name;
  bool is_static = false;
  std::vector<LinkDescription> links;
  // Pairs of its own links that are not tested, by place in `links`; without it, neighbours in the chain.
  std::optional<std::vector<std::pair<int, int>>> allowed;
};

// Who decides a pair of bodies: our trees for two meshes; the lowest point over the plane for half-spaces (FCL 0.7
// calls cones over a plane in touch that are 15 cm above it, and knows no distance to planes); FCL for all other
// primitives.
enum class PairKind : std::uint8_t { Meshes, HalfSpace, Fcl };

// "" or what is wrong with its numbers, whatever it is of.
std::string what_is_wrong(const LinkSize& size);

class ColliderScene {
 public:
  struct Link {
    std::string name;  // the model's file name without folder and extension, or the name given
    std::string code;  // "GROUP.LINK"
    int group;
    int first_body, bodies;
  };
  // One model of a link.
  struct Body {
    std::shared_ptr<const CollisionModel> model;
    std::shared_ptr<const FclShape> fcl;  // only where a primitive is in one of its pairs
    std::optional<RigidPose> in_link;     // none: where the link is
    int link;
    double padding;  // m, all around
  };
  struct Group {
    bool is_static;
    int first_link, links;
  };
  struct BodyPair {
    int first, second;  // bodies; the first one's link is before the second one's
    PairKind kind;
  };

  static std::expected<std::shared_ptr<const ColliderScene>, std::string> load(
      const std::vector<std::vector<std::string>>& grouped_model_paths, const ColliderOptions& options);
  // What a link is called whose model this is: its file without folder and extension, or the primitive.
  static std::string name_of(const std::string& spec);
  static std::expected<std::shared_ptr<const ColliderScene>, std::string> build(
      const std::vector<GroupDescription>& groups, const ColliderOptions& options);

  const std::vector<Link>& links() const { return links_; }
  const std::vector<Group>& groups() const { return groups_; }
  const std::vector<Body>& bodies() const { return bodies_; }
  // In order of links: all pairs of bodies that are tested.
  const std::vector<BodyPair>& pairs() const { return pairs_; }
  // The same by links.
  std::vector<LinkPair> link_pairs() const;
  bool containment() const { return containment_; }
  // nullptr if no pair needs it.
  const ShapePairs* shape_pairs() const { return shape_pairs_; }
  // What the models' files had to be told about, and rules of no effect.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct Builder;

  std::vector<Link> links_;
  std::vector<Group> groups_;
  std::vector<Body> bodies_;
  std::vector<BodyPair> pairs_;
  bool containment_ = true;
  const ShapePairs* shape_pairs_ = nullptr;
  std::vector<std::string> notes_;
};

}  // namespace lightsout
