// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Scripts by which shells complete commands, options and their words.
#pragma once

#include <string>
#include <vector>

#include "app/command_tree.h"

namespace lightsout {

std::string bash_completion(const std::vector<CommandEntry>& commands);
std::string zsh_completion(const std::vector<CommandEntry>& commands);
std::string fish_completion(const std::vector<CommandEntry>& commands);

}  // namespace lightsout
