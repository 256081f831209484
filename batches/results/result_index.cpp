// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/results/result_index.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sqlite3.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <system_error>

#include "engine/descriptors/waiting.h"
#include "engine/files/json_text.h"
#include "engine/files/whole_file.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

// Before the parameters, and behind the metrics. Those whose names parameters can have too are told apart by kind.
constexpr const char* first_columns[] = {"run", "world", "repetition", "seed", "outcome", "exit_code", "message"};
constexpr const char* last_columns[] = {"log_tail", "command", "world_digest", "folder"};
// SQLite takes 2000 of a table. What is named beyond these stands in one column of its kind, as a JSON object.
constexpr std::size_t most_columns = 1000;
constexpr std::size_t most_waiting = 500;
// Of the tables and of what their cells are, kept in the file: one of another version is made anew.
constexpr int layout = 1;

std::string sql_name(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + '"';
}

std::string lower(std::string text) {
  for (char& c : text) c = char(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// Of SQLite.
class Statement {
 public:
  Statement(sqlite3* database, const std::string& sql) {
    sqlite3_prepare_v2(database, sql.c_str(), int(sql.size()), &statement_, nullptr);
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  explicit operator bool() const { return statement_ != nullptr; }
  void bind(int place, const Cell& cell) {
    if (const auto* integer = std::get_if<std::int64_t>(&cell))
      sqlite3_bind_int64(statement_, place, *integer);
    else if (const auto* number = std::get_if<double>(&cell))
      sqlite3_bind_double(statement_, place, *number);
    else if (const auto* text = std::get_if<std::string>(&cell))
      sqlite3_bind_text(statement_, place, text->data(), int(text->size()), SQLITE_TRANSIENT);
    else
      sqlite3_bind_null(statement_, place);
  }
  int step() { return sqlite3_step(statement_); }
  // To be bound and stepped once more.
  void reset() { sqlite3_reset(statement_); }
  std::string text(int column) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return bytes ? std::string(bytes, std::size_t(sqlite3_column_bytes(statement_, column))) : "";
  }
  Cell cell(int column) const {
    switch (sqlite3_column_type(statement_, column)) {
      case SQLITE_INTEGER:
        return std::int64_t(sqlite3_column_int64(statement_, column));
      case SQLITE_FLOAT:
        return sqlite3_column_double(statement_, column);
      case SQLITE_TEXT:
        return text(column);
      default:
        return {};
    }
  }
  int columns() const { return sqlite3_column_count(statement_); }

 private:
  sqlite3_stmt* statement_ = nullptr;
};

// RFC 4180.
std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell + '"';
}

std::string more_of(const std::string& kind) { return fmt::format("more_{}s", kind); }

std::string json_of_cell(const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return json_text(*text);
  return std::holds_alternative<std::monostate>(cell) ? "null" : text_of(cell);
}

// A number where the table prints the same text again, so that 7, 007 and 7.0 stay three values.
Cell parameter_cell(const std::string& text) {
  const char* end = text.data() + text.size();
  std::int64_t integer = 0;
  if (const auto [rest, error] = std::from_chars(text.data(), end, integer); error == std::errc() && rest == end)
    return text_of(Cell(integer)) == text ? Cell(integer) : Cell(text);
  double number = 0;
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  const bool is_number = error == std::errc() && rest == end && std::isfinite(number);
  return is_number && text_of(Cell(number)) == text ? Cell(number) : Cell(text);
}

Cell seed_cell(const std::optional<std::uint64_t>& seed) {
  if (!seed) return {};
  if (*seed > std::uint64_t(INT64_MAX)) return fmt::format("{}", *seed);
  return std::int64_t(*seed);
}

// Of another batch in the same folder: so many times, until this one is to end. 0: no more of it.
int wait_for_others(void*, int times) {
  constexpr int most_times = 6000, pause_ms = 10;
  if (times >= most_times || must_not_wait()) return 0;
  sqlite3_sleep(pause_ms);
  return 1;
}

}  // namespace

struct ResultIndex::Insertion {
  std::string sql;
  std::optional<Statement> statement;
};

void ResultIndex::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

std::expected<ResultIndex, std::string> ResultIndex::open(const fs::path& file) {
  bool is_busy = false;
  auto index = open_once(file, is_busy);
  std::error_code error;
  if (index || is_busy || !fs::is_regular_file(file, error)) return index;
  // Whatever it was, it can be had again.
  for (const char* ending : {"", "-journal", "-wal", "-shm"}) fs::remove(file.string() + ending, error);
  return open_once(file, is_busy);
}

