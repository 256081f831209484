// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/reports/verdict.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/files/parsed_json.h"
#include "engine/files/whole_file.h"
#include "engine/ode/islands.h"
#include "runs/reports/named_files.h"

namespace lightsout {
namespace {

using Json = nlohmann::ordered_json;

std::string_view name_of(TurnEnd::Kind kind) {
  switch (kind) {
    case TurnEnd::Kind::Step:
    case TurnEnd::Kind::Immediate:
      return "stopped";
    case TurnEnd::Kind::Exited:
      return "exited";
    case TurnEnd::Kind::Failed:
      return "failed";
    case TurnEnd::Kind::Absent:
      return "absent";
  }
  return "";
}

// None where no process of ours has ended: an extern controller's is known to who started it alone.
Json exit_code_of(const ControllerEnd& end) {
  const bool is_known = end.end.kind == TurnEnd::Kind::Exited || end.end.exit_code != 0;
  return is_known && end.controller != "<extern>" ? Json(end.end.exit_code) : Json(nullptr);
}

Json to_json(const ExpectationResult& result) {
  const auto finite = [](std::optional<double> number) {
    return number && std::isfinite(*number) ? Json(*number) : Json();
  };
  Json json = Json::object();
  json["state"] = name_of(result.state);
  json["what"] = result.what;
  json["message"] = result.message;
  json["file"] = result.file;
  json["line"] = result.line;
  json["column"] = result.column;
  json["seen"] = result.seen;
  json["time"] = finite(result.time);
  json["number"] = finite(result.number);
  json["worst"] = finite(result.worst);
  json["worst_time"] = finite(result.worst_time);
  json["min"] = finite(result.low);
  json["max"] = finite(result.high);
  json["unit"] = result.unit;
  return json;
}

}  // namespace

std::string plural(int number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

std::string_view name_of(SolverChoice solver) {
  switch (solver) {
    case SolverChoice::Auto:
      return "auto";
    case SolverChoice::Exact:
      return "exact";
    case SolverChoice::Dense:
      return "dense";
    case SolverChoice::Quick:
      return "quick";
  }
  return "";
}

std::string hash_text(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

void change_end(Verdict& verdict, Ending ending) {
  verdict.outcome = ending.outcome;
  verdict.message = std::move(ending.message);
  verdict.quit_status.reset();
}

std::string sentence(const Verdict& verdict) {
  const std::string failed = verdict.failed_controllers == 0
                                 ? ""
                                 : fmt::format(", but {} had failed", plural(verdict.failed_controllers, "controller"));
  return fmt::format("{}{}: {}", name_of(verdict.outcome), failed, verdict.message);
}

std::string measures(const Verdict& verdict) {
  const double simulated = verdict.runs * verdict.total_simulated_seconds;
  const bool begun_again = verdict.total_steps != verdict.steps || verdict.resets > 0;
  const std::string since = begun_again
                                ? fmt::format(", {} s since {}", verdict.simulated_seconds,
                                              verdict.resets > 0 ? "the last of " + plural(verdict.resets, "reset")
                                                                 : std::string("the last world was loaded"))
                                : "";
  return fmt::format("{} s simulated in {} steps and {:.3f} s of wall clock, {:.1f} times real time{}",
                     verdict.total_simulated_seconds, verdict.total_steps, verdict.wall_seconds,
                     verdict.wall_seconds > 0 ? simulated / verdict.wall_seconds : 0, since);
}

std::string to_json(const Verdict& verdict) {
  // Begun as an object here, as every Json that gets members: one that becomes an object by its first member is left
  // without one, and brings its destructor down, where memory lacks for that.
  Json json = Json::object();
  json["outcome"] = name_of(verdict.outcome);
  json["exit_code"] = verdict.exit_code();
  json["quit_status"] = verdict.quit_status ? Json(*verdict.quit_status) : Json();
  json["message"] = verdict.failed_controllers == 0 ? verdict.message
                                                    : fmt::format("{}; {} had failed", verdict.message,
                                                                  plural(verdict.failed_controllers, "controller"));
  json["world"] = verdict.world;
  json["seed"] = verdict.seed ? Json(*verdict.seed) : Json();
  json["simulated_seconds"] = verdict.simulated_seconds;
  json["steps"] = verdict.steps;
  json["basic_time_step_ms"] = verdict.basic_time_step_ms;
  json["total_simulated_seconds"] = verdict.total_simulated_seconds;
  json["total_steps"] = verdict.total_steps;
  json["resets"] = verdict.resets;
  json["skipped_errors"] = verdict.skipped_errors;
  json["wall_seconds"] = verdict.wall_seconds;
  json["state_hash"] = verdict.state_hash ? Json(hash_text(*verdict.state_hash)) : Json();
  json["run_hash"] = verdict.run_hash ? Json(hash_text(*verdict.run_hash)) : Json();
  json["runs"] = verdict.runs;
  json["solver"] = {{"choice", name_of(verdict.solver)},
                    {"steps_with_quick", verdict.solver_use.steps_with_quick},
                    {"most_quick_islands", verdict.solver_use.most_quick_islands},
                    {"islands",
                     {{"sparse", verdict.solver_use.exact_islands.sparse},
                      {"dense", verdict.solver_use.exact_islands.dense},
                      {"quick", verdict.solver_use.quick_islands}}},
                    {"threshold_rows", Islands::auto_threshold_rows}};
  json["controllers"] = Json::array();
  for (const auto* ends : {&verdict.controllers, &verdict.bad_ends})
    for (const ControllerEnd& end : *ends)
      json["controllers"].push_back({{"robot", end.robot},
                                     {"controller", end.controller},
                                     {"end", name_of(end.end.kind)},
                                     {"exit_code", exit_code_of(end)},
                                     {"reason", end.end.reason},
                                     {"by_environment", end.end.by_environment},
                                     {"after_end", ends == &verdict.bad_ends},
                                     {"time", end.time}});
  json["controllers_in_process"] = verdict.controllers_in_process;
  json["metrics"] = Json::object();
  for (const Metric& metric : verdict.metrics) json["metrics"][metric.name] = json_or_null<Json>(metric.value);
  json["errors"] = Json::array();
  for (const PlacedError& error : verdict.errors)
    json["errors"].push_back(
        {{"file", error.file}, {"line", error.line}, {"column", error.column}, {"text", error.text}});
  json["warnings"] = {{"count", verdict.warnings.count}, {"first", verdict.warnings.first}};
  json["not_simulated"] = verdict.warnings.not_simulated;
  json["approximate"] = verdict.approximate;
  json["left_out"] = verdict.left_out;
  json["failed_controllers"] = verdict.failed_controllers;
  json["expectations"] = Json::array();
  for (const ExpectationResult& result : verdict.expectations) json["expectations"].push_back(to_json(result));
  json["version"] = LIGHTSOUT_VERSION;
  // Names come from files in any encoding: what is no UTF-8 is replaced, not refused.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string write_verdict(const Verdict& verdict, const std::string& path) {
  return write_verdict_text(to_json(verdict), path);
}

std::string write_verdict_text(const std::string& text, const std::string& path) {
  if (path.empty()) return {};
  if (path == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return flush_stdout();
  }
  // Of a run that was refused no folder has been made.
  std::error_code no_folder;
  if (const auto folder = std::filesystem::path(path).parent_path(); !folder.empty())
    std::filesystem::create_directories(folder, no_folder);
  const int error = write_whole_file(path, text);
  return error ? fmt::format("{}: {}", path, std::strerror(error)) : "";
}

}  // namespace lightsout
