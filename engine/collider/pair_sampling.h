// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Finds pairs that need no checking, as planners' set-up assistants do: in many configurations they always touch (they
// are mounted on each other) or never do (they can not reach each other).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/collider/collider_scene.h"

namespace lightsout {

class PairSampling {
 public:
  explicit PairSampling(const ColliderScene& scene);

  // What check() must be asked for the results that are added.
  static CollisionRequest request() { return {.pairs = true, .all = true}; }
  void add(const CollisionResult& result);

  std::int64_t configurations() const { return configurations_; }
  // `allow` lines for read_pair_rules(), with why behind each; "" before the first configuration.
  std::string rules() const;

 private:
  struct Link {
    std::string code, name;
  };
  std::vector<Link> links_;
  std::vector<LinkPair> pairs_;  // sorted
  std::vector<std::int64_t> touched_;
  std::int64_t configurations_ = 0;
};

}  // namespace lightsout
