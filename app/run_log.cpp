#include "app/run_log.h"

#include <fmt/format.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

namespace lightsout {
namespace {

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

std::string_view color_of(LogLevel level) {
  switch (level) {
    case LogLevel::Debug:
      return "\x1b[2m";
    case LogLevel::Info:
      return "";
    case LogLevel::Warning:
      return "\x1b[1;33m";
    case LogLevel::Error:
      return "\x1b[1;31m";
  }
  return "";
}

}  // namespace

RunLog::RunLog(const RunLogOptions& options) : options_(options), color_(shows_color(stderr)) {
  stderr_ = std::make_unique<spdlog::logger>("stderr", std::make_shared<spdlog::sinks::stderr_sink_st>());
  stderr_->set_pattern("%v");
}

RunLog::~RunLog() = default;

std::expected<std::unique_ptr<RunLog>, std::string> RunLog::open(const RunLogOptions& options) {
  std::unique_ptr<RunLog> log(new RunLog(options));
  if (options.file.empty()) return log;
  try {
    auto sink = std::make_shared<spdlog::sinks::basic_file_sink_st>(options.file, true);
    log->file_ = std::make_unique<spdlog::logger>("file", std::move(sink));
  } catch (const spdlog::spdlog_ex& error) {  // the library's only way to say that a file cannot be opened
    return std::unexpected(std::string(error.what()));
  }
  log->file_->set_pattern("%v");
  log->file_->set_level(spdlog::level::trace);
  // A killed run keeps what was said.
  log->file_->flush_on(spdlog::level::trace);
  log->file_->set_error_handler([raw = log.get()](const std::string& message) { raw->failure_ = message; });
  return log;
}

void RunLog::begin_run(bool progress, double duration) {
  std::lock_guard lock(mutex_);
  time_ = 0;
  if (progress) progress_.emplace(duration);
}

void RunLog::at(double simulated_seconds) {
  time_ = simulated_seconds;
  if (!progress_ || !progress_->is_due()) return;
  std::lock_guard lock(mutex_);
  progress_->show(simulated_seconds);
}

void RunLog::end_run() {
  std::lock_guard lock(mutex_);
  progress_.reset();
}

std::string RunLog::failure() const {
  std::lock_guard lock(mutex_);
  return failure_;
}

void RunLog::write(LogLevel level, std::string_view source, std::string_view text) {
  const LogLevel least = options_.quiet ? LogLevel::Warning : options_.verbose ? LogLevel::Debug : LogLevel::Info;
  const bool on_stderr = level >= least;
  if (!on_stderr && !file_) return;
  std::lock_guard lock(mutex_);
  put(level, on_stderr, source, text);
}

void RunLog::put(LogLevel level, bool on_stderr, std::string_view source, std::string_view text) {
  const double time = time_;
  const std::string who = source.empty() ? "" : fmt::format("{}: ", source);
  if (file_) file_->info("{:>10.3f} {:<7} {}{}", time, name_of(level), who, text);
  if (!on_stderr) return;
  if (progress_) progress_->clear();
  std::string line = options_.verbose ? fmt::format("{:>10.3f} ", time) : "";
  if (level != LogLevel::Info || options_.verbose)
    line += fmt::format("{}{}:{} ", color_ ? color_of(level) : "", name_of(level), color_ ? "\x1b[0m" : "");
  stderr_->info("{}{}{}", line, who, text);
}

void RunLog::controller_line(std::string_view robot, bool is_stderr, std::string_view line) {
  std::lock_guard lock(mutex_);
  const double time = time_;
  if (file_) file_->info("{:>10.3f} {:<7} [{}] {}", time, is_stderr ? "stderr" : "stdout", robot, line);
  if (options_.quiet && !is_stderr) return;
  if (progress_) progress_->clear();
  stderr_->info("{}[{}] {}", options_.verbose ? fmt::format("{:>10.3f} ", time) : "", robot, line);
}

void RunLog::report(const Diagnostics& diagnostics) {
  std::lock_guard lock(mutex_);
  if (progress_ && !diagnostics.empty()) progress_->clear();
  const auto without_newline = [](std::string text) {
    if (text.ends_with('\n')) text.pop_back();
    return text;
  };
  for (const Diagnostic& diagnostic : diagnostics.sorted()) {
    stderr_->info("{}", without_newline(render(diagnostic, color_)));
    if (file_) file_->info("{}", without_newline(render(diagnostic, false)));
  }
}

void RunLog::tell(std::string_view text) {
  if (options_.quiet) return;
  std::lock_guard lock(mutex_);
  if (progress_) progress_->clear();
  stderr_->info("{}", text);
}

}  // namespace lightsout
