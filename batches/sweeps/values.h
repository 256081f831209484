// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Values of parameters and seeds, as people write many of them in one line.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "batches/sweeps/point.h"

namespace lightsout {

// "0.1,0.5": two values; "range(0.2,1,0.2)": from, to (included where a step ends there), step; "linspace(0,1,5)" and
// "logspace(0.01,100,5)": from, to, how many, in equal steps and in equal ratios. Commas in quotes or brackets part
// nothing.
std::expected<std::vector<std::string>, std::string> parse_values(std::string_view text);

// Says its values by a formula: range, linspace or logspace.
bool is_value_series(std::string_view text);

// "NAME=VALUES", as --set of a batch has it.
std::expected<Parameter, std::string> parse_parameter(std::string_view text);

// "1..30", "3", "1..10,20": each seed once, in this order.
std::expected<std::vector<std::uint64_t>, std::string> parse_seeds(std::string_view text);

// "2/8": the second of eight.
struct Shard {
  int index = 1, count = 1;
};
std::expected<Shard, std::string> parse_shard(std::string_view text);

}  // namespace lightsout
