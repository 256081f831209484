// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/host/plugin_check.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "installation/installation.h"
#include "plugins/host/find_plugin.h"
#include "world_format/nodes/node.h"
#include "world_format/project/project.h"
#include "world_format/protos/proto_projects.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

bool wants_gl(const ElfSummary& elf) {
  const auto is_gl_function = [](const std::string& s) {
    return (s.size() > 2 && s.starts_with("gl") && s[2] >= 'A' && s[2] <= 'Z') ||
           (s.size() > 3 && s.starts_with("glu") && s[3] >= 'A' && s[3] <= 'Z');
  };
  const auto is_gl_library = [](const std::string& s) { return s.starts_with("libGL.") || s.starts_with("libGLU."); };
  return std::ranges::any_of(elf.undefined, is_gl_function) || std::ranges::any_of(elf.needed, is_gl_library);
}

}  // namespace

std::expected<void, std::string> bring_gl(const ElfSummary& elf, const std::filesystem::path& prefix) {
  if (!wants_gl(elf)) return {};
  const std::filesystem::path stand_in = prefix / "libGL.so.1";
  if (dlopen(stand_in.c_str(), RTLD_NOW | RTLD_GLOBAL)) return {};
  return std::unexpected(fmt::format("the stand-in for OpenGL is not there: {}", dlerror()));
}

std::vector<std::string> faults_of_plugin(const ElfSummary& elf) {
  const auto exports = [&](const char* symbol) { return std::ranges::binary_search(elf.defined, symbol); };
  std::vector<std::string> wrong = missing_for(elf);
  for (const char* required : {"webots_physics_step", "webots_physics_cleanup"})
    if (!exports(required))
      wrong.push_back(fmt::format(
          "it has no {}(), which every physics plugin must define{}", required,
          exports(fmt::format("_Z{}{}v", std::strlen(required), required).c_str())
              ? " (it is there as a C++ function: include <plugins/physics.h>, or put extern \"C\" before it)"
              : ""));
  return wrong;
}

void check_plugin(const World& world, const std::vector<std::filesystem::path>& assets, Diagnostics& diagnostics) {
  const Node& info = world.world_info();
  const std::string name = info.get<std::string>("physics");
  if (name.empty() || name == "<none>") return;
  const auto files = find_plugin(name, world, assets, home());
  if (!files) {
    std::string other;
    for (const std::filesystem::path& project : projects_of(
             {.world = world.path, .proto_files = proto_files_of(world), .installations = assets, .prefix = home()}))
      if (other.empty()) other = what_is_there(project / "plugins" / "physics" / name);
    diagnostics.report(
        DiagnosticKind::MissingPlugin, info.span_of("physics"),
        fmt::format(
            "there is no physics plugin \"{}\": no folder plugins/physics/{} in the world's project, those of its "
            "PROTOs, the folders of --assets, WEBOTS_EXTRA_PROJECT_PATH, WEBOTS_HOME, or the installation{}",
            name, name, other));
    return;
  }
  std::error_code error;
  if (!std::filesystem::exists(files->library, error)) {
    if (!has_sources(files->folder))
      diagnostics.report(DiagnosticKind::MissingPlugin, info.span_of("physics"),
                         fmt::format("the folder of the physics plugin \"{}\" holds neither {} nor C or C++ sources to "
                                     "build it from",
                                     name, files->library.filename().string()));
    else
      diagnostics.report(
          DiagnosticKind::UnbuiltPlugin, info.span_of("physics"),
          fmt::format("the physics plugin \"{}\" is not built yet, so that nothing is known of it: a run "
                      "builds it, and so does `lightsout build` with its folder",
                      name));
    return;
  }
  if (files->newer_sources)
    diagnostics.report(DiagnosticKind::UnbuiltPlugin, info.span_of("physics"),
                       fmt::format("{} of the physics plugin \"{}\" is older than its sources: that library is checked",
                                   files->library.filename().string(), name));
  const auto elf = read_elf(files->library);
  const auto has_gl = elf ? bring_gl(*elf, home()) : std::expected<void, std::string>();
  const std::string wrong = !elf      ? elf.error()
                            : !has_gl ? has_gl.error()
                                      : fmt::format("{}", fmt::join(faults_of_plugin(*elf), "; "));
  if (!wrong.empty())
    diagnostics.report(DiagnosticKind::MissingPlugin, info.span_of("physics"),
                       fmt::format("the physics plugin {} cannot be loaded: {}", files->library.string(), wrong));
}

}  // namespace lightsout
