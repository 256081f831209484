// Notices what users' code does to ODE that ODE itself does not: contacts with impossible values, a destroyed contact
// group, ids of objects that are gone. ODE's handlers are process-wide, and so is what is behind these functions.
#pragma once

#include <ode/ode.h>

#include <cstdint>
#include <span>
#include <string>

namespace lightsout {

// From now on ODE's errors and debug messages inside a guarded call end that call, and memory of destroyed ODE objects
// is kept back and marked, so that its use shows. Idempotent.
void watch_ode();

// The group that no plugin may destroy; nullptr: none. Per thread.
void set_watched_contact_group(dJointGroupID group);

// "an ODE object that had been destroyed ...", if one of a crash's registers points to or comes from one; else "".
std::string describe_destroyed_object(std::span<const std::uint64_t> registers);

// The same, if something was written to a destroyed object since the last call; "" if not.
std::string written_after_destruction();

// The bodies that this thread's guarded calls created and that still live, in order of creation.
std::span<const dBodyID> foreign_bodies();
void forget_foreign_bodies();

}  // namespace lightsout
