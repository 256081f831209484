// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/photo.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/render/effects.h"
#include "engine/render/materials/seen_files.h"
#include "engine/render/renderer.h"
#include "engine/state/log.h"
#include "engine/state/state.h"
#include "world_format/nodes/assets.h"

namespace lightsout {

namespace {

// The mean of the three, as wb_camera_image_get_grey takes it.
void make_grey(std::span<std::uint8_t> bgra) {
  for (std::size_t i = 0; i + 3 < bgra.size(); i += 4) {
    const int sum = bgra[i] + bgra[i + 1] + bgra[i + 2];
    bgra[i] = bgra[i + 1] = bgra[i + 2] = std::uint8_t(sum / 3);
  }
}

}  // namespace

Photo::Photo(std::uint64_t seed, const std::string& path)
    : path_(path), noise_(seed, path), mask_noise_(seed, path, 1) {}

void Photo::read(const Node& camera, const World& world, Log& log) {
  const auto number = [&](std::string_view field) { return camera.get<double>(field); };
  const int width = view_.width, height = view_.height;
  view_.width = std::max(1, int(camera.get<std::int32_t>("width")));
  view_.height = std::max(1, int(camera.get<std::int32_t>("height")));
  if (view_.width != width || view_.height != height) forget();
  view_.projection = projection_of(camera.get<std::string>("projection"));
  view_.field_of_view = number("fieldOfView");
  view_.near = number("near");
  view_.far = number("far");
  view_.eye = camera.id();
  antialiasing_ = camera.get<bool>("antiAliasing");
  const FieldIndex type = camera.type().find_retired("type", 0);
  is_grey_ = camera.is_set(type) && camera.get(type).as<std::string>() == "black and white";
  motion_blur_ = number("motionBlur") / 1000;
  deviation_ = number("noise");
  bloom_threshold_ = number("bloomThreshold");
  const Node* focus = camera.node("focus");
  focal_distance_ = focus ? focus->get<double>("focalDistance") : 0;
  focal_length_ = focus ? focus->get<double>("focalLength") : 0;
  const Node* lens = camera.node("lens");
  has_lens_ = lens != nullptr;
  if (lens) {
    const Vec2 &center = lens->get<Vec2>("center"), &radial = lens->get<Vec2>("radialCoefficients"),
               &tangential = lens->get<Vec2>("tangentialCoefficients");
    const double values[6] = {center.x, center.y, radial.x, radial.y, tangential.x, tangential.y};
    std::copy_n(values, 6, lens_);
  }
  const std::string& mask = camera.get<std::string>("noiseMaskUrl");
  if (mask != mask_path_) {
    mask_path_ = mask;
    mask_ = {};
    const auto path = mask.empty() ? std::nullopt : asset_path(world, mask, camera.span_of("noiseMaskUrl"));
    if (path) {
      auto image = read_image_file(*path);
      if (image)
        mask_ = std::move(*image);
      else
        log.write(LogLevel::Warning, path_, fmt::format("it has no noise mask: {}: {}", path->string(), image.error()));
    }
  }
  missing_ = missing(camera);
}

std::string Photo::missing(const Node& camera) {
  std::string fields;
  const auto add = [&](bool is_asked_for, std::string_view field) {
    if (is_asked_for) fields += (fields.empty() ? "" : ", ") + std::string(field);
  };
  add(camera.get<double>("ambientOcclusionRadius") > 0, "ambientOcclusionRadius");
  add(camera.node("lensFlare") != nullptr, "lensFlare");
  // Manual, Camera: of planar projections alone.
  add(!camera.get<std::string>("noiseMaskUrl").empty() && camera.get<std::string>("projection") != "planar",
      "noiseMaskUrl");
  return fields;
}

View Photo::view(const Pose& world_from_camera) const {
  View result = view_;
  result.pose = world_from_camera;
  return result;
}

void Photo::report_missing(const RenderScene& scene) const {
  if (!missing_.empty() && scene.files().is_new(path_ + missing_))
    scene.log().write(LogLevel::Warning, path_, fmt::format("its images do not show: {}", missing_));
}

void Photo::take(Eye& eye, const Pose& world_from_camera, double exposure, double period,
                 std::span<std::uint8_t> bgra) {
  View seen = view(world_from_camera);
  if (antialiasing_) {
    seen.width *= 2;
    seen.height *= 2;
    seen.samples = 2;
  }
  const bool is_focused = focal_distance_ > 0 && focal_length_ > 0 && seen.is_planar();
  picture_.wants_nearness = is_focused;
  eye.take(seen, picture_);
  if (bloom_threshold_ >= 0) add_bloom(picture_, float(bloom_threshold_));
  if (is_focused) blur_out_of_focus(picture_, float(focal_distance_), float(focal_length_));
  if (has_lens_) picture_ = through_lens(picture_, lens_);
  if (motion_blur_ > 0) blur(period);
  show(picture_, exposure, bgra);
  if (mask_.width > 0 && seen.is_planar()) add_mask(bgra);
  if (is_grey_) make_grey(bgra);
  if (deviation_ > 0) add_noise(bgra);
}

// After motionBlur 0.005 of what was seen is left.
void Photo::blur(double period) {
  if (before_.light.size() == picture_.light.size()) {
    const auto left = float(std::pow(0.005, period / motion_blur_));
    for (std::size_t i = 0; i < picture_.light.size(); ++i)
      picture_.light[i] += left * (before_.light[i] - picture_.light[i]);
  }
  before_ = picture_;
}

void Photo::add_noise(std::span<std::uint8_t> bgra) {
  const double deviation = 255 * deviation_;
  for (std::size_t i = 0; i < bgra.size(); i += 4) {
    double error = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      if (c == 0 || !is_grey_) error = deviation * noise_.gaussian();
      bgra[i + c] = std::uint8_t(std::clamp(std::floor(double(bgra[i + c]) + error + 0.5), 0.0, 255.0));
    }
  }
}

