// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/recorders/media/video_encoder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>

#include "engine/programs/environment.h"
#include "engine/programs/process_guard.h"

namespace lightsout {
namespace {

// ffmpeg has this long for what it is asked, of wall clock: beyond it, it hangs.
constexpr double patience_s = 60;

// "libx264" or "mpeg4", which of them ffmpeg has.
std::expected<std::string, std::string> find_encoder(const std::filesystem::path& ffmpeg) {
  const auto listed = run_to_end({.program = ffmpeg,
                                  .arguments = {"ffmpeg", "-hide_banner", "-nostdin", "-encoders"},
                                  .environment = Environment::current().entries(),
                                  .folder = "/",
                                  .inherited_fds = {}},
                                 {.seconds = patience_s});
  if (!listed) return std::unexpected(listed.error());
  for (const std::string name : {"libx264", "mpeg4"})
    if (listed->output.find(" " + name + " ") != std::string::npos) return name;
  return std::unexpected(fmt::format("{} writes neither H.264 nor MPEG-4", ffmpeg.string()));
}

// One thread, no times and no names of releases: the same file on every run.
std::vector<std::string> arguments_for(const VideoSettings& settings, const std::string& encoder) {
  std::vector<std::string> arguments = {"ffmpeg", "-hide_banner", "-loglevel", "error", "-nostats", "-nostdin", "-y"};
  const auto add = [&](std::initializer_list<std::string> more) { arguments.insert(arguments.end(), more); };
  add({"-f", "rawvideo", "-pixel_format", "bgr0"});
  add({"-video_size", fmt::format("{}x{}", settings.width, settings.height)});
  add({"-framerate", fmt::format("{:.6f}", settings.rate), "-i", "pipe:3", "-an", "-threads", "1"});
  const double quality = settings.quality / 100.0;
  if (encoder == "libx264") {
    // Colours of halved resolution, which every player shows, have no odd sizes.
    const bool is_even = settings.width % 2 == 0 && settings.height % 2 == 0;
    add({"-c:v", encoder, "-preset", "veryfast", "-crf", fmt::format("{}", std::lround(51 - 41 * quality))});
    add({"-pix_fmt", is_even ? "yuv420p" : "yuv444p"});
  } else {
    add({"-c:v", encoder, "-q:v", fmt::format("{}", std::lround(31 - 29 * quality)), "-pix_fmt", "yuv420p"});
  }
  add({"-fflags", "+bitexact", "-flags:v", "+bitexact", "-f", "mp4", "file:" + settings.file.string()});
  return arguments;
}

}  // namespace

std::expected<std::unique_ptr<VideoEncoder>, std::string> VideoEncoder::start(const VideoSettings& settings) {
  const auto ffmpeg = find_program("ffmpeg");
  if (!ffmpeg) return std::unexpected("the program ffmpeg, which writes movies, is not installed (Debian: ffmpeg)");
  const auto encoder = find_encoder(*ffmpeg);
  if (!encoder) return std::unexpected(encoder.error());
  // A socket, not a pipe: writing to one whose reader has gone sends no signal if so asked.
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return std::unexpected(fmt::format("cannot start ffmpeg: {}", std::strerror(errno)));
  FileDescriptor input(ends[0]);
  const FileDescriptor theirs(ends[1]);
  ::fcntl(input.get(), F_SETFL, O_NONBLOCK);
  auto process = spawn({.program = *ffmpeg,
                        .arguments = arguments_for(settings, *encoder),
                        .environment = Environment::current().entries(),
                        .folder = "/",
                        .inherited_fds = {theirs.get()},
                        .one_pipe = true});
  if (!process) return std::unexpected(process.error());
  return std::unique_ptr<VideoEncoder>(new VideoEncoder(std::move(*process), std::move(input)));
}

VideoEncoder::~VideoEncoder() { end_process(true); }

void VideoEncoder::write(std::span<const std::uint8_t> frame) {
  while (failure_.empty() && !frame.empty()) {
    const ssize_t sent = ::send(input_.get(), frame.data(), frame.size(), MSG_NOSIGNAL);
    if (sent > 0)
      frame = frame.subspan(std::size_t(sent));
    else if (errno != EINTR && ((errno != EAGAIN && errno != EWOULDBLOCK) || !wait(Wait::ForRoom)))
      fail("ffmpeg takes no more frames");
  }
}

void VideoEncoder::finish() {
  if (!running_) return;
  input_.reset();
  if (!wait(Wait::ForEnd)) return fail(fmt::format("ffmpeg was not done within {} s", patience_s));
  end_process(false);
}

bool VideoEncoder::wait(Wait what) {
  using Wall = std::chrono::steady_clock;
  const auto start = Wall::now();
  bool is_open = true;
  while (std::chrono::duration<double>(Wall::now() - start).count() < patience_s) {
    constexpr int most_wait_ms = 200;
    pollfd polled[3] = {{process_.pidfd.get(), POLLIN, 0},
                        {is_open ? process_.output.get() : -1, POLLIN, 0},
                        {what == Wait::ForRoom ? input_.get() : -1, POLLOUT, 0}};
    ::poll(polled, 3, most_wait_ms);
    if (polled[1].revents) is_open = listen();
    if (polled[0].revents) return what == Wait::ForEnd;
    if (polled[2].revents) return true;
  }
  return false;
}

bool VideoEncoder::listen() {
  char buffer[4096];
  ssize_t count;
  while ((count = ::read(process_.output.get(), buffer, sizeof buffer)) > 0) said_.append(buffer, std::size_t(count));
  return count < 0;
}

void VideoEncoder::fail(std::string reason) {
  end_process(true);
  if (failure_.empty()) failure_ = std::move(reason);
}

// What it said last is why it ended.
void VideoEncoder::end_process(bool by_force) {
  if (!running_) return;
  running_ = false;
  input_.reset();
  if (by_force) ::kill(-process_.pid, SIGKILL);
  int status = 0;
  ::waitpid(process_.pid, &status, 0);
  ProcessGuard::of_this_program().forget(process_.pid);
  listen();
  while (!said_.empty() && said_.back() == '\n') said_.pop_back();
  const std::string last = said_.substr(said_.rfind('\n') + 1);
  if (!last.empty())
    failure_ = fmt::format("ffmpeg: {}", last);
  else if (!by_force && status != 0)
    failure_ = fmt::format("ffmpeg {}", describe_wait_status(status));
}

}  // namespace lightsout
