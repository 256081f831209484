// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where the controllers of a run leave things: the folder of the run, or one that goes with it, in which each has a
// file for its metrics.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/controller_end.h"
#include "engine/programs/private_folder.h"
#include "engine/robots/exchange/controller_link.h"
#include "runs/reports/metrics.h"
#include "runs/reports/run_log.h"

namespace lightsout {

class RunRoom {
 public:
  // `output`: the folder of the run; "": a temporary one, made when a controller needs it. `repeats`: an equal run has
  // left its things there, and this one leaves them in a temporary folder.
  explicit RunRoom(const std::string& output, bool repeats = false);
  RunRoom(const RunRoom&) = delete;
  RunRoom& operator=(const RunRoom&) = delete;

  // What the controller finds in its environment: LIGHTSOUT_METRICS, and LIGHTSOUT_RUN_DIR if the run has a folder.
  // Whoever starts an extern controller may look for the same names in the folder of the run.
  std::vector<std::string> variables_of(const ControllerDescription& description);

  // Another one of them runs inside the process of the simulation.
  void note_in_process() { ++in_process_; }
  int in_process() const { return in_process_; }

  // A controller did not end well after it was told that the simulation is over.
  void note_bad_end(const ControllerDescription& description, const TurnEnd& end) {
    bad_ends_.push_back({description.robot_path, description.controller, end, 0});
  }
  std::vector<ControllerEnd> take_bad_ends() { return std::exchange(bad_ends_, {}); }

  // What they have measured, sorted by robot; warnings go to the log.
  std::vector<Metric> read(RunLog& log);
  // Why some of it could not be read, though it may be there; "" if all was.
  const std::string& failure() const { return failure_; }

 private:
  bool is_there();
  std::filesystem::path file_of(const std::string& robot);

  std::filesystem::path folder_;
  std::optional<PrivateFolder> temporary_;  // which it is then
  bool is_told_;                            // to controllers
  bool is_temporary_;
  std::map<std::string, std::filesystem::path> files_;  // by the robot's path
  std::unordered_set<std::string> taken_;               // their names
  std::string failure_;
  int in_process_ = 0;
  std::vector<ControllerEnd> bad_ends_;
};

}  // namespace lightsout
