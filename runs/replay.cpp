// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/replay.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/descriptors/whole_names.h"
#include "engine/files/parsed_json.h"
#include "installation/installation.h"
#include "limits/limits.h"
#include "runs/manifests/bundle.h"
#include "runs/manifests/fingerprint.h"
#include "runs/manifests/machine.h"
#include "runs/manifests/relocation.h"
#include "runs/reading/file_text.h"
#include "runs/reports/named_files.h"
#include "runs/settings/bundle_name.h"
#include "runs/settings/run_file.h"
#include "runs/settings/run_options.h"
#include "runs/traces/trace_file.h"
#include "world_format/project/project.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;
using PlainJson = nlohmann::json;

// Nothing that the original wrote is written again, and nothing is compared but the end.
void forget_outputs(RunSettings& settings) {
  settings.snapshots.every.reset();
  settings.hash = settings.realtime = settings.verify = false;
  settings.plugins.guard = false;  // it forks the process, which has more to do after the run
  settings.repeat = 1;
  std::vector<RunOption> options = options_of(settings);
  for (const RunOption& option : options)
    if (option.names == RunOption::Names::WrittenFile || option.names == RunOption::Names::WrittenFolder ||
        option.key == "against")
      option.forget();
  const auto is_said = [&options](std::string_view key) {
    return !std::ranges::find(options, key, &RunOption::key)->texts().empty();
  };
  for (const RunOption& option : options)
    if (!option.needs.empty() && !is_said(option.needs)) option.forget();
}

// Of what the verdict file says.
ManifestEnd end_in_verdict(const fs::path& verdict) {
  const PlainJson json = json_or_null<PlainJson>(text_of_file(verdict).value_or(""));
  ManifestEnd end;
  if (!json.is_object()) return end;
  const auto text = [&json](const char* key) { return member_or(json, key, ""); };
  end.outcome = text("outcome");
  end.message = text("message");
  end.state_hash = text("state_hash");
  end.run_hash = text("run_hash");
  end.exit_code = member_or(json, "exit_code", 0);
  end.steps = member_or(json, "total_steps", std::int64_t(0));
  end.simulated_seconds = member_or(json, "total_simulated_seconds", 0.0);
  return end;
}

std::string in_words(const ManifestEnd& end) {
  return fmt::format("{} after {} steps{} ({})", end.outcome, end.steps,
                     end.run_hash.empty() ? "" : ", hash " + end.run_hash, end.message);
}

// Whether another run could come to it again.
bool is_comparable(const ManifestEnd& end) {
  static const std::set<std::string_view> without_end = {"", "interrupted", "environment-failed", "out-of-time",
                                                         "wrong-use"};
  return !without_end.contains(end.outcome);
}

// How a run with another end differs, where no step is known.
std::string parted_ends(const ManifestEnd& then, const ManifestEnd& now) {
  return fmt::format("then it ended as {}; now as {}", in_words(then), in_words(now));
}

// Absolute, or with `..` in it.
bool leads_out(const fs::path& path) {
  return path.empty() || path.is_absolute() || std::ranges::find(path, fs::path("..")) != path.end();
}

// A manifest that came with a bundle is a stranger's: it names files of the bundle alone. "" if it does.
std::string foreign_name(const Manifest& manifest) {
  for (const InputRoot& root : manifest.roots)
    if (!root.is_of_machine() && leads_out(root.name)) return root.name;
  for (const InputFile& file : manifest.files) {
    const auto root = std::ranges::find(manifest.roots, file.root, &InputRoot::name);
    if (root != manifest.roots.end() && !root->is_of_machine() && leads_out(file.path)) return file.path.string();
  }
  return {};
}

// The same of the run's options, when they have been given the places in the bundle.
std::string foreign_input(RunSettings& settings, const fs::path& bundle) {
  for (const RunOption& option : options_of(settings))
    if (option.names != RunOption::Names::Nothing && !option.is_written())
      for (const std::string& path : option.paths())
        if (path != "-" && !lies_in(path, bundle)) return fmt::format("{} {}", option.option(), path);
  return {};
}

// Limits of the run that is made again: those that it had, but who makes it says what it may take of this machine.
std::vector<std::string> limits_again(const std::vector<std::string>& had, bool of_a_stranger) {
  std::vector<std::string> limits;
  const auto described = limit_descriptions();
  for (const std::string& limit : had) {
    const std::string_view name = std::string_view(limit).substr(0, limit.find('='));
    const bool is_of_machine = name.starts_with("sandbox_") || name.starts_with("bundle_") || name == "run_memory";
    if (!of_a_stranger || !is_of_machine) limits.push_back(limit);
  }
  for (std::size_t i = 0; i < described.size(); ++i) {
    const std::int64_t value = value_of(Limit(i));
    if (value == described[i].standard) continue;
    limits.push_back(fmt::format("{}={}", described[i].name, value == no_limit ? "none" : fmt::format("{}", value)));
  }
  return limits;
}

