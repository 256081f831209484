// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/build_option.h"

#include "runs/reading/duration.h"

namespace lightsout {

void add_build_timeout(CLI::App& command, double& seconds) {
  command
      .add_option_function<std::string>(
          "--build-timeout",
          [&seconds](const std::string& text) {
            const auto parsed = parse_duration(text);
            if (!parsed) throw CLI::ValidationError(parsed.error());
            seconds = *parsed;
          },
          "Wall-clock time that building a controller or plugin may take; 0s: for ever; default 10min")
      ->type_name("TIME");
}

}  // namespace lightsout
