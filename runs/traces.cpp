// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/traces.h"

#include <fmt/format.h>

namespace lightsout {

TraceComparison compare_traces(TraceReader& first, TraceReader& second, std::string_view first_name,
                               std::string_view second_name) {
  const std::string there = fmt::format("in {}", first_name);
  for (TraceComparison result;; ++result.equal_states) {
    const TracedStep* a = first.next();
    const TracedStep* b = second.next();
    if (!a && !b) return result;
    if (a && b)
      result.difference = difference(*a, *b, there);
    else
      result.difference = fmt::format("{} ends after {} states, {} goes on", a ? second_name : first_name,
                                      result.equal_states, a ? first_name : second_name);
    if (!result.difference.empty()) return result;
  }
}

}  // namespace lightsout
