// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A movie of what is simulated: frames at equal simulated times, in a file that plays them in the time that they took,
// or `acceleration` times as fast.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/recorders/media/video_encoder.h"

namespace lightsout {

// Numbers as WB_SUPERVISOR_MOVIE_*.
enum class MovieStatus : std::int32_t { Ready, Recording, Saving, WriteError, EncodingError, SimulationError };

class Movie {
 public:
  // Four bytes a pixel, B, G, R and any, from the top left.
  using TakeFrame = std::function<void(int width, int height, std::span<std::uint8_t> frame)>;
  // `video.rate` is found here. The error says why it cannot be.
  static std::expected<std::unique_ptr<Movie>, std::string> start(VideoSettings video, int acceleration,
                                                                  double basic_time_step_ms, TakeFrame take);
  // After a step.
  void step();
  // The file is whole then. What failed, "" if nothing did.
  std::string finish();
  const std::string& failure() const { return encoder_->failure(); }

 private:
  Movie() = default;
  void add_frame();

  TakeFrame take_;
  std::unique_ptr<VideoEncoder> encoder_;
  std::vector<std::uint8_t> frame_;
  int width_ = 0, height_ = 0;
  std::int64_t every_ = 1, steps_ = 0;  // a frame at the end of every so many steps
};

}  // namespace lightsout
