// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Joint callbacks as they are said: an element of `joint_callbacks` in a run file, and --joint-callback.
#pragma once

#include <yaml-cpp/yaml.h>

#include <expected>
#include <filesystem>
#include <optional>
#include <string>

#include "plugins/host/laws/joint_binding.h"
#include "world_format/text/source.h"

namespace lightsout {

class Diagnostics;

// A mapping in a file. Paths are seen from the folder. What is wrong is reported at its place, and nothing comes back.
std::optional<JointBinding> read_joint_callback(const YAML::Node& node, const Source& source,
                                                const std::filesystem::path& folder, Diagnostics& diagnostics);

// A line of YAML that says the same wherever it is read.
std::string text_of(const JointBinding& binding);
// Reads it, or what somebody wrote on a command line: "joint: HINGE, lua: law.lua". The error says what is wrong.
std::expected<JointBinding, std::string> joint_callback_of(const std::string& text);

}  // namespace lightsout
