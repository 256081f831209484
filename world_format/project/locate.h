// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// From a url in a world or PROTO file to a file: relative, absolute, webots://, https of the Webots repository. Looks
// in the project, the asset folders, WEBOTS_EXTRA_PROJECT_PATH, WEBOTS_HOME and the built-in PROTO library, in this
// order, and never on a network.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "world_format/text/source.h"

namespace lightsout {

class FileListener;

// What the path of a url tells about what is behind it.
enum class AssetKind : std::uint8_t { Unknown, Robot, Scenery, Appearance, Ground };

struct Asset {
  enum class Place : std::uint8_t { Missing, Project, Assets, WebotsHome, Library };
  Place place = Place::Missing;
  // Place::Library: "library:Ball.proto".
  std::filesystem::path path;
  // Where it was looked for, in order; one per place, fit to print.
  std::vector<std::string> looked;
  bool is_outside = false;  // missing: the url leads out of the world's own folders, where nothing is looked for
  explicit operator bool() const { return place != Place::Missing; }
};

// A file that a world needs from outside.
struct AssetUse {
  std::string url;  // as written; the name of a PROTO that no EXTERNPROTO declares
  Span span;        // where it is written
  Asset asset;
  bool is_proto = false;
};

class Locator {
 public:
  // `world` is the path of the world file; its project is the folder above `worlds/`. `webots_home` and the extra
  // projects: environment.
  Locator(std::filesystem::path world, std::vector<std::filesystem::path> assets,
          std::optional<std::filesystem::path> webots_home = webots_home_of_environment());

  // `base` is the file that the url is written in ("library:..." for a built-in PROTO).
  Asset find(std::string_view url, const std::filesystem::path& base);
  // A PROTO that is used by name alone: in protos/ of the project of `base` and of the world, and further as above.
  // `variants`: folders of the library that go before its own files, for files of older versions.
  Asset find_proto(std::string_view name, const std::filesystem::path& base,
                   const std::vector<std::string>& variants = {});
  // The same for a PROTO whose url is known.
  Asset find_proto_url(std::string_view url, const std::filesystem::path& base,
                       const std::vector<std::string>& variants = {});

  const std::filesystem::path& world() const { return world_; }
  // The folder that holds worlds/, protos/, controllers/ ...
  const std::filesystem::path& project() const { return project_; }
  const std::optional<std::filesystem::path>& webots_home() const { return webots_home_; }

  // Urls may lead anywhere: --allow outside. Else to own_folders(), folder_of_projects(), --assets, the
  // extra projects and WEBOTS_HOME.
  void allow_outside(bool on) { allow_outside_ = on; }
  bool allows_outside() const { return allow_outside_; }
  // Where templates of PROTOs write; what is found there is no input of the world, and nobody is told of it.
  void set_temporary_folder(std::filesystem::path folder) { temporary_folder_ = std::move(folder); }
  bool is_temporary(const std::filesystem::path& file) const;
  // Of each file that is found.
  void tell(std::shared_ptr<FileListener> listener) { listener_ = std::move(listener); }

  static std::optional<std::filesystem::path> webots_home_of_environment();

 private:
  struct Query;
  // The listener is told.
  Asset search(const Query& query);
  Asset look_for(const Query& query);
  // Files below a folder by name, read once; links to folders are not followed.
  const std::vector<std::filesystem::path>* below(const std::filesystem::path& folder, const std::string& name);
  bool in_folder(const std::filesystem::path& folder, const Query& query, Asset& asset);
  bool may_read(const std::filesystem::path& file) const;

  using Index = std::map<std::string, std::vector<std::filesystem::path>, std::less<>>;
  std::filesystem::path world_;
  std::filesystem::path project_;
  std::vector<std::filesystem::path> assets_;
  std::vector<std::filesystem::path> extra_projects_;
  std::optional<std::filesystem::path> webots_home_;
  std::vector<std::filesystem::path> own_folders_;
  std::filesystem::path temporary_folder_;
  mutable std::optional<std::filesystem::path> folder_of_projects_;
  bool allow_outside_ = false;
  std::shared_ptr<FileListener> listener_;
  std::map<std::filesystem::path, Index> indices_;
};

// The text of what a Locator found, from a file or from the library.
std::expected<SourcePtr, std::string> read_asset(const Asset& asset);

// "https://raw.githubusercontent.com/cyberbotics/webots/R2023b/projects/x/Y.proto", "webots://projects/x/Y.proto" ->
// "projects/x/Y.proto"; empty for other urls.
std::string_view path_in_webots(std::string_view url);
bool is_remote(std::string_view url);
AssetKind kind_of_url(std::string_view url);
// "…/Ball.proto" -> "Ball"
std::string_view proto_name_of(std::string_view url);
// The names of the PROTOs of the library, sorted.
std::vector<std::string_view> library_proto_names();

}  // namespace lightsout
