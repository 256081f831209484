// Takes the shapes from the scene, follows their poses, and casts. Nothing is loaded or built before the first cast.
#include "engine/raycast.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/embree_library.h"
#include "engine/ray_scene.h"
#include "engine/scene.h"
#include "engine/shape.h"
#include "engine/solid.h"
#include "engine/surface.h"

namespace lightsout {

namespace {

// One set of shapes; a run of targets belongs to one solid.
struct Set {
  struct Run {
    const Solid* solid;
    std::size_t begin, end;
    Pose pose;  // world_from_solid, as it is placed
  };
  std::unique_ptr<RayScene> rays;
  std::vector<Pose> in_solid;  // solid_from_target
  std::vector<Run> moving;
  bool followed = false;
};

}  // namespace

struct Raycaster::Impl {
  explicit Impl(Scene& the_scene) : scene(the_scene), surfaces(the_scene.log()) {}

  Scene& scene;
  Set sets[3];
  std::optional<bool> all_opaque;  // no collision shape is transparent
  Surfaces surfaces;
  std::shared_ptr<const EmbreeDevice> device;
  bool device_failed = false;

  void open_device() {
    if (device || device_failed) return;
    auto opened = EmbreeDevice::open();
    if (opened) {
      device = *opened;
      return;
    }
    device_failed = true;
    scene.log().write(
        LogLevel::Warning, "",
        fmt::format("Embree is not available ({}): every ray tries every shape, which is slow", opened.error()));
  }

  void build(RaySet which) {
    Set& set = sets[int(which)];
    std::vector<RayScene::Target> targets;
    std::vector<Set::Run> runs;
    const bool visible = which == RaySet::Visible;
    const auto add = [&](const std::vector<std::unique_ptr<Shape>>& shapes, const Solid* solid) {
      const std::size_t begin = targets.size();
      for (const auto& shape : shapes)
        if (which == RaySet::Collision || !is_transparent(*shape))
          targets.push_back({shape.get(), solid ? solid->robot() : nullptr, solid && solid->can_move(), visible});
      if (targets.size() > begin) runs.push_back({solid, begin, targets.size(), solid ? solid->pose() : Pose()});
    };
    if (visible) add(scene.environment_shapes(), nullptr);
    for (const auto& solid : scene.solids()) add(visible ? solid->visible_shapes() : solid->shapes(), solid.get());

    if (RayScene::is_large(targets)) open_device();
    set.in_solid.clear();
    for (const RayScene::Target& target : targets) set.in_solid.push_back(target.shape->in_solid);
    set.rays = std::make_unique<RayScene>(std::move(targets), device);
    set.moving.clear();
    for (const Set::Run& run : runs) {
      place(set, run);
      if (run.solid && run.solid->can_move()) set.moving.push_back(run);
    }
    set.rays->commit();
  }

  static void place(Set& set, const Set::Run& run) {
    for (std::size_t i = run.begin; i < run.end; ++i) set.rays->place(i, run.pose * set.in_solid[i]);
  }

  bool is_all_opaque() {
    if (!all_opaque)
      all_opaque = std::ranges::none_of(scene.solids(), [](const auto& solid) {
        return std::ranges::any_of(solid->shapes(), [](const auto& shape) { return is_transparent(*shape); });
      });
    return *all_opaque;
  }

  Set& current(RaySet which) {
    if (which == RaySet::Opaque && is_all_opaque()) which = RaySet::Collision;
    Set& set = sets[int(which)];
    if (!set.rays) {
      build(which);
    } else if (!set.followed) {
      bool moved = false;
      for (Set::Run& run : set.moving) {
        const Pose pose = run.solid->pose();
        if (same_bits(pose, run.pose)) continue;
        run.pose = pose;
        place(set, run);
        moved = true;
      }
      if (moved) set.rays->commit();
    }
    set.followed = true;
    return set;
  }
};

Raycaster::Raycaster(Scene& scene) : impl_(std::make_unique<Impl>(scene)) {}
Raycaster::~Raycaster() = default;

void Raycaster::invalidate() {
  for (Set& set : impl_->sets) set = {};
  impl_->surfaces.clear();
  impl_->all_opaque.reset();
}

void Raycaster::moved() {
  for (Set& set : impl_->sets) set.followed = false;
}

std::optional<RayHit> Raycaster::cast(const Ray& ray, RaySet set, const Robot* except, const Robot* also_except) {
  return impl_->current(set).rays->cast(ray, except, also_except);
}

double Raycaster::infra_red_factor(const RayHit& hit) {
  return impl_->surfaces.infra_red_factor(*hit.shape, hit.local, impl_->scene.drawn());
}

}  // namespace lightsout
