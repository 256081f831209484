// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>

#include "engine/collider/motion_check.h"
#include "engine/collider/placed_bodies.h"
#include "engine/collider/plain_answer.h"

namespace lightsout {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;

// What a query about a subset of the robots is about.
struct View {
  std::vector<int> links;         // in order of the matrices
  std::vector<PlacedPair> pairs;  // in order of links
  // In which order a plain yes or no looks at them: who touched last comes first.
  std::vector<std::uint32_t> order;
  // Scratch of the distance query.
  std::vector<std::pair<double, std::uint32_t>> by_gap;
};

View make_view(const PlacedBodies& bodies, const std::vector<bool>& wanted_group) {
  const ColliderScene& scene = *bodies.scene();
  View view;
  const auto is_wanted = [&](int body) {
    const int link = scene.bodies()[std::size_t(body)].link;
    return wanted_group[std::size_t(scene.links()[std::size_t(link)].group)];
  };
  for (std::size_t l = 0; l < scene.links().size(); ++l)
    if (wanted_group[std::size_t(scene.links()[l].group)]) view.links.push_back(int(l));
  for (const ColliderScene::BodyPair& pair : scene.pairs()) {
    if (!is_wanted(pair.first) || !is_wanted(pair.second)) continue;
    view.order.push_back(std::uint32_t(view.pairs.size()));
    view.pairs.push_back(bodies.pair(pair));
  }
  view.by_gap.reserve(view.pairs.size());
  return view;
}

}  // namespace

struct MeshCollider::State {
  ColliderOptions options;
  std::mutex mutex;  // everything below
  PlacedBodies bodies;
  View whole;
  std::map<std::vector<int>, View> subsets;  // by robots in order
  std::vector<int> asked;                    // scratch: the robots of a query
  std::vector<Matrix4d> moved;               // scratch: the matrices of a motion

  const ColliderScene& scene() const { return *bodies.scene(); }
  // nullptr: of all.
  std::expected<View*, std::string> view_of(const std::vector<int>* robots);
  std::expected<void, std::string> place(const View& view, std::span<const Matrix4d> matrices);
  void find_nearest(View& view, std::optional<LinkDistance>& nearest);
  void find_distances(View& view, double within, std::vector<LinkDistance>& distances);
};

std::expected<View*, std::string> MeshCollider::State::view_of(const std::vector<int>* robots) {
  if (!robots) return &whole;
  asked.assign(robots->begin(), robots->end());
  std::sort(asked.begin(), asked.end());
  if (const auto found = subsets.find(asked); found != subsets.end()) return &found->second;
  std::vector<bool> wanted;
  for (const ColliderScene::Group& group : scene().groups()) wanted.push_back(group.is_static);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const int robot = asked[i];
    if (robot < 0 || std::size_t(robot) >= wanted.size())
      return std::unexpected(fmt::format("robot index {} is out of range: there are {} groups", robot, wanted.size()));
    if (scene().groups()[std::size_t(robot)].is_static)
      return std::unexpected(fmt::format("robot index {} is a static group: those are part of every query", robot));
    if (i > 0 && asked[i - 1] == robot) return std::unexpected(fmt::format("robot index {} is given twice", robot));
    wanted[std::size_t(robot)] = true;
  }
  return &subsets.emplace(asked, make_view(bodies, wanted)).first->second;
}

std::expected<void, std::string> MeshCollider::State::place(const View& view, std::span<const Matrix4d> matrices) {
  if (matrices.size() != view.links.size())
    return std::unexpected(fmt::format("{} matrices were given for {} links", matrices.size(), view.links.size()));
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    const ColliderScene::Link& link = scene().links()[std::size_t(view.links[i])];
    const auto pose = to_rigid_pose(matrices[i]);
    if (!pose) return std::unexpected(fmt::format("matrix {} (link {}, {}) {}", i, link.code, link.name, pose.error()));
    bodies.place(link, *pose);
  }
  return {};
}

// Nearest spheres first; what is left is out as soon as its spheres are farther than the best.
void MeshCollider::State::find_nearest(View& view, std::optional<LinkDistance>& nearest) {
  view.by_gap.clear();
  for (std::uint32_t i = 0; i < view.pairs.size(); ++i) view.by_gap.emplace_back(bodies.gap(view.pairs[i]), i);
  std::sort(view.by_gap.begin(), view.by_gap.end());
  double best = std::numeric_limits<double>::infinity();
  std::uint32_t best_pair = 0;
  for (const auto& [at_least, i] : view.by_gap) {
    if (at_least > best) break;
    PlacedPair& pair = view.pairs[i];
    if (at_least <= 0 && bodies.touch(pair, 0)) {
      nearest = bodies.touching(pair);
      return;
    }
    // A little beyond the best, so that equal distances go to the first pair whatever the order.
    const PairDistance d = bodies.distance(pair, best * (1 + 1e-9));
    if (d.distance < best || (d.distance == best && i < best_pair)) {
      best = d.distance;
      best_pair = i;
      nearest = LinkDistance{d.distance, bodies.links(pair), d.on_first, d.on_second};
    }
  }
}

// Of links with several bodies, which stand together in the list, the nearest two count.
void MeshCollider::State::find_distances(View& view, double within, std::vector<LinkDistance>& distances) {
  for (PlacedPair& pair : view.pairs) {
    const LinkPair of = bodies.links(pair);
    const bool is_known = !distances.empty() && distances.back().links == of;
    const double limit = is_known ? std::min(within, distances.back().distance) : within;
    const double at_least = bodies.gap(pair);
    if (at_least > limit) continue;
    LinkDistance found{0, of, Vector3d::Zero(), Vector3d::Zero()};
    if (at_least <= 0 && bodies.touch(pair, 0)) {
      found = bodies.touching(pair);
    } else if (limit == 0) {
      continue;
    } else {
      // A little beyond the limit, so that what is just as far is found.
      const PairDistance d = bodies.distance(pair, limit * (1 + 1e-9));
      found = {d.distance, of, d.on_first, d.on_second};
    }
    if (!(found.distance <= limit)) continue;
    if (is_known)
      distances.back() = found;
    else
      distances.push_back(found);
  }
}

