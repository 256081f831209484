// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Pictures and movies that supervisors ask for: as the Viewpoint sees the world.
#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "engine/image/image_writer.h"
#include "engine/render/picture.h"
#include "engine/render/renderer.h"
#include "engine/scene/scene.h"
#include "engine/stage/parts.h"
#include "engine/state/clock.h"
#include "engine/state/log.h"
#include "engine/supervision/supervised.h"
#include "engine/supervision/supervisor_request.h"

namespace lightsout {
namespace {

constexpr int image_width = 800, image_height = 600;  // pixels

}  // namespace

Renderer& Supervisor::renderer() {
  Renderer& renderer = simulation_.scene().parts().get<Renderer>();
  renderer.moved();
  renderer.rearranged();
  return renderer;
}

void Supervisor::take_picture(int width, int height, std::span<std::uint8_t> bgra) {
  Picture picture;
  renderer().take(viewpoint_.view(width, height), picture);
  show(picture, viewpoint_.exposure(), bgra);
}

void Supervisor::export_image(const Request& request, Answer& answer) {
  std::vector<std::uint8_t> bgra(std::size_t(4) * image_width * image_height);
  take_picture(image_width, image_height, bgra);
  const std::string path = file_of(request);
  if (const auto written = write_image_file(path, image_width, image_height, bgra, request.index); !written)
    return answer.no(fmt::format("{}: {}", path, written.error()));
  answer.yes();
}

void Supervisor::start_movie(const Request& request, Answer& answer) {
  if (movie_) return answer.no("a movie is being recorded already");
  if (request.body.empty()) return answer.no("a movie needs the name of a file");
  // The codec is ffmpeg's choice; numbers that are none must not become sizes.
  const auto whole = [&](int index, int most) {
    const double number = request.numbers[index];
    return number >= 1 && number <= most ? int(number) : 0;
  };
  constexpr int most_side = 1'000'000'000, most_acceleration = 1'000'000;
  std::string file = file_of(request);
  if (!file.ends_with(".mp4")) file += ".mp4";
  const VideoSettings video{.file = std::filesystem::absolute(file),
                            .width = whole(0, most_side),
                            .height = whole(1, most_side),
                            .quality = whole(3, 100)};
  if (video.quality == 0) return answer.no("the quality of a movie is from 1 to 100");
  auto movie = Movie::start(
      video, whole(4, most_acceleration), simulation_.clock().basic_time_step_ms(),
      [this](int width, int height, std::span<std::uint8_t> frame) { take_picture(width, height, frame); });
  if (!movie) {
    movie_status_ = MovieStatus::EncodingError;
    return answer.no(movie.error());
  }
  movie_ = std::move(*movie);
  movie_status_ = MovieStatus::Recording;
  answer.yes();
}

void Supervisor::stop_movie(const Request&, Answer& answer) {
  if (!movie_) return answer.no("no movie is being recorded");
  const std::string failure = std::exchange(movie_, nullptr)->finish();
  movie_status_ = failure.empty() ? MovieStatus::Ready : MovieStatus::EncodingError;
  failure.empty() ? answer.yes() : answer.no(failure);
}

void Supervisor::get_movie_status(const Request&, Answer& answer) {
  lo_supervisor_value value{};
  value.integer = std::int32_t(movie_status_);
  answer.put(value);
}

void Supervisor::show_step() {
  viewpoint_.follow();
  if (!movie_) return;
  movie_->step();
  if (movie_->failure().empty()) return;
  simulation_.log().write(LogLevel::Warning, "", fmt::format("the movie ends: {}", movie_->failure()));
  movie_.reset();
  movie_status_ = MovieStatus::EncodingError;
}

void Supervisor::end_movie() {
  if (!movie_) return;
  const std::string failure = std::exchange(movie_, nullptr)->finish();
  movie_status_ = failure.empty() ? MovieStatus::Ready : MovieStatus::EncodingError;
  if (!failure.empty()) simulation_.log().write(LogLevel::Warning, "", fmt::format("the movie: {}", failure));
}

void Supervisor::set_visibility(const Request& request, Answer& answer) {
  const Node* node = node_of(request.node);
  const Node* eye = node_of(request.other);
  if ((!node && request.node != LO_ROOT_NODE) || !eye) return answer.no("no such node");
  World& world = simulation_.world();
  if (node)
    hidden_->set(world, eye->id(), *node, request.flag != 0);
  else  // the root: all there is
    for (const NodePtr& top : world.nodes()) hidden_->set(world, eye->id(), *top, request.flag != 0);
  answer.yes();
}

void Supervisor::move_viewpoint(const Request& request, Answer& answer) {
  const Node* node = node_of(request.node);
  if (!node) return answer.no("no such node");
  const auto moved = viewpoint_.move_to(*node, renderer().scene_now(), image_width, image_height);
  moved ? answer.yes() : answer.no(moved.error());
}

}  // namespace lightsout
