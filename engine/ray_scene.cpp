// The static shapes are one tree of Embree's, the moving ones another: what of a robot lies close together is one
// primitive of it, since the tree costs more than trying a few shapes. Planes without end have no bounds and are kept
// apart. A mesh is a scene of its own, shared by all shapes that show it.
//
// Short rays come in bundles from about the same place: the beams of a sensor, the sensors of a robot. What lies around
// the second of a bundle is looked up once, and tried for it and for those that follow it. It is found in strips of
// boxes, which are sorted anew in a fraction of the time that a tree takes; where no ray needs the tree, it is not
// made.
#include "engine/ray_scene.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>

#include "engine/box_strips.h"
#include "engine/cache_lines.h"
#include "engine/embree_library.h"
#include "engine/ray_geometry.h"
#include "engine/ray_mesh.h"
#include "engine/ray_neighbourhood.h"
#include "engine/shape.h"
#include "world_format/node.h"

namespace lightsout {

namespace {

// Which parts of its surface a visible cylinder, capsule or cone has.
struct Parts {
  bool side = true, top = true, bottom = true;
  bool are_all() const { return side && top && bottom; }
};

Parts parts_of(const Shape& shape) {
  Parts parts;
  const Node* geometry = shape.node && shape.node->has("geometry") ? shape.node->node("geometry") : nullptr;
  if (!geometry || !geometry->has("side")) return parts;
  parts.side = geometry->get<bool>("side");
  parts.bottom = geometry->get<bool>("bottom");
  if (geometry->has("top")) parts.top = geometry->get<bool>("top");
  return parts;
}

// A target, placed.
struct Placed {
  ShapeKind kind;
  bool is_looked_at;
  bool endless;        // a plane that is not cut off
  Vector3d half_size;  // box: half lengths; plane: half size; else radius, height, -
  Pose pose;
  const Robot* robot;
  const RayMesh* mesh;
  Parts parts;
};

// Of a ball around the origin of its frame that holds it.
double radius_of(const Placed& target) {
  const Vector3d& size = target.half_size;
  switch (target.kind) {
    case ShapeKind::Box:
      return size.norm();
    case ShapeKind::Plane:
      return size.head<2>().norm();
    case ShapeKind::Sphere:
      return size.x();
    case ShapeKind::Capsule:
      return size.x() + size.y() / 2;
    case ShapeKind::Cylinder:
    case ShapeKind::Cone:
      return std::hypot(size.x(), size.y() / 2);
    case ShapeKind::ElevationGrid:
    case ShapeKind::Mesh:
      return target.mesh->bounds().min().cwiseAbs().cwiseMax(target.mesh->bounds().max().cwiseAbs()).norm();
  }
  return std::numeric_limits<double>::infinity();
}

std::optional<SurfaceHit> hit_closed(const Placed& target, const Vector3d& origin, const Vector3d& direction) {
  const double radius = target.half_size.x(), height = target.half_size.y();
  if (target.kind == ShapeKind::Cylinder) return hit_cylinder(radius, height, origin, direction);
  if (target.kind == ShapeKind::Capsule) return hit_capsule(radius, height, origin, direction);
  return hit_cone(radius, height, origin, direction);
}

enum class Part { Side, Top, Bottom };

// A flat cap is told by its normal, a capsule's half ball by where it is.
Part part_at(const Placed& target, const SurfaceHit& hit, const Vector3d& point) {
  const bool is_round = target.kind == ShapeKind::Capsule;
  const double up = is_round ? point.z() : hit.normal.z(), side = is_round ? target.half_size.y() / 2 : 0.999999;
  if (up < -side) return Part::Bottom;
  return up > side && target.kind != ShapeKind::Cone ? Part::Top : Part::Side;
}

// A shape of which parts are missing is met from its outside. Through what is missing its wall behind shows, unless the
// ray begins between the walls; the inside of a cap never does (Webots, src/webots/nodes/WbCylinder.cpp).
std::optional<SurfaceHit> hit_open(const Placed& target, const Vector3d& origin, const Vector3d& direction) {
  const auto front = hit_closed(target, origin, direction);
  if (!front || !(front->distance > 0 && front->normal.dot(direction) < 0)) return std::nullopt;
  const Part entered = part_at(target, *front, origin + front->distance * direction);
  const Parts& parts = target.parts;
  if (entered == Part::Side ? parts.side : entered == Part::Top ? parts.top : parts.bottom) return front;
  const double wall = target.kind == ShapeKind::Cone
                          ? std::abs(target.half_size.x() * (0.5 - origin.z() / target.half_size.y()))
                          : target.half_size.x();
  if (!parts.side || origin.head<2>().norm() < wall) return std::nullopt;
  // From beyond, the other way.
  const double reach = front->distance + 4 * radius_of(target);
  const auto back = hit_closed(target, origin + reach * direction, -direction);
  if (!back || part_at(target, *back, origin + (reach - back->distance) * direction) != Part::Side) return std::nullopt;
  return SurfaceHit{reach - back->distance, -back->normal};
}

// Where a placed target can be met, side by side for all, with room for rounding.
struct Extent {
  FloatBox box;
  Vector3d centre;
  double radius;
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
  FloatBox box;  // around the ray
  Found best;

