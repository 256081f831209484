// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/input_script.h"
#include "tests/fuzz/target.h"
#include "world_format/text/diagnostic.h"

namespace lightsout::fuzz {

void fuzz_keys(std::string_view bytes) {
  const auto source = std::make_shared<const Source>("keys.txt", std::string(bytes));
  Diagnostics diagnostics;
  const InputScript script = read_input_script(*source, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.sorted()) (void)render(diagnostic, false);
  for (std::size_t i = 1; i < script.events.size(); ++i)
    require(script.events[i - 1].time <= script.events[i].time, "events stand in the order of time");
}

}  // namespace lightsout::fuzz
