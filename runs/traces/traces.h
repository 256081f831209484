// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Two traces held against each other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "runs/traces/trace_file.h"

namespace lightsout {

struct TraceComparison {
  std::int64_t equal_states = 0;  // from the first that both hold
  std::string difference;         // what differs then, in a sentence; "" if all are equal
  std::string cut;                // which of them is cut off there, in a sentence; "" if neither is
};

// From their beginnings to their ends. The trace of a run that went on from a snapshot begins later than the other: the
// states from there on are compared, but for the first, which holds what was printed and edited in the step before it.
// `first_name`, `second_name`: what a sentence calls them.
TraceComparison compare_traces(TraceReader& first, TraceReader& second, std::string_view first_name,
                               std::string_view second_name);

}  // namespace lightsout
