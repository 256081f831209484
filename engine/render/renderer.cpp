#include "engine/render/renderer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/bodies/solid.h"
#include "engine/render/shading.h"

namespace lightsout {

Renderer::Renderer(Stage& stage) : scene_(stage) {}
Renderer::~Renderer() = default;

void Renderer::prepare(const View& view, Visibility::SeeThrough see_through) {
  scene_.follow();
  const View& last = directions_view_;
  if (!directions_ || last.projection != view.projection || last.width != view.width || last.height != view.height ||
      last.field_of_view != view.field_of_view) {
    directions_ = std::make_unique<Directions>(view);
    directions_view_ = view;
  }
  visibility_.find(scene_, view, *directions_, see_through);
}

void Renderer::take(const View& view, Picture& picture) {
  prepare(view, Visibility::SeeThrough::Apart);
  picture.size(view.width, view.height);
  Shader shader(scene_, view, *directions_, visibility_);
  Batch batch;
  const std::vector<std::uint32_t>& triangles = visibility_.triangles();
  constexpr int tile = 8;
  static_assert(tile * tile <= Batch::most);
  for (int y = 0; y < view.height; y += tile) {
    for (int x = 0; x < view.width; x += tile) {
      batch.count = 0;
      for (int v = y; v < std::min(y + tile, view.height); ++v)
        for (int u = x; u < std::min(x + tile, view.width); ++u) {
          const auto pixel = std::uint32_t(v * view.width + u);
          batch.pixels[std::size_t(batch.count)] = pixel;
          batch.directions[std::size_t(batch.count)] = directions_->at(std::uint32_t(u), std::uint32_t(v));
          batch.triangles[std::size_t(batch.count++)] = triangles[pixel];
        }
      shader.shade(batch);
      for (std::size_t k = 0; k < std::size_t(batch.count); ++k)
        for (std::size_t c = 0; c < 3; ++c) picture.light[3 * std::size_t(batch.pixels[k]) + c] = batch.light[c][k];
    }
  }
  // What is seen through, from the back to the front.
  const std::vector<Fragment>& fragments = visibility_.fragments();
  for (std::size_t i = 0; i < fragments.size();) {
    batch.count = 0;
    for (; i < fragments.size() && batch.count < Batch::most; ++i) {
      batch.pixels[std::size_t(batch.count)] = fragments[i].pixel;
      batch.directions[std::size_t(batch.count)] = directions_->at(fragments[i].pixel);
      batch.triangles[std::size_t(batch.count++)] = fragments[i].triangle;
    }
    shader.shade(batch);
    for (std::size_t k = 0; k < std::size_t(batch.count); ++k)
      for (std::size_t c = 0; c < 3; ++c) {
        float& light = picture.light[3 * std::size_t(batch.pixels[k]) + c];
        light += batch.opacity[k] * (batch.light[c][k] - light);
      }
  }
}

// Where the pixel's direction meets the plane of the triangle that it sees, in double precision.
void Renderer::take_ranges(const View& view, std::span<float> ranges) {
  prepare(view, Visibility::SeeThrough::AsOpaque);
  const std::vector<std::uint32_t>& triangles = visibility_.triangles();
  std::uint32_t known = Visibility::none;
  Eigen::Vector3d plane = Eigen::Vector3d::Zero();  // n / (n v0)
  const double h = view.tan_horizontal(), v = view.tan_vertical();
  for (int y = 0; y < view.height; ++y) {
    for (int x = 0; x < view.width; ++x) {
      const auto pixel = std::size_t(y) * std::size_t(view.width) + std::size_t(x);
      const std::uint32_t triangle = triangles[pixel];
      if (triangle == Visibility::none) {
        ranges[pixel] = std::numeric_limits<float>::infinity();
        continue;
      }
      if (triangle != known) {
        const auto seen = visibility_.seen(triangle);
        const Eigen::Vector3d a = seen.corners[0].cast<double>();
        const Eigen::Vector3d normal = (seen.corners[1].cast<double>() - a).cross(seen.corners[2].cast<double>() - a);
        plane = normal / normal.dot(a);
        known = triangle;
      }
      const Eigen::Vector3d direction =
          view.is_planar()
              ? Eigen::Vector3d(1, h * (1 - (2 * x + 1.0) / view.width), v * (1 - (2 * y + 1.0) / view.height))
              : directions_->at(std::uint32_t(x), std::uint32_t(y)).cast<double>();
      ranges[pixel] = float(1 / plane.dot(direction));
    }
  }
}

void Renderer::take_segmentation(const View& view, std::span<std::uint8_t> bgra) {
  prepare(view, Visibility::SeeThrough::AsOpaque);
  const std::vector<std::uint32_t>& triangles = visibility_.triangles();
  const RenderBody* known = nullptr;
  std::array<std::uint8_t, 3> color = {};
  for (std::size_t pixel = 0; pixel < triangles.size(); ++pixel) {
    std::uint8_t* to = &bgra[4 * pixel];
    to[0] = to[1] = to[2] = 0;
    to[3] = 255;
    if (triangles[pixel] == Visibility::none) continue;
    const RenderBody& body = scene_.body_of(triangles[pixel]);
    if (&body != known) {
      known = &body;
      const Solid* part = recognized_part(body.solid);
      const Color of = part ? part->node().get<MFColor>("recognitionColors")[0] : Color{};
      color = {std::uint8_t(std::lround(255 * std::clamp(of.b, 0.0, 1.0))),
               std::uint8_t(std::lround(255 * std::clamp(of.g, 0.0, 1.0))),
               std::uint8_t(std::lround(255 * std::clamp(of.r, 0.0, 1.0)))};
    }
    for (std::size_t c = 0; c < 3; ++c) to[c] = color[c];
  }
}

const Solid* recognized_part(const Solid* solid) {
  for (; solid; solid = solid->parent())
    if (!solid->node().get<MFColor>("recognitionColors").empty()) return solid;
  return nullptr;
}

}  // namespace lightsout
