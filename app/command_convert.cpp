// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout convert`: a world of any version, written anew in today's dialect.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/allow.h"
#include "app/command.h"
#include "app/limit_option.h"
#include "app/options.h"
#include "app/terminal.h"
#include "app/terminal_view.h"
#include "engine/files/whole_file.h"
#include "runs/reports/named_files.h"
#include "runs/reports/outcome.h"
#include "runs/reports/run_log.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/nodes/assets.h"
#include "world_format/text/diagnostic.h"
#include "world_format/text/version.h"
#include "world_format/writer.h"

namespace lightsout {
namespace {

struct ConvertOptions {
  std::string world;
  std::string output;
  std::string to{current_version};
  LoadOptions load;
};

// A name that says that the file is of another format; "" if it does not.
std::string wrong_output(const std::string& output) {
  std::string extension = std::filesystem::path(output).extension().string();
  std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  constexpr std::string_view others[] = {".proto", ".urdf", ".sdf", ".wrl", ".wbo",
                                         ".x3d",   ".html", ".dae", ".obj", ".stl"};
  if (std::ranges::find(others, extension) == std::end(others)) return {};
  return fmt::format("--output {}: convert writes worlds (.wbt), and no {} files", output, extension);
}

int convert(const ConvertOptions& options) {
  if (const std::string wrong = wrong_output(options.output); !wrong.empty()) {
    print_error("{}\n", wrong);
    return int(Outcome::WrongUse);
  }
  NamedFiles files;
  files.reads("WORLD", options.world);
  for (const auto& folder : options.load.assets) files.reads_folder("--assets", folder.string());
  files.replaces("--output", options.output);
  const auto fail = [](Outcome outcome, const std::string& why) {
    print_error("{}\n", why);
    return int(outcome);
  };
  if (const auto conflict = files.conflict()) return fail(Outcome::WrongUse, conflict->message);
  if (const std::string missing = files.missing(); !missing.empty()) return fail(Outcome::EnvironmentFailed, missing);
  Diagnostics diagnostics;
  const std::unique_ptr<World> world = load_world(options.world, options.load, diagnostics);
  TerminalView view({});
  RunLog(view).report(diagnostics);
  if (!world || diagnostics.errors() > 0) return int(Outcome::BadWorld);

  for (const SourcePtr& source : world->sources) files.reads("the PROTO", source->name());
  if (const auto conflict = files.conflict()) return fail(Outcome::WrongUse, conflict->message);

  const bool to_stdout = options.output.empty() || options.output == "-";
  const std::filesystem::path place(to_stdout ? options.world : options.output);
  rebase_assets(*world, place.parent_path().empty() ? "." : place.parent_path());
  const std::string text = write_world(*world);
  if (to_stdout) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    const std::string lost = flush_stdout();
    return lost.empty() ? int(Outcome::Done) : fail(Outcome::EnvironmentFailed, lost);
  }
  if (const std::string failure = files.prepare(); !failure.empty()) return fail(Outcome::EnvironmentFailed, failure);
  const int error = write_whole_file(options.output, text);
  if (error) return fail(Outcome::EnvironmentFailed, fmt::format("{}: {}", options.output, std::strerror(error)));
  return int(Outcome::Done);
}

}  // namespace

Command add_convert(CLI::App& program) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* command = program.add_subcommand("convert", "Write a world anew in today's dialect");
  command->add_option("WORLD", options->world, "World file (.wbt) of any version")->required();
  command->add_option("-o,--output", options->output, "Where to write; default: stdout")->type_name("FILE");
  command->add_option("--to", options->to, "Version to write; there is one")
      ->check(CLI::IsMember({std::string(current_version)}));
  add_assets(*command, options->load.assets);
  add_allow(*command, options->load);
  add_no_templates(*command, options->load);
  add_limits(*command);
  command->footer(
      "Fields and nodes that went out of use become what they are called today; axes of shapes and devices are turned\n"
      "as newer versions expect them; instances of PROTOs are written as what they expand to, with the files that "
      "they\n"
      "name as seen from the new file (for stdout: from the old one). What lightsout does not\n"
      "know is left out, with a warning on stderr. Numbers get the shortest spelling that reads back as the same "
      "number;\n"
      "comments are not kept.\n\n"
      "Exit codes: 0 written, 2 wrong use, 3 bad world, 9 a file could not be read or written.\n\n"
      "Examples\n"
      "  lightsout convert old.wbt -o new.wbt\n"
      "  lightsout convert old.wbt | diff new.wbt -");
  return [options] { return convert(*options); };
}

}  // namespace lightsout
