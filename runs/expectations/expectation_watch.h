// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Holds the expectations of a run against it, step by step, and ends it when what ends it holds. There is one where
// somebody expects something, and it looks at nothing that nobody asked for.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runs/expectations/expectation.h"
#include "runs/expectations/heard.h"
#include "runs/reports/expectation_result.h"

namespace lightsout {

// What is asked of a run: texts as parse_expectation() takes them.
struct WatchSettings {
  const std::vector<std::string>& expect;
  const std::vector<std::string>& stop_when;
  double timeout_s;  // wall clock that a condition in Lua may take, 0: for ever
  bool no_code;      // conditions in Lua are refused
};
class Simulation;

class ExpectationWatch {
 public:
  // Null where nothing is expected. The error says what does not go with the settings. The log outlives it.
  static std::expected<std::unique_ptr<ExpectationWatch>, std::string> make(const WatchSettings& settings, Log& log);

  // What the run says, is to come here too.
  Heard& heard() { return heard_; }
  bool notes_contacts() const;
  // The scene stands, nothing has begun: every condition looks for what it asks of. What is asked of what the world has
  // not got.
  std::optional<std::string> objection(const Simulation& standing);

  // After every step, and before the first. Why the run ends here, if it does.
  std::optional<std::string> look(const Simulation& simulation);
  // Users' code in a condition failed, so that nothing can be told; "" while all is well.
  std::string failure() const;
  // After the last step, while the simulation is whole.
  void look_at_end(const Simulation& simulation);
  // The run is over, with or without a simulation.
  std::vector<ExpectationResult> judge(const Verdict& verdict);

 private:
  struct Watched {
    Expectation expectation;
    std::unique_ptr<Condition> condition;
    ExpectationResult result;
    std::string missing;  // what the world has not had at any time so far
    bool was_found = false;
    bool is_over = false;  // nothing more is to be looked at
    bool was_looked_at = false;
    double worst = -1;        // excess so far, of looks that count as failures
    double holds_since = -1;  // s, of what ends a run; below 0: it does not hold
  };
  ExpectationWatch() = default;
  static void find(Watched& watched, const Simulation& simulation);
  void add(const std::vector<std::string>& texts, ExpectationUse use, std::deque<Watched>& to, Log& log,
           double timeout_s);
  void follow_scene(const Simulation& simulation);
  void look(Watched& watched, const Simulation& simulation, double now);
  static void take(Watched& watched, const Look& look, std::optional<double> time);
  static void fail(Watched& watched, const Look& look, double excess, double time);
  void close(Watched& watched, const Verdict& verdict);

  Heard heard_;
  std::deque<Watched> expected_, stops_;
  std::int64_t scene_generation_ = -1;
  double last_time_ = -1;  // s, of the last look
};

}  // namespace lightsout
