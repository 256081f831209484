// Takes the shapes from the scene, follows their poses, and casts. Nothing is loaded or built before the first cast.
#include "engine/raycast.h"

#include <fmt/format.h>

#include "engine/embree_library.h"
#include "engine/ray_scene.h"
#include "engine/scene.h"
#include "engine/shape.h"
#include "engine/solid.h"

namespace lightsout {

namespace {

// One set of shapes; a run of targets belongs to one solid.
struct Set {
  struct Run {
    const Solid* solid;
    std::size_t begin, end;
  };
  std::unique_ptr<RayScene> rays;
  std::vector<Run> moving;
  bool followed = false;
};

}  // namespace

struct Raycaster::Impl {
  Scene& scene;
  Set sets[2];
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
    if (which == RaySet::Visible)
      scene.log().write(LogLevel::Error, "", "visible shapes cannot be hit by rays yet: infra-red sensors see nothing");
    std::vector<RayScene::Target> targets;
    std::vector<Set::Run> runs;
    for (const auto& solid : scene.solids()) {
      if (which == RaySet::Visible) break;
      const std::size_t begin = targets.size();
      for (const auto& shape : solid->shapes())
        targets.push_back({shape.get(), solid->robot(), solid->can_move(), false});
      if (targets.size() > begin) runs.push_back({solid.get(), begin, targets.size()});
    }
    if (RayScene::is_large(targets)) open_device();
    set.rays = std::make_unique<RayScene>(std::move(targets), device);
    set.moving.clear();
    for (const Set::Run& run : runs) {
      place(set, run);
      if (run.solid->can_move()) set.moving.push_back(run);
    }
    set.rays->commit();
  }

  static void place(Set& set, const Set::Run& run) {
    const Pose pose = run.solid->pose();
    for (std::size_t i = run.begin; i < run.end; ++i) set.rays->place(i, pose * set.rays->target(i).shape->in_solid);
  }

  Set& current(RaySet which) {
    Set& set = sets[int(which)];
    if (!set.rays) {
      build(which);
    } else if (!set.followed) {
      for (const Set::Run& run : set.moving) place(set, run);
      set.rays->commit();
    }
    set.followed = true;
    return set;
  }
};

Raycaster::Raycaster(Scene& scene) : impl_(new Impl{scene, {}, nullptr, false}) {}
Raycaster::~Raycaster() = default;

void Raycaster::invalidate() {
  for (Set& set : impl_->sets) set = {};
}

void Raycaster::moved() {
  for (Set& set : impl_->sets) set.followed = false;
}

std::optional<RayHit> Raycaster::cast(const Ray& ray, RaySet set, const Robot* except, const Robot* also_except) {
  return impl_->current(set).rays->cast(ray, except, also_except);
}

double Raycaster::infra_red_factor(const RayHit&) const { return 1; }

}  // namespace lightsout