MeshCollider::MeshCollider(ColliderOptions options) : state_(std::make_unique<State>()) {
  state_->options = std::move(options);
}

MeshCollider::MeshCollider(std::shared_ptr<const ColliderScene> scene) : state_(std::make_unique<State>()) {
  use(std::move(scene), false);
}

MeshCollider::~MeshCollider() = default;

void MeshCollider::use(std::shared_ptr<const ColliderScene> scene, bool sub_colliders) {
  const std::lock_guard lock(state_->mutex);
  State& state = *state_;
  state.bodies = PlacedBodies(std::move(scene));
  state.whole = make_view(state.bodies, std::vector<bool>(state.scene().groups().size(), true));
  state.subsets.clear();
  if (!sub_colliders) return;
  for (std::size_t g = 0; g < state.scene().groups().size(); ++g)
    if (const std::vector<int> robot{int(g)}; !state.scene().groups()[g].is_static) (void)state.view_of(&robot);
}

Checked<void> MeshCollider::init(std::vector<std::vector<std::string>> grouped_model_paths, bool sub_colliders) {
  auto scene = ColliderScene::load(grouped_model_paths, state_->options);
  if (!scene) return std::unexpected(scene.error());
  use(*scene, sub_colliders);
  return {};
}

std::shared_ptr<const ColliderScene> MeshCollider::scene() const {
  const std::lock_guard lock(state_->mutex);
  return state_->bodies.scene();
}

Checked<void> MeshCollider::check(Matrices matrices, const std::vector<int>* robot_indexes,
                                  const CollisionRequest& request, CollisionResult& result) {
  const std::lock_guard lock(state_->mutex);
  State& state = *state_;
  result.collided = false;
  result.pairs.clear();
  result.contacts.clear();
  result.nearest.reset();
  result.distances.clear();
  if (!state.bodies.scene()) return std::unexpected("the collider is not initialised");
  if (!(request.margin >= 0) || std::isinf(request.margin))
    return std::unexpected(fmt::format("the margin {} is not a length from 0 on", request.margin));
  if (!(request.within >= 0))
    return std::unexpected(fmt::format("within {} is not a length from 0 on", request.within));
  const auto view_of_query = state.view_of(robot_indexes);
  if (!view_of_query) return std::unexpected(view_of_query.error());
  View* const view = *view_of_query;
  if (const auto placed = state.place(*view, matrices); !placed) return std::unexpected(placed.error());

  if (!request.pairs && !request.contacts && !request.all) {
    for (std::size_t k = 0; k < view->order.size(); ++k) {
      PlacedPair& pair = view->pairs[view->order[k]];
      if (state.bodies.spheres_apart(pair, request.margin) || !state.bodies.touch(pair, request.margin)) continue;
      result.collided = true;
      std::rotate(view->order.begin(), view->order.begin() + std::ptrdiff_t(k),
                  view->order.begin() + std::ptrdiff_t(k) + 1);
      break;
    }
  } else {
    for (PlacedPair& pair : view->pairs) {
      const LinkPair links = state.bodies.links(pair);
      if (!request.all && result.collided && links != result.pairs.back()) break;
      if (state.bodies.spheres_apart(pair, request.margin) || !state.bodies.touch(pair, request.margin)) continue;
      result.collided = true;
      if (result.pairs.empty() || links != result.pairs.back()) result.pairs.push_back(links);
      if (request.contacts) state.bodies.contacts(pair, request.max_contacts, result.contacts);
    }
  }
  if (request.distance) state.find_nearest(*view, result.nearest);
  if (request.distances) state.find_distances(*view, request.within, result.distances);
  return {};
}

Checked<void> MeshCollider::check_motion(const LinkMotion& motion, const std::vector<int>* robot_indexes,
                                         const MotionRequest& request, MotionResult& result) {
  const std::lock_guard lock(state_->mutex);
  State& state = *state_;
  result = {};
  if (!state.bodies.scene()) return std::unexpected("the collider is not initialised");
  if (auto wrong = what_is_wrong(request); !wrong.empty()) return std::unexpected(std::move(wrong));
  const auto view_of_query = state.view_of(robot_indexes);
  if (!view_of_query) return std::unexpected(view_of_query.error());
  View& view = **view_of_query;
  if (motion.links() != view.links.size())
    return std::unexpected(fmt::format("the motion is of {} links, not of {}", motion.links(), view.links.size()));
  state.moved.resize(view.links.size());
  const std::function<MotionCheck::Placed(double)> place = [&](double time) {
    motion.place(time, state.moved.data());
    return state.place(view, state.moved);
  };
  return MotionCheck{state.bodies, view.links, view.pairs, motion, request, place}.run(result);
}

bool MeshCollider::is_collided(const std::vector<Eigen::Matrix4d>& matrices) {
  return touches(*this, matrices, nullptr);
}

bool MeshCollider::is_collided(const std::vector<Eigen::Matrix4d>& matrices, const std::vector<int>& robot_indexes) {
  return touches(*this, matrices, &robot_indexes);
}

bool MeshCollider::isCollided(const std::vector<Eigen::Matrix4d>& matrices) { return is_collided(matrices); }

bool MeshCollider::isCollided(const std::vector<Eigen::Matrix4d>& matrices, const std::vector<int>& robot_indexes) {
  return is_collided(matrices, robot_indexes);
}

}  // namespace lightsout
