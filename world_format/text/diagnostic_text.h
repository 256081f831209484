// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Diagnostics as part of a message.
#pragma once

#include <string>
#include <string_view>

#include "world_format/text/diagnostic.h"

namespace lightsout {

// The heading, and below it all that was found, in the order of the files.
std::string with_diagnostics(std::string_view heading, const Diagnostics& diagnostics);
// Throws LimitReached where an error says that a limit was reached: how far a template comes is a matter of the
// machine, and what would follow of it in a run is no result.
void end_at_limit(const Diagnostics& diagnostics);
// The errors of syntax alone.
std::string with_syntax_errors(std::string_view heading, const Diagnostics& diagnostics);

}  // namespace lightsout
