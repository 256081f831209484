// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/batch_terminal.h"

#include <fmt/format.h>

#include <cstdio>

#include "app/terminal.h"
#include "runs/reports/verdict.h"

namespace lightsout {
namespace {

constexpr std::chrono::seconds between_lines{10};
constexpr int failures_told_one_by_one = 20;

// "45 s", "12 min", "3.4 h"
std::string for_a_person(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

BatchTerminal::BatchTerminal(bool quiet, bool answers)
    : quiet_(quiet), live_(!quiet && is_live(stderr)), color_(shows_color(stderr)), answers_(answers) {}

void BatchTerminal::begin(const BatchCounts& counts) {
  start_ = told_ = WallClock::now();
  if (quiet_ || answers_) return;
  print_error("{}{}\n", plural(int(counts.planned), "run"),
              counts.found == 0 ? "" : fmt::format(", {} of them are there already", counts.found));
}

void BatchTerminal::run_ended(const RunRecord& record) {
  if (!record.failed() || answers_ || ++failures_told_ > failures_told_one_by_one) return;
  clear();
  const std::string seed = record.seed ? fmt::format(" seed {}", *record.seed) : "";
  const std::string point = text_of(record.point);
  print_error("{}failed:{} run {} ({}{}{}{}): {}: {}\n", color_ ? "\x1b[1;31m" : "", color_ ? "\x1b[0m" : "",
              record.name, record.world, point.empty() ? "" : " ", point, seed, record.outcome, record.message);
  if (failures_told_ == failures_told_one_by_one) print_error("more failures are counted, not shown\n");
}

std::string BatchTerminal::progress(const BatchCounts& counts) const {
  const double seconds = std::chrono::duration<double>(WallClock::now() - start_).count();
  const std::size_t done = counts.found + counts.made, left = counts.planned - std::min(done, counts.planned);
  const double rate = seconds > 0 ? double(counts.made) / seconds : 0;
  return fmt::format("{} of {} runs, {} failed, {:.3g} runs/s{}", done, counts.planned, counts.failed, rate,
                     rate > 0 ? ", " + for_a_person(double(left) / rate) + " left" : "");
}

void BatchTerminal::look(const BatchCounts& counts) {
  if (quiet_) return;
  if (live_) {
    print_error("\r{}\x1b[K", progress(counts));
    visible_ = true;
    return;
  }
  if (answers_ || WallClock::now() - told_ < between_lines || told_made_ == counts.made) return;
  print_error("{}\n", progress(counts));
  told_ = WallClock::now();
  told_made_ = counts.made;
}

void BatchTerminal::end(const BatchCounts& counts) {
  clear();
  if (quiet_ || answers_) return;
  const std::size_t done = counts.found + counts.made;
  const std::string missing =
      done < counts.planned ? fmt::format(", {} not made", counts.planned - done) : std::string();
  print_error("{} runs are there, {} failed{}; {} were made now, in {}\n", done, counts.failed, missing, counts.made,
              for_a_person(std::chrono::duration<double>(WallClock::now() - start_).count()));
}

void BatchTerminal::clear() {
  if (!visible_) return;
  print_error("\r\x1b[K");
  visible_ = false;
}

void BatchTerminal::remark(std::string_view text) {
  if (quiet_) return;
  clear();
  print_error("{}\n", text);
}

void BatchTerminal::complaint(std::string_view text) {
  clear();
  print_error("{}\n", text);
}

void BatchTerminal::answer(std::string_view line) {
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fputc('\n', stdout);
  std::fflush(stdout);
}

}  // namespace lightsout
