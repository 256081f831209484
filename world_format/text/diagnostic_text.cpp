// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/text/diagnostic_text.h"

#include <fmt/format.h>

namespace lightsout {

std::string with_diagnostics(std::string_view heading, const Diagnostics& diagnostics) {
  std::string text(heading);
  for (const Diagnostic& diagnostic : diagnostics.sorted()) text += fmt::format("\n{}", render(diagnostic, false));
  return text;
}

std::string with_syntax_errors(std::string_view heading, const Diagnostics& diagnostics) {
  std::string text(heading);
  for (const Diagnostic& diagnostic : diagnostics.sorted())
    if (is_syntax(diagnostic.kind)) text += fmt::format("\n{}", render(diagnostic, false));
  return text;
}

}  // namespace lightsout
