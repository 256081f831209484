// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/renderer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/bodies/solid.h"
#include "engine/render/shading/shading.h"

namespace lightsout {
namespace {

constexpr int tile = 8;  // pixels along a side
static_assert(tile * tile <= Batch::most);

}  // namespace

Eye::Eye(const RenderScene& scene, Threads* threads, std::size_t most)
    : scene_(scene), threads_(threads), most_(most) {}

Shader Eye::shader(const View& view, std::size_t thread) {
  return {scene_, view, *directions_, visibility_, *memories_[thread]};
}
Eye::~Eye() = default;

void Eye::prepare(const View& view, Visibility::SeeThrough see_through) {
  const View& last = directions_view_;
  if (!directions_ || last.projection != view.projection || last.width != view.width || last.height != view.height ||
      last.field_of_view != view.field_of_view) {
    directions_ = std::make_unique<Directions>(view);
    directions_view_ = view;
  }
  visibility_.find(scene_, view, *directions_, see_through);
}

// Bands of rows of tiles are shaded side by side: no pixel asks another.
void Eye::take(const View& view, Picture& picture) {
  prepare(view, Visibility::SeeThrough::Apart);
  picture.size(view.width, view.height);
  while (memories_.size() < (threads_ ? threads_->most() : 1)) memories_.push_back(Shader::make_memory());
  if (picture.wants_nearness) visibility_.nearness_of_all(picture.nearness);
  constexpr int least_rows = 32;  // of a band: below, a thread costs more than it takes over
  const int threads = threads_ ? int(std::min(threads_->ready(), most_)) : 1;
  const int bands = std::clamp(view.height / least_rows, 1, 4 * threads);
  if (bands == 1 || threads == 1) {
    Shader all = shader(view, 0);
    take_rows(view, 0, view.height, all, picture);
    take_fragments(all, picture);
    return;
  }
  const int rows = (view.height + bands - 1) / bands, height = (rows + tile - 1) / tile * tile;
  threads_->run(
      std::size_t((view.height + height - 1) / height),
      [&](std::size_t band, std::size_t thread) {
        Shader of_band = shader(view, thread);
        take_rows(view, int(band) * height, std::min(int(band + 1) * height, view.height), of_band, picture);
      },
      most_);
  Shader rest = shader(view, 0);
  take_fragments(rest, picture);
}

void Eye::take_rows(const View& view, int begin, int end, Shader& shader, Picture& picture) const {
  Batch batch;
  const std::vector<std::uint32_t>& triangles = visibility_.triangles();
  for (int y = begin; y < end; y += tile) {
    for (int x = 0; x < view.width; x += tile) {
      batch.count = 0;
      for (int v = y; v < std::min(y + tile, end); ++v)
        for (int u = x; u < std::min(x + tile, view.width); ++u) {
          const auto pixel = std::uint32_t(v * view.width + u);
          batch.pixels[std::size_t(batch.count)] = pixel;
          batch.look(directions_->at(std::uint32_t(u), std::uint32_t(v)));
          batch.triangles[std::size_t(batch.count++)] = triangles[pixel];
        }
      shader.shade(batch);
      for (std::size_t k = 0; k < std::size_t(batch.count); ++k)
        for (std::size_t c = 0; c < 3; ++c) picture.light[3 * std::size_t(batch.pixels[k]) + c] = batch.light[c][k];
    }
  }
}

// What is seen through, from the back to the front.
void Eye::take_fragments(Shader& shader, Picture& picture) const {
  Batch batch;
  const std::vector<Fragment>& fragments = visibility_.fragments();
  for (std::size_t i = 0; i < fragments.size();) {
    batch.count = 0;
    for (; i < fragments.size() && batch.count < Batch::most; ++i) {
      batch.pixels[std::size_t(batch.count)] = fragments[i].pixel;
      batch.look(directions_->at(fragments[i].pixel));
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

Renderer::Renderer(Stage& stage) : scene_(stage) {}
Renderer::~Renderer() = default;

Eye& Renderer::eye_now() {
  scene_.follow();
  if (!eye_) eye_ = std::make_unique<Eye>(scene_, threads_, most_);
  return *eye_;
}

// Whole images first; where there are fewer of them than threads, bands of each.
void Renderer::serve() {
  if (viewers_.empty()) return;
  Eye& eye = eye_now();
  if (viewers_.size() < std::min(threads_->ready(), most_)) {
    for (Viewer* viewer : viewers_) viewer->see(eye);
  } else {
    while (eyes_.size() < threads_->most()) eyes_.push_back(std::make_unique<Eye>(scene_));
    threads_->run(
        viewers_.size(), [&](std::size_t index, std::size_t thread) { viewers_[index]->see(*eyes_[thread]); }, most_);
  }
  for (Viewer* viewer : viewers_) viewer->have_seen();
  viewers_.clear();
}

// Where the pixel's direction meets the plane of the triangle that it sees, in double precision.
void Eye::take_ranges(const View& view, std::span<float> ranges) {
  prepare(view, Visibility::SeeThrough::AsOpaque);
  const double h = view.tan_horizontal(), v = view.tan_vertical();
  std::vector<double> across;  // y of the directions of a row, where x is 1
  for (int x = 0; view.is_planar() && x < view.width; ++x) across.push_back(h * (1 - (2 * x + 1.0) / view.width));
  const std::uint32_t* triangles = visibility_.triangles().data();
  for (int y = 0; y < view.height; ++y, triangles += view.width) {
    float* const row = ranges.data() + std::size_t(y) * std::size_t(view.width);
    const double up = v * (1 - (2 * y + 1.0) / view.height);
    for (int x = 0; x < view.width;) {
      const std::uint32_t triangle = triangles[x];
      int end = x + 1;
      while (end < view.width && triangles[end] == triangle) ++end;
      if (triangle == Visibility::none) {
        std::fill(row + x, row + end, std::numeric_limits<float>::infinity());
      } else if (scene_.is_mark(triangle)) {
        for (int i = x; i < end; ++i) row[i] = 1 / visibility_.nearness(std::uint32_t(y * view.width + i));
      } else {
        const auto seen = visibility_.seen(triangle);
        const Eigen::Vector3d a = seen.corners[0].cast<double>();
        const Eigen::Vector3d normal = (seen.corners[1].cast<double>() - a).cross(seen.corners[2].cast<double>() - a);
        const Eigen::Vector3d plane = normal / normal.dot(a);
        const double p = plane.x(), q = plane.y(), r = plane.z() * up;
        for (int i = x; i < end; ++i)
          row[i] = view.is_planar()
                       ? float(1 / (p + (q * across[std::size_t(i)] + r)))
                       : float(1 / plane.dot(directions_->at(std::uint32_t(i), std::uint32_t(y)).cast<double>()));
      }
      x = end;
    }
  }
}

void Eye::take_segmentation(const View& view, std::span<std::uint8_t> bgra) {
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
