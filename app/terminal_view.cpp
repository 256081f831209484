// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/terminal_view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/stdout_sinks.h>

#include "engine/state/log.h"
#include "runs/reports/verdict.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

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

std::string without_newline(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace

TerminalView::TerminalView(const ViewOptions& options) : options_(options), color_(shows_color(stderr)) {
  stderr_ = std::make_unique<spdlog::logger>("stderr", std::make_shared<spdlog::sinks::stderr_sink_st>());
  stderr_->set_pattern("%v");
  if (options.extern_urls) stdout_.open();
}

TerminalView::~TerminalView() = default;

void TerminalView::begin(double duration) {
  if (options_.progress) progress_.emplace(duration);
}

void TerminalView::clear_progress() {
  if (progress_) progress_->clear();
}

bool TerminalView::shows(LogLevel level) const {
  return level >= (options_.quiet ? LogLevel::Warning : options_.verbose ? LogLevel::Debug : LogLevel::Info);
}

void TerminalView::line(double time, LogLevel level, std::string_view source, std::string_view text) {
  clear_progress();
  std::string before = options_.verbose ? fmt::format("{:>10.3f} ", time) : "";
  if (level != LogLevel::Info || options_.verbose)
    before += fmt::format("{}{}:{} ", color_ ? color_of(level) : "", name_of(level), color_ ? "\x1b[0m" : "");
  stderr_->info("{}{}{}{}", before, source, source.empty() ? "" : ": ", text);
}

void TerminalView::controller_line(double time, std::string_view robot, bool is_stderr, std::string_view line) {
  if (options_.quiet && !is_stderr) return;
  clear_progress();
  stderr_->info("{}[{}] {}", options_.verbose ? fmt::format("{:>10.3f} ", time) : "", robot, line);
}

void TerminalView::diagnostics(const std::vector<Diagnostic>& found) {
  clear_progress();
  std::vector<std::string> missing;
  for (const Diagnostic& diagnostic : found) {
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
      "{}warning:{} {} named by the world {} not found and left out: {}{} (--verbose or `lightsout check` says "
      "more) [{}]",
      color_ ? color_of(LogLevel::Warning) : "", color_ ? "\x1b[0m" : "", plural(int(count), "file"),
      count == 1 ? "was" : "were", fmt::join(missing, ", "), more ? ", ..." : "", id_of(DiagnosticKind::MissingAsset));
}

void TerminalView::extern_robot(std::string_view robot, ExternNews news, std::string_view url) {
  if (news != ExternNews::Waits || (!options_.extern_urls && !options_.quiet)) return;
  clear_progress();
  if (!options_.extern_urls)
    return stderr_->info("{}: waits for its extern controller: WEBOTS_CONTROLLER_URL={}", robot, url);
  stdout_.write(fmt::format("{}\n", url));
}

void TerminalView::remark(std::string_view text) {
  if (options_.quiet) return;
  clear_progress();
  stderr_->info("{}", text);
}

}  // namespace lightsout
