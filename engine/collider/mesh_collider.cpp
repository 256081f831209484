#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>

#include "engine/collider/collider_scene.h"
#include "engine/collider/mesh_contacts.h"
#include "engine/collider/plain_answer.h"
#include "engine/collider/tree_query.h"

namespace lightsout {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;

// What a query about a subset of the robots is about.
struct View {
  struct Pair {
    int first, second;  // bodies
    double reach;       // sum of their radii
    PairKind kind;
    TrianglePair witness;  // the triangles that touched in the last query, if they did
    TrianglePair nearest;  // the nearest ones in the last query of distances
  };
  std::vector<int> links;   // in order of the matrices
  std::vector<int> bodies;  // of these links
  std::vector<Pair> pairs;  // in order of links
  // In which order a plain yes or no looks at them: who touched last comes first.
  std::vector<std::uint32_t> order;
  // Scratch of the distance query.
  std::vector<std::pair<double, std::uint32_t>> by_gap;
};

View make_view(const ColliderScene& scene, const std::vector<bool>& wanted_group) {
  View view;
  const auto is_wanted = [&](int body) {
    const int link = scene.bodies()[std::size_t(body)].link;
    return wanted_group[std::size_t(scene.links()[std::size_t(link)].group)];
  };
  for (std::size_t l = 0; l < scene.links().size(); ++l)
    if (wanted_group[std::size_t(scene.links()[l].group)]) view.links.push_back(int(l));
  for (std::size_t b = 0; b < scene.bodies().size(); ++b)
    if (is_wanted(int(b))) view.bodies.push_back(int(b));
  for (const ColliderScene::BodyPair& pair : scene.pairs()) {
    if (!is_wanted(pair.first) || !is_wanted(pair.second)) continue;
    const double reach = scene.bodies()[std::size_t(pair.first)].model->radius() +
                         scene.bodies()[std::size_t(pair.second)].model->radius();
    view.order.push_back(std::uint32_t(view.pairs.size()));
    view.pairs.push_back({pair.first, pair.second, reach, pair.kind, {}, {}});
  }
  view.by_gap.reserve(view.pairs.size());
  return view;
}

}  // namespace

struct MeshCollider::State {
  ColliderOptions options;
  std::mutex mutex;  // everything below
  std::shared_ptr<const ColliderScene> scene;
  View whole;
  std::map<std::vector<int>, View> subsets;  // by robots in order
  std::vector<int> asked;                    // scratch: the robots of a query
  std::vector<RigidPose> poses;              // of bodies
  std::vector<Vector3d> centres;             // of their spheres, world axes

  std::expected<View*, std::string> view_of(const std::vector<int>& robots);
  std::expected<void, std::string> place(const View& view, std::span<const Matrix4d> matrices);
  const CollisionModel& model(int body) const { return *scene->bodies()[std::size_t(body)].model; }
  RigidPose relative(const View::Pair& pair) const {
    return poses[std::size_t(pair.first)].to(poses[std::size_t(pair.second)]);
  }
  LinkPair links(const View::Pair& pair) const {
    return {scene->bodies()[std::size_t(pair.first)].link, scene->bodies()[std::size_t(pair.second)].link};
  }
  // Of their spheres; at most that of the bodies.
  double gap(const View::Pair& pair) const {
    return (centres[std::size_t(pair.first)] - centres[std::size_t(pair.second)]).norm() * (1 - 1e-12) - pair.reach;
  }
  bool spheres_apart(const View::Pair& pair, double margin) const {
    const double reach = (pair.reach + margin) * (1 + 1e-12);
    return (centres[std::size_t(pair.first)] - centres[std::size_t(pair.second)]).squaredNorm() > reach * reach;
  }
  bool touch(View::Pair& pair, double margin);
  bool encloses_any(int outer, int inner) const;
  PairDistance height(const View::Pair& pair) const;
  PairDistance distance(const View::Pair& pair, double limit, TrianglePair& witness) const;
  void contacts(const View::Pair& pair, std::size_t most, std::vector<LinkContact>& result) const;
  PairContact enclosed_contact(const View::Pair& pair, bool inner_is_second) const;
  void find_nearest(View& view, std::optional<LinkDistance>& nearest);
  void find_distances(View& view, double within, std::vector<LinkDistance>& distances);
  LinkDistance touching(const View::Pair& pair) const;
};

