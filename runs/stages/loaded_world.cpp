// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/stages/loaded_world.h"

#include "world_format/load.h"
#include "world_format/load_options.h"

namespace lightsout {

LoadedWorld read_world(const RunSettings& settings) {
  LoadOptions options = settings.load;
  options.no_templates |= settings.no_code;
  options.seed = settings.seed;
  LoadedWorld loaded;
  loaded.world = load_world(settings.world, options, loaded.diagnostics);
  return loaded;
}

}  // namespace lightsout