  // Whether the ray may meet what is in its ball before what it found already.
  bool reaches(const Extent& target) const {
    const Vector3d way = target.centre - ray->origin;
    const double along = way.dot(ray->direction);
    if (along < -target.radius || along > best.distance + target.radius) return false;
    return way.squaredNorm() - along * along <= target.radius * target.radius;
  }
};

// Keeps the nearer of what was found so far and this target; true if it is this one.
bool try_target(const Placed& target, std::uint32_t index, Search& search) {
  if (target.robot && (target.robot == search.except || target.robot == search.also_except)) return false;
  const Vector3d origin = target.pose.rotation.transpose() * (search.ray->origin - target.pose.position);
  const Vector3d direction = target.pose.rotation.transpose() * search.ray->direction;
  std::optional<SurfaceHit> hit;
  int triangle = -1;
  switch (target.kind) {
    case ShapeKind::Box:
      hit = hit_box(target.half_size, origin, direction);
      break;
    case ShapeKind::Sphere:
      hit = hit_sphere(target.half_size.x(), origin, direction);
      break;
    case ShapeKind::Cylinder:
    case ShapeKind::Capsule:
    case ShapeKind::Cone:
      hit = target.parts.are_all() ? hit_closed(target, origin, direction) : hit_open(target, origin, direction);
      break;
    case ShapeKind::Plane:
      hit = hit_plane(origin, direction);
      if (hit && !target.endless) {
        const Vector3d point = origin + hit->distance * direction;
        if (std::abs(point.x()) > target.half_size.x() || std::abs(point.y()) > target.half_size.y()) hit.reset();
      }
      break;
    case ShapeKind::ElevationGrid:
    case ShapeKind::Mesh:
      if (const auto found = target.mesh->hit(origin, direction, search.best.distance, target.is_looked_at)) {
        hit = SurfaceHit{found->distance, target.mesh->area(found->triangle).normalized()};
        triangle = found->triangle;
      }
      break;
  }
  if (hit && target.is_looked_at && !(hit->distance > 0 && hit->normal.dot(direction) < 0)) return false;
  if (!hit || hit->distance > search.best.distance ||
      (hit->distance == search.best.distance && index > search.best.index))
    return false;
  Vector3d normal = target.pose.rotation * hit->normal;
  if (normal.dot(search.ray->direction) > 0) normal = -normal;
  search.best = {hit->distance, index, normal, triangle};
  return true;
}

}  // namespace

struct RayScene::Impl {
  std::vector<Target> targets;
  std::vector<Placed> placed;
  std::vector<Extent> extents;  // once they are committed
  std::shared_ptr<const EmbreeDevice> device;
  std::map<const TriangleMesh*, std::unique_ptr<RayMesh>> meshes;  // looked up by identity, never iterated
  std::vector<std::uint32_t> endless;                              // planes

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
    // They stand where the members were at an earlier commit().
    bool tree_is_behind = true, boxes_are_behind = true;
  };
  Group still{this, RTC_SCENE_FLAG_NONE, RTC_BUILD_QUALITY_MEDIUM};
  Group moving{this, RTC_SCENE_FLAG_DYNAMIC, RTC_BUILD_QUALITY_LOW};
  bool committed = false;
  double margin = 0;  // m: what rounding to float may shift a ray or a bound by
  Neighbourhood near;

  ~Impl() {
    for (const Group* group : {&still, &moving})
      if (group->scene) device->api().rtcReleaseScene(group->scene);
  }

