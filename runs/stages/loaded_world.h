// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A world that was read before its run begins, with what was found out about it on the way. Where several runs have all
// settings alike but the seed, it is read once and the processes of the runs are forked behind that.
#pragma once

#include <memory>

#include "runs/settings/run_settings.h"
#include "world_format/nodes/node.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

struct LoadedWorld {
  std::unique_ptr<World> world;  // none if it is beyond use
  Diagnostics diagnostics;
};

// The file that the settings name, with what they say of it.
LoadedWorld read_world(const RunSettings& settings);

}  // namespace lightsout