std::expected<ResultIndex, std::string> ResultIndex::open_once(const fs::path& file, bool& is_busy) {
  sqlite3* database = nullptr;
  const int code = sqlite3_open(file.c_str(), &database);
  ResultIndex index{std::unique_ptr<sqlite3, Close>(database)};
  if (code != SQLITE_OK) return std::unexpected(index.failure(file.string()));
  sqlite3_busy_handler(database, wait_for_others, nullptr);
  if (std::string wrong = index.prepare(); !wrong.empty()) {
    const int why = sqlite3_errcode(database);
    is_busy = why == SQLITE_BUSY || why == SQLITE_LOCKED;
    return std::unexpected(file.string() + ": " + wrong);
  }
  return index;
}

std::string ResultIndex::failure(const std::string& what) const {
  return fmt::format("{}: {}", what, database_ ? sqlite3_errmsg(database_.get()) : "out of memory");
}

std::string ResultIndex::run_statement(const std::string& sql) const {
  return sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK ? "" : failure(sql);
}

std::string ResultIndex::prepare() {
  // Lost power may damage it: it is made anew then.
  const auto holds = [this](fmt::format_string<const int&> query) {
    Statement found(database_.get(), fmt::format(query, layout));
    return found && found.step() == SQLITE_ROW;
  };
  for (const char* sql : {"PRAGMA synchronous=OFF", "PRAGMA quick_check(1)"})
    if (std::string wrong = run_statement(sql); !wrong.empty()) return wrong;
  if (holds("SELECT 1 FROM pragma_user_version WHERE user_version = {}")) return read_columns();
  // In one statement: another process may be making the tables.
  if (holds("SELECT 1 FROM pragma_user_version WHERE user_version != {} AND EXISTS (SELECT 1 FROM sqlite_master)"))
    return "its tables are those of another version";
  std::vector<std::string> made;
  for (const char* name : first_columns)
    made.push_back(sql_name(name) + (std::string_view(name) == "run" ? " TEXT PRIMARY KEY" : ""));
  for (const char* name : last_columns) made.push_back(sql_name(name));
  for (const std::string& sql :
       {std::string("BEGIN IMMEDIATE"),
        fmt::format("CREATE TABLE IF NOT EXISTS runs ({}) WITHOUT ROWID", fmt::join(made, ", ")),
        std::string("CREATE TABLE IF NOT EXISTS columns (name TEXT, kind TEXT, of TEXT)"),
        fmt::format("PRAGMA user_version={}", layout), std::string("COMMIT")})
    if (std::string wrong = run_statement(sql); !wrong.empty()) return wrong;
  return read_columns();
}

// Another process may have made some since.
std::string ResultIndex::read_columns() {
  Statement known(database_.get(), "SELECT name, kind, of FROM columns ORDER BY rowid");
  if (!known) return failure("columns");
  columns_.clear();
  column_of_.clear();
  while (known.step() == SQLITE_ROW) {
    columns_.push_back({known.text(0), known.text(1), known.text(2)});
    column_of_[{known.text(1), known.text(2)}] = known.text(0);
  }
  return {};
}

std::string ResultIndex::commit() {
  if (waiting_.empty()) return {};
  if (std::string wrong = run_statement("BEGIN IMMEDIATE"); !wrong.empty()) return wrong;
  std::string wrong = read_columns();
  Insertion insertion;
  for (const RunRecord& record : waiting_)
    if (wrong.empty()) wrong = write(record, insertion);
  insertion.statement.reset();
  if (wrong.empty()) wrong = run_statement("COMMIT");
  if (wrong.empty())
    waiting_.clear();
  else
    (void)run_statement("ROLLBACK");
  return wrong;
}

std::expected<std::string, std::string> ResultIndex::column_for(const std::string& kind, const std::string& name) {
  if (const auto found = column_of_.find({kind, name}); found != column_of_.end()) return found->second;
  // SQL does not tell the case of letters apart.
  const auto is_taken = [this](const std::string& text) {
    const auto equals = [&](const std::string& other) { return lower(other) == lower(text); };
    return std::ranges::any_of(first_columns, equals) || std::ranges::any_of(last_columns, equals) ||
           std::ranges::any_of(columns_, equals, &Column::column);
  };
  std::string column = name;
  for (int i = 1; is_taken(column); ++i)
    column = i == 1 ? fmt::format("{}:{}", kind, name) : fmt::format("{}:{}:{}", kind, name, i);
  // Without a type: SQLite keeps numbers as numbers and texts as texts, also those that look like numbers.
  if (std::string wrong = run_statement(fmt::format("ALTER TABLE runs ADD COLUMN {}", sql_name(column)));
      !wrong.empty())
    return std::unexpected(wrong);
  Statement note(database_.get(), "INSERT INTO columns VALUES (?, ?, ?)");
  if (!note) return std::unexpected(failure("columns"));
  note.bind(1, column);
  note.bind(2, kind);
  note.bind(3, name);
  if (note.step() != SQLITE_DONE) return std::unexpected(failure("columns"));
  columns_.push_back({column, kind, name});
  column_of_[{kind, name}] = column;
  return column;
}

