// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which project a file belongs to: one rule for all who look for something of a project (PROTOs, controllers, plugins,
// sounds).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lightsout {

// Absolute, without `.`, `..` and a slash at its end.
std::filesystem::path whole_path(const std::filesystem::path& path);

// Absolute. The folder above the nearest `worlds` or `protos` in which the file lies, at any depth. A file in neither,
// or in a folder that itself holds controllers/, plugins/ or protos/: that folder, or else the one above it, if it
// holds them; else the file's own.
std::filesystem::path project_of(const std::filesystem::path& file);

// Absolute, in their order: the folders that WEBOTS_EXTRA_PROJECT_PATH names, with `:` between them.
std::vector<std::filesystem::path> extra_projects_of_environment();

// The folders of --assets, behind them those of WEBOTS_EXTRA_PROJECT_PATH, and that which WEBOTS_HOME names.
std::vector<std::filesystem::path> installations_of(std::vector<std::filesystem::path> assets);

// Where that is looked for which a world names without saying where it lies.
struct ProjectSearch {
  std::filesystem::path world;                       // file; "" for none
  std::vector<std::string> proto_files;              // of the node that names it
  std::vector<std::filesystem::path> installations;  // projects of others, Webots trees
  std::filesystem::path prefix;                      // ours; "" for none
};
// The projects in their order, each once: the world's own, those of the PROTO files, those of others and what they keep
// in projects/default and resources/projects, and these two of the prefix.
std::vector<std::filesystem::path> projects_of(const ProjectSearch& search);
// <project>/<part>/<name> of the first project that has such a folder; "" if none has. `part`: "controllers",
// "plugins/physics".
std::filesystem::path find_in(const std::vector<std::filesystem::path>& projects, const std::filesystem::path& part,
                              const std::string& name);

// What is said where nothing of use is at this absolute place: "; there is /x/Name: capitals count" where its path in
// other capitals leads to something, as it does where files come from a system that does not tell them apart; "; what
// is there is a folder" (a named pipe, ...); else "".
std::string what_is_there(const std::filesystem::path& place);

// The folders whose files a world may name: its project; the repository (.git) or Webots installation (projects/ and
// resources/) that the project lies in, unless that is the user's home or holds it. Neither holds `/`.
std::vector<std::filesystem::path> own_folders(const std::filesystem::path& world);

// The folder around the world's project, if projects share things there: it holds another project, or controllers,
// plugins or PROTOs of its own. Urls may lead there too (`../../shared/protos/Arm.proto`), as in an archive of a
// repository. "" where that is not so, where everybody may write, and where it is the user's home or holds it.
std::filesystem::path folder_of_projects(const std::filesystem::path& world);
// By their names: links are followed, whoever made them.
bool lies_in(const std::filesystem::path& file, const std::filesystem::path& folder);

// Of a controller, a plugin or a library: one part of a path, neither `.` nor `..`.
bool is_plain_name(std::string_view name);

}  // namespace lightsout
