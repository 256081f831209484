// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The files that a run is made of, each with its bytes' fingerprint from when it was about to be read: world, PROTOs,
// meshes, textures, sounds, controllers, plugins, the files that options name, this program and its libraries. Not what
// controllers open by themselves outside of their folder.
#pragma once

#include <expected>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/programs/private_folder.h"
#include "runs/settings/run_settings.h"
#include "world_format/project/file_listener.h"

namespace lightsout {

// A folder whose files are named from it, so that they can lie elsewhere on another machine.
struct InputRoot {
  std::string name;  // "project", "assets/1", "extra/1", "webots", "elsewhere/1", "program", "system"
  std::filesystem::path folder;
  // Its files come with whoever makes the run again: they are in no bundle.
  bool is_of_machine() const { return name == "program" || name == "system"; }
};

struct InputFile {
  std::string role;            // as FileListener has it
  std::string root;            // InputRoot::name
  std::filesystem::path path;  // from there
  std::string fingerprint;
  std::uint64_t bytes = 0;
};

class RunInputs final : public FileListener {
 public:
  RunInputs();

  // Before anything is read: where files are named from, and the files that options name. `world`: its file.
  void begin(const RunSettings& settings, const std::filesystem::path& world);

  void reads(const std::filesystem::path& path, std::string_view role) override;
  // Made when it is first asked for.
  std::filesystem::path module_lists() const override;

  // The program as it is now, with what it has loaded.
  void add_program();
  // What controllers in Python have left in the folder of lists; the version of Python of the last, "" if there is
  // none.
  std::string add_modules();

  // Gets the bytes of each file that is of no machine, when it is read first; may be empty. What it returns is what
  // went wrong.
  using Keep =
      std::function<std::string(const InputFile& file, const std::filesystem::path& from, std::string_view bytes)>;
  void keep_by(Keep keep) { keep_ = std::move(keep); }
  const std::string& failure() const { return failure_; }

  const std::vector<InputRoot>& roots() const { return roots_; }
  // Sorted by root and path.
  std::vector<InputFile> files() const;

 private:
  void add_file(const std::filesystem::path& path, std::string_view role);
  void add_folder(const std::filesystem::path& folder, std::string_view role);
  void add_beside(const std::filesystem::path& model);
  void add_options(const RunSettings& settings);
  const InputRoot& root_of(const std::filesystem::path& path, std::string_view role);

  mutable std::optional<std::expected<PrivateFolder, std::string>> module_lists_;
  std::filesystem::path prefix_;
  std::vector<InputRoot> roots_;
  std::map<std::filesystem::path, InputFile> files_;
  Keep keep_;
  std::string failure_;
};

}  // namespace lightsout