std::expected<View*, std::string> MeshCollider::State::view_of(const std::vector<int>& robots) {
  asked.assign(robots.begin(), robots.end());
  std::sort(asked.begin(), asked.end());
  if (const auto found = subsets.find(asked); found != subsets.end()) return &found->second;
  std::vector<bool> wanted;
  for (const ColliderScene::Group& group : scene->groups()) wanted.push_back(group.is_static);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const int robot = asked[i];
    if (robot < 0 || std::size_t(robot) >= wanted.size())
      return std::unexpected(fmt::format("robot index {} is out of range: there are {} groups", robot, wanted.size()));
    if (scene->groups()[std::size_t(robot)].is_static)
      return std::unexpected(fmt::format("robot index {} is a static group: those are part of every query", robot));
    if (i > 0 && asked[i - 1] == robot) return std::unexpected(fmt::format("robot index {} is given twice", robot));
    wanted[std::size_t(robot)] = true;
  }
  return &subsets.emplace(asked, make_view(*scene, wanted)).first->second;
}

std::expected<void, std::string> MeshCollider::State::place(const View& view, std::span<const Matrix4d> matrices) {
  if (matrices.size() != view.links.size())
    return std::unexpected(fmt::format("{} matrices were given for {} links", matrices.size(), view.links.size()));
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    const ColliderScene::Link& link = scene->links()[std::size_t(view.links[i])];
    const auto pose = to_rigid_pose(matrices[i]);
    if (!pose) return std::unexpected(fmt::format("matrix {} (link {}, {}) {}", i, link.code, link.name, pose.error()));
    for (int b = link.first_body; b < link.first_body + link.bodies; ++b) {
      const ColliderScene::Body& body = scene->bodies()[std::size_t(b)];
      // A file's link is its one model: nothing to multiply.
      poses[std::size_t(b)] = body.in_link ? *pose * *body.in_link : *pose;
      centres[std::size_t(b)] = poses[std::size_t(b)] * body.model->centre();
    }
  }
  return {};
}

// A closed mesh holds a primitive or one of the parts of another mesh.
bool MeshCollider::State::encloses_any(int outer, int inner) const {
  const CollisionModel &holder = model(outer), &held = model(inner);
  if (!scene->containment() || !holder.is_mesh() || !holder.closed() || held.kind() == ModelKind::HalfSpace)
    return false;
  const RigidPose to_holder = poses[std::size_t(outer)].to(poses[std::size_t(inner)]);
  if (!held.is_mesh()) return encloses(holder.tree(), to_holder.translation, holder.oriented());
  return std::any_of(held.part_points().begin(), held.part_points().end(), [&](const Vector3d& point) {
    return encloses(holder.tree(), to_holder * point, holder.oriented());
  });
}

bool MeshCollider::State::touch(View::Pair& pair, double margin) {
  const auto a = std::size_t(pair.first), b = std::size_t(pair.second);
  if (pair.kind == PairKind::HalfSpace) return height(pair).distance <= margin;
  if (pair.kind == PairKind::Fcl) {
    const FclShape &s = *scene->bodies()[a].fcl, &t = *scene->bodies()[b].fcl;
    const ShapePairs& fcl = *scene->shape_pairs();
    if (fcl.touch(s, poses[a], t, poses[b])) return true;
    // The limit is beyond the margin, so that a distance of just the margin is told from none.
    if (margin > 0 && distance(pair, 2 * margin, pair.nearest).distance <= margin) return true;
  } else {
    const RigidPose pose = relative(pair);
    const TriangleTree &s = model(pair.first).tree(), &t = model(pair.second).tree();
    const bool found =
        margin > 0 ? trees_within(s, t, pose, margin, pair.witness) : trees_touch(s, t, pose, pair.witness);
    if (found) return true;
    pair.witness = {};
  }
  return encloses_any(pair.first, pair.second) || encloses_any(pair.second, pair.first);
}

// Signed, of a body over a half-space.
PairDistance MeshCollider::State::height(const View::Pair& pair) const {
  const auto a = std::size_t(pair.first), b = std::size_t(pair.second);
  if (model(pair.second).kind() == ModelKind::HalfSpace) return height_over(poses[b], model(pair.first), poses[a]);
  PairDistance d = height_over(poses[a], model(pair.second), poses[b]);
  std::swap(d.on_first, d.on_second);
  return d;
}

