// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/settings/run_file.h"

#include "tests/fuzz/target.h"
#include "world_format/text/diagnostic.h"

namespace lightsout::fuzz {

void fuzz_run_file(std::string_view bytes) {
  const auto source = std::make_shared<const Source>(folder() / "run.yaml", std::string(bytes));
  Diagnostics diagnostics;
  RunSettings settings;
  read_run_file(*source, settings, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.sorted()) (void)render(diagnostic, false);
  // What was understood is written so that it is understood again.
  const std::string written = write_run_file(settings);
  const auto again = std::make_shared<const Source>(folder() / "written.yaml", written);
  Diagnostics of_written;
  RunSettings same;
  read_run_file(*again, same, of_written);
  require(of_written.errors() == 0 && write_run_file(same) == written, "a run file that was written reads as it was");
}

}  // namespace lightsout::fuzz
