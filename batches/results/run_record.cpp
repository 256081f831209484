// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/results/run_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "batches/results/run_folder.h"
#include "engine/files/parsed_json.h"
#include "engine/files/whole_file.h"
#include "engine/programs/shell.h"
#include "runs/reports/verdict.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t lines_of_tail = 8;
constexpr std::streamoff most_of_tail = 4096;

// Members of a verdict that are cells of the table of results, in their order there.
constexpr const char* measured[] = {"simulated_seconds", "steps",      "resets",  "failed_controllers",
                                    "wall_seconds",      "state_hash", "run_hash"};

std::string file_error(const fs::path& path) { return fmt::format("{}: {}", path.string(), std::strerror(errno)); }

std::string write(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  return out ? "" : file_error(path);
}

std::string indented(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n'; }

std::expected<Json, std::string> read_json(const fs::path& path) {
  const auto text = read_whole_file(path);
  if (!text) return std::unexpected(fmt::format("{}: {}", path.string(), std::strerror(text.error())));
  auto json = json_or_null<Json>(*text);
  if (!json.is_object()) return std::unexpected(fmt::format("{}: holds no JSON object", path.string()));
  return json;
}

// That says how the run ended.
std::expected<Json, std::string> read_whole_verdict(const fs::path& folder) {
  auto verdict = read_json(folder / "verdict.json");
  if (!verdict) return verdict;
  for (const char* member : {"outcome", "exit_code"})
    if (!verdict->contains(member))
      return std::unexpected(fmt::format("{}: has no {}", (folder / "verdict.json").string(), member));
  return verdict;
}

Cell cell_of(const Json& json) {
  if (json.is_null()) return {};
  if (json.is_boolean()) return std::int64_t(json.get<bool>());
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > std::uint64_t(INT64_MAX)) return json.dump();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string column_text(std::string name) {
  for (std::size_t at = 0; (at = name.find('\0', at)) != name.npos;) name.replace(at, 1, "\u2400");
  return name;
}

namespace {

// An object within an object is "outer.inner".
void flatten(const std::string& prefix, const Json& json, NamedCells& cells) {
  for (const auto& [key, value] : json.items()) {
    const std::string name = prefix.empty() ? key : prefix + "." + key;
    if (value.is_object())
      flatten(name, value, cells);
    else
      cells.emplace_back(column_text(name), cell_of(value));
  }
}

// What controllers print is of any encoding, and tables hold UTF-8: other bytes, and those that end a text for C, are
// replaced.
std::string readable(std::string text) {
  std::ranges::replace(text, '\0', '?');
  return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

// The last lines of a file, without an empty one at the end.
std::string tail_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in) return {};
  const std::streamoff size = in.tellg();
  in.seekg(std::max<std::streamoff>(0, size - most_of_tail));
  std::string text{std::istreambuf_iterator<char>(in), {}};
  while (text.ends_with('\n')) text.pop_back();
  std::size_t begin = text.size();
  for (std::size_t lines = 0; begin > 0; --begin)
    if (text[begin - 1] == '\n' && ++lines == lines_of_tail) break;
  return readable(text.substr(begin));
}

void read_seed(const Json& json, RunRecord& record) {
  if (const auto seed = json.find("seed"); seed != json.end() && seed->is_number_unsigned())
    record.seed = seed->get<std::uint64_t>();
}

void read_description(const Json& json, RunRecord& record) {
  record.world = member_or(json, "world", "");
  record.world_digest = member_or(json, "world_digest", "");
  record.command = member_or(json, "command", "");
  record.repetition = member_or(json, "repetition", 1);
  read_seed(json, record);
  if (const auto point = json.find("point"); point != json.end() && point->is_object())
    for (const auto& [name, value] : point->items())
      record.point.push_back({name, value.is_string() ? value.get<std::string>() : value.dump()});
}

// It did not end by itself.
bool is_for_again(const std::string& outcome) {
  return outcome == name_of(Outcome::Interrupted) || outcome == name_of(Outcome::EnvironmentFailed);
}

void read_verdict(const Json& json, RunRecord& record) {
  record.outcome = member_or(json, "outcome", "");
  record.message = member_or(json, "message", "");
  record.exit_code = member_or(json, "exit_code", int(Outcome::EnvironmentFailed));
  for (const char* key : measured) record.measures.emplace_back(key, cell_of(member_or(json, key, Json())));
  if (const auto metrics = json.find("metrics"); metrics != json.end() && metrics->is_object())
    flatten("", *metrics, record.metrics);
  std::ranges::sort(record.metrics, {}, &NamedCells::value_type::first);
  record.is_for_again = is_for_again(record.outcome);
  for (const Json& controller : member_or(json, "controllers", Json::array()))
    record.is_for_again |= member_or(controller, "by_environment", false);
}

void read_tail(const fs::path& folder, RunRecord& record) {
  if (!record.failed()) return;
  record.log_tail = tail_of(folder / "log");
  if (const std::string output = tail_of(folder / "output"); !output.empty())
    record.log_tail += (record.log_tail.empty() ? "" : "\n") + output;
}

}  // namespace