  // Half of the axis-aligned box around a placed target's centre.
  static void bounds_of(const Placed& target, Vector3d& centre, Vector3d& half) {
    const Matrix3d absolute = target.pose.rotation.cwiseAbs();
    centre = target.pose.position;
    switch (target.kind) {
      case ShapeKind::Box:
        half = absolute * target.half_size;
        break;
      case ShapeKind::Sphere:
        half.setConstant(target.half_size.x());
        break;
      case ShapeKind::Capsule:
        half = absolute.col(2) * (target.half_size.y() / 2) + Vector3d::Constant(target.half_size.x());
        break;
      case ShapeKind::Cylinder:
      case ShapeKind::Cone:
        half = absolute * Vector3d(target.half_size.x(), target.half_size.x(), target.half_size.y() / 2);
        break;
      case ShapeKind::Plane:
        half = absolute * Vector3d(target.half_size.x(), target.half_size.y(), 0);
        break;
      case ShapeKind::ElevationGrid:
      case ShapeKind::Mesh:
        centre = target.pose * target.mesh->bounds().center();
        half = absolute * (target.mesh->bounds().sizes() / 2);
        break;
    }
  }

  void find_extent(std::size_t index) {
    const Placed& target = placed[index];
    Extent& extent = extents[index];
    Vector3d centre, half;
    bounds_of(target, centre, half);
    half.array() += margin;
    extent.box = FloatBox::around(Vector3d(centre - half), Vector3d(centre + half));
    extent.centre = target.pose.position;
  }

