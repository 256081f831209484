// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Collecting, sorting and printing diagnostics, and the guess behind "did you mean".
#include "world_format/text/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "world_format/text/utf8.h"

namespace lightsout {

namespace {

struct KindFacts {
  std::string_view id;
  Severity severity;
};

constexpr KindFacts kinds[] = {
#define DIAGNOSTIC(name, severity, id) {id, Severity::severity},
#include "world_format/text/diagnostic_kinds.def"
#undef DIAGNOSTIC
};

// A source line is shown at most this wide, cut around the span.
constexpr std::size_t shown_columns = 110;

struct Style {
  std::string_view bold, red, magenta, cyan, reset;
};
constexpr Style plain{};
constexpr Style colored{"\033[1m", "\033[1;31m", "\033[1;35m", "\033[1;36m", "\033[0m"};

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "note";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      return "error";
  }
  return "error";
}

std::string_view color_of(Severity severity, const Style& style) {
  switch (severity) {
    case Severity::Note:
      return style.cyan;
    case Severity::Warning:
      return style.magenta;
    case Severity::Error:
      return style.red;
  }
  return style.red;
}

// The source line and a caret line below it: "^" under the first character, "~" under the rest of the span.
void append_excerpt(std::string& out, const Span& span, const Style& style) {
  const std::string_view text = span.source->text();
  const std::string_view whole = span.source->line_at(span.begin);
  const std::size_t line_begin = static_cast<std::size_t>(whole.data() - text.data());
  const std::size_t begin = std::min<std::size_t>(span.begin - line_begin, whole.size());
  const std::size_t end = std::clamp<std::size_t>(span.end - line_begin, begin, whole.size());

  // Nothing to show at the end of a file.
  if (whole.empty()) return;
  std::size_t first = 0;
  std::size_t last = whole.size();
  if (whole.size() > shown_columns) {
    first = begin > shown_columns / 2 ? begin - shown_columns / 2 : 0;
    last = std::min(whole.size(), first + shown_columns);
    while (first > 0 && is_continuation_byte(whole[first])) --first;
    while (last < whole.size() && is_continuation_byte(whole[last])) ++last;
  }
  const std::string_view lead = first > 0 ? "..." : "";
  out += "  ";
  out += lead;
  // Control characters would disturb the terminal and the columns.
  for (std::size_t i = first; i < last; ++i)
    out += whole[i] == '\t' || static_cast<unsigned char>(whole[i]) >= 0x20 ? whole[i] : '?';
  if (last < whole.size()) out += "...";
  out += "\n  ";
  out.append(lead.size(), ' ');
  for (std::size_t i = first; i < begin; ++i) {
    if (whole[i] == '\t')
      out += '\t';
    else if (!is_continuation_byte(whole[i]))
      out += ' ';
  }
  out += style.bold;
  out += '^';
  bool at_first = true;
  for (std::size_t i = begin; i < std::min(end, last); ++i) {
    if (is_continuation_byte(whole[i])) continue;
    if (!at_first) out += '~';
    at_first = false;
  }
  out += style.reset;
  out += '\n';
}

void append_message(std::string& out, Severity severity, const Span& span, std::string_view message,
                    std::string_view id, const Style& style, bool with_excerpt = true) {
  if (span) {
    const Source::Position at = span.source->position(span.begin);
    fmt::format_to(std::back_inserter(out), "{}{}:{}:{}:{} ", style.bold, span.source->name(), at.line, at.column,
                   style.reset);
  }
  fmt::format_to(std::back_inserter(out), "{}{}:{} {}", color_of(severity, style), name_of(severity), style.reset,
                 message);
  if (!id.empty()) fmt::format_to(std::back_inserter(out), " [{}]", id);
  out += '\n';
  if (span && with_excerpt) append_excerpt(out, span, style);
}

SourcePtr owner_of(const Span& span) { return span ? span.source->weak_from_this().lock() : nullptr; }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Edits (insert, delete, replace, swap of neighbours) from one name to the other; a change of case alone costs nothing
// but decides between equals elsewhere. Returns limit + 1 as soon as it is known to be more than limit.
int edit_distance(std::string_view a, std::string_view b, int limit) {
  const int n = static_cast<int>(a.size());
  const int m = static_cast<int>(b.size());
  if (std::abs(n - m) > limit) return limit + 1;
  std::vector<int> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (int j = 0; j <= m; ++j) above[j] = j;
  for (int i = 1; i <= n; ++i) {
    row[0] = i;
    int least = row[0];
    for (int j = 1; j <= m; ++j) {
      const int replace = above[j - 1] + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replace});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
      least = std::min(least, row[j]);
    }
    if (least > limit) return limit + 1;
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[m];
}

}  // namespace

