// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/project/locate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "engine/descriptors/deep_folders.h"
#include "engine/descriptors/whole_names.h"
#include "world_format/library/library.h"
#include "world_format/project/file_listener.h"
#include "world_format/project/project.h"

namespace lightsout {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t max_files_in_index = 200'000;

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

// Number of equal components at the end.
int common_tail(const fs::path& a, const fs::path& b) {
  auto i = a.end(), j = b.end();
  int count = 0;
  while (i != a.begin() && j != b.begin() && *--i == *--j) ++count;
  return count;
}

// A path below any folder: without steps upwards, and without a beginning of its own.
fs::path below_any(const fs::path& path) {
  fs::path below;
  for (const fs::path& part : path.relative_path())
    if (part != ".." && part != ".") below /= part;
  return below;
}

}  // namespace

std::string_view path_in_webots(std::string_view url) {
  for (std::string_view prefix :
       {"webots://", "https://raw.githubusercontent.com/cyberbotics/webots/",
        "http://raw.githubusercontent.com/cyberbotics/webots/", "https://raw.githubusercontent.com/omichel/webots/"}) {
    if (!url.starts_with(prefix)) continue;
    url.remove_prefix(prefix.size());
    if (prefix == "webots://") return url;
    auto slash = url.find('/');  // behind the tag
    return slash == url.npos ? std::string_view() : url.substr(slash + 1);
  }
  return {};
}

bool is_remote(std::string_view url) { return url.starts_with("https://") || url.starts_with("http://"); }

AssetKind kind_of_url(std::string_view url) {
  std::string_view path = path_in_webots(url);
  if (path.empty()) return AssetKind::Unknown;
  for (std::string_view folder : {"projects/robots/", "projects/devices/", "projects/vehicles/", "projects/human/"})
    if (path.starts_with(folder)) return AssetKind::Robot;
  if (path.starts_with("projects/appearances/")) return AssetKind::Appearance;
  for (std::string_view folder : {"projects/objects/floors/", "projects/objects/tables/", "projects/objects/stairs/"})
    if (path.starts_with(folder)) return AssetKind::Ground;
  return AssetKind::Scenery;
}

std::string_view proto_name_of(std::string_view url) {
  if (auto slash = url.find_last_of("/\\:"); slash != url.npos) url.remove_prefix(slash + 1);
  if (url.ends_with(".proto")) url.remove_suffix(6);
  return url;
}

std::vector<std::string_view> library_proto_names() { return library::names(); }

struct Locator::Query {
  std::string name;                // of the file
  fs::path path_in_tree;           // in a Webots tree; may be empty
  std::vector<fs::path> exact;     // files to try first, in the project
  std::vector<fs::path> projects;  // whose protos/ is searched by name; empty unless a PROTO
  bool is_proto = false;
  std::vector<std::string> variants;
};

Locator::Locator(fs::path world, std::vector<fs::path> assets, std::optional<fs::path> webots_home)
    : assets_(std::move(assets)),
      extra_projects_(extra_projects_of_environment()),
      webots_home_(std::move(webots_home)) {
  world_ = absolute_path(world).lexically_normal();
  if (world_.empty()) world_ = std::move(world);
  project_ = project_of(world_);
  own_folders_ = own_folders(world_);
}

std::optional<fs::path> Locator::webots_home_of_environment() {
  const char* home = std::getenv("WEBOTS_HOME");
  if (!home || !*home) return std::nullopt;
  return fs::path(home);
}

const std::vector<fs::path>* Locator::below(const fs::path& folder, const std::string& name) {
  auto [entry, fresh] = indices_.try_emplace(folder);
  if (fresh) {
    std::error_code error;
    std::size_t count = 0;
    for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
         !error && at != end && count < max_files_in_index; go_on(at, error), ++count)
      if (std::error_code unreadable; at->is_regular_file(unreadable))
        entry->second[at->path().filename().string()].push_back(at->path());
    // A folder lists its files in no particular order.
    for (auto& [file, paths] : entry->second) std::ranges::sort(paths);
  }
  auto found = entry->second.find(name);
  return found == entry->second.end() ? nullptr : &found->second;
}

bool Locator::in_folder(const fs::path& folder, const Query& query, Asset& asset) {
  if (!query.path_in_tree.empty() && is_file(folder / query.path_in_tree)) {
    asset.path = folder / query.path_in_tree;
    return true;
  }
  const auto* candidates = is_folder(folder) ? below(folder, query.name) : nullptr;
  if (!candidates) return false;
  // The one whose folders are most like those of the url.
  asset.path = *std::ranges::max_element(*candidates, {},
                                         [&](const fs::path& path) { return common_tail(path, query.path_in_tree); });
  return true;
}

bool Locator::is_temporary(const fs::path& file) const {
  return !temporary_folder_.empty() && lies_in(file, temporary_folder_);
}

bool Locator::may_read(const fs::path& file) const {
  const auto holds = [&file](const fs::path& folder) { return lies_in(file, folder); };
  if (allow_outside_ || is_temporary(file) || std::ranges::any_of(own_folders_, holds) ||
      std::ranges::any_of(assets_, holds) || std::ranges::any_of(extra_projects_, holds) ||
      (webots_home_ && holds(*webots_home_)))
    return true;
  // Looked for when it first matters: it takes a look at all that lies beside the project.
  if (!folder_of_projects_) folder_of_projects_ = folder_of_projects(world_);
  return !folder_of_projects_->empty() && holds(*folder_of_projects_);
}

