// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The key `joint_callbacks` of run files.
#pragma once

#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <vector>

#include "plugins/host/joint_binding.h"
#include "world_format/diagnostic.h"

namespace lightsout {

// Paths are seen from the folder. What is wrong is reported, and left out.
std::vector<JointBinding> read_joint_callbacks(const YAML::Node& list, const Source& source,
                                               const std::filesystem::path& folder, Diagnostics& diagnostics);
void write_joint_callbacks(const std::vector<JointBinding>& bindings, YAML::Emitter& out);

}  // namespace lightsout
