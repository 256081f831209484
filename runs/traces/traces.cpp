// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/traces/traces.h"

#include <fmt/format.h>

#include <tuple>

namespace lightsout {

TraceComparison compare_traces(TraceReader& first, TraceReader& second, std::string_view first_name,
                               std::string_view second_name) {
  const std::string in_first = fmt::format("in {}", first_name), in_second = fmt::format("in {}", second_name);
  const TracedStep* a = first.next();
  const TracedStep* b = second.next();
  if (a && b && a->total != b->total) {
    while (a && b && a->total != b->total)
      (a->total < b->total ? a : b) = (a->total < b->total ? first : second).next();
    // Without a state in common nothing is compared.
    if (!a || !b) return {};
    a = first.next();
    b = second.next();
  }
  for (TraceComparison result;; ++result.equal_states) {
    for (const auto& [reader, step, name] : {std::tuple(&first, a, first_name), std::tuple(&second, b, second_name)})
      if (!step && reader->was_cut()) result.cut = fmt::format("{} is cut off or damaged there", name);
    if ((!a && !b) || !result.cut.empty()) return result;
    if (a && b)
      result.difference = difference(*a, *b, {in_first, in_second});
    else
      result.difference = fmt::format("{} ends after {} states, {} goes on", a ? second_name : first_name,
                                      result.equal_states, a ? first_name : second_name);
    if (!result.difference.empty()) return result;
    a = first.next();
    b = second.next();
  }
}

}  // namespace lightsout
