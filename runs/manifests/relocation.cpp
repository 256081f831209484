// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/manifests/relocation.h"

#include <fmt/format.h>

#include "engine/descriptors/whole_names.h"
#include "runs/manifests/bundle.h"
#include "runs/settings/run_options.h"
#include "world_format/project/project.h"

namespace lightsout {

namespace fs = std::filesystem;

void Relocation::move(const fs::path& from, const fs::path& to) { moves_.emplace_back(from, to); }

fs::path Relocation::place_of(const fs::path& file) const {
  const fs::path whole = absolute_path(file).lexically_normal();
  const std::pair<fs::path, fs::path>* best = nullptr;
  for (const auto& move : moves_)
    if (lies_in(whole, move.first) && (!best || move.first.native().size() > best->first.native().size())) best = &move;
  if (!best) return whole;
  return (best->second / whole.lexically_relative(best->first)).lexically_normal();
}

void Relocation::apply(RunSettings& settings) const {
  for (const RunOption& option : options_of(settings)) {
    if (option.names != RunOption::Names::ReadFile && option.names != RunOption::Names::ReadFolder) continue;
    option.rename([this](const std::string& name) { return name == "-" ? name : place_of(name).string(); });
  }
}

std::expected<Relocation, std::string> copy_inputs(const Manifest& manifest, const fs::path& to) {
  Relocation relocation;
  for (const InputRoot& root : manifest.roots) {
    if (root.is_of_machine()) continue;
    const fs::path folder = to / root_in_bundle(root.name);
    relocation.move(root.folder, folder);
    for (const InputFile& file : manifest.files) {
      if (file.root != root.name) continue;
      std::error_code error;
      const fs::path from = root.folder / file.path, target = folder / file.path;
      fs::create_directories(target.parent_path(), error);
      if (!error) fs::copy_file(from, target, error);
      const auto written = fs::last_write_time(from, error);
      if (!error) fs::last_write_time(target, written, error);
      if (error) return std::unexpected(fmt::format("cannot copy {}: {}", from.string(), error.message()));
    }
  }
  mark_repository(to / root_in_bundle("project"));
  return relocation;
}

void mark_repository(const fs::path& project) {
  std::error_code ignored;
  fs::create_directories(project / ".git", ignored);
}

}  // namespace lightsout
