// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/results/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include "batches/results/recorded_path.h"
#include "batches/results/result_index.h"
#include "engine/descriptors/deep_folders.h"
#include "engine/descriptors/whole_names.h"
#include "world_format/text/embedded_file.h"

namespace lightsout {

extern const std::span<const EmbeddedFile> report_page;

namespace {

namespace fs = std::filesystem;
using PageJson = nlohmann::ordered_json;

std::string_view page_part(std::string_view name) {
  return std::ranges::find(report_page, name, &EmbeddedFile::path)->text;
}

PageJson json_cell(const Cell& cell) {
  return std::visit(
      [](const auto& value) -> PageJson {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
          return nullptr;
        else
          return value;
      },
      cell);
}

PageJson json_columns(const ResultIndex& index) {
  PageJson columns = PageJson::array();
  for (const std::string& name : index.columns()) {
    const auto known = std::ranges::find(index.known_columns(), name, &ResultIndex::Column::column);
    columns.push_back({{"name", name}, {"kind", known == index.known_columns().end() ? "run" : known->kind}});
  }
  return columns;
}

// The tables of a run, sorted.
std::vector<fs::path> tables_in(const fs::path& folder) {
  std::vector<fs::path> tables;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; go_on(at, error)) {
    const std::string name = at->path().filename().string();
    const bool is_table = name.ends_with(".csv") || name.ends_with(".csv.gz");
    if (is_table && name.find(".later.csv") == name.npos && at->is_regular_file()) tables.push_back(at->path());
  }
  std::ranges::sort(tables);
  return tables;
}

// Five digits are finer than a screen.
double rounded(double value) { return std::stod(fmt::format("{:.5g}", value)); }

// Those of a run, the first of each solid.
void add_paths(const fs::path& folder, std::size_t row, std::size_t most_points, PageJson& trajectories) {
  std::set<std::string> solids;
  for (const fs::path& table : tables_in(folder)) {
    const auto paths = read_recorded_paths(table, most_points);
    if (!paths) continue;  // whatever a controller has left
    for (const RecordedPath& path : *paths) {
      if (!solids.insert(path.solid).second) continue;
      PageJson points = PageJson::array();
      for (const auto& [x, y, z] : path.points) points.push_back({rounded(x), rounded(y), rounded(z)});
      trajectories.push_back({{"run", row}, {"solid", path.solid}, {"points", std::move(points)}});
    }
  }
}

// Of the runs of a batch, or of the one whose folder it is.
std::expected<ResultIndex, std::string> index_of(const fs::path& folder) {
  std::error_code error;
  if (RunFolder(folder).is_of_batch()) {
    auto index = ResultIndex::open(folder / "results.db");
    if (!index) return index;
    if (std::string wrong = index->follow(RunFolder(folder)); !wrong.empty()) return std::unexpected(wrong);
    return index;
  }
  if (!fs::exists(folder / "verdict.json", error))
    return std::unexpected(
        fmt::format("{} is neither the folder of a batch (it has no runs/) nor that of a run (it has "
                    "no verdict.json)",
                    folder.string()));
  auto record = read_single_run(folder);
  if (!record) return std::unexpected(record.error());
  auto index = ResultIndex::open(":memory:");
  if (!index) return index;
  index->add(std::move(*record));
  if (std::string wrong = index->commit(); !wrong.empty()) return std::unexpected(wrong);
  return index;
}

std::expected<PageJson, std::string> page_data(const ResultIndex& index, const ReportSettings& settings) {
  const auto columns = index.columns();
  const auto folder_place = std::size_t(std::ranges::find(columns, "folder") - columns.begin());
  PageJson rows = PageJson::array(), trajectories = PageJson::array();
  std::size_t drawn = 0;
  const std::string wrong = index.for_each_row([&](const std::vector<Cell>& cells) {
    PageJson row = PageJson::array();
    for (const Cell& cell : cells) row.push_back(json_cell(cell));
    const std::size_t before = trajectories.size();
    if (drawn < settings.most_paths)
      add_paths(
          RunFolder(settings.folder).is_of_batch() ? settings.folder / text_of(cells[folder_place]) : settings.folder,
          rows.size(), settings.most_points, trajectories);
    drawn += trajectories.size() > before;
    rows.push_back(std::move(row));
  });
  if (!wrong.empty()) return std::unexpected(wrong);
  const fs::path folder = absolute_path(settings.folder).lexically_normal();
  const std::string name = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
  return PageJson{{"name", name},
                  {"version", LIGHTSOUT_VERSION},
                  {"remark", drawn < settings.most_paths
                                 ? std::string()
                                 : fmt::format("Trajectories are those of the first {} runs.", settings.most_paths)},
                  {"columns", json_columns(index)},
                  {"rows", std::move(rows)},
                  {"trajectories", std::move(trajectories)}};
}

// Within a script: no text of it may end that, or begin another.
std::string script_text(const PageJson& json) {
  std::string text = json.dump(-1, ' ', false, PageJson::error_handler_t::replace);
  std::string safe;
  for (const char c : text) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

std::expected<std::string, std::string> chart_script() {
  std::ifstream in(chart_library, std::ios::binary);
  if (!in)
    return std::unexpected(
        fmt::format("cannot open {}: Chart.js draws the report; install Debian's libjs-chart.js "
                    "(scripts/install does)",
                    chart_library));
  return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace

std::expected<std::string, std::string> make_report(const ReportSettings& settings) {
  const auto index = index_of(settings.folder);
  if (!index) return std::unexpected(index.error());
  const auto chart = chart_script();
  if (!chart) return std::unexpected(chart.error());
  const auto data = page_data(*index, settings);
  if (!data) return std::unexpected(data.error());
  // Put together from its pieces, so that no text in one is taken for the place of another.
  const std::pair<std::string_view, std::string> parts[] = {{"@STYLE@", std::string(page_part("report.css"))},
                                                            {"@DATA@", script_text(*data)},
                                                            {"@CHART@", *chart},
                                                            {"@SCRIPT@", std::string(page_part("report.js"))}};
  std::string page;
  std::string_view rest = page_part("report.html");
  for (const auto& [place, text] : parts) {
    const std::size_t at = rest.find(place);
    (page += rest.substr(0, at)) += text;
    rest.remove_prefix(at + place.size());
  }
  return page += rest;
}

}  // namespace lightsout
