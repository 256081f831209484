// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where the folder of a controller is, and what is said where it is nowhere.
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

namespace lightsout {

struct NoController {
  std::string sentence;
  std::string report;  // the same with each folder that was looked into, and what can be done
};

// In the first of these projects that has it.
std::expected<std::filesystem::path, NoController> find_controller(const std::string& name,
                                                                   const std::vector<std::filesystem::path>& projects);

}  // namespace lightsout
