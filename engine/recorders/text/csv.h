// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Tables in CSV: which of the two kinds a recording is, whatever its lines go through.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "engine/recorders/recorder.h"
#include "engine/recorders/text/line_sink.h"

namespace lightsout {

using OpenLines = std::expected<std::unique_ptr<LineSink>, std::string> (*)(const std::string& path);

std::expected<std::unique_ptr<Recorder>, std::string> make_table(const RecorderOptions& options, OpenLines open);

// A column for each number, a line for each sample.
std::unique_ptr<Recorder> make_wide_table(const RecorderOptions& options, std::unique_ptr<LineSink> lines,
                                          OpenLines open);
// A line for each contact or label.
std::unique_ptr<Recorder> make_row_table(const RecorderOptions& options, std::unique_ptr<LineSink> lines);

}  // namespace lightsout
