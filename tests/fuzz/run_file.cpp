#include "plugins/host/run_file.h"

#include "tests/fuzz/target.h"

namespace lightsout::fuzz {

void fuzz_run_file(std::string_view bytes) {
  const auto source = std::make_shared<const Source>(folder() / "run.yaml", std::string(bytes));
  Diagnostics diagnostics;
  (void)read_run_file(*source, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.sorted()) (void)render(diagnostic, false);
}

}  // namespace lightsout::fuzz
