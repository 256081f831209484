// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Writes what a physics plugin draws, a line of JSON per basic step: the replay of debug geometry.
#pragma once

#include <expected>
#include <filesystem>
#include <memory>
#include <string>

#include "engine/recorders/recorder.h"

namespace lightsout {

class PhysicsHost;

// {"time": s, "batches": [{"view": "robot's name", "pass": 0 or 1, "kind": "points" | "lines" | "triangles", "size":
// pixels,
//   "vertices": [[x, y, z], ...], "colors": [[r, g, b, a], ...]}, ...]}
// A batch without "view" is of the main view; each robot with a Camera has a view of its name. `host` must outlive the
// recorder.
std::expected<std::unique_ptr<Recorder>, std::string> make_drawing_recorder(const std::filesystem::path& file,
                                                                            PhysicsHost& host);

}  // namespace lightsout
