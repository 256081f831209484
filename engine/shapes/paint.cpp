// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/paint.h"

#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/state/state.h"
#include "limits/limits.h"

namespace lightsout {
namespace {

constexpr double cell_size = 0.02;  // m: some widths of a lead

std::int32_t cell_of(double coordinate) {
  return std::int32_t(std::clamp(std::floor(coordinate / cell_size), -2e9, 2e9));
}

double distance_to_line(const Vector3d& point, const Vector3d& from, const Vector3d& to) {
  const Vector3d along = to - from;
  const double length2 = along.squaredNorm();
  const double t = length2 > 0 ? std::clamp((point - from).dot(along) / length2, 0.0, 1.0) : 0;
  return (point - (from + t * along)).norm();
}

}  // namespace

std::size_t Paint::CellHash::operator()(const Cell& cell) const { return XXH3_64bits(cell.data(), sizeof cell); }

void Paint::enter(Sheet& sheet, std::uint32_t index) {
  const Line& line = sheet.lines[index];
  const auto most = double(value_of(Limit::PaintCells));
  // A line that crosses many cells is entered by pieces of a cell's length.
  const double length = (line.to - line.from).norm();
  const int pieces = std::max(1, int(std::min(1e6, std::ceil(length / cell_size))));
  for (int piece = 0; piece < pieces; ++piece) {
    const Vector3d a = line.from + (line.to - line.from) * (double(piece) / pieces);
    const Vector3d b = line.from + (line.to - line.from) * (double(piece + 1) / pieces);
    Cell low, high;
    for (int i = 0; i < 3; ++i) {
      low[std::size_t(i)] = cell_of(std::min(a[i], b[i]) - line.half_width);
      high[std::size_t(i)] = cell_of(std::max(a[i], b[i]) + line.half_width);
    }
    double in_piece = 1;
    for (std::size_t i = 0; i < 3; ++i) in_piece *= double(high[i]) - double(low[i]) + 1;
    sheet.entries += in_piece;
    if (sheet.entries > most)
      throw LimitReached(Limit::PaintCells, "the lines of a Pen on one shape are too long and wide");
    for (Cell cell = low; cell[0] <= high[0]; ++cell[0])
      for (cell[1] = low[1]; cell[1] <= high[1]; ++cell[1])
        for (cell[2] = low[2]; cell[2] <= high[2]; ++cell[2]) {
          std::vector<std::uint32_t>& entries = sheet.cells[cell];
          if (entries.empty() || entries.back() != index) entries.push_back(index);
        }
  }
}

void Paint::draw(std::uint32_t shape, const Vector3d& from, const Vector3d& to, double width, const Ink& ink) {
  Sheet& sheet = sheets_[shape];
  if (!sheet.lines.empty()) {
    Line& last = sheet.lines.back();
    const bool same_ink =
        last.ink.color == ink.color && last.ink.density == ink.density && last.half_width == width / 2;
    // Within a tenth of the width is where it was: that line is wet again.
    if (same_ink && distance_to_line(from, last.from, last.to) <= width / 10 &&
        distance_to_line(to, last.from, last.to) <= width / 10) {
      last.step = step_;
      return;
    }
  }
  sheet.lines.push_back({from, to, width / 2, ink, step_});
  enter(sheet, std::uint32_t(sheet.lines.size() - 1));
  const double numbers[] = {double(shape), from.x(), from.y(),    from.z(),    to.x(),      to.y(),
                            to.z(),        width,    ink.color.r, ink.color.g, ink.color.b, ink.density};
  digest_ = XXH3_64bits_withSeed(numbers, sizeof numbers, digest_);
}

Paint::Ink Paint::at(std::uint32_t shape, const Vector3d& point) const {
  const auto sheet = sheets_.find(shape);
  if (sheet == sheets_.end()) return {};
  const auto cell = sheet->second.cells.find({cell_of(point.x()), cell_of(point.y()), cell_of(point.z())});
  if (cell == sheet->second.cells.end()) return {};
  for (auto index = cell->second.rbegin(); index != cell->second.rend(); ++index) {
    const Line& line = sheet->second.lines[*index];
    if (distance_to_line(point, line.from, line.to) > line.half_width) continue;
    Ink ink = line.ink;
    if (evaporation_ > 0) ink.density *= std::exp(-evaporation_ * double(step_ - line.step) * dt_);
    return ink;
  }
  return {};
}

void Paint::visit_state(StateVisitor& state) {
  state.node("paint");
  state.field("step", step_);
  state.field("digest", digest_);
  if (state.is_hashing()) return;
  std::uint64_t count = sheets_.size();
  state.field("sheets", count);
  std::vector<std::uint32_t> shapes;
  for (const auto& [shape, sheet] : sheets_) shapes.push_back(shape);
  state.list("shapes", shapes);
  if (state.is_loading()) sheets_.clear();
  for (const std::uint32_t shape : shapes) {
    std::vector<double> numbers;
    for (const Line& line : sheets_[shape].lines)
      numbers.insert(numbers.end(), {line.from.x(), line.from.y(), line.from.z(), line.to.x(), line.to.y(), line.to.z(),
                                     line.half_width, line.ink.color.r, line.ink.color.g, line.ink.color.b,
                                     line.ink.density, double(line.step)});
    state.list("lines", numbers);
    if (!state.is_loading() || state.failed()) continue;
    Sheet& sheet = sheets_[shape];
    for (std::size_t i = 0; i + numbers_per_line <= numbers.size(); i += numbers_per_line) {
      const double* n = &numbers[i];
      sheet.lines.push_back(
          {{n[0], n[1], n[2]}, {n[3], n[4], n[5]}, n[6], {{n[7], n[8], n[9]}, n[10]}, std::int64_t(n[11])});
      enter(sheet, std::uint32_t(sheet.lines.size() - 1));
    }
  }
}

}  // namespace lightsout
