// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What is said of one recording: a file, and what is in it. Written as the name of the file alone, or as a mapping,
// which a run file has and a command line may have:
//   {file: sensors.mcap, every: 100ms, select: [ROVER], what: [readings, contacts]}
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "engine/recorders/recorder_options.h"

namespace lightsout {

struct Recording {
  std::string path;
  std::optional<double> every;            // simulated s
  std::vector<std::string> select, what;  // empty: nothing is said of it
  bool operator==(const Recording&) const = default;
};

// Its keys, in the order in which people look for them.
constexpr std::string_view recording_keys[] = {"file", "every", "select", "what"};

// For the recorder. `others`: what holds where it says nothing itself.
RecorderOptions recorder_options(const Recording& recording, const Recording& others);

std::string text_of(const Recording& recording);
// The error is a sentence.
std::expected<Recording, std::string> recording_of(const std::string& text);

}  // namespace lightsout
