#include "plugins/host/plugin_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "plugins/host/find_plugin.h"
#include "world_format/diagnostic.h"
#include "world_format/node.h"

namespace lightsout {

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
  const auto files = find_plugin(name, {world.path, {}, assets, own_prefix()});
  if (!files) {
    diagnostics.report(
        DiagnosticKind::MissingPlugin, info.span_of("physics"),
        fmt::format("there is no physics plugin \"{}\": no folder plugins/physics/{} in the world's project, the "
                    "folders of --assets, WEBOTS_HOME, or the installation",
                    name, name));
    return;
  }
  std::error_code error;
  if (!std::filesystem::exists(files->library, error)) {
    if (!has_sources(files->folder))
      diagnostics.report(DiagnosticKind::MissingPlugin, info.span_of("physics"),
                         fmt::format("the folder of the physics plugin \"{}\" holds neither {} nor C or C++ sources to "
                                     "build it from",
                                     name, files->library.filename().string()));
    return;
  }
  const auto elf = read_elf(files->library);
  const std::string wrong = elf ? fmt::format("{}", fmt::join(faults_of_plugin(*elf), "; ")) : elf.error();
  if (!wrong.empty())
    diagnostics.report(DiagnosticKind::MissingPlugin, info.span_of("physics"),
                       fmt::format("the physics plugin {} cannot be loaded: {}", files->library.string(), wrong));
}

}  // namespace lightsout
