// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/recorders/media/movie.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "limits/limits.h"

namespace lightsout {

std::expected<std::unique_ptr<Movie>, std::string> Movie::start(VideoSettings video, int acceleration,
                                                                double basic_time_step_ms, TakeFrame take) {
  constexpr double frame_ms = 40;  // no frame is shown longer, unless a step takes longer
  constexpr double least_rate = 0.01, most_rate = 1000;
  const auto pixels = std::int64_t(video.width) * std::int64_t(video.height);
  if (video.width < 1 || video.height < 1 || pixels > value_of(Limit::MoviePixels))
    return std::unexpected(
        fmt::format("a movie of {} x {} pixels: {}", video.width, video.height, how_to_raise(Limit::MoviePixels)));
  const double step_ms = basic_time_step_ms / std::max(1, acceleration);
  std::unique_ptr<Movie> movie(new Movie);
  movie->every_ = std::max<std::int64_t>(1, std::int64_t(std::min(std::floor(frame_ms / step_ms), 1e15)));
  video.rate = std::clamp(1000 / (double(movie->every_) * step_ms), least_rate, most_rate);
  auto encoder = VideoEncoder::start(video);
  if (!encoder) return std::unexpected(encoder.error());
  movie->encoder_ = std::move(*encoder);
  movie->take_ = std::move(take);
  movie->width_ = video.width;
  movie->height_ = video.height;
  movie->frame_.resize(4 * std::size_t(pixels));
  return movie;
}

void Movie::step() {
  if (++steps_ % every_ == 0) add_frame();
}

// A movie without a frame is none.
std::string Movie::finish() {
  if (steps_ < every_) add_frame();
  encoder_->finish();
  return failure();
}

void Movie::add_frame() {
  if (!failure().empty()) return;
  take_(width_, height_, frame_);
  encoder_->write(frame_);
}

}  // namespace lightsout