  FloatBox box_of(const Group& group, const Cluster& cluster) const {
    FloatBox box;
    for (std::uint32_t i = cluster.begin; i < cluster.end; ++i) box.extend(extents[group.members[i]].box);
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
      const FloatBox& box = extents[member].box;
      const Robot* robot = placed[member].robot;
      Open* home = nullptr;
      if (robot && targets[member].moves) {
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
    if (cluster.robot && (cluster.robot == search.except || cluster.robot == search.also_except)) return;
    bool nearer = false;
    for (std::uint32_t i = cluster.begin; i < cluster.end; ++i) {
      const std::uint32_t index = group.members[i];
      const Extent& extent = group.owner->extents[index];
      if (search.box.overlaps(extent.box) && search.reaches(extent))
        nearer |= try_target(group.owner->placed[index], index, search);
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
  RTCScene tree_of(Group& group) const {
    if (group.tree_is_behind && !group.clusters.empty()) {
      if (!group.scene) build_tree(group);
      device->api().rtcCommitGeometry(group.geometry);
      device->api().rtcCommitScene(group.scene);
    }
    group.tree_is_behind = false;
    return group.scene;
  }

  const BoxStrips& boxes_of(Group& group) const {
    if (group.boxes_are_behind) {
      group.boxes.clear(group.clusters.size());
      for (const Cluster& cluster : group.clusters) group.boxes.add(box_of(group, cluster));
      group.boxes.sort();
      group.boxes_are_behind = false;
    }
    return group.boxes;
  }

  void set_margin() {
    double reach = 1;
    Vector3d centre, half;
    for (const Placed& target : placed) {
      if (target.endless) continue;
      bounds_of(target, centre, half);
      reach = std::max(reach, (centre.cwiseAbs() + half).maxCoeff());
    }
    margin = 2e-6 * reach;
  }

  // Whether all that the ray may meet, planes without end aside, is among near.members. The first ray of a bundle is
  // not worth a look around, unless the last bundle was large.
  bool knows_around(const Ray& ray) {
    constexpr int large = 3;
    const bool follows = near.holds(ray), in_large = near.rays >= large && near.state == Neighbourhood::State::Known;
    if (!follows) near.begin_at(ray);
    ++near.rays;
    if (near.state == Neighbourhood::State::Untold && (follows || (in_large && near.radius > 0))) look_around();
    return near.state == Neighbourhood::State::Known;
  }

  void look_around() {
    near.state = Neighbourhood::State::Known;
    for (Group* group : {&still, &moving}) {
      const BoxStrips& boxes = boxes_of(*group);
      if (boxes.wide() > Neighbourhood::most_wide) near.state = Neighbourhood::State::Crowded;
      if (near.state == Neighbourhood::State::Crowded) return;
      boxes.for_each_in(near.box, [&](std::uint32_t cluster) { note_neighbours(*group, group->clusters[cluster]); });
    }
  }

  void note_neighbours(const Group& group, const Cluster& cluster) {
    for (std::uint32_t i = cluster.begin; i < cluster.end; ++i) {
      const std::uint32_t member = group.members[i];
      if (!near.box.overlaps(extents[member].box)) continue;
      if (near.count == Neighbourhood::most) near.state = Neighbourhood::State::Crowded;
      if (near.state == Neighbourhood::State::Crowded) return;
      near.add(member, extents[member].box);
      CacheLines::prefetch(&placed[member], sizeof(Placed));
    }
  }

  void try_neighbours(Search& search) const {
    near.for_each_in(search.box, [&](std::uint32_t index) {
      if (search.reaches(extents[index])) try_target(placed[index], index, search);
    });
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

  Search start(const Ray& ray, const Robot* except, const Robot* also_except) const {
    Search search;
    search.ray = &ray;
    search.except = except;
    search.also_except = also_except;
    // A ray without an end has a box all the same: infinity times 0 would be no number.
    const Vector3d end = ray.origin + std::min(ray.length, 1e30) * ray.direction;
    search.box = FloatBox::around(Vector3d(ray.origin.cwiseMin(end)), Vector3d(ray.origin.cwiseMax(end)));
    search.best = {ray.length, std::numeric_limits<std::uint32_t>::max(), Vector3d::Zero(), -1};
    for (std::uint32_t index : endless) try_target(placed[index], index, search);
    return search;
  }

  std::optional<RayHit> finish(const Search& search) const {
    const Found& best = search.best;
    if (best.index == std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    const Pose& pose = placed[best.index].pose;
    return RayHit{
        best.distance, best.normal, targets[best.index].shape, best.triangle,
        pose.rotation.transpose() * (search.ray->origin + best.distance * search.ray->direction - pose.position)};
  }
};

RayScene::RayScene(std::vector<Target> targets, std::shared_ptr<const EmbreeDevice> device)
    : impl_(std::make_unique<Impl>()) {
  impl_->device = std::move(device);
  impl_->targets = std::move(targets);
  for (std::uint32_t i = 0; i < impl_->targets.size(); ++i) {
    const Target& target = impl_->targets[i];
    const Shape& shape = *target.shape;
    Placed placed{shape.kind,
                  target.is_looked_at,
                  shape.kind == ShapeKind::Plane && !target.is_looked_at,
                  shape.size,
                  {},
                  target.robot,
                  nullptr,
                  target.is_looked_at ? parts_of(shape) : Parts()};
    if (shape.kind == ShapeKind::Box || shape.kind == ShapeKind::Plane) placed.half_size /= 2;
    if (shape.mesh) {
      auto& tree = impl_->meshes[shape.mesh.get()];
      if (!tree) tree = std::make_unique<RayMesh>(shape.mesh, impl_->device);
      placed.mesh = tree.get();
    }
    if (placed.endless)
      impl_->endless.push_back(i);
    else
      (target.moves ? impl_->moving : impl_->still).members.push_back(i);
    impl_->placed.push_back(placed);
  }
}

RayScene::~RayScene() = default;

std::size_t RayScene::size() const { return impl_->targets.size(); }
const RayScene::Target& RayScene::target(std::size_t index) const { return impl_->targets[index]; }
void RayScene::place(std::size_t index, const Pose& pose) {
  impl_->placed[index].pose = pose;
  if (impl_->committed) impl_->find_extent(index);
}

void RayScene::commit() {
  if (!impl_->device) return;
  impl_->near.radius = 0;
  impl_->moving.tree_is_behind = impl_->moving.boxes_are_behind = true;
  if (impl_->committed) return;
  impl_->set_margin();
  impl_->extents.resize(impl_->placed.size());
  for (std::size_t i = 0; i < impl_->placed.size(); ++i) {
    if (impl_->placed[i].endless) continue;
    impl_->extents[i].radius = radius_of(impl_->placed[i]) + impl_->margin;
    impl_->find_extent(i);
  }
  impl_->find_clusters(impl_->still);
  impl_->find_clusters(impl_->moving);
  impl_->committed = true;
}

std::optional<RayHit> RayScene::cast(const Ray& ray, const Robot* except, const Robot* also_except) {
  if (!impl_->committed) return cast_at_all(ray, except, also_except);
  Search search = impl_->start(ray, except, also_except);
  if (impl_->knows_around(ray))
    impl_->try_neighbours(search);
  else
    impl_->traverse(search);
  return impl_->finish(search);
}

std::optional<RayHit> RayScene::cast_at_all(const Ray& ray, const Robot* except, const Robot* also_except) const {
  Search search = impl_->start(ray, except, also_except);
  for (std::uint32_t index : impl_->still.members) try_target(impl_->placed[index], index, search);
  for (std::uint32_t index : impl_->moving.members) try_target(impl_->placed[index], index, search);
  return impl_->finish(search);
}

bool RayScene::is_large(const std::vector<Target>& targets) {
  for (const Target& target : targets)
    if (target.shape->mesh) return true;
  return targets.size() > 24;
}

}  // namespace lightsout
