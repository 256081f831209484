// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Two traces held against each other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "runs/trace_file.h"

namespace lightsout {

struct TraceComparison {
  std::int64_t equal_states = 0;  // from the first on
  std::string difference;         // what differs then, in a sentence; "" if all are equal
};

// From where the two readers are to their ends. `first_name`, `second_name`: what a sentence calls them.
TraceComparison compare_traces(TraceReader& first, TraceReader& second, std::string_view first_name,
                               std::string_view second_name);

}  // namespace lightsout