std::string_view id_of(DiagnosticKind kind) { return kinds[static_cast<std::size_t>(kind)].id; }
Severity severity_of(DiagnosticKind kind) { return kinds[static_cast<std::size_t>(kind)].severity; }

bool is_syntax(DiagnosticKind kind) {
  switch (kind) {
    case DiagnosticKind::UnexpectedToken:
    case DiagnosticKind::UnterminatedString:
    case DiagnosticKind::UnclosedBrace:
    case DiagnosticKind::BadNumber:
    case DiagnosticKind::UnknownDef:
    case DiagnosticKind::RecursiveUse:
    case DiagnosticKind::MisplacedIs:
      return true;
    default:
      return false;
  }
}

DiagnosticNote::DiagnosticNote(Span where, std::string text)
    : span(where), message(std::move(text)), source(owner_of(where)) {}

void Diagnostic::note(Span where, std::string text) { notes.emplace_back(where, std::move(text)); }

Diagnostic& Diagnostics::report(DiagnosticKind kind, Span span, std::string message) {
  const Severity severity = severity_of(kind);
  if (severity == Severity::Error) ++errors_;
  if (is_syntax(kind)) ++syntax_errors_;
  if (severity == Severity::Warning) ++warnings_;
  if (diagnostics_.size() >= max_kept) {
    ++dropped_;
    overflow_ = Diagnostic{kind, severity, span, std::move(message), {}, nullptr};
    return overflow_;
  }
  return diagnostics_.emplace_back(Diagnostic{kind, severity, span, std::move(message), context_, owner_of(span)});
}

void Diagnostics::skip_syntax_errors() {
  skipped_ += syntax_errors_;
  errors_ -= std::exchange(syntax_errors_, 0);
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  std::map<const Source*, std::size_t> order;  // looked up, never iterated
  for (const Diagnostic& diagnostic : diagnostics_) order.emplace(diagnostic.span.source, order.size());
  std::vector<Diagnostic> result = diagnostics_;
  std::stable_sort(result.begin(), result.end(), [&order](const Diagnostic& a, const Diagnostic& b) {
    if (a.span.source != b.span.source) return order.at(a.span.source) < order.at(b.span.source);
    return a.span.begin < b.span.begin;
  });
  const auto same = [](const Diagnostic& a, const Diagnostic& b) {
    if (a.kind != b.kind || a.span.source != b.span.source || a.span.begin != b.span.begin ||
        a.span.end != b.span.end || a.message != b.message || a.notes.size() != b.notes.size())
      return false;
    return std::equal(a.notes.begin(), a.notes.end(), b.notes.begin(), [](const auto& x, const auto& y) {
      return x.span.source == y.span.source && x.span.begin == y.span.begin && x.message == y.message;
    });
  };
  // Equal ones need not be neighbours: two kinds may stand at one place in turn.
  std::vector<Diagnostic> once;
  for (Diagnostic& diagnostic : result) {
    bool seen = false;
    for (auto it = once.rbegin(); it != once.rend() && it->span.source == diagnostic.span.source &&
                                  it->span.begin == diagnostic.span.begin && diagnostic.span;
         ++it)
      if (same(*it, diagnostic)) {
        seen = true;
        break;
      }
    if (!seen) once.push_back(std::move(diagnostic));
  }
  return once;
}

Diagnostics::Context::Context(Diagnostics& diagnostics, DiagnosticNote note) : diagnostics_(diagnostics) {
  diagnostics_.context_.insert(diagnostics_.context_.begin(), std::move(note));
}
Diagnostics::Context::~Context() { diagnostics_.context_.erase(diagnostics_.context_.begin()); }

std::string render(const Diagnostic& diagnostic, bool color) {
  const Style& style = color ? colored : plain;
  std::string out;
  // What a template prints is about no line of it: one line says which PROTO it is of.
  const bool is_print = diagnostic.kind == DiagnosticKind::TemplateMessage;
  append_message(out, diagnostic.severity, diagnostic.span, diagnostic.message, id_of(diagnostic.kind), style,
                 !is_print);
  if (is_print) return out;
  for (const DiagnosticNote& note : diagnostic.notes)
    append_message(out, Severity::Note, note.span, note.message, {}, style);
  return out;
}

std::string_view did_you_mean(std::string_view name, const std::vector<std::string_view>& candidates) {
  if (name.size() > 100) return {};
  const int limit = std::max(1, static_cast<int>(name.size()) / 3);
  std::string_view best;
  int best_distance = limit + 1;
  for (const std::string_view candidate : candidates) {
    const int distance = edit_distance(name, candidate, std::min(limit, best_distance));
    // Every letter changed is no slip.
    if (distance >= static_cast<int>(name.size())) continue;
    if (distance < best_distance || (distance == best_distance && !best.empty() && candidate < best)) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace lightsout
