// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/text/diagnostic_text.h"

#include <fmt/format.h>

#include <optional>

#include "limits/limits.h"

namespace lightsout {

std::string with_diagnostics(std::string_view heading, const Diagnostics& diagnostics) {
  std::string text(heading);
  for (const Diagnostic& diagnostic : diagnostics.sorted()) text += fmt::format("\n{}", render(diagnostic, false));
  return text;
}

namespace {

// The limit of which a text says how to raise it.
std::optional<Limit> limit_in(std::string_view text) {
  for (std::size_t i = 0; i < limit_descriptions().size(); ++i)
    if (text.ends_with(how_to_raise(Limit(i)))) return Limit(i);
  return {};
}

std::string place_of(Span span) {
  if (!span) return {};
  const Source::Position at = span.source->position(span.begin);
  return fmt::format("{}:{}:{}: ", span.source->name(), at.line, at.column);
}

}  // namespace

void end_at_limit(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.severity != Severity::Error) continue;
    const std::string what = place_of(diagnostic.span) + diagnostic.message;
    if (const auto limit = limit_in(what)) {
      const std::size_t end = what.size() - how_to_raise(*limit).size();
      throw LimitReached(*limit, what.substr(0, what.find_last_not_of(": ", end == 0 ? 0 : end - 1) + 1));
    }
    for (const DiagnosticNote& note : diagnostic.notes)
      if (const auto limit = limit_in(note.message)) throw LimitReached(*limit, what);
  }
}

std::string with_syntax_errors(std::string_view heading, const Diagnostics& diagnostics) {
  std::string text(heading);
  for (const Diagnostic& diagnostic : diagnostics.sorted())
    if (is_syntax(diagnostic.kind)) text += fmt::format("\n{}", render(diagnostic, false));
  return text;
}

}  // namespace lightsout
