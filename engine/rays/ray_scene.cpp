// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The static shapes are one tree of Embree's, the moving ones another: what of a robot lies close together is one
// primitive of it, since the tree costs more than trying a few shapes. Planes without end have no bounds and are kept
// apart. A mesh has a tree of its own, shared by all shapes that show it.
//
// Short rays come in bundles from about the same place: the beams of a sensor, the sensors of a robot. What lies around
// the second of a bundle is looked up once, and tried for it and for those that follow it. It is found in strips of
// boxes, which are sorted anew in a fraction of the time that a tree takes; where no ray needs the tree, it is not
// made.
#include "engine/rays/ray_scene.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <unordered_map>

#include "engine/rays/embree_library.h"
#include "engine/rays/ray_fan.h"
#include "engine/rays/ray_form.h"
#include "engine/rays/ray_mesh.h"
#include "engine/rays/ray_neighbourhood.h"
#include "engine/shapes/box_strips.h"
#include "engine/shapes/shape.h"
#include "engine/state/cache_lines.h"
#include "engine/threads/threads.h"

namespace lightsout {

namespace {

// A carrier, placed.
struct Body {
  Pose pose;  // world_from_carrier
  const Robot* robot;
  std::uint32_t begin, end;  // its targets
};

// A target, placed. Beside what is looked at to see whether a ray can meet it there is no more than where the rest is.
struct Placed {
  FloatBox box;     // with room for rounding
  Vector3d centre;  // of its ball
  const RayForm* form;
  std::uint32_t body;
};

struct Found {
  double distance;
  std::uint32_t index;
  Vector3d normal;  // world axes
  int triangle;
};

struct Search {
  RTCIntersectContext context;  // first: Embree hands a pointer to it back
  const Ray* ray;
  const Robot* except;
  const Robot* also_except;
  double margin;  // m, see RayScene::Impl
  FloatBox box;   // around the ray
  Found best;

  bool passes(const Robot* robot) const { return robot && (robot == except || robot == also_except); }
  // Whether the ray may meet what is in its ball before what it found already.
  bool reaches(const Placed& target) const {
    const Vector3d way = target.centre - ray->origin;
    const double radius = target.form->radius() + margin;
    const double along = way.dot(ray->direction), square = radius * radius, away = way.squaredNorm();
    if (along < 0 && away > square) return false;  // it begins outside and leads away
    return along <= best.distance + radius && away - along * along <= square;
  }
};

}  // namespace

struct RayScene::Impl {
  std::vector<const Shape*> shapes;  // of the targets
  std::vector<Body> bodies;
  std::vector<Placed> placed;  // the targets; box and centre once they are committed
  std::vector<Shared<RayForm>> forms;
  SharedSettings known_forms;
  std::shared_ptr<const EmbreeDevice> device;
  std::map<const TriangleMesh*, std::unique_ptr<RayMesh>> meshes;  // looked up by identity, never iterated
  // A plane: normal·x = offset, in world axes.
  struct Endless {
    std::uint32_t index;
    Vector3d normal = Vector3d::Zero();
    double offset = std::numeric_limits<double>::quiet_NaN();  // m; NaN: not known, or beyond `reach`
  };
  std::vector<Endless> endless;

  // Targets that Embree sees as one.
  struct Cluster {
    std::uint32_t begin, end;  // in Group::members
    const Robot* robot;
  };
  // The clusters are what Embree numbers 0, 1, ... in a scene of one geometry. (Of several geometries Embree would join
  // the trees at each commit, which takes longer than to build one of them.)
  struct Group {
    Impl* owner;
    RTCSceneFlags flags;
    RTCBuildQuality quality;
    std::vector<std::uint32_t> members;
    std::vector<Cluster> clusters;
    RTCScene scene = nullptr;  // nullptr: no ray needed it yet
    RTCGeometry geometry = nullptr;
    BoxStrips boxes;  // of the clusters
    // They stand where the members were at an earlier commit(). Who needs them first sees to it, under the mutex.
    std::atomic<bool> tree_is_behind = true, boxes_are_behind = true;
  };
  Group still{this, RTC_SCENE_FLAG_NONE, RTC_BUILD_QUALITY_MEDIUM};
  Group moving{this, RTC_SCENE_FLAG_DYNAMIC, RTC_BUILD_QUALITY_LOW};
  bool committed = false;
  // What rounding to float may shift a ray or a bound by, m, while no coordinate of either is beyond `reach`.
  double margin = 0, reach = 0;
  bool outgrown = false;                                              // something has been placed beyond it
  std::vector<Neighbourhood> around = std::vector<Neighbourhood>(1);  // of each thread
  std::mutex mutex;

