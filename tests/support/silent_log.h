// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Nobody listens.
#pragma once

#include <string_view>

#include "engine/state/log.h"

namespace lightsout {

struct SilentLog : Log {
  void write(LogLevel, std::string_view, std::string_view) override {}
  void controller_line(std::string_view, bool, std::string_view) override {}
};

}  // namespace lightsout
