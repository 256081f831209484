// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What drawing with OpenGL 1 leaves behind when nobody looks: the vertices between glBegin and glEnd, taken through the
// modelview matrices to world coordinates, as points, lines and triangles. Display lists are kept as the calls they
// hold.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "plugins/host/gl_recording.h"

namespace lightsout {

class GlRecorder {
 public:
  enum class Code : std::uint8_t {
    Begin,
    End,
    Vertex,
    Color,
    LineWidth,
    PointSize,
    MatrixMode,
    PushMatrix,
    PopMatrix,
    LoadMatrix,
    MultMatrix,
    PushAttributes,
    PopAttributes,
    PolygonMode,
    CallList
  };
  // A call: what and its numbers.
  struct Call {
    Code code;
    std::array<double, 16> numbers;
  };
  using Matrix = std::array<double, 16>;  // column by column, as OpenGL has it

  void begin(DebugGeometry* target);
  void end() { target_ = nullptr; }

  // Does it, or keeps it if a list is being made.
  void issue(const Call& call);

  unsigned new_lists(int count);
  void start_list(unsigned name, bool execute);
  void finish_list();
  void delete_lists(unsigned first, int count);
  bool is_list(unsigned name) const { return lists_.contains(name); }

  const Matrix& matrix() const { return stacks_[mode_].back(); }
  const std::array<float, 4>& color() const { return state_.color; }
  float line_width() const { return state_.line_width; }

  static Matrix identity();
  static Matrix product(const Matrix& a, const Matrix& b);

 private:
  struct State {
    std::array<float, 4> color{1, 1, 1, 1};
    float line_width = 1;
    float point_size = 1;
    bool wire = false;  // glPolygonMode(..., GL_LINE)
  };
  void execute(const Call& call, int depth);
  void finish_primitive();
  void emit(DebugGeometry::Kind kind, std::initializer_list<std::size_t> indices);

  DebugGeometry* target_ = nullptr;
  State state_;
  std::vector<State> saved_states_;
  int mode_ = 0;  // 0: modelview; projection, texture and colour matrices are kept apart and change nothing
  std::array<std::vector<Matrix>, 4> stacks_{std::vector{identity()}, std::vector{identity()}, std::vector{identity()},
                                             std::vector{identity()}};
  int primitive_ = -1;
  std::vector<DebugGeometry::Vertex> pending_;
  std::map<unsigned, std::vector<Call>> lists_;
  unsigned open_list_ = 0;
  bool execute_too_ = false;
};

}  // namespace lightsout