Asset Locator::search(const Query& query) {
  Asset asset = look_for(query);
  if (listener_ && asset && asset.place != Asset::Place::Library && !is_temporary(asset.path))
    listener_->reads(asset.path, query.is_proto ? "proto" : "asset");
  return asset;
}

Asset Locator::look_for(const Query& query) {
  Asset asset;
  asset.place = Asset::Place::Project;
  std::vector<std::pair<std::size_t, fs::path>> places;  // an index in `looked`, and where it was looked
  for (const fs::path& path : query.exact) {
    if (!may_read(path)) {
      asset.is_outside = true;
      asset.looked.push_back(
          fmt::format("{}, but it is outside of {}: not read (--allow outside, or --assets of its folder)",
                      absolute_path(path).lexically_normal().string(),
                      (own_folders_.empty() ? project_ : own_folders_.back()).string()));
      continue;
    }
    if (is_file(path)) {
      asset.path = path;
      return asset;
    }
    places.emplace_back(asset.looked.size(), path);
    asset.looked.push_back(path.string());
  }
  for (const fs::path& project : query.projects) {
    fs::path folder = project / "protos";
    if (is_folder(folder) && in_folder(folder, query, asset)) return asset;
    places.emplace_back(asset.looked.size(), folder / query.name);
    asset.looked.push_back(fmt::format("{} in {}", query.name, (folder / "").string()));
  }
  asset.place = Asset::Place::Assets;
  const auto is_in_one = [&](const std::vector<fs::path>& folders, std::string_view origin) {
    for (const fs::path& folder : folders) {
      if (in_folder(folder, query, asset)) return true;
      asset.looked.push_back(fmt::format("{} in {} ({})", query.name, (folder / "").string(), origin));
    }
    return false;
  };
  if (is_in_one(assets_, "--assets")) return asset;
  if (assets_.empty()) asset.looked.emplace_back("no --assets folder given");
  if (is_in_one(extra_projects_, "WEBOTS_EXTRA_PROJECT_PATH")) return asset;
  if (webots_home_) {
    asset.place = Asset::Place::WebotsHome;
    if (in_folder(*webots_home_, query, asset)) return asset;
    asset.looked.push_back(fmt::format("{} in {} (WEBOTS_HOME)", query.name, (*webots_home_ / "").string()));
  } else {
    asset.looked.emplace_back("WEBOTS_HOME is not set");
  }
  if (query.is_proto) {
    asset.place = Asset::Place::Library;
    std::vector<std::string> folders = query.variants;
    folders.emplace_back();
    for (const std::string& folder : folders) {
      if (std::string inside = folder + query.name; library::has(inside)) {
        asset.path = fmt::format("{}{}", library::path_prefix, inside);
        return asset;
      }
    }
    asset.looked.emplace_back("the built-in library has none");
  }
  for (const auto& [index, place] : places) asset.looked[index] += what_is_there(whole_path(place));
  asset.place = Asset::Place::Missing;
  asset.path.clear();
  return asset;
}

Asset Locator::find(std::string_view url, const fs::path& base) {
  Query query;
  query.name = fs::path(url).filename().string();
  query.is_proto = url.ends_with(".proto");
  if (is_remote(url) || url.starts_with("webots://")) {
    query.path_in_tree = below_any(path_in_webots(url));
    if (query.is_proto) query.projects = {project_};
  } else {
    std::string plain(url.starts_with("file://") ? url.substr(7) : url);
    std::ranges::replace(plain, '\\', '/');  // as some Windows users write
    fs::path path(plain);
    if (base.string().starts_with(library::path_prefix)) {
      fs::path inside =
          (fs::path(base.string().substr(library::path_prefix.size())).parent_path() / path).lexically_normal();
      if (library::has(inside.string()))
        return {Asset::Place::Library, fmt::format("{}{}", library::path_prefix, inside.string()), {}};
      query.path_in_tree = below_any(path);
    } else if (path.is_absolute()) {
      query.exact.push_back(path);
    } else {
      query.exact.push_back((base.parent_path() / path).lexically_normal());
      // A PROTO may name files that lie beside the world.
      const fs::path folder = absolute_path(base).lexically_normal().parent_path();
      if (folder != world_.parent_path() && !query.is_proto)
        query.exact.push_back((world_.parent_path() / path).lexically_normal());
      query.path_in_tree = below_any(path);
    }
  }
  return search(query);
}

Asset Locator::find_proto_url(std::string_view url, const fs::path& base, const std::vector<std::string>& variants) {
  if (!is_remote(url) && !url.starts_with("webots://")) return find(url, base);
  Query query;
  query.name = fmt::format("{}.proto", proto_name_of(url));
  query.is_proto = true;
  query.variants = variants;
  query.path_in_tree = below_any(path_in_webots(url));
  query.projects = {project_};
  return search(query);
}

Asset Locator::find_proto(std::string_view name, const fs::path& base, const std::vector<std::string>& variants) {
  Query query;
  query.name = fmt::format("{}.proto", name);
  query.is_proto = true;
  query.variants = variants;
  if (!base.string().starts_with(library::path_prefix)) {
    fs::path own = project_of(base);
    if (own != project_) query.projects.push_back(own);
  }
  query.projects.push_back(project_);
  return search(query);
}

std::expected<SourcePtr, std::string> read_asset(const Asset& asset) {
  std::string path = asset.path.string();
  if (!path.starts_with(library::path_prefix)) return read_source(asset.path);
  std::optional<std::string> text = library::text_of(std::string_view(path).substr(library::path_prefix.size()));
  if (!text) return std::unexpected("the built-in library has no " + path.substr(library::path_prefix.size()));
  return std::make_shared<const Source>(path, std::move(*text));
}

}  // namespace lightsout
