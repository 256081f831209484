// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A host around another one that keeps, in an exchange file, all that controllers are told and say.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>

#include "controllers/host/exchange/exchange_file.h"
#include "engine/robots/exchange/controller_link.h"
#include "engine/state/log.h"

namespace lightsout {

class ExchangeRecorder final : public ControllerHost {
 public:
  // The writer outlives the recorder.
  ExchangeRecorder(std::unique_ptr<ControllerHost> host, ExchangeWriter& writer)
      : host_(std::move(host)), writer_(writer) {}

  std::unique_ptr<ControllerLink> open(const ControllerDescription& description, std::size_t block_size) override;
  std::expected<std::vector<std::uint8_t>, std::string> save_controllers() override {
    return host_->save_controllers();
  }
  std::expected<void, std::string> load_controllers(std::span<const std::uint8_t> saved,
                                                    const std::filesystem::path& folder) override {
    return host_->load_controllers(saved, folder);
  }

 private:
  std::unique_ptr<ControllerHost> host_;
  ExchangeWriter& writer_;
};

// The log of the host below: lines that controllers print are kept too.
class ExchangeLog final : public Log {
 public:
  ExchangeLog(Log& log, ExchangeWriter& writer) : log_(log), writer_(writer) {}
  void write(LogLevel level, std::string_view source, std::string_view text) override {
    log_.write(level, source, text);
  }
  void controller_line(std::string_view robot, bool is_stderr, std::string_view line) override;
  // Lines from now on are those of the next step: `take`, which takes what was said in this one, runs between two
  // lines.
  template <class Take>
  void end_step(std::int64_t total_steps, Take take) {
    const std::lock_guard lock(mutex_);
    take();
    steps_ = total_steps;
  }

 private:
  Log& log_;
  ExchangeWriter& writer_;
  std::mutex mutex_;  // lines come from the host's thread
  std::int64_t steps_ = 0;
};

}  // namespace lightsout