// What is replayed, and what its run has written, lies near by: a trace takes the place of an old trace alone.
std::string objection_to_trace(const std::string& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error) || fs::file_size(file, error) == 0 || TraceReader::open(file)) return {};
  return fmt::format("--trace {} is there, and is no trace: remove it, or give another name", file);
}

}  // namespace

std::expected<Replay, Ending> Replay::open(const ReplaySettings& settings) {
  if (std::string why = objection_to_trace(settings.trace); !why.empty())
    return std::unexpected(Ending{Outcome::WrongUse, std::move(why)});
  auto scratch = PrivateFolder::make("replay");
  if (!scratch) return std::unexpected(Ending{Outcome::EnvironmentFailed, scratch.error()});
  Replay replay(settings, std::move(*scratch));
  if (auto ending = replay.find_manifest()) return std::unexpected(std::move(*ending));
  if (auto ending = replay.read_run()) return std::unexpected(std::move(*ending));
  replay.compare_inputs();
  if (std::string why = replay.missing_project(); !why.empty())
    return std::unexpected(Ending{Outcome::EnvironmentFailed, std::move(why)});
  return replay;
}

std::optional<Ending> Replay::find_manifest() {
  std::error_code error;
  fs::path file = asked_.source;
  if (is_bundle_name(asked_.source)) {
    unpacked_ = scratch_.path() / "bundle";
    fs::create_directory(unpacked_, error);
    if (std::string failure = unpack_bundle(asked_.source, unpacked_); !failure.empty())
      return Ending{Outcome::EnvironmentFailed, failure};
    mark_repository(unpacked_ / root_in_bundle("project"));
    file = unpacked_ / manifest_name;
  } else if (fs::is_directory(file, error)) {
    file /= manifest_name;
  }
  if (std::string missing = missing_file("SOURCE", file.string()); !missing.empty())
    return Ending{Outcome::EnvironmentFailed, missing};
  auto manifest = read_manifest(file);
  if (!manifest) return Ending{unpacked_.empty() ? Outcome::WrongUse : Outcome::EnvironmentFailed, manifest.error()};
  manifest_ = std::move(*manifest);
  if (const std::string name = unpacked_.empty() ? "" : foreign_name(manifest_); !name.empty())
    return Ending{Outcome::EnvironmentFailed,
                  fmt::format("{}: its manifest names {}, which is not in it", asked_.source, name)};
  // Of a folder from which nothing was read a bundle has no file.
  if (!unpacked_.empty())
    for (const InputRoot& root : manifest_.roots)
      if (!root.is_of_machine()) fs::create_directories(unpacked_ / root_in_bundle(root.name), error);
  find_trace(absolute_path(file).parent_path());
  if (!is_comparable(manifest_.end))
    return Ending{Outcome::WrongUse,
                  fmt::format("{}: that run ended as {} ({}), which is no end that another run could come to again",
                              asked_.source, manifest_.end.outcome, manifest_.end.message)};
  return {};
}

// Beside the manifest, or, if that is no stranger's, where the run was told to write it.
void Replay::find_trace(const fs::path& folder) {
  std::error_code error;
  std::set<std::string> found;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (at->path().extension() == ".trace") found.insert(at->path().string());
  const PlainJson run = json_or_null<PlainJson>(manifest_.run);
  if (const auto named = run.find("trace"); unpacked_.empty() && named != run.end() && named->is_string())
    if (const fs::path file = fs::path(manifest_.folder) / named->get<std::string>(); fs::is_regular_file(file, error))
      trace_ = file.string();
  if (trace_.empty() && found.size() == 1) trace_ = *found.begin();
}

fs::path Replay::folder_of(const InputRoot& root) const {
  if (root.name == "program") return home().parent_path().parent_path();
  if (root.is_of_machine()) return root.folder;
  if (!unpacked_.empty()) return unpacked_ / root_in_bundle(root.name);
  return root.name == "project" && !asked_.project.empty() ? fs::path(asked_.project) : root.folder;
}

std::optional<Ending> Replay::read_run() {
  const auto source = std::make_shared<const Source>(asked_.source, manifest_.run);
  Diagnostics diagnostics;
  read_run_file(*source, run_, diagnostics);
  if (diagnostics.errors() > 0)
    return Ending{Outcome::WrongUse, fmt::format("{}: its run is not understood: {}", asked_.source,
                                                 diagnostics.sorted().front().message)};
  const bool had_law_files = !run_.plugins.law_files.empty();
  forget_outputs(run_);
  Relocation relocation;
  for (const InputRoot& root : manifest_.roots)
    if (!root.is_of_machine()) relocation.move(root.folder, folder_of(root));
  relocation.apply(run_);
  if (had_law_files) run_.plugins.law_files = (scratch_.path() / "law_files").string();
  if (!unpacked_.empty()) {
    run_.sandbox.reads.clear();
    if (const std::string name = foreign_input(run_, unpacked_); !name.empty())
      return Ending{Outcome::EnvironmentFailed,
                    fmt::format("{}: its run reads {}, which is not in it", asked_.source, name)};
    // What is in a bundle is what ran, whatever compiler is here.
    run_.no_build = true;
  }
  run_.limits = limits_again(run_.limits, !unpacked_.empty());
  run_.sandbox.on = asked_.sandbox;
  run_.trace = asked_.trace;
  run_.against = trace_;
  run_.verdict = (scratch_.path() / "verdict.json").string();
  return {};
}

