// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/stages/strict_settings.h"

#include <algorithm>

#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

// A value that is written otherwise than the world's grammar has it is a text of its own, of the same name.
bool is_of(const Diagnostic& diagnostic, const std::vector<FieldSetting>& settings) {
  if (diagnostic.severity == Severity::Note || !diagnostic.span) return false;
  return std::ranges::any_of(settings, [&](const FieldSetting& setting) {
    return setting.source && setting.source->name() == diagnostic.span.source->name();
  });
}

}  // namespace

int found_in_settings(const Diagnostics& found, const std::vector<FieldSetting>& settings) {
  return int(std::ranges::count_if(found.all(), [&](const Diagnostic& one) { return is_of(one, settings); }));
}

Diagnostics held_to_settings(const Diagnostics& found, const std::vector<FieldSetting>& settings) {
  Diagnostics held;
  for (const Diagnostic& one : found.all())
    held.report(is_of(one, settings) ? DiagnosticKind::BadSetting : one.kind, one.span, one.message).notes = one.notes;
  return held;
}

}  // namespace lightsout