  ~Impl() {
    for (const Group* group : {&still, &moving})
      if (group->scene) device->api().rtcReleaseScene(group->scene);
  }

  void find_place(Placed& target) {
    const Pose& pose = bodies[target.body].pose;
    RayForm::Bounds bounds = target.form->bounds(pose);
    outgrown = outgrown || reach_of(bounds) > reach;
    bounds.half.array() += margin;
    target.box = FloatBox::around(Vector3d(bounds.centre - bounds.half), Vector3d(bounds.centre + bounds.half));
    target.centre = pose * target.form->centre();
  }

  FloatBox box_of(const Group& group, const Cluster& cluster) const {
    FloatBox box;
    for (std::uint32_t i = cluster.begin; i < cluster.end; ++i) box.extend(placed[group.members[i]].box);
    return box;
  }

  static void report_bounds(const RTCBoundsFunctionArguments* arguments) {
    const Group& group = *static_cast<const Group*>(arguments->geometryUserPtr);
    const FloatBox box = group.owner->box_of(group, group.clusters[arguments->primID]);
    RTCBounds& bounds = *arguments->bounds_o;
    bounds.lower_x = box.low[0];
    bounds.lower_y = box.low[1];
    bounds.lower_z = box.low[2];
    bounds.upper_x = box.high[0];
    bounds.upper_y = box.high[1];
    bounds.upper_z = box.high[2];
  }

  static double area(const FloatBox& box) {
    const double x = box.high[0] - box.low[0], y = box.high[1] - box.low[1], z = box.high[2] - box.low[2];
    return x * y + y * z + z * x;
  }
  static FloatBox around_both(FloatBox box, const FloatBox& other) {
    box.extend(other);
    return box;
  }

  // As the targets lie now. How likely a ray meets a box goes with its surface: targets of a robot are taken together
  // where the box around both has no more of it than the two.
  void find_clusters(Group& group) const {
    struct Open {
      std::vector<std::uint32_t> members;
      FloatBox box;
      const Robot* robot;
    };
    std::vector<Open> open;
    std::unordered_map<const Robot*, std::vector<std::size_t>> of_robot;  // looked up, never iterated
    for (const std::uint32_t member : group.members) {
      const FloatBox& box = placed[member].box;
      const Robot* robot = bodies[placed[member].body].robot;
      Open* home = nullptr;
      if (robot && &group == &moving) {
        for (const std::size_t i : of_robot[robot]) {
          Open& candidate = open[i];
          if (area(around_both(candidate.box, box)) <= area(candidate.box) + area(box)) home = &candidate;
          if (home) break;
        }
        if (!home) of_robot[robot].push_back(open.size());
      }
      if (!home) home = &open.emplace_back(std::vector<std::uint32_t>(), FloatBox(), robot);
      home->members.push_back(member);
      home->box.extend(box);
    }
    group.members.clear();
    group.clusters.clear();
    for (const Open& done : open) {
      const auto begin = std::uint32_t(group.members.size());
      group.members.insert(group.members.end(), done.members.begin(), done.members.end());
      group.clusters.push_back({begin, std::uint32_t(group.members.size()), done.robot});
    }
  }

