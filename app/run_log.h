// The engine's talk, on stderr and in a log file whose every line carries the simulated time, a level and who speaks.
#pragma once

#include <atomic>
#include <expected>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "app/terminal.h"
#include "engine/files/output_file.h"
#include "engine/state/log.h"
#include "world_format/diagnostic.h"

namespace spdlog {
class logger;
}

namespace lightsout {

struct RunLogOptions {
  bool quiet = false;    // stderr: warnings, errors and what controllers write to their stderr
  bool verbose = false;  // stderr: everything, with the simulated time
  std::string file;      // "" for none; it always gets everything
};

class RunLog final : public Log {
 public:
  static std::expected<std::unique_ptr<RunLog>, std::string> open(const RunLogOptions& options);
  ~RunLog() override;

  void write(LogLevel level, std::string_view source, std::string_view text) override;
  void controller_line(std::string_view robot, bool is_stderr, std::string_view line) override;

  // What was found in a world, sorted, with source lines and carets; the same once. Files that are missing are one line
  // on stderr, unless that gets everything.
  void report(const Diagnostics& diagnostics);
  // A line for the user at the keyboard that is no part of the log file.
  void tell(std::string_view text);

  // A run begins, with a progress line if `progress` is set; `duration` in simulated seconds. Warnings of the runs
  // before it are not repeated.
  void begin_run(bool progress, double duration);
  // Its simulated time, from now on that of every line. Called after every step; cheap.
  void at(double simulated_seconds);
  void end_run();
  // Why the log file could not be written, "" while all is well.
  std::string failure() const;
  // Ends the file; nothing more can be said in it. Why not all is there, "" if it is.
  std::string close();

 private:
  explicit RunLog(const RunLogOptions& options);
  bool is_repeated(LogLevel level, std::string_view source, std::string_view text);
  void put_in_file(std::string_view line);
  void put(LogLevel level, bool on_stderr, std::string_view source, std::string_view text);

  RunLogOptions options_;
  bool color_;
  // Controllers' lines come from the thread of their host.
  std::atomic<double> time_ = 0;
  mutable std::mutex mutex_;
  std::optional<Progress> progress_;
  std::unique_ptr<spdlog::logger> stderr_;
  std::optional<OutputFile> file_;
  // Of earlier runs and of this one.
  std::set<std::string> warned_, warned_now_;
  std::set<std::string> reported_;  // diagnostics as they are printed
};

}  // namespace lightsout
