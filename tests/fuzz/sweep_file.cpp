// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/sweeps/sweep_file.h"

#include "tests/fuzz/target.h"
#include "world_format/text/diagnostic.h"

namespace lightsout::fuzz {

void fuzz_sweep_file(std::string_view bytes) {
  const auto source = std::make_shared<const Source>(folder() / "sweep.yaml", std::string(bytes));
  Diagnostics diagnostics;
  SweepFile file = read_sweep_file(*source, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.sorted()) (void)render(diagnostic, false);
  (void)fit_for_batches(file.sweep.run);
  // What would be refused is not multiplied out.
  if (!contradiction(file.sweep).empty()) return;
  std::size_t points_there = file.sweep.points ? file.sweep.points->size() : 1;
  for (const Parameter& parameter : file.sweep.parameters)
    if ((points_there *= parameter.values.size()) > 10'000) return;
  const std::vector<Point> points = points_of(file.sweep);
  for (const std::string& name : names_of(points)) (void)wrong_parameter(name);
}

}  // namespace lightsout::fuzz
