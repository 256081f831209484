// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What is known of a run of a batch from its folder: what it is (run.json), how it ended (verdict.json), what it said
// last (log).
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "batches/plans/plan.h"
#include "runs/reports/outcome.h"

namespace lightsout {

// A cell of the table of results.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;
using NamedCells = std::vector<std::pair<std::string, Cell>>;

// A name as that of a column: SQL ends at the character U+0000, whose picture (U+2400) stands for it.
std::string column_text(std::string name);

struct RunRecord {
  std::string name, world, world_digest, command;
  Point point;
  std::optional<std::uint64_t> seed;
  int repetition = 1;
  // It did not end by itself, or a controller of it did not: it is made again when the batch is (run_folder.h).
  bool is_for_again = false;
  std::string outcome, message;
  int exit_code = 0;
  NamedCells measures;   // of the verdict: simulated time, steps, hashes
  NamedCells metrics;    // of controllers, "robot.name", sorted
  std::string log_tail;  // of a run that failed: the last lines of its log

  bool failed() const { return exit_code != 0; }
};

// Into the folder of a run that is about to begin. "" or what went wrong.
std::string write_run_description(const PlannedRun& run, const std::vector<std::string>& command,
                                  const std::filesystem::path& folder);
// For a run that gave none: the verdict of the batch. "" or what went wrong.
std::string write_verdict_for(const PlannedRun& run, Outcome outcome, const std::string& message,
                              const std::filesystem::path& folder);
// `name`: of the folder when it has its place.
std::expected<RunRecord, std::string> read_run_record(const std::filesystem::path& folder, const std::string& name);
// What a test made of the run in whose folder it is: a JSON object with `test`, `result`, `message` and `exit_code`.
inline constexpr const char* test_result_name = "test.json";
// Of the folder of a run that was made alone: what is known of it stands in its verdict and manifest, and of the run of
// a test in what the test made of it.
std::expected<RunRecord, std::string> read_single_run(const std::filesystem::path& folder);

// "ROBOT.gain=0.5 FLOOR.friction=1"
std::string text_of(const Point& point);
// As a table prints it.
std::string text_of(const Cell& cell);

}  // namespace lightsout
