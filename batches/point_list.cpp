// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/point_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "engine/files/parsed_json.h"
#include "world_format/byte_order_mark.h"
#include "world_format/field_value.h"

namespace lightsout {
namespace {

using Json = nlohmann::ordered_json;

// Reads lines of a source and reports at places in them.
class LineReader {
 public:
  LineReader(const SourcePtr& source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  std::optional<std::string_view> next() {
    const std::string_view text = source_->text();
    while (at_ < text.size()) {
      begin_ = at_;
      const std::size_t end = std::min(text.find('\n', at_), text.size());
      at_ = end + 1;
      std::string_view line = text.substr(begin_, end - begin_);
      if (line.ends_with('\r')) line.remove_suffix(1);
      // A file was read without its byte order mark, standard input was not.
      if (begin_ == 0 && line.starts_with(byte_order_mark)) {
        line.remove_prefix(byte_order_mark.size());
        begin_ += byte_order_mark.size();
      }
      if (line.find_first_not_of(" \t") != std::string_view::npos) return line;
    }
    return {};
  }
  void report(std::size_t offset, std::size_t length, std::string message) {
    const auto begin = std::uint32_t(begin_ + offset);
    diagnostics_
        .report(DiagnosticKind::BadRunFile, {source_.get(), begin, begin + std::uint32_t(length)}, std::move(message))
        .source = source_;
  }

 private:
  const SourcePtr& source_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0, begin_ = 0;
};

struct TableField {
  std::string text;
  std::size_t offset, length;
};

// RFC 4180, within a line: a cell in quotes may hold commas, and quotes doubled.
std::vector<TableField> fields_of(std::string_view line) {
  std::vector<TableField> cells;
  std::size_t at = 0;
  for (;;) {
    TableField cell{"", at, 0};
    if (at < line.size() && line[at] == '"') {
      for (++at; at < line.size(); ++at) {
        if (line[at] != '"')
          cell.text += line[at];
        else if (at + 1 < line.size() && line[at + 1] == '"')
          cell.text += line[at++];
        else
          break;
      }
      at = std::min(line.find(',', at), line.size());
    } else {
      const std::size_t end = std::min(line.find(',', at), line.size());
      cell.text = std::string(line.substr(at, end - at));
      at = end;
      const std::size_t begin = cell.text.find_first_not_of(" \t");
      cell.text =
          begin == std::string::npos ? "" : cell.text.substr(begin, cell.text.find_last_not_of(" \t") + 1 - begin);
    }
    cell.length = std::max<std::size_t>(at - cell.offset, 1);
    cells.push_back(std::move(cell));
    if (at >= line.size()) return cells;
    ++at;
  }
}

std::vector<Point> read_csv(LineReader& lines) {
  std::vector<Point> points;
  const auto head = lines.next();
  if (!head) return points;
  const std::vector<TableField> names = fields_of(*head);
  std::set<std::string> seen;
  bool good = true;
  for (const TableField& name : names) {
    if (!name.text.empty() && seen.insert(name.text).second) continue;
    lines.report(name.offset, name.length,
                 name.text.empty() ? "a column has no name" : fmt::format("two columns are called {}", name.text));
    good = false;
  }
  if (!good) return points;
  while (const auto line = lines.next()) {
    const std::vector<TableField> cells = fields_of(*line);
    if (cells.size() != names.size()) {
      lines.report(0, line->size(),
                   fmt::format("this line has {} cells, and the first has {}", cells.size(), names.size()));
      continue;
    }
    Point& point = points.emplace_back();
    for (std::size_t i = 0; i < names.size(); ++i)
      if (!cells[i].text.empty()) point.push_back({names[i].text, cells[i].text});
  }
  return points;
}

std::vector<Point> read_json_lines(LineReader& lines) {
  std::vector<Point> points;
  while (const auto line = lines.next()) {
    auto read = read_json_point(*line);
    if (read)
      points.push_back(std::move(*read));
    else
      lines.report(0, line->size(), read.error());
  }
  return points;
}

// As a command line has it. A list is in brackets, unless it is one of numbers alone.
std::optional<std::string> text_of_value(const Json& value, bool is_element = false) {
  if (value.is_string() && is_element) return list_element(value.get<std::string>());
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number() || value.is_boolean()) return value.dump();
  if (!value.is_array()) return {};
  std::string text;
  for (const Json& element : value) {
    const auto part = text_of_value(element, true);
    if (!part) return {};
    text += (text.empty() ? "" : " ") + *part;
  }
  const auto is_number = [](const Json& one) { return one.is_number(); };
  const bool is_vector = !value.empty() && std::all_of(value.begin(), value.end(), is_number);
  return is_vector && !is_element ? text : "[" + text + "]";
}

// Keeps an id that is no array and no object, also of a line that goes wrong behind it.
class IdReader final : public JsonCheck<Json> {
 public:
  std::string id;

  bool boolean(bool value) override { return keep(value ? "true" : "false"); }
  bool number_integer(std::int64_t value) override { return keep(fmt::format("{}", value)); }
  bool number_unsigned(std::uint64_t value) override { return keep(fmt::format("{}", value)); }
  // Also integers that are larger than any of a machine.
  bool number_float(double, const std::string& written) override { return keep(written); }
  bool string(std::string& value) override { return keep(Json(value).dump()); }
  bool key(std::string& name) override {
    is_id_ = depth_ == 1 && name == "id";
    return true;
  }
  bool start_object(std::size_t size) override { return begin() && JsonCheck::start_object(size); }
  bool start_array(std::size_t size) override { return begin() && JsonCheck::start_array(size); }
  bool end_object() override { return --depth_, JsonCheck::end_object(); }
  bool end_array() override { return --depth_, JsonCheck::end_array(); }

 private:
  bool keep(std::string text) {
    if (is_id_) id = std::move(text);
    is_id_ = false;
    return true;
  }
  bool begin() {
    is_id_ = false;
    ++depth_;
    return true;
  }
  int depth_ = 0;
  bool is_id_ = false;
};

}  // namespace

std::expected<Point, std::string> read_json_point(std::string_view line) {
  const auto json = parsed_json<Json>(line);
  if (!json) return std::unexpected(fmt::format("this is no JSON: {}", json.error().message));
  if (!json->is_object()) return std::unexpected("a point is a JSON object, {\"ROBOT.gain\": 0.5}");
  Point point;
  for (const auto& [name, value] : json->items()) {
    if (name == "id") continue;
    if (name.empty()) return std::unexpected("what is set has no name");
    const auto text = text_of_value(value);
    if (!text) return std::unexpected(fmt::format("{}: a value is a number, a text, true, false or an array", name));
    point.push_back({name, *text});
  }
  return point;
}

std::string id_in(std::string_view line) {
  IdReader reader;
  if (Json::sax_parse(line, &reader) && reader.id.empty())
    if (const auto json = json_or_null<Json>(line); json.is_object() && json.contains("id")) return json["id"].dump();
  return reader.id;
}

std::vector<Point> read_points(const SourcePtr& source, Diagnostics& diagnostics) {
  LineReader lines(source, diagnostics);
  std::string_view text = source->text();
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool is_json = first != std::string_view::npos && text[first] == '{';
  return is_json ? read_json_lines(lines) : read_csv(lines);
}

}  // namespace lightsout
