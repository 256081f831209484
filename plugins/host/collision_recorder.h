// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Writes the pairs for which a physics plugin's collide() returned 2, a line of JSON for each basic step that has any.
#pragma once

#include <expected>
#include <filesystem>
#include <memory>
#include <string>

#include "engine/recorders/recorder.h"

namespace lightsout {

class PhysicsHost;

// {"time": s, "pairs": [["path of a solid", "path of another"], ...]}, each pair once, in the order in which they were
// found; null for a geom of the plugin's own. `host` must outlive the recorder.
std::expected<std::unique_ptr<Recorder>, std::string> make_collision_recorder(const std::filesystem::path& file,
                                                                              PhysicsHost& host);

}  // namespace lightsout
