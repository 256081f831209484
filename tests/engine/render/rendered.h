// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A world given as text, and what a camera at a place sees of it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/render/renderer.h"
#include "engine/scene/scene.h"
#include "engine/stage/stage.h"
#include "tests/support/simulated.h"

namespace lightsout {

class Rendered {
 public:
  // Without header, WorldInfo and Viewpoint (exposure 1). `externs`: EXTERNPROTO lines.
  explicit Rendered(const std::string& nodes, const std::string& externs = "")
      : world_(Simulated::from_text("#VRML_SIM R2025a utf8\n" + externs +
                                    "WorldInfo { basicTimeStep 16 }\nViewpoint { }\n" + nodes)) {
    world_.start();
    renderer_ = std::make_unique<Renderer>(world_.simulation().scene());
  }
  ~Rendered() { renderer_.reset(); }

  Simulated& world() { return world_; }
  Renderer& renderer() { return *renderer_; }

  // At the origin, looking along +x.
  static View view(int width, int height, double field_of_view = 1) {
    View result;
    result.width = width;
    result.height = height;
    result.field_of_view = field_of_view;
    return result;
  }
  using Rgb = std::array<int, 3>;
  struct Image {
    int width, height;
    std::vector<std::uint8_t> bgra;
    Rgb at(int x, int y) const {
      const std::uint8_t* p = &bgra[4 * std::size_t(y * width + x)];
      return {p[2], p[1], p[0]};
    }
    int gray(int x, int y) const { return at(x, y)[1]; }
  };
  Image take(const View& view, double exposure = 1) {
    Picture picture;
    renderer_->take(view, picture);
    Image image{view.width, view.height, std::vector<std::uint8_t>(4 * std::size_t(view.width * view.height))};
    show(picture, exposure, image.bgra);
    return image;
  }
  std::vector<float> ranges(const View& view) {
    std::vector<float> result(std::size_t(view.width * view.height));
    renderer_->take_ranges(view, result);
    return result;
  }

 private:
  Simulated world_;
  std::unique_ptr<Renderer> renderer_;
};

}  // namespace lightsout
