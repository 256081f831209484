// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/sweeps/point_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "engine/files/parsed_json.h"
#include "world_format/syntax/field_value.h"
#include "world_format/text/byte_order_mark.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

using Json = nlohmann::ordered_json;

struct TableCell {
  std::string text;
  std::size_t offset, length;  // in the text of its row
};

// Reads a source line by line, or row by row, and reports at places in what was read last.
class RowReader {
 public:
  RowReader(const SourcePtr& source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {
    // A file was read without its byte order mark, standard input was not.
    if (text().starts_with(byte_order_mark)) at_ = byte_order_mark.size();
  }

  std::string_view text() const { return source_->text(); }
  // From where it reads on.
  std::size_t at() const { return at_; }

  std::optional<std::string_view> next_line() {
    while (at_ < text().size()) {
      begin_ = at_;
      const std::size_t end = std::min(text().find('\n', at_), text().size());
      at_ = end + 1;
      std::string_view line = text().substr(begin_, end - begin_);
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (line.find_first_not_of(" \t") != line.npos) return line;
    }
    return {};
  }
  // RFC 4180: a cell in quotes may hold commas and ends of lines, and quotes doubled.
  std::optional<std::vector<TableCell>> next_row() {
    if (!next_line()) return {};
    at_ = begin_;
    std::vector<TableCell> row;
    do row.push_back(next_cell());
    while (at_ < text().size() && text()[at_++] == ',');
    return row;
  }
  void report(std::size_t offset, std::size_t length, std::string message) {
    report_at(begin_ + offset, length, std::move(message));
  }
  void report_at(std::size_t at, std::size_t length, std::string message) {
    const auto begin = std::uint32_t(at);
    diagnostics_
        .report(DiagnosticKind::BadRunFile, {source_.get(), begin, begin + std::uint32_t(length)}, std::move(message))
        .source = source_;
  }

 private:
  TableCell next_cell() {
    TableCell cell{"", at_ - begin_, 0};
    const std::size_t begin = at_;
    if (at_ < text().size() && text()[at_] == '"') cell.text = next_quoted();
    const std::size_t end = std::min(text().find_first_of(",\n", at_), text().size());
    if (at_ == begin) {
      const std::string_view plain = text().substr(at_, end - at_);
      const std::size_t first = plain.find_first_not_of(" \t\r");
      if (first != plain.npos) cell.text = plain.substr(first, plain.find_last_not_of(" \t\r") + 1 - first);
    }
    at_ = end;
    cell.length = std::max<std::size_t>(end - begin, 1);
    return cell;
  }
  std::string next_quoted() {
    const std::size_t begin = at_++;
    std::string quoted;
    for (; at_ < text().size(); quoted += text()[at_++]) {
      if (text()[at_] != '"') continue;
      ++at_;
      if (at_ >= text().size() || text()[at_] != '"') return quoted;
    }
    report_at(begin, 1, "this quote is not closed");
    return quoted;
  }

  const SourcePtr& source_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0, begin_ = 0;
};

std::vector<Point> read_csv(RowReader& rows) {
  std::vector<Point> points;
  const auto names = rows.next_row();
  if (!names) return points;
  std::set<std::string> seen;
  bool good = true;
  for (const TableCell& name : *names) {
    if (!name.text.empty() && seen.insert(name.text).second) continue;
    rows.report(name.offset, name.length,
                name.text.empty() ? "a column has no name" : fmt::format("two columns are called {}", name.text));
    good = false;
  }
  if (!good) return points;
  while (const auto cells = rows.next_row()) {
    if (cells->size() != names->size()) {
      rows.report(0, cells->back().offset + cells->back().length,
                  fmt::format("this row has {} cell{}, and the first has {}", cells->size(),
                              cells->size() == 1 ? "" : "s", names->size()));
      continue;
    }
    Point& point = points.emplace_back();
    for (std::size_t i = 0; i < names->size(); ++i)
      if (!(*cells)[i].text.empty()) point.push_back({(*names)[i].text, (*cells)[i].text});
  }
  return points;
}

std::vector<Point> read_json_lines(RowReader& lines) {
  std::vector<Point> points;
  while (const auto line = lines.next_line()) {
    auto read = read_json_point(*line);
    if (read)
      points.push_back(std::move(*read));
    else
      lines.report(0, line->size(), read.error());
  }
  return points;
}

// The elements of the array that a text of JSON is.
std::vector<std::string_view> elements_of(std::string_view array) {
  std::vector<std::string_view> elements;
  int depth = 0;
  bool in_text = false;
  std::size_t begin = 0;
  const auto end_element = [&](std::size_t end) {
    const std::string_view element = array.substr(begin, end - begin);
    const std::size_t first = element.find_first_not_of(" \t\r\n");
    if (first != element.npos)
      elements.push_back(element.substr(first, element.find_last_not_of(" \t\r\n") + 1 - first));
    begin = end + 1;
  };
  for (std::size_t i = 0; i < array.size(); ++i) {
    const char c = array[i];
    if (in_text) {
      if (c == '\\') ++i;
      in_text = c != '"';
    } else if (c == '"') {
      in_text = true;
    } else if (c == '[' || c == '{') {
      if (++depth == 1) begin = i + 1;
    } else if (c == ']' || c == '}') {
      if (--depth == 0) end_element(i);
    } else if (c == ',' && depth == 1) {
      end_element(i);
    }
  }
  return elements;
}

std::vector<Point> read_json_array(RowReader& rows) {
  std::vector<Point> points;
  const std::string_view array = rows.text().substr(rows.at());
  if (const auto json = parsed_json<Json>(array); !json) {
    rows.report_at(rows.at() + std::min(json.error().byte, array.size()), 1,
                   fmt::format("this is no JSON: {}", json.error().message));
    return points;
  }
  for (const std::string_view element : elements_of(array)) {
    auto read = read_json_point(element);
    if (read)
      points.push_back(std::move(*read));
    else
      rows.report_at(std::size_t(element.data() - rows.text().data()), element.size(), read.error());
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

// Looks for a name that the object has twice: a reader of JSON would take one of the two.
class NameCheck final : public JsonCheck<Json> {
 public:
  std::string twice;

  bool key(std::string& name) override {
    if (depth_ != 1 || seen_.insert(name).second) return true;
    twice = name;
    return false;
  }
  bool start_object(std::size_t size) override { return ++depth_, JsonCheck::start_object(size); }
  bool start_array(std::size_t size) override { return ++depth_, JsonCheck::start_array(size); }
  bool end_object() override { return --depth_, JsonCheck::end_object(); }
  bool end_array() override { return --depth_, JsonCheck::end_array(); }

 private:
  std::set<std::string> seen_;
  int depth_ = 0;
};

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
  NameCheck check;
  if (!Json::sax_parse(line, &check))
    return std::unexpected(check.twice.empty() ? fmt::format("this is no JSON: {}", check.error.message)
                                               : fmt::format("`{}` stands twice in this point", check.twice));
  const Json json = Json::parse(line);
  if (!json.is_object()) return std::unexpected("a point is a JSON object, {\"ROBOT.gain\": 0.5}");
  Point point;
  for (const auto& [name, value] : json.items()) {
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
  RowReader rows(source, diagnostics);
  const std::size_t first = rows.text().find_first_not_of(" \t\r\n", rows.at());
  const char begins = first == std::string_view::npos ? ' ' : rows.text()[first];
  return begins == '{' ? read_json_lines(rows) : begins == '[' ? read_json_array(rows) : read_csv(rows);
}

}  // namespace lightsout
