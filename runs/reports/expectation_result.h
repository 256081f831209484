// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What became of an expectation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lightsout {

struct ExpectationResult {
  enum class State : std::uint8_t {
    Held,
    Failed,
    NotReached,  // the run ended before its time, which is no success
  };
  State state = State::Held;
  std::string what;     // "BALL is within 0.01 m of (0 0 0.5) at 2 s"
  std::string message;  // of whoever wrote it, "" for none
  std::string file;     // with line and column, from 1; "" of a command line
  int line = 0, column = 0;
  std::string seen;            // in words, of the look that decided: "0.31 m from (0 0 0.5)"
  std::optional<double> time;  // s, of that look: the first failure, or when it first held
  // Of that look, and of the look that was farthest beyond what is allowed; none where nothing was measured.
  std::optional<double> number, worst;
  std::optional<double> worst_time;
  double low = 0, high = 0;  // allowed, infinite where anything is
  std::string unit;          // "" for none
};

// "held", "failed", "not-reached"
std::string_view name_of(ExpectationResult::State state);
// For a person: place, words of whoever wrote it, what was expected, what was seen.
std::string sentence(const ExpectationResult& result);

}  // namespace lightsout
