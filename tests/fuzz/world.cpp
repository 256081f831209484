// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Beside what every target asks for: a world without errors is written and reads back without errors.
#include "tests/fuzz/target.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"
#include "world_format/writer.h"

namespace lightsout::fuzz {

void fuzz_world(std::string_view bytes) {
  Diagnostics diagnostics;
  const auto world = load_world_text(std::string(bytes), "fuzz.wbt", {}, diagnostics);
  if (!world) return;
  std::size_t rendered = 0;
  for (const Diagnostic& diagnostic : diagnostics.sorted()) {
    rendered += render(diagnostic, false).size();
    if (rendered > 100'000) break;
  }
  // The tree of a USE bomb below the limit is large as text.
  if (bytes.size() > 20'000 || diagnostics.errors() > 0) return;
  const std::string written = write_world(*world);
  if (written.size() > 2'000'000) return;
  Diagnostics again;
  const bool reads = load_world_text(written, "written.wbt", {}, again) && again.errors() == 0;
  std::string found = "a world that was written reads back:\n";
  if (!reads)
    for (const Diagnostic& diagnostic : again.sorted()) found += render(diagnostic, false);
  require(reads, reads ? "" : found + written);
}

}  // namespace lightsout::fuzz
