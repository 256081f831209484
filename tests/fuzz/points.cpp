// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A list of points, and each of its lines as one that somebody sends.
#include "batches/sweeps/point_list.h"
#include "tests/fuzz/target.h"
#include "world_format/text/diagnostic.h"

namespace lightsout::fuzz {

void fuzz_points(std::string_view bytes) {
  const auto source = std::make_shared<const Source>("points.csv", std::string(bytes));
  Diagnostics diagnostics;
  for (const Point& point : read_points(source, diagnostics))
    for (const Assignment& assignment : point) require(!assignment.name.empty(), "what is set has a name");
  for (const Diagnostic& diagnostic : diagnostics.sorted()) (void)render(diagnostic, false);
  for (std::size_t begin = 0; begin < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', begin), bytes.size());
    const std::string_view line = bytes.substr(begin, end - begin);
    begin = end + 1;
    (void)id_in(line);
    (void)read_json_point(line);
  }
}

}  // namespace lightsout::fuzz
