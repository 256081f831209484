// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// results.db of a batch: an SQLite table `runs` with one row a run, made of the runs' folders and never the truth
// itself. It has a column for each parameter, metric and measure of the verdict; the table `columns` says which is
// what.
#pragma once

#include <expected>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "batches/results/run_folder.h"
#include "batches/results/run_record.h"

struct sqlite3;

namespace lightsout {

class ResultIndex {
 public:
  // Makes it if it is not there, and anew if it is none. The error is a sentence.
  static std::expected<ResultIndex, std::string> open(const std::filesystem::path& file);

  // Adds what the folder has and the table has not, and takes out what the folder has not. "" or what went wrong.
  std::string follow(const RunFolder& folder);
  // What stands among the folders of runs and has no row, and why, a sentence each: it is damaged, or no run's place.
  const std::vector<std::string>& passed_over() const { return passed_over_; }
  // It has more names than columns, or had two of one column in a row, which is said by `more`.
  bool has_more() const;
  static constexpr const char* more =
      "there are more names than a table has columns, or two of one column: the rest stands in its columns "
      "more_parameters and more_metrics";
  // Takes the place of an earlier row of the run, with the next commit.
  void add(RunRecord record) { waiting_.push_back(std::move(record)); }
  // What was added is in the file; others may write to it before and after. "" or what went wrong.
  std::string commit();

  // Sorted by world, parameters, repetition and seed.
  std::string write_csv(const std::filesystem::path& file);
  // Of the run of the name: exit code and outcome.
  struct End {
    int exit_code;
    bool is_for_again;
  };
  std::expected<std::map<std::string, End>, std::string> ends() const;
  // In the order of the table: what the run is, how it ended, metrics, measures, the rest.
  std::vector<std::string> columns() const;
  // In the order of the CSV file, cells in that of the columns. "" or what went wrong.
  std::string for_each_row(const std::function<void(const std::vector<Cell>&)>& visit) const;
  // Kind: "parameter", "metric" or "measure"; the name is as it is known outside of the table.
  struct Column {
    std::string column, kind, name;
  };
  const std::vector<Column>& known_columns() const { return columns_; }

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  explicit ResultIndex(std::unique_ptr<sqlite3, Close> database) : database_(std::move(database)) {}
  static std::expected<ResultIndex, std::string> open_once(const std::filesystem::path& file, bool& is_busy);
  std::string prepare();
  std::string read_columns();
  std::string run_statement(const std::string& sql) const;
  struct Insertion;  // the statement for rows that have the same columns as the one before
  std::string write(const RunRecord& record, Insertion& insertion);
  std::string failure(const std::string& what) const;
  // Its column, made if it is not there.
  std::expected<std::string, std::string> column_for(const std::string& kind, const std::string& name);
  bool has_room_for(const std::string& kind, const std::string& name) const;
  std::string remove(const std::set<std::string>& gone);
  std::string insert(const NamedCells& cells, Insertion& insertion);
  std::expected<std::set<std::string>, std::string> names() const;
  std::string order() const;

  std::unique_ptr<sqlite3, Close> database_;
  std::vector<Column> columns_;
  std::map<std::pair<std::string, std::string>, std::string> column_of_;  // by kind and name
  std::vector<RunRecord> waiting_;                                        // for a commit
  std::vector<std::string> passed_over_;
};

}  // namespace lightsout
