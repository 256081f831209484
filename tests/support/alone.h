// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a simulation is given when nobody drives its robots and nobody listens to it: for tests and benchmarks that
// build one of their own. tests/support/simulated.h fails a test for what the engine warns of.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/robots/exchange/controller_link.h"
#include "tests/support/silent_log.h"

namespace lightsout {

struct NoControllers final : ControllerHost {
  std::unique_ptr<ControllerLink> open(const ControllerDescription&, std::size_t) override { return nullptr; }
};

// Keeps warnings and errors, each with its source.
struct WarningLog final : SilentLog {
  std::vector<std::string> warnings;
  void write(LogLevel level, std::string_view source, std::string_view text) override {
    if (level >= LogLevel::Warning) warnings.push_back(std::string(source) + ": " + std::string(text));
  }
};

// To stderr.
struct ErrorLog final : SilentLog {
  void write(LogLevel level, std::string_view, std::string_view text) override {
    if (level == LogLevel::Error) std::fprintf(stderr, "%.*s\n", int(text.size()), text.data());
  }
};

}  // namespace lightsout
