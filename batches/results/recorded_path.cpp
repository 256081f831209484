// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/results/recorded_path.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>

namespace lightsout {
namespace {

// Reads a line of whatever length; compressed or not.
class LinesOfTable {
 public:
  explicit LinesOfTable(const std::filesystem::path& file) : file_(gzopen(file.c_str(), "rb"), gzclose) {}
  bool is_open() const { return file_ != nullptr; }
  // A whole one, without its end.
  bool next(std::string& line) {
    line.clear();
    char piece[16384];
    while (gzgets(file_.get(), piece, sizeof piece)) {
      line += piece;
      if (!line.ends_with('\n')) continue;
      line.pop_back();
      return true;
    }
    return false;
  }

 private:
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file_;
};

// Cuts at commas outside of quotes; takes the quotes off.
std::vector<std::string> cut_line(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
      fields.back() += line[i++];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

struct PathColumns {
  std::string solid;
  std::array<std::size_t, 3> places;
};

std::vector<PathColumns> path_columns(const std::vector<std::string>& header) {
  std::vector<PathColumns> found;
  for (std::size_t i = 0; i + 3 < header.size(); ++i) {
    const std::string& name = header[i];
    if (!name.ends_with(".x")) continue;
    const std::string solid = name.substr(0, name.size() - 2);
    // A sensor has x, y and z too, but no orientation behind them.
    if (header[i + 1] == solid + ".y" && header[i + 2] == solid + ".z" && header[i + 3] == solid + ".qw")
      found.push_back({solid, {i, i + 1, i + 2}});
  }
  return found;
}

std::optional<double> number_of(const std::string& text) {
  double value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || rest != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

// Keeps each n-th, with n growing so that there are never more than twice as many as wanted.
class Thinned {
 public:
  explicit Thinned(std::size_t most) : most_(most) {}

  void add(const std::array<double, 3>& point) {
    last_ = point;
    if (count_++ % every_ != 0) return;
    kept_.push_back(point);
    if (kept_.size() < most_) return;
    for (std::size_t i = 0; 2 * i < kept_.size(); ++i) kept_[i] = kept_[2 * i];
    kept_.resize((kept_.size() + 1) / 2);
    every_ *= 2;
  }

  std::vector<std::array<double, 3>> take() {
    if (!kept_.empty() && kept_.back() != last_) kept_.push_back(last_);
    return std::move(kept_);
  }

 private:
  std::size_t most_, every_ = 1, count_ = 0;
  std::array<double, 3> last_{};
  std::vector<std::array<double, 3>> kept_;
};

}  // namespace

std::expected<std::vector<RecordedPath>, std::string> read_recorded_paths(const std::filesystem::path& file,
                                                                          std::size_t most_points) {
  LinesOfTable lines(file);
  if (!lines.is_open()) return std::unexpected(fmt::format("{}: {}", file.string(), std::strerror(errno)));
  std::string line;
  if (!lines.next(line)) return {};
  const std::vector<std::string> header = cut_line(line);
  const std::vector<PathColumns> columns = path_columns(header);
  if (columns.empty()) return {};
  std::vector<Thinned> ways(columns.size(), Thinned(most_points));
  while (lines.next(line)) {
    const std::vector<std::string> fields = cut_line(line);
    if (fields.size() != header.size()) continue;
    if (header.back() == "episode" && fields.back() != "0") break;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto& [x, y, z] = columns[i].places;
      const auto a = number_of(fields[x]), b = number_of(fields[y]), c = number_of(fields[z]);
      if (a && b && c) ways[i].add({*a, *b, *c});
    }
  }
  std::vector<RecordedPath> paths;
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (auto points = ways[i].take(); !points.empty()) paths.push_back({columns[i].solid, std::move(points)});
  return paths;
}

}  // namespace lightsout