// Laid over the image from another place each time, as dense as its alpha.
void Photo::add_mask(std::span<std::uint8_t> bgra) {
  const int from_x = int(mask_noise_.uniform() * mask_.width), from_y = int(mask_noise_.uniform() * mask_.height);
  for (int y = 0; y < view_.height; ++y) {
    for (int x = 0; x < view_.width; ++x) {
      const std::uint8_t* mask = mask_.pixel((x + from_x) % mask_.width, (y + from_y) % mask_.height);
      std::uint8_t* to = &bgra[4 * (std::size_t(y) * std::size_t(view_.width) + std::size_t(x))];
      for (int c = 0; c < 3; ++c) to[c] = std::uint8_t((to[c] * (255 - mask[3]) + mask[2 - c] * mask[3] + 127) / 255);
    }
  }
}

void Photo::visit_state(StateVisitor& state) {
  noise_.visit_state(state);
  mask_noise_.visit_state(state);
  // What a hash is made of is in that of the image.
  if (state.is_hashing()) return;
  state.field("width of the last image", before_.width);
  state.field("height of the last image", before_.height);
  state.list("last image", before_.light);
}

Picture through_lens(const Picture& picture, const double (&lens)[6]) {
  Picture result;
  result.size(picture.width, picture.height);
  const double k1 = lens[2], k2 = lens[3], t1 = lens[4], t2 = lens[5];
  for (int v = 0; v < picture.height; ++v) {
    for (int u = 0; u < picture.width; ++u) {
      const double x = (u + 0.5) / picture.width - lens[0], y = 1 - (v + 0.5) / picture.height - lens[1];
      const double r2 = x * x + y * y, d1 = k1 * r2 + k2 * r2 * r2;
      const double d2 = 1 / (1 + 4 * k1 * r2 + 6 * k2 * r2 * r2 + 8 * t1 * y + 8 * t2 * x);
      const double from_x = x - d2 * (d1 * x + 2 * t1 * x * y + t2 * (r2 + 2 * x * x)) + lens[0],
                   from_y = y - d2 * (d1 * y + 2 * t2 * x * y + t1 * (r2 + 2 * y * y)) + lens[1];
      if (!(from_x >= 0 && from_x <= 1 && from_y >= 0 && from_y <= 1)) continue;
      // Between the four nearest pixels.
      const double px = from_x * picture.width - 0.5, py = (1 - from_y) * picture.height - 0.5;
      const int left = int(std::floor(px)), top = int(std::floor(py));
      const auto part_x = float(px - left), part_y = float(py - top);
      const auto column = [&](int i) { return std::clamp(left + i, 0, picture.width - 1); };
      const auto row = [&](int i) { return std::clamp(top + i, 0, picture.height - 1); };
      for (int c = 0; c < 3; ++c) {
        const float upper =
            picture.pixel(column(0), row(0))[c] * (1 - part_x) + picture.pixel(column(1), row(0))[c] * part_x;
        const float lower =
            picture.pixel(column(0), row(1))[c] * (1 - part_x) + picture.pixel(column(1), row(1))[c] * part_x;
        result.pixel(u, v)[c] = upper * (1 - part_y) + lower * part_y;
      }
    }
  }
  return result;
}

}  // namespace lightsout
