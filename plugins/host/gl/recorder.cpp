// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/host/gl/recorder.h"

#include "plugins/include/gl_stand_in/GL/gl.h"

namespace lightsout {

namespace {
constexpr int deepest_list = 64;  // OpenGL's own limit on lists that call lists
constexpr std::size_t deepest_stack = 1024;
}  // namespace

GlRecorder::Matrix GlRecorder::identity() { return {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}; }

GlRecorder::Matrix GlRecorder::product(const Matrix& a, const Matrix& b) {
  Matrix c{};
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row)
      for (int k = 0; k < 4; ++k)
        c[std::size_t(column * 4 + row)] += a[std::size_t(k * 4 + row)] * b[std::size_t(column * 4 + k)];
  return c;
}

void GlRecorder::begin(DebugGeometry* target) {
  target_ = target;
  state_ = {};
  saved_states_.clear();
  mode_ = 0;
  for (auto& stack : stacks_) stack.assign(1, identity());
  primitive_ = -1;
  open_list_ = 0;
}

void GlRecorder::issue(const Call& call) {
  if (open_list_ != 0) {
    lists_[open_list_].push_back(call);
    if (!execute_too_) return;
  }
  execute(call, 0);
}

unsigned GlRecorder::new_lists(int count) {
  if (count <= 0) return 0;
  const unsigned first = lists_.empty() ? 1 : lists_.rbegin()->first + 1;
  for (int i = 0; i < count; ++i) lists_[first + unsigned(i)];
  return first;
}

void GlRecorder::start_list(unsigned name, bool execute_too) {
  lists_[name].clear();
  open_list_ = name;
  execute_too_ = execute_too;
}

void GlRecorder::finish_list() { open_list_ = 0; }

void GlRecorder::delete_lists(unsigned first, int count) {
  for (int i = 0; i < count; ++i) lists_.erase(first + unsigned(i));
}

void GlRecorder::execute(const Call& call, int depth) {
  const auto& n = call.numbers;
  auto& stack = stacks_[std::size_t(mode_)];
  switch (call.code) {
    case Code::Begin:
      primitive_ = int(n[0]);
      pending_.clear();
      break;
    case Code::End:
      finish_primitive();
      break;
    case Code::Vertex: {
      const auto& m = stacks_[0].back();
      DebugGeometry::Vertex vertex{};
      for (std::size_t row = 0; row < 3; ++row)
        vertex.position[row] = float((m[row] * n[0] + m[4 + row] * n[1] + m[8 + row] * n[2] + m[12 + row] * n[3]) /
                                     (n[3] != 0 ? n[3] : 1));
      for (std::size_t i = 0; i < 4; ++i) vertex.color[i] = state_.color[i];
      pending_.push_back(vertex);
      break;
    }
    case Code::Color:
      for (std::size_t i = 0; i < 4; ++i) state_.color[i] = float(n[i]);
      break;
    case Code::LineWidth:
      state_.line_width = float(n[0]);
      break;
    case Code::PointSize:
      state_.point_size = float(n[0]);
      break;
    case Code::MatrixMode:
      mode_ = n[0] == GL_MODELVIEW ? 0 : n[0] == GL_PROJECTION ? 1 : n[0] == GL_TEXTURE ? 2 : 3;
      break;
    case Code::PushMatrix:
      if (stack.size() < deepest_stack) stack.push_back(stack.back());
      break;
    case Code::PopMatrix:
      if (stack.size() > 1) stack.pop_back();
      break;
    case Code::LoadMatrix:
      stack.back() = n;
      break;
    case Code::MultMatrix:
      stack.back() = product(stack.back(), n);
      break;
    case Code::PushAttributes:
      if (saved_states_.size() < deepest_stack) saved_states_.push_back(state_);
      break;
    case Code::PopAttributes:
      if (saved_states_.empty()) break;
      state_ = saved_states_.back();
      saved_states_.pop_back();
      break;
    case Code::PolygonMode:
      state_.wire = n[0] == GL_LINE;
      break;
    case Code::CallList:
      if (const auto list = lists_.find(unsigned(n[0])); list != lists_.end() && depth < deepest_list)
        for (const auto& inner : list->second) execute(inner, depth + 1);
      break;
  }
}

void GlRecorder::emit(DebugGeometry::Kind kind, std::initializer_list<std::size_t> indices) {
  if (kind == DebugGeometry::Kind::Triangles && state_.wire) {
    const auto* i = indices.begin();
    emit(DebugGeometry::Kind::Lines, {i[0], i[1]});
    emit(DebugGeometry::Kind::Lines, {i[1], i[2]});
    emit(DebugGeometry::Kind::Lines, {i[2], i[0]});
    return;
  }
  auto& batches = target_->batches;
  const float size = kind == DebugGeometry::Kind::Points ? state_.point_size : state_.line_width;
  if (batches.empty() || batches.back().kind != kind || batches.back().size != size)
    batches.push_back({kind, size, std::uint32_t(target_->vertices.size()), 0});
  for (const auto index : indices) target_->vertices.push_back(pending_[index]);
  batches.back().count += std::uint32_t(indices.size());
}

// Incomplete lines and triangles at the end are dropped, as OpenGL does.
void GlRecorder::finish_primitive() {
  using Kind = DebugGeometry::Kind;
  const std::size_t n = pending_.size();
  if (target_) switch (primitive_) {
      case GL_POINTS:
        for (std::size_t i = 0; i < n; ++i) emit(Kind::Points, {i});
        break;
      case GL_LINES:
        for (std::size_t i = 1; i < n; i += 2) emit(Kind::Lines, {i - 1, i});
        break;
      case GL_LINE_STRIP:
      case GL_LINE_LOOP:
        for (std::size_t i = 1; i < n; ++i) emit(Kind::Lines, {i - 1, i});
        if (primitive_ == GL_LINE_LOOP && n > 2) emit(Kind::Lines, {n - 1, 0});
        break;
      case GL_TRIANGLES:
        for (std::size_t i = 2; i < n; i += 3) emit(Kind::Triangles, {i - 2, i - 1, i});
        break;
      case GL_TRIANGLE_STRIP:
        for (std::size_t i = 2; i < n; ++i)
          i % 2 ? emit(Kind::Triangles, {i - 1, i - 2, i}) : emit(Kind::Triangles, {i - 2, i - 1, i});
        break;
      case GL_TRIANGLE_FAN:
      case GL_POLYGON:
        for (std::size_t i = 2; i < n; ++i) emit(Kind::Triangles, {0, i - 1, i});
        break;
      case GL_QUADS:
        for (std::size_t i = 3; i < n; i += 4) {
          emit(Kind::Triangles, {i - 3, i - 2, i - 1});
          emit(Kind::Triangles, {i - 3, i - 1, i});
        }
        break;
      case GL_QUAD_STRIP:
        for (std::size_t i = 3; i < n; i += 2) {
          emit(Kind::Triangles, {i - 3, i - 2, i});
          emit(Kind::Triangles, {i - 3, i, i - 1});
        }
        break;
      default:
        break;
    }
  primitive_ = -1;
  pending_.clear();
}

}  // namespace lightsout
