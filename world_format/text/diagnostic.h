// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What is wrong with an input, where, and how to mend it. Readers of untrusted input report into a Diagnostics and go
// on; the caller prints and counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "world_format/text/source.h"

namespace lightsout {

enum class Severity : std::uint8_t { Note, Warning, Error };

// One line of diagnostic_kinds.def per kind: DIAGNOSTIC(Name, severity, "name-as-printed").
enum class DiagnosticKind : std::uint8_t {
#define DIAGNOSTIC(name, severity, id) name,
#include "world_format/text/diagnostic_kinds.def"
#undef DIAGNOSTIC
};

// "unknown-field"
std::string_view id_of(DiagnosticKind kind);
Severity severity_of(DiagnosticKind kind);
// The text breaks the rules by which it is read: what stands there is left out, whatever else it means.
bool is_syntax(DiagnosticKind kind);

// Another place that matters: "first defined here", "in PROTO Arm, used here".
struct DiagnosticNote {
  DiagnosticNote(Span where, std::string text);

  Span span;
  std::string message;
  SourcePtr source;  // of the span, kept alive; nothing if the source is not shared
};

struct Diagnostic {
  DiagnosticKind kind = {};
  Severity severity = {};
  Span span;  // empty: not about a place in a text
  std::string message;
  std::vector<DiagnosticNote> notes;
  SourcePtr source;  // of the span, kept alive; nothing if the source is not shared

  void note(Span where, std::string text);
};

class Diagnostics {
 public:
  // More than this many are counted but not kept: a broken file of megabytes must not fill the memory.
  static constexpr std::size_t max_kept = 1000;

  // The returned reference is valid until the next report; use it to add notes.
  Diagnostic& report(DiagnosticKind kind, Span span, std::string message);

  // In order of source (as first reported), then offset; equal ones once.
  std::vector<Diagnostic> sorted() const;
  int errors() const { return errors_; }
  // Of syntax: they do not count as errors from now on. Who calls it runs what is left.
  void skip_syntax_errors();
  int skipped() const { return skipped_; }
  int warnings() const { return warnings_; }
  bool empty() const { return diagnostics_.empty(); }
  // Reported but not kept.
  int dropped() const { return dropped_; }
  // Kept and dropped.
  std::size_t reports() const { return diagnostics_.size() + static_cast<std::size_t>(dropped_); }
  const std::vector<Diagnostic>& all() const { return diagnostics_; }

  // While alive, every report gets these notes appended ("in PROTO Arm, used here").
  class Context {
   public:
    Context(Diagnostics& diagnostics, DiagnosticNote note);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

   private:
    Diagnostics& diagnostics_;
  };

 private:
  std::vector<Diagnostic> diagnostics_;
  std::vector<DiagnosticNote> context_;
  Diagnostic overflow_;  // what report() returns when no more are kept
  int dropped_ = 0;
  int errors_ = 0;
  int syntax_errors_ = 0;  // among them
  int skipped_ = 0;
  int warnings_ = 0;
};

// file:line:column: error: message [kind], the source line, a caret under the span, then the notes.
std::string render(const Diagnostic& diagnostic, bool color);

// The candidate nearest to `name` if it is near enough to be a slip of the pen, else "".
std::string_view did_you_mean(std::string_view name, const std::vector<std::string_view>& candidates);

}  // namespace lightsout
