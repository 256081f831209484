// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a plugin drew with OpenGL, in world coordinates. There is no display: the stand-in library in gl/ records it.
#pragma once

#include <cstdint>
#include <vector>

namespace lightsout {

struct DebugGeometry {
  enum class Kind : std::uint8_t { Points, Lines, Triangles };
  struct Vertex {
    float position[3];  // m, world axes
    float color[4];     // red, green, blue, alpha in [0, 1]
  };
  struct Batch {
    Kind kind;
    float size;                  // of points, width of lines, in pixels
    std::uint32_t first, count;  // in vertices; whole lines and triangles
  };
  std::vector<Vertex> vertices;
  std::vector<Batch> batches;

  void clear() { vertices.clear(), batches.clear(); }
  bool empty() const { return batches.empty(); }
};

// The stand-in library's two functions beyond OpenGL's: begin clears the state and starts recording into `target`.
using GlBeginRecording = void (*)(DebugGeometry* target);
using GlEndRecording = void (*)();
inline constexpr const char* gl_begin_recording = "lightsout_gl_begin_recording";
inline constexpr const char* gl_end_recording = "lightsout_gl_end_recording";

}  // namespace lightsout
