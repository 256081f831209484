// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The C++ objects of a session.
#include "controllers/cpp/session_objects.h"

#include "controllers/lib/session.h"

namespace webots {

SessionObjects& session_objects() {
  SessionObjects** memory = static_cast<SessionObjects**>(lo_private(0, "c++ objects", sizeof(SessionObjects*)));
  if (!*memory) {
    *memory = new SessionObjects;
    lo_at_close([](void* objects) { delete static_cast<SessionObjects*>(objects); }, *memory);
  }
  return **memory;
}

}  // namespace webots
