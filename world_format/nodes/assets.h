// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The files that a world names besides PROTOs: textures, meshes, sounds. Which are there is checked when it is loaded;
// what is in them is the engine's.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "world_format/nodes/node.h"
#include "world_format/project/locate.h"

namespace lightsout {

class Diagnostics;

// The file that a url written at this place of the world means, as World::locator finds it; nothing if there is none.
std::optional<std::filesystem::path> asset_path(const World& world, std::string_view url, Span written);

// Whether values of the field name files.
bool names_files(const FieldDescription& field);

// Reports each missing file once: a warning where it is only seen or heard, an error where it is collided with. Appends
// all of them, found or not, to `uses` if that is given.
void check_assets(const World& world, Diagnostics& diagnostics, std::vector<AssetUse>* uses);

// For a world that is about to be written to `folder`, its PROTOs expanded: relative urls that mean another file there,
// or none, are written from there.
void rebase_assets(World& world, const std::filesystem::path& folder);

}  // namespace lightsout
