// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A recorder whose samples are lines of one file.
#pragma once

#include <memory>
#include <utility>

#include "engine/recorders/sampled_recorder.h"
#include "engine/recorders/text/line_file.h"

namespace lightsout {

class LineRecorder : public SampledRecorder {
 public:
  LineRecorder(const RecorderOptions& options, std::unique_ptr<LineSink> lines)
      : SampledRecorder(options), lines_(std::move(lines)) {}

  const std::string& failure() const override { return lines_->failure(); }
  std::string remark() const override {
    const std::string text = quantities().never_came();
    return text.empty() ? text : options().path + ": " + text;
  }

 protected:
  void start(const Recorded&) override { lines_->clear(); }
  void finish() override { lines_->close(); }
  LineSink& lines() { return *lines_; }

 private:
  std::unique_ptr<LineSink> lines_;
};

// Opens its file.
template <class OfLines>
std::expected<std::unique_ptr<Recorder>, std::string> make_line_recorder(const RecorderOptions& options) {
  auto lines = LineFile::open(options.path);
  if (!lines) return std::unexpected(lines.error());
  return std::make_unique<OfLines>(options, std::move(*lines));
}

}  // namespace lightsout
