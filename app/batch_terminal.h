// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a batch says: a line that it keeps rewriting where stderr is a terminal, else a line now and then.
#pragma once

#include <chrono>
#include <string>

#include "batches/batch.h"

namespace lightsout {

class BatchTerminal final : public BatchView {
 public:
  BatchTerminal(bool quiet, bool answers);

  void begin(const BatchCounts& counts) override;
  void run_ended(const RunRecord& record) override;
  void look(const BatchCounts& counts) override;
  void end(const BatchCounts& counts) override;
  void remark(std::string_view text) override;
  void complaint(std::string_view text) override;
  void answer(std::string_view line) override;

 private:
  using WallClock = std::chrono::steady_clock;
  std::string progress(const BatchCounts& counts) const;
  void clear();

  bool quiet_, live_, color_, answers_;
  bool visible_ = false;
  int failures_told_ = 0;
  WallClock::time_point start_ = WallClock::now(), told_ = start_;
  std::size_t told_made_ = 0;
};

}  // namespace lightsout
