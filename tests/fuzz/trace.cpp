// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <memory>

#include "runs/traces/trace_file.h"
#include "tests/fuzz/target.h"

namespace lightsout::fuzz {

void fuzz_trace(std::string_view bytes) {
  const auto file = write_file("t.trace", bytes);
  auto reader = TraceReader::open(file), behind = TraceReader::open(file);
  if (!reader || !behind) return;
  const TracedStep none;
  const TracedStep* before = &none;
  while (const TracedStep* step = reader->next()) {
    (void)difference(*before, *step, {"before"});
    before = behind->next();
    if (!before) return;
  }
  (void)reader->was_cut();
}

}  // namespace lightsout::fuzz
