// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A run whose files lie elsewhere than when it was written down.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "runs/manifests/manifest.h"
#include "runs/settings/run_settings.h"

namespace lightsout {

class Relocation {
 public:
  // What lay in `from` lies in `to` now. Of folders within each other the inner one counts.
  void move(const std::filesystem::path& from, const std::filesystem::path& to);
  // Where the file is now, absolute.
  std::filesystem::path place_of(const std::filesystem::path& file) const;
  // All files and folders that the settings read.
  void apply(RunSettings& settings) const;

 private:
  std::vector<std::pair<std::filesystem::path, std::filesystem::path>> moves_;
};

// The files of a manifest that do not come with a machine, copied below `to` as a bundle has them, for a run of the
// same settings elsewhere; what lay where. The error names a file.
std::expected<Relocation, std::string> copy_inputs(const Manifest& manifest, const std::filesystem::path& to);

// Files of the project's repository beyond the project itself may be read where it is seen to be one: its mark is made.
void mark_repository(const std::filesystem::path& project);

}  // namespace lightsout