bool ResultIndex::has_room_for(const std::string& kind, const std::string& name) const {
  return columns_.size() < most_columns || column_of_.contains({kind, name});
}

std::string ResultIndex::insert(const NamedCells& cells, Insertion& insertion) {
  std::vector<std::string> names, places;
  for (const auto& [name, cell] : cells) {
    names.push_back(sql_name(name));
    places.emplace_back("?");
  }
  std::string sql =
      fmt::format("INSERT OR REPLACE INTO runs ({}) VALUES ({})", fmt::join(names, ", "), fmt::join(places, ", "));
  if (sql != insertion.sql) {
    insertion.statement.emplace(database_.get(), sql);
    insertion.sql = std::move(sql);
  }
  Statement& statement = *insertion.statement;
  if (!statement) return failure("a row");
  for (std::size_t i = 0; i < cells.size(); ++i) statement.bind(int(i) + 1, cells[i].second);
  if (statement.step() != SQLITE_DONE) return failure("a row");
  statement.reset();
  return {};
}

std::string ResultIndex::write(const RunRecord& record, Insertion& insertion) {
  NamedCells cells = {{"run", record.name},
                      {"world", record.world},
                      {"repetition", std::int64_t(record.repetition)},
                      {"seed", seed_cell(record.seed)},
                      {"outcome", record.outcome},
                      {"exit_code", std::int64_t(record.exit_code)},
                      {"message", record.message},
                      {"log_tail", record.log_tail},
                      {"command", record.command},
                      {"world_digest", record.world_digest},
                      {"folder", fmt::format("runs/{}/{}{}", record.name.substr(0, 2), record.name,
                                             record.is_for_again ? RunFolder::again : "")}};
  std::set<std::string> filled;  // columns
  // Whether the column is still free in this row.
  const auto add_cell = [&](const char* kind, const std::string& name,
                            const Cell& cell) -> std::expected<bool, std::string> {
    const auto column = column_for(kind, name);
    if (!column) return std::unexpected(column.error());
    if (!filled.insert(*column).second) return false;
    cells.emplace_back(*column, cell);
    return true;
  };
  const auto add_cells = [&](const char* kind, const NamedCells& named) -> std::string {
    std::string rest;
    for (const auto& [name, cell] : named) {
      if (has_room_for(kind, name)) {
        const auto added = add_cell(kind, name, cell);
        if (!added) return added.error();
        if (*added) continue;
      }
      append_json_text(rest += rest.empty() ? "{" : ",", name);
      rest += ':' + json_of_cell(cell);
    }
    if (rest.empty()) return {};
    const auto added = add_cell(kind, more_of(kind), rest + '}');
    return added ? "" : added.error();
  };
  NamedCells parameters;
  for (const auto& [name, value] : record.point) parameters.emplace_back(column_text(name), parameter_cell(value));
  if (std::string wrong = add_cells("parameter", parameters); !wrong.empty()) return wrong;
  if (std::string wrong = add_cells("measure", record.measures); !wrong.empty()) return wrong;
  if (std::string wrong = add_cells("metric", record.metrics); !wrong.empty()) return wrong;
  return insert(cells, insertion);
}

std::expected<std::set<std::string>, std::string> ResultIndex::names() const {
  std::set<std::string> names;
  Statement rows(database_.get(), "SELECT folder FROM runs");
  if (!rows) return std::unexpected(failure("runs"));
  while (rows.step() == SQLITE_ROW) names.insert(fs::path(rows.text(0)).filename().string());
  return names;
}

