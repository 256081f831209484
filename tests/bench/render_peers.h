// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Other renderers of the arena of render_bench, both in OpenGL on the processor alone (Mesa's llvmpipe, one thread).
// Neither is there where its libraries were missing when this was built, or cannot begin.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/bench/render_arena.h"

namespace lightsout::arena {

class Peer {
 public:
  virtual ~Peer() = default;
  virtual std::string name() const = 0;
  // Makes an image and reads its bytes, or its depths.
  virtual void image(const Camera& camera, bool shadows) = 0;
  virtual void depths(const Camera& camera) = 0;
  // RGB, rows from the bottom, of the last image.
  const std::vector<unsigned char>& bytes() const { return bytes_; }

 protected:
  std::vector<unsigned char> bytes_;
  std::vector<float> depths_;
};

struct Corner {
  float place[3], normal[3], in_image[2], color[3], has_image;
};

// `error`: why there is none.
std::unique_ptr<Peer> make_mujoco(std::string& error);
// `corners`: three a triangle.
std::unique_ptr<Peer> make_opengl(const std::vector<Corner>& corners, std::string& error);

// The context of OpenGL that both share, without a window.
bool begin_opengl(std::string& error);

}  // namespace lightsout::arena
