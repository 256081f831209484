// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What pens have drawn on visible shapes: lines of ink in the shapes' own frames, so that it needs no texture and no
// picture size. Infra-red sensors see it; it fades as WorldInfo.inkEvaporation says.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "engine/state/part.h"
#include "engine/state/pose.h"
#include "world_format/nodes/value.h"

namespace lightsout {

class StateVisitor;

class Paint final : public Part {
 public:
  static constexpr PartKind part_kind = PartKind::Paint;

  struct Ink {
    Color color;
    double density = 0;  // 0: nothing seen, 1: opaque
  };

  // Seconds per step, and the part of the ink that vanishes per second: density e^(-evaporation age).
  Paint(double dt, double evaporation) : dt_(dt), evaporation_(evaporation) {}

  void begin_step() override { ++step_; }
  // A line of this width from `from` to `to` (m, in the frame of the Shape node with this id). A pen that stands still
  // or goes straight on over its last line draws no second one.
  void draw(std::uint32_t shape, const Vector3d& from, const Vector3d& to, double width, const Ink& ink);
  // The topmost ink there; density 0: none.
  Ink at(std::uint32_t shape, const Vector3d& point) const;
  void clear() {
    sheets_.clear();
    digest_ = 0;
  }
  bool is_empty() const { return sheets_.empty(); }

  void visit_state(StateVisitor& state);

 private:
  // In numbers, for state: from, to, half width, colour, density, step.
  static constexpr std::size_t numbers_per_line = 12;
  struct Line {
    Vector3d from, to;
    double half_width;
    Ink ink;
    std::int64_t step;
  };
  using Cell = std::array<std::int32_t, 3>;
  struct CellHash {
    std::size_t operator()(const Cell& cell) const;
  };
  struct Sheet {
    std::vector<Line> lines;  // in the order drawn
    // Lines by the cells that they touch; looked up, never iterated.
    std::unordered_map<Cell, std::vector<std::uint32_t>, CellHash> cells;
    double entries = 0;  // in the cells
  };
  void enter(Sheet& sheet, std::uint32_t line);

  double dt_, evaporation_;
  std::int64_t step_ = 0;
  std::uint64_t digest_ = 0;  // of all lines in order
  std::map<std::uint32_t, Sheet> sheets_;
};

}  // namespace lightsout
