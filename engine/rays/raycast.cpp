// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Takes the shapes from the scene, follows their poses, and casts. Nothing is loaded or built before the first cast.
#include "engine/rays/raycast.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>

#include "engine/bodies/solid.h"
#include "engine/rays/embree_library.h"
#include "engine/rays/ray_scene.h"
#include "engine/shapes/paint.h"
#include "engine/shapes/shape.h"
#include "engine/shapes/surface.h"
#include "engine/stage/parts.h"
#include "engine/stage/stage.h"
#include "engine/state/log.h"
#include "engine/state/read_only.h"

namespace lightsout {

namespace {

// One set of shapes; each solid is a carrier.
struct Set {
  struct Moving {
    const Solid* solid;
    std::size_t carrier;
  };
  std::unique_ptr<RayScene> rays;
  std::vector<Moving> moving;
  // Of the shapes, by number, what Surfaces::plain_infra_red_factor() says; less than 0: nothing; NaN: not asked yet.
  std::vector<double> plain_factors;
  // Who asks first after a motion sees to it, under Impl::mutex.
  std::atomic<bool> followed = false;

  void clear() {
    rays.reset();
    moving.clear();
    plain_factors.clear();
    followed = false;
  }
};

}  // namespace

struct Raycaster::Impl {
  explicit Impl(Stage& the_stage) : stage(the_stage), surfaces(the_stage.world(), the_stage.log()) {}

  Stage& stage;
  Set sets[3];
  std::size_t threads = 1;
  std::mutex mutex;
  // No collision shape is transparent.
  enum class Opacity { Unknown, All, NotAll };
  std::atomic<Opacity> opacity = Opacity::Unknown;
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
    stage.log().write(
        LogLevel::Warning, "",
        fmt::format("Embree is not available ({}): every ray tries every shape, which is slow", opened.error()));
  }

  void build(RaySet which) {
    Set& set = sets[int(which)];
    std::vector<RayScene::Carrier> carriers;
    std::vector<RayScene::Target> targets;
    std::vector<Pose> poses;
    set.moving.clear();
    const bool visible = which == RaySet::Visible;
    const auto add = [&](ReadOnly<Shape> shapes, const Solid* solid) {
      const auto carrier = std::uint32_t(carriers.size());
      const std::size_t before = targets.size();
      for (const auto& shape : shapes)
        if (which == RaySet::Collision || !is_transparent(*shape)) targets.push_back({shape, carrier, visible});
      if (targets.size() == before) return;
      const bool moves = solid && solid->can_move();
      if (moves) set.moving.push_back({solid, carrier});
      carriers.push_back({solid ? solid->robot() : nullptr, moves});
      poses.push_back(solid ? solid->pose() : Pose());
    };
    if (visible) add(stage.environment_shapes(), nullptr);
    for (const auto& solid : stage.solids()) add(visible ? solid->visible_shapes() : solid->shapes(), solid.get());

    if (RayScene::is_large(targets)) open_device();
    set.plain_factors.assign(targets.size(), std::numeric_limits<double>::quiet_NaN());
    set.rays = std::make_unique<RayScene>(std::move(carriers), std::move(targets), device);
    set.rays->set_threads(threads);
    for (std::size_t i = 0; i < poses.size(); ++i) set.rays->place(i, poses[i]);
    set.rays->commit();
  }

  bool is_all_opaque() {
    if (opacity.load(std::memory_order_acquire) == Opacity::Unknown) {
      const std::lock_guard lock(mutex);
      opacity = std::ranges::none_of(stage.solids(),
                                     [](const auto& solid) {
                                       return std::ranges::any_of(
                                           solid->shapes(), [](const auto& shape) { return is_transparent(*shape); });
                                     })
                    ? Opacity::All
                    : Opacity::NotAll;
    }
    return opacity == Opacity::All;
  }

  Set& current(RaySet which) {
    if (which == RaySet::Opaque && is_all_opaque()) which = RaySet::Collision;
    Set& set = sets[int(which)];
    if (set.followed.load(std::memory_order_acquire)) return set;
    const std::lock_guard lock(mutex);
    if (!set.rays) {
      build(which);
    } else if (!set.followed) {
      bool moved = false;
      for (const auto& [solid, carrier] : set.moving) {
        const Pose pose = solid->pose();
        if (same_bits(pose, set.rays->pose(carrier))) continue;
        set.rays->place(carrier, pose);
        moved = true;
      }
      if (moved) set.rays->commit();
    }
    set.followed = true;
    return set;
  }
};

Raycaster::Raycaster(Stage& stage) : impl_(std::make_unique<Impl>(stage)) {}
Raycaster::~Raycaster() = default;

void Raycaster::rearranged() {
  for (Set& set : impl_->sets) set.clear();
  impl_->surfaces.clear();
  impl_->opacity = Impl::Opacity::Unknown;
}

void Raycaster::moved() {
  for (Set& set : impl_->sets) set.followed = false;
}

void Raycaster::set_threads(std::size_t count) {
  impl_->threads = std::max(impl_->threads, count);
  for (Set& set : impl_->sets)
    if (set.rays) set.rays->set_threads(impl_->threads);
}

std::optional<RayHit> Raycaster::cast(const Ray& ray, RaySet set, const Robot* except, const Robot* also_except) {
  return impl_->current(set).rays->cast(ray, except, also_except);
}

void Raycaster::cast(RayFan& fan, RaySet set) { impl_->current(set).rays->cast(fan); }

const Shape& Raycaster::shape(RaySet set, std::uint32_t number) { return impl_->current(set).rays->shape(number); }

double Raycaster::infra_red_factor(const RayHit& hit, RaySet set) {
  const Paint* drawn = impl_->stage.parts().find<Paint>();
  if (!drawn) {
    const std::atomic_ref plain(impl_->sets[int(set)].plain_factors[hit.number]);
    double factor = plain.load(std::memory_order_relaxed);
    if (std::isnan(factor)) {
      const std::lock_guard lock(impl_->mutex);
      factor = impl_->surfaces.plain_infra_red_factor(*hit.shape).value_or(-1);
      plain.store(factor, std::memory_order_relaxed);
    }
    if (factor >= 0) return factor;
  }
  const std::lock_guard lock(impl_->mutex);
  return impl_->surfaces.infra_red_factor(*hit.shape, hit.local, hit.triangle, drawn);
}

}  // namespace lightsout
