// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/processes/console.h"

#include "engine/state/log.h"

namespace lightsout {

void Console::line(std::string_view text) {
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  if (is_stderr_) last_line_ = text;
  log_.controller_line(robot_, is_stderr_, text);
}

void Console::take(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t newline = bytes.find('\n');
    const std::string_view part = bytes.substr(0, newline);
    if (newline == std::string_view::npos || !partial_.empty() || part.size() > longest_line) {
      const std::size_t room = longest_line - partial_.size();
      if (part.size() > room) {
        partial_ += part.substr(0, room);
        log_.controller_line(robot_, is_stderr_, partial_);
        partial_.clear();
        bytes.remove_prefix(room);
        continue;
      }
      partial_ += part;
      if (newline == std::string_view::npos) return;
      line(partial_);
      partial_.clear();
    } else {
      line(part);
    }
    bytes.remove_prefix(newline + 1);
  }
}

void Console::flush() {
  if (!partial_.empty()) line(partial_);
  partial_.clear();
}

}  // namespace lightsout
