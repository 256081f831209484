// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/readiness.h"

#include "engine/ode/ode_context.h"
#include "world_format/nodes/schema.h"

namespace lightsout {

void make_ready(Log& log) {
  const OdeMessages messages(log);
  // Read for every scene, whether its world names it or not.
  (void)find_node_type("ContactProperties");
}

}  // namespace lightsout
