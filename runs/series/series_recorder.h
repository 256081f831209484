// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Writes a series of a run.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/recorders/recorder.h"

namespace lightsout {

struct SeriesSettings;

inline constexpr std::string_view series_of = "a series of ";

std::unique_ptr<Recorder> make_series_recorder(const SeriesSettings& settings);

// What is wrong with the name of a thing, "solid:BALL": nothing if all is well.
std::optional<std::string> wrong_series_name(const std::string& name);
// What of the settings is not in the world: begins with series_of.
std::optional<std::string> wrong_series(const SeriesSettings& settings, const Scene& scene);

}  // namespace lightsout
