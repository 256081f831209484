// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// #WEBOTS_MOTION,V1.0,left hip,right hip
// 00:01:500,pose 3,0.25,*
#include "world_format/motion_file.h"

#include <fmt/format.h>

#include <charconv>

#include "world_format/text/diagnostic.h"

namespace lightsout {

namespace {

struct Cell {
  std::string_view text;
  Span span;
};

// Cut at commas; blanks around a cell do not belong to it.
std::vector<Cell> cells_of(const Source& source, std::uint32_t begin, std::uint32_t end) {
  std::vector<Cell> cells;
  const std::string_view text = source.text();
  while (true) {
    std::uint32_t stop = begin;
    while (stop < end && text[stop] != ',') ++stop;
    std::uint32_t first = begin, last = stop;
    while (first < last && (text[first] == ' ' || text[first] == '\t')) ++first;
    while (last > first && (text[last - 1] == ' ' || text[last - 1] == '\t' || text[last - 1] == '\r')) --last;
    cells.push_back({text.substr(first, last - first), {&source, first, last}});
    if (stop >= end) return cells;
    begin = stop + 1;
  }
}

// "01:02:500" -> 62500
std::optional<std::int64_t> read_time(std::string_view text) {
  std::int64_t parts[3] = {};
  for (int i = 0; i < 3; ++i) {
    auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), parts[i]);
    if (error != std::errc() || parts[i] < 0 || parts[i] > 1'000'000) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    if (i == 2) break;
    if (!text.starts_with(':')) return std::nullopt;
    text.remove_prefix(1);
  }
  if (!text.empty() || parts[1] > 59 || parts[2] > 999) return std::nullopt;
  return (parts[0] * 60 + parts[1]) * 1000 + parts[2];
}

std::optional<double> read_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || stop != text.data() + text.size() || number - number != 0) return std::nullopt;
  return number;
}

}  // namespace

MotionFile read_motion(const Source& source, Diagnostics& diagnostics) {
  MotionFile motion;
  const std::string_view text = source.text();
  bool header = false;
  for (std::uint32_t begin = 0; begin < text.size();) {
    const auto newline = text.find('\n', begin);
    const auto end = static_cast<std::uint32_t>(newline == text.npos ? text.size() : newline);
    const std::vector<Cell> cells = cells_of(source, begin, end);
    begin = end + 1;
    if (cells.size() == 1 && cells[0].text.empty()) continue;
    if (!header) {
      header = true;
      if (cells[0].text != "#WEBOTS_MOTION") {
        diagnostics.report(DiagnosticKind::BadMotion, cells[0].span,
                           "a motion file begins with #WEBOTS_MOTION,V1.0 and the names of the motors");
        return motion;
      }
      if (cells.size() < 2 || !cells[1].text.starts_with("V1."))
        diagnostics.report(DiagnosticKind::BadMotion, cells.size() < 2 ? cells[0].span : cells[1].span,
                           "expected the version V1.0");
      for (std::size_t i = 2; i < cells.size(); ++i) motion.joints.emplace_back(cells[i].text);
      if (motion.joints.empty())
        diagnostics.report(DiagnosticKind::BadMotion, cells.back().span, "the motion names no motor");
      continue;
    }
    if (cells[0].text.starts_with('#')) continue;
    MotionFrame frame;
    const std::optional<std::int64_t> time = read_time(cells[0].text);
    if (!time) {
      diagnostics.report(DiagnosticKind::BadMotion, cells[0].span,
                         fmt::format("`{}` is no time: expected minutes:seconds:milliseconds", cells[0].text));
      continue;
    }
    frame.time_ms = *time;
    if (!motion.frames.empty() && frame.time_ms <= motion.frames.back().time_ms) {
      diagnostics.report(DiagnosticKind::BadMotion, cells[0].span, "this time is not after the one of the line before");
      continue;
    }
    if (cells.size() > 1) frame.pose = cells[1].text;
    if (cells.size() != motion.joints.size() + 2)
      diagnostics.report(
          DiagnosticKind::BadMotion, cells.back().span,
          fmt::format("{} positions for {} motors", cells.size() < 2 ? 0 : cells.size() - 2, motion.joints.size()));
    frame.positions.resize(motion.joints.size());
    for (std::size_t i = 0; i < motion.joints.size() && i + 2 < cells.size(); ++i) {
      const Cell& cell = cells[i + 2];
      if (cell.text == "*") continue;
      frame.positions[i] = read_number(cell.text);
      if (!frame.positions[i])
        diagnostics.report(DiagnosticKind::BadMotion, cell.span,
                           fmt::format("`{}` is neither a number nor *", cell.text));
    }
    motion.frames.push_back(std::move(frame));
  }
  if (!header) diagnostics.report(DiagnosticKind::BadMotion, {&source, 0, 0}, "the motion file is empty");
  return motion;
}

}  // namespace lightsout