std::string ResultIndex::follow(const RunFolder& folder) {
  const auto entries = folder.entries();
  if (!entries) return entries.error();
  auto known = names();
  if (!known) return known.error();
  passed_over_.clear();
  for (const RunFolder::Entry& entry : entries->strangers)
    passed_over_.push_back(fmt::format("{}: no run has its place there, and none is counted", entry.path.string()));
  for (const RunFolder::Entry& entry : entries->runs) {
    const bool is_for_again = entry.name.ends_with(RunFolder::again);
    const std::string name = fs::path(entry.name).stem().string();
    if (is_for_again && folder.holds(name)) continue;
    if (!is_for_again && known->contains(entry.name) && folder.holds(name)) {
      known->erase(entry.name);
      continue;
    }
    auto record = read_run_record(entry.path, entry.name);
    if (record) {
      known->erase(entry.name);
      add(std::move(*record));
    } else if (std::error_code gone; fs::exists(entry.path, gone)) {
      // It lost its content with the power, or to a hand: the run is made again.
      passed_over_.push_back(fmt::format("{}: this run counts as not made", record.error()));
    }
    if (waiting_.size() < most_waiting) continue;
    if (std::string wrong = commit(); !wrong.empty()) return wrong;
  }
  if (std::string wrong = commit(); !wrong.empty()) return wrong;
  return remove(*known);
}

bool ResultIndex::has_more() const {
  return std::ranges::any_of(columns_, [](const Column& column) { return column.name == more_of(column.kind); });
}

std::string ResultIndex::remove(const std::set<std::string>& gone) {
  for (const std::string& name : gone) {
    Statement row(database_.get(), "DELETE FROM runs WHERE folder = ?");
    row.bind(1, fmt::format("runs/{}/{}", name.substr(0, 2), name));
    if (row.step() != SQLITE_DONE) return failure("a row");
  }
  return {};
}

std::vector<std::string> ResultIndex::columns() const {
  std::vector<std::string> names(std::begin(first_columns), std::end(first_columns));
  for (const char* kind : {"parameter", "metric", "measure"}) {
    std::vector<std::string> of_kind;
    for (const Column& column : columns_)
      if (column.kind == kind) of_kind.push_back(column.column);
    // Those of the verdict stand in the order of the verdict.
    if (std::string_view(kind) != "measure") std::ranges::sort(of_kind);
    names.insert(names.begin() + (std::string_view(kind) == "parameter" ? 4 : long(names.size())), of_kind.begin(),
                 of_kind.end());
  }
  names.insert(names.end(), std::begin(last_columns), std::end(last_columns));
  return names;
}

std::string ResultIndex::order() const {
  std::vector<std::string> parameters, order = {"world"};
  for (const Column& column : columns_)
    if (column.kind == "parameter") parameters.push_back(sql_name(column.column));
  std::ranges::sort(parameters);
  // By the number with which it begins, also where that is written otherwise than the table writes it (1e-3).
  for (std::string& name : parameters) name = fmt::format("CAST({0} AS REAL), {0}", name);
  order.insert(order.end(), parameters.begin(), parameters.end());
  order.insert(order.end(), {"repetition", "seed", "run"});
  return fmt::format("{}", fmt::join(order, ", "));
}

std::string ResultIndex::for_each_row(const std::function<void(const std::vector<Cell>&)>& visit) const {
  std::vector<std::string> names = columns();
  for (std::string& name : names) name = sql_name(name);
  Statement rows(database_.get(), fmt::format("SELECT {} FROM runs ORDER BY {}", fmt::join(names, ", "), order()));
  if (!rows) return failure("runs");
  std::vector<Cell> cells(names.size());
  int code;
  while ((code = rows.step()) == SQLITE_ROW) {
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = rows.cell(int(i));
    visit(cells);
  }
  return code == SQLITE_DONE ? "" : failure("runs");
}

std::string ResultIndex::write_csv(const fs::path& file) {
  if (std::string wrong = read_columns(); !wrong.empty()) return wrong;
  std::string text;
  const auto add_line = [&text](const std::vector<std::string>& cells) {
    std::string_view comma;
    for (const std::string& cell : cells) {
      text += comma;
      text += csv_cell(cell);
      comma = ",";
    }
    text += '\n';
  };
  add_line(columns());
  std::vector<std::string> line;
  std::string wrong = for_each_row([&](const std::vector<Cell>& cells) {
    line.clear();
    for (const Cell& cell : cells) line.push_back(text_of(cell));
    add_line(line);
  });
  if (!wrong.empty()) return wrong;
  const int error = write_whole_file(file, text);
  return error ? fmt::format("{}: {}", file.string(), std::strerror(error)) : "";
}

std::expected<std::map<std::string, ResultIndex::End>, std::string> ResultIndex::ends() const {
  std::map<std::string, End> ends;
  Statement rows(database_.get(), "SELECT run, exit_code, folder FROM runs");
  if (!rows) return std::unexpected(failure("runs"));
  while (rows.step() == SQLITE_ROW)
    ends[rows.text(0)] = {int(std::get<std::int64_t>(rows.cell(1))), rows.text(2).ends_with(RunFolder::again)};
  return ends;
}

}  // namespace lightsout