// Of bodies that do not touch. World axes.
PairDistance MeshCollider::State::distance(const View::Pair& pair, double limit, TrianglePair& witness) const {
  const auto a = std::size_t(pair.first), b = std::size_t(pair.second);
  if (pair.kind == PairKind::HalfSpace) return height(pair);
  if (pair.kind == PairKind::Fcl)
    return scene->shape_pairs()->distance(*scene->bodies()[a].fcl, poses[a], *scene->bodies()[b].fcl, poses[b], limit);
  const TreeDistance d =
      tree_distance(model(pair.first).tree(), model(pair.second).tree(), relative(pair), limit, 0, witness);
  return {d.distance, poses[a] * d.on_first, poses[a] * d.on_second};
}

// One body is wholly inside the other: the nearest way out, and how far it takes all of the inner one.
PairContact MeshCollider::State::enclosed_contact(const View::Pair& pair, bool inner_is_second) const {
  TrianglePair witness;
  const PairDistance nearest = distance(pair, std::numeric_limits<double>::infinity(), witness);
  const Vector3d inner_point = inner_is_second ? nearest.on_second : nearest.on_first;
  const Vector3d outer_point = inner_is_second ? nearest.on_first : nearest.on_second;
  const int inner = inner_is_second ? pair.second : pair.first;
  const RigidPose& pose = poses[std::size_t(inner)];
  const Vector3d out = (outer_point - inner_point).normalized();
  const Vector3d last = pose * model(inner).support(pose.rotation.transpose() * -out);
  return {inner_point, inner_is_second ? out : Vector3d(-out), out.dot(outer_point - last)};
}

void MeshCollider::State::contacts(const View::Pair& pair, std::size_t most, std::vector<LinkContact>& result) const {
  std::vector<PairContact> found;
  const auto a = std::size_t(pair.first), b = std::size_t(pair.second);
  if (pair.kind == PairKind::HalfSpace) {
    const PairDistance d = height(pair);
    const bool plane_first = model(pair.first).kind() == ModelKind::HalfSpace;
    const Vector3d up = poses[plane_first ? a : b].rotation.col(2);
    found.push_back({(d.on_first + d.on_second) / 2, plane_first ? up : Vector3d(-up), -d.distance});
  } else if (pair.kind == PairKind::Meshes || model(pair.first).is_mesh() || model(pair.second).is_mesh()) {
    // Between triangles and primitives FCL's normals and depths are of single triangles, with doubtful signs.
    found = mesh_contacts(model(pair.first).as_mesh(), model(pair.second).as_mesh(), relative(pair), most);
    for (PairContact& contact : found) {
      contact.point = poses[a] * contact.point;
      contact.normal = poses[a].rotation * contact.normal;
    }
  }
  if (found.empty() && pair.kind == PairKind::Fcl) {
    const FclShape &s = *scene->bodies()[a].fcl, &t = *scene->bodies()[b].fcl;
    if (scene->shape_pairs()->touch(s, poses[a], t, poses[b]))
      scene->shape_pairs()->contacts(s, poses[a], t, poses[b], most, found);
  }
  if (found.empty()) {
    const bool second_inside = encloses_any(pair.first, pair.second);
    if (second_inside || encloses_any(pair.second, pair.first)) {
      found.push_back(enclosed_contact(pair, second_inside));
    } else {  // within the margin
      TrianglePair witness;
      const PairDistance d = distance(pair, std::numeric_limits<double>::infinity(), witness);
      found.push_back({(d.on_first + d.on_second) / 2, (d.on_second - d.on_first).normalized(), -d.distance});
    }
  }
  for (const PairContact& contact : found)
    result.push_back({links(pair), contact.point, contact.normal, contact.depth});
}

LinkDistance MeshCollider::State::touching(const View::Pair& pair) const {
  std::vector<LinkContact> found;
  contacts(pair, 1, found);
  return {0, links(pair), found[0].point, found[0].point};
}

