// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The log of a run's controllers, and a number of all that they print.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "engine/state/log.h"
#include "world_format/project/project_folder.h"

namespace lightsout {

// While controllers are brought to where a snapshot has them they say again what they said then: nobody wants to read
// it twice.
class ControllerLog final : public Log {
 public:
  // `hashes`: take_hash() will be asked for.
  ControllerLog(Log& log, bool hashes, const std::filesystem::path& world)
      : log_(log), takes_hash_(hashes), project_(world) {}
  void say(bool on) { says_ = on; }
  // Of the lines since the last call. Those of one stream in their order; the streams of several controllers in any,
  // since whose lines come first is for the clock on the wall where they come in floods.
  std::uint64_t take_hash();
  void write(LogLevel level, std::string_view source, std::string_view text) override {
    log_.write(level, source, text);
  }
  void controller_line(std::string_view robot, bool is_stderr, std::string_view line) override;
  void waiting(std::string_view for_whom, double seconds) override { log_.waiting(for_whom, seconds); }

 private:
  Log& log_;
  std::atomic<bool> says_ = true;  // lines come from the host's thread
  const bool takes_hash_;
  const ProjectFolder project_;
  std::string room_;
  std::mutex mutex_;
  std::map<std::pair<std::string, bool>, std::uint64_t> hashes_;  // by robot and whether it is stderr
};

}  // namespace lightsout
