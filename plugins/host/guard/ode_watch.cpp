// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Some functions of ODE are defined here again: users' libraries find these first, because the executable is searched
// before libode. They look at their arguments and call ODE's own.
#include "plugins/host/guard/ode_watch.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

#include "engine/ode/ode_extras.h"
#include "engine/scene/ode_owner.h"
#include "engine/scene/scene.h"
#include "plugins/host/guard/callback_guard.h"

namespace lightsout {
namespace {

constexpr const char* destroyed_object =
    "an ODE object that had been destroyed (its id is stale: the plugin destroyed it itself, its node is gone, or it "
    "is a joint of the world's own, which edits of the world make anew)";

// No address, and as a number a signalling NaN: what is calculated with it is none, and what is added to it shows,
// since the sum is a quiet one.
constexpr std::uint64_t marked_word = 0x7ff1deadc0de1dea;
constexpr std::size_t most_blocks_kept = 512;

struct Block {
  unsigned char* begin;
  std::size_t size;
};

// What is left over of a word gets its beginning.
void mark(const Block& block) {
  for (std::size_t at = 0; at < block.size; at += sizeof marked_word)
    std::memcpy(block.begin + at, &marked_word, std::min(sizeof marked_word, block.size - at));
}

bool is_marked(const Block& block) {
  for (std::size_t at = 0; at < block.size; at += sizeof marked_word)
    if (std::memcmp(block.begin + at, &marked_word, std::min(sizeof marked_word, block.size - at)) != 0) return false;
  return true;
}

struct Quarantine {
  std::mutex mutex;
  std::deque<Block> blocks;
};

// Never destroyed: ODE may free memory while the process ends.
Quarantine& quarantine() {
  static auto* instance = new Quarantine;
  return *instance;
}

void keep_back(void* pointer, std::size_t size) {
  if (!pointer) return;
  mark({static_cast<unsigned char*>(pointer), size});
  auto& kept = quarantine();
  const std::lock_guard lock(kept.mutex);
  kept.blocks.push_back({static_cast<unsigned char*>(pointer), size});
  if (kept.blocks.size() > most_blocks_kept) {
    std::free(kept.blocks.front().begin);
    kept.blocks.pop_front();
  }
}

thread_local const Scene* watched_scene = nullptr;
thread_local std::vector<dBodyID> bodies_created;
// The list itself takes memory when it is first looked at.
thread_local bool any_created = false;

dMessageFunction* previous_error = nullptr;
dMessageFunction* previous_debug = nullptr;

// ODE ends the process when such a handler returns.
void on_ode_error(int number, const char* text, va_list arguments, dMessageFunction* previous) {
  char message[400];
  va_list copy;
  va_copy(copy, arguments);
  std::vsnprintf(message, sizeof message, text, copy);
  va_end(copy);
  if (auto* guard = CallbackGuard::current()) {
    const char* hint = std::strstr(message, "Bad argument")
                           ? " (an id that is NULL or of the wrong kind, or a value out of range)"
                           : "";
    char full[500];
    std::snprintf(full, sizeof full, "%s%s", message, hint);
    guard->give_up(CallbackFailure::Kind::OdeError, full);
  }
  if (previous) {
    previous(number, text, arguments);
    return;
  }
  std::fprintf(stderr, "ODE error %d: %s\n", number, message);
  std::abort();
}

void on_error(int number, const char* text, va_list arguments) {
  on_ode_error(number, text, arguments, previous_error);
}
void on_debug(int number, const char* text, va_list arguments) {
  on_ode_error(number, text, arguments, previous_debug);
}

// Ends the guarded call that is about to do something to an object which the world needs.
template <class Id>
void protect(Id id, const char* what_it_did) {
  auto* guard = CallbackGuard::current();
  if (!guard || !watched_scene || !id) return;
  char message[400];
  {
    const std::string owner = owner_of(*watched_scene, id);
    if (owner.empty()) return;
    std::snprintf(message, sizeof message, "%s %s, which is the world's own", what_it_did, owner.c_str());
  }
  guard->give_up(CallbackFailure::Kind::Misuse, message);  // by a jump: nothing here may want to be destroyed
}

// Plugins' own joints, contacts above all, are destroyed often: contacts are in a group, which ODE itself leaves alone.
void on_joint_destroy(dJointID joint) {
  if (CallbackGuard::current() && joint && dJointGetType(joint) != dJointTypeContact) protect(joint, "destroyed");
}

template <class Function>
Function odes_own(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace

void watch_ode() {
  static std::once_flag once;
  std::call_once(once, [] {
    previous_error = dGetErrorHandler();
    previous_debug = dGetDebugHandler();
    dSetErrorHandler(on_error);
    dSetDebugHandler(on_debug);
    dSetFreeHandler(keep_back);
    set_joint_watch(on_joint_destroy);
  });
}

std::span<const dBodyID> foreign_bodies() { return bodies_created; }
void forget_foreign_bodies() { bodies_created.clear(); }

WatchedScene::WatchedScene(const Scene* scene) : outer_(std::exchange(watched_scene, scene)) {}
WatchedScene::~WatchedScene() { watched_scene = outer_; }

std::string describe_destroyed_object(std::span<const std::uint64_t> registers) {
  auto& kept = quarantine();
  const std::unique_lock lock(kept.mutex, std::try_to_lock);
  for (const auto value : registers) {
    // A pointer that was read out of a marked block, or one into it.
    if (value - marked_word < 65536 || marked_word - value < 65536) return destroyed_object;
    if (!lock.owns_lock()) continue;
    for (const auto& block : kept.blocks)
      if (value >= reinterpret_cast<std::uint64_t>(block.begin) &&
          value < reinterpret_cast<std::uint64_t>(block.begin) + block.size)
        return destroyed_object;
  }
  return {};
}

std::string written_after_destruction() {
  auto& kept = quarantine();
  const std::lock_guard lock(kept.mutex);
  for (const auto& block : kept.blocks) {
    if (is_marked(block)) continue;
    mark(block);
    return fmt::format("changed {}", destroyed_object);
  }
  return {};
}

}  // namespace lightsout

using lightsout::CallbackFailure;
using lightsout::CallbackGuard;

extern "C" {

// What a plugin's contact may hold. The solver would turn the rest into NaN poses steps later.
dJointID dJointCreateContact(dWorldID world, dJointGroupID group, const dContact* contact) {
  static const auto own = lightsout::odes_own<decltype(&dJointCreateContact)>("dJointCreateContact");
  auto* guard = CallbackGuard::current();
  if (guard && contact) {
    const auto& geometry = contact->geom;
    const double length_squared = geometry.normal[0] * geometry.normal[0] + geometry.normal[1] * geometry.normal[1] +
                                  geometry.normal[2] * geometry.normal[2];
    const char* wrong = nullptr;
    if (!std::isfinite(geometry.pos[0] + geometry.pos[1] + geometry.pos[2]))
      wrong = "made a contact joint whose position is not finite";
    else if (!(std::abs(length_squared - 1) < 1e-3))
      wrong = "made a contact joint whose normal is not of length 1 (is the dContactGeom filled in by dCollide?)";
    else if (!std::isfinite(geometry.depth))
      wrong = "made a contact joint whose depth is not finite";
    else if (!(contact->surface.mu >= 0))
      wrong = "made a contact joint whose friction mu is negative or NaN";
    else if ((contact->surface.mode & dContactMu2) && !(contact->surface.mu2 >= 0))
      wrong = "made a contact joint whose friction mu2 is negative or NaN";
    if (wrong) guard->give_up(CallbackFailure::Kind::Misuse, wrong);
  }
  return own(world, group, contact);
}

dBodyID dBodyCreate(dWorldID world) {
  static const auto own = lightsout::odes_own<decltype(&dBodyCreate)>("dBodyCreate");
  const dBodyID body = own(world);
  if (CallbackGuard::current()) {
    lightsout::any_created = true;
    lightsout::bodies_created.push_back(body);
  }
  return body;
}

void dBodyDestroy(dBodyID body) {
  static const auto own = lightsout::odes_own<decltype(&dBodyDestroy)>("dBodyDestroy");
  if (!lightsout::any_created || std::erase(lightsout::bodies_created, body) == 0)
    lightsout::protect(body, "destroyed");
  own(body);
}

void dGeomDestroy(dGeomID geom) {
  static const auto own = lightsout::odes_own<decltype(&dGeomDestroy)>("dGeomDestroy");
  lightsout::protect(geom, "destroyed");
  own(geom);
}

void dSpaceDestroy(dSpaceID space) {
  static const auto own = lightsout::odes_own<decltype(&dSpaceDestroy)>("dSpaceDestroy");
  lightsout::protect(reinterpret_cast<dGeomID>(space), "destroyed");
  own(space);
}

// The shape that a geom stands for hangs on it.
void dGeomSetData(dGeomID geom, void* data) {
  static const auto own = lightsout::odes_own<decltype(&dGeomSetData)>("dGeomSetData");
  lightsout::protect(geom, "set the data pointer of");
  own(geom, data);
}

void dWorldDestroy(dWorldID world) {
  static const auto own = lightsout::odes_own<decltype(&dWorldDestroy)>("dWorldDestroy");
  if (auto* guard = CallbackGuard::current();
      guard && lightsout::watched_scene && world && world == lightsout::watched_scene->ode_world())
    guard->give_up(CallbackFailure::Kind::Misuse, "destroyed the world that is simulated");
  own(world);
}

void dCloseODE() {
  static const auto own = lightsout::odes_own<decltype(&dCloseODE)>("dCloseODE");
  if (auto* guard = CallbackGuard::current()) guard->give_up(CallbackFailure::Kind::Misuse, "called dCloseODE()");
  own();
}

void dJointGroupDestroy(dJointGroupID group) {
  static const auto own = lightsout::odes_own<decltype(&dJointGroupDestroy)>("dJointGroupDestroy");
  if (auto* guard = CallbackGuard::current();
      guard && lightsout::watched_scene && group && group == lightsout::watched_scene->ode_contact_group())
    guard->give_up(CallbackFailure::Kind::Misuse,
                   "destroyed the simulator's contact joint group: contacts of every body live in it");
  own(group);
}

}  // extern "C"