  static void intersect(const RTCIntersectFunctionNArguments* arguments) {
    if (!arguments->valid[0]) return;
    const Group& group = *static_cast<const Group*>(arguments->geometryUserPtr);
    Search& search = *reinterpret_cast<Search*>(arguments->context);
    const Cluster cluster = group.clusters[arguments->primID];
    if (search.passes(cluster.robot)) return;
    bool nearer = false;
    for (std::uint32_t i = cluster.begin; i < cluster.end; ++i) {
      const std::uint32_t index = group.members[i];
      const Placed& target = group.owner->placed[index];
      if (search.box.overlaps(target.box) && search.reaches(target)) nearer |= group.owner->try_target(index, search);
    }
    if (!nearer) return;
    auto& hit = *reinterpret_cast<RTCRayHit*>(arguments->rayhit);
    // Rounded up: what lies behind by less than the rounding is still tried.
    hit.ray.tfar = std::nextafter(float(search.best.distance), std::numeric_limits<float>::infinity());
    hit.hit.geomID = arguments->geomID;
    hit.hit.primID = arguments->primID;
  }

  void build_tree(Group& group) const {
    const EmbreeLibrary& api = device->api();
    group.scene = api.rtcNewScene(device->handle());
    api.rtcSetSceneFlags(group.scene, RTCSceneFlags(group.flags | RTC_SCENE_FLAG_ROBUST));
    api.rtcSetSceneBuildQuality(group.scene, group.quality);
    group.geometry = api.rtcNewGeometry(device->handle(), RTC_GEOMETRY_TYPE_USER);
    api.rtcSetGeometryUserPrimitiveCount(group.geometry, unsigned(group.clusters.size()));
    api.rtcSetGeometryUserData(group.geometry, &group);
    api.rtcSetGeometryBoundsFunction(group.geometry, report_bounds, nullptr);
    api.rtcSetGeometryIntersectFunction(group.geometry, intersect);
    api.rtcSetGeometryBuildQuality(group.geometry, group.quality);
    api.rtcAttachGeometry(group.scene, group.geometry);
    api.rtcReleaseGeometry(group.geometry);  // the scene holds it
  }

  // nullptr: nothing is in it.
  RTCScene tree_of(Group& group) {
    if (!group.tree_is_behind.load(std::memory_order_acquire)) return group.scene;
    const std::lock_guard lock(mutex);
    if (group.tree_is_behind && !group.clusters.empty()) {
      if (!group.scene) build_tree(group);
      device->api().rtcCommitGeometry(group.geometry);
      device->api().rtcCommitScene(group.scene);
    }
    group.tree_is_behind = false;
    return group.scene;
  }

  const BoxStrips& boxes_of(Group& group) {
    if (!group.boxes_are_behind.load(std::memory_order_acquire)) return group.boxes;
    const std::lock_guard lock(mutex);
    if (group.boxes_are_behind) {
      group.boxes.clear(group.clusters.size());
      for (const Cluster& cluster : group.clusters) group.boxes.add(box_of(group, cluster));
      group.boxes.sort();
      group.boxes_are_behind = false;
    }
    return group.boxes;
  }

  static double reach_of(const RayForm::Bounds& bounds) { return (bounds.centre.cwiseAbs() + bounds.half).maxCoeff(); }

  void place_endless() {
    for (Endless& plane : endless) {
      const Placed& target = placed[plane.index];
      const Pose& pose = bodies[target.body].pose;
      plane.normal = pose.rotation * target.form->plane_normal();
      const Vector3d on_it = pose * target.form->centre();
      plane.offset =
          on_it.cwiseAbs().maxCoeff() <= reach ? plane.normal.dot(on_it) : std::numeric_limits<double>::quiet_NaN();
    }
  }

  // All places anew, with a margin for where they are. Twice as far as they reach now: what moves away does so for
  // long.
  void find_places() {
    double farthest = 1;
    for (const Placed& target : placed)
      if (!target.form->is_endless())
        farthest = std::max(farthest, reach_of(target.form->bounds(bodies[target.body].pose)));
    reach = 2 * std::min(farthest, 1e30);  // finite where bodies have flown off to infinity
    margin = 1e-6 * reach;
    for (Placed& target : placed)
      if (!target.form->is_endless()) find_place(target);
    outgrown = false;
  }

