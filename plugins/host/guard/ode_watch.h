// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Notices what users' code does to ODE that ODE itself does not: contacts with impossible values, objects of the
// world's own that are destroyed, ids of objects that are gone. ODE's handlers are process-wide, and so is what is
// behind these functions.
#pragma once

#include <ode/ode.h>

#include <cstdint>
#include <span>
#include <string>

namespace lightsout {

// From now on ODE's errors and debug messages inside a guarded call end that call, and memory of destroyed ODE objects
// is kept back and marked, so that its use shows. Idempotent.
void watch_ode();

class Scene;

// While it lives, guarded calls of this thread may not destroy the scene's objects.
class WatchedScene {
 public:
  explicit WatchedScene(const Scene* scene);
  ~WatchedScene();
  WatchedScene(const WatchedScene&) = delete;
  WatchedScene& operator=(const WatchedScene&) = delete;

 private:
  const Scene* outer_;
};

// "an ODE object that had been destroyed ...", if one of a crash's registers points to or comes from one; else "".
std::string describe_destroyed_object(std::span<const std::uint64_t> registers);

// The same, if something was written to a destroyed object since the last call; "" if not.
std::string written_after_destruction();

// The bodies that this thread's guarded calls created and that still live, in order of creation.
std::span<const dBodyID> foreign_bodies();
void forget_foreign_bodies();

}  // namespace lightsout
