// `lightsout convert`: a world of any version, written anew in today's dialect.
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/command.h"
#include "app/run_log.h"
#include "engine/simulation.h"
#include "world_format/assets.h"
#include "world_format/load.h"
#include "world_format/version.h"
#include "world_format/writer.h"

namespace lightsout {
namespace {

struct ConvertOptions {
  std::string world;
  std::string output;
  std::string to{current_version};
  std::vector<std::string> assets;
};

int convert(const ConvertOptions& options) {
  const auto log = RunLog::open({});
  if (!log) return int(Outcome::EnvironmentFailed);
  Diagnostics diagnostics;
  const std::unique_ptr<World> world =
      load_world(options.world, {.assets = {options.assets.begin(), options.assets.end()}}, diagnostics);
  (*log)->report(diagnostics);
  if (!world || diagnostics.errors() > 0) return int(Outcome::BadWorld);

  const std::filesystem::path place(options.output.empty() ? options.world : options.output);
  rebase_assets(*world, place.parent_path().empty() ? "." : place.parent_path());
  const std::string text = write_world(*world);
  std::FILE* file = options.output.empty() ? stdout : std::fopen(options.output.c_str(), "w");
  const bool written = file && std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
  if (!written)
    fmt::print(stderr, "{}: {}\n", options.output.empty() ? "stdout" : options.output, std::strerror(errno));
  if (file && file != stdout) std::fclose(file);
  return int(written ? Outcome::Done : Outcome::EnvironmentFailed);
}

}  // namespace

Command add_convert(CLI::App& program) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* command = program.add_subcommand("convert", "Write a world anew in today's dialect");
  command->add_option("WORLD", options->world, "World file (.wbt) of any version")->required();
  command->add_option("-o,--output", options->output, "Where to write; default: stdout")->type_name("FILE");
  command->add_option("--to", options->to, "Version to write; there is one")
      ->check(CLI::IsMember({std::string(current_version)}));
  command->add_option("--assets", options->assets, "Folder to search for PROTOs, meshes and textures; repeatable")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command->footer(
      "Fields and nodes that went out of use become what they are called today; axes of shapes and devices are turned\n"
      "as newer versions expect them; instances of PROTOs are written as what they expand to, with the files that "
      "they\n"
      "name as seen from the new file (for stdout: from the old one). What lightsout does not\n"
      "know is left out, with a warning on stderr. Numbers get the shortest spelling that reads back as the same "
      "number;\n"
      "comments are not kept.\n\n"
      "Exit codes: 0 written, 2 wrong use, 3 bad world, 9 the file could not be written.\n\n"
      "Examples\n"
      "  lightsout convert old.wbt -o new.wbt\n"
      "  lightsout convert old.wbt | diff new.wbt -");
  return [options] { return convert(*options); };
}

}  // namespace lightsout
