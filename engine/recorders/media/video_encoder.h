// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Frames into a video file, by the program ffmpeg, which is started for it: H.264 if it can write that, else MPEG-4.
// Never waits for it for ever.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "engine/programs/spawn.h"

namespace lightsout {

struct VideoSettings {
  std::filesystem::path file;  // absolute, .mp4
  int width = 0, height = 0;   // pixels
  double rate = 25;            // frames a second
  int quality = 90;            // 1 to 100
};

class VideoEncoder {
 public:
  // The error says why there can be no video.
  static std::expected<std::unique_ptr<VideoEncoder>, std::string> start(const VideoSettings& settings);
  VideoEncoder(const VideoEncoder&) = delete;
  VideoEncoder& operator=(const VideoEncoder&) = delete;
  ~VideoEncoder();

  // Blue, green, red and a byte that is not looked at, of each pixel from the top left.
  void write(std::span<const std::uint8_t> frame);
  // The file is whole then, unless there is a failure. No writing after this.
  void finish();
  // Why there is no video, "" while all is well.
  const std::string& failure() const { return failure_; }

 private:
  VideoEncoder(Spawned process, FileDescriptor input) : process_(std::move(process)), input_(std::move(input)) {}
  enum class Wait : std::uint8_t { ForRoom, ForEnd };
  // Until ffmpeg takes more, or has ended; reads what it says meanwhile. False: it does neither, or has ended.
  bool wait(Wait what);
  // All that it has said by now; false: it says no more.
  bool listen();
  void fail(std::string reason);
  void end_process(bool by_force);

  Spawned process_;
  FileDescriptor input_;
  std::string said_, failure_;
  bool running_ = true;
};

}  // namespace lightsout
