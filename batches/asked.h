// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Ask and tell: points that come as lines of JSON while the batch goes on, each answered by a line when its runs have
// ended, in any order.
#pragma once

#include <cstddef>
#include <expected>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "batches/plans/plan.h"
#include "batches/results/run_folder.h"
#include "batches/results/run_record.h"
#include "batches/sweeps/point_list.h"

namespace lightsout {

class Asked {
 public:
  // From standard input. Both outlive it.
  Asked(const Planner& planner, const RunFolder& folder) : planner_(planner), folder_(folder) {}
  int descriptor() const { return 0; }
  // Nobody will ask any more.
  bool has_ended() const { return has_ended_; }

  struct News {
    std::vector<std::string> answers;  // to what needs no run any more
    std::vector<PlannedRun> to_make;
  };
  // What has come since the last time; waits for nothing.
  std::expected<News, std::string> read();
  // The answers to all who wait for this run last.
  std::vector<std::string> run_ended(const RunRecord& record);

 private:
  struct Question {
    std::string id;
    Point point;
    std::vector<std::string> names;  // of its runs, in their order
    std::map<std::string, RunRecord> ended;
  };
  void take(const std::string& line, News& news);
  static std::string answer(const Question& question);

  const Planner& planner_;
  const RunFolder& folder_;
  std::string text_;  // of a line that has not ended
  bool has_ended_ = false;
  std::multimap<std::string, std::shared_ptr<Question>> waiting_;  // by the names of runs
};

}  // namespace lightsout
