// Some functions of ODE are defined here again: users' libraries find these first, because the executable is searched
// before libode. They look at their arguments and call ODE's own.
#include "plugins/host/ode_watch.h"

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
#include <vector>

#include "plugins/host/callback_guard.h"

namespace lightsout {
namespace {

constexpr const char* destroyed_object =
    "an ODE object that had been destroyed (its id is stale: the plugin destroyed it itself, its node is gone, or it "
    "is a joint of the world's own, which edits of the world make anew)";

// No address, and as a number so small that whatever is added shows.
constexpr unsigned char mark = 0x1d;
constexpr std::uint64_t marked_word = 0x1d1d1d1d1d1d1d1d;
constexpr std::size_t most_blocks_kept = 512;

struct Block {
  unsigned char* begin;
  std::size_t size;
};

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
  std::memset(pointer, mark, size);
  auto& kept = quarantine();
  const std::lock_guard lock(kept.mutex);
  kept.blocks.push_back({static_cast<unsigned char*>(pointer), size});
  if (kept.blocks.size() > most_blocks_kept) {
    std::free(kept.blocks.front().begin);
    kept.blocks.pop_front();
  }
}

thread_local dJointGroupID watched_group = nullptr;
thread_local std::vector<dBodyID> bodies_created;

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
  });
}

std::span<const dBodyID> foreign_bodies() { return bodies_created; }
void forget_foreign_bodies() { bodies_created.clear(); }

void set_watched_contact_group(dJointGroupID group) { watched_group = group; }

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
    const bool whole =
        block.size == 0 || (block.begin[0] == mark && std::memcmp(block.begin, block.begin + 1, block.size - 1) == 0);
    if (whole) continue;
    std::memset(block.begin, mark, block.size);
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
  if (CallbackGuard::current()) lightsout::bodies_created.push_back(body);
  return body;
}

void dBodyDestroy(dBodyID body) {
  static const auto own = lightsout::odes_own<decltype(&dBodyDestroy)>("dBodyDestroy");
  std::erase(lightsout::bodies_created, body);
  own(body);
}

void dJointGroupDestroy(dJointGroupID group) {
  static const auto own = lightsout::odes_own<decltype(&dJointGroupDestroy)>("dJointGroupDestroy");
  if (auto* guard = CallbackGuard::current(); guard && group && group == lightsout::watched_group)
    guard->give_up(CallbackFailure::Kind::Misuse,
                   "destroyed the simulator's contact joint group: contacts of every body live in it");
  own(group);
}

}  // extern "C"
