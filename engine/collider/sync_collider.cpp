// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "engine/collider/collider_scene.h"
#include "engine/collider/plain_answer.h"

namespace lightsout {
namespace {

struct Slot {
  explicit Slot(ColliderOptions options) : collider(std::move(options)) {}
  explicit Slot(std::shared_ptr<const ColliderScene> scene) : collider(std::move(scene)) {}

  bool take() { return !busy.load(std::memory_order_relaxed) && !busy.exchange(true); }

  MeshCollider collider;
  alignas(64) std::atomic<bool> busy{false};
  // Who had it last: a thread that comes back finds its own slot first, still warm in its core's cache. Read by all,
  // written only when it changes.
  alignas(64) std::atomic<std::thread::id> last_user{};
};

}  // namespace

struct SyncCollider::State {
  std::vector<std::unique_ptr<Slot>> slots;
  alignas(64) std::atomic<int> waiting{0};
  std::atomic<unsigned> releases{0};

  Slot* take_free() {
    const std::thread::id me = std::this_thread::get_id();
    for (const auto& slot : slots)
      if (slot->last_user.load(std::memory_order_relaxed) == me && slot->take()) return slot.get();
    for (const auto& slot : slots) {
      if (!slot->take()) continue;
      slot->last_user.store(me, std::memory_order_relaxed);
      return slot.get();
    }
    return nullptr;
  }

  Slot& take() {
    if (Slot* slot = take_free()) return *slot;
    // Announced before the count is read and the slots are tried again: a release in between either is found free or
    // sees somebody waiting and changes the count.
    ++waiting;
    while (true) {
      const unsigned seen = releases.load();
      if (Slot* slot = take_free()) {
        --waiting;
        return *slot;
      }
      releases.wait(seen);
    }
  }

  void give_back(Slot& slot) {
    slot.busy.store(false);
    if (waiting.load() == 0) return;
    ++releases;
    releases.notify_one();
  }
};

// A slot for as long as a query takes.
struct SyncCollider::Taken {
  explicit Taken(State& of) : state(of), slot(of.take()) {}
  Taken(const Taken&) = delete;
  Taken& operator=(const Taken&) = delete;
  ~Taken() { state.give_back(slot); }
  State& state;
  Slot& slot;
};

SyncCollider::SyncCollider(int colliders, ColliderOptions options) : state_(std::make_unique<State>()) {
  for (int i = 0; i < std::max(1, colliders); ++i) state_->slots.push_back(std::make_unique<Slot>(options));
}

SyncCollider::SyncCollider(int colliders, std::shared_ptr<const ColliderScene> scene)
    : state_(std::make_unique<State>()) {
  for (int i = 0; i < std::max(1, colliders); ++i) state_->slots.push_back(std::make_unique<Slot>(scene));
}

SyncCollider::~SyncCollider() = default;

int SyncCollider::size() const { return int(state_->slots.size()); }

std::shared_ptr<const ColliderScene> SyncCollider::scene() const { return state_->slots[0]->collider.scene(); }

// The first one loads; the others share what it loaded.
Checked<void> SyncCollider::init(std::vector<std::vector<std::string>> grouped_model_paths, bool sub_colliders) {
  auto loaded = state_->slots[0]->collider.init(std::move(grouped_model_paths), sub_colliders);
  if (!loaded) return loaded;
  for (std::size_t i = 1; i < state_->slots.size(); ++i)
    state_->slots[i]->collider.use(state_->slots[0]->collider.scene(), sub_colliders);
  return {};
}

Checked<void> SyncCollider::check(Matrices matrices, const std::vector<int>* robot_indexes,
                                  const CollisionRequest& request, CollisionResult& result) {
  const Taken taken(*state_);
  return taken.slot.collider.check(matrices, robot_indexes, request, result);
}

Checked<void> SyncCollider::check_motion(const LinkMotion& motion, const std::vector<int>* robot_indexes,
                                         const MotionRequest& request, MotionResult& result) {
  const Taken taken(*state_);
  return taken.slot.collider.check_motion(motion, robot_indexes, request, result);
}

bool SyncCollider::is_collided(const std::vector<Eigen::Matrix4d>& matrices) {
  return touches(*this, matrices, nullptr);
}

bool SyncCollider::is_collided(const std::vector<Eigen::Matrix4d>& matrices, const std::vector<int>& robot_indexes) {
  return touches(*this, matrices, &robot_indexes);
}

bool SyncCollider::isCollided(const std::vector<Eigen::Matrix4d>& matrices) { return is_collided(matrices); }

bool SyncCollider::isCollided(const std::vector<Eigen::Matrix4d>& matrices, const std::vector<int>& robot_indexes) {
  return is_collided(matrices, robot_indexes);
}

}  // namespace lightsout
