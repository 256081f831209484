// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout check`: reads worlds and says what is wrong with them, without running anything.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/allow.h"
#include "app/check_report.h"
#include "app/command.h"
#include "app/limit_option.h"
#include "app/options.h"
#include "app/terminal.h"
#include "app/terminal_view.h"
#include "controllers/host/controller_check.h"
#include "engine/scene/scene.h"
#include "engine/stage/stage_options.h"
#include "installation/installation.h"
#include "plugins/host/plugin_check.h"
#include "runs/reports/named_files.h"
#include "runs/reports/outcome.h"
#include "runs/reports/run_log.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/project/project.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

struct CheckOptions {
  std::vector<std::string> worlds;
  std::vector<std::string> assets;
  bool strict = false, json = false;
  std::string format;                // "": text, or JSON where `json` says so
  std::vector<std::string> allowed;  // kinds of findings
  bool assets_needed = false;
  LoadOptions load;
};

bool is_allowed(const Diagnostic& finding, const CheckOptions& options) {
  return std::ranges::find(options.allowed, id_of(finding.kind)) != options.allowed.end();
}

// Everything that a run would find before its first step; nothing is built or started. The world comes back because the
// list of what it uses points into its sources.
std::unique_ptr<World> check_world(const std::string& path, const LoadOptions& options, Log& log,
                                   Diagnostics& diagnostics) {
  std::unique_ptr<World> world = load_world(path, options, diagnostics);
  if (!world) return world;
  const auto installations = installations_of(options.assets);
  const int errors = diagnostics.errors();
  check_plugin(*world, installations, diagnostics);
  for (const NodePtr& node : world->nodes())
    for_each_node(std::as_const(*node), [&](const Node& each) {
      if (each.is_a("Robot")) check_controller(each, *world, installations, home(), diagnostics);
    });
  check_extern_names(*world, diagnostics);
  if (errors == 0) Scene(*world, 0, log, StageOptions()).build(diagnostics);
  return world;
}

std::string count(int number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

// Findings of kinds that are allowed are notes.
void take_findings(const Diagnostics& diagnostics, const CheckOptions& options, CheckedWorld& to) {
  to.errors = diagnostics.errors();
  to.warnings = diagnostics.warnings();
  to.findings = diagnostics.sorted();
  for (const Diagnostic& finding : diagnostics.all()) {
    if (!is_allowed(finding, options)) continue;
    to.errors -= finding.severity == Severity::Error;
    to.warnings -= finding.severity == Severity::Warning;
  }
  for (Diagnostic& finding : to.findings)
    if (is_allowed(finding, options)) finding.severity = Severity::Note;
}

// What of the words does not go together, "" if all does.
std::string contradiction(const CheckOptions& options) {
  if (options.json && !options.format.empty() && options.format != "json")
    return fmt::format("--json is --format json, and --format {} is another", options.format);
  if (options.assets_needed && (options.format == "github" || options.format == "sarif"))
    return fmt::format("--assets-needed lists files, which --format {} has no place for: text and json have",
                       options.format);
  return {};
}

int check(const CheckOptions& options) {
  if (std::string wrong = contradiction(options); !wrong.empty()) {
    print_error("{}\n", wrong);
    return int(Outcome::WrongUse);
  }
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
  const auto report = make_check_report(options.json ? "json" : options.format);
  for (const std::string& path : options.worlds) {
    Diagnostics diagnostics;
    CheckedWorld checked{.path = path};
    load.assets_used = options.assets_needed ? &checked.assets : nullptr;
    const std::unique_ptr<World> world = check_world(path, load, log, diagnostics);
    take_findings(diagnostics, options, checked);
    errors += checked.errors;
    warnings += checked.warnings;
    report->add(checked, options.assets_needed);
  }
  fmt::print("{}", report->end());
  std::fflush(stdout);
  print_error("{}: {}, {}\n", count(int(options.worlds.size()), "world"), count(errors, "error"),
              count(warnings, "warning"));
  if (!worlds.missing().empty()) return int(Outcome::EnvironmentFailed);
  return errors > 0 || (options.strict && warnings > 0) ? 1 : 0;
}

// The two that a run knows are also allowed while the world is read.
void take_allowed(const std::vector<std::string>& words, CheckOptions& options) {
  std::vector<std::string_view> kinds = {"outside"};
#define DIAGNOSTIC(name, severity, id) kinds.emplace_back(id);
#include "world_format/text/diagnostic_kinds.def"
#undef DIAGNOSTIC
  for (const std::string& word : words) {
    if (std::ranges::find(kinds, word) == kinds.end()) {
      const std::string_view meant = did_you_mean(word, kinds);
      throw CLI::ValidationError("--allow", fmt::format("there is no kind of finding '{}'{}", word,
                                                        meant.empty() ? "; docs/reference.md lists them"
                                                                      : fmt::format("; did you mean '{}'?", meant)));
    }
    if (word == "outside") {
      options.load.allow_outside = true;
    } else if (word == "missing-proto") {
      options.load.allow_missing_protos = true;
    } else {
      options.allowed.push_back(word);
    }
  }
}

}  // namespace

Command add_check(CLI::App& program) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* check_command = program.add_subcommand("check", "Say what is wrong with worlds, without running them");
  check_command->add_option("WORLD", options->worlds, "World files (.wbt)")->required();
  add_assets(*check_command, options->assets);
  check_command
      ->add_option_function<std::vector<std::string>>(
          "--allow", [to = options.get()](const std::vector<std::string>& all) { take_allowed(all, *to); },
          "Findings of this kind are notes and do not count; outside: the world may name files anywhere, see "
          "docs/security.md; repeatable")
      ->type_name("KIND")
      ->expected(1, CLI::detail::expected_max_vector_size)
      ->allow_extra_args(false);
  add_no_templates(*check_command, options->load);
  add_limits(*check_command);
  check_command->add_flag("--strict", options->strict, "Warnings count as errors");
  check_command->add_option("--format", options->format, "What is printed: text, json, github (annotations) or sarif")
      ->check(CLI::IsMember(check_formats))
      ->type_name("FORMAT");
  check_command->add_flag("--json", options->json, "The same as --format json: an array, one element a world");
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
      "  lightsout check --strict --json worlds/*.wbt > findings.json\n"
      "  lightsout check --format sarif --allow missing-controller worlds/*.wbt > findings.sarif");
  return [options] { return check(*options); };
}

}  // namespace lightsout
