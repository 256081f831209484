// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/limit_option.h"

#include <string>
#include <vector>

#include "limits/limits.h"

namespace lightsout {

void add_limits(CLI::App& command) {
  command
      .add_option_function<std::vector<std::string>>(
          "--limit",
          [](const std::vector<std::string>& settings) {
            for (const std::string& setting : settings)
              if (const auto wrong = set_limit(setting)) throw CLI::ValidationError("--limit", *wrong);
          },
          "What an input may take of the machine, or none; repeatable; docs/security.md lists the limits")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

}  // namespace lightsout
