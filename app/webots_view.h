// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a run says where scripts of the other simulator read it: controllers' lines and messages on the streams and in
// the forms that they look for.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "app/own_stdout.h"
#include "runs/reports/log_view.h"

namespace lightsout {

struct WebotsViewOptions {
  bool shows_stdout = false;  // of controllers, and what is for information
  bool shows_stderr = false;  // of controllers; warnings and errors are shown anyhow
  bool extern_urls = false;
};

class WebotsView final : public LogView {
 public:
  // Before the run begins: while it goes on, stdout leads to stderr.
  explicit WebotsView(const WebotsViewOptions& options);

  bool shows(LogLevel level) const override;
  void line(double time, LogLevel level, std::string_view source, std::string_view text) override;
  void controller_line(double time, std::string_view robot, bool is_stderr, std::string_view line) override;
  void diagnostics(const std::vector<Diagnostic>& found) override;
  void remark(std::string_view text) override;
  void complaint(std::string_view text) override;
  void extern_robot(std::string_view robot, ExternNews news, std::string_view url) override;
  std::string failure() const override;
  // A dot on stdout, behind those that stand there; a line that follows begins a new one. From any thread.
  void beat();

 private:
  void print_line(std::string_view line);

  const WebotsViewOptions& options_;
  mutable std::mutex mutex_;
  bool has_dots_ = false;
  OwnStdout stdout_;
};

// Prints a dot each so often while it lives; never where that is 0.
class Heartbeat {
 public:
  Heartbeat(WebotsView& view, std::chrono::milliseconds period);
  ~Heartbeat();

 private:
  std::mutex mutex_;
  std::condition_variable condition_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace lightsout
