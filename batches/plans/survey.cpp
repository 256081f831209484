// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/plans/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <new>
#include <span>
#include <system_error>

#include "batches/plans/file_digest.h"
#include "batches/plans/program_sources.h"
#include "batches/sweeps/beside.h"
#include "engine/programs/limited_child.h"
#include "engine/state/state_hash.h"
#include "limits/limits.h"
#include "runs/reports/verdict.h"
#include "runs/stages/loaded_world.h"
#include "world_format/project/locate.h"
#include "world_format/project/project.h"
#include "world_format/protos/proto_projects.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

class Collector {
 public:
  explicit Collector(const RunSettings& settings) : settings_(settings) {}

  std::string digest(const LoadedWorld& loaded) {
    add_file(settings_.world);
    if (loaded.world) {
      for (const std::string& proto : proto_files_of(*loaded.world)) add_file(proto);
      add_programs(*loaded.world);
    }
    // What templates have written follows from the rest, and lies in another folder each time.
    const Locator* locator = loaded.world ? loaded.world->locator.get() : nullptr;
    for (const AssetUse& use : used)
      if (!locator || !locator->is_temporary(use.asset.path)) add_file(use.asset.path);
    return digest();
  }
  std::string digest_of_controller(const std::string& name) {
    add_part(settings_.world, {}, "controllers", name);
    return digest();
  }
  const std::vector<HeldFile>& scripts() const { return scripts_; }

  std::vector<AssetUse> used;

 private:
  std::string digest() const {
    std::string text;
    for (const auto& [name, digest] : files_) text += fmt::format("{} {}\n", name, digest);
    return hash_text(hash_of(std::as_bytes(std::span(text))));
  }
  // By its name within the project, so that a copy elsewhere is the same.
  void add_file(const fs::path& file) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return;
    const fs::path project = project_of(fs::absolute(settings_.world));
    const fs::path whole = fs::absolute(file).lexically_normal();
    const bool is_within = lies_in(whole, project);
    files_[is_within ? whole.lexically_relative(project).string() : whole.string()] = hash_text(digest_of_file(whole));
  }
  void add_part(const std::string& world, const std::vector<std::string>& proto_files, const fs::path& part,
                const std::string& name) {
    if (!is_plain_name(name)) return;
    const auto projects = projects_of({.world = world,
                                       .proto_files = proto_files,
                                       .installations = installations_of(settings_.load.assets),
                                       .prefix = {}});
    const fs::path folder = find_in(projects, part, name);
    if (folder.empty()) return;
    fs::path project = folder.parent_path();
    for (const fs::path& level : part)
      if (!level.empty()) project = project.parent_path();
    for (const fs::path& file : sources_of_program(folder, project / "libraries")) {
      add_file(file);
      if (!is_read_by_runs(file)) continue;
      if (auto held = hold_file(file.string())) scripts_.push_back(std::move(*held));
    }
  }
  void add_programs(const World& world) {
    const Node& info = world.world_info();
    add_part(world.path, proto_files_of(info), "plugins/physics", info.get<std::string>("physics"));
    for (const NodePtr& top : world.nodes())
      for_each_node(*top, [&](const Node& node) {
        if (!node.is_a("Robot")) return;
        add_part(world.path, proto_files_of(node), "controllers", node.get<std::string>("controller"));
      });
  }

  const RunSettings& settings_;
  std::map<std::string, std::string> files_;
  std::vector<HeldFile> scripts_;
};

constexpr std::string_view lacking = "lacking: ";

// Its digest, and its scripts in lines; or what the machine lacked.
std::string look_at(RunSettings settings) {
  for (const std::string& limit : settings.limits) (void)set_limit(limit);
  Collector collector(settings);
  settings.load.assets_used = &collector.used;
  try {
    const std::string digest = collector.digest(read_world(settings));
    return digest + '\n' + lines_of(collector.scripts());
  } catch (const MachineLacks& what) {
    return std::string(lacking) + what.what();
  } catch (const std::bad_alloc&) {
    return std::string(lacking) + "out of memory";
  }
}

// Of a world that could not be looked at.
SurveyedWorld unread_world(const std::string& path, const HeldFile& text, const std::string& why) {
  return {.path = path,
          .digest = SurveyedWorld::unread_digest + hash_text(text.digest),
          .files = {text},
          .unread = fmt::format("{}: {}", path, why)};
}

}  // namespace

SurveyedController survey_controller(const std::string& world, const RunSettings& run, const std::string& name) {
  RunSettings settings = run;
  settings.world = world;
  Collector collector(settings);
  const std::string digest = collector.digest_of_controller(name);
  return {digest, collector.scripts()};
}

std::expected<std::vector<SurveyedWorld>, std::string> survey(const Sweep& sweep) {
  std::vector<SurveyedWorld> worlds;
  for (const std::string& path : sweep.worlds) {
    RunSettings settings = sweep.run;
    settings.world = path;
    const auto text = hold_file(path);
    if (!text) return std::unexpected(fmt::format("{}: {}", path, std::strerror(errno ? errno : ENOENT)));
    const auto told = told_beside([&] { return look_at(settings); });
    if (!told || told->starts_with(lacking)) {
      worlds.push_back(unread_world(
          path, *text, told ? told->substr(lacking.size()) : "the process that was to look at it " + told.error()));
      continue;
    }
    const std::size_t end = told->find('\n');
    SurveyedWorld& world = worlds.emplace_back(SurveyedWorld{path, told->substr(0, end), {*text}, {}});
    for (HeldFile& script : held_files_of(std::string_view(*told).substr(end + 1)))
      world.files.push_back(std::move(script));
  }
  return worlds;
}

}  // namespace lightsout
