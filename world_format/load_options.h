// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How a world is loaded.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "world_format/field_setting.h"

namespace lightsout {

struct AssetUse;
class FileListener;

struct LoadOptions {
  // Folders searched for PROTOs, meshes and textures, in order (--assets).
  std::vector<std::filesystem::path> assets;
  // Set otherwise than the file says, in this order.
  std::vector<FieldSetting> settings;
  // If given, gets the files that the world names: PROTOs, textures, meshes, sounds; found or not.
  std::vector<AssetUse>* assets_used = nullptr;
  // Is told of the world and of each file that it names and that is found; also where a supervisor loads another.
  std::shared_ptr<FileListener> listener;
  // A PROTO that is not there, whatever it was for, is a warning.
  bool allow_missing_protos = false;
  // Files may be named wherever they lie, see Locator.
  bool allow_outside = false;
  // Of the random numbers of templates; else WorldInfo.randomSeed is.
  std::optional<std::uint64_t> seed;
  // Only templates of the built-in library are run.
  bool no_templates = false;
  // What is left of a world with errors of syntax is good enough: they are counted, see Diagnostics::skipped.
  bool lenient = false;
  // Say of each PROTO of the built-in library in use how it differs from the real thing.
  bool note_approximations = false;
};

}  // namespace lightsout
