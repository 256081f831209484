// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a run says, on stderr; with a line of progress where that is a terminal.
#pragma once

#include <memory>
#include <optional>

#include "app/own_stdout.h"
#include "app/terminal.h"
#include "runs/reports/log_view.h"

namespace spdlog {
class logger;
}

namespace lightsout {

struct ViewOptions {
  bool quiet = false;    // warnings, errors and what controllers write to their stderr
  bool verbose = false;  // everything, with the simulated time
  bool progress = false;
  bool extern_urls = false;  // a line each on stdout
};

class TerminalView final : public LogView {
 public:
  explicit TerminalView(const ViewOptions& options);
  ~TerminalView() override;

  bool shows(LogLevel level) const override;
  void line(double time, LogLevel level, std::string_view source, std::string_view text) override;
  void controller_line(double time, std::string_view robot, bool is_stderr, std::string_view line) override;
  // Files that are missing are one line, unless everything is shown.
  void diagnostics(const std::vector<Diagnostic>& found) override;
  void remark(std::string_view text) override;
  void complaint(std::string_view text) override { print_error("{}\n", text); }
  void extern_robot(std::string_view robot, ExternNews news, std::string_view url) override;
  std::string failure() const override { return stdout_.failure(); }
  void begin(double duration) override;
  bool wants_time() const override { return progress_ && progress_->is_due(); }
  void at(double time) override { progress_->show(time); }
  void end() override { progress_.reset(); }

 private:
  void clear_progress();

  ViewOptions options_;
  bool color_;
  std::optional<Progress> progress_;
  OwnStdout stdout_;  // for URLs
  std::unique_ptr<spdlog::logger> stderr_;
};

}  // namespace lightsout
