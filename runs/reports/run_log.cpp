// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/reports/run_log.h"

#include <fmt/format.h>

#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

LogLevel level_of(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return LogLevel::Info;
    case Severity::Warning:
      return LogLevel::Warning;
    case Severity::Error:
      return LogLevel::Error;
  }
  return LogLevel::Error;
}

}  // namespace

std::string_view name_of(LogLevel level) {
  switch (level) {
    case LogLevel::Debug:
      return "debug";
    case LogLevel::Info:
      return "info";
    case LogLevel::Warning:
      return "warning";
    case LogLevel::Error:
      return "error";
  }
  return "";
}

std::expected<std::unique_ptr<RunLog>, std::string> RunLog::open(const std::string& path, LogView& view) {
  auto log = std::make_unique<RunLog>(view);
  if (path.empty()) return log;
  auto file = OutputFile::open(path);
  if (!file) return std::unexpected(file.error());
  log->file_ = std::move(*file);
  return log;
}

void RunLog::let_hear(Log* listener) {
  std::lock_guard lock(mutex_);
  listener_ = listener;
}

void RunLog::begin_run(double duration) {
  std::lock_guard lock(mutex_);
  time_ = 0;
  warned_.merge(warned_now_);
  view_.begin(duration);
}

void RunLog::at(double simulated_seconds) {
  time_ = simulated_seconds;
  if (!view_.wants_time()) return;
  std::lock_guard lock(mutex_);
  view_.at(simulated_seconds);
}

void RunLog::end_run() {
  std::lock_guard lock(mutex_);
  view_.end();
}

std::string RunLog::failure() const {
  std::lock_guard lock(mutex_);
  return file_ && !file_->failure().empty() ? file_->failure() : view_.failure();
}

std::string RunLog::close() {
  std::lock_guard lock(mutex_);
  if (file_) file_->close();
  return file_ && !file_->failure().empty() ? file_->failure() : view_.failure();
}

void RunLog::put_in_file(double time, std::string_view level, std::string_view text) {
  if (!file_) return;
  constexpr std::string_view line_below = "\n                   ";  // as wide as time and level
  std::string line = fmt::format("{:>10.3f} {:<7} ", time, level);
  for (const char c : text) c == '\n' ? void(line += line_below) : line.push_back(c);
  // In one write, at once: a killed run keeps what was said.
  file_->write(line + '\n');
}

Warnings RunLog::warnings() const {
  std::lock_guard lock(mutex_);
  return warnings_;
}

std::vector<PlacedError> RunLog::errors() const {
  std::lock_guard lock(mutex_);
  return errors_;
}

void RunLog::waiting(std::string_view for_whom, double seconds) {
  tell(fmt::format("waiting for {} for {:.0f} s", for_whom, seconds));
}

void RunLog::extern_robot(std::string_view robot, ExternNews news, std::string_view url) {
  std::lock_guard lock(mutex_);
  view_.extern_robot(robot, news, url);
}

bool RunLog::is_repeated(LogLevel level, const std::string& line) {
  if (level != LogLevel::Warning) return false;
  if (warned_.contains(line)) return true;
  if (warned_now_.insert(line).second) warnings_.add(line);
  return false;
}

void RunLog::write(LogLevel level, std::string_view source, std::string_view text) {
  const bool shown = view_.shows(level);
  if (!shown && !file_ && level != LogLevel::Warning) return;
  std::lock_guard lock(mutex_);
  if (listener_) listener_->write(level, source, text);
  const std::string line = fmt::format("{}{}{}", source, source.empty() ? "" : ": ", text);
  if (is_repeated(level, line)) return;
  const double time = time_;
  put_in_file(time, name_of(level), line);
  if (shown) view_.line(time, level, source, text);
}

void RunLog::controller_line(std::string_view robot, bool is_stderr, std::string_view line) {
  std::lock_guard lock(mutex_);
  if (listener_) listener_->controller_line(robot, is_stderr, line);
  const double time = time_;
  if (file_) put_in_file(time, is_stderr ? "stderr" : "stdout", fmt::format("[{}] {}", robot, line));
  view_.controller_line(time, robot, is_stderr, line);
}

void RunLog::note(const Diagnostic& diagnostic) {
  const Source::Position at =
      diagnostic.span ? diagnostic.span.source->position(diagnostic.span.begin) : Source::Position{};
  const std::string file = diagnostic.span ? diagnostic.span.source->name() : "";
  if (diagnostic.severity == Severity::Error) {
    if (errors_.size() < Warnings::most_kept)
      errors_.push_back({file, int(at.line), int(at.column), diagnostic.message});
    return;
  }
  const std::string place = file.empty() ? "" : fmt::format("{}:{}:{}: ", file, at.line, at.column);
  if (diagnostic.kind == DiagnosticKind::Unsupported) warnings_.not_simulated.push_back(place + diagnostic.message);
  if (diagnostic.severity == Severity::Warning) warnings_.add(place + diagnostic.message);
}

void RunLog::report(const Diagnostics& diagnostics) {
  std::lock_guard lock(mutex_);
  std::vector<Diagnostic> fresh;
  for (const Diagnostic& diagnostic : diagnostics.sorted()) {
    if (listener_ && diagnostic.severity == Severity::Warning)
      listener_->write(LogLevel::Warning, "", fmt::format("{} [{}]", diagnostic.message, id_of(diagnostic.kind)));
    std::string text = render(diagnostic, false);
    if (text.ends_with('\n')) text.pop_back();
    if (!reported_.insert(text).second) continue;
    put_in_file(time_, name_of(level_of(diagnostic.severity)), text);
    note(diagnostic);
    fresh.push_back(diagnostic);
  }
  if (!fresh.empty()) view_.diagnostics(fresh);
}

void RunLog::tell(std::string_view text) {
  std::lock_guard lock(mutex_);
  view_.remark(text);
}

}  // namespace lightsout
