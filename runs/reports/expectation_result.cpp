// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/reports/expectation_result.h"

#include <fmt/format.h>

#include <cmath>

namespace lightsout {

std::string_view name_of(ExpectationResult::State state) {
  switch (state) {
    case ExpectationResult::State::Held:
      return "held";
    case ExpectationResult::State::Failed:
      return "failed";
    case ExpectationResult::State::NotReached:
      return "not-reached";
  }
  return "";
}

std::string sentence(const ExpectationResult& result) {
  std::string text = result.file.empty() ? "" : fmt::format("{}:{}:{}: ", result.file, result.line, result.column);
  if (!result.message.empty()) text += result.message + ": ";
  text += "expected: " + result.what;
  if (!result.seen.empty()) text += "; " + result.seen;
  if (result.time) text += fmt::format(" at {:.12g} s", *result.time);
  if (result.worst && result.worst_time && result.number && *result.worst != *result.number)
    text += fmt::format("; at worst {:.6g}{}{} at {:.12g} s", *result.worst, result.unit.empty() ? "" : " ",
                        result.unit, *result.worst_time);
  return text;
}

}  // namespace lightsout
