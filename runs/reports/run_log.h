// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What is said in a run: to a file in which all carries the simulated time, a level and who speaks, and to whoever
// looks on. Warnings are said once.
#pragma once

#include <atomic>
#include <expected>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/files/output_file.h"
#include "engine/state/log.h"
#include "runs/reading/placed_error.h"
#include "runs/reports/log_view.h"
#include "runs/reports/warnings.h"

namespace lightsout {

struct Diagnostic;
class Diagnostics;

class RunLog final : public Log {
 public:
  // `file`: gets everything; "" for none. The view must outlive the log.
  static std::expected<std::unique_ptr<RunLog>, std::string> open(const std::string& file, LogView& view);
  explicit RunLog(LogView& view) : view_(view) {}

  void write(LogLevel level, std::string_view source, std::string_view text) override;
  void controller_line(std::string_view robot, bool is_stderr, std::string_view line) override;

  void waiting(std::string_view for_whom, double seconds) override;
  void extern_robot(std::string_view robot, ExternNews news, std::string_view url);

  // What was found in a world, sorted, with source lines and carets; the same once.
  void report(const Diagnostics& diagnostics);
  // A line for whoever looks on that is no part of the log file.
  void tell(std::string_view text);

  // Hears every line of controllers and every warning, also those that are not said again; nullptr: nobody does.
  void let_hear(Log* listener);

  // A run of `duration` simulated seconds begins. Warnings of the runs before it are not repeated.
  void begin_run(double duration);
  // Its simulated time, from now on that of every line. Called after every step; cheap.
  void at(double simulated_seconds);
  void end_run();
  // Of all runs so far, each once.
  Warnings warnings() const;
  // The first that were found in the world, in what is set of it or in files that it is run with, each once.
  std::vector<PlacedError> errors() const;
  // Why the log file, or what is printed for programs, could not be written, "" while all is well.
  std::string failure() const;
  // Ends the file; nothing more can be said in it. Why not all is there, "" if it is.
  std::string close();

 private:
  void note(const Diagnostic& diagnostic);
  // With the lines behind its first one below it.
  void put_in_file(double time, std::string_view level, std::string_view text);
  // In a run before this one.
  bool is_repeated(LogLevel level, const std::string& line);

  LogView& view_;
  Log* listener_ = nullptr;
  // Controllers' lines come from the thread of their host.
  std::atomic<double> time_ = 0;
  mutable std::mutex mutex_;
  std::optional<OutputFile> file_;
  // Of earlier runs and of this one.
  std::set<std::string> warned_, warned_now_;
  Warnings warnings_;
  std::vector<PlacedError> errors_;
  std::set<std::string> reported_;  // diagnostics as they are printed
};

}  // namespace lightsout
