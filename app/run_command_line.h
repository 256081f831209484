// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a command line says of a run: an option for each entry of the table of runs/settings/run_options.h, and a run
// file, over which options win.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runs/reports/log_view.h"
#include "runs/reports/outcome.h"
#include "runs/settings/run_options.h"
#include "runs/settings/run_settings.h"

namespace lightsout {

// Command lines that are made from now on have no options that none of these words can name: making them all is a fifth
// of what a start of the program calculates. Nothing: they have all.
void offer_only_what_is_said(std::optional<std::vector<std::string>> words);

class RunCommandLine {
 public:
  // `has`: the entries that the command has options for.
  explicit RunCommandLine(
      CLI::App& command, const std::function<bool(const RunOption&)>& has = [](const RunOption&) { return true; });
  // After parsing. What is wrong with the run file is shown; the ending sums it up.
  std::optional<Ending> read(RunSettings& settings, LogView& view) const;

 private:
  const CLI::Option* option_of(std::string_view key) const;
  // In the order in which they are said: what stands behind a --record is about that one.
  void read_recordings(RunSettings& settings) const;

  const CLI::App& command_;
  std::vector<std::string> keys_;      // of the table
  std::vector<CLI::Option*> options_;  // the same order; nullptr for what the command does not have
  CLI::Option* world_;                 // the same
  CLI::Option* run_file_;
};

}  // namespace lightsout
