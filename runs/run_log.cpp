#include "runs/run_log.h"

#include <fmt/format.h>

namespace lightsout {

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
  return file_ ? file_->failure() : "";
}

std::string RunLog::close() {
  std::lock_guard lock(mutex_);
  if (!file_) return {};
  file_->close();
  return file_->failure();
}

void RunLog::put_in_file(std::string_view line) {
  // Each line in one write, at once: a killed run keeps what was said.
  if (file_) file_->write(fmt::format("{}\n", line));
}

bool RunLog::is_repeated(LogLevel level, std::string_view source, std::string_view text) {
  if (level != LogLevel::Warning) return false;
  std::string warning = fmt::format("{}: {}", source, text);
  if (warned_.contains(warning)) return true;
  warned_now_.insert(std::move(warning));
  return false;
}

void RunLog::write(LogLevel level, std::string_view source, std::string_view text) {
  const bool shown = view_.shows(level);
  if (!shown && !file_) return;
  std::lock_guard lock(mutex_);
  if (is_repeated(level, source, text)) return;
  const double time = time_;
  const std::string who = source.empty() ? "" : fmt::format("{}: ", source);
  if (file_) put_in_file(fmt::format("{:>10.3f} {:<7} {}{}", time, name_of(level), who, text));
  if (shown) view_.line(time, level, source, text);
}

void RunLog::controller_line(std::string_view robot, bool is_stderr, std::string_view line) {
  std::lock_guard lock(mutex_);
  const double time = time_;
  if (file_) put_in_file(fmt::format("{:>10.3f} {:<7} [{}] {}", time, is_stderr ? "stderr" : "stdout", robot, line));
  view_.controller_line(time, robot, is_stderr, line);
}

void RunLog::report(const Diagnostics& diagnostics) {
  std::lock_guard lock(mutex_);
  std::vector<Diagnostic> fresh;
  for (const Diagnostic& diagnostic : diagnostics.sorted()) {
    std::string text = render(diagnostic, false);
    if (text.ends_with('\n')) text.pop_back();
    if (!reported_.insert(text).second) continue;
    put_in_file(text);
    fresh.push_back(diagnostic);
  }
  if (!fresh.empty()) view_.diagnostics(fresh);
}

void RunLog::tell(std::string_view text) {
  std::lock_guard lock(mutex_);
  view_.remark(text);
}

}  // namespace lightsout