std::string write_run_description(const PlannedRun& run, const std::vector<std::string>& command,
                                  const fs::path& folder) {
  Json json = Json::object();
  json["name"] = run.name;
  json["world"] = run.world->path;
  json["world_digest"] = run.world->digest;
  json["point"] = Json::object();
  for (const Assignment& assignment : run.point) json["point"][assignment.name] = assignment.value;
  json["seed"] = run.seed ? Json(*run.seed) : Json();
  json["repetition"] = run.repetition;
  json["command"] = shell_words(command);
  json["version"] = LIGHTSOUT_VERSION;
  return write(folder / "run.json", indented(json));
}

std::string write_verdict_for(const PlannedRun& run, Outcome outcome, const std::string& message,
                              const fs::path& folder) {
  Verdict verdict;
  verdict.outcome = outcome;
  verdict.message = message;
  verdict.world = run.world->path;
  verdict.seed = run.seed;
  return write_verdict(verdict, (folder / "verdict.json").string());
}

std::expected<RunRecord, std::string> read_run_record(const fs::path& folder, const std::string& name) {
  RunRecord record;
  record.name = name;
  if (record.name.ends_with(RunFolder::again)) record.name.resize(record.name.size() - std::strlen(RunFolder::again));
  const auto description = read_json(folder / "run.json");
  if (!description) return std::unexpected(description.error());
  // A copy by another name is no other run.
  if (const std::string said = member_or(*description, "name", ""); said != record.name)
    return std::unexpected(fmt::format("{}: {}", (folder / "run.json").string(),
                                       said.empty() ? "has no name" : fmt::format("is of the run {}", said)));
  const auto verdict = read_whole_verdict(folder);
  if (!verdict) return std::unexpected(verdict.error());
  read_description(*description, record);
  read_verdict(*verdict, record);
  // Where it stands is what has been decided of it.
  record.is_for_again |= name.ends_with(RunFolder::again);
  read_tail(folder, record);
  return record;
}

std::expected<RunRecord, std::string> read_single_run(const fs::path& folder) {
  std::error_code error;
  const std::string name = fs::canonical(folder, error).filename().string();
  // Of a batch, wherever its folder has gone.
  if (const auto description = read_json(folder / "run.json"))
    return read_run_record(
        folder, member_or(*description, "name", name) + (name.ends_with(RunFolder::again) ? RunFolder::again : ""));
  RunRecord record;
  record.name = name;
  const auto verdict = read_whole_verdict(folder);
  if (!verdict) return std::unexpected(verdict.error());
  record.world = member_or(*verdict, "world", "");
  read_seed(*verdict, record);
  if (const auto manifest = read_json(folder / "manifest.json"))
    record.command = shell_words(member_or(*manifest, "arguments", std::vector<std::string>()));
  read_verdict(*verdict, record);
  if (const auto test = read_json(folder / test_result_name)) {
    // A golden knows what the run cannot.
    record.outcome = member_or(*test, "result", record.outcome);
    record.message = member_or(*test, "message", record.message);
    record.exit_code = member_or(*test, "exit_code", record.exit_code);
  }
  read_tail(folder, record);
  return record;
}

std::string text_of(const Point& point) {
  std::string text;
  for (const Assignment& assignment : point)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", assignment.name, assignment.value);
  return text;
}

std::string text_of(const Cell& cell) {
  if (const auto* integer = std::get_if<std::int64_t>(&cell)) return fmt::format("{}", *integer);
  if (const auto* number = std::get_if<double>(&cell)) return fmt::format("{}", *number);
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  return {};
}

}  // namespace lightsout