// Nearest spheres first; what is left is out as soon as its spheres are farther than the best.
void MeshCollider::State::find_nearest(View& view, std::optional<LinkDistance>& nearest) {
  view.by_gap.clear();
  for (std::uint32_t i = 0; i < view.pairs.size(); ++i) view.by_gap.emplace_back(gap(view.pairs[i]), i);
  std::sort(view.by_gap.begin(), view.by_gap.end());
  double best = std::numeric_limits<double>::infinity();
  std::uint32_t best_pair = 0;
  for (const auto& [at_least, i] : view.by_gap) {
    if (at_least > best) break;
    View::Pair& pair = view.pairs[i];
    if (at_least <= 0 && touch(pair, 0)) {
      nearest = touching(pair);
      return;
    }
    // A little beyond the best, so that equal distances go to the first pair whatever the order.
    const PairDistance d = distance(pair, best * (1 + 1e-9), pair.nearest);
    if (d.distance < best || (d.distance == best && i < best_pair)) {
      best = d.distance;
      best_pair = i;
      nearest = LinkDistance{d.distance, links(pair), d.on_first, d.on_second};
    }
  }
}

// Of links with several bodies, which stand together in the list, the nearest two count.
void MeshCollider::State::find_distances(View& view, double within, std::vector<LinkDistance>& distances) {
  for (View::Pair& pair : view.pairs) {
    const LinkPair of = links(pair);
    const bool is_known = !distances.empty() && distances.back().links == of;
    const double limit = is_known ? std::min(within, distances.back().distance) : within;
    const double at_least = gap(pair);
    if (at_least > limit) continue;
    LinkDistance found{0, of, Vector3d::Zero(), Vector3d::Zero()};
    if (at_least <= 0 && touch(pair, 0)) {
      found = touching(pair);
    } else if (limit == 0) {
      continue;
    } else {
      // A little beyond the limit, so that what is just as far is found.
      const PairDistance d = distance(pair, limit * (1 + 1e-9), pair.nearest);
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
  state.scene = std::move(scene);
  state.whole = make_view(*state.scene, std::vector<bool>(state.scene->groups().size(), true));
  state.subsets.clear();
  state.poses.resize(state.scene->bodies().size());
  state.centres.resize(state.scene->bodies().size());
  if (!sub_colliders) return;
  for (std::size_t g = 0; g < state.scene->groups().size(); ++g)
    if (!state.scene->groups()[g].is_static) (void)state.view_of({int(g)});
}

Checked<void> MeshCollider::init(std::vector<std::vector<std::string>> grouped_model_paths, bool sub_colliders) {
  auto scene = ColliderScene::load(grouped_model_paths, state_->options);
  if (!scene) return std::unexpected(scene.error());
  use(*scene, sub_colliders);
  return {};
}

std::shared_ptr<const ColliderScene> MeshCollider::scene() const {
  const std::lock_guard lock(state_->mutex);
  return state_->scene;
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
  if (!state.scene) return std::unexpected("the collider is not initialised");
  if (!(request.margin >= 0) || std::isinf(request.margin))
    return std::unexpected(fmt::format("the margin {} is not a length from 0 on", request.margin));
  if (!(request.within >= 0))
    return std::unexpected(fmt::format("within {} is not a length from 0 on", request.within));
  View* view = &state.whole;
  if (robot_indexes) {
    const auto subset = state.view_of(*robot_indexes);
    if (!subset) return std::unexpected(subset.error());
    view = *subset;
  }
  if (const auto placed = state.place(*view, matrices); !placed) return std::unexpected(placed.error());

  if (!request.pairs && !request.contacts && !request.all) {
    for (std::size_t k = 0; k < view->order.size(); ++k) {
      View::Pair& pair = view->pairs[view->order[k]];
      if (state.spheres_apart(pair, request.margin) || !state.touch(pair, request.margin)) continue;
      result.collided = true;
      std::rotate(view->order.begin(), view->order.begin() + std::ptrdiff_t(k),
                  view->order.begin() + std::ptrdiff_t(k) + 1);
      break;
    }
  } else {
    for (View::Pair& pair : view->pairs) {
      const LinkPair links = state.links(pair);
      if (!request.all && result.collided && links != result.pairs.back()) break;
      if (state.spheres_apart(pair, request.margin) || !state.touch(pair, request.margin)) continue;
      result.collided = true;
      if (result.pairs.empty() || links != result.pairs.back()) result.pairs.push_back(links);
      if (request.contacts) state.contacts(pair, request.max_contacts, result.contacts);
    }
  }
  if (request.distance) state.find_nearest(*view, result.nearest);
  if (request.distances) state.find_distances(*view, request.within, result.distances);
  return {};
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
