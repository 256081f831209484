// `lightsout check`: reads worlds and says what is wrong with them, without running anything.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/allow.h"
#include "app/command.h"
#include "app/limit_option.h"
#include "app/options.h"
#include "app/terminal.h"
#include "app/terminal_view.h"
#include "engine/scene/scene.h"
#include "plugins/host/plugin_check.h"
#include "runs/named_files.h"
#include "runs/outcome.h"
#include "runs/run_log.h"
#include "world_format/load.h"
#include "world_format/project.h"

namespace lightsout {
namespace {

using Json = nlohmann::ordered_json;

struct CheckOptions {
  std::vector<std::string> worlds;
  std::vector<std::string> assets;
  bool strict = false;
  bool json = false;
  bool assets_needed = false;
  LoadOptions load;
};

std::string_view name_of(Severity severity) {
  return severity == Severity::Error ? "error" : severity == Severity::Warning ? "warning" : "note";
}

void put_place(Json& json, Span span) {
  if (!span) return;
  const Source::Position begin = span.source->position(span.begin);
  const Source::Position end = span.source->position(span.end);
  json["file"] = span.source->name();
  json["line"] = begin.line;
  json["column"] = begin.column;
  json["end_line"] = end.line;
  json["end_column"] = end.column;
}

Json to_json(const Diagnostic& diagnostic) {
  Json json;
  put_place(json, diagnostic.span);
  json["severity"] = name_of(diagnostic.severity);
  json["kind"] = id_of(diagnostic.kind);
  json["message"] = diagnostic.message;
  json["notes"] = Json::array();
  for (const DiagnosticNote& note : diagnostic.notes) {
    Json entry;
    put_place(entry, note.span);
    entry["message"] = note.message;
    json["notes"].push_back(std::move(entry));
  }
  return json;
}

// Everything that a run would find before its first step, controllers aside. The world comes back because the list of
// what it uses points into its sources.
std::unique_ptr<World> check_world(const std::string& path, const LoadOptions& options, Log& log,
                                   Diagnostics& diagnostics) {
  std::unique_ptr<World> world = load_world(path, options, diagnostics);
  if (world) {
    check_plugin(*world, installations_of(options.assets), diagnostics);
  }
  if (world && diagnostics.errors() == 0) Scene(*world, 0, log).build(diagnostics);
  return world;
}

std::string count(int number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

std::string_view name_of(Asset::Place place) {
  switch (place) {
    case Asset::Place::Missing:
      return "missing";
    case Asset::Place::Project:
      return "project";
    case Asset::Place::Assets:
      return "assets";
    case Asset::Place::WebotsHome:
      return "webots_home";
    case Asset::Place::Library:
      return "library";
  }
  return "";
}

Json to_json(const AssetUse& use) {
  Json json;
  put_place(json, use.span);
  json["url"] = use.url;
  json["place"] = name_of(use.asset.place);
  if (use.asset) json["path"] = use.asset.path.string();
  return json;
}

// "missing      textures/a.png  worlds/a.wbt:12"
std::string line_of(const AssetUse& use) {
  std::string where;
  if (use.span) where = fmt::format("  {}:{}", use.span.source->name(), use.span.source->position(use.span.begin).line);
  return fmt::format("{:<12} {}{}\n", name_of(use.asset.place), use.url, where);
}

int check(const CheckOptions& options) {
  NamedFiles folders, worlds;
  for (const std::string& folder : options.assets) folders.reads_folder("--assets", folder);
  for (const std::string& world : options.worlds) worlds.reads("WORLD", world);
  if (const std::string missing = folders.missing(); !missing.empty()) {
    print_error("{}\n", missing);
    return int(Outcome::EnvironmentFailed);
  }
  TerminalView view({.quiet = true});
  RunLog log(view);
  LoadOptions load = options.load;
  load.assets.assign(options.assets.begin(), options.assets.end());
  load.note_approximations = true;
  int errors = 0, warnings = 0;
  Json report = Json::array();
  for (const std::string& path : options.worlds) {
    Diagnostics diagnostics;
    std::vector<AssetUse> uses;
    load.assets_used = options.assets_needed ? &uses : nullptr;
    const std::unique_ptr<World> world = check_world(path, load, log, diagnostics);
    errors += diagnostics.errors();
    warnings += diagnostics.warnings();
    Json list = Json::array();
    for (const Diagnostic& diagnostic : diagnostics.sorted()) {
      if (options.json)
        list.push_back(to_json(diagnostic));
      else
        fmt::print("{}", render(diagnostic, shows_color(stdout)));
    }
    Json assets = Json::array();
    for (const AssetUse& use : uses) {
      if (options.json)
        assets.push_back(to_json(use));
      else
        fmt::print("{}", line_of(use));
    }
    report.push_back({{"world", path},
                      {"errors", diagnostics.errors()},
                      {"warnings", diagnostics.warnings()},
                      {"diagnostics", std::move(list)}});
    if (options.assets_needed) report.back()["assets"] = std::move(assets);
  }
  if (options.json) fmt::print("{}\n", report.dump(2, ' ', false, Json::error_handler_t::replace));
  std::fflush(stdout);
  print_error("{}: {}, {}\n", count(int(options.worlds.size()), "world"), count(errors, "error"),
              count(warnings, "warning"));
  if (!worlds.missing().empty()) return int(Outcome::EnvironmentFailed);
  return errors > 0 || (options.strict && warnings > 0) ? 1 : 0;
}

}  // namespace

Command add_check(CLI::App& program) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* check_command = program.add_subcommand("check", "Say what is wrong with worlds, without running them");
  check_command->add_option("WORLD", options->worlds, "World files (.wbt)")->required();
  add_assets(*check_command, options->assets);
  add_allow(*check_command, options->load);
  add_no_templates(*check_command, options->load);
  add_limits(*check_command);
  check_command->add_flag("--strict", options->strict, "Warnings count as errors");
  check_command->add_flag("--json", options->json, "Print a JSON array, one element a world, instead of text");
  check_command->add_flag(
      "--assets-needed", options->assets_needed,
      "List the files that the world names from outside, PROTOs, textures, meshes, and where each was found");
  check_command->footer(
      "Each finding is printed on stdout with its file, line, column, the line itself and what to do about it; the\n"
      "counts follow on stderr. Node types and fields that lightsout does not know are skipped with a warning, as a\n"
      "run does.\n\n"
      "Exit codes: 0 no errors, 1 errors (with --strict: or warnings), 2 wrong use,\n9 a file was not to be had.\n\n"
      "Examples\n"
      "  lightsout check worlds/demo.wbt\n"
      "  lightsout check --strict --json worlds/*.wbt > findings.json");
  return [options] { return check(*options); };
}

}  // namespace lightsout
