// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Points that anybody's sampler made: CSV with the names in its first row, JSON lines, or an array in JSON.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "batches/sweeps/point.h"
#include "world_format/text/source.h"

namespace lightsout {

class Diagnostics;

// By what its first character is: `{` begins JSON lines, `[` an array, everything else CSV. An empty cell of CSV sets
// nothing. What is wrong is reported at its place.
std::vector<Point> read_points(const SourcePtr& source, Diagnostics& diagnostics);

// One point of a line of JSON: {"ROBOT.gain": 0.5, "FLOOR.size": [2, 2]}. An array of numbers is these with spaces
// between them; any other is in brackets, its texts in quotes where they are no single words. Without "id".
std::expected<Point, std::string> read_json_point(std::string_view line);
// The value of "id" as JSON, with all its digits, of a line that may be no point; "" if there is none, or if it cannot
// be read.
std::string id_in(std::string_view line);

}  // namespace lightsout