  // Whether all that the ray may meet, planes without end and what is passed aside, is among its members. The first
  // ray of a bundle is not worth a look around, unless the last bundle was large.
  bool knows_around(const Ray& ray, const std::array<const Robot*, 2>& passed, Neighbourhood& near) {
    constexpr int large = 3;
    const bool follows = near.holds(ray, passed),
               in_large = near.rays >= large && near.state == Neighbourhood::State::Known;
    if (!follows) near.begin_at(ray, passed);
    ++near.rays;
    if (near.state == Neighbourhood::State::Untold && (follows || (in_large && near.radius > 0))) look_around(near);
    return near.state == Neighbourhood::State::Known;
  }

  void look_around(Neighbourhood& near) {
    near.state = Neighbourhood::State::Known;
    for (Group* group : {&still, &moving}) {
      const BoxStrips& boxes = boxes_of(*group);
      if (boxes.wide() > Neighbourhood::most_wide) near.state = Neighbourhood::State::Crowded;
      if (near.state == Neighbourhood::State::Crowded) return;
      boxes.for_each_in(near.box,
                        [&](std::uint32_t cluster) { note_neighbours(*group, group->clusters[cluster], near); });
    }
  }

  void note_neighbours(const Group& group, const Cluster& cluster, Neighbourhood& near) const {
    if (near.passes(cluster.robot)) return;
    for (std::uint32_t i = cluster.begin; i < cluster.end; ++i) {
      const std::uint32_t member = group.members[i];
      const Placed& target = placed[member];
      if (!near.box.overlaps(target.box)) continue;
      if (near.count == Neighbourhood::most) near.state = Neighbourhood::State::Crowded;
      if (near.state == Neighbourhood::State::Crowded) return;
      near.add(member, target.box);
      CacheLines::prefetch(&bodies[target.body], sizeof(Body));
    }
  }

  void try_neighbours(Search& search, const Neighbourhood& near) const {
    near.for_each_in(search.box, [&](std::uint32_t index) {
      if (search.reaches(placed[index])) try_target(index, search);
    });
  }

  // Keeps the nearer of what was found so far and this target; true if it is this one.
  bool try_target(std::uint32_t index, Search& search) const {
    const Placed& target = placed[index];
    const Body& body = bodies[target.body];
    if (search.passes(body.robot)) return false;
    const Matrix3d& turn = body.pose.rotation;
    const auto hit =
        target.form->hit(turn.transpose() * (search.ray->origin - body.pose.position),
                         turn.transpose() * search.ray->direction, search.best.distance, search.ray->sees_as_cameras);
    if (!hit || hit->distance > search.best.distance ||
        (hit->distance == search.best.distance && index > search.best.index))
      return false;
    Vector3d normal = turn * hit->normal;
    if (normal.dot(search.ray->direction) > 0) normal = -normal;
    search.best = {hit->distance, index, normal, hit->triangle};
    return true;
  }

  void traverse(Search& search) {
    const Ray& ray = *search.ray;
    rtcInitIntersectContext(&search.context);
    alignas(16) RTCRayHit embree{};
    embree.ray.org_x = float(ray.origin.x());
    embree.ray.org_y = float(ray.origin.y());
    embree.ray.org_z = float(ray.origin.z());
    embree.ray.dir_x = float(ray.direction.x());
    embree.ray.dir_y = float(ray.direction.y());
    embree.ray.dir_z = float(ray.direction.z());
    embree.ray.mask = ~0u;
    for (Group* group : {&still, &moving}) {
      const RTCScene tree = tree_of(*group);
      if (!tree) continue;
      embree.ray.tfar = std::nextafter(float(search.best.distance), std::numeric_limits<float>::infinity());
      embree.hit.geomID = RTC_INVALID_GEOMETRY_ID;
      device->api().rtcIntersect1(tree, &search.context, &embree);
    }
  }

  // Most rays of a robot on a floor end above it. Far more room than rounding takes, here and where the ray meets it.
  bool reaches(const Ray& ray, const Endless& plane) const {
    const double height = plane.normal.dot(ray.origin) - plane.offset, slope = plane.normal.dot(ray.direction);
    const double room = 1e-12 * (ray.length + ray.origin.cwiseAbs().sum()) + margin;
    return !(std::abs(height) > std::abs(slope) * ray.length + room);
  }

