// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/collider/pair_sampling.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace lightsout {

PairSampling::PairSampling(const ColliderScene& scene) : pairs_(scene.link_pairs()), touched_(pairs_.size(), 0) {
  for (const ColliderScene::Link& link : scene.links()) links_.push_back({link.code, link.name});
}

void PairSampling::add(const CollisionResult& result) {
  ++configurations_;
  for (const LinkPair& pair : result.pairs) {
    const auto at = std::lower_bound(pairs_.begin(), pairs_.end(), pair, [](const LinkPair& a, const LinkPair& b) {
      return std::tuple(a.first, a.second) < std::tuple(b.first, b.second);
    });
    ++touched_[std::size_t(at - pairs_.begin())];
  }
}

std::string PairSampling::rules() const {
  if (configurations_ == 0) return "";
  // The rule of three: with no hit in n, the probability is below 3 / n with a confidence of 95 %.
  std::string text = fmt::format(
      "# From {} configurations. A pair that never touched in so many touches in less than {:.3f} % of them\n"
      "# (95 % confidence); take such a line out where that is too much.\n",
      configurations_, 300.0 / double(configurations_));
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (touched_[i] != 0 && touched_[i] != configurations_) continue;
    const Link &first = links_[std::size_t(pairs_[i].first)], &second = links_[std::size_t(pairs_[i].second)];
    text += fmt::format("allow {} {}  # {}: {} and {}\n", first.code, second.code, touched_[i] ? "always" : "never",
                        first.name, second.name);
  }
  return text;
}

}  // namespace lightsout
