// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A recorder that samples at equal simulated times, and follows what it records. A format says what it writes, never
// when.
#pragma once

#include <cstdint>

#include "engine/recorders/quantities.h"
#include "engine/recorders/recorder.h"

namespace lightsout {

class SampledRecorder : public Recorder {
 public:
  explicit SampledRecorder(const RecorderOptions& options) : options_(options), quantities_(options) {}

  void begin(const Recorded& run) final;
  void sample(const Recorded& run) final;
  void end(const Recorded& run) final;

 protected:
  // What is there is known; a sample follows. Whatever an earlier run has left goes.
  virtual void start(const Recorded& run) = 0;
  virtual void write_sample(const Recorded& run) = 0;
  // Nothing follows.
  virtual void finish() = 0;

  const RecorderOptions& options() const { return options_; }
  const Quantities& quantities() const { return quantities_; }

 private:
  void write(const Recorded& run);

  RecorderOptions options_;
  Quantities quantities_;
  std::int64_t period_steps_ = 1;
  std::int64_t last_step_ = -1;
};

}  // namespace lightsout
