// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/check_report.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "app/github.h"
#include "app/terminal.h"
#include "engine/files/percent_encoding.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

const std::vector<std::string> check_formats = {"text", "json", "github", "sarif"};

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* sarif_schema = "https://json.schemastore.org/sarif-2.1.0.json";

std::string_view name_of(Severity severity) {
  return severity == Severity::Error ? "error" : severity == Severity::Warning ? "warning" : "note";
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

// Names come from files in any encoding: what is no UTF-8 is replaced, not refused.
std::string text_of(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

class TextReport final : public CheckReport {
 public:
  void add(const CheckedWorld& world, bool) override {
    for (const Diagnostic& finding : world.findings) fmt::print("{}", render(finding, shows_color(stdout)));
    for (const AssetUse& use : world.assets) fmt::print("{}", line_of(use));
  }

 private:
  // "missing      textures/a.png  worlds/a.wbt:12"
  static std::string line_of(const AssetUse& use) {
    std::string where;
    if (use.span)
      where = fmt::format("  {}:{}", use.span.source->name(), use.span.source->position(use.span.begin).line);
    return fmt::format("{:<12} {}{}\n", name_of(use.asset.place), use.url, where);
  }
};

// An array with one element a world.
class JsonReport final : public CheckReport {
 public:
  void add(const CheckedWorld& world, bool lists_assets) override {
    Json findings = Json::array();
    for (const Diagnostic& finding : world.findings) findings.push_back(to_json(finding));
    report_.push_back({{"world", world.path},
                       {"errors", world.errors},
                       {"warnings", world.warnings},
                       {"diagnostics", std::move(findings)}});
    if (!lists_assets) return;
    Json assets = Json::array();
    for (const AssetUse& use : world.assets) assets.push_back(to_json(use));
    report_.back()["assets"] = std::move(assets);
  }
  std::string end() override { return text_of(report_); }

 private:
  static void put_place(Json& json, Span span) {
    if (!span) return;
    const Source::Position begin = span.source->position(span.begin);
    const Source::Position end = span.source->position(span.end);
    json["file"] = span.source->name();
    json["line"] = begin.line;
    json["column"] = begin.column;
    json["end_line"] = end.line;
    json["end_column"] = end.column;
  }
  static Json to_json(const Diagnostic& diagnostic) {
    Json json = Json::object();
    put_place(json, diagnostic.span);
    json["severity"] = name_of(diagnostic.severity);
    json["kind"] = id_of(diagnostic.kind);
    json["message"] = diagnostic.message;
    json["notes"] = Json::array();
    for (const DiagnosticNote& note : diagnostic.notes) {
      Json entry = Json::object();
      put_place(entry, note.span);
      entry["message"] = note.message;
      json["notes"].push_back(std::move(entry));
    }
    return json;
  }
  static Json to_json(const AssetUse& use) {
    Json json = Json::object();
    put_place(json, use.span);
    json["url"] = use.url;
    json["place"] = name_of(use.asset.place);
    if (use.asset) json["path"] = use.asset.path.string();
    return json;
  }

  Json report_ = Json::array();
};

class GithubReport final : public CheckReport {
 public:
  void add(const CheckedWorld& world, bool) override {
    for (const Diagnostic& finding : world.findings) {
      const std::string_view level = finding.severity == Severity::Note ? "notice" : name_of(finding.severity);
      fmt::print("{}", github_annotation(level, place_of(finding, world), id_of(finding.kind), finding.message));
    }
  }

 private:
  static GithubPlace place_of(const Diagnostic& finding, const CheckedWorld& world) {
    if (!finding.span) return {world.path};
    const Source::Position begin = finding.span.source->position(finding.span.begin);
    const Source::Position end = finding.span.source->position(finding.span.end);
    return {finding.span.source->name(), begin.line, begin.column, end.line, end.column};
  }
};

// SARIF 2.1.0: one run with a result a finding, and a rule for each kind that was found.
class SarifReport final : public CheckReport {
 public:
  void add(const CheckedWorld& world, bool) override {
    for (const Diagnostic& finding : world.findings) {
      kinds_.emplace(id_of(finding.kind));
      Json result = Json::object();
      result["ruleId"] = id_of(finding.kind);
      result["level"] = name_of(finding.severity);
      result["message"] = {{"text", finding.message}};
      result["locations"] = {{{"physicalLocation", location_of(finding.span, world.path)}}};
      if (!finding.notes.empty()) result["relatedLocations"] = Json::array();
      for (const DiagnosticNote& note : finding.notes)
        result["relatedLocations"].push_back(
            {{"message", {{"text", note.message}}}, {"physicalLocation", location_of(note.span, world.path)}});
      results_.push_back(std::move(result));
    }
  }

  std::string end() override {
    Json rules = Json::array();
    for (const std::string& kind : kinds_) rules.push_back({{"id", kind}});
    const Json driver = {{"name", "lightsout"}, {"version", LIGHTSOUT_VERSION}, {"rules", std::move(rules)}};
    const Json run = {{"tool", {{"driver", driver}}}, {"columnKind", "unicodeCodePoints"}, {"results", results_}};
    return text_of({{"$schema", sarif_schema}, {"version", "2.1.0"}, {"runs", {run}}});
  }

 private:
  // A path as a reference to a resource: what has a meaning there is written by its number.
  static std::string uri_of(const std::string& path) {
    return (std::filesystem::path(path).is_absolute() ? "file://" : "") + percent_encoded(path, plain_in_paths);
  }
  static Json location_of(Span span, const std::string& world) {
    Json location = {{"artifactLocation", {{"uri", uri_of(seen_from_workspace(span ? span.source->name() : world))}}}};
    if (!span) return location;
    const Source::Position begin = span.source->position(span.begin), end = span.source->position(span.end);
    location["region"] = {
        {"startLine", begin.line}, {"startColumn", begin.column}, {"endLine", end.line}, {"endColumn", end.column}};
    return location;
  }

  std::set<std::string> kinds_;
  Json results_ = Json::array();
};

}  // namespace

std::unique_ptr<CheckReport> make_check_report(const std::string& format) {
  if (format == "json") return std::make_unique<JsonReport>();
  if (format == "github") return std::make_unique<GithubReport>();
  if (format == "sarif") return std::make_unique<SarifReport>();
  return std::make_unique<TextReport>();
}

}  // namespace lightsout
