// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The runs of a sweep, each with a name that says what it is.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "batches/plans/held_files.h"
#include "batches/sweeps/sweep.h"

namespace lightsout {

// What a world's runs are made of, as far as it is known before they are made.
struct SurveyedWorld {
  std::string path;
  std::string digest;  // of the world, its files and its controllers' sources
  // Those among them that each run reads anew: the world first, scripts of controllers.
  std::vector<HeldFile> files;
  // Why the machine could not look at it: its runs have no names of their own yet, and fail. "": it could.
  std::string unread;

  static constexpr const char* unread_digest = "unread ";  // what theirs begin with
};

// One that a parameter names.
struct SurveyedController {
  std::string digest;
  std::vector<HeldFile> files;
};

struct PlannedRun {
  // The hash of what it is: digest of the world, what is set, seed. 16 hexadecimal digits.
  std::string name;
  // Equal for runs that read the same world with all settings alike: the same but for the seed.
  std::string load;
  const SurveyedWorld* world = nullptr;
  Point point;                        // sorted, without "seed"
  std::optional<std::uint64_t> seed;  // none: that of the world
  int repetition = 1;
  std::string wrong;  // why it cannot be made, "" if it can be tried
};

class Planner {
 public:
  // The worlds must outlive what is planned.
  Planner(const Sweep& sweep, const std::vector<SurveyedWorld>& worlds);
  // Of all points; a run that comes twice is there once.
  std::vector<PlannedRun> plan() const;
  // Its repetitions in each world.
  std::vector<PlannedRun> runs_at(Point point) const;

  // What is to be as it was when the run was named.
  std::vector<HeldFile> files_of(const PlannedRun& run) const;
  // The settings of the run, without seed and outputs; or what is wrong with the point.
  std::expected<RunSettings, std::string> settings_of(const PlannedRun& run) const;
  // By which anybody makes it alone, as words.
  std::vector<std::string> command_of(const PlannedRun& run) const;

 private:
  const SurveyedController& controller_at(const SurveyedWorld& world, const Assignment& assignment) const;
  // What of the point is a file: the sources of controllers that it names, and what options name.
  std::string digests_at(const PlannedRun& run) const;

  const Sweep& sweep_;
  const std::vector<SurveyedWorld>& worlds_;
  std::string same_;                     // what all runs have in common, as text
  std::vector<std::string> same_words_;  // as words of a command line
  struct Option {
    std::string word;  // "--passes"
    bool is_flag;
  };
  std::map<std::string, Option, std::less<>> options_;                                     // of runs, by their keys
  mutable std::map<std::pair<std::string, std::string>, SurveyedController> controllers_;  // by world and name
  mutable std::map<std::string, std::string> at_points_;  // descriptions, by what points say but for fields
};

}  // namespace lightsout
