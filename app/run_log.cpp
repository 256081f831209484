#include "app/run_log.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/stdout_sinks.h>

#include "app/verdict.h"

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
  auto file = OutputFile::open(options.file);
  if (!file) return std::unexpected(file.error());
  log->file_ = std::move(*file);
  return log;
}

void RunLog::begin_run(bool progress, double duration) {
  std::lock_guard lock(mutex_);
  time_ = 0;
  warned_.merge(warned_now_);
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
  const LogLevel least = options_.quiet ? LogLevel::Warning : options_.verbose ? LogLevel::Debug : LogLevel::Info;
  const bool on_stderr = level >= least;
  if (!on_stderr && !file_) return;
  std::lock_guard lock(mutex_);
  if (is_repeated(level, source, text)) return;
  put(level, on_stderr, source, text);
}

void RunLog::put(LogLevel level, bool on_stderr, std::string_view source, std::string_view text) {
  const double time = time_;
  const std::string who = source.empty() ? "" : fmt::format("{}: ", source);
  if (file_) put_in_file(fmt::format("{:>10.3f} {:<7} {}{}", time, name_of(level), who, text));
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
  if (file_) put_in_file(fmt::format("{:>10.3f} {:<7} [{}] {}", time, is_stderr ? "stderr" : "stdout", robot, line));
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
  std::vector<std::string> missing;
  for (const Diagnostic& diagnostic : diagnostics.sorted()) {
    const std::string text = without_newline(render(diagnostic, false));
    if (!reported_.insert(text).second) continue;
    put_in_file(text);
    if (diagnostic.kind == DiagnosticKind::MissingAsset && !options_.verbose)
      missing.push_back(diagnostic.message.substr(0, diagnostic.message.find(" was not found")));
    else
      stderr_->info("{}", without_newline(render(diagnostic, color_)));
  }
  if (missing.empty()) return;
  constexpr std::size_t shown = 3;
  const bool more = missing.size() > shown;
  const std::size_t count = missing.size();
  if (more) missing.resize(shown);
  stderr_->info(
      "{}warning:{} {} named by the world {} not found and left out: {}{} (--verbose or `lightsout check` tells "
      "more) [{}]",
      color_ ? color_of(LogLevel::Warning) : "", color_ ? "\x1b[0m" : "", plural(int(count), "file"),
      count == 1 ? "was" : "were", fmt::join(missing, ", "), more ? ", ..." : "", id_of(DiagnosticKind::MissingAsset));
}

void RunLog::tell(std::string_view text) {
  if (options_.quiet) return;
  std::lock_guard lock(mutex_);
  if (progress_) progress_->clear();
  stderr_->info("{}", text);
}

}  // namespace lightsout