void Replay::compare_inputs() {
  for (const InputFile& file : manifest_.files) {
    const auto root = std::ranges::find(manifest_.roots, file.root, &InputRoot::name);
    if (root == manifest_.roots.end()) continue;
    const fs::path place = folder_of(*root) / file.path;
    std::error_code error;
    // What is no plain file now may never end.
    const auto now = fs::is_regular_file(place, error) ? fingerprint_of(place) : std::unexpected(std::string());
    if (!now)
      changes_.push_back({InputChange::Kind::Missing, file, place});
    else if (now->text != file.fingerprint)
      changes_.push_back({InputChange::Kind::Changed, file, place});
  }
}

std::string Replay::missing_project() const {
  std::error_code error;
  if (!asked_.project.empty() && !fs::is_directory(asked_.project, error))
    return fmt::format("--project {}: there is no such folder", asked_.project);
  for (const InputRoot& root : manifest_.roots)
    if (const fs::path folder = folder_of(root); root.name == "project" && !fs::is_directory(folder, error))
      return fmt::format("{}: the folder of the project is missing; if it lies elsewhere now, --project says where",
                         folder.string());
  for (const InputChange& change : changes_)
    if (change.file.role == "world" && change.kind == InputChange::Kind::Missing)
      return fmt::format("{}: the world is missing; if its project lies elsewhere now, --project says where",
                         change.place.string());
  return {};
}

std::vector<OtherCircumstance> Replay::other_circumstances() const {
  std::vector<OtherCircumstance> others;
  const auto compare = [&others](const std::string& what, const std::string& then, const std::string& now) {
    if (then != now) others.push_back({what, then, now});
  };
  const auto compare_all = [&](const auto& then, const auto& now, const std::string& kind) {
    std::set<std::string> names;
    for (const auto& map : {then, now})
      for (const auto& [name, value] : map) names.insert(name);
    const auto value = [](const auto& map, const std::string& name) {
      const auto found = map.find(name);
      return found == map.end() ? std::string() : found->second;
    };
    for (const std::string& name : names) compare(kind + name, value(then, name), value(now, name));
  };
  auto known_versions = versions();
  // What ran a controller is known when it has run.
  if (const auto python = manifest_.versions.find("python"); python != manifest_.versions.end())
    known_versions["python"] = python->second;
  compare_all(manifest_.versions, known_versions, "version of ");
  compare_all(manifest_.environment, telling_environment(), "variable ");
  compare("processor", manifest_.processor, processor());
  compare("system", manifest_.system, operating_system());
  return others;
}

void Replay::set_environment() const {
  for (const auto& [name, value] : telling_environment())
    if (is_given_again(name) && !manifest_.environment.contains(name)) ::unsetenv(name.c_str());
  for (const auto& [name, value] : manifest_.environment)
    if (is_given_again(name)) ::setenv(name.c_str(), value.c_str(), 1);
  const auto webots = std::ranges::find(manifest_.roots, "webots", &InputRoot::name);
  if (webots != manifest_.roots.end())
    ::setenv("WEBOTS_HOME", folder_of(*webots).c_str(), 1);
  else
    ::unsetenv("WEBOTS_HOME");
  std::string extra_projects;
  for (const InputRoot& root : manifest_.roots)
    if (root.name.starts_with("extra/"))
      extra_projects += (extra_projects.empty() ? "" : ":") + folder_of(root).string();
  ::setenv("WEBOTS_EXTRA_PROJECT_PATH", extra_projects.c_str(), 1);
}

ReplayResult Replay::make(const RunCaller& caller) {
  set_environment();
  (void)Run(run_).make(caller);
  ReplayResult result;
  result.now = end_in_verdict(run_.verdict);
  const ManifestEnd &then = manifest_.end, &now = result.now;
  if (!(result.has_end = is_comparable(now))) return result;
  result.equal = now.run_hash == then.run_hash && now.exit_code == then.exit_code && now.steps == then.steps;
  const bool has_equal_states = !trace_.empty() && now.message.ends_with(trace_ + " in every state");
  if (has_equal_states && !result.equal)
    result.difference = "every state is what it was; what controllers printed is not";
  else if (!result.equal)
    result.difference = now.outcome == "not-reproducible" ? now.message : parted_ends(then, now);
  return result;
}

}  // namespace lightsout