  Search start(const Ray& ray, const Robot* except, const Robot* also_except) const {
    Search search;
    search.ray = &ray;
    search.except = except;
    search.also_except = also_except;
    search.margin = margin;
    // A ray without an end has a box all the same: infinity times 0 would be no number.
    const Vector3d end = ray.origin + std::min(ray.length, 1e30) * ray.direction;
    search.box = FloatBox::around(Vector3d(ray.origin.cwiseMin(end)), Vector3d(ray.origin.cwiseMax(end)));
    search.best = {ray.length, std::numeric_limits<std::uint32_t>::max(), Vector3d::Zero(), -1};
    for (const Endless& plane : endless)
      if (reaches(ray, plane)) try_target(plane.index, search);
    return search;
  }

  void find_targets(RayFan& fan) const {
    fan.targets.clear();
    const Pose fan_from_world = fan.pose.inverse();
    Pose fan_from_body;
    std::uint32_t known = std::numeric_limits<std::uint32_t>::max();
    for (std::uint32_t index = 0; index < placed.size(); ++index) {
      const Placed& target = placed[index];
      if (std::exchange(known, target.body) != target.body) fan_from_body = fan_from_world * bodies[target.body].pose;
      if (target.form->is_endless()) {
        fan.targets.push_back({0, index, fan.everything()});
        continue;
      }
      RayForm::Bounds bounds = target.form->bounds(fan_from_body);
      // Far more than rounding does, here and where a ray meets the target.
      bounds.half.array() += 1e-9 * (reach_of(bounds) + fan.pose.position.cwiseAbs().maxCoeff());
      const Vector3d low = bounds.centre - bounds.half, high = bounds.centre + bounds.half;
      const double nearest = low.cwiseMax(-high).cwiseMax(0).norm() - fan.farthest_start;
      if (nearest > fan.reach) continue;
      const RayFan::Window window = fan.window(low, high);
      if (!window.is_empty()) fan.targets.push_back({nearest, index, window});
    }
    // Those behind are then found behind. The order of equally near ones makes no difference.
    std::ranges::sort(fan.targets, {},
                      [](const RayFan::Target& target) { return std::pair(target.nearest, target.index); });
  }

  void try_in_fan(const RayFan::Target& of, RayFan& fan) const {
    const Placed& target = placed[of.index];
    const Pose& pose = bodies[target.body].pose;
    const Matrix3d& turn = pose.rotation;
    for (int row = of.window.rows.begin; row < of.window.rows.end; ++row)
      for (const RayFan::Range& columns : of.window.columns)
        for (int column = columns.begin; column < columns.end; ++column) {
          const std::size_t place = std::size_t(row) * std::size_t(fan.columns.count) + std::size_t(column);
          RayFan::Hit& best = fan.hits[place];
          if (best.distance < of.nearest) continue;
          const Ray& ray = fan.rays[place];
          const auto hit = target.form->hit(turn.transpose() * (ray.origin - pose.position),
                                            turn.transpose() * ray.direction, best.distance, ray.sees_as_cameras);
          if (!hit || hit->distance > best.distance || (hit->distance == best.distance && of.index > best.number))
            continue;
          best = {hit->distance, of.index};
        }
  }

