// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <memory>

#include "runs/traces/trace_file.h"
#include "tests/fuzz/target.h"

namespace lightsout::fuzz {

void fuzz_trace(std::string_view bytes) {
  auto reader = TraceReader::open(write_file("t.trace", bytes));
  if (!reader) return;
  TracedStep before;
  while (const TracedStep* step = reader->next()) {
    (void)difference(before, *step, {"before"});
    before = *step;
  }
  (void)reader->was_cut();
}

}  // namespace lightsout::fuzz
