// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Metrics that controllers gave, as a verdict has them.
#pragma once

#include <string>

#include "runs/reports/verdict.h"

namespace lightsout {

struct FoundMetric {
  double number;      // true is 1, false 0; NaN: it is not there or no number
  std::string words;  // "it is 3.2", "no controller gave it"
};

// `name`: "robot.name".
FoundMetric metric_of(const Verdict& verdict, const std::string& name);

}  // namespace lightsout