  std::optional<RayHit> finish(const Search& search) const {
    const Found& best = search.best;
    if (best.index == std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    const Placed& target = placed[best.index];
    const Pose& pose = bodies[target.body].pose;
    const Vector3d point = search.ray->origin + best.distance * search.ray->direction;
    return RayHit{best.distance,      best.normal,
                  shapes[best.index], best.index,
                  best.triangle,      target.form->local(pose.rotation.transpose() * (point - pose.position))};
  }

  void add(const Target& target, bool moves) {
    const Shape& shape = *target.shape;
    std::unique_ptr<RayMesh>* mesh = shape.mesh ? &meshes[shape.mesh.get()] : nullptr;
    if (mesh && !*mesh) *mesh = std::make_unique<RayMesh>(shape.mesh);
    forms.push_back(RayForm::find(known_forms, shape, mesh ? mesh->get() : nullptr, target.is_looked_at));
    const auto index = std::uint32_t(shapes.size());
    if (forms.back()->is_endless())
      endless.push_back({index});
    else
      (moves ? moving : still).members.push_back(index);
    shapes.push_back(&shape);
    placed.push_back({{}, Vector3d::Zero(), forms.back().get(), target.carrier});
  }
};

RayScene::RayScene(std::vector<Carrier> carriers, std::vector<Target> targets,
                   std::shared_ptr<const EmbreeDevice> device)
    : impl_(std::make_unique<Impl>()) {
  impl_->device = std::move(device);
  std::size_t next = 0;
  for (std::uint32_t i = 0; i < carriers.size(); ++i) {
    const auto begin = std::uint32_t(next);
    for (; next < targets.size() && targets[next].carrier == i; ++next) impl_->add(targets[next], carriers[i].moves);
    impl_->bodies.push_back({{}, carriers[i].robot, begin, std::uint32_t(next)});
  }
  assert(next == targets.size());
}

RayScene::~RayScene() = default;

void RayScene::place(std::size_t carrier, const Pose& pose) {
  Body& body = impl_->bodies[carrier];
  body.pose = pose;
  if (!impl_->committed) return;
  for (std::uint32_t i = body.begin; i < body.end; ++i)
    if (!impl_->placed[i].form->is_endless()) impl_->find_place(impl_->placed[i]);
}

const Pose& RayScene::pose(std::size_t carrier) const { return impl_->bodies[carrier].pose; }

void RayScene::commit() {
  if (!impl_->device) return;
  for (Neighbourhood& near : impl_->around) near.radius = 0;
  impl_->moving.tree_is_behind = impl_->moving.boxes_are_behind = true;
  const bool are_places_known = impl_->committed && !impl_->outgrown;
  if (!are_places_known) impl_->find_places();
  impl_->place_endless();
  if (are_places_known) return;
  impl_->still.tree_is_behind = impl_->still.boxes_are_behind = true;
  if (impl_->committed) return;
  impl_->find_clusters(impl_->still);
  impl_->find_clusters(impl_->moving);
  impl_->committed = true;
}

void RayScene::set_threads(std::size_t count) {
  if (count > impl_->around.size()) impl_->around.resize(count);
}

std::optional<RayHit> RayScene::cast(const Ray& ray, const Robot* except, const Robot* also_except) {
  if (!impl_->committed || ray.origin.cwiseAbs().maxCoeff() > impl_->reach)
    return cast_at_all(ray, except, also_except);
  Search search = impl_->start(ray, except, also_except);
  Neighbourhood& near = impl_->around[Threads::here()];
  if (impl_->knows_around(ray, {except, also_except}, near))
    impl_->try_neighbours(search, near);
  else
    impl_->traverse(search);
  return impl_->finish(search);
}

std::optional<RayHit> RayScene::cast_at_all(const Ray& ray, const Robot* except, const Robot* also_except) const {
  Search search = impl_->start(ray, except, also_except);
  for (std::uint32_t index : impl_->still.members) impl_->try_target(index, search);
  for (std::uint32_t index : impl_->moving.members) impl_->try_target(index, search);
  return impl_->finish(search);
}

void RayScene::cast(RayFan& fan) {
  fan.hits.resize(fan.rays.size());
  // Few rays are not worth a look at every target.
  constexpr std::size_t rays_for_a_target = 4;
  if (fan.rays.size() < rays_for_a_target * impl_->placed.size()) {
    for (std::size_t i = 0; i < fan.rays.size(); ++i) {
      const auto hit = cast(fan.rays[i], nullptr, nullptr);
      fan.hits[i] =
          hit ? RayFan::Hit{hit->distance, hit->number} : RayFan::Hit{fan.rays[i].length, RayFan::Hit::nothing};
    }
    return;
  }
  for (std::size_t i = 0; i < fan.rays.size(); ++i) fan.hits[i] = {fan.rays[i].length, RayFan::Hit::nothing};
  impl_->find_targets(fan);
  for (const RayFan::Target& target : fan.targets) impl_->try_in_fan(target, fan);
}

const Shape& RayScene::shape(std::uint32_t number) const { return *impl_->shapes[number]; }

bool RayScene::is_large(const std::vector<Target>& targets) { return targets.size() > 24; }

}  // namespace lightsout
