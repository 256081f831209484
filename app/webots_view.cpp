// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/webots_view.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "app/terminal.h"
#include "engine/programs/thread_without_signals.h"
#include "engine/state/log.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

WebotsView::WebotsView(const WebotsViewOptions& options) : options_(options) { stdout_.open(); }

void WebotsView::print_line(std::string_view line) {
  const std::lock_guard lock(mutex_);
  stdout_.write(fmt::format("{}{}\n", std::exchange(has_dots_, false) ? "\n" : "", line));
}

void WebotsView::beat() {
  const std::lock_guard lock(mutex_);
  has_dots_ = true;
  stdout_.write(".");
}

std::string WebotsView::failure() const {
  const std::lock_guard lock(mutex_);
  return stdout_.failure();
}

bool WebotsView::shows(LogLevel level) const {
  return level >= (options_.shows_stdout ? LogLevel::Info : LogLevel::Warning);
}

void WebotsView::line(double, LogLevel level, std::string_view source, std::string_view text) {
  const std::string said = fmt::format("{}{}{}", source, source.empty() ? "" : ": ", text);
  if (level == LogLevel::Error)
    print_error("ERROR: {}\n", said);
  else if (level == LogLevel::Warning)
    print_error("WARNING: {}\n", said);
  else
    print_line("INFO: " + said);
}

void WebotsView::controller_line(double, std::string_view, bool is_stderr, std::string_view line) {
  if (is_stderr && options_.shows_stderr) print_error("{}\n", line);
  if (!is_stderr && options_.shows_stdout) print_line(line);
}

void WebotsView::diagnostics(const std::vector<Diagnostic>& found) {
  for (const Diagnostic& diagnostic : found) {
    const std::string text = render(diagnostic, false);
    print_error("{}{}", text, text.ends_with('\n') ? "" : "\n");
  }
}

void WebotsView::remark(std::string_view text) {
  if (options_.shows_stdout) print_line(fmt::format("INFO: {}", text));
}

void WebotsView::complaint(std::string_view text) { print_error("ERROR: {}\n", text); }

void WebotsView::extern_robot(std::string_view robot, ExternNews news, std::string_view url) {
  if (news == ExternNews::Waits) {
    if (options_.extern_urls) return print_line(url);
    return print_line(fmt::format("INFO: '{}' extern controller: waiting for connection on {}", robot, url));
  }
  print_line(fmt::format("INFO: '{}' extern controller: {}.", robot,
                         news == ExternNews::Connected ? "connected" : "disconnected"));
}

Heartbeat::Heartbeat(WebotsView& view, std::chrono::milliseconds period) {
  if (period.count() == 0) return;
  thread_ = thread_without_signals([this, &view, period] {
    std::unique_lock lock(mutex_);
    while (!condition_.wait_for(lock, period, [this] { return stop_; })) view.beat();
  });
}

Heartbeat::~Heartbeat() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  condition_.notify_all();
  if (thread_.joinable()) thread_.join();
}

}  // namespace lightsout
