// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What runs are compared by of a message between a robot and its controller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "controllers/wire/message.h"
#include "world_format/project/project_folder.h"

namespace lightsout {

// Of the messages before it and this one. A message may name files of the project, as that of a speaker does: its
// folder is left out, and out of the sizes of texts.
std::uint64_t hash_of_message(std::uint64_t before, const lo_message& header, std::span<const std::byte> payload,
                              const ProjectFolder& project);

}  // namespace lightsout
